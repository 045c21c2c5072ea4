#include "core/number/number.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"

enum {
    EXACT_DIGITS = 19,      /* most digits with which every integer fits a uint64 */
    EXACT_POWER = 22,       /* 10^22 is the greatest power of ten that a double holds exactly */
    KEPT_DIGITS = 160,      /* more than the 113 digits of the longest midpoint between two float32 */
    GREATEST_EXPONENT = 99, /* greatest exponent that every known reader reads quickly */
    EXPONENT_BOUND = 9999   /* beyond this exponent a number of KEPT_DIGITS digits is zero or infinite */
};

static const double powers_of_ten[EXACT_POWER + 1] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10,
    1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

/*@ assigns \nothing;
    ensures \result <==> '0' <= byte <= '9'; */
static bool is_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

bool ap_parse_int32(ap_view text, int32_t *value)
{
    bool negative = text.size > 0 && text.bytes[0] == '-';
    size_t at = negative ? 1 : 0;
    int64_t number = 0;
    if (at == text.size || (text.bytes[at] == '0' && at + 1 < text.size))
        return false;
    /*@ loop invariant at <= text.size && 0 <= number <= INT32_MAX + 1;
        loop assigns at, number;
        loop variant text.size - at; */
    for (; at < text.size; at++) {
        if (!is_digit(text.bytes[at]))
            return false;
        number = number * 10 + (text.bytes[at] - '0');
        if (number > (int64_t)INT32_MAX + 1)
            return false;
    }
    number = negative ? -number : number;
    if (number > INT32_MAX)
        return false;
    *value = (int32_t)number;
    return true;
}

/* Returns true if rounding the correctly rounded double `magnitude` to float32 gives the float32 nearest to the decimal. The
   results may differ only if the double is half-way between two float32, or below 2^-126, where float32 are subnormal. It is
   never that small: the caller passes 0, or an integer times 10^-EXACT_POWER or a greater power. */
//@ assigns \nothing;
static bool is_rounding_to_float_exact(double magnitude)
{
    const uint64_t dropped = (UINT64_C(1) << 29) - 1, half = UINT64_C(1) << 28;
    return (ap_bits_of_double(magnitude) & dropped) != half;
}

/* Computes digits × 10^power. Returns false if rounding to double and then to float32 may not give the nearest float32. */
/*@ requires \valid(value);
    assigns *value; */
static bool convert_digits_exactly(uint64_t digits, int power, bool negative, float *value)
{
    const uint64_t exact_integer = UINT64_C(1) << 53;
    if (digits > exact_integer || power < -EXACT_POWER || power > EXACT_POWER)
        return false;
    double magnitude = (double)digits;
    magnitude = power < 0 ? magnitude / powers_of_ten[-power] : magnitude * powers_of_ten[power];
    if (!is_rounding_to_float_exact(magnitude))
        return false;
    *value = (float)(negative ? -magnitude : magnitude);
    return true;
}

/* Reads up to 8 digits at `at`, where 8 bytes must be readable. Returns the number of digits and stores their value. Converts all
   digits at once: single digits to pairs, pairs to fours, fours to eights. */
/*@ requires \valid_read(at + (0 .. 7)) && \valid(value);
    assigns *value;
    ensures \result <= 8; */
static unsigned scan_up_to_8_digits(const uint8_t *at, uint64_t *value)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t chunk = ap_load_u64(at, false) ^ ones * '0';
    /* a high bit marks a byte that is not a digit */
    const uint64_t other = ((chunk + ones * (0x80 - 10)) | chunk) & (ones * 0x80);
    unsigned count = other == 0 ? 8 : (unsigned)__builtin_ctzll(other) / 8;
    if (count == 0) {
        *value = 0;
        return 0;
    }
    chunk <<= 64 - 8 * count; /* moves the digits to the upper bytes, after zeros */
    chunk = chunk * 10 + (chunk >> 8);
    chunk = ((chunk & UINT64_C(0x000000ff000000ff)) * UINT64_C(0x000f424000000064)
                + ((chunk >> 16) & UINT64_C(0x000000ff000000ff)) * UINT64_C(0x0000271000000001))
            >> 32;
    *value = chunk & UINT32_MAX;
    return count;
}

bool ap_scan_float(const uint8_t **at, float *value)
{
    static const uint64_t powers[] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000 };
    const uint8_t *byte = *at;
    const bool negative = *byte == '-';
    byte += negative;
    uint64_t digits = (uint64_t)(uint8_t)(byte[0] - '0'), part;
    unsigned whole = 1, fraction = 0;
    /* false for nearly every number, which has one digit and then a point */
    if (digits > 9 || byte[1] != '.') {
        whole = scan_up_to_8_digits(byte, &digits);
        if (whole == 8 || (whole > 1 && *byte == '0'))
            return false;
    }
    byte += whole;
    if (*byte == '.') {
        byte++;
        unsigned count = scan_up_to_8_digits(byte, &part);
        digits = digits * powers[count] + part;
        fraction = count;
        if (count == 8) {
            count = scan_up_to_8_digits(byte + fraction, &part);
            digits = digits * powers[count] + part;
            fraction += count;
        }
        byte += fraction;
    }
    if (whole + fraction == 0 || whole + fraction > EXACT_DIGITS || is_digit(*byte)
        || !convert_digits_exactly(digits, -(int)fraction, negative, value))
        return false;
    *at = byte;
    return true;
}

/* The spelling of a decimal number: its digits without leading zeros, cut to those that affect the value. */
typedef struct decimal {
    bool negative, has_exponent, has_point;
    bool large;     /* true if the integer part is 2^64 or more, or the exponent is outside -99 to 99 */
    uint64_t whole; /* the integer part, valid unless `large` */
    /* the kept digits, without a terminator */
    char digits[KEPT_DIGITS + 1];
    size_t kept;
    bool cut_nonzero; /* true if a digit other than 0 was cut */
    int64_t power;    /* power of ten of the last kept digit */
} decimal;

//@ predicate valid(decimal *number) = \valid(number) && number->kept <= KEPT_DIGITS;

/*@ requires valid(number) && -(1 << 60) <= number->power <= 1 << 60;
    assigns *number;
    ensures valid(number) && \old(number->power) - 1 <= number->power <= \old(number->power) + 1; */
static void add_digit(decimal *number, uint8_t digit, bool fraction)
{
    if (number->kept == 0 && digit == '0') {
        number->power -= fraction;
    } else if (number->kept < KEPT_DIGITS) {
        number->digits[number->kept++] = (char)digit;
        number->power -= fraction;
    } else {
        number->cut_nonzero |= digit != '0';
        number->power += !fraction;
    }
}

/*@ requires \valid(number);
    assigns number->large, number->whole; */
static void add_digit_to_integer_part(decimal *number, uint8_t digit)
{
    uint64_t whole;
    number->large |= __builtin_mul_overflow(number->whole, 10, &whole)
                     || __builtin_add_overflow(whole, (uint64_t)(digit - '0'), &whole);
    number->whole = whole;
}

/* Reads the digits and the point. Returns the offset after them, or SIZE_MAX if the text is malformed. */
/*@ requires valid(number) && ap_readable(text) && at <= text.size && number->power == 0;
    requires \separated(number, text.bytes + (0 .. text.size - 1));
    assigns *number;
    ensures \result == SIZE_MAX || at <= \result <= text.size;
    ensures valid(number) && -(1 << 57) <= number->power <= 1 << 57; */
static size_t read_digits_or_size_max(ap_view text, size_t at, decimal *number)
{
    const size_t start = at;
    /*@ loop invariant start <= at <= text.size && valid(number) && start - at <= number->power <= at - start;
        loop assigns at, *number;
        loop variant text.size - at; */
    for (; at < text.size && is_digit(text.bytes[at]); at++) {
        add_digit(number, text.bytes[at], false);
        add_digit_to_integer_part(number, text.bytes[at]);
    }
    size_t count = at - start;
    const bool octal =
        count > 0
        && text.bytes[start] == '0'; /* id's reader reads the integer as octal, unless a point follows */
    if (octal && (count > 1 || (at < text.size && text.bytes[at] == 'e')))
        return SIZE_MAX;
    if (at < text.size && text.bytes[at] == '.') {
        number->has_point = true;
        at++;
        /*@ loop invariant start <= at <= text.size && valid(number) && count <= at - start;
            loop invariant start - at <= number->power <= at - start;
            loop assigns at, count, *number;
            loop variant text.size - at; */
        for (; at < text.size && is_digit(text.bytes[at]); at++, count++)
            add_digit(number, text.bytes[at], true);
    }
    return count == 0 ? SIZE_MAX : at;
}

/* Reads an exponent, e[+-]?[0-9]+, and adds its value to the power, limited to about 10^13. Returns the offset after the
   exponent, or SIZE_MAX if it has no digits. */
/*@ requires valid(number) && ap_readable(text) && at < text.size && -(1 << 57) <= number->power <= 1 << 57;
    requires \separated(number, text.bytes + (0 .. text.size - 1));
    assigns number->has_exponent, number->power, number->large;
    ensures \result == SIZE_MAX || at < \result <= text.size;
    ensures -(1 << 58) <= number->power <= 1 << 58; */
static size_t read_exponent_or_size_max(ap_view text, size_t at, decimal *number)
{
    const int64_t bound = INT64_C(1) << 40;
    bool negative = false;
    int64_t power = 0;
    number->has_exponent = true;
    at++;
    if (at < text.size && (text.bytes[at] == '+' || text.bytes[at] == '-'))
        negative = text.bytes[at++] == '-';
    const size_t start = at;
    /*@ loop invariant start <= at <= text.size && 0 <= power <= bound * 10 + 9;
        loop assigns at, power;
        loop variant text.size - at; */
    for (; at < text.size && is_digit(text.bytes[at]); at++)
        power = power < bound ? power * 10 + (text.bytes[at] - '0') : power;
    number->power += negative ? -power : power;
    number->large |= power > GREATEST_EXPONENT;
    return at == start ? SIZE_MAX : at;
}

/*@ requires ap_readable(text) && \valid(number) && \separated(number, text.bytes + (0 .. text.size - 1));
    assigns *number;
    ensures valid(number) && -(1 << 58) <= number->power <= 1 << 58; */
static bool read_decimal(ap_view text, decimal *number)
{
    const bool negative = text.size > 0 && text.bytes[0] == '-';
    *number = (decimal){ .negative = negative };
    size_t at = read_digits_or_size_max(text, negative ? 1 : 0, number);
    if (at != SIZE_MAX && at < text.size && text.bytes[at] == 'e')
        at = read_exponent_or_size_max(text, at, number);
    return at == text.size;
}

/* Converts the number with convert_digits_exactly. Returns false if that function returns false, or if the number has too many
   digits or too large a power for it. */
/*@ requires \valid_read(number) && number->kept <= KEPT_DIGITS && \valid(value) && \separated(number, value);
    assigns *value; */
static bool convert_exactly(const decimal *number, float *value)
{
    uint64_t digits = 0;
    if (number->kept > EXACT_DIGITS || number->power < -EXACT_POWER || number->power > EXACT_POWER)
        return false;
    /*@ loop invariant i <= number->kept;
        loop assigns i, digits;
        loop variant number->kept - i; */
    for (size_t i = 0; i < number->kept; i++)
        digits = digits * 10 + (uint64_t)(number->digits[i] - '0');
    return convert_digits_exactly(digits, (int)number->power, number->negative, value);
}

/* Converts the number with strtof of the C library, in the C locale whatever the program's locale is. */
/*@ requires \valid_read(number) && number->kept <= KEPT_DIGITS;
    assigns \nothing; */
static float convert_by_library(const decimal *number)
{
    char text[KEPT_DIGITS + 32];
    int64_t power = number->power;
    power = power > EXPONENT_BOUND ? EXPONENT_BOUND : power < -EXPONENT_BOUND ? -EXPONENT_BOUND : power;
    snprintf(text, sizeof text, "%s%.*s%se%lld", number->negative ? "-" : "", (int)number->kept,
        number->digits, number->cut_nonzero ? "1" : "", (long long)(number->cut_nonzero ? power - 1 : power));
    locale_t plain =
        newlocale(LC_ALL_MASK, "C", (locale_t)0); /* glibc returns a static object: no memory is allocated */
    float value = strtof_l(text, NULL, plain);
    freelocale(plain);
    return value;
}

/*@ requires \valid_read(number) && number->kept <= KEPT_DIGITS;
    assigns \nothing; */
static float convert_decimal(const decimal *number)
{
    float exact;
    return convert_exactly(number, &exact) ? exact : convert_by_library(number);
}

/* Reads a number with ap_scan_float. Returns false if the text is long, or if that function does not read all of it. */
/*@ requires ap_readable(text) && \valid(value) && \separated(value, text.bytes + (0 .. text.size - 1));
    assigns *value; */
static bool scan_complete_text(ap_view text, float *value)
{
    uint8_t padded[AP_FAST_NUMBER_BYTES + 1] = { 0 };
    if (text.size > AP_FAST_NUMBER_BYTES / 2)
        return false;
    memcpy(padded, text.bytes, text.size);
    const uint8_t *at = padded;
    return ap_scan_float(&at, value) && at == padded + text.size;
}

ap_number ap_parse_float(ap_view text)
{
    decimal number;
    float plain;
    if (scan_complete_text(text, &plain))
        return (ap_number){ .fault = AP_NUMBER_FINE, .value = plain };
    if (!read_decimal(text, &number))
        return (ap_number){ .fault = AP_NUMBER_MALFORMED };
    ap_number result = {
        .fault = AP_NUMBER_FINE, .has_exponent = number.has_exponent, .large = number.large
    };
    result.value = number.negative ? -0.0F : 0.0F;
    if (number.kept > 0)
        result.value = convert_decimal(&number);
    if (isinf(result.value)) {
        result.value = 0;
        result.fault = AP_NUMBER_OUT_OF_RANGE;
    }
    if (!number.has_point && !number.has_exponent && (number.large || number.whole > UINT32_MAX))
        result.fault = AP_NUMBER_WRAPS;
    return result;
}
