#include "validators/readers/answers.h"

#include <assert.h>
#include <string.h>

#include "validators/readers/case_terms.h"
#include "validators/readers/file_facts.h"

/* Behaviour of a reader with files that have a fact. */
typedef struct answer_to_fact {
    unsigned fact;
    const char *format;
    size_t reader;
    char letter;
    const char *does;
} answer_to_fact;

#define FACT(bit, form, who, what, text)                                                                     \
    { .fact = AP_FACT_##bit, .format = #form, .reader = AP_READER_##who, .letter = what, .does = text },
static const answer_to_fact fact_rows[] = {
#include "validators/readers/file_facts.inc"
};
#undef FACT

void ap_find_readers_of_format(const ap_format *format, bool reads[AP_READERS])
{
    bool measured = false;
    bool known[AP_READERS] = { false };
    memset(reads, 0, AP_READERS * sizeof *reads);
    for (size_t rule = 0; rule < format->rules.count; rule++) {
        unsigned effects[AP_READERS], all[AP_READERS];
        ap_find_measured_effects(&format->rules.rules[rule], effects);
        ap_find_reader_effects(&format->rules.rules[rule], all);
        for (size_t i = 0; i < AP_READERS; i++) {
            reads[i] |= effects[i] != 0;
            known[i] |= all[i] != 0;
            measured |= effects[i] != 0;
        }
    }
    if (!measured)
        memcpy(reads, known, sizeof known);
}

/* The answers for effects that do not vary. */
static const struct {
    unsigned effects;
    ap_answer_kind kind;
} answers_of_effects[] = {
    { AP_LOADS, AP_ANSWER_LOADS },
    { AP_IGNORES, AP_ANSWER_LOADS },
    { AP_LOADS | AP_IGNORES, AP_ANSWER_LOADS },
    { AP_WRONG, AP_ANSWER_WRONG },
    { AP_REFUSES, AP_ANSWER_REFUSES },
    { AP_CRASHES, AP_ANSWER_CRASHES },
    { AP_HANGS, AP_ANSWER_HANGS },
};

/* Returns the answer for effects that do not vary; AP_ANSWER_UNKNOWN for others and for no effect. */
static ap_answer_kind answer_of_effects(unsigned effects)
{
    for (size_t i = 0; i < sizeof answers_of_effects / sizeof *answers_of_effects; i++) {
        if (answers_of_effects[i].effects == effects)
            return answers_of_effects[i].kind;
    }
    return AP_ANSWER_UNKNOWN;
}

static ap_answer_kind answer_of_letter(char letter, unsigned effects)
{
    switch (letter) {
    case 'l':
        return AP_ANSWER_LOADS;
    case 'w':
        return AP_ANSWER_WRONG;
    case 'r':
        return AP_ANSWER_REFUSES;
    case 'c':
        return (effects & (AP_HANGS | AP_CRASHES)) == AP_HANGS ? AP_ANSWER_HANGS : AP_ANSWER_CRASHES;
    case 'u':
        return AP_ANSWER_UNKNOWN;
    default:
        return answer_of_effects(effects);
    }
}

ap_answer_kind ap_answer_of_case(const ap_reader_case *row, size_t reader)
{
    unsigned effects[AP_READERS];
    assert(reader < strlen(row->letters));
    ap_find_reader_effects(row->rule, effects);
    return answer_of_letter(row->letters[reader], effects[reader]);
}

/* Returns the answer of a reader to a finding. `letters`: the answers of the row that the finding fits; NULL if it fits none. */
static ap_answer_kind answer_of_finding(
    const ap_finding *finding, const char *letters, size_t reader, const unsigned effects[AP_READERS])
{
    assert(letters == NULL
           || reader < strlen(letters)); /* only readers with a letter were run on such a format */
    if (letters != NULL)
        return answer_of_letter(letters[reader], effects[reader]);
    if (effects[reader] == 0)
        return finding->rule->severity == AP_ERROR ? AP_ANSWER_UNKNOWN : AP_ANSWER_LOADS;
    return answer_of_effects(effects[reader]);
}

static bool is_failure_answer(ap_answer_kind kind)
{
    return kind > AP_ANSWER_UNKNOWN;
}

/* Changes the answers of the readers by a finding; answers that stop a reader are kept. */
static void change_answers_by_finding(const ap_case_subject *subject, ap_answer answers[AP_READERS])
{
    unsigned effects[AP_READERS];
    const ap_finding *finding = subject->finding;
    const char *letters = ap_find_answer_letters(subject);
    ap_find_reader_effects(finding->rule, effects);
    for (size_t i = 0; i < AP_READERS; i++) {
        if (answers[i].kind == AP_ANSWER_NONE || is_failure_answer(answers[i].kind))
            continue;
        const ap_answer_kind kind = answer_of_finding(finding, letters, i, effects);
        if (kind <= answers[i].kind)
            continue;
        answers[i].kind = kind;
        answers[i].because = finding->rule;
    }
}

/* Changes the answers of the readers by the facts of the file: each reader gets its first row of fact_rows about a fact of the
   file with an answer at least as bad as its answer so far. */
static void change_answers_by_facts(const ap_format *format, unsigned facts, ap_answer answers[AP_READERS])
{
    for (size_t i = 0; i < sizeof fact_rows / sizeof *fact_rows; i++) {
        const answer_to_fact *row = &fact_rows[i];
        ap_answer *answer = &answers[row->reader];
        const ap_answer_kind kind = answer_of_letter(row->letter, 0);
        if ((facts & row->fact) == 0 || strcmp(row->format, format->name) != 0 || answer->kind > kind
            || answer->fact != NULL)
            continue;
        answer->kind = kind;
        answer->because = NULL;
        answer->fact = row->does;
    }
}

void ap_find_answers(const ap_format *format, ap_view input, const ap_findings *findings, unsigned facts,
    ap_answer answers[AP_READERS])
{
    bool reads[AP_READERS];
    ap_find_readers_of_format(format, reads);
    for (size_t i = 0; i < AP_READERS; i++)
        answers[i] =
            (ap_answer){ .reader = ap_readers[i].name, .kind = reads[i] ? AP_ANSWER_LOADS : AP_ANSWER_NONE };
    for (const ap_finding *f = findings->first; f != NULL; f = f->next) {
        const ap_case_subject subject = { f, input, findings };
        change_answers_by_finding(&subject, answers);
    }
    change_answers_by_facts(format, facts, answers);
}
