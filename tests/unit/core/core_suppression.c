/* core/finding/suppression.h: comments that suppress findings, and comments that are almost suppressions. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "core/finding/suppression.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"

static const ap_rule rule = { .id = "format/rule", .severity = AP_ERROR };
static const ap_rule other = { .id = "format/other", .severity = AP_ERROR };

ARENA_SUITE(core_suppression);

/* Passes the offset of each // comment that ap_may_be_suppression accepts to ap_record_if_suppression, then parses the recorded
   comments. Returns the result of ap_clear_findings_and_read_suppressions. */
static bool record_and_read_suppressions(const char *text)
{
    arena_replace();
    for (const char *at = strstr(text, "//"); at != NULL; at = strstr(at + 2, "//")) {
        if (ap_may_be_suppression((const uint8_t *)at, strlen(at)))
            ap_record_if_suppression(&findings, text_view(text), (size_t)(at - text));
    }
    return ap_clear_findings_and_read_suppressions(&findings, text_view(text));
}

/* Texts with // comments, and the names in the parsed suppressions; "!": a malformed suppression. */
static const struct {
    const char *text, *words;
} comments[] = {
    { "", "" },
    { "//", "" },
    { "// animproof", "" },
    { "// animproof: ignore format/rule", "format/rule" },
    { "//animproof:ignore format/rule", "format/rule" },
    { "//\t animproof: \tignore\tformat/rule", "format/rule" },
    { "// animproof: ignore a, b,c d", "a b c d" },
    { "// animproof: ignore a,,b ,", "a b" },
    { "// animproof: ignore", "!" },
    { "// animproof: ignore ", "!" },
    { "// animproof: ignore ,", "!" },
    { "// animproof: ignored a", "!" },
    { "// animproof: allow a", "!" },
    { "// animproof:", "!" },
    { "// animproof: ignore a\n// animproof: ignore b", "a b" },
    { "// animproof: ignore a\r// animproof: ignore b", "a b" },
    { "x // animproof: ignore a\ny // nothing\n", "a" },
    { "// Animproof: ignore a", "" },
    { "// animproof : ignore a", "" },
};

Test(core_suppression, comments_become_suppressions)
{
    for (size_t i = 0; i < sizeof comments / sizeof *comments; i++) {
        char words[200] = "";
        const char *text = comments[i].text;
        const bool any = record_and_read_suppressions(text);
        for (size_t s = 0; s < findings.suppressing_name_count; s++) {
            const ap_suppressing_name *one = &findings.suppressing_names[s];
            const size_t used = strlen(words);
            snprintf(words + used, sizeof words - used, "%s%s", used > 0 ? " " : "",
                one->pattern == NULL ? "!" : one->pattern);
            if (one->pattern != NULL)
                cr_expect_eq(memcmp(text + one->word.offset, one->pattern, one->word.length), 0);
            cr_expect_not(one->used);
        }
        cr_expect_str_eq(words, comments[i].words, "'%s': wrong names '%s'", text, words);
        cr_expect_eq(any, comments[i].words[0] != '\0',
            "'%s' must be a suppression exactly if the row has names", text);
    }
}

/* A suppression applies to findings of its rule that begin on the comment's line. */
Test(core_suppression, a_suppression_applies_to_its_own_line)
{
    static const char text[] = "first\nsecond // animproof: ignore format/rule, x/*\nthird\n";
    cr_assert(record_and_read_suppressions(text));
    const size_t line = 6, end = strlen("first\nsecond // animproof: ignore format/rule, x/*");
    for (size_t at = 0; at < sizeof text - 1; at++) {
        const bool is_on = at >= line && at <= end;
        cr_expect_eq(ap_find_and_mark_suppressions(&findings, &rule, (ap_span){ at, 1 }), is_on,
            "a finding at %zu must be suppressed exactly on the line of the comment", at);
        cr_expect_not(ap_find_and_mark_suppressions(&findings, &other, (ap_span){ at, 1 }),
            "another rule at %zu must not be suppressed", at);
    }
    cr_expect(findings.suppressing_names[0].used && !findings.suppressing_names[1].used);
}

/* A comment passed to ap_record_if_suppression twice counts once, also if there are more comments than the first allocation
   holds. */
Test(core_suppression, a_comment_recorded_twice_counts_once)
{
    enum { LINES = 50 };
    char text[LINES * 40];
    size_t used = 0;
    for (int i = 0; i < LINES; i++)
        used += (size_t)sprintf(text + used, "%d // animproof: ignore f/r%d\n", i, i);
    for (int again = 0; again < 2; again++) {
        for (const char *at = text + used; at > text; at--) { /* in reverse order */
            if (at[0] == '/' && at[1] == '/')
                ap_record_if_suppression(&findings, text_view(text), (size_t)(at - text));
        }
    }
    ap_record_if_suppression(NULL, text_view(text), 2);
    cr_assert(ap_clear_findings_and_read_suppressions(&findings, text_view(text)));
    cr_expect_eq(findings.suppressing_name_count, LINES);
    for (size_t i = 0; i < LINES; i++) {
        char id[16];
        snprintf(id, sizeof id, "f/r%zu", i);
        cr_expect_str_eq(findings.suppressing_names[i].pattern, id);
    }
}

/* Names after the first AP_MOST_SUPPRESSING_NAMES become one malformed suppression. */
Test(core_suppression, names_over_the_limit_are_malformed)
{
    char text[AP_MOST_SUPPRESSING_NAMES * 8 + 100];
    for (size_t names = AP_MOST_SUPPRESSING_NAMES - 1; names <= AP_MOST_SUPPRESSING_NAMES + 2; names++) {
        size_t used = (size_t)sprintf(text, "// animproof: ignore");
        for (size_t i = 0; i < names; i++)
            used += (size_t)sprintf(text + used, " n%02zu", i);
        cr_assert(record_and_read_suppressions(text));
        const bool more = names > AP_MOST_SUPPRESSING_NAMES;
        cr_assert_eq(findings.suppressing_name_count, more ? AP_MOST_SUPPRESSING_NAMES + 1 : names);
        const ap_suppressing_name *last = &findings.suppressing_names[findings.suppressing_name_count - 1];
        cr_expect_eq(last->pattern == NULL, more);
        cr_expect_eq(last->word.length, more ? 4 * (names - AP_MOST_SUPPRESSING_NAMES) - 1 : 3);
    }
}

/* Makes each allocation fail once. */
Test(core_suppression, reading_fails_without_memory)
{
    static const char text[] = "// animproof: ignore a, b\n// animproof: ignore c\n";
    for (size_t at = 1; at < 20; at++) {
        arena_replace();
        arena.fail_at = at;
        ap_record_if_suppression(&findings, text_view(text), 0);
        ap_record_if_suppression(&findings, text_view(text), 26);
        const bool begun = ap_clear_findings_and_read_suppressions(&findings, text_view(text));
        cr_expect_eq(begun, !arena.failed, "reading must fail exactly if allocation %zu fails", at);
        cr_expect_eq(arena.failed, at <= 5,
            "reading must need exactly five allocations; allocation %zu is wrong",
            at); /* allocations: offsets of the comments, list of names, three names */
    }
}
