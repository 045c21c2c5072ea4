/* core/number/number.h: texts that are numbers, texts that are not, and the limits of int32. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "core/number/number.h"
#include "tests/unit/support/lint_case.h"

Test(core_number, plain_decimals_in_the_range_of_int32_are_integers)
{
    static const struct {
        const char *text;
        int32_t value;
    } cases[] = {
        { "0", 0 },
        { "-0", 0 },
        { "7", 7 },
        { "-7", -7 },
        { "10", 10 },
        { "123456789", 123456789 },
        { "2147483647", INT32_MAX },
        { "-2147483647", -INT32_MAX },
        { "-2147483648", INT32_MIN },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int32_t value = 77;
        cr_assert(ap_parse_int32(text_view(cases[i].text), &value), "%s must be an integer", cases[i].text);
        cr_assert_eq(value, cases[i].value, "%s is read as %d", cases[i].text, (int)value);
    }
}

Test(core_number, other_texts_are_refused_and_leave_the_value_unchanged)
{
    static const char *const texts[] = { "", "-", "--1", "-+1", "+1", "00", "01", "-01", "-00", "010", "1.0",
        "3.", "0x3", "1e2", "three", "1 ", " 1", "1a", "1-", "2147483648", "-2147483649", "4294967296",
        "9999999999", "99999999999999999999999999", "-99999999999999999999999999", "18446744073709551616" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        int32_t value = 77;
        cr_assert_not(ap_parse_int32(text_view(texts[i]), &value), "\"%s\" must be refused", texts[i]);
        cr_assert_eq(value, 77, "\"%s\" must not change the value", texts[i]);
    }
    int32_t value = 77;
    cr_assert_not(ap_parse_int32((ap_view){ (const uint8_t *)"1\0", 2 }, &value), "a NUL must be refused");
    cr_assert(ap_parse_int32((ap_view){ (const uint8_t *)"123", 2 }, &value),
        "bytes after the view must be ignored");
    cr_assert_eq(value, 12);
}

static const struct {
    const char *text;
    bool exponent;
} valid_numbers[] = {
    { "0", false },
    { "-0", false },
    { "5", false },
    { "5.", false },
    { ".5", false },
    { "-.5", false },
    { "-5.", false },
    { "0.5", false },
    { "0.", false },
    { "-0.000000", false },
    { "10", false },
    { "100.001", false },
    { "0.00", false },
    { ".0", false },
    { ".00", false },
    { "1e5", true },
    { "1e+5", true },
    { "1e-5", true },
    { "1e05", true },
    { "0.e0", true },
    { ".5e1", true },
    { "5.e1", true },
    { "-1.5e-30", true },
    { "1e000000", true },
    { "4294967295", false },
    { "-4294967295", false },
    { "123456789012345678901234567890.", false },
    { "0.0000000000000000000000000000000000000000000001", false },
};

static const char *const malformed_numbers[] = { "", "-", ".", "-.", "+", "+1", "+.5", "--1", "-+1", "- 1",
    "00", "00.5", "01", "-01", "007.5", "1E5", "1e", "1e+", "1e-", "1.e", "e5", ".e5", "-e5", "1e5.0",
    "1e5e5", "1e 5", "1e+-5", "1.2.3", "1..2", "..1", "1,5", "1.5f", "1.5F", "0x10", "0x1p3", "1p3", "nan",
    "NaN", "-nan", "inf", "-inf", "INF", "infinity", "1.#IND", "1.#INF", "-1.#QNAN", "three", "10abc",
    "1_000", "1'000", "5-", "1-2", "1 ", " 1", "0e5", "-0e5", "0e", "#", "\xc2\xa0-1", "1\xc2\xa0", "1\t",
    "\xd9\xa1" };

Test(core_number, valid_numbers_are_read)
{
    for (size_t i = 0; i < sizeof valid_numbers / sizeof *valid_numbers; i++) {
        const char *text = valid_numbers[i].text;
        ap_number number = ap_parse_float(text_view(text));
        cr_assert_eq(number.fault, AP_NUMBER_FINE, "%s must be a number", text);
        cr_assert_eq(number.has_exponent, valid_numbers[i].exponent, "%s: wrong flag `exponent`", text);
        cr_assert(number.value == strtof(text, NULL), "%s is read as %g", text, (double)number.value);
    }
}

Test(core_number, malformed_numbers_are_refused)
{
    for (size_t i = 0; i < sizeof malformed_numbers / sizeof *malformed_numbers; i++) {
        ap_number number = ap_parse_float(text_view(malformed_numbers[i]));
        cr_assert_eq(number.fault, AP_NUMBER_MALFORMED, "\"%s\" must be malformed", malformed_numbers[i]);
        cr_assert(
            number.value == 0 && !number.has_exponent, "\"%s\" must have no value", malformed_numbers[i]);
    }
    cr_assert_eq(ap_parse_float((ap_view){ (const uint8_t *)"1\0", 2 }).fault, AP_NUMBER_MALFORMED);
}

/* id's reader sums up digits without a point or exponent modulo 2^32. */
Test(core_number, digits_that_wrap_are_refused)
{
    static const char *const texts[] = { "4294967296", "-4294967296", "5000000000", "99999999999999999999",
        "340282366920938463463374607431768211456" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cr_assert_eq(ap_parse_float(text_view(texts[i])).fault, AP_NUMBER_WRAPS,
            "%s must be refused because its digits wrap modulo 2^32", texts[i]);
}

/* Numbers that slow readers down: 2^64 and more before the point, or an exponent of three digits. */
Test(core_number, numbers_that_slow_readers_down_are_marked_as_large)
{
    static const char *const large[] = { "18446744073709551616.0", "18446744073709551616e1",
        "99999999999999999999.", "1e100", "1e-100", "0.e100", "-1e+0100" };
    static const char *const small[] = { "18446744073709551615.0", "1e99", "1e-99", "1e0099", "1e-00000099",
        "0.99999999999999999999999" };
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        cr_assert(ap_parse_float(text_view(large[i])).large, "%s must be large", large[i]);
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        cr_assert_not(ap_parse_float(text_view(small[i])).large, "%s must not be large", small[i]);
}

/* A malformed number stays malformed with any number of digits: also if the fast path has read its start. */
Test(core_number, long_malformed_numbers_are_refused)
{
    static const char *const endings[] = { "x", "e", "e+", ".5.", "-", "E5", "," };
    for (size_t e = 0; e < sizeof endings / sizeof *endings; e++) {
        for (size_t digits = 1; digits < 60; digits++) {
            char text[80];
            memset(text, '7', digits);
            strcpy(text + digits, endings[e]);
            cr_assert_eq(
                ap_parse_float(text_view(text)).fault, AP_NUMBER_MALFORMED, "%s must be malformed", text);
        }
    }
    for (size_t zeros = 2; zeros < 60; zeros++) {
        char text[80];
        memset(text, '0', zeros);
        strcpy(text + zeros, ".5");
        cr_assert_eq(
            ap_parse_float(text_view(text)).fault, AP_NUMBER_MALFORMED, "%s must be malformed", text);
    }
}

/* Scans `text` followed by spaces. Sets *length to the number of bytes that the scan read. */
static bool scan_float_before_spaces(const char *text, float *value, size_t *length)
{
    uint8_t bytes[200];
    const uint8_t *at = bytes;
    memset(bytes, ' ', sizeof bytes);
    memcpy(bytes, text, strlen(text));
    bool done = ap_scan_float(&at, value);
    *length = (size_t)(at - bytes);
    return done;
}

Test(core_number, a_scan_stops_after_the_number)
{
    static const struct {
        const char *text;
        size_t length;
        float value;
    } cases[] = {
        { "0", 1, 0 },
        { "1.5}", 3, 1.5F },
        { "-0.25 7", 5, -0.25F },
        { "5.", 2, 5 },
        { ".5", 2, 0.5F },
        { "-.5)", 3, -0.5F },
        { "1234567 ", 7, 1234567 },
        { "0.0000001234567890", 18, 1.234567890e-7F },
        { "1.5f", 3, 1.5F }, /* the caller checks the byte after the number */
        { "1.2.3", 3, 1.2F },
        { "7-", 1, 7 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float value;
        size_t length;
        cr_assert(
            scan_float_before_spaces(cases[i].text, &value, &length), "%s must be scanned", cases[i].text);
        cr_assert_eq(length, cases[i].length, "%s: wrong length %zu", cases[i].text, length);
        cr_assert(value == cases[i].value, "%s is read as %g", cases[i].text, (double)value);
    }
}

Test(core_number, a_scan_that_refuses_does_not_move)
{
    static const char *const texts[] = { "", "-", ".", "-.", "+1", "00", "01", "-01", "00.5", "x", "nan", "}",
        "\"", "99999999999999999999", "0.00000000000000000000", "340282366920938463463374607431768211456",
        "1.0000000596046447753906250", "- 1", "--1", ".e1", "\xb0", "/", ":" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        float value;
        size_t length;
        cr_assert_not(
            scan_float_before_spaces(texts[i], &value, &length), "\"%s\" must be refused", texts[i]);
        cr_assert_eq(length, 0U, "\"%s\" must not move the position", texts[i]);
    }
}
