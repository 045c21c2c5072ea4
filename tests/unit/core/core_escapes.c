/* core/base/: escapes any bytes for XML, Markdown, manual pages, terminals, URIs and base64. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "core/base/base64_text.h"
#include "core/base/markdown_text.h"
#include "core/base/markup_text.h"
#include "core/base/roff_text.h"
#include "core/base/terminal_text.h"
#include "core/base/uri_text.h"
#include "tests/unit/support/stream_text.h"

typedef struct escape_row {
    const char *text, *written;
} escape_row;

static void check_escape_rows(void (*put)(FILE *, const char *), const escape_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put(open_text_stream(), rows[i].text);
        const char *written = close_text_stream(NULL);
        cr_expect_str_eq(written, rows[i].written, "row %zu: wrong text '%s'", i, written);
    }
}

/* U+FFFD, written for a character that XML does not allow, or for bytes that are not UTF-8. */
#define LOST "\xef\xbf\xbd"

Test(core_escapes, markup_escapes_what_xml_does_not_allow)
{
    static const escape_row rows[] = {
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
    check_escape_rows(ap_put_markup, rows, sizeof rows / sizeof *rows);
}

Test(core_escapes, markdown_escapes_its_own_characters)
{
    static const escape_row rows[] = {
        { "", "" },
        { "\\`*_[]<>|#&~", "\\\\\\`\\*\\_\\[\\]\\<\\>\\|\\#\\&\\~" },
        { "a-b.c!(d) e", "a-b.c!(d) e" },
        { "a\nb\r\tc\x7f", "a b  c " },
        { "gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f" },
        { "\xff|\xc2\x80|", " \\| \\|" },
        { "\xe2\x80\x8b.", "\\\\u{200b}." },
    };
    check_escape_rows(ap_put_markdown, rows, sizeof rows / sizeof *rows);
}

Test(core_escapes, names_escape_what_a_terminal_interprets)
{
    static const escape_row rows[] = {
        { "assets/walk.md5anim", "assets/walk.md5anim" }, { "a b\"c'", "a b\"c'" }, { "a\\b", "a\\\\b" },
        { "\n\r\t", "\\n\\r\\t" }, { "\x1b[31m\x07\x7f", "\\x1b[31m\\x07\\x7f" },
        { "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80" },
        { "\xff\xc3", "\\xff\\xc3" },
        { "\xc2\x9bm", "\\xc2\\x9bm" },  /* C1 control character CSI, an escape sequence of one character */
        { "\xc2\xa0", "\xc2\xa0" },      /* no-break space: printed */
        { "\xe2\x80\xae", "\\u{202e}" }, /* right-to-left override */
        { "\xe2\x81\xa6", "\\u{2066}" }, /* left-to-right isolate */
        { "\xe2\x80\x8b", "\\u{200b}" }, /* zero width space */
        { "\xe2\x80\x93", "\xe2\x80\x93" }, /* en dash: printed */
        { "\xef\xbb\xbf", "\\u{feff}" },    /* byte order mark */
    };
    check_escape_rows(ap_put_file_name, rows, sizeof rows / sizeof *rows);
}

Test(core_escapes, a_message_keeps_its_backslashes)
{
    static const escape_row rows[] = { { "no file \"a\\b\"\n", "no file \"a\\b\"\\n" }, { "", "" } };
    check_escape_rows(ap_put_escaped_text, rows, sizeof rows / sizeof *rows);
}

/* Manual pages: no line of text may become a roff request. */
Test(core_escapes, roff_requests_are_escaped)
{
    static const escape_row rows[] = {
        { "", "" },
        { "one", "one\n" },
        { "one\n", "one\n" },
        { "one\ntwo", "one\n.br\ntwo\n" },
        { "one\n\ntwo", "one\n.PP\ntwo\n" },
        { "\none", "\n.br\none\n" },
        { ".SH", "\\&.SH\n" },
        { "'br", "\\&'br\n" },
        { "a.b'c", "a.b'c\n" },
        { "--all \\n", "\\-\\-all \\en\n" },
    };
    check_escape_rows(ap_put_roff, rows, sizeof rows / sizeof *rows);
}

static void put_uri(FILE *stream, const char *path)
{
    ap_batch batch;
    ap_batch_init(&batch, stream);
    ap_batch_uri(&batch, path);
    ap_batch_flush(&batch);
}

/* A path that is longer than what one call escapes keeps its characters. */
Test(core_escapes, a_long_path_becomes_a_uri)
{
    char path[3 * AP_BATCH_PLAIN + 2];
    memset(path, 'a', sizeof path - 1);
    path[sizeof path - 2] = ' ';
    path[sizeof path - 1] = '\0';
    put_uri(open_text_stream(), path);
    size_t size;
    const char *written = close_text_stream(&size);
    cr_expect_eq(size, sizeof path - 2 + strlen("%20"));
    cr_expect_eq(strspn(written, "a"), sizeof path - 2);
}

Test(core_escapes, paths_become_uris)
{
    static const escape_row rows[] = {
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
    check_escape_rows(put_uri, rows, sizeof rows / sizeof *rows);
}

/* The examples of RFC 4648, and all 64 digits. */
Test(core_escapes, base64_agrees_with_rfc_4648)
{
    static const escape_row rows[] = { { "", "" }, { "f", "Zg==" }, { "fo", "Zm8=" }, { "foo", "Zm9v" },
        { "foob", "Zm9vYg==" }, { "fooba", "Zm9vYmE=" }, { "foobar", "Zm9vYmFy" },
        { "\x00\x10\x83\x10\x51\x87\x20\x92\x8b\x30\xd3\x8f\x41\x14\x93\x51\x55\x97\x61\x96\x9b\x71\xd7\x9f"
          "\x82\x18\xa3"
          "\x92\x59\xa7\xa2\x9a\xab\xb2\xdb\xaf\xc3\x1c\xb3\xd3\x5d\xb7\xe3\x9e\xbb\xf3\xdf\xbf",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t bytes[64];
        const size_t count = i + 1 < sizeof rows / sizeof *rows ? strlen(rows[i].text) : 48;
        memset(bytes, 0xff, sizeof bytes); /* bytes after the encoded ones must not matter */
        memcpy(bytes, rows[i].text, count);
        ap_put_base64(open_text_stream(), (ap_view){ bytes, count });
        const char *written = close_text_stream(NULL);
        cr_expect_str_eq(written, rows[i].written, "row %zu: wrong text '%s'", i, written);
    }
}
