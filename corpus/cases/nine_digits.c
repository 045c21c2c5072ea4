#include "corpus/cases/nine_digits.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/digits.h"

enum { DIGITS = 9, MOST_POWER = 12, FRACTION_BITS = 52, EXPONENT_BIAS = 1075, LEAST = 100000000 };

__extension__ typedef unsigned __int128 wide;

static const uint64_t powers[MOST_POWER + 2] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, LEAST,
    1000000000, 10000000000, 100000000000, 1000000000000, 10000000000000 };

/* The magnitude, at least 1e-4 and less than 1e9, times 10^power, rounded to an integer, a half to the even one. Exact: the
   product has no more than 97 bits. *whole is what it is before rounding. */
static uint64_t scaled(double magnitude, unsigned power, uint64_t *whole)
{
    uint64_t bits;
    memcpy(&bits, &magnitude, sizeof bits);
    const uint64_t significand = (bits & ((UINT64_C(1) << FRACTION_BITS) - 1)) | UINT64_C(1) << FRACTION_BITS;
    const unsigned shift = EXPONENT_BIAS - (unsigned)(bits >> FRACTION_BITS);
    const wide product = (wide)significand * powers[power], half = (wide)1 << (shift - 1);
    *whole = (uint64_t)(product >> shift);
    const wide rest = product - ((wide)*whole << shift);
    return *whole + (rest > half || (rest == half && (*whole & 1) != 0));
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
