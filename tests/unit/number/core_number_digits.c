/* core/number/number_run.h: each digit at each place of a number, and the point at each place, in every fast way. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/number/number_run.h"

enum {
    DIGITS = 15,
    MOST_WHOLE = 7 /* before the point; AVX2 takes more */,
    TIMES = 9 /* more than are converted at once */,
    BEFORE = 32 /* the wide way looks back */,
    BEHIND = 128,
    TEXT_BYTES = 512
};

static const char *const patterns[] = { "111111111111111", "999999999999999", "123456789123456",
    "987654321987654", "888888888888888", "100000000000001", "246813579246813", "777777777777777" };

/* The first digits of the pattern, with a point after `whole` of them; all have a digit before the point. */
static void spell(char *text, const char *pattern, size_t digits, size_t whole)
{
    const size_t point = whole < digits;
    memcpy(text, pattern, whole);
    if (point)
        text[whole] = '.';
    memcpy(text + whole + point, pattern + whole, digits - whole);
    text[digits + point] = '\0';
}

/* Whether the number is read fast; then it is what strtof makes of it, each time. */
static bool is_read(const char *number, bool negative, bool no_simd)
{
    char text[TEXT_BYTES];
    float values[TIMES] = { 0 };
    size_t used = BEFORE;
    memset(text, '{', BEFORE);
    for (size_t i = 0; i < TIMES; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %s%s", negative ? "-" : "", number);
    const size_t end = used;
    memset(text + used, '}', BEHIND);
    ap_number_run run = {
        .input = { (const uint8_t *)text, used + BEHIND }, .at = BEFORE, .values = values, .room = TIMES
    };
    if (!ap_read_number_run(&run, '}', no_simd))
        return false;
    const float wanted = strtof(text + BEFORE, NULL);
    cr_assert_eq(run.count, TIMES, "%s: %zu numbers", number, run.count);
    cr_assert_eq(run.at, end, "%s ends at %zu", number, run.at);
    cr_assert_eq(run.number_end, end, "%s ends at %zu", number, run.number_end);
    for (size_t i = 0; i < TIMES; i++)
        cr_assert(memcmp(&values[i], &wanted, sizeof wanted) == 0, "%s: %.9g, and number %zu is %.9g", number,
            (double)wanted, i, (double)values[i]);
    return true;
}

Test(core_number_digits, each_place_counts)
{
    for (int way = 0; way < 4; way++) {
        size_t wanted = 0, read = 0;
        for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++) {
            for (size_t digits = 1; digits <= DIGITS; digits++) {
                for (size_t whole = 1; whole <= digits; whole++) {
                    char number[DIGITS + 2];
                    spell(number, patterns[p], digits, whole);
                    wanted += whole <= MOST_WHOLE;
                    read += is_read(number, way % 2 == 1, way / 2 == 1);
                }
            }
        }
        cr_expect(
            way < 2 ? read >= wanted : read == wanted, "%zu of %zu are read fast, way %d", read, wanted, way);
    }
}

/* Numbers beside the middle of two float32: there the last digit says which of the two it is. Returns how many were read. */
static size_t read_beside(double middle, size_t fraction, bool no_simd)
{
    size_t read = 0;
    for (int away = -2; away <= 2; away++) {
        char number[40];
        const double digits = floor(middle * pow(10, (double)fraction)) + away;
        snprintf(number, sizeof number, "%.0f", digits);
        const size_t size = strlen(number), whole = size - fraction;
        if (fraction > 0) {
            memmove(number + whole + 1, number + whole, fraction + 1);
            number[whole] = '.';
        }
        read += is_read(number, false, no_simd);
    }
    return read;
}

Test(core_number_digits, the_last_digit_decides)
{
    for (int way = 0; way < 2; way++) {
        size_t numbers = 0, read = 0;
        for (size_t whole = 1; whole <= MOST_WHOLE; whole++) {
            for (size_t fraction = 1; whole + fraction <= DIGITS; fraction++) {
                for (double first = 1.1; first < 9; first += 1.9) {
                    const float below = (float)(first * pow(10, (double)whole - 1));
                    const float above = nextafterf(below, INFINITY);
                    read += read_beside(((double)below + (double)above) / 2, fraction, way == 1);
                    numbers += 5;
                }
            }
        }
        cr_expect_geq(read, numbers * 9 / 10, "%zu of %zu are read fast, way %d", read, numbers, way);
    }
}
