#include "validators/readers/readers_text.h"

#include <string.h>

#include "core/base/append_text.h"
#include "validators/registry.h"

/* A text that is being written, in a buffer of `size` bytes. */
typedef struct readers_text {
    char *out;
    size_t size;
} readers_text;

/* Returns the effects to name. A reader that ignores the fault and has other effects, too, is said to load the file. */
static unsigned named_effects(unsigned effects)
{
    if ((effects & AP_IGNORES) != 0 && effects != AP_IGNORES)
        return (effects & ~(unsigned)AP_IGNORES) | AP_LOADS;
    return effects;
}

/* Writes "loads, misreads or refuses". */
static void put_effect_names(const readers_text *text, unsigned effects)
{
    unsigned left = named_effects(effects);
    const unsigned first = left;
    for (size_t i = 0; i < AP_EFFECTS; i++) {
        const unsigned bit = 1U << i;
        if ((left & bit) == 0)
            continue;
        const bool begins = left == first;
        left &= ~bit;
        ap_append_text(text->out, text->size, "%s%s",
            begins      ? ""
            : left == 0 ? " or "
                        : ", ",
            bit == AP_WRONG ? "misreads" : ap_effect_name(i));
    }
    if (first == AP_IGNORES)
        ap_append_text(text->out, text->size, " the fault");
}

/* Writes the conditions of the reader's known effects: " (refuses when the string has 4096 bytes or more)". */
static void put_conditions(const readers_text *text, const ap_rule *rule, size_t reader)
{
    size_t count;
    const ap_known_effect *known = ap_known_effects(&count);
    bool put = false;
    for (size_t i = 0; i < count; i++) {
        if (known[i].rule != rule || known[i].reader != reader || known[i].when == NULL)
            continue;
        ap_append_text(text->out, text->size, put ? ", " : " (");
        put_effect_names(text, ap_effects_of_letters(known[i].effects));
        ap_append_text(text->out, text->size, " when %s", known[i].when);
        put = true;
    }
    ap_append_text(text->out, text->size, put ? ")" : "");
}

/* Writes the readers with these effects. */
static void put_readers_with_effects(
    const readers_text *text, const ap_rule *rule, const unsigned effects[AP_READERS], unsigned wanted)
{
    bool put = false;
    for (size_t i = 0; i < AP_READERS; i++) {
        if (named_effects(effects[i]) != wanted)
            continue;
        if (!put) {
            ap_append_text(text->out, text->size, text->out[0] != '\0' ? "; " : "");
            put_effect_names(text, wanted);
        }
        ap_append_text(text->out, text->size, "%s %s", put ? "," : ":", ap_readers[i].name);
        put_conditions(text, rule, i);
        put = true;
    }
}

static void put_readers_without_effects(
    const readers_text *text, const bool reads[AP_READERS], const unsigned effects[AP_READERS])
{
    bool put = false;
    for (size_t i = 0; i < AP_READERS; i++) {
        if (!reads[i] || effects[i] != 0)
            continue;
        ap_append_text(text->out, text->size, "%s",
            put                    ? ","
            : text->out[0] != '\0' ? "; not tried:"
                                   : "not tried:");
        ap_append_text(text->out, text->size, " %s", ap_readers[i].name);
        put = true;
    }
}

/* Returns the format of the rule; NULL if the rule belongs to no format. */
static const ap_format *format_of_rule(const ap_rule *rule)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        const ap_rule_table *table = &formats[i]->rules;
        if (rule >= table->rules && rule < table->rules + table->count)
            return formats[i];
    }
    return NULL;
}

/* Adds the effects that the answers of the rule's cases show, for readers without measured effects. */
static void add_effects_of_cases(const ap_rule *rule, unsigned effects[AP_READERS])
{
    size_t count;
    unsigned measured[AP_READERS];
    const ap_reader_case *rows = ap_reader_cases(&count);
    ap_find_measured_effects(rule, measured);
    for (size_t i = 0; i < count; i++) {
        for (size_t r = 0; rows[i].rule == rule && r < strlen(rows[i].letters); r++) {
            const char letter[] = { rows[i].letters[r], '\0' };
            effects[r] |= measured[r] == 0 ? ap_effects_of_letters(letter) : 0;
        }
    }
}

void ap_put_rule_readers(const ap_rule *rule, char *out, size_t size)
{
    const readers_text text = { out, size };
    unsigned effects[AP_READERS];
    bool reads[AP_READERS];
    const ap_format *format = format_of_rule(rule);
    out[0] = '\0';
    if (format == NULL)
        return;
    ap_find_readers_of_format(format, reads);
    ap_find_reader_effects(rule, effects);
    add_effects_of_cases(rule, effects);
    for (unsigned wanted = (1U << AP_EFFECTS) - 1; wanted > 0; wanted--)
        put_readers_with_effects(&text, rule, effects, wanted);
    put_readers_without_effects(&text, reads, effects);
}

/* A question in words, around the text or number of the term. */
static const char *const questions[AP_TERMS][2] = {
    [AP_TERM_ALWAYS] = { "always", "" },
    [AP_TERM_IN] = { "the path is ", " or below it" },
    [AP_TERM_OF_FILE] = { "the finding is about the whole file", "" },
    [AP_TERM_IS] = { "the token is of the kind ", "" },
    [AP_TERM_BEGINS_WITH_PLUS] = { "the token begins with +", "" },
    [AP_TERM_QUOTED_NUMBER] = { "the token is a string with a plain number in it", "" },
    [AP_TERM_WORD] = { "the token is ", "" },
    [AP_TERM_AFTER_WORD] = { "the word before the token is ", "" },
    [AP_TERM_TOUCHES] = { "a letter or a digit is directly before the token", "" },
    [AP_TERM_BEGINS_WITH] = { "the token begins with ", "" },
    [AP_TERM_THEN_NUL] = { "a NUL byte follows the token", "" },
    [AP_TERM_OTHER_CASE] = { "the token is the expected word with other capital letters", "" },
    [AP_TERM_EXPECTED_LATER] = { "the expected word comes later in the file", "" },
    [AP_TERM_ENDS_FILE] = { "the file ends with the token", "" },
    [AP_TERM_EXPECTS] = { "expected is ", "" },
    [AP_TERM_FOUND] = { "found is ", "" },
    [AP_TERM_FOUND_ZERO] = { "the number is 0", "" },
    [AP_TERM_ABOVE] = { "the number is above ", "" },
    [AP_TERM_BELOW] = { "the number is below ", "" },
    [AP_TERM_BELOW_EXPECTED] = { "the number is less than expected", "" },
    [AP_TERM_ABOVE_EXPECTED] = { "the number is more than expected", "" },
    [AP_TERM_NOT_BELOW_KEY] = { "the number is not below the value of ", "" },
    [AP_TERM_HAS_LINE_END] = { "a line ends in the token", "" },
    [AP_TERM_IN_COMMENT] = { "the token is in a block comment", "" },
    [AP_TERM_FIRST_ON_LINE] = { "the token is the first on its line", "" },
    [AP_TERM_LAST_ON_LINE] = { "the token is the last on its line", "" },
    [AP_TERM_SAYS] = { "the message contains \"", "\"" },
    [AP_TERM_SEVERAL_ERRORS] = { "the file has several errors", "" },
    [AP_TERM_NO_ERRORS] = { "the file has no errors", "" },
    [AP_TERM_FILE_HAS] = { "the file also has a finding of ", "" },
    [AP_TERM_FILE_FOLLOWS] = { "MD5Version comes in the token or after it", "" },
};

void ap_put_term_question(const ap_case_term *term, char *out, size_t size)
{
    const char *const *question = questions[term->kind];
    out[0] = '\0';
    ap_append_text(out, size, "%s%s", question[0], term->text == NULL ? "" : term->text);
    if (term->kind == AP_TERM_ABOVE || term->kind == AP_TERM_BELOW)
        ap_append_text(out, size, "%.15g", term->number);
    ap_append_text(out, size, "%s", question[1]);
}
