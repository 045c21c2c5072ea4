/* Tests fixers with files that lack the part that a fixer needs, with findings that do not exist, and with too little memory. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/layout/candidates.h"
#include "tests/unit/md5/md5_case.h"
#include "tests/unit/memg/memg_build.h"
#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "validators/registry.h"
#include "validators/services/fixing/fixing.h"

ARENA_SUITE(fixer_calls);

/* Calls the fixer of the rule for a finding at the span. */
static ap_fix fix_finding_at(const char *format, const char *rule, ap_view input, ap_span span)
{
    static const ap_lint_options default_options = { .listener = NULL };
    ap_fix fix = { .refused = NULL };
    arena_replace();
    const ap_finding finding = { .rule = ap_find_rule(rule), .span = span, .path = "", .message = "" };
    const ap_fix_job job = { input, ap_find_format(format), &default_options, &findings, false, &arena, NULL,
        NULL };
    const ap_fixer *fixer = ap_find_fixer(job.format, finding.rule);
    cr_assert_not_null(fixer, "%s has no fixer", rule);
    ap_run_fixer(fixer, &job, &finding, &fix);
    cr_expect_not(arena.failed);
    return fix;
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
        const ap_fix fix = fix_finding_at(cases[i].format, cases[i].rule, text_view(cases[i].text),
            (ap_span){ cases[i].at, cases[i].length });
        cr_expect(fix.refused != NULL && strcmp(fix.refused, cases[i].refused) == 0, "case %zu, %s: %s", i,
            cases[i].rule, fix.refused);
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
        const ap_view input = text_view(cases[i].text);
        const ap_fix fix = fix_finding_at("md5anim", "md5anim/comment-block", input, (ap_span){ 2, 7 });
        cr_expect(fix.refused == NULL && fix.span.offset == 2 && fix.span.length == input.size - 2, "%s: %s",
            cases[i].text, fix.refused);
        expect_text(fix.text, cases[i].fixed, cases[i].text);
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
    static const char *const prefixes[] = { "\x85\x80\x01", "\x85\x80\x80\x80\x80\x80\x80" };
    for (size_t i = 0; i < 2; i++) {
        const ap_span span = { 0, strlen(prefixes[i]) };
        const ap_fix fix = fix_finding_at("mrtk", "mrtk/marker-name-overlong", text_view(prefixes[i]), span);
        cr_expect_null(fix.refused);
    }
}

Test(fixer_calls, a_missing_finding_or_fixer_fixes_nothing)
{
    AT_END(ap_fixing_free) ap_fixing fixing;
    ap_fixing_init(&fixing, 0);
    cr_assert(ap_fixing_load(&fixing, ap_find_format("md5anim"), text_view(md5_animation)));
    cr_expect(ap_fixing_run_for_one_finding(&fixing, ap_find_rule("md5anim/integer"), 0));
    cr_expect_eq(fixing.fixed, 0);
    cr_expect(ap_fixing_run_for_one_finding(&fixing, ap_find_rule("md5anim/joint-limit"), 0));
    cr_expect_eq(fixing.fixed, 0);
    ap_fixing_undo(&fixing);
    cr_expect(ap_fixing_current_version(&fixing)->text.size == strlen(md5_animation));
}

/* Fixes md5_animation with `to` in place of `from`. Expects `fixed` in place of `from` afterwards, and the numbers of fixed
   and refused findings. */
static void check_fixed_text(const ap_format *format, const char *from, const char *to, const char *fixed,
    size_t fixed_count, size_t refused_count)
{
    AT_END(ap_fixing_free) ap_fixing fixing;
    ap_fixing_init(&fixing, 0);
    cr_assert(ap_fixing_load(&fixing, format, text_view(text_with_replaced_part(md5_animation, from, to))));
    cr_expect(ap_fixing_run(&fixing));
    expect_text(
        ap_fixing_current_version(&fixing)->text, text_with_replaced_part(md5_animation, from, fixed), to);
    cr_expect(fixing.fixed == fixed_count && fixing.refused == refused_count, "%s: %zu fixed, %zu refused",
        to, fixing.fixed, fixing.refused);
}

/* Fixes of one rule are applied together, also if they are one byte apart or at the start of a file. The fix of a finding about a
   block comment turns that comment and all later ones into line comments. It is refused if one of them has text after it on its
   line. */
Test(fixer_calls, fixes_of_one_rule_are_applied_together)
{
#define COUNTS "numFrames 2\nnumJoints 2\n"
    static const struct {
        const char *from, *to, *fixed;
        size_t fixed_count, refused_count;
    } cases[] = {
        { "( -1 -2 -3 )", "( +0 +0 +0 )", "( 0 0 0 )", 3, 0 },
        { "MD5Version 10", "\nmd5version 10", "MD5Version 10", 2, 0 },
        { "MD5Version 10", " md5version 10", "MD5Version 10", 2, 0 },
        { "MD5Version 10", "md5version 10", "MD5Version 10", 1, 0 },
        { COUNTS, "numFrames /* a */ 2\nnumJoints 2 /* b */\n", "numFrames /* a */ 2\nnumJoints 2 /* b */\n",
            0, 1 },
        { COUNTS, "numFrames 2 /* a */\nnumJoints /* b */ 2\n", "numFrames 2 /* a */\nnumJoints /* b */ 2\n",
            0, 1 },
        { COUNTS, "numFrames 2 /* a */\nnumJoints 2 /* b */\n", "numFrames 2 // a \nnumJoints 2 // b \n", 1,
            0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_fixed_text(ap_find_format("md5anim"), cases[i].from, cases[i].to, cases[i].fixed,
            cases[i].fixed_count, cases[i].refused_count);
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
    cr_expect_null(ap_find_fixer(&format, ap_find_rule("md5anim/number")));
}

/* The text that the fixer of the next test writes in place of each number other than +1. */
static const char *other_text;

static void fix_plus_1_and_write_other_text(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const bool one = job->input.bytes[finding->span.offset + 1] == '1';
    *fix = (ap_fix){ .span = finding->span, .text = text_view(one ? "1" : other_text) };
}

/* The right fix is kept without the other fixes of its rule, which break the file or leave a malformed number. */
Test(fixer_calls, a_right_fix_is_kept_without_other_fixes_of_its_rule)
{
    static const char *const other_texts[] = { "(", "+2" };
    const ap_fixer fixer = {
        .rule = ap_find_rule("md5anim/number"), .does = "writes 1", .fix = fix_plus_1_and_write_other_text
    };
    const ap_fixer_table fixers = { &fixer, 1 };
    ap_format format = *ap_find_format("md5anim");
    format.fixers = &fixers;
    for (size_t i = 0; i < 2; i++) {
        other_text = other_texts[i];
        check_fixed_text(&format, "( -1 -2 -3 )", "( +002 +1 +3 )", "( +002 1 +3 )", 1, 2);
    }
}
