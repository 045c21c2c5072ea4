#include "core/number/real_text.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/digits.h"
#include "core/number/decimal.h"
#include "core/number/float_text.h"

enum { LEAST_PLAIN = -4 /* smallest power of ten that printf's %g writes without an exponent */ };

/* Writes d.ddde-05. */
static size_t put_exponent(const ap_decimal_digits *digits, char *text)
{
    const uint32_t power = (uint32_t)(digits->power < 0 ? -digits->power : digits->power);
    size_t length = ap_decimal_put_mantissa_and_e(digits, text);
    text[length++] = digits->power < 0 ? '-' : '+';
    text[length] = '0';
    return length + (power < 10) + ap_put_digits(text + length + (power < 10), power);
}

/* Writes any number by calling snprintf with more and more digits until the text reads back to the same number. */
static size_t write_with_fewest_digits(double value, bool is_float32, char text[AP_REAL_TEXT_BYTES])
{
    for (int digits = is_float32 ? 6 : 15; digits < (is_float32 ? 9 : 17); digits++) {
        const int length = snprintf(text, AP_REAL_TEXT_BYTES, "%.*g", digits, value);
        const double back = strtod(text, NULL);
        if (is_float32 ? (float)back == (float)value : back == value)
            return (size_t)length;
    }
    return (size_t)snprintf(text, AP_REAL_TEXT_BYTES, "%.*g", is_float32 ? 9 : 17, value);
}

/* Returns true if a reader that rounds to float64 and then to float32 does not get this float32 back from its shortest decimal.
   Of all decimals with at most eight digits, this happens only to 7.038531e-26: it is so close to the middle between two float32
   that its nearest float64 is the middle. */
static bool is_lost_by_rounding_twice(uint32_t bits)
{
    return bits == 0x15ae43fd || bits == 0x15ae43fe;
}

/* Finds the decimal that printf would write for a positive number. Returns false if the decimal can only be found by trying
   (write_with_fewest_digits): for powers of two, subnormal numbers, numbers that are not finite, float32 that are rounded twice,
   and float64 outside the range of ap_double_decimal. */
static bool find_decimal(double magnitude, bool is_float32, ap_decimal *decimal)
{
    if (!is_float32)
        return ap_double_decimal(magnitude, decimal);
    const uint32_t bits = ap_bits_of_float((float)magnitude), exponent = bits >> 23;
    if (exponent == 0 || exponent == 0xff || (bits & 0x7fffff) == 0 || is_lost_by_rounding_twice(bits))
        return false;
    *decimal = ap_float_decimal((float)magnitude);
    return true;
}

size_t ap_real_text(double value, bool is_float32, char text[AP_REAL_TEXT_BYTES])
{
    const double magnitude = fabs(value);
    const size_t sign = signbit(value) != 0;
    const int32_t digits = is_float32 ? 6 : 15;
    ap_decimal decimal;
    ap_decimal_digits number;
    text[0] = '-';
    text[sign] = '0';
    if (magnitude == 0)
        return sign + 1;
    if (is_float32 && ap_are_float_texts_equal((float)value))
        return ap_float_text((float)value, text);
    if (!find_decimal(magnitude, is_float32, &decimal))
        return write_with_fewest_digits(value, is_float32, text);
    ap_decimal_find_digits(decimal, &number);
    const int32_t precision = (int32_t)number.count > digits ? (int32_t)number.count : digits;
    if (number.power < LEAST_PLAIN || number.power >= precision)
        return sign + put_exponent(&number, text + sign);
    return sign + ap_decimal_put(&number, text + sign);
}
