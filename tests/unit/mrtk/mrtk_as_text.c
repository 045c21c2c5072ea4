/* Tests how MRTK files that were transferred as text are recognised: added line ends, re-encoded bytes, bytes before the magic
   number. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "validators/mrtk/mrtk_reencoded.h"
#include "validators/mrtk/mrtk_text.h"

static ap_view view_of_bytes(const char *bytes, size_t size)
{
    return (ap_view){ (const uint8_t *)bytes, size };
}

/* ap_mrtk_find_magic_after_start returns 0 if no complete magic number begins at an offset from 1 to AP_MRTK_FURTHEST_MAGIC. */
Test(mrtk_as_text, the_magic_is_found_after_other_bytes)
{
    static const uint8_t magic[8] = { 0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a };
    for (size_t at = 0; at <= AP_MRTK_FURTHEST_MAGIC + 2; at++) {
        uint8_t bytes[AP_MRTK_FURTHEST_MAGIC + 16] = { 0 };
        memcpy(bytes + at, magic, sizeof magic);
        const bool is_near = at <= AP_MRTK_FURTHEST_MAGIC;
        cr_expect_eq(ap_mrtk_find_magic_after_start((ap_view){ bytes, at + 8 }), is_near ? at : 0,
            "the magic number at byte %zu", at);
        cr_expect_eq(ap_mrtk_find_magic_after_start((ap_view){ bytes, at + 7 }), 0,
            "the file ends inside the magic number at byte %zu", at);
    }
}

static const struct {
    const char *bytes;
    size_t size, soon; /* soon: bytes within which the first line end must end */
    bool found;
    const char *shown; /* the bytes without the added 0d */
    size_t shown_size;
} texts[] = {
#define TEXT(bytes, soon, found, shown)                                                                      \
    {                                                                                                        \
        bytes, sizeof(bytes) - 1, soon, found, shown, sizeof(shown) - 1                                      \
    }
    TEXT("", 9, false, ""),
    TEXT("abc", 9, false, ""),
    TEXT("\n", 9, false, ""),
    TEXT("\r\n", 9, true, "\n"),
    TEXT("a\r\nb", 9, true, "a\nb"),
    TEXT("a\r\nb\nc", 9, false, ""),
    TEXT("a\nb\r\nc", 9, false, ""),
    TEXT("a\r\nb\r\n\r\nc\rd", 9, true, "a\nb\n\nc\rd"),
    TEXT("abc\r\nd", 4, false, ""), /* the first line end is after `soon` */
    TEXT("abc\r\nd", 5, true, "abc\nd"),
    TEXT("\r\r\n\r", 9, true, "\r\n\r"),
};

Test(mrtk_as_text, added_line_ends_are_found_and_hidden)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ap_mrtk_crlf_overlay ends;
        const bool found = ap_mrtk_open_overlay_if_all_lines_crlf(
            view_of_bytes(texts[i].bytes, texts[i].size), texts[i].soon, &ends);
        cr_expect_eq(found, texts[i].found, "text %zu", i);
        if (!found)
            continue;
        cr_expect_eq(ends.count, texts[i].size - texts[i].shown_size,
            "text %zu: wrong number of line ends %zu", i, ends.count);
        cr_expect_eq(ends.first, (size_t)(strstr(texts[i].bytes, "\r\n") - texts[i].bytes), "text %zu", i);
        for (int again = 0; again < 2; again++) {
            for (size_t at = 0; at < texts[i].shown_size; at++) {
                const uint8_t *shown = ends.overlay.show(&ends.overlay, at, 1);
                cr_expect_eq(shown[0], (uint8_t)texts[i].shown[at], "text %zu: byte %zu is wrong", i, at);
            }
            ap_mrtk_restart_crlf_overlay(&ends);
        }
    }
}

static const char latin[] = "\xc3\x86\x42\xc2\x9e\x0f\x6e\xc2\xaf\xc2\x8f\x6a";
static const char windows[] = "\xc3\x86\x42\xc5\xbe\x0f\x6e\xc2\xaf\xc2\x8f\x6a";
static const char magic[] = "\xc6\x42\x9e\x0f\x6e\xaf\x8f\x6a";

/* Re-encoded files: the magic number, the bytes after it, and these bytes before they were re-encoded. */
static const struct {
    const char *begin, *rest;
    bool complete;   /* every byte can be decoded */
    const char *was; /* the decoded bytes; "" if not every byte can be decoded */
} encoded[] = {
    { latin, "", true, "" },
    { latin, "abc", true, "abc" },
    { latin, "\xc2\x80\xc3\xbf", true, "\x80\xff" },
    { latin, "\xc4\x80", false, "" },     /* U+0100 is not in Latin-1 */
    { latin, "\xe2\x82\xac", false, "" }, /* U+20AC is not in Latin-1 */
    { latin, "\x80", false, "" },
    { latin, "\xc2", false, "" }, /* ends inside a character */
    { latin,
        "\xc2"
        "a",
        false, "" },
    { latin, "\xe2\x82", false, "" },
    { latin, "\xe2\x82z", false, "" },
    { latin, "\xf0\x90\x80\x80", false, "" },
    { windows, "", true, "" },
    { windows, "\xe2\x82\xac", true, "\x80" },
    { windows, "\xc2\x81", true, "\x81" },
    { windows, "\xc5\xb8", true, "\x9f" },
    { windows, "\xc2\xa0\xc3\xbf", true, "\xa0\xff" },
    { windows, "\xc2\x80", false, "" }, /* U+0080 does not exist in Windows-1252 */
    { windows, "\xc2\x9f", false, "" },
    { windows, "\xc4\x80", false, "" },
};

Test(mrtk_as_text, re_encoded_bytes_are_decoded)
{
    for (size_t i = 0; i < sizeof encoded / sizeof *encoded; i++) {
        char text[64];
        uint8_t bytes[64];
        size_t used;
        const size_t size = (size_t)sprintf(text, "%s%s", encoded[i].begin, encoded[i].rest);
        const ap_mrtk_reencoding *how = ap_mrtk_find_reencoding(view_of_bytes(text, size));
        cr_assert(how != NULL && how->repairable, "file %zu", i);
        cr_expect_eq(ap_mrtk_undo_reencoding(how, view_of_bytes(text, size), bytes, &used),
            encoded[i].complete, "file %zu", i);
        if (!encoded[i].complete)
            continue;
        cr_expect_eq(
            used, 8 + strlen(encoded[i].was), "file %zu: wrong number of decoded bytes %zu", i, used);
        cr_expect(
            memcmp(bytes, magic, 8) == 0 && memcmp(bytes + 8, encoded[i].was, used - 8) == 0, "file %zu", i);
    }
}

Test(mrtk_as_text, bytes_replaced_by_one_character_cannot_be_decoded)
{
    static const char *const lost[] = { "\xef\xbf\xbd\x42\xef\xbf\xbd\x0f\x6e\xef\xbf\xbd\xef\xbf\xbd\x6a",
        "\x3f\x42\x3f\x0f\x6e\x3f\x3f\x6a" };
    for (size_t i = 0; i < 2; i++) {
        uint8_t bytes[64];
        size_t used = 7;
        const ap_view text = view_of_bytes(lost[i], strlen(lost[i]));
        const ap_mrtk_reencoding *how = ap_mrtk_find_reencoding(text);
        cr_assert(how != NULL && !how->repairable);
        cr_expect_not(ap_mrtk_undo_reencoding(how, text, bytes, &used));
        cr_expect_eq(used, 0);
        cr_expect_null(ap_mrtk_find_reencoding(view_of_bytes(lost[i], strlen(lost[i]) - 1)));
    }
    cr_expect_null(ap_mrtk_find_reencoding(view_of_bytes(magic, 8)));
}
