/* The shortest decimal of a float64. */
#ifndef AP_DOUBLE_DECIMAL_H
#define AP_DOUBLE_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

/* significand x 10^power; the significand may end in zeros. */
typedef struct ap_decimal {
    uint64_t significand;
    int32_t power;
} ap_decimal;

/* Of the decimals that read back to a number (positive, finite), the one with the fewest digits, of several the nearest.
   False for what is left to a slower way: powers of two, whose neighbours are not equally far away, numbers outside about
   1e-32 to 1e32, and those too small for all their bits. */
bool ap_double_decimal(double magnitude, ap_decimal *decimal);

#endif
