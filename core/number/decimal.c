/* Implements Raffaello Giulietti's Schubfach ("The Schubfach way to render doubles", 2020). The interval of numbers
   that round to the value is as long as one unit of a certain decimal place, or longer, but shorter than ten units. So four
   decimals are possible results: the two next to the value with this place, and the two with one place less. Three products
   decide between them: the value, and both ends of the interval, each multiplied by a power of ten. */
#include "core/number/decimal.h"

#include <assert.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/digits.h"
#include "core/number/powers_of_ten.h"

enum {
    DOUBLE_FRACTION_BITS = 52, /* bits of the fraction of a float64 */
    DOUBLE_BIAS = 1023 + DOUBLE_FRACTION_BITS,
    FLOAT_FRACTION_BITS = 23,
    FLOAT_BIAS = 127 + FLOAT_FRACTION_BITS,
    TEN_TO_EIGHT = 100000000
};

/* significand x 2^power */
typedef struct binary_float {
    uint64_t significand;
    int32_t power;
    /* true if the distance to the next smaller number is half of the distance to the next greater number */
    bool low_end_is_closer;
} binary_float;

/* Returns the exponent of the greatest power of ten that is not greater than the length of the interval of numbers that round to
   `number`. */
static int32_t interval_power(const binary_float *number)
{
    return (number->power * 1262611 - (number->low_end_is_closer ? 524031 : 0)) >> 22;
}

/* Returns the product of both numbers divided by 2^128 and rounded down, with the lowest bit also set if the remainder is greater
   than the error of the power of ten. */
static uint64_t scale_by_power(ap_uint128 power_of_ten, uint64_t factor)
{
    const ap_uint128 upper = ap_uint128_product(power_of_ten.high, factor);
    const uint64_t middle = upper.low + ap_uint128_product(power_of_ten.low, factor).high;
    return (upper.high + (middle < upper.low)) | (middle > 1);
}

static ap_decimal find_shortest(const binary_float *number)
{
    const int32_t power = interval_power(number), shift = number->power + (-power * 1741647 >> 19) + 1;
    const ap_uint128 scale = ap_powers_of_ten[-power - AP_FIRST_POWER];
    const uint64_t four = 4 * number->significand, odd = number->significand & 1;
    const uint64_t low = scale_by_power(scale, (four - 2 + number->low_end_is_closer) << shift) + odd;
    const uint64_t middle = scale_by_power(scale, four << shift);
    const uint64_t high = scale_by_power(scale, (four + 2) << shift) - odd;
    const uint64_t digits = middle / 4, fewer = digits / 10;
    const bool fewer_low_in = low <= 40 * fewer, fewer_high_in = 40 * fewer + 40 <= high;
    const bool low_in = low <= 4 * digits, high_in = 4 * digits + 4 <= high;
    const uint64_t half = 4 * digits + 2;
    const bool nearer_high = (middle > half) | ((middle == half) & digits);
    /* computed without branches, since processors could not predict them */
    const bool shorter = (digits >= 10) & (fewer_low_in != fewer_high_in);
    const bool up = low_in != high_in ? high_in : nearer_high;
    return (ap_decimal){ shorter ? fewer + fewer_high_in : digits + up, power + shorter };
}

/* Finds the shortest decimal of the number. If the number is an integer of at most `bits` + 1 bits, the result has all of its
   digits. */
static ap_decimal find_decimal_keeping_integers(const binary_float *number, int32_t bits)
{
    const int32_t places = -number->power; /* number of binary places after the point */
    assert(number->significand != 0);
    if (places >= 0 && places <= bits && (number->significand & ((UINT64_C(1) << places) - 1)) == 0)
        return (ap_decimal){ number->significand >> places, 0 };
    return find_shortest(number);
}

ap_decimal ap_float_decimal(float magnitude)
{
    const uint32_t bits = ap_bits_of_float(magnitude), one = UINT32_C(1) << FLOAT_FRACTION_BITS;
    const uint32_t fraction = bits & (one - 1);
    const int32_t exponent = (int32_t)(bits >> FLOAT_FRACTION_BITS);
    const binary_float number = exponent == 0 ? (binary_float){ fraction, 1 - FLOAT_BIAS, false }
                                              : (binary_float){ fraction | one, exponent - FLOAT_BIAS,
                                                    fraction == 0 && exponent > 1 };
    return find_decimal_keeping_integers(&number, FLOAT_FRACTION_BITS);
}

bool ap_double_decimal(double magnitude, ap_decimal *decimal)
{
    const uint64_t bits = ap_bits_of_double(magnitude), one = UINT64_C(1) << DOUBLE_FRACTION_BITS;
    const int32_t exponent = (int32_t)(bits >> DOUBLE_FRACTION_BITS & 0x7ff);
    const binary_float number = { (bits & (one - 1)) | one, exponent - DOUBLE_BIAS, false };
    const int32_t power = interval_power(&number);
    if (exponent == 0 || number.significand == one || -power < AP_LEAST_POWER || -power > AP_GREATEST_POWER)
        return false;
    *decimal = find_decimal_keeping_integers(&number, DOUBLE_FRACTION_BITS);
    return true;
}

void ap_decimal_find_digits(ap_decimal number, ap_decimal_digits *digits)
{
    const uint64_t upper = number.significand / TEN_TO_EIGHT;
    digits->room[0] = (char)('0' + upper / TEN_TO_EIGHT);
    ap_store_digits(digits->room + 1, ap_split_eight_digits((uint32_t)(upper % TEN_TO_EIGHT)));
    ap_store_digits(digits->room + 9, ap_split_eight_digits((uint32_t)(number.significand % TEN_TO_EIGHT)));
    size_t first = 0, end = AP_DECIMAL_DIGITS;
    while (digits->room[first] == '0')
        first++;
    while (digits->room[end - 1] == '0')
        end--;
    digits->first = digits->room + first;
    digits->count = end - first;
    digits->power = (int32_t)(AP_DECIMAL_DIGITS - 1 - first) + number.power;
}

/* Copies AP_DECIMAL_DIGITS digits even if the number has fewer: later writes overwrite the superfluous digits, or they are after
   the end of the text. */
size_t ap_decimal_put(const ap_decimal_digits *digits, char *text)
{
    const size_t count = digits->count;
    if (digits->power < 0) {
        const size_t zeros = (size_t)-digits->power - 1;
        memset(text, '0', 2 + zeros);
        text[1] = '.';
        memcpy(text + 2 + zeros, digits->first, AP_DECIMAL_DIGITS);
        return 2 + zeros + count;
    }
    const size_t whole = (size_t)digits->power + 1;
    memcpy(text, digits->first, AP_DECIMAL_DIGITS);
    if (whole >= count) {
        memset(text + count, '0', whole - count);
        return whole;
    }
    text[whole] = '.';
    memcpy(text + whole + 1, digits->first + whole, AP_DECIMAL_DIGITS);
    return count + 1;
}

size_t ap_decimal_put_mantissa_and_e(const ap_decimal_digits *digits, char *text)
{
    size_t length = digits->count == 1 ? 1 : digits->count + 1;
    text[0] = digits->first[0];
    text[1] = '.';
    memcpy(text + 2, digits->first + 1, AP_DECIMAL_DIGITS);
    text[length++] = 'e';
    return length;
}
