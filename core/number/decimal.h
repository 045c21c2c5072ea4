/* Finds the shortest decimals of float32 and float64, and writes their digits as text. */
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

/* Returns the decimal with the fewest digits that reads back to `magnitude` (positive, finite); if several decimals have the
   fewest digits, the nearest of them. For an integer below 2^24, the result has all of its digits. */
ap_decimal ap_float_decimal(float magnitude);

/* Finds the shortest decimal of a float64, as ap_float_decimal does for a float32. Returns false for numbers
   that need a slower algorithm: powers of two, because their two neighbours are not equally far away; numbers
   outside about 1e-32 to 4e43; and subnormal numbers. */
bool ap_double_decimal(double magnitude, ap_decimal *decimal);

enum { AP_DECIMAL_DIGITS = 17 /* most digits of a shortest decimal */ };

/* The digits of a number, without zeros at either end, and the power of ten of the first digit. */
typedef struct ap_decimal_digits {
    /* AP_DECIMAL_DIGITS digits, which may begin with zeros; AP_DECIMAL_DIGITS bytes are readable from any of these digits on */
    char room[40];
    const char *first; /* first digit that is not 0, in `room` */
    size_t count;
    int32_t power;
} ap_decimal_digits;

/* Finds the digits of a decimal other than 0. */
void ap_decimal_find_digits(ap_decimal number, ap_decimal_digits *digits);

/* Writes "0.0123", "12.3" or "12300"; returns the length. May also write to the AP_DECIMAL_DIGITS bytes after
   the end. */
size_t ap_decimal_put(const ap_decimal_digits *digits, char *text);

/* Writes a mantissa and the letter of its exponent, "1.23e" or "1e"; returns the length. May also write to
   the AP_DECIMAL_DIGITS bytes after the end. */
size_t ap_decimal_put_mantissa_and_e(const ap_decimal_digits *digits, char *text);

#endif
