#include "validators/readers/file_answers.h"

#include <assert.h>

#include "validators/companion_use.h"
#include "validators/lint_bytes.h"
#include "validators/readers/file_facts.h"

static_assert(AP_READERS <= (size_t)AP_MOST_ANSWERS, "a report has room for the answers of all readers");

void ap_find_file_answers(const ap_format *format, ap_view input, const ap_lint_options *options,
    ap_arena *arena, ap_answer answers[AP_READERS])
{
    ap_file_facts facts = { .arena = arena };
    const ap_listener listener = ap_file_facts_listener(&facts);
    ap_lint_options all = *options;
    ap_companion_copies copies;
    ap_findings findings;
    ap_lint_result about;
    all.listener = &listener;
    all.prefetch = NULL;
    all.no_suppression = true;
    all.policy = NULL;
    all.own = NULL;
    all.set = NULL;
    ap_copy_companions(&all, &copies, arena);
    ap_findings_init(&findings, arena, NULL, 0, 0);
    ap_lint_as(format, input, &all, &findings, &about);
    ap_complete_file_facts(&facts, format, input, findings.counts[AP_ERROR] == 0);
    ap_find_answers(format, input, &findings, facts.found, answers);
}
