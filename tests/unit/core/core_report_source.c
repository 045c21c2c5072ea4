/* core/report/report_source.h: the part of a line that fits into the terminal, and the mark below it. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/report/report_source.h"
#include "tests/unit/support/stream_text.h"

typedef struct source_case {
    const char *text; /* the complete line */
    ap_span span;
    size_t columns;
    const char *shown, *mark; /* the mark with the spaces before it */
} source_case;

#define TEN "0123456789"

static const source_case cases[] = {
    { "one two", { 4, 3 }, 80, "one two", "    ^~~" },
    { "one two", { 4, 0 }, 80, "one two", "    ^" },
    { "one", { 3, 0 }, 80, "one", "   ^" },
    { "", { 0, 0 }, 80, "", "^" },
    { "\tone", { 1, 3 }, 80, "    one", "    ^~~" },
    { "a\tone", { 1, 1 }, 80, "a    one", " ^~~~" },
    { "\x01one", { 1, 3 }, 80, "\\x01one", "    ^~~" },
    { "\xe2\x80\x9cone\xe2\x80\x9d x", { 10, 1 }, 80, "\xe2\x80\x9cone\xe2\x80\x9d x", "      ^" },
    { "\xe6\x97\xa5 x", { 4, 1 }, 80, "\xe6\x97\xa5 x", "   ^" },    /* a character of two columns */
    { "e\xcc\x81 x", { 4, 1 }, 80, "e\xcc\x81 x", "  ^" },           /* a combining accent takes no column */
    { "\xff x", { 2, 1 }, 80, "\\xff x", "     ^" },                 /* a byte that is not UTF-8 */
    { "\xe2\x80\xae x", { 4, 1 }, 80, "\\u{202e} x", "         ^" }, /* right-to-left override */
    { TEN TEN TEN, { 0, 2 }, 20, "01234567890123...", "^~" },
    { TEN TEN TEN, { 28, 2 }, 20, "...67890123456789", "               ^~" },
    { TEN TEN TEN, { 15, 2 }, 20, "...90123456789012...", "         ^~" },
    { TEN TEN TEN, { 5, 20 }, 20, "...56789012345678...", "   ^~~~~~~~~~~~~~" },
    { TEN TEN, { 5, 1 }, 20, TEN TEN, "     ^" },
};

static void check_source_case(const source_case *c)
{
    const ap_excerpt excerpt = { .bytes = (const uint8_t *)c->text, .count = strlen(c->text) };
    const ap_source_line line = ap_fit_source_line(&excerpt, c->span, c->columns);
    ap_batch batch;
    ap_batch_init(&batch, open_text_stream());
    ap_put_source_line(&batch, &line);
    ap_batch_flush(&batch);
    const char *shown = close_text_stream(NULL);
    ap_batch_init(&batch, open_text_stream());
    ap_batch_blanks(&batch, line.before_columns);
    ap_put_source_line_mark(&batch, &line);
    ap_batch_flush(&batch);
    const char *mark = close_text_stream(NULL);
    cr_expect_str_eq(shown, c->shown, "%s: shown as '%s'", c->text, shown);
    cr_expect_str_eq(mark, c->mark, "%s: marked by '%s'", c->text, mark);
    cr_expect_leq(strlen(mark), c->columns, "%s: the mark is wider than the terminal", c->text);
}

Test(core_report_source, a_line_is_shortened_around_the_finding)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_source_case(&cases[i]);
}
