/* All tables of cases of the mrtk rules, for the test that every rule has a case. */
#ifndef MRTK_CASES_H
#define MRTK_CASES_H

#include "tests/unit/support/rule_case.h"

extern const case_table mrtk_header_cases, mrtk_count_cases, mrtk_whole_cases, mrtk_mode_cases,
    mrtk_time_cases, mrtk_value_cases, mrtk_vector_cases, mrtk_rotation_cases, mrtk_marker_cases,
    mrtk_curves_cases, mrtk_text_cases, mrtk_hand_cases, mrtk_spike_cases, mrtk_range_cases;

#endif
