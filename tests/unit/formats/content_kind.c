/* Tests validators/file_type.h: the description of a file of an unknown format. */
#include <criterion/criterion.h>
#include <string.h>

#include "validators/file_type.h"

#define ROW(kind, literal)                                                                                   \
    {                                                                                                        \
        kind, literal, sizeof(literal) - 1                                                                   \
    }

static const struct {
    const char *kind, *bytes;
    size_t size;
} rows[] = {
    ROW("zero bytes", ""),
    ROW("zero bytes", "\0"),
    ROW("zero bytes", "\0\0\0\0\0\0\0\0"),
    ROW("binary data", "\0\0\0\0\0\0\0\1"),
    ROW("binary data", "\1\0\0\0\0\0\0\0"),
    ROW("text", "a"),
    ROW("text", "\t\n\r\f ~"),
    ROW("binary data", "text\0"),
    ROW("binary data", "text\1"),
    ROW("binary data", "\x1f text"),
    ROW("binary data", "text\v"),
    ROW("text", "gr\xc3\xbc\xc3\x9f"),
    ROW("text", "cut off \xc3"),
    ROW("text", "cut off \xf0\x9f\x98"),
    ROW("binary data", "cut off \xf0\x9f\x98 not"),
    ROW("binary data", "not the beginning \x9f"),
    ROW("binary data", "\xc3"),
    ROW("binary data", "\xff"),
};

Test(content_kind, content_is_described)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *kind = ap_content_kind_name((ap_view){ (const uint8_t *)rows[i].bytes, rows[i].size });
        cr_expect_str_eq(kind, rows[i].kind, "row %zu: %s", i, kind);
    }
}

/* A title is given without the blanks around it, if it is short and has only printable ASCII. */
Test(content_kind, titles_of_html_pages_are_found)
{
    static const struct {
        const char *page, *title; /* NULL: no title is given */
    } pages[] = {
        { "<html><title>Not Found</title>", "Not Found" },
        { "<TITLE class=x> a  b \n </TITLE>", "a  b" },
        { "<title>\n\tSign in</title", "Sign in" },
        { "<title></title>", NULL },
        { "<title>  </title>", NULL },
        { "<title>ab", NULL },
        { "<title", NULL },
        { "<title>", NULL },
        { "<titl>a</titl>", NULL },
        { "<title>a\x01"
          "b</title>",
            NULL },
        { "<title>caf\xc3\xa9</title>", NULL },
        { "<title>a\nb</title>", NULL },
        { "<title>a\x7f</title>", NULL },
        { "<title>~</title>", "~" },
        { "<title>123456789012345678901234567890123456789012345678901234567890123</title>",
            "123456789012345678901234567890123456789012345678901234567890123" },
        { "<title>1234567890123456789012345678901234567890123456789012345678901234</title>", NULL },
    };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        char title[AP_HTML_TITLE_BYTES];
        const ap_view page = { (const uint8_t *)pages[i].page, strlen(pages[i].page) };
        cr_expect_eq(ap_html_title(page, title), pages[i].title != NULL, "title of %s", pages[i].page);
        if (pages[i].title != NULL)
            cr_expect_str_eq(title, pages[i].title, "title of %s", pages[i].page);
    }
}
