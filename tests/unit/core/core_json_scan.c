/* core/json/json_scan.h: finds the end of numbers and strings of JSON, also at the end of the text. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/json/json_scan.h"

typedef struct scan_row {
    const char *text;
    size_t size, end;
    const char *fault; /* part of the expected reason; NULL: the text is valid */
} scan_row;

/* Only `size` bytes belong to the text. The bytes after them must not be read. */
static const scan_row numbers[] = {
    { "0", 1, 1, NULL },
    { "0,", 2, 1, NULL },
    { "-0]", 3, 2, NULL },
    { "12345", 3, 3, NULL },
    { "1.5", 1, 1, NULL },
    { "1.5", 2, 2, "digit" },
    { "1.5", 3, 3, NULL },
    { "1.55", 3, 3, NULL },
    { "1e5", 1, 1, NULL },
    { "1e5", 2, 2, "digit" },
    { "1e5", 3, 3, NULL },
    { "1e+5", 2, 2, "digit" },
    { "1e+5", 3, 3, "digit" },
    { "1E-5", 4, 4, NULL },
    { "1.5e", 4, 4, "digit" },
    { "1.5e7 ", 6, 5, NULL },
    { "1.e5", 4, 2, "digit" },
    { "-", 1, 1, "digit" },
    { "-5", 1, 1, "digit" },
    { "-.5", 3, 1, "digit" },
    { "01", 2, 0, "begins with a zero" },
    { "-01", 3, 1, "begins with a zero" },
    { "00", 2, 0, "begins with a zero" },
    { "01", 1, 1, NULL },
    { "0.10", 4, 4, NULL },
    { "10", 2, 2, NULL },
};

static const scan_row strings[] = {
    { "\"\"", 2, 2, NULL },
    { "\"\"", 1, 1, "ends inside" },
    { "\"a\"b", 4, 3, NULL },
    { "\"a\x1f\"", 4, 2, "control character" },
    { "\"a\x7f \"", 5, 5, NULL },
    { "\"\xc3\xbc\"", 4, 4, NULL },
    { "\"\xc3\xbc\"", 2, 1, "not UTF-8" },
    { "\"\xff\"", 3, 1, "not UTF-8" },
    { "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", 18, 18, NULL },
    { "\"\\", 2, 1, "backslash" },
    { "\"\\n\"", 2, 1, "backslash" },
    { "\"\\x\"", 4, 1, "backslash" },
    { "\"\\u00e9\"", 8, 8, NULL },
    { "\"\\u00E9\"", 8, 8, NULL },
    { "\"\\u00eg\"", 8, 1, "backslash" },
    { "\"\\u00g0\"", 8, 1, "backslash" },
    { "\"\\u00`0\"", 8, 1, "backslash" },
    { "\"\\u00e9\"", 6, 1, "backslash" },
    { "\"\\u00e9\"", 7, 7, "ends inside" },
    { "\"\\ud800\\udc00\"", 14, 14, NULL },
    { "\"\\udbff\\udfff\"", 14, 14, NULL },
    { "\"\\ud800\\udc00\"", 12, 1, "backslash" },
    { "\"\\ud800\\ue000\"", 14, 1, "backslash" },
    { "\"\\ud800\\udbff\"", 14, 1, "backslash" },
    { "\"\\ud800-udc00\"", 14, 1, "backslash" },
    { "\"\\ud800\\vdc00\"", 14, 1, "backslash" },
    { "\"\\udc00\"", 8, 1, "backslash" },
    { "\"\\ud7ff\\ue000\"", 14, 14, NULL },
};

static void check_scanned_rows(const scan_row *rows, size_t count, bool are_numbers, bool loose)
{
    for (const scan_row *one = rows; one < rows + count; one++) {
        const char *reason = "unset";
        const int size = (int)one->size;
        const ap_view text = { (const uint8_t *)one->text, one->size };
        const size_t end = are_numbers ? ap_json_number_end_or_fault(text, 0, &reason)
                                       : ap_json_string_end_or_fault(text, 0, loose, &reason);
        cr_expect_eq(end, one->end, "%.*s (%d bytes): wrong end %zu", size, one->text, size, end);
        cr_expect(one->fault == NULL ? reason == NULL : reason != NULL && strstr(reason, one->fault) != NULL,
            "%.*s (%d bytes): wrong reason: %s", size, one->text, size, reason == NULL ? "valid" : reason);
    }
}

Test(core_json_scan, the_end_of_a_number_is_found)
{
    check_scanned_rows(numbers, sizeof numbers / sizeof *numbers, true, false);
}

Test(core_json_scan, the_end_of_a_string_is_found)
{
    check_scanned_rows(strings, sizeof strings / sizeof *strings, false, false);
}

/* Loose strings may have bytes that are not UTF-8, and half a surrogate pair. */
Test(core_json_scan, loose_strings_may_have_any_bytes)
{
    static const scan_row rows[] = {
        { "\"\xff\"", 3, 3, NULL },
        { "\"\\ud800\"", 8, 8, NULL },
        { "\"\\udc00\"", 8, 8, NULL },
        { "\"\\ud800\\ud800\"", 14, 14, NULL },
        { "\"\\ud800\\udc00\"", 14, 14, NULL },
        { "\"\x1f\"", 3, 1, "control character" },
        { "\"\\u12\"", 6, 1, "backslash" },
    };
    check_scanned_rows(rows, sizeof rows / sizeof *rows, false, true);
}

Test(core_json_scan, strings_are_decoded)
{
    static const struct {
        const char *text, *bytes;
    } rows[] = {
        { "\"\"", "" },
        { "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t" },
        { "\"a\xc3\xbc\"", "a\xc3\xbc" },
        { "\"\\u007f\\u0080\\u07ff\\u0800\\uffff\"", "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf" },
        { "\"\\ud800\\udc00\\udbff\\udfff\"", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf" },
        { "\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80" },
        { "\"\\ud800x\\udc00\"", "\xef\xbf\xbdx\xef\xbf\xbd" },
        { "\"\\uAbCd\"", "\xea\xaf\x8d" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t bytes[64] = { 0 };
        const ap_view text = { (const uint8_t *)rows[i].text, strlen(rows[i].text) };
        const size_t size = ap_json_decode_string_bytes(text, 0, bytes);
        cr_expect_eq(size, strlen(rows[i].bytes), "%s: decoded to %zu bytes, not the expected number",
            rows[i].text, size);
        cr_expect(memcmp(bytes, rows[i].bytes, size) == 0, "%s: wrongly decoded to %s", rows[i].text,
            (char *)bytes);
    }
}
