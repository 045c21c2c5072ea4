/* core/number/number_run.h: the fast paths read each digit at each position of a number, and the point at each position. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/number/number_run.h"

enum {
    DIGITS = 15,
    MOST_WHOLE = 7 /* most digits before the point that every fast path reads; AVX2 reads more */,
    TIMES = 9 /* more numbers than AVX2 converts at once */,
    BEFORE = 32 /* bytes before the run, because AVX2 reads backwards */,
    AFTER = 128,
    TEXT_BYTES = 512
};

static const char *const patterns[] = { "111111111111111", "999999999999999", "123456789123456",
    "987654321987654", "888888888888888", "100000000000001", "246813579246813", "777777777777777" };

/* Writes the first digits of the pattern, with a point after `whole` digits; `whole` is at least 1. */
static void write_digits_with_point(char *text, const char *pattern, size_t digits, size_t whole)
{
    const size_t point = whole < digits;
    memcpy(text, pattern, whole);
    if (point)
        text[whole] = '.';
    memcpy(text + whole + point, pattern + whole, digits - whole);
    text[digits + point] = '\0';
}

/* Returns true if the fast path reads the number TIMES times, and expects the value of strtof each time. */
static bool is_read_by_fast_path(const char *number, bool negative, bool no_simd)
{
    char text[TEXT_BYTES];
    float values[TIMES] = { 0 };
    size_t used = BEFORE;
    memset(text, '{', BEFORE);
    for (size_t i = 0; i < TIMES; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %s%s", negative ? "-" : "", number);
    const size_t end = used;
    memset(text + used, '}', AFTER);
    ap_number_run run = {
        .input = { (const uint8_t *)text, used + AFTER }, .at = BEFORE, .values = values, .room = TIMES
    };
    if (!ap_read_number_run(&run, '}', no_simd))
        return false;
    const float wanted = strtof(text + BEFORE, NULL);
    cr_assert_eq(run.count, TIMES, "%s: wrong count %zu", number, run.count);
    cr_assert_eq(run.at, end, "%s: wrong end of the run %zu", number, run.at);
    cr_assert_eq(run.number_end, end, "%s: wrong end of the last number %zu", number, run.number_end);
    for (size_t i = 0; i < TIMES; i++)
        cr_assert(memcmp(&values[i], &wanted, sizeof wanted) == 0,
            "%s: expected %.9g, but number %zu is %.9g", number, (double)wanted, i, (double)values[i]);
    return true;
}

Test(core_number_digits, each_digit_is_read_at_each_position)
{
    for (int i = 0; i < 4; i++) {
        const bool no_simd = i % 2 != 0;
        size_t wanted = 0, read = 0;
        for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++) {
            for (size_t digits = 1; digits <= DIGITS; digits++) {
                for (size_t whole = 1; whole <= digits; whole++) {
                    char number[DIGITS + 2];
                    write_digits_with_point(number, patterns[p], digits, whole);
                    wanted += whole <= MOST_WHOLE;
                    read += is_read_by_fast_path(number, i >= 2, no_simd);
                }
            }
        }
        cr_expect(no_simd ? read == wanted : read >= wanted,
            "only %zu of %zu numbers are read by the fast path, no_simd %d", read, wanted, no_simd);
    }
}

/* Counts of tried numbers, and of numbers that a fast path read. */
typedef struct read_counts {
    size_t numbers, read;
} read_counts;

/* Reads numbers next to a tie between two float32, where the last digit decides which of the two is right. */
static void read_numbers_next_to_tie(read_counts *t, double below, size_t fraction, bool no_simd)
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
        t->read += is_read_by_fast_path(number, false, no_simd);
        t->numbers++;
    }
}

static read_counts read_near_ties(bool no_simd)
{
    read_counts t = { 0, 0 };
    for (size_t whole = 1; whole <= MOST_WHOLE; whole++)
        for (size_t fraction = 1; whole + fraction <= DIGITS; fraction++)
            for (double first = 1.1; first < 9; first += 1.9)
                read_numbers_next_to_tie(&t, first * pow(10, (double)whole - 1), fraction, no_simd);
    return t;
}

/* Reads numbers of 15 digits next to a tie between two float32, so near that the double of some numbers is the tie itself. */
static read_counts read_near_hidden_ties(bool no_simd)
{
    read_counts t = { 0, 0 };
    for (size_t whole = 1; whole <= MOST_WHOLE; whole++)
        for (double first = 8; first < 9.9; first += 0.0093)
            read_numbers_next_to_tie(&t, first * pow(10, (double)whole - 1), DIGITS - whole, no_simd);
    return t;
}

Test(core_number_digits, the_last_digit_decides_near_a_tie)
{
    for (int no_simd = 0; no_simd < 2; no_simd++) {
        const read_counts any = read_near_ties(no_simd), hidden = read_near_hidden_ties(no_simd);
        cr_expect_geq(any.read, any.numbers * 9 / 10, "no_simd %d: the fast path reads only %zu numbers",
            no_simd, any.read);
        cr_expect_geq(hidden.read, hidden.numbers * 8 / 10,
            "no_simd %d: the fast path reads only %zu numbers", no_simd, hidden.read);
        cr_expect_lt(hidden.read, hidden.numbers,
            "no_simd %d: the fast path must refuse some numbers near a tie", no_simd);
    }
}
