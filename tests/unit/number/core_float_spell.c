/* core/number/float_spell.h: numbers converted together have the texts of ap_float_text, with AVX2 and without. Tests edges and a
   million random numbers; `make test-floats` tests all numbers. */
#include <criterion/criterion.h>

#include "tests/unit/number/float_edges.h"
#include "tests/unit/number/float_spell_check.h"
#include "tests/unit/support/test_choices.h"
#include "tests/unit/support/test_sample.h"

enum { SAMPLE = 1000000 };

/* Numbers that are converted together when the batch is full. */
typedef struct number_batch {
    float values[FLOAT_SPELL_MOST];
    size_t count;
} number_batch;

static void check_and_clear_batch(number_batch *w)
{
    for (int no_simd = 0; no_simd < 2; no_simd++) {
        const char *fault = text_of_floats_if_wrong(w->values, w->count, no_simd != 0);
        cr_assert(fault == NULL, "numbers from %a on have the wrong text %s", (double)w->values[0], fault);
    }
    w->count = 0;
}

static void add_float_to_batch(void *batch, uint32_t bits)
{
    number_batch *w = batch;
    if (!ap_are_f32_bits_finite(bits))
        return;
    w->values[w->count++] = ap_float_of_bits(bits);
    if (w->count == FLOAT_SPELL_MOST)
        check_and_clear_batch(w);
}

/* Seven of eight numbers have a size that AVX2 converts four at once. */
Test(core_float_spell, random_numbers_have_the_text_of_float_text)
{
    choices random = { 20261122 };
    number_batch w = { .count = 0 };
    for (unsigned i = sample_size(SAMPLE); i > 0; i--) {
        const uint64_t next = next_random_number(&random);
        const uint32_t exponent = i % 8 == 0 ? (uint32_t)next & 0xff : 95 + (uint32_t)next % 58;
        add_float_to_batch(&w, (uint32_t)(next >> 32 & 0x807fffff) | exponent << 23);
    }
    check_and_clear_batch(&w);
}

/* The edges, and decimals of few digits. */
Test(core_float_spell, edges_have_the_text_of_float_text)
{
    number_batch w = { .count = 0 };
    visit_edge_floats(add_float_to_batch, &w);
    for (int i = 0; i < 100000; i++) {
        char text[32];
        snprintf(text, sizeof text, "%d.%04d", i / 10000, i % 10000);
        add_float_to_batch(&w, ap_bits_of_float(strtof(text, NULL)));
    }
    check_and_clear_batch(&w);
}

/* Any count of numbers, also one that is not a multiple of the AVX2 width. */
Test(core_float_spell, any_count_of_numbers_is_converted)
{
    static const float numbers[] = { 0, -0.0F, 1, -1.5F, 0.1F, 1e30F, 1e-30F, 16777215, 16777216,
        0.00012345679F, 123.456F };
    enum { NUMBERS = sizeof numbers / sizeof *numbers };
    for (size_t first = 0; first <= NUMBERS; first++) {
        for (size_t end = first; end <= NUMBERS; end++) {
            cr_assert_null(text_of_floats_if_wrong(numbers + first, end - first, false),
                "wrong text of numbers %zu to %zu with AVX2", first, end);
            cr_assert_null(text_of_floats_if_wrong(numbers + first, end - first, true),
                "wrong text of numbers %zu to %zu without AVX2", first, end);
        }
    }
}
