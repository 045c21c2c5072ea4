/* core/number/number_run.h: each fast path gives the values of reading number by number, or refuses the run. */
#include <criterion/criterion.h>

#include "tests/unit/number/number_run_check.h"
#include "tests/unit/support/test_sample.h"

enum { TEXTS = 60000 };

Test(core_number_run, random_runs_are_read_like_single_numbers)
{
    static run_text text;
    choices random = { 4711 };
    for (unsigned i = 0; i < sample_size(TEXTS); i++) {
        write_random_run_sometimes_damaged(&text, &random);
        const char *fault = fault_of_reading_run(&text, &random);
        cr_assert_null(fault, "text %u: %s: %.*s", i, fault, (int)text.used, text.bytes);
    }
}

/* Reads the numbers after `place` spaces at the start of a run. */
static void check_numbers_after_spaces(const char *numbers, size_t place, choices *random)
{
    static run_text text;
    const size_t length = strlen(numbers);
    text.at = 20;
    text.used = text.at + place + length + 220;
    memset(text.bytes, ' ', text.used);
    memcpy(text.bytes + text.at + place, numbers, length);
    const char *fault = fault_of_reading_run(&text, random);
    cr_assert_null(fault, "%s: %s after %zu spaces", fault, numbers, place);
}

/* Each length of a number, with the point at each position, at each offset in a block. */
Test(core_number_run, each_shape_of_a_number_is_read_at_each_offset)
{
    choices random = { 99 };
    for (size_t place = 0; place < 70; place++) {
        for (size_t length = 1; length <= 20; length++) {
            for (size_t point = 0; point <= length; point++) {
                char numbers[40] = "-", *at = numbers + (place % 3 == 0);
                for (size_t i = 0; i < length; i++)
                    *at++ = (char)(i == point ? '.' : '1' + (char)random_number_below(&random, 9));
                strcpy(at, "\n0.5 }");
                check_numbers_after_spaces(numbers, place, &random);
            }
        }
    }
}

/* Texts that the fast paths must refuse, at each offset in a block. */
Test(core_number_run, other_texts_are_refused_at_each_offset)
{
    static const char *const refused[] = { "-", ".", "-.", "--1", "1-", "1-1", "1.2.3", "1..2", "..1", "00",
        "01", "-01", "00.5", "1e5", "+1", "1,5", "nan", "1(", "1\r2", "1\r", "\r1", "1{", "1/", "1\x80" };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        for (size_t place = 0; place < 140; place++) {
            char text[600];
            float values[8];
            memset(text, ' ', sizeof text);
            memcpy(text + 20, "1.5", 3);
            memcpy(text + 24 + place, refused[i], strlen(refused[i]));
            text[24 + place + strlen(refused[i]) + 1] = '}';
            const size_t end = 24 + place + strlen(refused[i]) + 1;
            for (int n = 0; n < 4; n++) { /* far from and near the end of the input */
                const size_t size = n < 2 ? sizeof text : end + 45;
                ap_number_run run = {
                    .input = { (uint8_t *)text, size }, .at = 18, .values = values, .room = 8
                };
                cr_assert_not(ap_read_number_run(&run, '}', n % 2 == 0),
                    "\"%s\" at offset %zu must be refused", refused[i], place);
            }
        }
    }
}

/* A minus at each offset in a block: its digits may be in the next block. */
Test(core_number_run, a_minus_is_read_at_each_offset)
{
    choices random = { 7 };
    for (size_t place = 0; place < 140; place++)
        check_numbers_after_spaces("-1.25 -7 -.5 0 -0.5 8 -9 }", place, &random);
}

/* The last digits after zeros must be read. */
Test(core_number_run, digits_after_zeros_are_read)
{
    choices random = { 7 };
    for (size_t length = 3; length <= 20; length++) {
        for (size_t zeros = 2; zeros < length; zeros++) {
            char numbers[40];
            for (size_t i = 0; i < length; i++)
                numbers[i] = (char)(i == 1 ? '.' : i < zeros ? '0' : '1' + (char)((i + zeros) % 9));
            strcpy(numbers + length, "\n0.5 }");
            check_numbers_after_spaces(numbers, 0, &random);
        }
    }
}
