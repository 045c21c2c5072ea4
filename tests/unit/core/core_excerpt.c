/* core/finding/excerpt.h: the bytes that a report shows around a finding. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/finding/excerpt.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"

ARENA_SUITE(core_excerpt);

static const ap_rule rule = { .id = "x/rule", .severity = AP_ERROR };

typedef struct excerpt_case {
    const char *text;
    ap_span span;
    const char *shown;
    size_t offset;
    bool cut_before, cut_after;
} excerpt_case;

static void check_excerpt_case(const excerpt_case *c, bool is_text)
{
    arena_replace();
    ap_findings_add(&findings, &rule, c->span);
    const ap_excerpt *e = ap_make_excerpts(&findings, text_view(c->text), is_text, &arena);
    cr_assert_not_null(e);
    cr_expect(e->count == strlen(c->shown) && memcmp(e->bytes, c->shown, e->count) == 0,
        "%s at %zu: wrong excerpt '%.*s'", c->text, c->span.offset, (int)e->count, (const char *)e->bytes);
    cr_expect_eq(e->offset, c->offset, "%s at %zu: wrong start %zu", c->text, c->span.offset, e->offset);
    cr_expect(e->cut_before == c->cut_before && e->cut_after == c->cut_after,
        "%s at %zu: wrong flags cut_before %d, cut_after %d", c->text, c->span.offset, e->cut_before,
        e->cut_after);
}

#define TEN   "0123456789"
#define SIXTY TEN TEN TEN TEN TEN TEN

Test(core_excerpt, a_text_shows_the_line_without_its_end)
{
    static const excerpt_case cases[] = {
        { "", { 0, 0 }, "", 0, false, false },
        { "one", { 0, 1 }, "one", 0, false, false },
        { "one", { 3, 0 }, "one", 0, false, false },
        { "one\ntwo\nthree\n", { 5, 1 }, "two", 4, false, false },
        { "one\ntwo\nthree\n", { 3, 1 }, "one", 0, false, false }, /* a finding at the end of its line */
        { "one\ntwo\nthree\n", { 14, 0 }, "", 14, false, false },
        { "one\r\ntwo\r\n", { 6, 1 }, "two", 5, false, false },
        { "one\r\ntwo\r\n", { 3, 2 }, "one", 0, false, false },
        { "one\r\ntwo\r\n", { 4, 1 }, "one", 0, false,
            false }, /* a finding at the LF of CR LF belongs to the line before */
        { "one\rtwo\r", { 4, 1 }, "two", 4, false, false },
        { "\n\n", { 1, 0 }, "", 1, false, false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_excerpt_case(&cases[i], true);
}

#define SIDE             SIXTY SIXTY SIXTY SIXTY                           /* 240 bytes */
#define SIDE_WITHOUT_ONE SIXTY SIXTY SIXTY TEN TEN TEN TEN TEN "012345678" /* 239 bytes */

Test(core_excerpt, a_long_line_shows_240_bytes_on_either_side_of_the_finding)
{
    static const excerpt_case cases[] = {
        { SIDE "x", { 0, 1 }, SIDE, 0, false, true },
        { SIDE "\n", { 0, 1 }, SIDE, 0, false, false },
        { SIDE "x" SIDE_WITHOUT_ONE, { 240, 1 }, SIDE "x" SIDE_WITHOUT_ONE, 0, false, false },
        { SIDE "x" SIDE, { 240, 1 }, SIDE "x" SIDE_WITHOUT_ONE, 0, false, true },
        { "y" SIDE "x" SIDE_WITHOUT_ONE "\n", { 241, 1 }, SIDE "x" SIDE_WITHOUT_ONE, 1, true, false },
        { "\n" SIDE "x" SIDE, { 241, 1 }, SIDE "x" SIDE_WITHOUT_ONE, 1, false, true },
        /* A UTF-8 character that crosses the start or the end of the excerpt is left out. */
        { "y\xc3\xa9" SIDE_WITHOUT_ONE "x\n", { 242, 1 }, SIDE_WITHOUT_ONE "x", 3, true, false },
        { "x" SIDE_WITHOUT_ONE "\n", { 0, 1 }, "x" SIDE_WITHOUT_ONE, 0, false, false },
        { "x" SIXTY SIXTY SIXTY TEN TEN TEN TEN TEN "01234567\xc3\xa9", { 0, 1 },
            "x" SIXTY SIXTY SIXTY TEN TEN TEN TEN TEN "01234567", 0, false, true },
        /* If the excerpt starts with continuation bytes of UTF-8, at most three are left out: no character has more. */
        { "y\x80\x80\x80\x80\x80" SIXTY SIXTY SIXTY TEN TEN TEN TEN TEN "012345x\n", { 242, 1 },
            "\x80" SIXTY SIXTY SIXTY TEN TEN TEN TEN TEN "012345x", 5, true, false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_excerpt_case(&cases[i], true);
}

#define ROW "0123456789abcdef"

Test(core_excerpt, bytes_show_the_rows_of_sixteen_from_the_finding_on)
{
    static const excerpt_case cases[] = {
        { "", { 0, 0 }, "", 0, false, false },
        { "abc", { 1, 1 }, "abc", 0, false, false },
        { "abc", { 3, 0 }, "abc", 0, false,
            false }, /* a finding at the end of the input: the excerpt has the last bytes */
        { ROW ROW ROW, { 0, 16 }, ROW, 0, false, false },
        { ROW ROW ROW, { 15, 1 }, ROW, 0, false, false },
        { ROW ROW ROW, { 15, 2 }, ROW ROW, 0, false, false },
        { ROW ROW ROW, { 16, 1 }, ROW, 16, false, false },
        { ROW ROW ROW, { 0, 48 }, ROW ROW, 0, false,
            false }, /* the excerpt has at most two rows of a hex dump */
        { ROW ROW "x", { 31, 2 }, ROW "x", 16, false, false },
        { ROW ROW, { 32, 0 }, ROW, 16, false, false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_excerpt_case(&cases[i], false);
}

Test(core_excerpt, each_kept_finding_has_an_excerpt_unless_memory_runs_out)
{
    for (size_t fail_at = 0; fail_at <= 8; fail_at++) {
        arena_replace();
        ap_findings_init(&findings, &arena, NULL, 3, 0);
        for (size_t i = 0; i < 5; i++)
            ap_findings_add(&findings, &rule, (ap_span){ 4 * i, 1 });
        arena.fail_at = fail_at;
        const ap_excerpt *e = ap_make_excerpts(&findings, text_view("one\ntwo\nsix\nten\n"), true, &arena);
        cr_assert_eq(e == NULL, arena.failed,
            "excerpts must be NULL exactly if memory ran out: allocation %zu fails", fail_at);
        cr_assert_eq(arena.failed, fail_at > 3 && fail_at <= 7,
            "excerpts must need exactly allocations 4 to 7; allocation %zu is wrong", fail_at);
        for (size_t i = 0; e != NULL && i < 3; i++)
            cr_assert_eq(e[i].offset, 4 * i);
    }
}

/* Related places of a finding get excerpts too. Makes each allocation for them fail once. */
Test(core_excerpt, related_places_have_excerpts)
{
    const ap_view input = text_view("one\ntwo\nthree\n");
    size_t needed = 0;
    for (size_t at = 0; at <= needed; at++) {
        arena_replace();
        const ap_finding *finding = ap_findings_add(&findings, &rule, (ap_span){ 4, 3 });
        ap_findings_add_related(&findings, (ap_span){ 0, 3 }, "first");
        ap_findings_add_related(&findings, (ap_span){ 8, 5 }, "last");
        const size_t before = arena.allocations;
        arena.fail_at = at == 0 ? 0 : before + at;
        const ap_excerpt *excerpts = ap_make_excerpts(&findings, input, true, &arena);
        cr_expect_eq(excerpts == NULL, at > 0, "excerpts must need allocation %zu", at);
        cr_expect_eq(arena.failed, at > 0, "allocation %zu must fail", at);
        if (at == 0) {
            needed = arena.allocations - before;
            const ap_related *related = finding->related;
            cr_expect(related->excerpt->count == 3 && related->excerpt->offset == 0);
            cr_expect(related->next->excerpt->count == 5 && related->next->excerpt->offset == 8);
            cr_expect_eq(memcmp(related->next->excerpt->bytes, "three", 5), 0);
        }
    }
    cr_expect(needed >= 4, "expected at least 4 allocations, not %zu", needed);
}
