/* What ap_float_text writes means the same number to id Tech 4's reader. `make test-id-numbers` asks a
   million floats of every magnitude; here are fewer, the edges, and what that reader makes of other texts. */
#include <criterion/criterion.h>

#include "tests/unit/number/id_number_check.h"
#include "tests/unit/support/test_choices.h"

enum { SAMPLE = 100000, NEIGHBOURS = 40 };

static void check(uint32_t bits)
{
    char text[ID_TEXT_BYTES];
    cr_assert(id_reads_same(bits, text), "%08x: %s", (unsigned)bits, text);
}

Test(core_id_numbers, sample)
{
    choices random = { 20261122 };
    for (int i = 0; i < SAMPLE; i++)
        check(id_finite((uint32_t)(choice_next(&random) >> 32)));
}

Test(core_id_numbers, powers_of_two)
{
    for (uint32_t exponent = 0; exponent <= 0xff; exponent++) {
        for (uint32_t i = 0; i <= 2 * NEIGHBOURS; i++)
            check(id_finite((exponent << 23) - NEIGHBOURS + i));
    }
}

/* readers.md 1.1 and 1.2: what the reader was seen to make of them. */
Test(core_id_numbers, as_measured)
{
    static const struct {
        const char *text;
        float value;
    } cases[] = {
        { "5000000000.0", 5e9F },
        { "5000000000", 705032704 },
        { "12345679000", 3755744512 },
        { "340282350000000000000000000000000000000", 2147483648 },
        { "100000000000000000000", 1661992960 },
        { "4294967300", 4 },
        { "4294967299", 3 },
        { "12345678901234567890", 3944680192 },
        { "-0", -0.0F },
        { "0.25", 0.25F },
        { "1.5e3", 1500 },
        { "25e-2", 0.25F },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(ap_bits_of_float(id_number(cases[i].text)), ap_bits_of_float(cases[i].value), "%s",
            cases[i].text);
}
