/* core/number/number.h reads values equal to those of strtof: the nearest float32, ties to even, for any number of digits. Tests
   more than a million random and adversarial texts. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/number/number.h"
#include "tests/unit/number/number_run_check.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_choices.h"

enum { TEXT_BYTES = 1200 };

/* Reads the digits before an exponent with ap_scan_float, from memory of exactly the size that ap_scan_float may read. Returns
   true if ap_scan_float read them. */
static bool check_scanned_number(const char *text, uint8_t *padded, uint8_t next)
{
    char plain[AP_FAST_NUMBER_BYTES + 1] = "";
    const uint8_t *at = padded;
    const size_t length = strlen(text), plain_length = strspn(text, "-.0123456789");
    float value;
    memset(padded, next, AP_FAST_NUMBER_BYTES);
    memcpy(padded, text, length < AP_FAST_NUMBER_BYTES ? length : AP_FAST_NUMBER_BYTES);
    if (!ap_scan_float(&at, &value)) {
        cr_assert_eq(at, padded, "%s: a refused number must not move the position", text);
        return false;
    }
    cr_assert_eq((size_t)(at - padded), plain_length, "%s: wrong end of the scan", text);
    memcpy(plain, text, plain_length);
    cr_assert_eq(ap_bits_of_float(value), ap_bits_of_float(strtof(plain, NULL)), "%s is scanned as %a", text,
        (double)value);
    return true;
}

static void check_parsed_number(const char *text)
{
    ap_number number = ap_parse_float(text_view(text));
    const float wanted = strtof(text, NULL);
    const ap_number_fault fault = expected_number_fault(text);
    cr_assert_eq(number.fault, fault, "%s: wrong fault", text);
    if (fault != AP_NUMBER_MALFORMED)
        cr_assert_eq(number.has_exponent, strchr(text, 'e') != NULL, "%s: wrong flag `exponent`", text);
    if (fault != AP_NUMBER_FINE)
        return;
    cr_assert_eq(ap_bits_of_float(number.value), ap_bits_of_float(wanted), "%s is read as %a", text,
        (double)number.value);
}

/* Writes a random number; each function of this type writes another kind of number. */
typedef void write_random_number(choices *random, char text[TEXT_BYTES]);

/* Checks `count` random numbers. Returns how many of them ap_scan_float read. */
static unsigned check_random_numbers(write_random_number *spell, unsigned count, uint64_t seed)
{
    static const char next_bytes[] = " \n\t})x\0/e";
    choices random = { seed };
    char text[TEXT_BYTES];
    uint8_t *padded = malloc(AP_FAST_NUMBER_BYTES);
    unsigned scanned = 0;
    for (unsigned i = 0; i < count; i++) {
        spell(&random, text);
        check_parsed_number(text);
        scanned += check_scanned_number(
            text, padded, (uint8_t)next_bytes[random_number_below(&random, sizeof next_bytes - 1)]);
    }
    free(padded);
    return scanned;
}

static float random_finite_float(choices *random)
{
    for (;;) {
        uint32_t bits = (uint32_t)next_random_number(random);
        if (ap_are_f32_bits_finite(bits))
            return ap_float_of_bits(bits);
    }
}

/* A number as exporters write it: a few digits before the point, six to ten after it. */
static void write_number_of_exporter(choices *random, char text[TEXT_BYTES])
{
    const double scales[] = { 1, 1, 1, 10, 200, 100000 };
    double real = ((double)random_number_below(random, 2000000001) - 1e9) / 1e9
                  * scales[random_number_below(random, 6)];
    snprintf(text, TEXT_BYTES, "%.*f", (int)random_number_below(random, 5) + 6, real);
}

static void write_random_float(choices *random, char text[TEXT_BYTES])
{
    snprintf(text, TEXT_BYTES, "%.*g", (int)random_number_below(random, 16) + 1,
        (double)random_finite_float(random));
}

static size_t append_digits(choices *random, char *text, unsigned most)
{
    const unsigned count = random_number_below(random, most + 1);
    for (unsigned i = 0; i < count; i++)
        text[i] = (char)('0' + random_number_below(random, 10));
    return count;
}

/* Random digits, with or without a point and an exponent. */
static void write_random_digits(choices *random, char text[TEXT_BYTES])
{
    size_t used = 0;
    if (random_number_below(random, 3) == 0)
        text[used++] = '-';
    text[used] = (char)('0' + random_number_below(random, 10));
    if (text[used++] != '0')
        used += append_digits(random, text + used, 24);
    if (random_number_below(random, 4) != 0) {
        text[used++] = '.';
        used += append_digits(random, text + used, random_number_below(random, 2) == 0 ? 9 : 30);
    }
    text[used] = '\0';
    if (random_number_below(random, 3) == 0)
        snprintf(text + used, TEXT_BYTES - used, "e%s%u", random_number_below(random, 2) == 0 ? "-" : "",
            random_number_below(random, 60));
}

/* 8 to 21 digits around a limit of the exact paths, such as 2^53, with the point at a random position. */
static void write_near_exact_limit(choices *random, char text[TEXT_BYTES])
{
    static const uint64_t bounds[] = { UINT64_C(1) << 53, UINT64_C(1) << 54, UINT64_C(1) << 24,
        UINT64_C(1) << 63, UINT64_MAX - 8, UINT64_C(1000000000000000000), UINT64_C(9999999999999999999),
        UINT64_C(99999999) };
    char digits[32];
    const uint64_t number = bounds[random_number_below(random, 8)] + random_number_below(random, 9) - 4;
    int length = snprintf(digits, sizeof digits, "%llu%s", (unsigned long long)number,
        random_number_below(random, 4) == 0 ? "5" : "");
    const int whole = (int)random_number_below(random, (unsigned)length + 1);
    snprintf(text, TEXT_BYTES, "%s%.*s.%s", random_number_below(random, 2) == 0 ? "-" : "", whole, digits,
        digits + whole);
}

static void write_subnormal(choices *random, char text[TEXT_BYTES])
{
    const double real =
        ldexp((double)random_number_below(random, 1U << 24), -149 - (int)random_number_below(random, 4));
    snprintf(text, TEXT_BYTES, "%.*e", (int)random_number_below(random, 40), real);
}

/* A tie between two float32, or a number slightly below or above it, with up to 800 digits. */
static void write_near_tie(choices *random, char text[TEXT_BYTES])
{
    const float lower = fabsf(random_finite_float(random));
    const double middle = ((double)lower + (double)nextafterf(lower, INFINITY)) / 2;
    const unsigned kind = random_number_below(random, 4);
    if (!isfinite(middle)) {
        strcpy(text, "1");
        return;
    }
    if (kind == 0)
        snprintf(text, TEXT_BYTES, "%.*e", 160, middle);
    else if (kind == 1)
        snprintf(text, TEXT_BYTES, "%.*f", 150 + (int)random_number_below(random, 600), middle);
    else if (kind == 2)
        snprintf(text, TEXT_BYTES, "%.*f%u", 160 + (int)random_number_below(random, 600), middle,
            random_number_below(random, 2));
    else
        snprintf(text, TEXT_BYTES, "%.*e", (int)random_number_below(random, 60), middle);
}

Test(core_number_float, numbers_of_exporters_are_scanned_exactly)
{
    enum { COUNT = 400000 };
    unsigned scanned = check_random_numbers(write_number_of_exporter, COUNT, 1);
    cr_assert_gt(scanned, COUNT * 99U / 100, "the fast path reads only %u of %d numbers", scanned, COUNT);
}

Test(core_number_float, any_float32_is_read_exactly)
{
    check_random_numbers(write_random_float, 200000, 2);
}

Test(core_number_float, any_digits_are_read_exactly)
{
    unsigned scanned = check_random_numbers(write_random_digits, 250000, 3);
    cr_assert_gt(scanned, 20000U, "the fast path reads only %u numbers", scanned);
}

Test(core_number_float, digits_near_exact_limits_are_read_exactly)
{
    unsigned scanned = check_random_numbers(write_near_exact_limit, 150000, 4);
    cr_assert_gt(scanned, 5000U, "the fast path reads only %u numbers", scanned);
}

Test(core_number_float, subnormals_are_read_exactly)
{
    check_random_numbers(write_subnormal, 60000, 5);
}

Test(core_number_float, ties_are_read_exactly)
{
    check_random_numbers(write_near_tie, 60000, 6);
}

static void expect_parsed_bits(const char *text, uint32_t bits)
{
    ap_number number = ap_parse_float(text_view(text));
    cr_assert_eq(number.fault, AP_NUMBER_FINE, "%s must be a number", text);
    cr_assert_eq(ap_bits_of_float(number.value), bits, "%s is read as %a", text, (double)number.value);
}

/* Checks ties without strtof. The digits of a tie end in 5: the even neighbour is right. With a last digit of 4 the lower
   neighbour is right, with one more digit the upper one. Values are below 2^24, so that ties have a fraction. */
Test(core_number_float, ties_go_to_even)
{
    choices random = { 7 };
    for (int i = 0; i < 5000; i++) {
        const uint32_t lower = (uint32_t)(next_random_number(&random) % 0x4b7fffff);
        char text[400], more[402];
        snprintf(text, sizeof text, "%.151f",
            ((double)ap_float_of_bits(lower) + (double)ap_float_of_bits(lower + 1)) / 2);
        expect_parsed_bits(text, lower % 2 == 0 ? lower : lower + 1);
        snprintf(more, sizeof more, "%s1", text);
        expect_parsed_bits(more, lower + 1);
        char *last = text + strlen(text) - 1;
        while (*last == '0' || *last == '.')
            last--;
        cr_assert_eq(*last, '5', "the digits of the tie %s must end in 5", text);
        *last = '4';
        memset(last + 1, '9', strspn(last + 1, "0"));
        expect_parsed_bits(text, lower);
    }
}

/* The limit is 2^128 - 2^103, halfway between the greatest float32 and 2^128. */
Test(core_number_float, values_from_the_limit_on_are_out_of_range)
{
    static const struct {
        const char *text;
        ap_number_fault fault;
    } cases[] = {
        { "340282346638528859811704183484516925440.", AP_NUMBER_FINE }, /* the greatest float32 */
        { "3.4028235e38", AP_NUMBER_FINE },
        { "340282350000000000000000000000000000000.", AP_NUMBER_FINE },
        { "340282356779733661637539395458142568447.", AP_NUMBER_FINE }, /* 2^128 - 2^103 - 1 */
        { "340282356779733661637539395458142568447.9999999999", AP_NUMBER_FINE },
        { "340282356779733661637539395458142568448.", AP_NUMBER_OUT_OF_RANGE }, /* 2^128 - 2^103 */
        { "340282356779733661637539395458142568448.00000", AP_NUMBER_OUT_OF_RANGE },
        { "-340282356779733661637539395458142568448.0", AP_NUMBER_OUT_OF_RANGE },
        { "3.40282356779733661637539395458142568447e38", AP_NUMBER_FINE },
        { "3.40282356779733661637539395458142568448e38", AP_NUMBER_OUT_OF_RANGE },
        { "340282366920938463463374607431768211456.0", AP_NUMBER_OUT_OF_RANGE }, /* 2^128 */
        { "1e39", AP_NUMBER_OUT_OF_RANGE },
        { "-1e999999999999999999999999", AP_NUMBER_OUT_OF_RANGE },
        { "0.e999999999999999999999999", AP_NUMBER_FINE },
        { "1e-999999999999999999999999", AP_NUMBER_FINE },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text;
        ap_number number = ap_parse_float(text_view(text));
        cr_assert_eq(number.fault, cases[i].fault, "%s: wrong fault", text);
        cr_assert(number.fault == AP_NUMBER_FINE || number.value == 0,
            "%s: a refused number must have the value 0", text);
    }
    expect_parsed_bits("340282356779733661637539395458142568447.", 0x7f7fffff);
    expect_parsed_bits("0.e999999999999999999999999", 0);
    expect_parsed_bits("-0.e5", 0x80000000);
    expect_parsed_bits("1e-999999999999999999999999", 0);
    expect_parsed_bits("-1e-50", 0x80000000);
}

/* 0.000…0001e+n and 1000…000e-n are 1, for any number of zeros. */
Test(core_number_float, zeros_and_the_exponent_cancel)
{
    for (unsigned zeros = 1; zeros < 500; zeros += 7) {
        char small[600] = "0.", large[600] = "1";
        memset(small + 2, '0', zeros - 1);
        snprintf(small + 1 + zeros, sizeof small - 1 - zeros, "1e%u", zeros);
        memset(large + 1, '0', zeros);
        snprintf(large + 1 + zeros, sizeof large - 1 - zeros, "e-%u", zeros);
        expect_parsed_bits(small, 0x3f800000);
        expect_parsed_bits(large, 0x3f800000);
    }
}

/* Reading takes linear time: quadratic time would be hours for these digits. */
Test(core_number_float, ten_million_digits_are_read_in_linear_time, .timeout = 20)
{
    enum { DIGITS = 10 * 1000 * 1000 };
    uint8_t *bytes = malloc(DIGITS);
    memset(bytes, '3', DIGITS);
    bytes[1] = '.';
    ap_number number = ap_parse_float((ap_view){ bytes, DIGITS });
    cr_assert_eq(ap_bits_of_float(number.value), ap_bits_of_float(3.33333333333F));
    bytes[DIGITS - 1] = 'x';
    cr_assert_eq(ap_parse_float((ap_view){ bytes, DIGITS }).fault, AP_NUMBER_MALFORMED);
    free(bytes);
}
