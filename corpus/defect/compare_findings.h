/* Compares the findings of a changed file with the findings that its defect expects. */
#ifndef AP_COMPARE_FINDINGS_H
#define AP_COMPARE_FINDINGS_H

#include "core/finding/finding.h"
#include "corpus/defect/defect.h"

/* Result of comparing the findings of a changed file with the expected findings. */
typedef struct ap_findings_comparison {
    size_t wanted; /* number of findings that the changed file must have: those of the defect, and
                          those kept from the input */
    size_t hits;   /* wanted findings that were made: rule, offset, length and path agree */
    /* wanted findings that were not made, although their rule made another, unwanted finding */
    size_t misplaced;
    size_t missing;    /* other wanted findings that were not made */
    size_t unexpected; /* findings that were made and not wanted, except those that `misplaced` counts */
    /* by id of the rule, then by offset: the first wanted finding that was not made, and the first unwanted finding; rule NULL
       if there is no such finding */
    ap_expectation first_missing, first_unexpected;
} ap_findings_comparison;

/* Compares the findings of the changed file with the wanted ones: the expected findings of the defect, and
   the findings of the input that the change does not touch, moved by the edits before them. `companion`
   selects the file that the findings belong to. No finding may have been truncated. The memory taken from
   damage->arena is proportional to the number of findings. Returns false when out of memory. */
bool ap_compare_with_expected(const ap_damage *damage, bool companion, const ap_findings *of_input,
    const ap_findings *found, ap_findings_comparison *detection);

/* Compares any two lists of findings. Reorders the items of both lists. */
void ap_compare_expectations(ap_expectation *wanted_items, size_t wanted_count, ap_expectation *made_items,
    size_t made_count, ap_findings_comparison *detection);

/* Lists the findings that the changed file, or its companion, must have. *items is allocated in
   damage->arena and sorted by rule, offset, length and path. Returns false when out of memory. */
bool ap_list_expected_findings(const ap_damage *damage, bool companion, const ap_findings *of_input,
    const ap_expectation **items, size_t *count);

static inline bool ap_is_detected(const ap_findings_comparison *detection)
{
    return detection->hits == detection->wanted && detection->unexpected == 0 && detection->misplaced == 0;
}

#endif
