#include "validators/readers/case_terms.h"

#include <stdlib.h>
#include <string.h>

#include "validators/md5anim/md5anim_table.h"
#include "validators/md5camera/md5camera_table.h"
#include "validators/md5mesh/md5mesh_table.h"
#include "validators/readers/token_kinds.h"

#define PLAIN(name)                                                                                          \
    {                                                                                                        \
        .kind = AP_TERM_##name                                                                               \
    }
#define TEXT(name, words)                                                                                    \
    {                                                                                                        \
        .kind = AP_TERM_##name, .text = words                                                                \
    }
#define NUMBER(name, value)                                                                                  \
    {                                                                                                        \
        .kind = AP_TERM_##name, .number = value                                                              \
    }
#define ALWAYS               PLAIN(ALWAYS)
#define OF_FILE              PLAIN(OF_FILE)
#define BEGINS_WITH_PLUS     PLAIN(BEGINS_WITH_PLUS)
#define QUOTED_NUMBER        PLAIN(QUOTED_NUMBER)
#define TOUCHES              PLAIN(TOUCHES)
#define IN_COMMENT           PLAIN(IN_COMMENT)
#define THEN_NUL             PLAIN(THEN_NUL)
#define OTHER_CASE           PLAIN(OTHER_CASE)
#define EXPECTED_LATER       PLAIN(EXPECTED_LATER)
#define ENDS_FILE            PLAIN(ENDS_FILE)
#define FOUND_ZERO           PLAIN(FOUND_ZERO)
#define BELOW_EXPECTED       PLAIN(BELOW_EXPECTED)
#define ABOVE_EXPECTED       PLAIN(ABOVE_EXPECTED)
#define HAS_LINE_END         PLAIN(HAS_LINE_END)
#define FIRST_ON_LINE        PLAIN(FIRST_ON_LINE)
#define LAST_ON_LINE         PLAIN(LAST_ON_LINE)
#define SEVERAL_ERRORS       PLAIN(SEVERAL_ERRORS)
#define NO_ERRORS            PLAIN(NO_ERRORS)
#define FILE_FOLLOWS         PLAIN(FILE_FOLLOWS)
#define IN(words)            TEXT(IN, words)
#define IS(words)            TEXT(IS, words)
#define WORD(words)          TEXT(WORD, words)
#define AFTER_WORD(words)    TEXT(AFTER_WORD, words)
#define BEGINS_WITH(words)   TEXT(BEGINS_WITH, words)
#define EXPECTS(words)       TEXT(EXPECTS, words)
#define FOUND(words)         TEXT(FOUND, words)
#define NOT_BELOW_KEY(words) TEXT(NOT_BELOW_KEY, words)
#define SAYS(words)          TEXT(SAYS, words)
#define FILE_HAS(words)      TEXT(FILE_HAS, words)
#define ABOVE(value)         NUMBER(ABOVE, value)
#define BELOW(value)         NUMBER(BELOW, value)

/* More elements than any real file has. */
enum { MOST_SIZE = 65535 };

/* The largest number of 32 bits without a sign, and of 64 bits with a sign. */
#define MOST_32_BITS 4294967295.0
#define MOST_64_BITS 9223372036854775807.0

#define CASE(index, letters, ...) { &RULES[index], letters, { __VA_ARGS__ } },
static const ap_reader_case cases[] = {
#define RULES ap_md5anim_rules
#include "validators/readers/md5anim_cases.inc"
#undef RULES
#define RULES ap_md5mesh_rules
#include "validators/readers/md5mesh_cases.inc"
#undef RULES
#define RULES ap_md5camera_rules
#include "validators/readers/md5camera_cases.inc"
#undef RULES
};
#undef CASE

const ap_reader_case *ap_reader_cases(size_t *count)
{
    *count = sizeof cases / sizeof *cases;
    return cases;
}

enum { NUMBER_BYTES = 64 };

static bool is_equal_to_text(ap_view view, const char *text)
{
    return view.size == strlen(text) && memcmp(view.bytes, text, view.size) == 0;
}

/* Returns the text without the quotes around it. */
static ap_view unquoted(const char *text)
{
    const size_t length = strlen(text);
    const bool quoted = length > 1 && text[0] == '"' && text[length - 1] == '"';
    return (ap_view){ (const uint8_t *)text + quoted, length - 2 * (size_t)quoted };
}

/* Stores the value of a decimal number, quoted or not, or of a byte count such as "7 bytes". Returns false for another text. */
static bool parse_number_or_byte_count(const char *text, double *number)
{
    char digits[NUMBER_BYTES], *end;
    if (text == NULL)
        return false;
    const ap_view view = unquoted(text);
    const char *unit = strstr(text, " bytes");
    const size_t length = unit != NULL ? (size_t)(unit - text) : view.size;
    if (length == 0 || length >= sizeof digits)
        return false;
    memcpy(digits, view.bytes, length);
    digits[length] = '\0';
    if (strspn(digits, "+-.0123456789eE") != length)
        return false;
    *number = strtod(digits, &end);
    return *end == '\0';
}

/* Returns the byte after the first place where the view has this word, with no letter before or after it; NULL if it has none.
   The word has at least one byte. */
static const uint8_t *find_end_of_word(ap_view view, ap_view word)
{
    for (size_t at = 0; at + word.size <= view.size; at++) {
        const size_t end = at + word.size;
        if (view.bytes[at] == word.bytes[0] && memcmp(view.bytes + at, word.bytes, word.size) == 0
            && (at == 0 || !ap_is_text_letter(view.bytes[at - 1]))
            && (end == view.size || !ap_is_text_letter(view.bytes[end])))
            return view.bytes + end;
    }
    return NULL;
}

/* Stores the number after the first place where the file has this key. Returns false if the file has no such key, or no digits
   after it. */
static bool find_number_after_key(ap_view input, const char *key, double *value)
{
    const uint8_t *at = find_end_of_word(input, (ap_view){ (const uint8_t *)key, strlen(key) });
    const uint8_t *end = input.bytes + input.size;
    *value = 0;
    while (at != NULL && at < end && ap_is_text_blank(*at))
        at++;
    if (at == NULL || at == end || !ap_is_text_digit(*at))
        return false;
    for (; at < end && ap_is_text_digit(*at); at++)
        *value = *value * 10 + (*at - '0');
    return true;
}

/* Returns the byte at the offset; a line feed after the end of the view. */
static uint8_t byte_at(ap_view view, size_t at)
{
    return at < view.size ? view.bytes[at] : '\n';
}

static bool is_line_end(uint8_t byte)
{
    return byte == '\n' || byte == '\r';
}

/* Returns true if the path without its indexes is `above`, or below it. */
static bool is_path_in_or_below(const char *path, const char *above)
{
    while (*above != '\0') {
        if (*path == '[')
            path += strcspn(path, "]") + (strchr(path, ']') != NULL);
        else if (*path++ != *above++)
            return false;
    }
    return *path == '\0' || *path == '.' || *path == '[';
}

static bool is_first_on_line(ap_view input, size_t at)
{
    while (at > 0 && (input.bytes[at - 1] == ' ' || input.bytes[at - 1] == '\t'))
        at--;
    return at == 0 || is_line_end(input.bytes[at - 1]);
}

static bool is_last_on_line(ap_view input, size_t at)
{
    while (byte_at(input, at) == ' ' || byte_at(input, at) == '\t')
        at++;
    return is_line_end(byte_at(input, at));
}

static bool has_line_end(ap_view token)
{
    for (size_t i = 0; i < token.size; i++) {
        if (is_line_end(token.bytes[i]))
            return true;
    }
    return false;
}

/* Returns the letters and digits before the offset, with only blanks between; an empty view if another byte is there. */
static ap_view word_before(ap_view input, size_t at)
{
    while (at > 0 && ap_is_text_blank(input.bytes[at - 1]))
        at--;
    size_t start = at;
    while (
        start > 0 && (ap_is_text_letter(input.bytes[start - 1]) || ap_is_text_digit(input.bytes[start - 1])))
        start--;
    return (ap_view){ input.bytes + start, at - start };
}

/* Returns true if the token is the expected word with other capital letters. */
static bool is_word_in_other_case(ap_view token, const char *expected)
{
    if (expected == NULL)
        return false;
    const ap_view word = unquoted(expected);
    if (word.size != token.size || memcmp(word.bytes, token.bytes, word.size) == 0)
        return false;
    for (size_t i = 0; i < word.size; i++) {
        const bool letters = ap_is_text_letter(word.bytes[i]) && ap_is_text_letter(token.bytes[i]);
        if (word.bytes[i] != token.bytes[i] && (!letters || (word.bytes[i] | ' ') != (token.bytes[i] | ' ')))
            return false;
    }
    return true;
}

/* Returns true if the last block comment that begins before this place has not ended there. */
static bool is_in_comment(ap_view input, size_t place)
{
    for (size_t end = place; end >= 2; end--) {
        const uint8_t *mark = input.bytes + end - 2;
        if (mark[0] == '*' && mark[1] == '/')
            return false;
        if (mark[0] == '/' && mark[1] == '*')
            return true;
    }
    return false;
}

static bool does_letter_or_digit_precede(ap_view input, size_t at)
{
    return at > 0 && (ap_is_text_letter(input.bytes[at - 1]) || ap_is_text_digit(input.bytes[at - 1]));
}

/* Returns true if the token is a string with a plain number in it. */
static bool is_quoted_number(ap_view token)
{
    if (token.size < 3 || token.bytes[0] != '"')
        return false;
    const ap_view inside = { token.bytes + 1, token.size - 2 };
    const char *kind = ap_kind_of_token(inside);
    return strcmp(kind, "integer") == 0 || strcmp(kind, "fraction") == 0;
}

static bool is_number_term_true(const ap_case_subject *subject, const ap_case_term *term)
{
    double found, other;
    if (!parse_number_or_byte_count(subject->finding->found, &found))
        return false;
    switch (term->kind) {
    case AP_TERM_FOUND_ZERO:
        return found == 0;
    case AP_TERM_ABOVE:
        return found > term->number;
    case AP_TERM_BELOW:
        return found < term->number;
    case AP_TERM_BELOW_EXPECTED:
        return parse_number_or_byte_count(subject->finding->expected, &other) && found < other;
    case AP_TERM_ABOVE_EXPECTED:
        return parse_number_or_byte_count(subject->finding->expected, &other) && found > other;
    default:
        return find_number_after_key(subject->input, term->text, &other) && found >= other;
    }
}

/* Returns true if the term is true: a term about the position of the token or about numbers. */
static bool is_position_term_true(const ap_case_subject *subject, const ap_case_term *term)
{
    const ap_view input = subject->input;
    const size_t start = subject->finding->span.offset, end = start + subject->finding->span.length;
    switch (term->kind) {
    case AP_TERM_AFTER_WORD:
        return is_equal_to_text(word_before(input, start), term->text);
    case AP_TERM_THEN_NUL:
        return byte_at(input, end) == '\0';
    case AP_TERM_TOUCHES:
        return does_letter_or_digit_precede(input, start);
    case AP_TERM_IN_COMMENT:
        return is_in_comment(input, start);
    case AP_TERM_ENDS_FILE:
        return end >= input.size;
    case AP_TERM_FIRST_ON_LINE:
        return is_first_on_line(input, start);
    case AP_TERM_LAST_ON_LINE:
        return is_last_on_line(input, end);
    default:
        return is_number_term_true(subject, term);
    }
}

static bool does_word_follow_finding(const ap_case_subject *subject, const char *word)
{
    const size_t end = subject->finding->span.offset + subject->finding->span.length;
    const ap_view rest = { subject->input.bytes + end, subject->input.size - end };
    return word != NULL && ap_is_text_letter((uint8_t)word[0])
           && find_end_of_word(rest, unquoted(word)) != NULL;
}

/* Returns true if the text is at this place of the input or after it. */
static bool has_text_from(ap_view input, const char *text, size_t at)
{
    const size_t length = strlen(text);
    for (; at + length <= input.size; at++) {
        if (input.bytes[at] == (uint8_t)text[0] && memcmp(input.bytes + at, text, length) == 0)
            return true;
    }
    return false;
}

/* Returns true if the term is true: a term about the token or its position, or about numbers. */
static bool is_token_term_true(const ap_case_subject *subject, const ap_case_term *term)
{
    const ap_finding *finding = subject->finding;
    const ap_view token = { subject->input.bytes + finding->span.offset, finding->span.length };
    switch (term->kind) {
    case AP_TERM_IS:
        return strcmp(ap_kind_of_token(token), term->text) == 0;
    case AP_TERM_BEGINS_WITH_PLUS:
        return token.size > 0 && token.bytes[0] == '+';
    case AP_TERM_QUOTED_NUMBER:
        return is_quoted_number(token);
    case AP_TERM_WORD:
        return is_equal_to_text(token, term->text);
    case AP_TERM_BEGINS_WITH:
        return token.size > 0
               && token.bytes[0] == (strcmp(term->text, "nul") == 0 ? 0 : (uint8_t)term->text[0]);
    case AP_TERM_OTHER_CASE:
        return is_word_in_other_case(token, finding->expected);
    case AP_TERM_HAS_LINE_END:
        return has_line_end(token);
    case AP_TERM_EXPECTED_LATER:
        return does_word_follow_finding(subject, finding->expected);
    case AP_TERM_FILE_FOLLOWS:
        return has_text_from(subject->input, "MD5Version ", subject->finding->span.offset);
    default:
        return is_position_term_true(subject, term);
    }
}

/* Returns true if the file has a finding of the rule with this name, such as "version" for md5anim/version. */
static bool has_finding_of_rule(const ap_findings *findings, const char *name)
{
    for (const ap_finding *f = findings->first; f != NULL; f = f->next) {
        if (strcmp(strchr(f->rule->id, '/') + 1, name) == 0)
            return true;
    }
    return false;
}

static bool is_value_equal_to_text(const char *value, const char *text)
{
    return value != NULL && is_equal_to_text(unquoted(value), text);
}

static bool is_term_true(const ap_case_subject *subject, const ap_case_term *term)
{
    const ap_finding *finding = subject->finding;
    switch (term->kind) {
    case AP_TERM_ALWAYS:
        return true;
    case AP_TERM_IN:
        return is_path_in_or_below(finding->path, term->text);
    case AP_TERM_OF_FILE:
        return finding->path[0] == '\0';
    case AP_TERM_EXPECTS:
        return is_value_equal_to_text(finding->expected, term->text);
    case AP_TERM_FOUND:
        return is_value_equal_to_text(finding->found, term->text);
    case AP_TERM_SAYS:
        return strstr(finding->message, term->text) != NULL;
    case AP_TERM_FILE_HAS:
        return has_finding_of_rule(subject->findings, term->text);
    case AP_TERM_SEVERAL_ERRORS:
        return subject->findings->counts[AP_ERROR] > 1;
    case AP_TERM_NO_ERRORS:
        return subject->findings->counts[AP_ERROR] == 0;
    default:
        return is_token_term_true(subject, term);
    }
}

const char *ap_find_answer_letters(const ap_case_subject *subject)
{
    const ap_span span = subject->finding->span;
    if (span.offset > subject->input.size || span.length > subject->input.size - span.offset)
        return NULL;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t term = 0;
        if (cases[i].rule != subject->finding->rule)
            continue;
        while (term < AP_MOST_TERMS && is_term_true(subject, &cases[i].terms[term]))
            term++;
        if (term == AP_MOST_TERMS)
            return cases[i].letters;
    }
    return NULL;
}
