/* core/number/number_run.h: each digit at each place of a number, and the point at each place, in every fast way. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/number/number_run.h"

enum {
    DIGITS = 15,
    MOST_WHOLE = 7 /* before the point; wide ways take more */,
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
    for (int i = 0; i < 4; i++) {
        const bool no_simd = i % 2 != 0;
        size_t wanted = 0, read = 0;
        for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++) {
            for (size_t digits = 1; digits <= DIGITS; digits++) {
                for (size_t whole = 1; whole <= digits; whole++) {
                    char number[DIGITS + 2];
                    spell(number, patterns[p], digits, whole);
                    wanted += whole <= MOST_WHOLE;
                    read += is_read(number, i >= 2, no_simd);
                }
            }
        }
        cr_expect(no_simd ? read == wanted : read >= wanted, "%zu of %zu are read fast, no_simd %d", read,
            wanted, no_simd);
    }
}

/* How many numbers were tried, and how many of them were read fast. */
typedef struct tally {
    size_t numbers, read;
} tally;

/* Numbers beside the middle of two float32: there the last digit says which of the two it is. */
static void read_beside(tally *t, double below, size_t fraction, bool no_simd)
{
    const float low = (float)below, high = nextafterf(low, INFINITY);
    const double middle = ((double)low + (double)high) / 2;
    for (int away = -2; away <= 2; away++) {
        char number[40];
        const double digits = floor(middle * pow(10, (double)fraction)) + away;
        snprintf(number, sizeof number, "%.0f", digits);
        const size_t size = strlen(number), whole = size - fraction;
        if (fraction > 0) {
            memmove(number + whole + 1, number + whole, fraction + 1);
            number[whole] = '.';
        }
        t->read += is_read(number, false, no_simd);
        t->numbers++;
    }
}

static tally read_any(bool no_simd)
{
    tally t = { 0, 0 };
    for (size_t whole = 1; whole <= MOST_WHOLE; whole++)
        for (size_t fraction = 1; whole + fraction <= DIGITS; fraction++)
            for (double first = 1.1; first < 9; first += 1.9)
                read_beside(&t, first * pow(10, (double)whole - 1), fraction, no_simd);
    return t;
}

/* Of 15 digits, a double may be in the middle where the number itself is beside it. */
static tally read_hidden(bool no_simd)
{
    tally t = { 0, 0 };
    for (size_t whole = 1; whole <= MOST_WHOLE; whole++)
        for (double first = 8; first < 9.9; first += 0.0093)
            read_beside(&t, first * pow(10, (double)whole - 1), DIGITS - whole, no_simd);
    return t;
}

Test(core_number_digits, the_last_digit_decides)
{
    for (int no_simd = 0; no_simd < 2; no_simd++) {
        const tally any = read_any(no_simd), hidden = read_hidden(no_simd);
        cr_expect_geq(any.read, any.numbers * 9 / 10, "no_simd %d reads %zu fast", no_simd, any.read);
        cr_expect_geq(
            hidden.read, hidden.numbers * 8 / 10, "no_simd %d reads %zu fast", no_simd, hidden.read);
        cr_expect_lt(hidden.read, hidden.numbers, "no_simd %d doubts nothing", no_simd);
    }
}
