/* Applies defects to files, and compares the findings of the changed files with the findings that the defects expect. */
#ifndef DEFECT_RUN_H
#define DEFECT_RUN_H

#include <criterion/criterion.h>

#include "core/base/span.h"
#include "corpus/corpus_formats.h"

/* A valid file to which defects are applied. */
typedef struct defect_base {
    const char *name;
    ap_view file;
    ap_view companion; /* bytes NULL: no companion */
} defect_base;

enum { DEFECT_SEEDS = 2 };

/* Applies every defect of the format to every base with every seed. Each result must have the expected findings, and each change
   must differ from the base (a near miss may change nothing). Each defect must apply to at least one base. Fails the running test
   with a list of all faults. */
void check_defects(const ap_format *format, const defect_base *bases, size_t base_count);

/* Applies every defect of the format to one base with one seed. A defect that does not apply is skipped. */
void check_defects_on_base(const ap_format *format, const defect_base *base, uint64_t seed);

/* Applies one defect to one base with one seed. Returns true if the defect could be applied. */
bool check_defect_if_possible(
    const ap_format *format, const ap_defect *defect, const defect_base *base, uint64_t seed);

/* Applies defects of the format to files that are generated with each defect's knobs. `part` 0 to 3 selects every fourth defect,
   so that four tests run in parallel. */
void check_defects_on_generated(const ap_format *format, size_t part);

#define GENERATED_DEFECTS(suite, test, format, part)                                                         \
    Test(suite, test)                                                                                        \
    {                                                                                                        \
        check_defects_on_generated(format, part);                                                            \
    }
#define ALL_GENERATED_DEFECTS(suite, format)                                                                 \
    GENERATED_DEFECTS(suite, defects_of_first_part_are_found, format, 0)                                     \
    GENERATED_DEFECTS(suite, defects_of_second_part_are_found, format, 1)                                    \
    GENERATED_DEFECTS(suite, defects_of_third_part_are_found, format, 2)                                     \
    GENERATED_DEFECTS(suite, defects_of_fourth_part_are_found, format, 3)

/* Fails if a rule of the table has no defect or no near miss, except for rules that compare more files than a defect changes. */
void check_rules_have_defects(ap_rule_table rules);

#endif
