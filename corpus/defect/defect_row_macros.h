/* Macros for the rows of defect tables of binary formats. A file that includes this header defines FORMAT
   (see defect_initializers.h). */
#ifndef AP_DEFECT_ROW_MACROS_H
#define AP_DEFECT_ROW_MACROS_H

#include "corpus/defect/defect_initializers.h"

/* Parameters: rule, what, reason, apply function; then pattern, text and number, or members by name. */
#define ROW(...)  AP_DEFECT(__VA_ARGS__)
#define NEAR(...) AP_NEAR_MISS(__VA_ARGS__)

/* Parameters: rule, what, reason, apply function, pattern of a field, number; then members by name. */
#define AT(rule_name, what, words, function, where, ...)                                                     \
    AP_DEFECT(rule_name, what, words, function, where, NULL, __VA_ARGS__)
#define NEAR_AT(rule_name, what, words, function, where, ...)                                                \
    AP_NEAR_MISS(rule_name, what, words, function, where, NULL, __VA_ARGS__)

#endif
