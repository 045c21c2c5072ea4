#include "validators/md5anim/md5anim_actual_counts.h"

#include "core/text/lexer.h"
#include "validators/md5anim/md5anim.h"

typedef struct measuring {
    ap_io io;
    ap_lexer lexer;
    ap_token token;
    const ap_md5anim_start_listener *listener;
    ap_md5anim_actual_counts *actual;
} measuring;

static ap_token_kind read_token(measuring *m)
{
    ap_lexer_read(&m->lexer, &m->token);
    return m->token.kind;
}

static bool is(const measuring *m, const char *word)
{
    return ap_token_is(&m->io, m->token, word);
}

/* Reads up to the opening brace of the next section. Returns false if a token other than words and the
   brace comes first. */
static bool read_to_open_brace(measuring *m)
{
    while (read_token(m) == AP_TOKEN_WORD) {
    }
    return m->token.kind == AP_TOKEN_OPEN_BRACE;
}

static bool in_section(const measuring *m)
{
    return m->token.kind != AP_TOKEN_CLOSE_BRACE && m->token.kind != AP_TOKEN_END;
}

/* Returns the joint flags that the word is, 0 to 63; -1 for any other word. */
static int parse_joint_flags(ap_view word)
{
    int value = 0;
    for (size_t i = 0; i < word.size; i++) {
        if (word.bytes[i] < '0' || word.bytes[i] > '9' || value > AP_MD5_FLAG_BITS)
            return -1;
        value = 10 * value + word.bytes[i] - '0';
    }
    return word.size > 0 && value <= AP_MD5_FLAG_BITS ? value : -1;
}

/* Counts a joint after its name was read, and reads its parent, flags and start index. */
static void measure_joint(measuring *m)
{
    m->actual->joints++;
    if (read_token(m) != AP_TOKEN_WORD || read_token(m) != AP_TOKEN_WORD) {
        m->actual->invalid_flags = true;
        return;
    }
    const int flags = parse_joint_flags(ap_token_view(&m->io, m->token));
    if (read_token(m) == AP_TOKEN_WORD && flags >= 0 && m->listener != NULL)
        m->listener->start_index(m->listener->context, m->token.span, m->actual->components, flags);
    m->actual->invalid_flags |= flags < 0;
    m->actual->components += flags < 0 ? 0 : (size_t)__builtin_popcount((unsigned)flags);
}

static void measure_hierarchy(measuring *m)
{
    if (!read_to_open_brace(m))
        return;
    for (read_token(m); in_section(m); read_token(m)) {
        if (m->token.kind == AP_TOKEN_STRING)
            measure_joint(m);
        if (!in_section(m))
            return;
    }
}

static size_t measure_pairs(measuring *m)
{
    size_t parentheses = 0;
    if (!read_to_open_brace(m))
        return 0;
    for (read_token(m); in_section(m); read_token(m))
        parentheses += m->token.kind == AP_TOKEN_OPEN_PARENTHESIS;
    return parentheses;
}

static void measure_frame(measuring *m)
{
    size_t values = 0;
    if (!read_to_open_brace(m))
        return;
    for (read_token(m); in_section(m); read_token(m))
        values += m->token.kind == AP_TOKEN_WORD;
    m->actual->uneven |= m->actual->frames > 0 && values != m->actual->values;
    m->actual->values = values;
    m->actual->frames++;
}

static void measure_count(measuring *m)
{
    static const char *const keys[AP_MD5ANIM_COUNTS] = { "numFrames", "numJoints", "numAnimatedComponents" };
    for (size_t i = 0; i < AP_MD5ANIM_COUNTS; i++) {
        if (is(m, keys[i]) && m->actual->counts[i].length == 0 && read_token(m) == AP_TOKEN_WORD)
            m->actual->counts[i] = m->token.span;
    }
}

static void measure_section(measuring *m)
{
    if (is(m, "hierarchy"))
        measure_hierarchy(m);
    else if (is(m, "bounds"))
        m->actual->corners += measure_pairs(m);
    else if (is(m, "baseframe"))
        m->actual->vectors += measure_pairs(m);
    else if (is(m, "frame"))
        measure_frame(m);
    else
        measure_count(m);
}

void ap_md5anim_measure(ap_view input, ap_arena *arena, const ap_md5anim_start_listener *listener,
    ap_md5anim_actual_counts *actual)
{
    static const ap_lexer_rules no_rules = { .encoding = NULL };
    measuring m = { .listener = listener, .actual = actual };
    size_t files = 0;
    *actual = (ap_md5anim_actual_counts){ .frames = 0 };
    ap_io_init(&m.io, input, NULL, arena, NULL);
    ap_lexer_init(&m.lexer, &m.io, &no_rules, 0);
    m.lexer.silent = true;
    while (read_token(&m) != AP_TOKEN_END) {
        files += is(&m, "MD5Version");
        if (files > 1)
            return;
        measure_section(&m);
    }
}

bool ap_md5anim_prove_count(const ap_md5anim_actual_counts *actual, ap_md5anim_count count, size_t *value)
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
