/* Raffaello Giulietti's Schubfach ("The Schubfach way to render doubles", 2020), for float32: of the decimals
   of one length, at most two can lie in the interval that rounds to the value, so one multiplication with a
   power of ten, for the value and for either end of its interval, is all that has to be known. */
#include "core/number/float_text.h"

#include <assert.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/digits.h"

enum {
    SIGNIFICAND_BITS = 23,
    EXPONENT_BIAS = 127 + SIGNIFICAND_BITS,
    LEAST_POWER = -31,      /* of ten in the table */
    TWO_TO_32 = 0x4f800000, /* as a float32's bits: id Tech 4's reader wraps integers without a point there */
    TWO_TO_64 = 0x5f800000, /* Assimp does not end on longer integer parts */
    MOST_DECIMALS = 15      /* that Assimp reads */
};

/* 10^LEAST_POWER and so on, each scaled by a power of two to 64 bits, rounded up. */
static const uint64_t powers_of_ten[] = { UINT64_C(0x81ceb32c4b43fcf5), UINT64_C(0xa2425ff75e14fc32),
    UINT64_C(0xcad2f7f5359a3b3f), UINT64_C(0xfd87b5f28300ca0e), UINT64_C(0x9e74d1b791e07e49),
    UINT64_C(0xc612062576589ddb), UINT64_C(0xf79687aed3eec552), UINT64_C(0x9abe14cd44753b53),
    UINT64_C(0xc16d9a0095928a28), UINT64_C(0xf1c90080baf72cb2), UINT64_C(0x971da05074da7bef),
    UINT64_C(0xbce5086492111aeb), UINT64_C(0xec1e4a7db69561a6), UINT64_C(0x9392ee8e921d5d08),
    UINT64_C(0xb877aa3236a4b44a), UINT64_C(0xe69594bec44de15c), UINT64_C(0x901d7cf73ab0acda),
    UINT64_C(0xb424dc35095cd810), UINT64_C(0xe12e13424bb40e14), UINT64_C(0x8cbccc096f5088cc),
    UINT64_C(0xafebff0bcb24aaff), UINT64_C(0xdbe6fecebdedd5bf), UINT64_C(0x89705f4136b4a598),
    UINT64_C(0xabcc77118461cefd), UINT64_C(0xd6bf94d5e57a42bd), UINT64_C(0x8637bd05af6c69b6),
    UINT64_C(0xa7c5ac471b478424), UINT64_C(0xd1b71758e219652c), UINT64_C(0x83126e978d4fdf3c),
    UINT64_C(0xa3d70a3d70a3d70b), UINT64_C(0xcccccccccccccccd), UINT64_C(0x8000000000000000),
    UINT64_C(0xa000000000000000), UINT64_C(0xc800000000000000), UINT64_C(0xfa00000000000000),
    UINT64_C(0x9c40000000000000), UINT64_C(0xc350000000000000), UINT64_C(0xf424000000000000),
    UINT64_C(0x9896800000000000), UINT64_C(0xbebc200000000000), UINT64_C(0xee6b280000000000),
    UINT64_C(0x9502f90000000000), UINT64_C(0xba43b74000000000), UINT64_C(0xe8d4a51000000000),
    UINT64_C(0x9184e72a00000000), UINT64_C(0xb5e620f480000000), UINT64_C(0xe35fa931a0000000),
    UINT64_C(0x8e1bc9bf04000000), UINT64_C(0xb1a2bc2ec5000000), UINT64_C(0xde0b6b3a76400000),
    UINT64_C(0x8ac7230489e80000), UINT64_C(0xad78ebc5ac620000), UINT64_C(0xd8d726b7177a8000),
    UINT64_C(0x878678326eac9000), UINT64_C(0xa968163f0a57b400), UINT64_C(0xd3c21bcecceda100),
    UINT64_C(0x84595161401484a0), UINT64_C(0xa56fa5b99019a5c8), UINT64_C(0xcecb8f27f4200f3a),
    UINT64_C(0x813f3978f8940985), UINT64_C(0xa18f07d736b90be6), UINT64_C(0xc9f2c9cd04674edf),
    UINT64_C(0xfc6f7c4045812297), UINT64_C(0x9dc5ada82b70b59e), UINT64_C(0xc5371912364ce306),
    UINT64_C(0xf684df56c3e01bc7), UINT64_C(0x9a130b963a6c115d), UINT64_C(0xc097ce7bc90715b4),
    UINT64_C(0xf0bdc21abb48db21), UINT64_C(0x96769950b50d88f5), UINT64_C(0xbc143fa4e250eb32),
    UINT64_C(0xeb194f8e1ae525fe), UINT64_C(0x92efd1b8d0cf37bf), UINT64_C(0xb7abc627050305ae),
    UINT64_C(0xe596b7b0c643c71a), UINT64_C(0x8f7e32ce7bea5c70), UINT64_C(0xb35dbf821ae4f38c) };

/* The binary float as significand x 2^power. */
typedef struct binary {
    uint32_t significand;
    int32_t power;
    bool low_end_is_closer; /* the next smaller float is only half as far away as the next greater */
} binary;

static binary take_apart(uint32_t bits)
{
    const uint32_t fraction = bits & ((UINT32_C(1) << SIGNIFICAND_BITS) - 1);
    const int32_t exponent = (int32_t)(bits >> SIGNIFICAND_BITS & 0xff);
    if (exponent == 0)
        return (binary){ fraction, 1 - EXPONENT_BIAS, false };
    return (binary){ fraction | UINT32_C(1) << SIGNIFICAND_BITS, exponent - EXPONENT_BIAS,
        fraction == 0 && exponent > 1 };
}

/* The product's bits above the 64th; the last one says whether anything but rounding was cut off. */
static uint32_t scaled(uint64_t power_of_ten, uint32_t factor)
{
    const uint64_t lower = (power_of_ten & UINT32_MAX) * factor;
    const uint64_t upper = (power_of_ten >> 32) * factor + (lower >> 32);
    return (uint32_t)(upper >> 32) | ((uint32_t)upper > 1);
}

static ap_decimal shortest(binary value)
{
    const int32_t power = /* of ten: the greatest that is no longer than the interval */
        (value.power * 1262611 - (value.low_end_is_closer ? 524031 : 0)) >> 22;
    const int32_t shift = value.power + ((-power * 1741647) >> 19) + 1;
    const uint64_t scale = powers_of_ten[-power - LEAST_POWER];
    const uint32_t four = 4 * value.significand, odd = value.significand & 1;
    const uint32_t low = scaled(scale, (four - 2 + value.low_end_is_closer) << shift) + odd;
    const uint32_t middle = scaled(scale, four << shift);
    const uint32_t high = scaled(scale, (four + 2) << shift) - odd;
    const uint32_t digits = middle / 4, fewer = digits / 10;
    const bool fewer_low_in = low <= 40 * fewer, fewer_high_in = 40 * fewer + 40 <= high;
    const bool low_in = low <= 4 * digits, high_in = 4 * digits + 4 <= high;
    const uint32_t half = 4 * digits + 2;
    const bool nearer_high = (middle > half) | ((middle == half) & digits);
    /* Without branches: which way numbers go cannot be foretold. */
    const bool shorter = (digits >= 10) & (fewer_low_in != fewer_high_in);
    const bool up = low_in != high_in ? high_in : nearer_high;
    return (ap_decimal){ shorter ? fewer + fewer_high_in : digits + up, power + shorter };
}

static ap_decimal decimal_of(uint32_t bits)
{
    const binary value = take_apart(bits);
    const int32_t behind_point = -value.power; /* binary places */
    if (value.significand == 0)
        return (ap_decimal){ 0, 0 };
    if (behind_point >= 0 && behind_point <= SIGNIFICAND_BITS
        && (value.significand & ((UINT32_C(1) << behind_point) - 1)) == 0)
        return (ap_decimal){ value.significand >> behind_point, 0 };
    return shortest(value);
}

bool ap_float_decimal(float magnitude, ap_decimal *decimal)
{
    const uint32_t bits = ap_bits_of_float(magnitude);
    if (bits >> SIGNIFICAND_BITS == 0xff || bits >> SIGNIFICAND_BITS == 0
        || (bits & ((UINT32_C(1) << SIGNIFICAND_BITS) - 1)) == 0)
        return false;
    *decimal = decimal_of(bits);
    return true;
}

/* The digits of a number, without zeros after them, and the place of the point from the first of them on.
   They stay in registers: bytes that were just stored one by one cannot be loaded together without
   waiting. */
typedef struct spelling {
    bool longer;   /* a ninth digit stands before it */
    char first;    /* that one */
    uint64_t rest; /* the others as text, the first one lowest */
    size_t count;  /* of all */
    int32_t point;
} spelling;

static spelling spell(ap_decimal number)
{
    const uint32_t significand = (uint32_t)number.significand, first = significand / 100000000;
    const uint64_t digits = ap_eight_digits(significand % 100000000);
    if (digits == 0)
        return (spelling){ .rest = '0' + first, .count = 1, .point = first == 0 ? 1 : 9 + number.power };
    const bool longer = first != 0;
    const unsigned behind = (unsigned)__builtin_clzll(digits) / 8;
    const unsigned front = longer ? 0 : (unsigned)__builtin_ctzll(digits) / 8;
    return (spelling){ .longer = longer,
        .first = (char)('0' + first),
        .rest = (digits | UINT64_C(0x3030303030303030)) >> 8 * front,
        .count = 8U + longer - front - behind,
        .point = (int32_t)(8U + longer - front) + number.power };
}

static void put_digits(const spelling *number, char *text)
{
    *text = number->first;
    ap_store_u64((uint8_t *)text + number->longer, number->rest, false);
}

/* More digits may be copied than there are: what is too much is written over, or is after the end. */
static size_t lay_out(const spelling *number, char *text)
{
    if (number->point <= 0) {
        const size_t zeros = (size_t)-number->point;
        memcpy(text, "0.000000", 8);
        if (zeros > 6)
            memset(text + 8, '0', zeros - 6);
        put_digits(number, text + 2 + zeros);
        return 2 + zeros + number->count;
    }
    const size_t whole = (size_t)number->point;
    put_digits(number, text);
    if (whole >= number->count) {
        if (whole > number->count)
            memset(text + number->count, '0', whole - number->count);
        return whole;
    }
    const uint64_t fraction = number->rest >> 8 * (whole - number->longer);
    text[whole] = '.';
    ap_store_u64((uint8_t *)text + whole + 1, fraction, false);
    return number->count + 1;
}

/* d.ddde19 and so on up to e38, or e-8 and so on down to e-45. */
static size_t lay_out_exponent(const spelling *number, char *text)
{
    char digits[16];
    put_digits(number, digits);
    size_t length = 0;
    text[length++] = digits[0];
    if (number->count > 1)
        text[length++] = '.';
    memcpy(text + length, digits + 1, number->count - 1);
    length += number->count - 1;
    const int32_t power = number->point - 1;
    const uint32_t size = (uint32_t)(power < 0 ? -power : power);
    text[length++] = 'e';
    if (power < 0)
        text[length++] = '-';
    if (size >= 10)
        text[length++] = (char)('0' + size / 10);
    text[length++] = (char)('0' + size % 10);
    return length;
}

size_t ap_float_text(float value, char text[AP_FLOAT_TEXT_BYTES])
{
    const uint32_t bits = ap_bits_of_float(value), magnitude = bits & INT32_MAX;
    assert(ap_f32_bits_finite(bits));
    const size_t sign = bits >> 31;
    const spelling number = spell(decimal_of(magnitude));
    text[0] = '-';
    if (magnitude >= TWO_TO_64)
        return sign + lay_out_exponent(&number, text + sign);
    const size_t length = sign + lay_out(&number, text + sign);
    if (magnitude < TWO_TO_32)
        return length;
    memcpy(text + length, ".0", 2);
    return length + 2;
}

size_t ap_float_token(float value, char text[AP_FLOAT_TEXT_BYTES])
{
    if (!ap_may_need_exponent(value))
        return ap_float_text(value, text);
    const uint32_t bits = ap_bits_of_float(value);
    const spelling number = spell(decimal_of(bits & INT32_MAX));
    if ((int32_t)number.count - number.point <= MOST_DECIMALS)
        return ap_float_text(value, text);
    text[0] = '-';
    return (bits >> 31) + lay_out_exponent(&number, text + (bits >> 31));
}

/* With a fixed number of decimals */

enum { LIMB_DIGITS = 9, LIMBS = 5 /* of 9 digits each: more than a float32 has before its point */ };

static const uint32_t LIMB = 1000000000;

/* significand x 2^power for power > 0, by doubling. */
static size_t whole_digits(uint32_t significand, int32_t power, char *text)
{
    uint32_t limbs[LIMBS] = { significand, 0, 0, 0, 0 };
    size_t length = 0;
    for (int32_t i = 0; i < power; i++) {
        uint32_t carry = 0;
        for (size_t limb = 0; limb < LIMBS; limb++) {
            const uint32_t doubled = 2 * limbs[limb] + carry;
            carry = doubled >= LIMB;
            limbs[limb] = carry ? doubled - LIMB : doubled;
        }
    }
    for (size_t limb = LIMBS; limb-- > 0;) {
        uint32_t part = LIMB / 10, rest = limbs[limb];
        for (; part > 0; rest %= part, part /= 10) {
            if (length > 0 || rest >= part)
                text[length++] = (char)('0' + rest / part);
        }
    }
    return length;
}

/* The value in units of the last decimal, for power <= 0: below 2^24 x 10^10, which fits 64 bits. */
static uint64_t scaled_up(uint32_t significand, int32_t power, int decimals)
{
    uint64_t product = significand;
    const uint32_t shift = (uint32_t)-power;
    for (int i = 0; i < decimals; i++)
        product *= 10;
    if (shift == 0)
        return product;
    if (shift > 62) /* less than a half */
        return 0;
    const uint64_t half = UINT64_C(1) << (shift - 1), rest = product & (2 * half - 1);
    const uint64_t rounded_down = product >> shift;
    return rounded_down + (rest > half || (rest == half && (rounded_down & 1) != 0));
}

size_t ap_float_fixed(float value, int decimals, char text[AP_FLOAT_TEXT_BYTES])
{
    const uint32_t bits = ap_bits_of_float(value);
    assert(ap_f32_bits_finite(bits) && decimals > 0 && decimals <= AP_FLOAT_DECIMALS);
    const binary apart = take_apart(bits & INT32_MAX);
    size_t length = bits >> 31;
    text[0] = '-';
    if (apart.power > 0) {
        length += whole_digits(apart.significand, apart.power, text + length);
        text[length++] = '.';
        memset(text + length, '0', (size_t)decimals);
        return length + (size_t)decimals;
    }
    char digits[24];
    uint64_t units = scaled_up(apart.significand, apart.power, decimals);
    size_t at = sizeof digits;
    for (int i = 0; i <= decimals || units > 0; i++, units /= 10) {
        if (i == decimals)
            digits[--at] = '.';
        digits[--at] = (char)('0' + units % 10);
    }
    memcpy(text + length, digits + at, sizeof digits - at);
    return length + sizeof digits - at;
}
