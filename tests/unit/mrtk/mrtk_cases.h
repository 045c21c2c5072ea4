/* The tables of cases for the rules of MRTK input animation. */
#ifndef MRTK_CASES_H
#define MRTK_CASES_H

#include "tests/unit/support/rule_case.h"

extern const case_table mrtk_header_cases;
extern const case_table mrtk_count_cases;
extern const case_table mrtk_whole_cases;
extern const case_table mrtk_mode_cases;
extern const case_table mrtk_time_cases;
extern const case_table mrtk_value_cases;
extern const case_table mrtk_vector_cases;
extern const case_table mrtk_rotation_cases;
extern const case_table mrtk_marker_cases;
extern const case_table mrtk_curves_cases;
extern const case_table mrtk_text_cases;

#endif
