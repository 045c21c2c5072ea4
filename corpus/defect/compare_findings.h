/* Compares the findings of a changed file with what its defect expects: the check that fills the detection
   table. */
#ifndef AP_COMPARE_FINDINGS_H
#define AP_COMPARE_FINDINGS_H

#include "core/finding/finding.h"
#include "corpus/defect/defect.h"

typedef struct ap_detection {
    size_t wanted;     /* findings that the changed file must have: the defect's, and those of the input */
    size_t hits;       /* of these that are made: rule, offset, length and path */
    size_t misplaced;  /* of the rest: a finding of the rule is made that is not wanted */
    size_t missing;    /* and the others */
    size_t unexpected; /* findings that are not wanted, of rules that miss none */
    /* The first that is not made, and the first that is not wanted; rule NULL where there is none. */
    ap_expectation first_missing, first_unexpected;
} ap_detection;

/* Compares the findings of the changed file with the wanted ones: the input's findings that the change leaves
   alone, moved by the edits before them, and the expected ones. `companion` says which of the two files the
   findings are of. All findings must have been kept. Takes memory from damage->arena in proportion to them;
   false when that has run out. */
bool ap_detect(const ap_damage *damage, bool companion, const ap_findings *of_input, const ap_findings *found,
    ap_detection *detection);

/* The comparison itself, for any two lists. Reorders their items. */
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
