/* core/number/float_text.h writes the shortest decimal that reads back to an equal float32. Tests edges and two million random
   numbers; `make test-floats` tests all numbers. */
#include <criterion/criterion.h>
#include <float.h>

#include "core/number/number.h"
#include "tests/unit/number/float_edges.h"
#include "tests/unit/number/float_text_check.h"
#include "tests/unit/support/test_choices.h"
#include "tests/unit/support/test_sample.h"

enum { SAMPLE = 2000000 };

static void check_text_of_float(void *context, uint32_t bits)
{
    (void)context;
    const float value = ap_float_of_bits(bits);
    if (!ap_are_f32_bits_finite(bits))
        return;
    const char *fault = float_text_fault(value);
    cr_assert(fault == NULL, "%08x (%a): the text is %s", (unsigned)bits, (double)value, fault);
}

Test(core_float_text, random_numbers_read_back)
{
    choices random = { 20261121 };
    for (unsigned i = sample_size(SAMPLE); i > 0; i--)
        check_text_of_float(NULL, (uint32_t)(next_random_number(&random) >> 32));
}

Test(core_float_text, edges_read_back)
{
    visit_edge_floats(check_text_of_float, NULL);
}

/* Decimals with up to four digits after the point are written as they were read. */
Test(core_float_text, short_decimals_are_written_unchanged)
{
    for (int i = 0; i < 200000; i++) {
        char text[32], written[AP_FLOAT_TEXT_BYTES];
        snprintf(text, sizeof text, "%d.%04d", i / 10000, i % 10000);
        size_t size = strlen(text);
        while (text[size - 1] == '0')
            size--;
        size -= text[size - 1] == '.';
        cr_assert_eq(ap_float_text(strtof(text, NULL), written), size, "wrong length of %s", text);
        cr_assert_eq(memcmp(written, text, size), 0, "wrong text of %s", text);
    }
}

typedef struct text_case {
    float value;
    const char *text;
} text_case;

static void check_text_and_reading_back(const text_case *one, const char *text, size_t size)
{
    const ap_number back = ap_parse_float((ap_view){ (const uint8_t *)text, size });
    cr_expect(size == strlen(one->text) && memcmp(text, one->text, size) == 0, "got %.*s, expected %s",
        (int)size, text, one->text);
    cr_expect(back.fault == AP_NUMBER_FINE && ap_bits_of_float(back.value) == ap_bits_of_float(one->value),
        "%s must read back", one->text);
}

/* From 2^32 on a number has a point, from 2^64 on an exponent, and then a point only before a digit. */
Test(core_float_text, numbers_have_the_expected_text)
{
    static const text_case cases[] = { { 0.0F, "0" }, { -0.0F, "-0" }, { 1, "1" }, { -24, "-24" },
        { 0.1F, "0.1" }, { 0.5F, "0.5" }, { -0.70710678F, "-0.70710677" }, { 16777216, "16777216" },
        { 33554432, "33554432" }, { 0x1.fffffep31F, "4294967000" }, { 0x1p32F, "4294967300.0" },
        { -0x1p32F, "-4294967300.0" }, { 5e9F, "5000000000.0" }, { 1e10F, "10000000000.0" },
        { 0x1.fffffep63F, "18446743000000000000.0" }, { 0x1p64F, "1.8446744e19" }, { 1e20F, "1e20" },
        { -2e30F, "-2e30" }, { 123456.789F, "123456.79" }, { 1e-10F, "0.0000000001" },
        { 0x1p-149F, "0.000000000000000000000000000000000000000000001" },
        { -0x1.fffffep127F, "-3.4028235e38" }, { 2e19F, "2e19" }, { -1e20F, "-1e20" }, { 1.5e20F, "1.5e20" },
        { 9e37F, "9e37" }, { 1e38F, "1e38" }, { 0x1p63F, "9223372000000000000.0" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[AP_FLOAT_TEXT_BYTES];
        check_text_and_reading_back(&cases[i], text, ap_float_text(cases[i].value, text));
    }
}

/* For each power of ten with a last bit that matters, a number that would be written wrongly if that bit were wrong. The numbers
   were found by trying all 2^31 numbers with each power of the table one less and one more. */
Test(core_float_text, the_last_bit_of_each_power_of_ten_matters)
{
    static const uint32_t bits[] = { 0x3ac00000, 0x3c980000, 0x3e060000, 0x3f818000, 0x41803000, 0x43000c00,
        0x44800300, 0x46800060, 0x48000018, 0x49800006, 0x4c000004, 0x4d000004, 0x4e8000cc, 0x500001c6,
        0x520001c6, 0x5380636e, 0x55015792, 0x57061c46, 0x58861c46 };
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        check_text_of_float(NULL, bits[i]);
}

/* Assimp reads at most 15 digits after the point, so that smaller numbers need an exponent. */
Test(core_float_text, tokens_have_exponents_instead_of_more_than_15_decimals)
{
    static const text_case cases[] = { { 1.2345678e-12F, "1.2345678e-12" },
        { -1.2345678e-12F, "-1.2345678e-12" }, { 1.2345678e-15F, "1.2345678e-15" },
        { 1.17549435e-38F, "1.1754944e-38" }, { 0x1p-149F, "1e-45" }, { 1e-16F, "1e-16" },
        { 1e-15F, "0.000000000000001" }, { 1.5e-14F, "0.000000000000015" }, { 1.5e-15F, "1.5e-15" },
        { 1.2345679e-8F, "0.000000012345679" }, { -1.2345679e-9F, "-1.2345679e-9" }, { 0, "0" },
        { -0.0F, "-0" }, { 1e20F, "1e20" }, { 0.1F, "0.1" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[AP_FLOAT_TEXT_BYTES];
        check_text_and_reading_back(&cases[i], text, ap_float_text_with_exponent(cases[i].value, text));
    }
}

/* ap_float_text_with_decimals rounds exactly, ties to even; AP_FLOAT_TEXT_BYTES suffice for the longest text. */
Test(core_float_text, fixed_decimals_are_rounded_to_even)
{
    static const struct {
        float value;
        int decimals;
        const char *text;
    } rows[] = { { 0, 1, "0.0" }, { -0.0F, 2, "-0.00" }, { 0.5F, 1, "0.5" }, { 0.125F, 2, "0.12" },
        { 0.375F, 2, "0.38" }, { -0.0625F, 3, "-0.062" }, { 1e-9F, 6, "0.000000" },
        { -1e-9F, 6, "-0.000000" }, { 0.1F, 10, "0.1000000015" }, { 16777216, 1, "16777216.0" },
        { 999999.9375F, 3, "999999.938" },
        { -FLT_MAX, AP_FLOAT_DECIMALS, "-340282346638528859811704183484516925440.0000000000" },
        { FLT_TRUE_MIN, AP_FLOAT_DECIMALS, "0.0000000000" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[AP_FLOAT_TEXT_BYTES];
        const size_t length = ap_float_text_with_decimals(rows[i].value, rows[i].decimals, text);
        cr_expect(length == strlen(rows[i].text) && memcmp(text, rows[i].text, length) == 0,
            "got %.*s, expected %s", (int)length, text, rows[i].text);
    }
}
