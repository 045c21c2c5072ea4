#include "validators/md5anim/md5anim_fix.h"

#include <stdio.h>
#include <string.h>

#include "core/text/lexer.h"
#include "validators/md5anim/md5anim_extent.h"
#include "validators/md5anim/md5anim_form_fix.h"
#include "validators/md5anim/md5anim_table.h"

#define SHARED_RULE(name) (&ap_md5anim_rules[MD5_##name])

enum { NUMBER_BYTES = 24 };

static ap_view literal(const char *text)
{
    return (ap_view){ (const uint8_t *)text, strlen(text) };
}

static ap_view from(const ap_fix_job *job, size_t at)
{
    return (ap_view){ job->input.bytes + at, job->input.size - at };
}

/* A copy of the input from the finding on, which the fix puts in its place; NULL when memory has run out. */
static uint8_t *copy_rest(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_view rest = from(job, finding->span.offset);
    uint8_t *copy = ap_alloc(job->arena, rest.size);
    if (copy == NULL)
        return NULL;
    memcpy(copy, rest.bytes, rest.size);
    fix->span = (ap_span){ finding->span.offset, rest.size };
    fix->text = (ap_view){ copy, rest.size };
    return copy;
}

static void put_number(const ap_fix_job *job, ap_span span, size_t value, ap_fix *fix)
{
    char *text = ap_alloc(job->arena, NUMBER_BYTES);
    if (text == NULL)
        return;
    snprintf(text, NUMBER_BYTES, "%zu", value);
    fix->span = span;
    fix->text = literal(text);
}

/* The tokens of a text, without findings. */
typedef struct token_walk {
    ap_io io;
    ap_lexer lexer;
    ap_token token;
} token_walk;

static void start_walk(token_walk *walk, ap_view text, ap_arena *arena)
{
    static const ap_lexer_rules no_rules = { .encoding = NULL };
    ap_io_init(&walk->io, text, NULL, arena, NULL);
    ap_lexer_init(&walk->lexer, &walk->io, &no_rules, 0);
    walk->lexer.silent = true;
}

static bool next_token(token_walk *walk)
{
    ap_lexer_read(&walk->lexer, &walk->token);
    return walk->token.kind != AP_TOKEN_END;
}

/* Bytes that are not plain text */

static bool has_nul_in_string(const ap_fix_job *job)
{
    token_walk walk;
    bool has = false;
    start_walk(&walk, job->input, job->arena);
    while (!has && next_token(&walk)) {
        const ap_span span = walk.token.span;
        has = walk.token.kind == AP_TOKEN_STRING
              && memchr(job->input.bytes + span.offset, '\0', span.length) != NULL;
    }
    return has;
}

static void fix_encoding(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const uint8_t first = job->input.bytes[finding->span.offset];
    if (first != '\r' && first != '\0') {
        fix->span = finding->span;
        if (finding->span.length != 3)
            fix->refused = "text in UTF-16 has to be saved anew as ASCII";
        return;
    }
    if (first == '\0' && has_nul_in_string(job)) {
        fix->refused = "what the NUL in a string was is not known";
        return;
    }
    uint8_t *bytes = copy_rest(job, finding, fix);
    for (size_t i = 0; bytes != NULL && i < fix->text.size; i++) {
        const bool lone = bytes[i] == '\r' && (i + 1 == fix->text.size || bytes[i + 1] != '\n');
        if (first == '\0' ? bytes[i] == '\0' : lone)
            bytes[i] = first == '\0' ? ' ' : '\n';
    }
}

static void fix_before_version(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    fix->span = finding->span;
    for (size_t i = 0; i < finding->span.length && !job->unsafe; i++) {
        if (!ap_is_blank(job->input.bytes[finding->span.offset + i]))
            fix->refused = "a comment would be lost: --unsafe leaves it out";
    }
}

/* Tokens */

static void fix_keyword_comment(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    (void)job;
    fix->span = (ap_span){ finding->span.offset, 0 };
    fix->text = literal(" ");
}

static void fix_unquoted(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const size_t length = finding->span.length;
    uint8_t *bytes = ap_alloc(job->arena, length + 2);
    if (bytes == NULL)
        return;
    bytes[0] = bytes[length + 1] = '"';
    memcpy(bytes + 1, job->input.bytes + finding->span.offset, length);
    fix->span = finding->span;
    fix->text = (ap_view){ bytes, length + 2 };
}

static bool is_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

/* In bare words alone: neither in strings nor in comments. */
static void fix_decimal_comma(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    token_walk walk;
    uint8_t *bytes = copy_rest(job, finding, fix);
    if (bytes == NULL)
        return;
    start_walk(&walk, fix->text, job->arena);
    while (next_token(&walk)) {
        uint8_t *word = bytes + walk.token.span.offset;
        for (size_t i = 1; walk.token.kind == AP_TOKEN_WORD && i + 1 < walk.token.span.length; i++) {
            if (word[i] == ',' && is_digit(word[i - 1]) && is_digit(word[i + 1]))
                word[i] = '.';
        }
    }
}

/* How many bytes of the word are digits, from `at` on. */
static size_t digits(ap_view word, size_t at)
{
    size_t count = 0;
    while (at + count < word.size && is_digit(word.bytes[at + count]))
        count++;
    return count;
}

/* A point and zeros at the end mean nothing in a whole number, nor does a plus sign; a zero at the beginning is
   another number to some. */
static void fix_integer(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_view word = { job->input.bytes + finding->span.offset, finding->span.length };
    const size_t sign = word.size > 0 && (word.bytes[0] == '+' || word.bytes[0] == '-');
    const size_t whole = digits(word, sign);
    size_t end = sign + whole;
    if (end < word.size && word.bytes[end] == '.')
        end++;
    while (end < word.size && word.bytes[end] == '0')
        end++;
    fix->refused = "it is not a whole number";
    if (whole == 0 || end != word.size || (whole > 1 && word.bytes[sign] == '0'))
        return;
    const size_t plus = word.bytes[0] == '+';
    *fix = (ap_fix){ .span = finding->span, .text = { word.bytes + plus, sign + whole - plus } };
}

/* +1, 00.5, 1E5 and 1.5f are 1, 0.5, 1e5 and 1.5 to all who read them at all. */
static void fix_number(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_view word = { job->input.bytes + finding->span.offset, finding->span.length };
    uint8_t *out = ap_alloc(job->arena, word.size);
    size_t at = 0, used = 0;
    fix->refused = "what number it is meant to be is not known";
    if (out == NULL)
        return;
    if (word.size > 0 && (word.bytes[0] == '+' || word.bytes[0] == '-') && word.bytes[at++] == '-')
        out[used++] = '-';
    while (at + 1 < word.size && word.bytes[at] == '0' && is_digit(word.bytes[at + 1]))
        at++;
    for (bool exponent = false, point = false; at < word.size; at++) {
        const uint8_t byte = word.bytes[at];
        const bool last_f = (byte == 'f' || byte == 'F') && at + 1 == word.size;
        const bool starts = (byte == 'e' || byte == 'E') && !exponent;
        const bool sign = (byte == '-' || byte == '+') && exponent && !is_digit(out[used - 1]);
        if (!is_digit(byte) && !last_f && !starts && !sign && (byte != '.' || point || exponent))
            return;
        exponent |= starts;
        point |= byte == '.';
        if (!last_f)
            out[used++] = starts ? 'e' : byte;
    }
    *fix = (ap_fix){ .span = finding->span, .text = { out, used } };
}

/* Counts and indices */

static void fix_count(const ap_fix_job *job, ap_md5anim_count count, ap_fix *fix)
{
    size_t value;
    ap_md5anim_extent extent;
    ap_md5anim_measure(job->input, job->arena, NULL, &extent);
    if (extent.counts[count].length == 0)
        fix->refused = "the header does not have the count";
    else if (!ap_md5anim_proves(&extent, count, &value))
        fix->refused = "the file's parts do not agree about the count";
    else
        put_number(job, extent.counts[count], value, fix);
}

static void fix_frame_count(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    (void)finding;
    fix_count(job, AP_MD5ANIM_FRAME_COUNT, fix);
}

static void fix_joint_count(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    (void)finding;
    fix_count(job, AP_MD5ANIM_JOINT_COUNT, fix);
}

static void fix_component_count(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    (void)finding;
    fix_count(job, AP_MD5ANIM_COMPONENT_COUNT, fix);
}

/* The count that the finding points at; other integers by their spelling. */
static void fix_count_at(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    ap_md5anim_extent extent;
    ap_md5anim_measure(job->input, job->arena, NULL, &extent);
    ap_md5anim_count count = AP_MD5ANIM_FRAME_COUNT;
    while (count < AP_MD5ANIM_COUNTS && extent.counts[count].offset != finding->span.offset)
        count++;
    if (count == AP_MD5ANIM_COUNTS)
        fix_integer(job, finding, fix);
    else
        fix_count(job, count, fix);
}

typedef struct wanted_start {
    ap_span span; /* of the token */
    bool found;
    size_t value;
} wanted_start;

static void take_start(void *context, ap_span start, size_t components_before, int flags)
{
    wanted_start *wanted = context;
    if (start.offset != wanted->span.offset)
        return;
    wanted->found = true;
    wanted->value = flags == 0 ? 0 : components_before;
}

static void fix_start(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    wanted_start wanted = { .span = finding->span };
    const ap_md5anim_start_listener listener = { take_start, &wanted };
    ap_md5anim_extent extent;
    ap_md5anim_measure(job->input, job->arena, &listener, &extent);
    if (!wanted.found || extent.odd_flags)
        fix->refused = "the flags do not say what it must be";
    else
        put_number(job, finding->span, wanted.value, fix);
}

/* What follows the last frame */

static size_t without_blanks_at_end(const uint8_t *bytes, size_t size)
{
    while (size > 0 && ap_is_blank(bytes[size - 1]))
        size--;
    return size;
}

static void fix_trailing(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_view rest = from(job, finding->span.offset);
    const size_t first = without_blanks_at_end(job->input.bytes, finding->span.offset);
    const size_t second = without_blanks_at_end(rest.bytes, rest.size);
    const bool twice = first == second && memcmp(job->input.bytes, rest.bytes, first) == 0;
    fix->span = (ap_span){ finding->span.offset, rest.size };
    if (!twice && !job->unsafe)
        fix->refused = "what follows would be lost: --unsafe cuts it off";
}

const ap_fixer ap_md5anim_fixers[AP_MD5ANIM_FIXERS] = {
    { SHARED_RULE(ENCODING), "writes plain text", false, true, fix_encoding },
    { SHARED_RULE(BEFORE_VERSION), "makes MD5Version the first word", false, false, fix_before_version },
    { SHARED_RULE(KEYWORD_COMMENT), "puts a blank before the comment", false, false, fix_keyword_comment },
    { SHARED_RULE(JOINT_NAME_UNQUOTED), "puts the name in quotes", false, true, fix_unquoted },
    { SHARED_RULE(DECIMAL_COMMA), "writes points for the commas", false, true, fix_decimal_comma },
    { AP_MD5ANIM_RULE(FRAME_RATE_FRACTION), "writes the whole number", false, false, fix_integer },
    { AP_MD5ANIM_RULE(TRAILING_CONTENT), "cuts off what follows the last frame", false, false, fix_trailing },
    { SHARED_RULE(COUNT_EXCEEDS_FILE), "writes the count that the file has", false, true, fix_count_at },
    { SHARED_RULE(NUMBER), "writes the number in plain decimal notation", false, true, fix_number },
    { SHARED_RULE(INTEGER), "writes the integer in digits, a count as the file has it", false, true,
        fix_count_at },
    { AP_MD5ANIM_RULE(FRAME_COUNT_RANGE), "writes how many frames there are", false, true, fix_frame_count },
    { AP_MD5ANIM_RULE(FRAME_MISSING), "writes how many frames there are", false, true, fix_frame_count },
    { AP_MD5ANIM_RULE(FRAME_SURPLUS), "writes how many frames there are", false, true, fix_frame_count },
    { AP_MD5ANIM_RULE(BOUNDS_COUNT), "writes how many frames there are", false, true, fix_frame_count },
    { SHARED_RULE(JOINT_COUNT_RANGE), "writes how many joints there are", false, true, fix_joint_count },
    { AP_MD5ANIM_RULE(HIERARCHY_COUNT), "writes how many joints there are", false, true, fix_joint_count },
    { AP_MD5ANIM_RULE(BASEFRAME_COUNT), "writes how many joints there are", false, true, fix_joint_count },
    { AP_MD5ANIM_RULE(COMPONENT_COUNT_RANGE), "writes how many values a frame has", false, true,
        fix_component_count },
    { AP_MD5ANIM_RULE(COMPONENT_SUM), "writes how many values a frame has", false, true,
        fix_component_count },
    { AP_MD5ANIM_RULE(START_INDEX_RANGE), "writes the components before the joint", false, true, fix_start },
    { AP_MD5ANIM_RULE(START_INDEX_ORDER), "writes the canonical form", false, false, ap_md5anim_fix_form },
    { SHARED_RULE(LAYOUT), "writes the canonical form", false, false, ap_md5anim_fix_form },
    { SHARED_RULE(BLANK), "writes the canonical form", false, false, ap_md5anim_fix_form },
    { SHARED_RULE(LINE_LENGTH), "writes the canonical form", false, false, ap_md5anim_fix_form },
    { SHARED_RULE(NUMBER_EXPONENT), "writes the canonical form", false, false, ap_md5anim_fix_form },
    { SHARED_RULE(NUMBER_SIZE), "writes the canonical form", false, false, ap_md5anim_fix_form },
};
