#include "core/number/float_text.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "core/base/bytes.h"
#include "core/base/digits.h"
#include "core/number/decimal.h"

static const float
    TWO_TO_32 = 0x1p32F, /* from 2^32 on, id Tech 4's reader takes an integer without a point modulo 2^32 */
    TWO_TO_64 = 0x1p64F; /* from 2^64 on, Assimp does not find the end of the integer part */

enum { MOST_DECIMALS = 15 /* most digits after the point, since Assimp ignores digits after the first 15 */ };

/* Writes a number with an exponent, such as "1.8446744e19" or "1e-45". */
static size_t put_exponent(const ap_decimal_digits *digits, char *text)
{
    const size_t length = ap_decimal_put_mantissa_and_e(digits, text);
    return length + ap_put_integer(text + length, digits->power);
}

/* Writes a number other than 0, with an exponent if it is 2^64 or more, or if more than `decimals` digits would follow the point.
   */
static size_t put_number(float value, int32_t decimals, char *text)
{
    const float magnitude = fabsf(value);
    const size_t sign = signbit(value) != 0;
    ap_decimal_digits digits;
    ap_decimal_find_digits(ap_float_decimal(magnitude), &digits);
    text[0] = '-';
    if (magnitude >= TWO_TO_64 || (int32_t)digits.count - 1 - digits.power > decimals)
        return sign + put_exponent(&digits, text + sign);
    const size_t length = sign + ap_decimal_put(&digits, text + sign);
    if (magnitude < TWO_TO_32)
        return length;
    text[length] = '.';
    text[length + 1] = '0';
    return length + 2;
}

size_t ap_float_text(float value, char text[AP_FLOAT_TEXT_BYTES])
{
    assert(isfinite(value));
    if (value != 0)
        return put_number(value, INT32_MAX, text);
    const size_t sign = signbit(value) != 0;
    text[0] = '-';
    text[sign] = '0';
    return sign + 1;
}

size_t ap_float_text_with_exponent(float value, char text[AP_FLOAT_TEXT_BYTES])
{
    return ap_is_small_enough_for_exponent(value) ? put_number(value, MOST_DECIMALS, text)
                                                  : ap_float_text(value, text);
}

size_t ap_float_text_with_decimals(float value, int decimals, char text[AP_FLOAT_TEXT_BYTES])
{
    assert(isfinite(value) && decimals > 0 && decimals <= AP_FLOAT_DECIMALS);
    return (size_t)snprintf(text, AP_FLOAT_TEXT_BYTES, "%.*f", decimals, (double)value);
}
