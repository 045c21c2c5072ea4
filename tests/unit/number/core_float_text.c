/* core/number/float_text.h writes the shortest decimal that reads back to an equal float32. Tests edges and two million random
   numbers; `make test-floats` tests all numbers. */
#include <criterion/criterion.h>

#include "core/number/number.h"
#include "tests/unit/number/float_text_check.h"
#include "tests/unit/support/test_choices.h"
#include "tests/unit/support/test_sample.h"

enum { SAMPLE = 2000000, NEIGHBOURS = 40 };

static void check_text_of_float(uint32_t bits)
{
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
        check_text_of_float((uint32_t)(next_random_number(&random) >> 32));
}

/* Numbers around zero, powers of two, powers of ten, and the greatest float32. */
Test(core_float_text, edges_read_back)
{
    for (uint32_t exponent = 0; exponent <= 0xff; exponent++) {
        for (uint32_t i = 0; i <= 2 * NEIGHBOURS; i++) {
            const uint32_t bits = (exponent << 23) - NEIGHBOURS + i;
            check_text_of_float(bits & INT32_MAX);
            check_text_of_float(bits | UINT32_C(1) << 31);
        }
    }
    for (int power = -45; power <= 38; power++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", power);
        const uint32_t bits = ap_bits_of_float(strtof(text, NULL));
        for (uint32_t i = 0; i <= 2 * NEIGHBOURS; i++)
            check_text_of_float((bits - NEIGHBOURS + i) & INT32_MAX);
    }
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

Test(core_float_text, numbers_have_the_expected_text)
{
    static const struct {
        float value;
        const char *text;
    } cases[] = {
        { 0.0F, "0" },
        { -0.0F, "-0" },
        { 1, "1" },
        { -24, "-24" },
        { 0.1F, "0.1" },
        { 0.5F, "0.5" },
        { -0.70710678F, "-0.70710677" },
        { 16777216, "16777216" },
        { 33554432, "33554432" },
        { 0x1.fffffep31F, "4294967000" },
        { 0x1p32F, "4294967300.0" },
        { -0x1p32F, "-4294967300.0" },
        { 5e9F, "5000000000.0" },
        { 1e10F, "10000000000.0" },
        { 0x1.fffffep63F, "18446743000000000000.0" },
        { 0x1p64F, "1.8446744e19" },
        { 1e20F, "1e20" },
        { -2e30F, "-2e30" },
        { 123456.789F, "123456.79" },
        { 1e-10F, "0.0000000001" },
        { 0x1p-149F, "0.000000000000000000000000000000000000000000001" },
        { -0x1.fffffep127F, "-3.4028235e38" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[AP_FLOAT_TEXT_BYTES];
        const size_t size = ap_float_text(cases[i].value, text);
        cr_assert_eq(size, strlen(cases[i].text), "wrong length of %s", cases[i].text);
        cr_assert_eq(memcmp(text, cases[i].text, size), 0, "wrong text of %s", cases[i].text);
        ap_number back = ap_parse_float((ap_view){ (const uint8_t *)text, size });
        cr_assert_eq(back.fault, AP_NUMBER_FINE, "%s must be a number", cases[i].text);
        cr_assert_eq(ap_bits_of_float(back.value), ap_bits_of_float(cases[i].value), "%s must read back",
            cases[i].text);
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
        check_text_of_float(bits[i]);
}

/* Assimp reads at most 15 digits after the point, so that smaller numbers need an exponent. */
Test(core_float_text, tokens_have_exponents_instead_of_more_than_15_decimals)
{
    static const struct {
        float value;
        const char *text;
    } rows[] = { { 1.2345678e-12F, "1.2345678e-12" }, { -1.2345678e-12F, "-1.2345678e-12" },
        { 1.2345678e-15F, "1.2345678e-15" }, { 1.17549435e-38F, "1.1754944e-38" }, { 0x1p-149F, "1e-45" },
        { 1e-16F, "1e-16" }, { 1e-15F, "0.000000000000001" }, { 1.5e-14F, "0.000000000000015" },
        { 1.5e-15F, "1.5e-15" }, { 1.2345679e-8F, "0.000000012345679" }, { -1.2345679e-9F, "-1.2345679e-9" },
        { 0, "0" }, { -0.0F, "-0" }, { 1e20F, "1e20" }, { 0.1F, "0.1" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[AP_FLOAT_TEXT_BYTES + 1] = "";
        const size_t size = ap_float_text_with_exponent(rows[i].value, text);
        text[size] = '\0';
        cr_expect_str_eq(text, rows[i].text, "wrong text %s", text);
        ap_number back = ap_parse_float((ap_view){ (const uint8_t *)text, size });
        cr_expect_eq(
            ap_bits_of_float(back.value), ap_bits_of_float(rows[i].value), "%s must read back", text);
    }
}

/* From 2^64 on numbers have an exponent, and a point only before a digit. */
Test(core_float_text, large_numbers_have_exponents)
{
    static const struct {
        float value;
        const char *text;
    } rows[] = { { 0x1p64F, "1.8446744e19" }, { 2e19F, "2e19" }, { 1e20F, "1e20" }, { -1e20F, "-1e20" },
        { 1.5e20F, "1.5e20" }, { 9e37F, "9e37" }, { 1e38F, "1e38" }, { -3.4028235e38F, "-3.4028235e38" },
        { 0x1p63F, "9223372000000000000.0" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[AP_FLOAT_TEXT_BYTES + 1] = "";
        text[ap_float_text(rows[i].value, text)] = '\0';
        cr_expect_str_eq(text, rows[i].text, "wrong text %s", text);
    }
}
