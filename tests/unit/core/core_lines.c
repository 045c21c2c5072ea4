/* core/finding/lines.h: lines and columns count from 1; a line ends with LF, CR LF, or a lone CR. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/finding/lines.h"
#include "tests/unit/support/test_arena.h"

ARENA_SUITE(core_lines);

static const ap_rule rule = { .id = "x/rule", .severity = AP_ERROR };

/* For each byte of the text and its end: line and column as characters, '1' for 1. Columns after 9 continue in ASCII. */
static const struct {
    const char *text, *lines, *columns;
} cases[] = {
    { "", "1", "1" },
    { "abc", "1111", "1234" },
    { "a\n", "112", "121" },
    { "a\nbc\n\nd", "11222344", "12123112" },
    { "a\r\nb\r\n", "1112223", "1231231" },
    { "a\rb\r", "11223", "12121" },
    { "\r\r\n\n", "12234", "11211" },
    { "\n\r", "123", "111" },
    { "\n\r\n", "1223", "1121" },
    { "\ta\tb", "11111", "12345" },
    { "\xc3\xa9x", "1111", "1234" },
    { "a\n\f\x1a", "11222", "12123" }, /* neither form feed nor Ctrl-Z ends a line */
    { "last line without", "111111111111111111", "123456789:;<=>?@AB" },
};

/* Adds `findings_at_each_offset` findings at every `bytes_between_offsets`-th byte of a case, and expects their lines and
   columns. */
static void expect_lines_and_columns(
    size_t case_number, size_t bytes_between_offsets, size_t findings_at_each_offset)
{
    const char *text = cases[case_number].text;
    arena_replace();
    const size_t size = strlen(text);
    for (size_t at = 0; at <= size; at += bytes_between_offsets) {
        for (size_t i = 0; i < findings_at_each_offset; i++)
            ap_findings_add(&findings, &rule, (ap_span){ at, 0 });
    }
    ap_locate_findings(&findings, (ap_view){ (const uint8_t *)text, size });
    for (const ap_finding *f = findings.first; f != NULL; f = f->next) {
        const size_t at = f->span.offset;
        cr_assert_eq(f->line, (size_t)(cases[case_number].lines[at] - '0'),
            "case %zu, byte %zu: wrong line %zu", case_number, at, f->line);
        cr_assert_eq(f->column, (size_t)(cases[case_number].columns[at] - '0'),
            "case %zu, byte %zu: wrong column %zu", case_number, at, f->column);
    }
}

Test(core_lines, line_and_column_give_the_offset)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t size = strlen(cases[i].text);
        const ap_view text = { (const uint8_t *)cases[i].text, size };
        size_t found = 0, offset;
        for (size_t line = 0; line <= 7; line++) {
            for (size_t column = 0; column <= 20; column++)
                found += ap_offset_of_line_and_column(text, line, column, &offset);
        }
        cr_expect_eq(found, size + 1, "case %zu: wrong number of positions %zu", i, found);
        for (size_t at = 0; at <= size; at++) {
            const size_t line = (size_t)(cases[i].lines[at] - '0'),
                         column = (size_t)(cases[i].columns[at] - '0');
            cr_expect(ap_offset_of_line_and_column(text, line, column, &offset) && offset == at,
                "case %zu: wrong offset of byte %zu", i, at);
        }
    }
}

Test(core_lines, every_offset_has_its_line_and_column)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_assert_eq(strlen(cases[i].lines), strlen(cases[i].text) + 1,
            "case %zu needs one position per byte and one for the end", i);
        cr_assert_eq(strlen(cases[i].columns), strlen(cases[i].text) + 1,
            "case %zu needs one position per byte and one for the end", i);
        expect_lines_and_columns(i, 1, 1);
    }
}

Test(core_lines, several_findings_may_share_an_offset)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect_lines_and_columns(i, 1, 3);
        expect_lines_and_columns(i, 2, 2);
        expect_lines_and_columns(i, 3, 1);
    }
}

/* Line ends are counted in blocks of 255 bytes: tests each kind of line end across the border of blocks. */
Test(core_lines, a_finding_after_a_thousand_lines_has_its_line)
{
    enum { SIZE = 3001 };
    static const char *const patterns[] = { "\n", "\r", "\r\n", "a\r\n", "\n\r\xc3\xa9" };
    for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++) {
        uint8_t text[SIZE];
        size_t line = 1, start = 0;
        for (size_t i = 0; i < SIZE; i++)
            text[i] = (uint8_t)patterns[p][i % strlen(patterns[p])];
        for (size_t i = 0; i < SIZE - 1; i++) {
            if (text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n')) {
                line++;
                start = i + 1;
            }
        }
        arena_replace();
        ap_findings_add(&findings, &rule, (ap_span){ SIZE - 1, 0 });
        ap_locate_findings(&findings, (ap_view){ text, SIZE });
        cr_assert_eq(findings.first->line, line, "pattern %zu: wrong line %zu", p, findings.first->line);
        cr_assert_eq(
            findings.first->column, SIZE - start, "pattern %zu: wrong column %zu", p, findings.first->column);
    }
}
