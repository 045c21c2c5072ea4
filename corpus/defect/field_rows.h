/* Makers of rows for tables of defects of binary formats. A file that includes this defines FORMAT (defect_rows.h). */
#ifndef AP_FIELD_ROWS_H
#define AP_FIELD_ROWS_H

#include "corpus/defect/defect_rows.h"

/* Rule, what, reason and apply function; then pattern, text and number, or members by name. */
#define ROW(...)  AP_DEFECT(__VA_ARGS__)
#define NEAR(...) AP_NEAR_MISS(__VA_ARGS__)

/* Rule, what, reason, apply function, the pattern of a field, and a number; then members by name. */
#define AT(rule_name, what, words, function, where, ...)                                                     \
    AP_DEFECT(rule_name, what, words, function, where, NULL, __VA_ARGS__)
#define NEAR_AT(rule_name, what, words, function, where, ...)                                                \
    AP_NEAR_MISS(rule_name, what, words, function, where, NULL, __VA_ARGS__)

#endif
