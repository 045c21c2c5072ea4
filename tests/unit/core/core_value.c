/* core/finding/value.h: expected and found values as printable text of bounded length. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/finding/value.h"
#include "tests/unit/support/test_choices.h"

#define VIEW(literal) ((ap_view){ (const uint8_t *)(literal), sizeof(literal) - 1 })

static void expect_value_text(ap_value value, const char *expected)
{
    char text[200];
    size_t length = ap_value_text(value, text, sizeof text);
    cr_assert_str_eq(text, expected);
    cr_assert_eq(length, strlen(expected), "%s: wrong length %zu", expected, length);
}

Test(core_value, each_kind_of_value_has_its_text)
{
    expect_value_text(ap_no_value(), "");
    expect_value_text(ap_integer(0), "0");
    expect_value_text(ap_integer(INT64_MIN), "-9223372036854775808");
    expect_value_text(ap_size(SIZE_MAX), "18446744073709551615");
    expect_value_text(ap_hex(0x7f, 2), "0x7f");
    expect_value_text(ap_hex(0x7f, 8), "0x0000007f");
    expect_value_text(ap_hex(UINT64_MAX, 16), "0xffffffffffffffff");
    expect_value_text(ap_text_value("the end of the file"), "the end of the file");
    expect_value_text(ap_bytes(VIEW("root")), "\"root\"");
}

Test(core_value, a_prefix_is_followed_by_a_space)
{
    expect_value_text(ap_value_with_prefix("at most", ap_integer(3)), "at most 3");
    expect_value_text(ap_value_with_prefix("bytes:", ap_size(12)), "bytes: 12");
    expect_value_text(ap_value_with_prefix("one of", ap_text_value("0, 1, 2")), "one of 0, 1, 2");
}

Test(core_value, floats_have_the_fewest_digits_that_read_back)
{
    expect_value_text(ap_float(0.0F), "0");
    expect_value_text(ap_float(-0.0F), "-0");
    expect_value_text(ap_float(0.1F), "0.1");
    expect_value_text(ap_float(1.5F), "1.5");
    expect_value_text(ap_float(16777216.0F), "16777216");
    expect_value_text(ap_float(1.00000012F), "1.0000001");
    expect_value_text(ap_float(0x1p-149F), "1.4013e-45");
    expect_value_text(ap_float(FLT_MAX), "3.4028235e+38");
    expect_value_text(ap_double(0.1), "0.1");
    expect_value_text(ap_double(1.0 / 3), "0.3333333333333333");
    expect_value_text(ap_double(DBL_MAX), "1.7976931348623157e+308");
    expect_value_text(ap_float(NAN), "nan");
    expect_value_text(ap_float(-INFINITY), "-inf");
}

Test(core_value, every_float_reads_back)
{
    choices random = { 11 };
    for (int i = 0; i < 30000; i++) {
        char text[64];
        const uint32_t bits = (uint32_t)next_random_number(&random);
        if (!ap_are_f32_bits_finite(bits))
            continue;
        const float real = ap_float_of_bits(bits);
        ap_value_text(ap_float(real), text, sizeof text);
        cr_assert(strtof(text, NULL) == real, "%08x must read back from %s", (unsigned)bits, text);
        const double wide = ap_double_of_bits(next_random_number(&random));
        ap_value_text(ap_double(wide), text, sizeof text);
        cr_assert(isnan(wide) || strtod(text, NULL) == wide, "%a must read back from %s", wide, text);
    }
}

/* Expects the text of the fast conversion to equal that of printf with the fewest digits that give the number back, at least 6
   for a float and 15 for a double. */
static void expect_shortest_number_text(double real, bool single)
{
    char text[64], printed[400];
    int digits = single ? 6 : 15;
    do
        snprintf(printed, sizeof printed, "%.*g", digits++, real);
    while (single ? (float)strtod(printed, NULL) != (float)real : strtod(printed, NULL) != real);
    ap_value_text(single ? ap_float((float)real) : ap_double(real), text, sizeof text);
    cr_assert_str_eq(text, printed);
}

Test(core_value, floats_are_written_like_printf)
{
    static const float edges[] = { 1e-4F, 9.9999997e-5F, 1.00000005e-4F, 999999.94F, 1e6F, 1000000.1F, 0.5F,
        123456.F, 99999.99F, 1048575.9F, 16777216.F, 16777218.F, 1e10F, 0x1p-126F, 0x1.8p-126F, 0x1p-140F,
        0x1.5c87fap-84F /* nearest float to 7.038531e-26; as a double, that number is halfway to the next float: */
        ,
        0x1.5c87fcp-84F };
    choices random = { 12 };
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        expect_shortest_number_text((double)edges[i], true);
        expect_shortest_number_text((double)-edges[i], true);
    }
    for (int i = 0; i < 30000; i++) {
        const uint32_t any = (uint32_t)next_random_number(&random), exponent = 127 - 15 + any % 37;
        const uint32_t rest = (uint32_t)next_random_number(&random) & 0x807fffff;
        const uint32_t bits = i % 2 == 0 ? exponent << 23 | rest : any % 254 << 23 | rest;
        expect_shortest_number_text((double)ap_float_of_bits(bits), true);
    }
}

Test(core_value, doubles_are_written_like_printf)
{
    static const double edges[] = { 0.1, 0.3, 1.0 / 3, 1e15, 1e16, 123456789012345.6, 1234567890123456.7,
        123456789012345680.0, 1e17, 1e22, 1e23, 9007199254740993.0, 18014398509481984.0, 1e-4, 0.000123456789,
        9.9999999999999995e-05, 1e-5, 0x1p-1022, 0x1p-1074, 0x1.8p-1040, 0x1p60, 0x1p-30, 1e-32, 1e32, 1e31,
        1e-33, 1e100, 1e-100, DBL_MAX, 5e-324, 0x1.fffffffffffffp+52, 0x1.0000000000001p+0, 1e-10 };
    choices random = { 13 };
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        expect_shortest_number_text(edges[i], false);
        expect_shortest_number_text(-nextafter(edges[i], 0), false);
        expect_shortest_number_text(nextafter(edges[i], 1), false);
    }
    for (int i = 0; i < 30000; i++) {
        const uint64_t any = next_random_number(&random), exponent = 1023 - 60 + any % 120;
        const uint64_t rest = next_random_number(&random) & 0x800fffffffffffff;
        expect_shortest_number_text(ap_double_of_bits(exponent << 52 | rest), false);
        expect_shortest_number_text((double)(any % 100000000) / (double)(1 + rest % 4 * 999), false);
    }
}

Test(core_value, text_is_truncated_to_the_buffer_with_a_nul)
{
    const ap_value values[] = { ap_value_with_prefix("at least", ap_integer(-1234567)),
        ap_text_value("a decimal number"), ap_value_with_prefix("one of", ap_text_value("")),
        ap_double(1.0 / 3), ap_hex(1, 8) };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char full_text[100], text[100], expected[100];
        size_t length = ap_value_text(values[i], full_text, sizeof full_text);
        for (size_t size = 1; size <= length + 1; size++) {
            memset(text, '#', sizeof text);
            cr_assert_eq(ap_value_text(values[i], text, size), size - 1, "%s: wrong length in %zu bytes",
                full_text, size);
            cr_assert_eq(text[size], '#', "%s: more than %zu bytes written", full_text, size);
            memcpy(expected, full_text, size - 1);
            expected[size - 1] = '\0';
            cr_assert_str_eq(text, expected);
            cr_assert_eq(strlen(text), size - 1);
        }
    }
}

Test(core_value, quoted_bytes_are_printable_ascii)
{
    static const struct {
        ap_view view;
        const char *quoted;
    } cases[] = {
        { { (const uint8_t *)"", 0 }, "\"\"" },
        { { (const uint8_t *)"abc XYZ 019 ~!#", 15 }, "\"abc XYZ 019 ~!#\"" },
        { { (const uint8_t *)"\"\\", 2 }, "\"\\\"\\\\\"" },
        { { (const uint8_t *)"\n\r\t", 3 }, "\"\\n\\r\\t\"" },
        { { (const uint8_t *)"\0\x01\x1b\x7f\x80\xff", 6 }, "\"\\x00\\x01\\x1b\\x7f\\x80\\xff\"" },
        { { (const uint8_t *)"\xe2\x80\x9c\xc3\xa9", 5 }, "\"\xe2\x80\x9c\xc3\xa9\"" },
        { { (const uint8_t *)"\xe2\x80\xae\xc2\x9b", 5 },
            "\"\\u{202e}\\xc2\\x9b\"" }, /* characters that act on terminals */
        { { (const uint8_t *)"\xc3", 1 }, "\"\\xc3\"" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[100];
        cr_assert_eq(ap_quote(cases[i].view, text, sizeof text), strlen(cases[i].quoted),
            "wrong length of case %zu", i);
        cr_assert_str_eq(text, cases[i].quoted);
    }
}

Test(core_value, each_byte_is_escaped_to_printable_ascii)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        const uint8_t one = (uint8_t)byte;
        char text[16];
        size_t length = ap_quote((ap_view){ &one, 1 }, text, sizeof text);
        for (size_t i = 0; i < length; i++)
            cr_assert(text[i] >= 0x20 && text[i] < 0x7f, "byte %02x must be escaped, becomes %02x", byte,
                (unsigned)text[i]);
    }
}

Test(core_value, long_names_are_truncated_with_dots)
{
    uint8_t bytes[65];
    char text[400], expected[100] = "\"";
    memset(bytes, 'a', sizeof bytes);
    memset(expected + 1, 'a', 64);
    cr_assert_eq(ap_quote((ap_view){ bytes, 64 }, text, sizeof text), 66U);
    strcpy(expected + 65, "\"");
    cr_assert_str_eq(text, expected);
    cr_assert_eq(ap_quote((ap_view){ bytes, 65 }, text, sizeof text), 69U);
    strcpy(expected + 65, "\"...");
    cr_assert_str_eq(text, expected);
}

/* An escape is never truncated, and the text ends with its closing quote. A buffer without room for both quotes stays empty. */
Test(core_value, quoting_stays_in_its_buffer)
{
    static const uint8_t bytes[] = { 'a', 0x01, '"', 0xff, 'b', '\n', 0x02, 0x03, 0x04, 'c' };
    for (size_t size = 1; size < 60; size++) {
        char text[64];
        memset(text, '#', sizeof text);
        size_t length = ap_quote((ap_view){ bytes, sizeof bytes }, text, size);
        cr_assert_lt(length, size);
        cr_assert_eq(text[length], '\0');
        cr_assert_eq(text[size], '#', "more than %zu bytes written", size);
        if (length > 0) {
            const char *end = text + length - 1;
            cr_assert(*end == '"' || (length >= 5 && strcmp(end - 3, "\"...") == 0),
                "'%s' must end with a quote", text);
        }
        for (const char *escape = strstr(text, "\\x"); escape != NULL; escape = strstr(escape + 1, "\\x"))
            cr_assert(strspn(escape + 2, "0123456789abcdef") >= 2, "'%s' has a truncated escape", text);
    }
}

/* Quoting stops if the next byte might not fit: the buffer keeps room for an escape of four bytes, a quote, three dots and a
   NUL. */
Test(core_value, quoting_uses_the_whole_buffer)
{
    static const struct {
        size_t size;
        const char *text;
    } rows[] = {
        { 1, "" },
        { 6, "" },
        { 7, "\"\"..." },
        { 9, "\"\"..." },
        { 10, "\"a\"..." },
        { 11, "\"ab\"..." },
        { 13, "\"abcd\"" },
        { 14, "\"abcd\"" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[16];
        memset(text, 'x', sizeof text);
        const size_t length = ap_quote(VIEW("abcd"), text, rows[i].size);
        cr_expect_str_eq(
            text, rows[i].text, "a buffer of %zu bytes has the wrong text %s", rows[i].size, text);
        cr_expect_eq(
            length, strlen(rows[i].text), "a buffer of %zu bytes: wrong length %zu", rows[i].size, length);
    }
}
