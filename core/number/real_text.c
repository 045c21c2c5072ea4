#include "core/number/real_text.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/digits.h"
#include "core/number/double_decimal.h"
#include "core/number/float_text.h"

enum {
    EIGHT = 100000000,
    MOST_DIGITS = 17,
    LEAST_PLAIN = -4 /* a smaller power of ten is written with an exponent */
};

/* Digits without zeros at either end, and the power of ten of the first of them. */
typedef struct spelling {
    char room[40]; /* 17 digits with zeros before them; 17 bytes can be read from any of them, or behind */
    const char *digits;
    size_t count;
    int32_t power;
} spelling;

static void spell(ap_decimal number, spelling *to)
{
    const uint64_t upper = number.significand / EIGHT;
    to->room[0] = (char)('0' + upper / EIGHT);
    ap_store_digits(to->room + 1, ap_eight_digits((uint32_t)(upper % EIGHT)));
    ap_store_digits(to->room + 9, ap_eight_digits((uint32_t)(number.significand % EIGHT)));
    size_t first = 0, end = MOST_DIGITS;
    while (to->room[first] == '0')
        first++;
    while (to->room[end - 1] == '0')
        end--;
    to->digits = to->room + first;
    to->count = end - first;
    to->power = (int32_t)(MOST_DIGITS - 1 - first) + number.power;
}

/* d.ddde-05 */
static size_t lay_out_exponent(const spelling *number, char *text)
{
    const uint32_t power = (uint32_t)(number->power < 0 ? -number->power : number->power);
    size_t length = number->count == 1 ? 1 : number->count + 1;
    text[0] = number->digits[0];
    text[1] = '.';
    memcpy(text + 2, number->digits + 1, number->count - 1);
    text[length++] = 'e';
    text[length++] = number->power < 0 ? '-' : '+';
    text[length] = '0';
    return length + (power < 10) + ap_put_digits(text + length + (power < 10), power);
}

static size_t lay_out(const spelling *number, char *text)
{
    const size_t count = number->count;
    if (number->power < 0) {
        const size_t zeros = (size_t)-number->power - 1;
        memcpy(text, "0.000", 5);
        memcpy(text + 2 + zeros, number->digits, MOST_DIGITS);
        return 2 + zeros + count;
    }
    const size_t whole = (size_t)number->power + 1;
    memcpy(text, number->digits, MOST_DIGITS);
    if (whole >= count) {
        memset(text + count, '0', whole - count);
        return whole;
    }
    text[whole] = '.';
    memcpy(text + whole + 1, number->digits + whole, MOST_DIGITS);
    return count + 1;
}

/* For any number at all. */
static size_t try_digits(double value, bool single, char text[AP_REAL_TEXT_BYTES])
{
    for (int digits = single ? 6 : 15; digits < (single ? 9 : 17); digits++) {
        const int length = snprintf(text, AP_REAL_TEXT_BYTES, "%.*g", digits, value);
        const double back = strtod(text, NULL);
        if (single ? (float)back == (float)value : back == value)
            return (size_t)length;
    }
    return (size_t)snprintf(text, AP_REAL_TEXT_BYTES, "%.*g", single ? 9 : 17, value);
}

/* Readers that know but float64 round twice. Of all decimals of at most eight digits, that changes what 7.038531e-26 is: it
   lies between these two, so close to the middle that as a float64 it is the middle. */
static bool is_rounded_twice(uint32_t bits)
{
    return bits == 0x15ae43fd || bits == 0x15ae43fe;
}

/* The decimal of a positive number that printf would find, where it is found without trying. */
static bool find_decimal(double magnitude, bool single, ap_decimal *decimal)
{
    if (!single)
        return ap_double_decimal(magnitude, decimal);
    return !is_rounded_twice(ap_bits_of_float((float)magnitude))
           && ap_float_decimal((float)magnitude, decimal);
}

size_t ap_real_text(double value, bool single, char text[AP_REAL_TEXT_BYTES])
{
    const double magnitude = fabs(value);
    const size_t sign = signbit(value) != 0;
    const int32_t digits = single ? 6 : 15;
    ap_decimal decimal;
    spelling number;
    text[0] = '-';
    text[sign] = '0';
    if (magnitude == 0)
        return sign + 1;
    if (single && ap_is_plain_single((float)value))
        return ap_float_text((float)value, text);
    if (!find_decimal(magnitude, single, &decimal))
        return try_digits(value, single, text);
    spell(decimal, &number);
    const int32_t precision = (int32_t)number.count > digits ? (int32_t)number.count : digits;
    if (number.power < LEAST_PLAIN || number.power >= precision)
        return sign + lay_out_exponent(&number, text + sign);
    return sign + lay_out(&number, text + sign);
}
