/* Expects two readings of a file to have the same findings. */
#ifndef SAME_FINDINGS_H
#define SAME_FINDINGS_H

#include <criterion/criterion.h>
#include <string.h>

#include "core/finding/finding.h"

static inline bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static inline bool same_finding(const ap_finding *a, const ap_finding *b)
{
    return a->rule == b->rule && a->span.offset == b->span.offset && a->span.length == b->span.length
           && a->line == b->line && a->column == b->column && same_text(a->path, b->path)
           && same_text(a->message, b->message) && same_text(a->expected, b->expected)
           && same_text(a->found, b->found);
}

/* Fails the running test if the findings differ; `number` identifies the file in the message. */
static inline void expect_same_findings(const ap_findings *fast, const ap_findings *slow, int number)
{
    const ap_finding *a = fast->first, *b = slow->first;
    for (; a != NULL && b != NULL; a = a->next, b = b->next) {
        cr_assert(same_finding(a, b),
            "file %d: the fast path finds %s at %zu+%zu %s, the reference path %s at %zu+%zu %s", number,
            a->rule->id, a->span.offset, a->span.length, a->path, b->rule->id, b->span.offset, b->span.length,
            b->path);
    }
    cr_assert(a == NULL && b == NULL, "file %d: only the %s path finds %s", number,
        a != NULL ? "fast" : "slow", a != NULL ? a->rule->id : b->rule->id);
    cr_assert_eq(
        fast->skipped_checks, slow->skipped_checks, "file %d: both paths must skip as many checks", number);
}

#endif
