/* All tables of cases of the mrtk rules, for the test that every rule has a case. */
#ifndef MRTK_CASES_H
#define MRTK_CASES_H

#include "tests/unit/support/rule_case.h"

extern const case_table mrtk_structure_cases, mrtk_whole_cases, mrtk_key_cases, mrtk_vector_cases,
    mrtk_marker_cases, mrtk_hand_cases, mrtk_spike_cases;

#endif
