/* core/number/float_spell.h: numbers spelled together have the texts that ap_float_text gives each of them, with AVX2 and
   without. `make test-floats` asks all numbers; here are the edges and a million others. */
#include <criterion/criterion.h>

#include "tests/unit/number/float_spell_check.h"
#include "tests/unit/support/test_choices.h"
#include "tests/unit/support/test_sample.h"

enum { SAMPLE = 1000000, NEIGHBOURS = 40 };

/* Numbers wait here until there are as many as are asked together. */
typedef struct waiting {
    float values[FLOAT_SPELL_MOST];
    size_t count;
} waiting;

static void ask(waiting *w)
{
    for (int no_simd = 0; no_simd < 2; no_simd++) {
        const char *fault = float_spell_fault(w->values, w->count, no_simd != 0);
        cr_assert(fault == NULL, "from %a on: %s", (double)w->values[0], fault);
    }
    w->count = 0;
}

static void add(waiting *w, uint32_t bits)
{
    if (!ap_f32_bits_finite(bits))
        return;
    w->values[w->count++] = ap_float_of_bits(bits);
    if (w->count == FLOAT_SPELL_MOST)
        ask(w);
}

/* Most of them of the sizes that are spelled four at once. */
Test(core_float_spell, sample)
{
    choices random = { 20261122 };
    waiting w = { .count = 0 };
    for (unsigned i = test_share(SAMPLE); i > 0; i--) {
        const uint64_t next = choice_next(&random);
        const uint32_t exponent = i % 8 == 0 ? (uint32_t)next & 0xff : 95 + (uint32_t)next % 58;
        add(&w, (uint32_t)(next >> 32 & 0x807fffff) | exponent << 23);
    }
    ask(&w);
}

/* Around zero, every power of two, every power of ten, and decimals of few digits. */
Test(core_float_spell, edges)
{
    waiting w = { .count = 0 };
    for (uint32_t exponent = 0; exponent <= 0xff; exponent++) {
        for (uint32_t i = 0; i <= 2 * NEIGHBOURS; i++) {
            const uint32_t bits = (exponent << 23) - NEIGHBOURS + i;
            add(&w, bits & INT32_MAX);
            add(&w, bits | UINT32_C(1) << 31);
        }
    }
    for (int power = -45; power <= 38; power++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", power);
        const uint32_t bits = ap_bits_of_float(strtof(text, NULL));
        for (uint32_t i = 0; i <= 2 * NEIGHBOURS; i++)
            add(&w, (bits - NEIGHBOURS + i) & INT32_MAX);
    }
    for (int i = 0; i < 100000; i++) {
        char text[32];
        snprintf(text, sizeof text, "%d.%04d", i / 10000, i % 10000);
        add(&w, ap_bits_of_float(strtof(text, NULL)));
    }
    ask(&w);
}

/* Any number of them, also one that is no multiple of how many are taken at once. */
Test(core_float_spell, counts)
{
    static const float numbers[] = { 0, -0.0F, 1, -1.5F, 0.1F, 1e30F, 1e-30F, 16777215, 16777216,
        0.00012345679F, 123.456F };
    enum { NUMBERS = sizeof numbers / sizeof *numbers };
    for (size_t first = 0; first <= NUMBERS; first++) {
        for (size_t end = first; end <= NUMBERS; end++) {
            cr_assert_null(float_spell_fault(numbers + first, end - first, false), "%zu to %zu", first, end);
            cr_assert_null(float_spell_fault(numbers + first, end - first, true), "%zu to %zu", first, end);
        }
    }
}
