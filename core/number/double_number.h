/* Reads decimal numbers in text as float64. */
#ifndef AP_DOUBLE_NUMBER_H
#define AP_DOUBLE_NUMBER_H

#include <stdbool.h>

#include "core/base/span.h"

/* Reads the number at the beginning of the text, -?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?, as the nearest
   float64, with the result of strtod. Returns false for numbers that need a slower algorithm: more than 19
   digits, or a power of ten outside -27 to 48. */
bool ap_scan_double(ap_view text, double *value);

#endif
