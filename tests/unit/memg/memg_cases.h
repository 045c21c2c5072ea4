/* All tables of cases of the memg rules, for the test that every rule has a case. */
#ifndef MEMG_CASES_H
#define MEMG_CASES_H

#include "tests/unit/support/rule_case.h"

extern const case_table memg_structure_cases, memg_whole_cases, memg_group_cases, memg_number_cases,
    memg_scene_cases, memg_spike_cases, memg_scale_cases;

#endif
