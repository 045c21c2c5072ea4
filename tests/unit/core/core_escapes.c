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

/* U+FFFD, written for a character that XML does not allow, or for bytes that are not UTF-8. */
#define LOST "\xef\xbf\xbd"

static void put_uri(FILE *stream, const char *path)
{
    ap_batch batch;
    ap_batch_init(&batch, stream);
    ap_batch_uri(&batch, path);
    ap_batch_flush(&batch);
}

static const struct {
    void (*put)(FILE *stream, const char *text);
    const char *text, *written;
} escapes[] = {
    { ap_put_markup, "", "" },
    { ap_put_markup, "a\tb\nc\rd", "a\tb\nc&#13;d" },
    { ap_put_markup, "\x08\x0b\x0c\x0e\x1f\x7f", LOST LOST LOST LOST LOST LOST },
    { ap_put_markup, "<a href=\"x\">'&'</a>", "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;" },
    { ap_put_markup, "\xc2\x80\xc2\x9f\xc2\xa0", LOST LOST "\xc2\xa0" },
    { ap_put_markup, "\xef\xbf\xbd\xef\xbf\xbe\xef\xbf\xbf", "\xef\xbf\xbd" LOST LOST },
    { ap_put_markup, "\xee\xbf\xbe\xef\xbe\xbe", "\xee\xbf\xbe\xef\xbe\xbe" },
    { ap_put_markup, "gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80", "gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80" },
    { ap_put_markup, "\xc3", LOST },
    { ap_put_markup, "\xc3.\xff.", LOST "." LOST "." },
    { ap_put_markup, "a\xe2\x80\xae.\xf3\xa0\x81\x81", "a\\u{202e}.\\u{e0041}" },
    { ap_put_markdown, "", "" },
    { ap_put_markdown, "\\`*_[]<>|#&~", "\\\\\\`\\*\\_\\[\\]\\<\\>\\|\\#\\&\\~" },
    { ap_put_markdown, "a-b.c!(d) e", "a-b.c!(d) e" },
    { ap_put_markdown, "a\nb\r\tc\x7f", "a b  c " },
    { ap_put_markdown, "gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f" },
    { ap_put_markdown, "\xff|\xc2\x80|", " \\| \\|" },
    { ap_put_markdown, "\xe2\x80\x8b.", "\\\\u{200b}." },
    { ap_put_file_name, "assets/walk.md5anim", "assets/walk.md5anim" },
    { ap_put_file_name, "a b\"c'", "a b\"c'" },
    { ap_put_file_name, "a\\b", "a\\\\b" },
    { ap_put_file_name, "\n\r\t", "\\n\\r\\t" },
    { ap_put_file_name, "\x1b[31m\x07\x7f", "\\x1b[31m\\x07\\x7f" },
    { ap_put_file_name, "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80",
        "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80" },
    { ap_put_file_name, "\xff\xc3", "\\xff\\xc3" },
    { ap_put_file_name, "\xc2\x9bm",
        "\\xc2\\x9bm" }, /* C1 control character CSI, an escape sequence of one character */
    { ap_put_file_name, "\xc2\xa0", "\xc2\xa0" },         /* no-break space: printed */
    { ap_put_file_name, "\xe2\x80\xae", "\\u{202e}" },    /* right-to-left override */
    { ap_put_file_name, "\xe2\x81\xa6", "\\u{2066}" },    /* left-to-right isolate */
    { ap_put_file_name, "\xe2\x80\x8b", "\\u{200b}" },    /* zero width space */
    { ap_put_file_name, "\xe2\x80\x93", "\xe2\x80\x93" }, /* en dash: printed */
    { ap_put_file_name, "\xef\xbb\xbf", "\\u{feff}" },    /* byte order mark */
    { ap_put_escaped_text, "no file \"a\\b\"\n", "no file \"a\\b\"\\n" },
    { ap_put_escaped_text, "", "" },
    /* Manual pages: no line of text may become a roff request. */
    { ap_put_roff, "", "" },
    { ap_put_roff, "one", "one\n" },
    { ap_put_roff, "one\n", "one\n" },
    { ap_put_roff, "one\ntwo", "one\n.br\ntwo\n" },
    { ap_put_roff, "one\n\ntwo", "one\n.PP\ntwo\n" },
    { ap_put_roff, "\none", "\n.br\none\n" },
    { ap_put_roff, ".SH", "\\&.SH\n" },
    { ap_put_roff, "'br", "\\&'br\n" },
    { ap_put_roff, "a.b'c", "a.b'c\n" },
    { ap_put_roff, "--all \\n", "\\-\\-all \\en\n" },
    { put_uri, "a", "a" },
    { put_uri, "./a", "a" },
    { put_uri, ".//a/./b", "a/./b" },
    { put_uri, "././/./a", "a" },
    { put_uri, "../a", "../a" },
    { put_uri, "/a/b", "file:///a/b" },
    { put_uri, ".a", ".a" },
    { put_uri, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" },
    { put_uri, "0123456789-._~/!$&()*+,;=@", "0123456789-._~/!$&()*+,;=@" },
    { put_uri, " \"#%'", "%20%22%23%25%27" },
    { put_uri, ":<>?[\\]^`{|}", "%3A%3C%3E%3F%5B%5C%5D%5E%60%7B%7C%7D" },
    { put_uri, "\x01\x7f\x80\xff\xc3\xbc", "%01%7F%80%FF%C3%BC" },
};

Test(core_escapes, each_function_writes_its_escapes)
{
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
        escapes[i].put(open_text_stream(), escapes[i].text);
        const char *written = close_text_stream(NULL);
        cr_expect_str_eq(written, escapes[i].written, "'%s': wrong text '%s'", escapes[i].text, written);
    }
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

/* The examples of RFC 4648, and all 64 digits. */
Test(core_escapes, base64_agrees_with_rfc_4648)
{
    static const struct {
        const char *text, *written;
    } rows[] = { { "", "" }, { "f", "Zg==" }, { "fo", "Zm8=" }, { "foo", "Zm9v" }, { "foob", "Zm9vYg==" },
        { "fooba", "Zm9vYmE=" }, { "foobar", "Zm9vYmFy" },
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
