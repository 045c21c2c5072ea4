#include "validators/readers/case_terms.h"

#include <stdlib.h>
#include <string.h>

#include "validators/md5anim/md5anim_table.h"
#include "validators/md5camera/md5camera_table.h"
#include "validators/md5mesh/md5mesh_table.h"

#define ALWAYS                                                                                               \
    {                                                                                                        \
        .kind = AP_TERM_ALWAYS                                                                               \
    }
#define OF_FILE                                                                                              \
    {                                                                                                        \
        .kind = AP_TERM_OF_FILE                                                                              \
    }
#define ENTRY                                                                                                \
    {                                                                                                        \
        .kind = AP_TERM_ENTRY                                                                                \
    }
#define NO_VALUE                                                                                             \
    {                                                                                                        \
        .kind = AP_TERM_NO_VALUE                                                                             \
    }
#define NO_EXPECTED                                                                                          \
    {                                                                                                        \
        .kind = AP_TERM_NO_EXPECTED                                                                          \
    }
#define NUMBER                                                                                               \
    {                                                                                                        \
        .kind = AP_TERM_NUMBER                                                                               \
    }
#define LESS                                                                                                 \
    {                                                                                                        \
        .kind = AP_TERM_LESS                                                                                 \
    }
#define MORE                                                                                                 \
    {                                                                                                        \
        .kind = AP_TERM_MORE                                                                                 \
    }
#define FIRST_ON_LINE                                                                                        \
    {                                                                                                        \
        .kind = AP_TERM_FIRST_ON_LINE                                                                        \
    }
#define SEVERAL                                                                                              \
    {                                                                                                        \
        .kind = AP_TERM_SEVERAL                                                                              \
    }
#define IN(words)                                                                                            \
    {                                                                                                        \
        .kind = AP_TERM_IN, .text = words                                                                    \
    }
#define FOUND(words)                                                                                         \
    {                                                                                                        \
        .kind = AP_TERM_FOUND, .text = words                                                                 \
    }
#define HAS(words)                                                                                           \
    {                                                                                                        \
        .kind = AP_TERM_HAS, .text = words                                                                   \
    }
#define BEGINS(words)                                                                                        \
    {                                                                                                        \
        .kind = AP_TERM_BEGINS, .text = words                                                                \
    }
#define ENDS(words)                                                                                          \
    {                                                                                                        \
        .kind = AP_TERM_ENDS, .text = words                                                                  \
    }
#define SAYS(words)                                                                                          \
    {                                                                                                        \
        .kind = AP_TERM_SAYS, .text = words                                                                  \
    }
#define AT(words)                                                                                            \
    {                                                                                                        \
        .kind = AP_TERM_AT, .text = words                                                                    \
    }
#define THEN(words)                                                                                          \
    {                                                                                                        \
        .kind = AP_TERM_THEN, .text = words                                                                  \
    }
#define AFTER(words)                                                                                         \
    {                                                                                                        \
        .kind = AP_TERM_AFTER, .text = words                                                                 \
    }
#define WITH(rule_name)                                                                                      \
    {                                                                                                        \
        .kind = AP_TERM_WITH, .text = rule_name                                                              \
    }
#define ABOVE(value)                                                                                         \
    {                                                                                                        \
        .kind = AP_TERM_ABOVE, .number = value                                                               \
    }
#define BELOW(value)                                                                                         \
    {                                                                                                        \
        .kind = AP_TERM_BELOW, .number = value                                                               \
    }
#define LONGER(value)                                                                                        \
    {                                                                                                        \
        .kind = AP_TERM_LONGER, .number = value                                                              \
    }

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

enum { NUMBER_BYTES = 64, AT_END = -1 };

/* Returns the text without the quotes around it. */
static ap_view unquoted(const char *text)
{
    const size_t length = strlen(text);
    const bool quoted = length > 1 && text[0] == '"' && text[length - 1] == '"';
    return (ap_view){ (const uint8_t *)text + quoted, length - 2 * (size_t)quoted };
}

/* Stores the value of a decimal number, or of a number of bytes. Returns false for another text. */
static bool number_of(const char *text, double *number)
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

/* Returns true if the byte is the character, or of the class, that the term names. */
static bool is_character(int byte, const char *name)
{
    if (byte == AT_END)
        return strcmp(name, "end") == 0;
    if (byte >= '0' && byte <= '9')
        return strcmp(name, "digit") == 0;
    if ((byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z'))
        return strcmp(name, "letter") == 0;
    if (byte >= 0x80)
        return strcmp(name, "other") == 0;
    if (byte == 0)
        return strcmp(name, "nul") == 0;
    return name[0] == (char)byte && name[1] == '\0';
}

/* Returns true if a character of the value is the term's; a letter is itself here. */
static bool has_character(ap_view value, const char *name)
{
    for (size_t i = 0; i < value.size; i++) {
        if ((name[1] == '\0' && value.bytes[i] == (uint8_t)name[0])
            || (value.bytes[i] >= 0x80 && strcmp(name, "other") == 0))
            return true;
    }
    return false;
}

static int byte_at(ap_view view, size_t at)
{
    return at < view.size ? view.bytes[at] : AT_END;
}

/* Returns true if the path without its indexes is `above`, or below it. */
static bool is_in(const char *path, const char *above)
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
    return at == 0 || input.bytes[at - 1] == '\n' || input.bytes[at - 1] == '\r';
}

static bool is_true_of_number(const ap_finding *finding, const ap_term *term)
{
    double found, expected;
    if (!number_of(finding->found, &found))
        return false;
    switch (term->kind) {
    case AP_TERM_ABOVE:
        return found > term->number;
    case AP_TERM_BELOW:
        return found < term->number;
    case AP_TERM_LESS:
        return number_of(finding->expected, &expected) && found < expected;
    case AP_TERM_MORE:
        return number_of(finding->expected, &expected) && found > expected;
    default:
        return true;
    }
}

static bool is_true_of_value(const ap_finding *finding, const ap_term *term)
{
    if (finding->found == NULL)
        return false;
    const ap_view value = unquoted(finding->found);
    switch (term->kind) {
    case AP_TERM_FOUND:
        return strlen(term->text) == value.size && memcmp(term->text, value.bytes, value.size) == 0;
    case AP_TERM_HAS:
        return has_character(value, term->text);
    case AP_TERM_BEGINS:
        return value.size > 0 && is_character(value.bytes[0], term->text);
    case AP_TERM_ENDS:
        return value.size > 0 && is_character(value.bytes[value.size - 1], term->text);
    default:
        return is_true_of_number(finding, term);
    }
}

static bool is_true_of_span(const ap_case_subject *subject, const ap_term *term)
{
    const ap_span span = subject->finding->span;
    switch (term->kind) {
    case AP_TERM_LONGER:
        return (double)span.length > term->number;
    case AP_TERM_FIRST_ON_LINE:
        return is_first_on_line(subject->input, span.offset);
    case AP_TERM_AT:
        return is_character(byte_at(subject->input, span.offset), term->text);
    case AP_TERM_THEN:
        return is_character(byte_at(subject->input, span.offset + span.length), term->text);
    case AP_TERM_AFTER:
        return is_character(span.offset == 0 ? AT_END : byte_at(subject->input, span.offset - 1), term->text);
    default:
        return is_true_of_value(subject->finding, term);
    }
}

/* Returns true if the file has a finding of the rule with this name. */
static bool has_rule(const ap_findings *findings, const char *name)
{
    for (const ap_finding *f = findings->first; f != NULL; f = f->next) {
        if (strcmp(strchr(f->rule->id, '/') + 1, name) == 0)
            return true;
    }
    return false;
}

static bool is_true(const ap_case_subject *subject, const ap_term *term)
{
    const ap_finding *finding = subject->finding;
    const size_t length = strlen(finding->path);
    switch (term->kind) {
    case AP_TERM_ALWAYS:
        return true;
    case AP_TERM_IN:
        return is_in(finding->path, term->text);
    case AP_TERM_OF_FILE:
        return length == 0;
    case AP_TERM_ENTRY:
        return length > 0 && finding->path[length - 1] == ']';
    case AP_TERM_NO_VALUE:
        return finding->found == NULL;
    case AP_TERM_NO_EXPECTED:
        return finding->expected == NULL;
    case AP_TERM_SAYS:
        return strstr(finding->message, term->text) != NULL;
    case AP_TERM_WITH:
        return has_rule(subject->findings, term->text);
    case AP_TERM_SEVERAL:
        return subject->findings->counts[AP_ERROR] > 1;
    default:
        return is_true_of_span(subject, term);
    }
}

const char *ap_case_letters(const ap_case_subject *subject)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t term = 0;
        if (cases[i].rule != subject->finding->rule)
            continue;
        while (term < AP_MOST_TERMS && is_true(subject, &cases[i].terms[term]))
            term++;
        if (term == AP_MOST_TERMS)
            return cases[i].answers;
    }
    return NULL;
}
