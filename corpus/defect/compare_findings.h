/* Whether a linter finds of a changed file what its defect knows: the check behind the detection table. */
#ifndef AP_COMPARE_FINDINGS_H
#define AP_COMPARE_FINDINGS_H

#include "core/finding/finding.h"
#include "corpus/defect/defect.h"

typedef struct ap_detection {
    size_t wanted;     /* findings that the changed file must have: the defect's, and those of the input */
    size_t hits;       /* of these that are made: rule, offset, length and path */
    size_t misplaced;  /* of the rest: a finding of the rule is made that is not wanted */
    size_t missing;    /* and the others */
    size_t unexpected; /* findings that are not wanted, and whose rule is not missing either */
    /* The first that is not made, and the first that is not wanted; rule NULL where there is none. */
    ap_expectation first_missing, first_unexpected;
} ap_detection;

/* Compares what is found of the changed file with what must be: the findings of the input that the change
   leaves alone, moved by the edits in front of them, and the expected ones. `companion` says which of the two
   files the findings are of. All findings must have been kept. Takes memory from damage->arena in
   proportion to them; false when that has run out. */
bool ap_detect(const ap_damage *damage, bool companion, const ap_findings *of_input, const ap_findings *found,
    ap_detection *detection);

/* The comparison itself, of any two lists, whose items are put into another order. */
void ap_compare_expectations(ap_expectation *wanted_items, size_t wanted_count, ap_expectation *made_items,
    size_t made_count, ap_detection *detection);

/* What must be found of the changed file or its companion, in *items, which live in damage->arena: sorted
   by rule, offset, length and path. False when memory has run out. */
bool ap_list_wanted(const ap_damage *damage, bool companion, const ap_findings *of_input,
    const ap_expectation **items, size_t *count);

static inline bool ap_detected(const ap_detection *detection)
{
    return detection->hits == detection->wanted && detection->unexpected == 0 && detection->misplaced == 0;
}

#endif
