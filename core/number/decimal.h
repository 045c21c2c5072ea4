/* The shortest decimals of float32 and float64, and their digits as text. */
#ifndef AP_DECIMAL_H
#define AP_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* significand x 10^power; the significand may end in zeros. */
typedef struct ap_decimal {
    uint64_t significand;
    int32_t power;
} ap_decimal;

/* Of the decimals that read back to a number (positive, finite), the one with the fewest digits, of several the nearest.
   Integers below 2^24 have all of their digits. */
ap_decimal ap_float_decimal(float magnitude);

/* The same of a float64. False for what is left to a slower way: powers of two, whose neighbours are not
   equally far away, numbers outside about 1e-32 to 1e32, and those too small for all their bits. */
bool ap_double_decimal(double magnitude, ap_decimal *decimal);

enum { AP_DECIMAL_DIGITS = 17 /* most digits */ };

/* Digits without zeros at either end, and the power of ten of the first of them. */
typedef struct ap_decimal_digits {
    char room
        [40]; /* AP_DECIMAL_DIGITS with zeros before them; as many bytes can be read from any of them, or behind */
    const char *first; /* in the room */
    size_t count;
    int32_t power;
} ap_decimal_digits;

/* Finds the digits of a decimal other than 0. */
void ap_decimal_spell(ap_decimal number, ap_decimal_digits *digits);

/* Writes "0.0123", "12.3" or "12300"; returns the length. Up to AP_DECIMAL_DIGITS bytes after the end may be written to. */
size_t ap_decimal_put(const ap_decimal_digits *digits, char *text);

/* Writes what is before an exponent and its letter, "1.23e" or "1e"; as ap_decimal_put. */
size_t ap_decimal_put_mantissa(const ap_decimal_digits *digits, char *text);

#endif
