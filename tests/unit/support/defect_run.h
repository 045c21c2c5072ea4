/* Runs defects on files, and holds what is found of the changed ones against what the defects know. */
#ifndef DEFECT_RUN_H
#define DEFECT_RUN_H

#include <criterion/criterion.h>

#include "core/base/span.h"
#include "corpus/corpus_formats.h"

/* A file that defects are tried on. */
typedef struct defect_base {
    const char *name;
    ap_view file;
    ap_view companion; /* bytes NULL: none */
} defect_base;

enum { DEFECT_SEEDS = 2 };

/* Every defect of the format on every base with every seed: what is found must be what is expected, each
   change must change something (a near miss may make none), and each defect must have a place in one of the
   bases at least. Fails the running test, saying all that is wrong. */
void check_defects(const ap_format *format, const defect_base *bases, size_t base_count);

/* Every defect of the format on one base with one seed, where it has a place. */
void check_defects_on(const ap_format *format, const defect_base *base, uint64_t seed);

/* One defect on one base with one seed; whether it has a place there. */
bool check_defect(const ap_format *format, const ap_defect *defect, const defect_base *base, uint64_t seed);

/* Defects of the format, on files that are made with their knobs; `part` of 4, so that the parts run side by side. */
void check_made_defects(const ap_format *format, size_t part);

#define MADE_DEFECTS(suite, test, format, part)                                                              \
    Test(suite, test)                                                                                        \
    {                                                                                                        \
        check_made_defects(format, part);                                                                    \
    }
#define ALL_MADE_DEFECTS(suite, format)                                                                      \
    MADE_DEFECTS(suite, made_files_first_part, format, 0)                                                    \
    MADE_DEFECTS(suite, made_files_second_part, format, 1)                                                   \
    MADE_DEFECTS(suite, made_files_third_part, format, 2)                                                    \
    MADE_DEFECTS(suite, made_files_fourth_part, format, 3)

/* Each rule of the table must have a defect, and a near miss. */
void check_rules_covered(ap_rule_table rules);

#endif
