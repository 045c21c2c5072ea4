/* Tests fixers with files that lack the part that a fixer needs, with findings that do not exist, and with too little memory. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/layout/candidates.h"
#include "tests/unit/md5/md5_case.h"
#include "tests/unit/memg/memg_build.h"
#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "validators/registry.h"
#include "validators/services/fixing/fixing.h"

ARENA_SUITE(fixer_calls);

static const ap_rule *find_rule_by_id(const char *id)
{
    size_t count;
    const ap_rule_table *tables = ap_rule_tables(&count);
    for (size_t t = 0; t < count; t++) {
        for (size_t r = 0; r < tables[t].count; r++) {
            if (strcmp(tables[t].rules[r].id, id) == 0)
                return &tables[t].rules[r];
        }
    }
    cr_assert_fail("no table has the rule %s", id);
    return NULL;
}

/* Calls the fixer of the rule for a finding at the span. Returns the reason for having no fix; NULL if there is a fix. */
static const char *reason_for_no_fix(
    const char *format, const char *rule, ap_view input, ap_span span, bool unsafe)
{
    static const ap_lint_options default_options = { .listener = NULL };
    ap_fix fix = { .refused = NULL };
    arena_replace();
    const ap_finding finding = { .rule = find_rule_by_id(rule), .span = span, .path = "", .message = "" };
    const ap_fix_job job = { input, ap_find_format(format), &default_options, &findings, unsafe, &arena, NULL,
        NULL };
    const ap_fixer *fixer = ap_find_fixer(job.format, finding.rule);
    cr_assert_not_null(fixer, "%s has no fixer", rule);
    ap_run_fixer(fixer, &job, &finding, &fix);
    cr_expect_not(arena.failed);
    return fix.refused;
}

Test(fixer_calls, a_file_that_lacks_the_needed_part_gets_a_reason_and_no_fix)
{
    static const struct {
        const char *format, *rule, *text, *refused;
        size_t at, length;
    } cases[] = {
        { "md5anim", "md5anim/bounds-count", "MD5Version 10\n", "the header lacks the count", 0, 1 },
        { "md5anim", "md5anim/start-index-range", "MD5Version 10\n", "the flags do not determine the value",
            0, 1 },
        { "md5anim", "md5anim/frame-index", "MD5Version 10\n",
            "the sections of the file imply different numbers of frames", 0, 1 },
        { "md5anim", "md5anim/header-key", "MD5Version 10\n", "the end of the header cannot be determined", 0,
            1 },
        { "md5anim", "md5anim/header-key", "MD5Version 10\nnumFrames", "a key of the header has no value", 0,
            1 },
        { "md5anim", "md5anim/header-key", "MD5Version 10\nnumFrames 2",
            "the end of the header cannot be determined", 0, 1 },
        { "md5anim", "md5anim/header-key", "MD5Version 10\nhierarchy {",
            "the end of the header cannot be determined", 0, 1 },
        { "md5anim", "md5anim/header-key", "MD5Version", "the end of the header cannot be determined", 0, 1 },
        { "md5anim", "md5anim/header-key", "", "the end of the header cannot be determined", 0, 0 },
        { "md5anim", "md5anim/commandline", "MD5Version 10\ncommandline", "a key of the header has no value",
            0, 1 },
        { "md5anim", "md5anim/commandline", "MD5Version 10\ncommandline a b",
            "the end of the header cannot be determined", 0, 1 },
        { "md5mesh", "md5mesh/integer", "MD5Version x\n", "the value is not a whole number", 11, 1 },
        { "md5camera", "md5camera/count-exceeds-file", "MD5Version 10\n", "the number of entries is unknown",
            11, 2 },
        { "mrtk", "mrtk/version", "\xc6\x42\x9e",
            "no version, or more than one, lets the file be read to its end", 0, 3 },
        { "mrtk", "mrtk/layout-published", "\xc6\x42\x9e", "other errors of the file must be fixed first", 0,
            3 },
        { "mrtk", "mrtk/text-mode", "\xc6\x42\x9e", "the file was re-encoded, which cannot be undone exactly",
            0, 3 },
        { "memg", "memg/mapping-range", "\1", "the mapping is not counted from 0", 0, 1 },
        { "memg", "memg/byte-order", "\1", "the file could not be written", 0, 1 },
        { "memg", "memg/name-character", "a\1b", "the intended name is unknown", 0, 3 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *refused = reason_for_no_fix(cases[i].format, cases[i].rule, text_view(cases[i].text),
            (ap_span){ cases[i].at, cases[i].length }, false);
        cr_expect(refused != NULL && strcmp(refused, cases[i].refused) == 0, "case %zu, %s: %s", i,
            cases[i].rule, refused);
    }
}

/* A block comment that has no end is left as it is, and so are two bytes at the end that begin one. */
Test(fixer_calls, a_comment_without_an_end_is_kept)
{
    static const struct {
        const char *text, *fixed;
    } cases[] = {
        { "a /* b */\n/* c", "// b \n/* c" },
        { "a /* b */\n/*", "// b \n/*" },
        { "a /* b */\n/*/", "// b \n/*/" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ap_fix fix = { .refused = NULL };
        arena_replace();
        const ap_view input = text_view(cases[i].text);
        const ap_finding finding = {
            .rule = find_rule_by_id("md5anim/comment-block"), .span = { 2, 7 }, .path = "", .message = ""
        };
        const ap_fix_job job = { input, ap_find_format("md5anim"), &(ap_lint_options){ .listener = NULL },
            &findings, false, &arena, NULL, NULL };
        ap_run_fixer(ap_find_fixer(job.format, finding.rule), &job, &finding, &fix);
        cr_expect(fix.refused == NULL && fix.span.offset == 2 && fix.span.length == input.size - 2
                      && fix.text.size == strlen(cases[i].fixed)
                      && memcmp(fix.text.bytes, cases[i].fixed, fix.text.size) == 0,
            "case %zu: %s, %.*s", i, fix.refused, (int)fix.text.size, (const char *)fix.text.bytes);
    }
}

/* A finding may have several related places; the first with a known count is used. */
Test(fixer_calls, the_count_of_a_related_place_is_used)
{
    ap_related right = { .span = { 8, 4 }, .label = "", .meant = 12, .is_meant_known = true };
    ap_related other = { .span = { 4, 4 }, .label = "", .next = &right };
    ap_span span = { 0, 0 };
    int32_t count = 0;
    cr_expect(ap_count_of_best_candidate(&(ap_finding){ .related = &other }, &span, &count));
    cr_expect(span.offset == 8 && span.length == 4 && count == 12);
    right.is_meant_known = false;
    cr_expect(!ap_count_of_best_candidate(&(ap_finding){ .related = &other }, &span, &count));
}

/* A length prefix has at most five bytes; the fixer reads no more. */
Test(fixer_calls, an_overlong_length_prefix_of_any_size_is_fixed)
{
    cr_expect_null(reason_for_no_fix(
        "mrtk", "mrtk/marker-name-overlong", text_view("\x85\x80\x01"), (ap_span){ 0, 3 }, false));
    cr_expect_null(reason_for_no_fix("mrtk", "mrtk/marker-name-overlong",
        text_view("\x85\x80\x80\x80\x80\x80\x80"), (ap_span){ 0, 7 }, false));
}

Test(fixer_calls, a_missing_finding_or_fixer_fixes_nothing)
{
    AT_END(ap_fixing_free) ap_fixing fixing;
    ap_fixing_init(&fixing, 0);
    cr_assert(ap_fixing_load(&fixing, ap_find_format("md5anim"), text_view(md5_animation)));
    cr_expect(ap_fixing_run_for_one_finding(&fixing, find_rule_by_id("md5anim/integer"), 0));
    cr_expect_eq(fixing.fixed, 0);
    cr_expect(ap_fixing_run_for_one_finding(&fixing, find_rule_by_id("md5anim/joint-limit"), 0));
    cr_expect_eq(fixing.fixed, 0);
    ap_fixing_undo(&fixing);
    cr_expect(ap_fixing_current_version(&fixing)->text.size == strlen(md5_animation));
}

/* Fixes of one rule are applied together, also if they are one byte apart or at the start of a file. */
Test(fixer_calls, neighbouring_fixes_are_applied)
{
    static const struct {
        const char *from, *to, *fixed;
    } cases[] = {
        { "( -1 -2 -3 )", "( +0 +0 +0 )", "( 0 0 0 )" },
        { "MD5Version 10", "\nmd5version 10", "MD5Version 10" },
        { "MD5Version 10", " md5version 10", "MD5Version 10" },
        { "MD5Version 10", "md5version 10", "MD5Version 10" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AT_END(ap_fixing_free) ap_fixing fixing;
        const char *text = text_with_replaced_part(md5_animation, cases[i].from, cases[i].to);
        const char *wanted = text_with_replaced_part(md5_animation, cases[i].from, cases[i].fixed);
        ap_fixing_init(&fixing, 0);
        cr_assert(ap_fixing_load(&fixing, ap_find_format("md5anim"), text_view(text)));
        cr_expect(ap_fixing_run(&fixing));
        const ap_view result = ap_fixing_current_version(&fixing)->text;
        cr_expect(result.size == strlen(wanted) && memcmp(result.bytes, wanted, result.size) == 0,
            "case %zu: %.*s", i, (int)result.size, (const char *)result.bytes);
        cr_expect(fixing.fixed > 0 && fixing.refused == 0, "case %zu: %zu fixes refused", i, fixing.refused);
    }
}

/* The limit holds for each of the three arenas, also before the first text is loaded. */
Test(fixer_calls, loading_fails_above_the_memory_limit)
{
    for (int later = 0; later < 2; later++) {
        AT_END(ap_fixing_free) ap_fixing fixing;
        ap_fixing_init(&fixing, later ? 0 : 1000);
        if (later)
            ap_fixing_set_memory_limit(&fixing, 1000);
        cr_expect_not(ap_fixing_load(&fixing, ap_find_format("md5anim"), text_view(md5_animation)));
        cr_expect(fixing.failed);
        ap_fixing_set_memory_limit(&fixing, 1 << 20);
        cr_expect(ap_fixing_load(&fixing, ap_find_format("md5anim"), text_view(md5_animation)));
        cr_expect(ap_fixing_run(&fixing) && fixing.fixed == 0);
        for (int i = 0; i < 2; i++)
            cr_expect_eq(fixing.versions[i].arena.limit_bytes, 1 << 20);
        cr_expect_eq(fixing.outcomes_arena.limit_bytes, 1 << 20);
    }
}

/* Fixes the text while allocation `failing` of the text's arena fails, counted after loading; 0: none fails. Returns the
   result of ap_fixing_run. */
static bool fix_with_failing_allocation(const char *format, ap_view text, size_t failing, size_t *fixed)
{
    AT_END(ap_fixing_free) ap_fixing fixing;
    ap_fixing_init(&fixing, 0);
    fixing.unsafe = true;
    cr_assert(ap_fixing_load(&fixing, ap_find_format(format), text));
    ap_arena *loaded = &fixing.versions[fixing.now].arena;
    loaded->fail_at = loaded->allocations + failing;
    const bool complete = ap_fixing_run(&fixing);
    cr_expect_eq(complete, !fixing.failed);
    *fixed = fixing.fixed;
    return complete;
}

Test(fixer_calls, each_failing_allocation_of_a_fixer_makes_the_run_fail)
{
    file_build nameless, published;
    memg_build(&nameless, &(memg_spec){ .frames = 2,
                              .timesteps = 3,
                              .groups = { { .name = "body", .vertices = 2, .modes = 2 },
                                  { .name = "shoulder", .vertices = 1, .modes = 2 } } });
    file_build_splice(&nameless, offset_of_field(&nameless, "groups[1].name_length"), 4, "", 0);
    build_mrtk_11_published(&published);
    const struct {
        const char *format;
        ap_view text;
    } cases[] = { { "memg", file_build_view(&nameless) }, { "mrtk", file_build_view(&published) },
        { "md5anim", text_view(text_with_replaced_part(md5_animation, "-1 1 0\n", "-1 1 0 // ( Ty )\n")) } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t failing = 1, fixed = 0;
        while (!fix_with_failing_allocation(cases[i].format, cases[i].text, failing, &fixed))
            failing++;
        cr_expect(failing > 4 && fixed == 1,
            "%s: %zu fixes, expected 1; fixing succeeds if allocation %zu fails, expected a number above 4",
            cases[i].format, fixed, failing);
    }
    file_build_free(&nameless);
    file_build_free(&published);
}

Test(fixer_calls, a_format_without_fixers_fixes_nothing)
{
    ap_format format = *ap_find_format("md5anim");
    format.fixers = NULL;
    cr_expect_null(ap_find_fixer(&format, find_rule_by_id("md5anim/number")));
}

/* The fix of a finding about a block comment turns that comment and all later ones into line comments. It is refused if one of
   them has text after it on its line. */
Test(fixer_calls, a_comment_inside_a_line_prevents_only_fixes_before_it)
{
    static const struct {
        const char *frames, *joints; /* the lines of numFrames and numJoints */
        size_t fixed, refused;
    } cases[] = {
        { "numFrames /* a */ 2", "numJoints 2 /* b */", 0, 1 },
        { "numFrames 2 /* a */", "numJoints /* b */ 2", 0, 1 },
        { "numFrames 2 /* a */", "numJoints 2 /* b */", 1, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char joints[1024];
        AT_END(ap_fixing_free) ap_fixing fixing;
        snprintf(joints, sizeof joints, "%s",
            text_with_replaced_part(md5_animation, "numJoints 2", cases[i].joints));
        ap_fixing_init(&fixing, 0);
        cr_assert(ap_fixing_load(&fixing, ap_find_format("md5anim"),
            text_view(text_with_replaced_part(joints, "numFrames 2", cases[i].frames))));
        cr_expect(ap_fixing_run(&fixing));
        cr_expect(fixing.fixed == cases[i].fixed && fixing.refused == cases[i].refused,
            "case %zu: %zu fixed, %zu refused", i, fixing.fixed, fixing.refused);
    }
}

/* A fixer that replaces +1 by the valid number 1, and every other number by a parenthesis, which breaks the file. */
static void fix_plus_1_and_break_other_numbers(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const bool one = job->input.bytes[finding->span.offset + 1] == '1';
    *fix = (ap_fix){ .span = finding->span, .text = text_view(one ? "1" : "(") };
}

/* A fixer that replaces +1 by the valid number 1, and every other number by +2, which stays malformed. */
static void fix_plus_1_and_leave_other_numbers_malformed(
    const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const bool one = job->input.bytes[finding->span.offset + 1] == '1';
    *fix = (ap_fix){ .span = finding->span, .text = text_view(one ? "1" : "+2") };
}

/* Expects that the fixer of md5anim/number fixes only +1, and that the two other malformed numbers keep their text and are
   reported as not fixed. */
static void expect_only_plus_1_is_fixed(
    void (*fix)(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix))
{
    const ap_fixer fixer = { .rule = find_rule_by_id("md5anim/number"), .does = "writes 1", .fix = fix };
    const ap_fixer_table fixers = { &fixer, 1 };
    ap_format format = *ap_find_format("md5anim");
    AT_END(ap_fixing_free) ap_fixing fixing;
    format.fixers = &fixers;
    ap_fixing_init(&fixing, 0);
    cr_assert(ap_fixing_load(&fixing, &format,
        text_view(text_with_replaced_part(md5_animation, "( -1 -2 -3 )", "( +002 +1 +3 )"))));
    cr_expect(ap_fixing_run(&fixing));
    const char *wanted = text_with_replaced_part(md5_animation, "( -1 -2 -3 )", "( +002 1 +3 )");
    const ap_view result = ap_fixing_current_version(&fixing)->text;
    cr_expect(result.size == strlen(wanted) && memcmp(result.bytes, wanted, result.size) == 0,
        "the fixed file is:\n%.*s", (int)result.size, (const char *)result.bytes);
    cr_expect(
        fixing.fixed == 1 && fixing.refused == 2, "%zu fixed, %zu refused", fixing.fixed, fixing.refused);
}

Test(fixer_calls, a_right_fix_is_kept_though_other_fixes_of_the_rule_add_findings)
{
    expect_only_plus_1_is_fixed(fix_plus_1_and_break_other_numbers);
}

Test(fixer_calls, a_right_fix_is_kept_without_other_fixes_of_the_rule_that_leave_their_findings)
{
    expect_only_plus_1_is_fixed(fix_plus_1_and_leave_other_numbers_malformed);
}
