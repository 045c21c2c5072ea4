/* id Tech 4's reader reads an equal float32 from the text of ap_float_text. Tests edges, a sample, and other texts; `make
   test-id-numbers` tests a million floats of every magnitude. */
#include <criterion/criterion.h>

#include "tests/unit/number/id_number_check.h"
#include "tests/unit/support/test_choices.h"

enum { SAMPLE = 100000, NEIGHBOURS = 40 };

static void check_id_reads_float_back(uint32_t bits)
{
    char text[ID_TEXT_BYTES];
    cr_assert(does_id_read_same_number(bits, text), "%08x must read back from %s", (unsigned)bits, text);
}

Test(core_id_numbers, random_numbers_read_back)
{
    choices random = { 20261122 };
    for (int i = 0; i < SAMPLE; i++)
        check_id_reads_float_back(id_finite_bits_of((uint32_t)(next_random_number(&random) >> 32)));
}

Test(core_id_numbers, numbers_around_powers_of_two_read_back)
{
    for (uint32_t exponent = 0; exponent <= 0xff; exponent++) {
        for (uint32_t i = 0; i <= 2 * NEIGHBOURS; i++)
            check_id_reads_float_back(id_finite_bits_of((exponent << 23) - NEIGHBOURS + i));
    }
}

/* Texts, and the values that id's reader was measured to read from them (shared/formats/readers.md, sections 1.1 and 1.2). */
Test(core_id_numbers, the_model_reads_as_the_reader_was_measured)
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
        cr_expect_eq(ap_bits_of_float(id_number(cases[i].text)), ap_bits_of_float(cases[i].value),
            "wrong value of %s", cases[i].text);
}
