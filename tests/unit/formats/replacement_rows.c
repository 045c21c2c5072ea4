/* Tests validators/services/fixing/replacements.h: a finding gets the replacement of its fix, or is counted as left out. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/test_arena.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"
#include "validators/services/fixing/replacements.h"

enum { TEXT_BYTES = 2048 };

ARENA_SUITE(replacements);

static const struct {
    const char *before, *first,
        *count; /* bytes put before the first line, the first line itself, and the value of numFrames */
    size_t replaced, left_out; /* findings with a replacement, and those left out despite a safe fixer */
    const char *text;          /* text of the last replacement; NULL: no replacement */
} cases[] = {
    { "", "MD5Version 10", "2", 0, 0, NULL },
    { "", "MD5Version 10", "2.0", 1, 0, "" },
    { "", "MD5Version 010", "2.0", 2, 0, "" },
    { "", "MD5Version 10", "+2", 1, 0, "" },
    { "", "MD5Version 10", "x", 1, 0, "2" },
    { "", "MD5Version 11", "2.0", 1, 0, "" },
    { "// \xc3\xa9\n", "MD5Version 10", "x", 1, 0, "2" },
    { "// \xff\n", "MD5Version 10", "x", 0, 2, NULL },
    { "\xef\xbb\xbf", "MD5Version 10", "x", 1, 1, "2" },
    { "\xef\xbb\xbf", "MD5Version 010", "2", 0, 2, NULL },
};

static ap_view write_case_text(size_t i, char *text)
{
    const char *rest = strstr(md5_animation, "\ncommandline"), *frames = strstr(rest, "numFrames 2");
    snprintf(text, TEXT_BYTES, "%s%s%.*snumFrames %s%s", cases[i].before, cases[i].first,
        (int)(frames - rest), rest, cases[i].count, frames + strlen("numFrames 2"));
    return text_view(text);
}

/* Lints the text and finds replacements. Returns the number of findings with a replacement and stores the last text. */
static size_t find_replacements(ap_view input, size_t fail_at, size_t fixing_limit, ap_view *text)
{
    ap_lint_result result;
    ap_fixing fixing;
    const ap_lint_options options = { .policy = NULL };
    size_t count = 0;
    arena_replace();
    ap_lint_as(ap_find_format("md5anim"), input, NULL, &findings, &result);
    arena.fail_at = fail_at == 0 ? 0 : arena.allocations + fail_at;
    ap_fixing_init(&fixing, fixing_limit);
    fixing.options = &options;
    ap_add_replacements_to_findings(&fixing, ap_find_format("md5anim"), input, &findings);
    for (const ap_finding *f = findings.first; f != NULL; f = f->next) {
        if (f->replacement == NULL)
            continue;
        count++;
        *text = f->replacement->text;
    }
    return count;
}

Test(replacements, findings_get_the_replacement_of_their_fix)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[TEXT_BYTES];
        ap_view last = { NULL, 0 };
        const size_t count = find_replacements(write_case_text(i, text), 0, 0, &last),
                     left_out = findings.replacements_left_out;
        cr_expect_eq(count, cases[i].replaced, "case %zu: wrong number of replacements %zu", i, count);
        cr_expect_eq(
            left_out, cases[i].left_out, "case %zu: wrong number of findings left out %zu", i, left_out);
        cr_expect((cases[i].text == NULL) == (last.bytes == NULL), "case %zu", i);
        if (cases[i].text != NULL)
            expect_text(last, cases[i].text, text);
    }
}

Test(replacements, a_replacement_without_memory_is_left_out)
{
    char text[TEXT_BYTES];
    const ap_view input = write_case_text(2, text);
    for (size_t fail_at = 1; fail_at <= 4; fail_at++) {
        ap_view last;
        const size_t count = find_replacements(input, fail_at, 0, &last);
        cr_expect_eq(
            count, 1, "if allocation %zu fails, one replacement must be found, not %zu", fail_at, count);
        cr_expect_eq(findings.replacements_left_out, 1,
            "the finding must be left out if allocation %zu fails", fail_at);
    }
    for (size_t limit = 1; limit < 4096; limit += 1024) {
        ap_view last;
        cr_expect_eq(find_replacements(input, 0, limit, &last), 0,
            "there must be no replacement with a limit of %zu bytes", limit);
        cr_expect_eq(findings.replacements_left_out, 2,
            "two findings must be left out with a limit of %zu bytes", limit);
    }
}
