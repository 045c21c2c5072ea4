/* The detection table: of each rule, how the linter did on the files that show it. */
#ifndef AP_CORPUS_MATRIX_H
#define AP_CORPUS_MATRIX_H

#include <stdio.h>

#include "corpus/cases/manifest.h"
#include "corpus/defect/compare_findings.h"
#include "corpus/defect/lint_pair.h"

enum { CLI_MATRIX_ROWS = AP_MOST_RULES };

typedef struct cli_matrix_row {
    size_t cases, detected, missed, wrong_rule, wrong_place, too_much; /* of defects that show the rule */
    size_t quiet_cases, false_alarms;                                  /* of its near misses */
} cli_matrix_row;

/* All zero: an empty one. */
typedef struct cli_matrix {
    cli_matrix_row rows[CLI_MATRIX_ROWS]; /* the rules of all tables, one after the other */
    cli_matrix_row valid;                 /* files without a defect: quiet_cases and false_alarms */
} cli_matrix;

/* Compares what was found of a pair with what the manifest says of it. Memory comes from the arena; false
   when that has run out. */
bool cli_matrix_compare(
    const ap_pair *pair, const ap_manifest_case *entry, ap_arena *arena, ap_detection *detection);

/* Adds a case with its comparison. */
void cli_matrix_add(cli_matrix *matrix, const ap_manifest_case *entry, const ap_detection *detection);

void cli_matrix_put(const cli_matrix *matrix, FILE *stream);

#endif
