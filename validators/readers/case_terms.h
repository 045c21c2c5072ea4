/* Chooses the row of FORMAT_cases.inc that a finding fits. */
#ifndef AP_CASE_TERMS_H
#define AP_CASE_TERMS_H

#include "core/finding/finding.h"
#include "validators/readers/answers.h"

/* A finding, and the file that it is about. */
typedef struct ap_case_subject {
    const ap_finding *finding;
    ap_view input;
    const ap_findings *findings; /* of the file */
} ap_case_subject;

/* Returns the letters of the first row of the finding's rule with only true terms; NULL if the rule has no such row. */
const char *ap_find_answer_letters(const ap_case_subject *subject);

#endif
