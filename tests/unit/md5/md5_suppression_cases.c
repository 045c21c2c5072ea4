/* Tests core/finding/suppression.h: comments that suppress findings on their line. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "core/layout/io.h"
#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/test_arena.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"

ARENA_SUITE(md5_suppression_cases);

enum { TEXT_BYTES = 2048 };

#define SIXTEEN_NAMES " a/b,a/b a/b\ta/b a/b a/b a/b a/b a/b a/b a/b a/b a/b a/b a/b a/b"
#define HALF_NAMES    SIXTEEN_NAMES SIXTEEN_NAMES
#define ALL_NAMES     HALF_NAMES HALF_NAMES

/* Comments after "numFrames 2.0", a line with a finding of md5anim/integer. */
static const struct {
    const char *comment;
    size_t suppressed;       /* expected suppressed findings */
    size_t integers, unused; /* expected findings of md5anim/integer and of file/unused-ignore */
} cases[] = {
    { "", 0, 1, 0 },
    { "// animproof: ignore md5anim/integer", 1, 0, 0 },
    { "//animproof: ignore md5anim/integer", 1, 0, 0 },
    { "//\tanimproof:\tignore\tmd5anim/integer\t", 1, 0, 0 },
    { "// animproof:ignore md5anim/integer", 1, 0, 0 },
    { "// animproof: ignore md5anim", 1, 0, 0 },
    { "// animproof: ignore ,md5anim/integer,", 1, 0, 0 },
    { "// animproof: ignore md5anim/number, md5anim/integer", 1, 0, 1 },
    { "// animproof: ignore md5anim/number md5anim/blank", 0, 1, 2 },
    { "// animproof: ignore md5anim/no-such", 0, 1, 1 },
    { "// animproof: ignore", 0, 1, 1 },
    { "// animproof: ignore \t", 0, 1, 1 },
    { "// animproof: ignored md5anim/integer", 0, 1, 1 },
    { "// animproof: allow md5anim/integer", 0, 1, 1 },
    { "// animproof:", 0, 1, 1 },
    { "// animproof; ignore md5anim/integer", 0, 1, 0 },
    { "// animals: ignore md5anim/integer", 0, 1, 0 },
    { "// a", 0, 1, 0 },
    { "// see animproof: ignore md5anim/integer", 0, 1, 0 },
    { "// animproof: ignore" ALL_NAMES " md5anim/integer", 0, 1, 65 },
    { "// animproof: ignore md5anim/integer" SIXTEEN_NAMES, 1, 0, 16 },
};

static size_t count_findings(const ap_findings *all, const char *id)
{
    size_t count = 0;
    for (const ap_finding *f = all->first; f != NULL; f = f->next)
        count += strcmp(f->rule->id, id) == 0;
    return count;
}

static ap_view text_with_comment_at_finding(const char *comment, char *text)
{
    const char *at = strstr(md5_animation, "numFrames 2\n");
    const char *rest = at + strlen("numFrames 2\n");
    snprintf(text, TEXT_BYTES, "%.*snumFrames 2.0 %s\n%s", (int)(at - md5_animation), md5_animation, comment,
        rest);
    return text_view(text);
}

Test(md5_suppression_cases, a_comment_suppresses_the_rules_that_it_names_on_its_line)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AT_END(lint_end) lint_run run;
        char text[TEXT_BYTES];
        lint_begin(
            &run, ap_find_format("md5anim"), text_with_comment_at_finding(cases[i].comment, text), NULL);
        cr_expect_eq(
            run.findings.suppressed, cases[i].suppressed, "suppressed findings of '%s'", cases[i].comment);
        cr_expect_eq(
            count_findings(&run.findings, "md5anim/integer"), cases[i].integers, "%s", cases[i].comment);
        cr_expect_eq(count_findings(&run.findings, "file/unused-ignore"), cases[i].unused,
            "%s: wrong number of findings of unused-ignore %zu", cases[i].comment,
            count_findings(&run.findings, "file/unused-ignore"));
    }
}

static void count_field(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    size_t *count = context;
    (void)io;
    (void)type;
    (void)role;
    ++*count;
}

static size_t count_reported_fields(const char *comment)
{
    char text[TEXT_BYTES];
    AT_END(lint_end) lint_run run;
    size_t count = 0;
    const ap_listener listener = { .field = count_field, .context = &count };
    const ap_lint_options options = { .listener = &listener };
    lint_begin(&run, ap_find_format("md5anim"), text_with_comment_at_finding(comment, text), &options);
    return count;
}

/* A file with a suppression comment is read twice, but a listener gets each field once. */
Test(md5_suppression_cases, a_listener_gets_each_field_once)
{
    const size_t without = count_reported_fields("// a");
    cr_expect_gt(without, 20);
    cr_expect_eq(count_reported_fields("// animproof: ignore md5anim/integer"), without);
    cr_expect_eq(count_reported_fields("// animproof: ignore"), without);
}

/* A list keeps suppressed findings up to its limit, and counts every one. */
Test(md5_suppression_cases, suppressed_findings_are_kept_up_to_the_limit)
{
    static const char text[] = "MD5Version 10\ncommandline \"\"\nnumFrames 2.0 numJoints 2.0 frameRate x "
                               "// animproof: ignore md5anim\n";
    for (size_t limit = 0; limit < 4; limit++) {
        ap_lint_result result;
        size_t kept = 0;
        arena_replace();
        ap_findings_init(&findings, &arena, NULL, limit, 0);
        ap_lint_as(ap_find_format("md5anim"), text_view(text), NULL, &findings, &result);
        for (const ap_finding *f = findings.first_suppressed; f != NULL; f = f->next)
            kept++;
        cr_expect_geq(findings.suppressed, 3);
        cr_expect_eq(kept, limit == 0 || limit > findings.suppressed ? findings.suppressed : limit);
    }
}

/* When out of memory, arena.failed is set, and a comment is not reported as unused if its line was not read. */
Test(md5_suppression_cases, running_out_of_memory_reports_no_used_comment_as_unused)
{
    char text[TEXT_BYTES];
    const ap_view input =
        text_with_comment_at_finding("// animproof: ignore md5anim/integer" SIXTEEN_NAMES, text);
    size_t failures = 0, fail_at = 0;
    for (bool failed = true; failed; failures += failed) {
        ap_lint_result result;
        arena_replace();
        arena.fail_at = ++fail_at;
        ap_lint_as(ap_find_format("md5anim"), input, NULL, &findings, &result);
        failed = arena.failed;
        cr_expect_leq(count_findings(&findings, "file/unused-ignore"), 16,
            "allocation %zu fails: the used comment is reported as unused", fail_at);
        cr_expect(failed || (findings.suppressed == 1 && findings.reported == 17),
            "allocation %zu fails: %zu findings suppressed, %zu reported", fail_at, findings.suppressed,
            findings.reported);
    }
    cr_expect_geq(failures, 20);
}
