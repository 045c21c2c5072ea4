/* Decimal numbers in text, read as float64. */
#ifndef AP_DOUBLE_NUMBER_H
#define AP_DOUBLE_NUMBER_H

#include <stdbool.h>

#include "core/base/span.h"

/* The float64 nearest to the number that the text begins with: -?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?, as strtod has it. False
   for what takes longer to tell: more than 19 digits, and powers of ten beyond -27 to 48. */
bool ap_scan_double(ap_view text, double *value);

#endif
