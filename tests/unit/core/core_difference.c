/* core/base/difference.h: the smallest part in which two texts differ, in whole bytes, characters or lines. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/base/difference.h"
#include "tests/unit/support/lint_case.h"

static const struct {
    ap_difference_grain grain;
    const char *before, *after;
    size_t offset, length;
    const char *text;
} cases[] = {
    { AP_BY_BYTE, "", "", 0, 0, "" },
    { AP_BY_BYTE, "same", "same", 4, 0, "" },
    { AP_BY_BYTE, "abcd", "abXd", 2, 1, "X" },
    { AP_BY_BYTE, "aa", "aaa", 2, 0, "a" },
    { AP_BY_BYTE, "aaa", "aa", 2, 1, "" },
    { AP_BY_BYTE, "abab", "ab", 2, 2, "" },
    { AP_BY_BYTE, "\xc3\xa9", "\xc3\xa8", 1, 1, "\xa8" },
    { AP_BY_CHARACTER, "x\xc3\xa9y", "x\xc3\xa8y", 1, 2,
        "\xc3\xa8" }, /* both characters have the same first byte */
    { AP_BY_CHARACTER, "x\xc3\xa9y", "x\xe2\x82\xa9y", 1, 2,
        "\xe2\x82\xa9" },                              /* both characters have the same last byte */
    { AP_BY_CHARACTER, "a\r\nb", "a\nb", 1, 2, "\n" }, /* CR LF is one character */
    { AP_BY_CHARACTER, "a\nb", "a\r\nb", 1, 1, "\r\n" },
    { AP_BY_CHARACTER, "a\r\n", "a\r", 1, 2, "\r" },
    { AP_BY_CHARACTER, "a\r", "a\r\n", 1, 1, "\r\n" },
    { AP_BY_CHARACTER, "same", "same", 4, 0, "" },
    { AP_BY_CHARACTER, "ab", "abc", 2, 0, "c" },
    { AP_BY_LINE, "one\ntwo\nsix\n", "one\ntoo\nsix\n", 4, 4, "too\n" },
    { AP_BY_LINE, "one\ntwo", "one\ntwo\n", 4, 3, "two\n" },
    { AP_BY_LINE, "a\na\n", "a\na\na\n", 4, 0, "a\n" },
    { AP_BY_LINE, "same", "same", 0, 0, "" },
};

Test(difference, difference_is_in_whole_bytes_characters_or_lines)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const ap_difference d =
            ap_find_difference(text_view(cases[i].before), text_view(cases[i].after), cases[i].grain);
        cr_expect(d.span.offset == cases[i].offset && d.span.length == cases[i].length,
            "case %zu: wrong span %zu+%zu", i, d.span.offset, d.span.length);
        cr_expect(
            d.text.size == strlen(cases[i].text) && memcmp(d.text.bytes, cases[i].text, d.text.size) == 0,
            "case %zu: wrong text '%.*s'", i, (int)d.text.size, (const char *)d.text.bytes);
    }
}

/* Equal bytes are skipped in blocks, but the difference begins and ends at exact offsets inside the blocks. */
Test(difference, difference_begins_and_ends_at_any_offset)
{
    enum { BYTES = 700 };
    uint8_t before[BYTES], after[BYTES];
    memset(before, 'x', sizeof before);
    for (size_t i = 1; i < BYTES - 1; i++) {
        for (unsigned from_start = 0; from_start < 2; from_start++) {
            const size_t first = from_start ? 0 : i, last = from_start ? i : BYTES - 1;
            memcpy(after, before, sizeof after);
            after[first] = after[last] = 'y';
            const ap_difference d =
                ap_find_difference((ap_view){ before, BYTES }, (ap_view){ after, BYTES }, AP_BY_BYTE);
            cr_expect(d.span.offset == first && d.span.length == last + 1 - first, "%zu to %zu: span %zu+%zu",
                first, last, d.span.offset, d.span.length);
            cr_expect(d.text.bytes == after + first && d.text.size == d.span.length, "%zu to %zu: wrong text",
                first, last);
        }
    }
}
