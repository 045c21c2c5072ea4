/* core/number/double_number.h: the fast path reads exactly the double that strtod reads. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/number/double_number.h"
#include "tests/unit/support/test_choices.h"

static bool scan_double_of_text(const char *text, double *value)
{
    return ap_scan_double((ap_view){ (const uint8_t *)text, strlen(text) }, value);
}

/* Returns true if the fast path reads the number, and expects the bits that strtod gives. */
static bool is_read_exactly(const char *text)
{
    double value;
    if (!scan_double_of_text(text, &value))
        return false;
    cr_assert_eq(ap_bits_of_double(value), ap_bits_of_double(strtod(text, NULL)),
        "%s must be read like strtod, not as %a", text, value);
    return true;
}

Test(core_double_number, usual_numbers_are_read)
{
    static const char *const texts[] = { "0", "-0", "0.0", "-0.0e5", "1", "-1", "0.1", "1e22", "1e23", "1E-5",
        "2.5e+3", "0.3333333333333333", "123456789012345678", "9007199254740993", "9007199254740995",
        "18014398509481990", "9223372036854776832", "9223372036854774272", "0.00000000000000000001",
        "9999999999999999999", "1.0000000000000002", "1.00000000000000011", "4503599627370497.5",
        "4503599627370496.5", "1e48", "1e-27", "0.9999999999999999999", "9007199254740991.75", "1.",
        "0.99999999999999994e5" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cr_assert(is_read_exactly(texts[i]), "%s must be read by the fast path", texts[i]);
}

Test(core_double_number, hard_numbers_are_refused)
{
    static const char *const texts[] = { "1e-28", "1e49", "12345678901234567890", "1e999999999999",
        "1e-999999999999", "0.00000000000000000000000000001" };
    double value;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cr_assert_not(scan_double_of_text(texts[i], &value), "%s must be refused by the fast path", texts[i]);
}

/* Multiples of 2^64 with 20 digits: summing up their digits in 64 bits gives 0. */
static const char *const wrapping[] = { "18446744073709551616", "36893488147419103232",
    "55340232221128654848", "73786976294838206464", "92233720368547758080" };

/* Reads the digits with a point after `whole` digits, and with signs, zeros and exponents around. Returns the number of texts. */
static int check_wrapping_digits_and_count_texts(const char *digits, int whole)
{
    static const char *const before[] = { "", "-", "0.0", "-0.000" }, *const after[] = { "", "0", "000", "e0",
        "e5", "E-5", "e-19", "e+30", "00e-40" };
    int read = 0;
    for (size_t b = 0; b < sizeof before / sizeof *before; b++) {
        for (size_t a = 0; a < sizeof after / sizeof *after; a++, read++) {
            char text[128];
            const bool has_point = strchr(before[b], '.') != NULL;
            if (has_point)
                snprintf(text, sizeof text, "%s%s%s", before[b], digits, after[a]);
            else
                snprintf(
                    text, sizeof text, "%s%.*s.%s%s", before[b], whole, digits, digits + whole, after[a]);
            (void)is_read_exactly(text);
        }
    }
    return read;
}

Test(core_double_number, digits_that_wrap_in_64_bits_are_read_exactly)
{
    double value;
    int read = 0;
    for (size_t i = 0; i < sizeof wrapping / sizeof *wrapping; i++) {
        cr_assert_not(
            scan_double_of_text(wrapping[i], &value), "%s must be refused by the fast path", wrapping[i]);
        for (int near = -1; near <= 1; near++) {
            char digits[32];
            snprintf(digits, sizeof digits, "%s", wrapping[i]);
            digits[19] = (char)(digits[19] + near); /* the last digit of every row is below 9 */
            if (digits[19] < '0')
                strcpy(digits, "92233720368547758079");
            (void)is_read_exactly(digits);
            for (int whole = 1; whole <= 20; whole++)
                read += check_wrapping_digits_and_count_texts(digits, whole);
        }
    }
    cr_assert_eq(read, 5 * 3 * 20 * 36);
}

/* The reader limits powers of ten to 10^1000. A limited power from many zeros must not cancel the power of a large exponent, or
   the reverse. */
Test(core_double_number, many_zeros_and_large_exponents_are_read_exactly)
{
    static const int zeros[] = { 0, 27, 999, 1000, 1500, 3000 };
    static const char *const exponents[] = { "", "e27", "e999", "e1000", "e1001", "e1500", "e3001", "e9999",
        "e-1000", "e10001", "e99999999999" };
    static char text[4096];
    for (size_t z = 0; z < sizeof zeros / sizeof *zeros; z++) {
        for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
            for (int digit = 0; digit <= 1; digit++) {
                snprintf(text, sizeof text, "0.%0*d%d%s", zeros[z], 0, digit, exponents[e]);
                (void)is_read_exactly(text);
                snprintf(text, sizeof text, "%d%0*d.5%s", digit, zeros[z], 0, exponents[e]);
                (void)is_read_exactly(text);
            }
        }
    }
}

Test(core_double_number, text_after_a_number_is_ignored)
{
    double value;
    cr_assert(ap_scan_double((ap_view){ (const uint8_t *)"12345", 3 }, &value) && value == 123);
    cr_assert(ap_scan_double((ap_view){ (const uint8_t *)"1.5, 7", 6 }, &value) && value == 1.5);
    cr_assert(ap_scan_double((ap_view){ (const uint8_t *)"1e5]", 4 }, &value) && value == 1e5);
}

Test(core_double_number, random_numbers_are_read_like_strtod)
{
    choices random = { 15 };
    int read = 0;
    for (int i = 0; i < 60000; i++) {
        char text[64];
        const uint64_t any = next_random_number(&random), rest = next_random_number(&random);
        if (i % 4 == 0)
            snprintf(text, sizeof text, "%.17g", ap_double_of_bits((963 + rest % 120) << 52 | any >> 12));
        else if (i % 4 == 1)
            snprintf(text, sizeof text, "-%llue%d", (unsigned long long)(any >> rest % 64),
                (int)(rest / 64 % 90) - 40);
        else if (i % 4 == 2) /* a tie between two doubles, or a number next to it */
            snprintf(text, sizeof text, "%llu",
                (unsigned long long)(((1ULL << 53) + 2 * (any % 1000000) + 1) << rest % 10) + rest / 16 % 3
                    - 1);
        else
            snprintf(
                text, sizeof text, "0.%0*llu", (int)(1 + rest % 16), (unsigned long long)(any % 1000000000));
        read += is_read_exactly(text);
    }
    cr_assert_gt(read, 40000);
}
