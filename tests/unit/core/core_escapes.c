/* core/base/: text of any bytes in XML, Markdown, URIs and base64, and the columns that a terminal gives it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/base64_text.h"
#include "core/base/markdown_text.h"
#include "core/base/markup_text.h"
#include "core/base/terminal_text.h"
#include "core/base/uri_text.h"

typedef struct row {
    const char *text, *written;
} row;

static void check_rows(void (*put)(FILE *, const char *), const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *written = NULL;
        size_t size;
        FILE *stream = open_memstream(&written, &size);
        put(stream, rows[i].text);
        fclose(stream);
        cr_expect_str_eq(written, rows[i].written, "row %zu: %s", i, written);
        free(written);
    }
}

#define LOST "\xef\xbf\xbd"

Test(core_escapes, markup)
{
    static const row rows[] = {
        { "", "" },
        { "a\tb\nc\rd", "a\tb\nc&#13;d" },
        { "\x08\x0b\x0c\x0e\x1f\x7f", LOST LOST LOST LOST LOST LOST },
        { "<a href=\"x\">'&'</a>", "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;" },
        { "\xc2\x80\xc2\x9f\xc2\xa0", LOST LOST "\xc2\xa0" },
        { "\xef\xbf\xbd\xef\xbf\xbe\xef\xbf\xbf", "\xef\xbf\xbd" LOST LOST },
        { "\xee\xbf\xbe\xef\xbe\xbe", "\xee\xbf\xbe\xef\xbe\xbe" },
        { "gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80", "gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80" },
        { "\xc3", LOST },
        { "\xc3.\xff.", LOST "." LOST "." },
        { "a\xe2\x80\xae.\xf3\xa0\x81\x81", "a\\u{202e}.\\u{e0041}" },
    };
    check_rows(ap_put_markup, rows, sizeof rows / sizeof *rows);
}

Test(core_escapes, markdown)
{
    static const row rows[] = {
        { "", "" },
        { "\\`*_[]<>|#&~", "\\\\\\`\\*\\_\\[\\]\\<\\>\\|\\#\\&\\~" },
        { "a-b.c!(d) e", "a-b.c!(d) e" },
        { "a\nb\r\tc\x7f", "a b  c " },
        { "gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f" },
        { "\xff|\xc2\x80|", " \\| \\|" },
        { "\xe2\x80\x8b.", "\\\\u{200b}." },
    };
    check_rows(ap_put_markdown, rows, sizeof rows / sizeof *rows);
}

static void put_uri(FILE *stream, const char *path)
{
    ap_batch batch;
    ap_batch_init(&batch, stream);
    ap_batch_uri(&batch, path);
    ap_batch_write(&batch);
}

Test(core_escapes, uri)
{
    static const row rows[] = {
        { "a", "a" },
        { "./a", "a" },
        { ".//a/./b", "a/./b" },
        { "././/./a", "a" },
        { "../a", "../a" },
        { "/a/b", "file:///a/b" },
        { ".a", ".a" },
        { "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" },
        { "0123456789-._~/!$&()*+,;=@", "0123456789-._~/!$&()*+,;=@" },
        { " \"#%'", "%20%22%23%25%27" },
        { ":<>?[\\]^`{|}", "%3A%3C%3E%3F%5B%5C%5D%5E%60%7B%7C%7D" },
        { "\x01\x7f\x80\xff\xc3\xbc", "%01%7F%80%FF%C3%BC" },
    };
    check_rows(put_uri, rows, sizeof rows / sizeof *rows);
}

/* The examples of RFC 4648, and all 64 digits. */
Test(core_escapes, base64)
{
    static const row rows[] = { { "", "" }, { "f", "Zg==" }, { "fo", "Zm8=" }, { "foo", "Zm9v" },
        { "foob", "Zm9vYg==" }, { "fooba", "Zm9vYmE=" }, { "foobar", "Zm9vYmFy" },
        { "\x00\x10\x83\x10\x51\x87\x20\x92\x8b\x30\xd3\x8f\x41\x14\x93\x51\x55\x97\x61\x96\x9b\x71\xd7\x9f"
          "\x82\x18\xa3"
          "\x92\x59\xa7\xa2\x9a\xab\xb2\xdb\xaf\xc3\x1c\xb3\xd3\x5d\xb7\xe3\x9e\xbb\xf3\xdf\xbf",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *written = NULL;
        size_t size;
        FILE *stream = open_memstream(&written, &size);
        uint8_t bytes[64];
        const size_t count = i + 1 < sizeof rows / sizeof *rows ? strlen(rows[i].text) : 48;
        memset(bytes, 0xff, sizeof bytes); /* what follows them is not of them */
        memcpy(bytes, rows[i].text, count);
        ap_put_base64(stream, (ap_view){ bytes, count });
        fclose(stream);
        cr_expect_str_eq(written, rows[i].written, "row %zu: %s", i, written);
        free(written);
    }
}

/* The first and the last of each range, and what is beside them. */
Test(core_escapes, columns)
{
    static const struct {
        uint32_t character;
        unsigned columns;
    } rows[] = { { 'a', 1 }, { 0x2ff, 1 }, { 0x300, 0 }, { 0x36f, 0 }, { 0x370, 1 }, { 0x482, 1 },
        { 0x483, 0 }, { 0x489, 0 }, { 0x48a, 1 }, { 0x590, 1 }, { 0x591, 0 }, { 0x5bd, 0 }, { 0x5be, 1 },
        { 0x64a, 1 }, { 0x64b, 0 }, { 0x65f, 0 }, { 0x660, 1 }, { 0x10ff, 1 }, { 0x1100, 2 }, { 0x115f, 2 },
        { 0x1160, 1 }, { 0x1aaf, 1 }, { 0x1ab0, 0 }, { 0x1aff, 0 }, { 0x1b00, 1 }, { 0x1dbf, 1 },
        { 0x1dc0, 0 }, { 0x1dff, 0 }, { 0x1e00, 1 }, { 0x20cf, 1 }, { 0x20d0, 0 }, { 0x20ff, 0 },
        { 0x2100, 1 }, { 0x2e7f, 1 }, { 0x2e80, 2 }, { 0xa4cf, 2 }, { 0xa4d0, 1 }, { 0xabff, 1 },
        { 0xac00, 2 }, { 0xd7a3, 2 }, { 0xd7a4, 1 }, { 0xf8ff, 1 }, { 0xf900, 2 }, { 0xfaff, 2 },
        { 0xfb00, 1 }, { 0xfdff, 1 }, { 0xfe00, 0 }, { 0xfe0f, 0 }, { 0xfe10, 1 }, { 0xfe1f, 1 },
        { 0xfe20, 0 }, { 0xfe2f, 0 }, { 0xfe30, 2 }, { 0xfe6f, 2 }, { 0xfe70, 1 }, { 0xfeff, 1 },
        { 0xff00, 2 }, { 0xff60, 2 }, { 0xff61, 1 }, { 0xffdf, 1 }, { 0xffe0, 2 }, { 0xffe6, 2 },
        { 0xffe7, 1 }, { 0x1f2ff, 1 }, { 0x1f300, 2 }, { 0x1faff, 2 }, { 0x1fb00, 1 }, { 0x1ffff, 1 },
        { 0x20000, 2 }, { 0x3fffd, 2 }, { 0x3fffe, 1 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint32_t c = rows[i].character;
        uint8_t bytes[4] = { (uint8_t)c };
        const size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        for (size_t at = length; length > 1 && at > 0; at--)
            bytes[at - 1] = (uint8_t)(0x80 | (c >> 6 * (length - at) & 0x3f));
        if (length > 1)
            bytes[0] = (uint8_t)(0xf00 >> length | c >> 6 * (length - 1));
        cr_expect_eq(
            ap_columns(bytes, length), rows[i].columns, "U+%04X: %u", (unsigned)c, ap_columns(bytes, length));
    }
}

/* What hides, or turns what follows, is not shown; what is beside it is. */
Test(core_escapes, printable)
{
    static const struct {
        const char *text;
        size_t length;
    } rows[] = { { "\x1f", 0 }, { " ", 1 }, { "~", 1 }, { "\x7f", 0 }, { "\xc2\x9f", 0 }, { "\xc2\xa0", 2 },
        { "\xc3\x80", 2 }, { "\xe2\x80\x8a", 3 }, { "\xe2\x80\x8b", 0 }, { "\xe2\x80\x8f", 0 },
        { "\xe2\x80\x90", 3 }, { "\xe2\x80\xa7", 3 }, { "\xe2\x80\xa8", 0 }, { "\xe2\x80\xae", 0 },
        { "\xe2\x80\xaf", 3 }, { "\xe2\x81\x9f", 3 }, { "\xe2\x81\xa0", 0 }, { "\xe2\x81\xaf", 0 },
        { "\xe2\x81\xb0", 3 }, { "\xe2\x82\xac", 3 }, { "\xe3\x80\x8b", 3 }, { "\xef\xbb\xbf", 0 },
        { "\xef\xbb\xbe", 3 }, { "\xef\xbc\xbf", 3 }, { "\xf0\x9f\x98\x80", 4 }, { "\xff", 0 },
        { "\xc3", 0 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t length = ap_printable((const uint8_t *)rows[i].text, strlen(rows[i].text));
        cr_expect_eq(length, rows[i].length, "row %zu: %zu", i, length);
    }
}
