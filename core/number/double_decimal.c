/* As core/number/float_text.c has it for float32: Raffaello Giulietti's Schubfach, with powers of ten of 128 bits. */
#include "core/number/double_decimal.h"

#include "core/base/bytes.h"
#include "core/number/powers_of_ten.h"

enum { SIGNIFICAND_BITS = 52, EXPONENT_BIAS = 1023 + SIGNIFICAND_BITS };

/* The product's bits above the 128th; the last one says whether anything but rounding was cut off. */
static uint64_t scaled(ap_wide power_of_ten, uint64_t factor)
{
    const ap_wide upper = ap_wide_product(power_of_ten.high, factor);
    const uint64_t middle = upper.low + ap_wide_product(power_of_ten.low, factor).high;
    return (upper.high + (middle < upper.low)) | (middle > 1);
}

/* Of significand x 2^power, whose neighbours are equally far away; scale is 10^-ten. */
static ap_decimal shortest(uint64_t significand, int32_t shift, ap_wide scale, int32_t ten)
{
    const uint64_t four = 4 * significand, odd = significand & 1;
    const uint64_t low = scaled(scale, (four - 2) << shift) + odd;
    const uint64_t middle = scaled(scale, four << shift);
    const uint64_t high = scaled(scale, (four + 2) << shift) - odd;
    const uint64_t digits = middle / 4, fewer = digits / 10;
    const bool fewer_low_in = low <= 40 * fewer, fewer_high_in = 40 * fewer + 40 <= high;
    const bool low_in = low <= 4 * digits, high_in = 4 * digits + 4 <= high;
    const uint64_t half = 4 * digits + 2;
    const bool nearer_high = (middle > half) | ((middle == half) & digits);
    const bool shorter = fewer_low_in != fewer_high_in;
    const bool up = low_in != high_in ? high_in : nearer_high;
    return (ap_decimal){ shorter ? fewer + fewer_high_in : digits + up, ten + shorter };
}

bool ap_double_decimal(double magnitude, ap_decimal *decimal)
{
    const uint64_t bits = ap_bits_of_double(magnitude);
    const uint64_t fraction = bits & ((UINT64_C(1) << SIGNIFICAND_BITS) - 1);
    const int32_t exponent = (int32_t)(bits >> SIGNIFICAND_BITS & 0x7ff);
    const int32_t power = exponent - EXPONENT_BIAS;
    const int32_t ten = power * 1262611 >> 22; /* the greatest that is no longer than the interval */
    const uint64_t significand = fraction | UINT64_C(1) << SIGNIFICAND_BITS;
    if (exponent == 0 || fraction == 0 || -ten < AP_LEAST_POWER || -ten > AP_GREATEST_POWER)
        return false;
    if (power <= 0 && power >= -SIGNIFICAND_BITS && (significand & ((UINT64_C(1) << -power) - 1)) == 0)
        *decimal = (ap_decimal){ significand >> -power, 0 };
    else
        *decimal = shortest(
            significand, power + (-ten * 1741647 >> 19) + 1, ap_powers_of_ten[-ten - AP_LEAST_POWER], ten);
    return true;
}
