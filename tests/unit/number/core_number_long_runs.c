/* core/number/number_run.h: runs of more numbers than AVX2 converts at once, and numbers of many bytes. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/number/number.h"
#include "core/number/number_run.h"
#include "tests/unit/support/test_choices.h"

enum { NUMBERS = 1500, TEXT_BYTES = 40000, BEFORE = 16, AFTER = 130, LONG = 300 };

/* The text of a run of numbers, and the expected value of each number. */
typedef struct number_run_case {
    char bytes[TEXT_BYTES];
    float values[NUMBERS];
    size_t used, end, number_end, count;
} number_run_case;

static void start_number_run(number_run_case *run, size_t blanks)
{
    memset(run->bytes, ' ', BEFORE + blanks);
    run->used = BEFORE + blanks;
    run->count = 0;
}

static void append_number_text(number_run_case *run, const char *number, size_t blanks)
{
    const size_t size = strlen(number);
    const ap_number value = ap_parse_float((ap_view){ (const uint8_t *)number, size });
    cr_assert_eq(value.fault, AP_NUMBER_FINE, "%s must be a number", number);
    run->values[run->count++] = value.value;
    memcpy(run->bytes + run->used, number, size);
    run->number_end = run->used + size;
    memset(run->bytes + run->number_end, ' ', blanks);
    run->used = run->number_end + blanks;
}

static void finish_number_run(number_run_case *run)
{
    run->end = run->used;
    memset(run->bytes + run->used, '}', AFTER);
    run->used += AFTER;
}

/* Reads the run with and without AVX2. If `must_read`, both must read the run; otherwise they may refuse it. */
static void expect_number_run_read(const number_run_case *wanted, bool must_read)
{
    static float values[NUMBERS + 1];
    for (int no_simd = 0; no_simd < 2; no_simd++) {
        ap_number_run run = { .input = { (const uint8_t *)wanted->bytes, wanted->used },
            .at = BEFORE,
            .values = values,
            .room = wanted->count };
        memset(values, 0xff, sizeof values); /* so that values of an earlier reading are overwritten */
        const bool read = ap_read_number_run(&run, '}', no_simd);
        cr_assert(read || !must_read, "no_simd %d must read the run", no_simd);
        if (!read)
            continue;
        cr_assert_eq(run.count, wanted->count, "no_simd %d: wrong count %zu", no_simd, run.count);
        cr_assert_eq(run.at, wanted->end, "no_simd %d: wrong end of the run", no_simd);
        cr_assert_eq(run.number_end, wanted->number_end, "no_simd %d: wrong end of the last number", no_simd);
        for (size_t i = 0; i < wanted->count; i++)
            cr_assert(memcmp(&values[i], &wanted->values[i], sizeof *values) == 0,
                "no_simd %d, number %zu: got %.9g, expected %.9g", no_simd, i, (double)values[i],
                (double)wanted->values[i]);
    }
}

/* Numbers of one digit, with one space between them; in varying places another number, so that a point or a sign is the last byte
   of a window that AVX2 reads at once. */
Test(core_number_long_runs, dense_digits_are_read)
{
    static const char *const others[] = { "8", "-8", ".5", "-.5", "7.", "-7.", "0.25", "-12.5" };
    static number_run_case run;
    for (size_t each = 1; each < 80; each++) {
        start_number_run(&run, each % 64);
        for (size_t i = 0; i < NUMBERS; i++) {
            const char digit[] = { (char)('0' + i % 10), '\0' };
            append_number_text(&run,
                i % each == each - 1 ? others[(i / each) % (sizeof others / sizeof *others)] : digit, 1);
        }
        finish_number_run(&run);
        expect_number_run_read(&run, true);
    }
}

/* Over all offsets, each byte of a number is the last byte of a window that AVX2 reads at once. */
Test(core_number_long_runs, a_number_may_cross_windows)
{
    static number_run_case run;
    choices random = { 31 };
    for (size_t place = 0; place < 70; place++) {
        start_number_run(&run, place);
        while (run.count < NUMBERS) {
            char number[40];
            snprintf(number, sizeof number, "%s%.*f", random_number_below(&random, 2) == 0 ? "-" : "",
                (int)random_number_below(&random, 9), random_number_below(&random, 100000) / 1024.0);
            append_number_text(&run, number, 1 + random_number_below(&random, 3));
        }
        finish_number_run(&run);
        expect_number_run_read(&run, true);
    }
}

/* A run with a number of many bytes may be refused, but must not be read wrongly. */
Test(core_number_long_runs, long_numbers_are_read_exactly_or_refused)
{
    static number_run_case run;
    static char number[LONG + 1];
    for (size_t size = 10; size < LONG; size++) {
        start_number_run(&run, size % 64);
        memset(number, '0', size);
        memcpy(number, "-0.5", 4);
        number[size] = '\0';
        append_number_text(&run, "1.5", 1);
        append_number_text(&run, number, 1);
        append_number_text(&run, number + 1, 2);
        append_number_text(&run, "-2.5", 1);
        finish_number_run(&run);
        expect_number_run_read(&run, size < 16);
    }
}
