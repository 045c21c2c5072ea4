#include "validators/md5anim/md5anim_actual_counts.h"

#include <stdio.h>
#include <string.h>

#include "core/number/number.h"
#include "core/text/lexer.h"
#include "validators/md5anim/md5anim_stream.h"

typedef struct entry_count_state {
    ap_io io;
    ap_lexer lexer;
    ap_token token;
    const ap_md5anim_start_index_listener *listener;
    ap_md5anim_actual_counts *actual;
} entry_count_state;

static ap_token_kind read_token(entry_count_state *m)
{
    ap_lexer_read_token(&m->lexer, &m->token);
    return m->token.kind;
}

static bool is_word(const entry_count_state *m, const char *word)
{
    return ap_token_is_bare_word(&m->io, m->token, word);
}

/* Returns true if the word is this number, in decimal digits without leading zeros. */
static bool is_decimal_of_number(ap_view word, size_t number)
{
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%zu", number);
    return word.size == (size_t)length && memcmp(word.bytes, digits, word.size) == 0;
}

/* Reads from the keyword of section number `kind` to its opening brace, and marks the section as found. Marks it as damaged if a
   section other than a frame was found before, or unless exactly `expected_words` words precede the brace, each the number of
   frames counted so far. Returns false if a token other than a word comes instead of the brace. */
static bool read_to_open_brace_and_mark_damage(entry_count_state *m, int kind, size_t expected_words)
{
    size_t read = 0;
    m->actual->damaged[kind] |= m->actual->found[kind] && kind != AP_FRAME;
    m->actual->found[kind] = true;
    while (read_token(m) == AP_TOKEN_WORD)
        m->actual->damaged[kind] |=
            ++read > expected_words
            || !is_decimal_of_number(ap_token_view_unquoted(&m->io, m->token), m->actual->frames);
    m->actual->damaged[kind] |= read != expected_words || m->token.kind != AP_TOKEN_OPEN_BRACE;
    return m->token.kind == AP_TOKEN_OPEN_BRACE;
}

static bool is_inside_section(const entry_count_state *m)
{
    return m->token.kind != AP_TOKEN_CLOSE_BRACE && m->token.kind != AP_TOKEN_END;
}

/* Returns the value of a word with joint flags, 0 to 63; -1 if the word is anything else. The word has at least one byte. */
static int parse_joint_flags(ap_view word)
{
    int value = 0;
    for (size_t i = 0; i < word.size; i++) {
        if (word.bytes[i] < '0' || word.bytes[i] > '9' || value > AP_MD5_FLAG_BITS)
            return -1;
        value = 10 * value + word.bytes[i] - '0';
    }
    return value <= AP_MD5_FLAG_BITS ? value : -1;
}

/* Counts a joint after its name was read, and reads its parent, flags and start index. Calls the listener for the start index if
   the flags are valid. */
static void count_joint_and_components(entry_count_state *m)
{
    m->actual->joints++;
    if (read_token(m) != AP_TOKEN_WORD || read_token(m) != AP_TOKEN_WORD) {
        m->actual->invalid_flags = m->actual->damaged[AP_HIERARCHY] = true;
        return;
    }
    const int flags = parse_joint_flags(ap_token_view_unquoted(&m->io, m->token));
    const bool has_start = read_token(m) == AP_TOKEN_WORD;
    if (has_start && flags >= 0 && m->listener != NULL)
        m->listener->start_index(m->listener->context, m->token.span, m->actual->components, flags);
    m->actual->damaged[AP_HIERARCHY] |= !has_start;
    m->actual->invalid_flags |= flags < 0;
    m->actual->components += flags < 0 ? 0 : (size_t)__builtin_popcount((unsigned)flags);
}

static void count_hierarchy_entries(entry_count_state *m)
{
    if (!read_to_open_brace_and_mark_damage(m, AP_HIERARCHY, 0))
        return;
    for (read_token(m); is_inside_section(m); read_token(m)) {
        if (m->token.kind == AP_TOKEN_STRING)
            count_joint_and_components(m);
        else
            m->actual->damaged[AP_HIERARCHY] = true;
        if (!is_inside_section(m))
            break;
    }
    m->actual->damaged[AP_HIERARCHY] |= m->token.kind == AP_TOKEN_END;
}

/* Reads a section of pairs of vectors up to its closing brace. Returns the number of its vectors (opening
   parentheses), and marks the section as damaged if it is anything but pairs of vectors. */
static size_t count_vectors_of_section(entry_count_state *m, int kind)
{
    static const ap_token_kind vector[] = { AP_TOKEN_OPEN_PARENTHESIS, AP_TOKEN_WORD, AP_TOKEN_WORD,
        AP_TOKEN_WORD, AP_TOKEN_CLOSE_PARENTHESIS };
    enum { TOKENS = sizeof vector / sizeof *vector };
    size_t parentheses = 0, tokens = 0;
    if (!read_to_open_brace_and_mark_damage(m, kind, 0))
        return 0;
    for (read_token(m); is_inside_section(m); read_token(m)) {
        parentheses += m->token.kind == AP_TOKEN_OPEN_PARENTHESIS;
        m->actual->damaged[kind] |= m->token.kind != vector[tokens++ % TOKENS];
    }
    m->actual->damaged[kind] |= tokens % (2 * TOKENS) != 0 || m->token.kind == AP_TOKEN_END;
    return parentheses;
}

static void count_frame_values(entry_count_state *m)
{
    size_t values = 0;
    if (!read_to_open_brace_and_mark_damage(m, AP_FRAME, 1))
        return;
    for (read_token(m); is_inside_section(m); read_token(m))
        values += m->token.kind == AP_TOKEN_WORD;
    m->actual->damaged[AP_FRAME] |= m->token.kind == AP_TOKEN_END;
    m->actual->uneven |= m->actual->frames > 0 && values != m->actual->values;
    m->actual->values = values;
    m->actual->frames++;
}

/* Keeps the span of a count of the header if the current token is its key, and the first such key. After the first frame, a count
   or any other token between sections marks the section of frames as damaged. */
static void read_header_count_or_stray_word(entry_count_state *m)
{
    static const char *const keys[AP_MD5ANIM_COUNTS] = { "numFrames", "numJoints", "numAnimatedComponents" };
    m->actual->damaged[AP_FRAME] |= m->actual->found[AP_FRAME];
    for (size_t i = 0; i < AP_MD5ANIM_COUNTS; i++) {
        if (is_word(m, keys[i]) && m->actual->count_spans[i].length == 0 && read_token(m) == AP_TOKEN_WORD)
            m->actual->count_spans[i] = m->token.span;
    }
}

static void count_section_entries(entry_count_state *m)
{
    if (is_word(m, "hierarchy"))
        count_hierarchy_entries(m);
    else if (is_word(m, "bounds"))
        m->actual->corners += count_vectors_of_section(m, AP_BOUNDS);
    else if (is_word(m, "baseframe"))
        m->actual->vectors += count_vectors_of_section(m, AP_BASEFRAME);
    else if (is_word(m, "frame"))
        count_frame_values(m);
    else
        read_header_count_or_stray_word(m);
}

/* Reads a second file, which follows the first in the input, and marks each of its sections as damaged. */
static void mark_sections_of_second_file(entry_count_state *m)
{
    static const char *const keywords[AP_MD5ANIM_SECTIONS] = { "hierarchy", "bounds", "baseframe", "frame" };
    for (; m->token.kind != AP_TOKEN_END; read_token(m)) {
        for (size_t i = 0; i < AP_MD5ANIM_SECTIONS; i++)
            m->actual->damaged[i] |= is_word(m, keywords[i]);
    }
}

void ap_md5anim_count_entries(ap_view input, ap_arena *arena, const ap_md5anim_start_index_listener *listener,
    ap_md5anim_actual_counts *actual)
{
    static const ap_lexer_rules no_rules = { .encoding = NULL };
    entry_count_state m = { .listener = listener, .actual = actual };
    size_t files = 0;
    *actual = (ap_md5anim_actual_counts){ .frames = 0 };
    ap_io_init(&m.io, input, NULL, arena, NULL);
    ap_lexer_init(&m.lexer, &m.io, &no_rules, 0);
    m.lexer.silent = true;
    while (read_token(&m) != AP_TOKEN_END) {
        files += is_word(&m, "MD5Version");
        if (files > 1)
            mark_sections_of_second_file(&m);
        else
            count_section_entries(&m);
    }
}

bool ap_md5anim_find_agreed_count(
    const ap_md5anim_actual_counts *actual, ap_md5anim_count count, size_t *value)
{
    switch (count) {
    case AP_MD5ANIM_FRAME_COUNT:
        *value = actual->frames;
        return actual->corners == 2 * actual->frames;
    case AP_MD5ANIM_JOINT_COUNT:
        *value = actual->joints;
        return actual->vectors == 2 * actual->joints;
    case AP_MD5ANIM_COMPONENT_COUNT:
        *value = actual->components;
        return !actual->uneven && !actual->invalid_flags && actual->values == actual->components;
    case AP_MD5ANIM_COUNTS:
        break;
    }
    return false;
}

bool ap_md5anim_do_sections_outvote_header(
    const ap_md5anim_actual_counts *actual, ap_md5anim_count count, int64_t stored, size_t *value)
{
    const int first = count == AP_MD5ANIM_JOINT_COUNT ? AP_HIERARCHY : AP_BOUNDS;
    const int second = count == AP_MD5ANIM_JOINT_COUNT ? AP_BASEFRAME : AP_FRAME;
    return actual->found[first] && actual->found[second] && !actual->damaged[first]
           && !actual->damaged[second] && ap_md5anim_find_agreed_count(actual, count, value) && *value >= 1
           && *value <= INT32_MAX && (int64_t)*value != stored;
}

/* Counts of the header that the sections outvote */

/* Returns true if numAnimatedComponents is 6 times this number of joints. */
static bool is_component_count_6_per_joint(const ap_md5anim_stream *stream, size_t joints)
{
    const ap_span span = stream->actual.count_spans[AP_MD5ANIM_COMPONENT_COUNT];
    const ap_view word = { stream->base.text.io.input.bytes + span.offset, span.length };
    int32_t components;
    return span.length > 0 && ap_parse_int32(word, &components)
           && components == AP_MD5_COMPONENTS * (int64_t)joints;
}

static void report_wrong_joint_count(ap_md5anim_stream *stream, size_t joints)
{
    ap_io *io = &stream->base.text.io;
    const ap_text_integer *count = &stream->base.joint_count;
    const ap_rule *rule = AP_MD5ANIM_RULE(JOINT_COUNT);
    const ap_value expected = ap_size(joints), found = ap_integer(count->value);
    if (is_component_count_6_per_joint(stream, joints))
        ap_add_finding_at(io, rule, count->span, "num_joints", expected, found,
            "numJoints says %d; the hierarchy and the baseframe hold %zu, and %zu components are %zu x %d",
            (int)count->value, joints, joints * AP_MD5_COMPONENTS, joints, AP_MD5_COMPONENTS);
    else
        ap_add_finding_at(io, rule, count->span, "num_joints", expected, found,
            "numJoints says %d; the hierarchy and the baseframe hold %zu", (int)count->value, joints);
}

static void report_and_correct_joint_count(ap_md5anim_stream *stream)
{
    ap_text_integer *count = &stream->base.joint_count;
    size_t joints;
    if (!count->known
        || !ap_md5anim_do_sections_outvote_header(
            &stream->actual, AP_MD5ANIM_JOINT_COUNT, count->value, &joints))
        return;
    report_wrong_joint_count(stream, joints);
    count->value = (int32_t)joints;
    ap_md5anim_check_component_count(stream);
}

static void report_and_correct_frame_count(ap_md5anim_stream *stream)
{
    ap_text_integer *count = &stream->frame_count;
    size_t frames;
    if (!count->known
        || !ap_md5anim_do_sections_outvote_header(
            &stream->actual, AP_MD5ANIM_FRAME_COUNT, count->value, &frames))
        return;
    ap_add_finding_at(&stream->base.text.io, AP_MD5ANIM_RULE(FRAME_COUNT), count->span, "num_frames",
        ap_size(frames), ap_integer(count->value), "numFrames says %d; the bounds and the frames hold %zu",
        (int)count->value, frames);
    count->value = (int32_t)frames;
}

void ap_md5anim_correct_and_report_counts(ap_md5_stream *base)
{
    ap_md5anim_stream *stream = ap_md5anim_of(base);
    ap_field_path *path = &base->text.io.path;
    const size_t depth = path->depth;
    if (!stream->are_counts_known)
        ap_md5anim_count_entries(base->text.io.input, base->text.io.arena, NULL, &stream->actual);
    stream->are_counts_known = true;
    path->depth = 0; /* the header's fields, not those of the section that is being read */
    report_and_correct_frame_count(stream);
    report_and_correct_joint_count(stream);
    path->depth = depth;
}
