/* core/number/number_run.h: each digit at each place of a number, and the point at each place, in every fast way. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/number/run_ways.h"

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
static bool is_read(const char *number, bool negative, run_way way)
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
    if (!run_read(&run, '}', way))
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
    for (int i = 0; i < 2 * RUN_WAYS; i++) {
        const run_way way = (run_way)(i % RUN_WAYS);
        size_t wanted = 0, read = 0;
        if (!run_has_way(way))
            continue;
        for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++) {
            for (size_t digits = 1; digits <= DIGITS; digits++) {
                for (size_t whole = 1; whole <= digits; whole++) {
                    char number[DIGITS + 2];
                    spell(number, patterns[p], digits, whole);
                    wanted += whole <= MOST_WHOLE;
                    read += is_read(number, i / RUN_WAYS == 1, way);
                }
            }
        }
        cr_expect(run_is_wide(way) ? read >= wanted : read == wanted, "%zu of %zu are read fast, way %d",
            read, wanted, (int)way);
    }
}

/* How many numbers were tried, and how many of them were read fast. */
typedef struct tally {
    size_t numbers, read;
} tally;

/* Numbers beside the middle of two float32: there the last digit says which of the two it is. */
static void read_beside(tally *t, double below, size_t fraction, run_way way)
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
        t->read += is_read(number, false, way);
        t->numbers++;
    }
}

static tally read_any(run_way way)
{
    tally t = { 0, 0 };
    for (size_t whole = 1; whole <= MOST_WHOLE; whole++)
        for (size_t fraction = 1; whole + fraction <= DIGITS; fraction++)
            for (double first = 1.1; first < 9; first += 1.9)
                read_beside(&t, first * pow(10, (double)whole - 1), fraction, way);
    return t;
}

/* Of 15 digits, a double may be in the middle where the number itself is beside it. */
static tally read_hidden(run_way way)
{
    tally t = { 0, 0 };
    for (size_t whole = 1; whole <= MOST_WHOLE; whole++)
        for (double first = 8; first < 9.9; first += 0.0093)
            read_beside(&t, first * pow(10, (double)whole - 1), DIGITS - whole, way);
    return t;
}

Test(core_number_digits, the_last_digit_decides)
{
    for (run_way way = RUN_CHOSEN; way < RUN_WAYS; way++) {
        if (!run_has_way(way))
            continue;
        const tally any = read_any(way), hidden = read_hidden(way);
        cr_expect_geq(any.read, any.numbers * 9 / 10, "way %d reads %zu fast", (int)way, any.read);
        cr_expect_geq(hidden.read, hidden.numbers * 8 / 10, "way %d reads %zu fast", (int)way, hidden.read);
        cr_expect_lt(hidden.read, hidden.numbers, "way %d doubts nothing", (int)way);
    }
}
