/* Tests that the fast path of .md5anim frames and lines finds what the reference path, token by token, finds. A comment in place
   of the five blanks after the { of a frame makes the frame take the reference path without moving other bytes. For the other
   sections a listener selects the reference path. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/md5/md5_random.h"
#include "tests/unit/support/reading_ways.h"
#include "tests/unit/support/test_sample.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5anim/md5anim_stream.h"

/* Counts the findings of rules about motion and content, which random files have by chance: joints jump and turn to anywhere,
   often nothing moves, and boxes do not follow the joints. */
static size_t count_motion_findings(const ap_findings *findings)
{
    return ap_findings_count_of_rule(findings, AP_MD5ANIM_RULE(ROTATION_JUMP))
           + ap_findings_count_of_rule(findings, AP_MD5ANIM_RULE(NOTHING_MOVES))
           + ap_findings_count_of_rule(findings, AP_MD5ANIM_RULE(BOUNDS_JOINTS))
           + ap_findings_count_of_rule(findings, AP_MD5ANIM_RULE(POSITION_JUMP))
           + ap_findings_count_of_rule(findings, AP_MD5ANIM_RULE(ROTATION_VALUES));
}

/* Compares the findings of the fast path, the fast path without SIMD and the reference path. Returns the number of findings
   without those of rules about motion. */
static size_t compare_paths_and_count_nonmotion_findings(random_animation *animation, int number)
{
    lint_run fast, no_simd, slow;
    const ap_view view = { (const uint8_t *)animation->text, animation->used };
    const ap_lint_options everywhere = { .no_simd = true };
    lint_begin(&fast, &ap_md5anim_format, view, NULL);
    lint_begin(&no_simd, &ap_md5anim_format, view, &everywhere);
    for (size_t i = 0; i < animation->frames; i++)
        memcpy(animation->text + animation->fillers[i], " //{1", 5);
    lint_begin(&slow, &ap_md5anim_format, view, NULL);
    expect_same_findings(&fast.findings, &slow.findings, number);
    expect_same_findings(&no_simd.findings, &slow.findings, number);
    const size_t count = fast.findings.kept - count_motion_findings(&fast.findings);
    lint_end(&fast);
    lint_end(&no_simd);
    lint_end(&slow);
    return count;
}

Test(md5anim_fast_slow, both_paths_find_the_same_in_random_files)
{
    static random_animation animation;
    static const fault_rates rates[] = { { 0, 0, 0, 0 }, { 20, 0, 0, 0 }, { 0, 60, 0, 0 }, { 0, 0, 3, 0 },
        { 0, 0, 0, 4 }, { 30, 90, 8, 16 }, { 3, 10, 4, 8 } };
    choices random = { 20240607 };
    const int files = (int)sample_size(14000);
    size_t findings = 0;
    for (int i = 0; i < files; i++) {
        const size_t kind = (size_t)i % (sizeof rates / sizeof *rates);
        random_animation_generate(&animation, &random, rates[kind]);
        const size_t count = compare_paths_and_count_nonmotion_findings(&animation, i);
        cr_assert(kind != 0 || count == 0, "file %d was generated without faults, but has findings", i);
        findings += count;
    }
    cr_assert_gt(findings, sample_size(20000), "only %zu findings", findings);
}

static void expect_finding_count(const lint_run *run, const char *name, unsigned wanted, int number)
{
    unsigned count = 0;
    for (const ap_finding *f = run->findings.first; f != NULL; f = f->next)
        count += strcmp(strchr(f->rule->id, '/') + 1, name) == 0;
    cr_assert_eq(count, wanted, "file %d: %u findings of %s, but %u expected", number, count, name, wanted);
}

Test(md5anim_fast_slow, each_generated_fault_is_found)
{
    static random_animation animation;
    static const fault_rates rates[] = { { 20, 0, 0, 0 }, { 10, 100, 5, 0 }, { 3, 0, 3, 0 } };
    choices random = { 77 };
    for (int i = 0, files = (int)sample_size(9000); i < files; i++) {
        AT_END(lint_end) lint_run run;
        random_animation_generate(&animation, &random, rates[i % 3]);
        lint_begin(
            &run, &ap_md5anim_format, (ap_view){ (const uint8_t *)animation.text, animation.used }, NULL);
        expect_finding_count(&run, "number", animation.number, i);
        expect_finding_count(&run, "number-exponent", animation.number_exponent, i);
        expect_finding_count(&run, "number-range", animation.number_range, i);
        expect_finding_count(&run, "frame-values", animation.frame_values, i);
        expect_finding_count(&run, "quaternion-rounding", animation.rounding, i);
        const bool much_longer =
            ap_findings_count_of_rule(&run.findings, AP_MD5ANIM_RULE(ROTATION_VALUES)) > 0;
        expect_finding_count(
            &run, "quaternion-length", animation.length > 0 && !much_longer, i); /* reported once per file */
    }
}

/* Reads the values of a frame by the fast path. Expects that the fast path reads up to the }, or (not `is_fast`) that it refuses
   and does not move the reader. */
static void expect_fast_path_reads(const char *text, bool is_fast)
{
    static const char *const no_keywords[] = { NULL };
    static const ap_text_rules text_rules = AP_MD5_TEXT_RULES(ap_md5anim_rules, no_keywords);
    AT_END(ap_arena_free) ap_arena arena;
    ap_findings findings;
    ap_md5anim_stream reader = { .component_count = { .value = 3, .known = true } };
    ap_arena_init(&arena, 0);
    ap_findings_init(&findings, &arena, NULL, 0, 0);
    ap_text_init(&reader.base.text, text_view(text), 0, &findings, &text_rules);
    const size_t end = is_fast ? (size_t)(strchr(text, '}') - text) : 0;
    cr_assert_eq(ap_md5anim_read_values_fast(&reader), is_fast, "\"%s\"", text);
    cr_assert_eq(reader.base.text.lexer.at, end, "\"%s\": %zu", text, reader.base.text.lexer.at);
    cr_assert_null(findings.first);
    if (is_fast)
        cr_assert(
            reader.values[0] == 1.5F && reader.values[1] == -0.25F && reader.values[2] == 3, "\"%s\"", text);
}

#define AFTER "\n// the fast path needs forty bytes or more after a frame"

Test(md5anim_fast_slow, only_plain_frames_take_the_fast_path)
{
    static const char *const fast[] = { "1.5 -0.25 3 }" AFTER, "\n\t1.5\r\n-.25 3.\t\n}" AFTER,
        "1.50000 -0.250000 3.00000000000}" AFTER, "1.5 -0.25 3 }", "1.5 -0.25 3}\n" };
    static const char *const slow[] = { "1.5 -0.25 3", "1.5 -0.25 3 ", "1.5 -0.25 3\r", "1.5 -0.25 }" AFTER,
        "1.5 -0.25 3 4 }" AFTER, "1.5 -0.25 3e0 }" AFTER, "1.5 -0.25 03 }" AFTER, "1.5 -0.25 nan }" AFTER,
        "1.5 - 0.25 3 }" AFTER, "1.5\r-0.25 3 }" AFTER, "1.5 -0.25 3 // c\n }" AFTER,
        "1.5 -0.25/**/3 }" AFTER, "1.5 -0.25 3 {" AFTER, "1.5 -0.25 3(}" AFTER, "1.5-0.25 3 }" AFTER,
        "1.5 -0.25 \"3\" }" AFTER, "1.5 -0.25 3#}" AFTER, "1.5 -0.25\f3 }" AFTER, "1.5 -0.25 3\x1a}" AFTER,
        "1.5 -0.25 3// }\n}" AFTER, "4294967296 -0.25 3 }" AFTER, "1.5 -0.25 -9999999999 }" AFTER,
        "1.5 0e5 3 }" AFTER, "1.5 -0.25 99999999999999999999999999999999999999999 }" AFTER,
        "1.5 -0.25 3" AFTER };
    for (size_t i = 0; i < sizeof fast / sizeof *fast; i++)
        expect_fast_path_reads(fast[i], true);
    for (size_t i = 0; i < sizeof slow / sizeof *slow; i++)
        expect_fast_path_reads(slow[i], false);
}

/* Lines of hierarchy, bounds and baseframe */

static const char plain_joint[] = "\t\"root\" -1 63 0", plain_bounds[] = "\t( -1 -2.5 -3 ) ( 1 2.5 3 )",
                  plain_base[] = "\t( 0 .5 1. ) ( 0 -0.25 0.5 )";

static size_t write_animation_text(
    char *text, const char *joint, const char *bounds, const char *base, const char *tail)
{
    return (size_t)sprintf(text,
        "MD5Version 10\ncommandline \"\"\nnumFrames 1\nnumJoints 1\nframeRate 24\nnumAnimatedComponents 6\n"
        "\nhierarchy {\n%s\n}\n\nbounds {\n%s\n}\n\nbaseframe {\n%s\n}\n\nframe 0 {\n\t1 2 3 0 0 0\n}%s",
        joint, bounds, base, tail);
}

static size_t compare_paths_and_count_findings(const char *text, size_t size, int number)
{
    return expect_equal_readings(&ap_md5anim_format, (ap_view){ (const uint8_t *)text, size }, number);
}

static const char *const joint_lines[] = { "\"a\" -1 63 0\n}\nbounds {( 1 2 3 ) ( 1 2 3 )",
    "\"a\" -1 63 0 // b", "\"a\"-1 63 0", "\"a\" -1 63 0// b", "\"a\" -1 63\t \t0\r", "\"a\"\t-1 63 0 }",
    "\"a\" -1 63 0 \"b\" 0 0 0", "\"a\" -1 63\n0", "\"\x01\xff{\" -1 63 0", "\"a\" -1 63 /* */ 0",
    "a -1 63 0", "\"a -1 63 0", "\"a\" -1 63 -0", "\"a\" -1 63 00", "\"a\" -1 063 0", "\"a\" - 1 63 0",
    "\"a\" -1 63 2147483647", "\"a\" -1 63 2147483648", "\"a\" -1 63 0.0", "\"a\" -1 63 0(",
    "\"a\" -1 63 1e0", "\"a\" +1 63 0", "\"a\" -1 999999999 1", "\"a\" -1 9999999999 1",
    "\"a\" -1 -999999999 1", "\"a\" -1\f63\x0b 0", "\"a\" -1 63 frame", "\"a\" -- 63 0", "\"a\" -1\r63 0",
    "\"a\" -1 63", "" };
static const char *const pair_lines[] = { "( 1 2 3 ) ( 1 2 3 ) // b", "( 1 2 3 ) ( 1 2 3 )// b",
    "(1 2 3)(1 2 3)", "( 1 2 3 )( 1 2 3 )", "(\t1\t 2 3\t)\t(\t1 2 3 )\r",
    "( 1 2 3 ) ( 1 2 3 ) ( 1 2 3 ) ( 1 2 3 )", "( 1 2\n3 ) ( 1 2 3 )", "( 1 2 3 )\n( 1 2 3 )",
    "( 1 2 3 ) ( 1 2 3 ) }", "( 1 2 3 ) ( 1 2 3 )}", "( 1 2 3 ) ( 1 2 )", "( 1 2 3 4 ) ( 1 2 3 )",
    "( 1 2 3 ) ( 1 2 1e39 )", "( 1 2 1e3 ) ( 1 2 1E3 )", "( 1 2 -0 ) ( -0 -0.0 0 )", "( 1 2 3e ) ( 1 2 3 )",
    "( 1 2 01 ) ( 1 2 3 )", "( 1 2 - 3 ) ( 1 2 3 )", "( 1 2 3/* */ ) ( 1 2 3 )", "( 1 2 3 ) /* */ ( 1 2 3 )",
    "/* */ ( 1 2 3 ) ( 1 2 3 )", "( 9 9 9 ) ( 1 2 3 )", "( 0 0 0 ) ( 0 0 0 )", "( 0 0 0 ) ( 0 0 1.00001 )",
    "( 1 2 3 ) ( 1 2 nan )", "( 1 2 3 ) ( 1 2 3.4028236e38 )",
    "( 1 2 123456789012345678901234567890 ) ( 1 2 3 )",
    "( 1 2 0.1000000000000000055511151231257827 ) ( 0 0 0 )", "( 1\f2 3 ) ( 1 2 3 )", "( 1 2 3\r) ( 1 2 3 )",
    "( 1 2 3.", "(", "( 1 2 3 ) { 1 2 3 )", "( 1 2 \"3\" ) ( 1 2 3 )", "( 1 2 3 ) ( 1 2 3 )\x01", "" };

enum {
    JOINT_LINES = sizeof joint_lines / sizeof *joint_lines,
    PAIR_LINES = sizeof pair_lines / sizeof *pair_lines
};

/* Compares the fast path and the reference path for the file cut after each byte of `line`, and for the file with each byte of
   `line` replaced by NUL. */
static void compare_paths_on_cuts_and_nul(char *text, size_t size, const char *line)
{
    const size_t at = (size_t)(strstr(text, line) - text), end = at + strlen(line);
    for (size_t i = at; i <= end && i < size; i++) {
        const char byte = text[i];
        (void)compare_paths_and_count_findings(text, i, (int)i);
        text[i] = '\0';
        (void)compare_paths_and_count_findings(text, size, (int)i);
        text[i] = byte;
    }
}

Test(md5anim_fast_slow, both_paths_find_the_same_in_lines_of_each_section)
{
    static const char *const tails[] = { "", "\n",
        "\n// the fast path needs forty bytes or more after a line" };
    char text[2048];
    size_t findings = 0;
    for (int i = 0; i < JOINT_LINES + 2 * PAIR_LINES; i++) {
        const int pair = i - JOINT_LINES;
        const char *line = i < JOINT_LINES ? joint_lines[i] : pair_lines[pair % PAIR_LINES];
        for (size_t tail = 0; tail < sizeof tails / sizeof *tails; tail++) {
            const size_t size = write_animation_text(text, i < JOINT_LINES ? line : plain_joint,
                pair >= 0 && pair < PAIR_LINES ? line : plain_bounds, pair >= PAIR_LINES ? line : plain_base,
                tails[tail]);
            findings += compare_paths_and_count_findings(text, size, i);
            if (*line != '\0')
                compare_paths_on_cuts_and_nul(text, size, line);
        }
    }
    cr_assert_gt(findings, 100U, "only %zu findings", findings);
    const size_t size = write_animation_text(text, plain_joint, plain_bounds, plain_base, "\n");
    cr_assert_eq(compare_paths_and_count_findings(text, size, -1), 0);
}
