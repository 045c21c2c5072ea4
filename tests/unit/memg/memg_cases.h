/* The tables of cases for the rules of mesh-ensemble motion. */
#ifndef MEMG_CASES_H
#define MEMG_CASES_H

#include "tests/unit/support/rule_case.h"

extern const case_table memg_header_cases;
extern const case_table memg_count_cases;
extern const case_table memg_whole_cases;
extern const case_table memg_name_cases;
extern const case_table memg_mapping_cases;
extern const case_table memg_matrix_cases;
extern const case_table memg_number_cases;
extern const case_table memg_transform_order_cases;
extern const case_table memg_explained_cases;
extern const case_table memg_order_cases;
extern const case_table memg_scene_cases;

#endif
