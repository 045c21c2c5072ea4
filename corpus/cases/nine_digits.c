#include "corpus/cases/nine_digits.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/digits.h"
#include "core/number/powers_of_ten.h"

enum { MOST_POWER = 12, FRACTION_BITS = 52, EXPONENT_BIAS = 1075, LEAST = 100000000 };

static const uint64_t powers[MOST_POWER + 2] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, LEAST,
    1000000000, 10000000000, 100000000000, 1000000000000, 10000000000000 };

/* The product without so many of its lowest bits, of which there are 1 to 127; what is left fits. */
static uint64_t without_low(ap_wide product, unsigned bits)
{
    if (bits >= 64)
        return product.high >> (bits - 64);
    return product.high << (64 - bits) | product.low >> bits;
}

/* Whether one of so many lowest bits is set. */
static bool has_low(ap_wide product, unsigned bits)
{
    if (bits >= 64)
        return (product.low | (product.high & ((UINT64_C(1) << (bits - 64)) - 1))) != 0;
    return (product.low & ((UINT64_C(1) << bits) - 1)) != 0;
}

/* The magnitude, at least 1e-4 and less than 1e9, times 10^power, rounded to an integer, a half to the even one. Exact: the
   product has no more than 97 bits. *whole is what it is before rounding. */
static uint64_t scaled(double magnitude, unsigned power, uint64_t *whole)
{
    const uint64_t bits = ap_bits_of_double(magnitude);
    const uint64_t significand = (bits & ((UINT64_C(1) << FRACTION_BITS) - 1)) | UINT64_C(1) << FRACTION_BITS;
    const unsigned shift = EXPONENT_BIAS - (unsigned)(bits >> FRACTION_BITS); /* 23 to 66 */
    const ap_wide product = ap_wide_product(significand, powers[power]);
    const bool half = (without_low(product, shift - 1) & 1) != 0;
    *whole = without_low(product, shift);
    return *whole + (half && (has_low(product, shift - 1) || (*whole & 1) != 0));
}

/* Nine digits of which the last `power` are after the point. */
static size_t put_point(char *text, uint64_t digits, unsigned power)
{
    char all[AP_DIGITS_ROOM];
    size_t count = ap_put_digits(all, digits), length = 0;
    for (; power > 0 && all[count - 1] == '0'; power--)
        count--;
    if (count <= power) {
        memset(text, '0', power - count + 2);
        text[1] = '.';
        memcpy(text + power - count + 2, all, count);
        return power + 2;
    }
    length = count - power;
    memcpy(text, all, length);
    if (power > 0)
        text[length++] = '.';
    memcpy(text + length, all + count - power, power);
    return length + power;
}

size_t ap_put_nine_digits(double value, char text[AP_NINE_DIGITS_ROOM])
{
    const double magnitude = fabs(value);
    const size_t sign = signbit(value) ? 1 : 0;
    if (magnitude < 1e-4 || magnitude >= 999999999) { /* zeros, and what may be written with an exponent */
        if (magnitude != 0)
            return (size_t)snprintf(text, AP_NINE_DIGITS_ROOM, "%.9g", value);
        memcpy(text, sign > 0 ? "-0" : "0", sign + 2);
        return sign + 1;
    }
    unsigned power = 0;
    uint64_t whole;
    while (power < MOST_POWER && magnitude * (double)powers[power] < (double)LEAST)
        power++;
    uint64_t digits = scaled(magnitude, power, &whole);
    if (whole < LEAST) /* the product above was rounded */
        digits = scaled(magnitude, ++power, &whole);
    text[0] = '-';
    const size_t length = sign + put_point(text + sign, digits, power);
    text[length] = '\0';
    return length;
}
