/* core/number/double_number.h: what is read fast is what strtod reads. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/number/double_number.h"
#include "tests/unit/support/test_chance.h"

static bool scan(const char *text, double *value)
{
    return ap_scan_double((ap_view){ (const uint8_t *)text, strlen(text) }, value);
}

/* Whether it was read; then it is strtod's number, bit by bit. */
static bool is_right(const char *text)
{
    double value;
    if (!scan(text, &value))
        return false;
    cr_assert_eq(ap_bits_of_double(value), ap_bits_of_double(strtod(text, NULL)), "%s as %a", text, value);
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
        cr_assert(is_right(texts[i]), "%s", texts[i]);
}

Test(core_double_number, what_takes_longer_is_left)
{
    static const char *const texts[] = { "1e-28", "1e49", "12345678901234567890", "1e999999999999",
        "1e-999999999999", "0.00000000000000000000000000001" };
    double value;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cr_assert_not(scan(texts[i], &value), "%s", texts[i]);
}

Test(core_double_number, what_follows_is_no_part_of_it)
{
    double value;
    cr_assert(ap_scan_double((ap_view){ (const uint8_t *)"12345", 3 }, &value) && value == 123);
    cr_assert(ap_scan_double((ap_view){ (const uint8_t *)"1.5, 7", 6 }, &value) && value == 1.5);
    cr_assert(ap_scan_double((ap_view){ (const uint8_t *)"1e5]", 4 }, &value) && value == 1e5);
}

Test(core_double_number, any_number_is_strtods)
{
    chance random = { 15 };
    int read = 0;
    for (int i = 0; i < 60000; i++) {
        char text[64];
        const uint64_t any = chance_next(&random), rest = chance_next(&random);
        if (i % 4 == 0)
            snprintf(text, sizeof text, "%.17g", ap_double_of_bits((963 + rest % 120) << 52 | any >> 12));
        else if (i % 4 == 1)
            snprintf(text, sizeof text, "-%llue%d", (unsigned long long)(any >> rest % 64),
                (int)(rest / 64 % 90) - 40);
        else if (i % 4 == 2) /* half-way between two, and beside that */
            snprintf(text, sizeof text, "%llu",
                (unsigned long long)(((1ULL << 53) + 2 * (any % 1000000) + 1) << rest % 10) + rest / 16 % 3
                    - 1);
        else
            snprintf(
                text, sizeof text, "0.%0*llu", (int)(1 + rest % 16), (unsigned long long)(any % 1000000000));
        read += is_right(text);
    }
    cr_assert_gt(read, 40000);
}
