/* Tests the terms of the rows in FORMAT_cases.inc on findings that a test writes itself. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"
#include "validators/readers/case_terms.h"
#include "validators/registry.h"

ARENA_SUITE(reader_case_terms);

/* A finding, and the letters of the row that it fits. The token is the first place of `token` in `input`. Each block of rows has
   a finding that fits a row of the rule, and near misses, which fit a later row. */
static const struct {
    const char *rule, *letters, *input, *token, *path, *found, *expected;
} findings_and_letters[] = {
    /* A found value is 0 if it is a number that equals 0, also in quotes or with " bytes" after it. Other texts, and numbers
       that are too long, are not 0. */
    { "md5anim/number-size", "llllllllwwll", "1", "1", "x", "0", NULL },
    { "md5anim/number-size", "llllllllwwll", "1", "1", "x", "\"-0.0\"", NULL },
    { "md5anim/number-size", "llllllllwwll", "1", "1", "x", "0 bytes", NULL },
    { "md5anim/number-size", "ullllllluull", "1", "1", "x", NULL, NULL },
    { "md5anim/number-size", "ullllllluull", "1", "1", "x", "", NULL },
    { "md5anim/number-size", "ullllllluull", "1", "1", "x", "\"", NULL },
    { "md5anim/number-size", "ullllllluull", "1", "1", "x", "\"0", NULL },
    { "md5anim/number-size", "ullllllluull", "1", "1", "x", "0x0", NULL },
    { "md5anim/number-size", "ullllllluull", "1", "1", "x", "0.0.", NULL },
    { "md5anim/number-size", "ullllllluull", "1", "1", "x",
        "0000000000000000000000000000000000000000000000000000000000000000", NULL },
    /* Found numbers are compared with expected numbers. */
    { "md5anim/component-sum", "ucuururuluul", "1", "1", "x", "1", "2" },
    { "md5anim/component-sum", "uluuuruullll", "1", "1", "x", "2", "2" },
    { "md5anim/component-sum", "uluuuruullll", "1", "1", "x", "1", NULL },
    { "md5mesh/version", "rrrrrrrlrrlr", "1", "1", "x", "11", "10" },
    { "md5mesh/version", "rrrrrrrrrrlr", "1", "1", "x", "10", "10" },
    { "md5mesh/version", "rrrrrrrrrrlr", "1", "1", "x", "11", NULL },
    /* The number after a key is read only if no letter touches the key, and at most blanks separate it from the digits. */
    { "md5anim/root-parent", "rllrrrrcllrr", "numJoints 7", "7", "x", "7", NULL },
    { "md5anim/root-parent", "rllrrrrcllrr", "\nnumJoints\t7\n", "7", "x", "7", NULL },
    { "md5anim/root-parent", "rllrrrrcllrr", "numJoints7", "7", "x", "7", NULL },
    { "md5anim/root-parent", "rllrrrrlllrr", "numJoints 8", "8", "x", "7", NULL },
    { "md5anim/root-parent", "rllrrrrlllrr", "numFrames 7", "7", "x", "7", NULL },
    { "md5anim/root-parent", "rllrrrrlllrr", "anumJoints 7", "7", "x", "7", NULL },
    { "md5anim/root-parent", "rllrrrrlllrr", "numJointsa 7", "7", "x", "7", NULL },
    { "md5anim/root-parent", "rllrrrrlllrr", "7 numJoints", "7", "x", "7", NULL },
    { "md5anim/root-parent", "rllrrrrlllrr", "7 numJoints ", "7", "x", "7", NULL },
    { "md5anim/root-parent", "rllrrrrlllrr", "numJoints ? 7", "7", "x", "7", NULL },
    { "md5anim/root-parent", "rllrrrrlllrr", "numJoints ( 7", "7", "x", "7", NULL },
    /* A path is equal or below. */
    { "md5anim/comment-block-joined", "lullllllrr-r", "a", "a", "frames", NULL, NULL },
    { "md5anim/comment-block-joined", "lullllllrr-r", "a", "a", "frames[1]", NULL, NULL },
    { "md5anim/comment-block-joined", "lullllllrr-r", "a", "a", "frames.index", NULL, NULL },
    { "md5anim/comment-block-joined", "rulllllllllr", "a", "a", "", NULL, NULL },
    { "md5anim/comment-block-joined", "uulllllluuul", "a", "a", "frames_x", NULL, NULL },
    { "md5anim/comment-block-joined", "uulllllluuul", "a", "a", "frame", NULL, NULL },
    { "md5anim/comment-block-joined", "uulllllluuul", "a", "a", "frame[1", NULL, NULL },
    /* Only blanks are before the first token of a line. */
    { "md5anim/string-unterminated", "rrcrrrrrllwr", "\"a\nb", "\"a", "x", NULL, NULL },
    { "md5anim/string-unterminated", "rrcrrrrrllwr", " \t\"a\nb", "\"a", "x", NULL, NULL },
    { "md5anim/string-unterminated", "rrcrrrrrllwr", "x\r\"a\nb", "\"a", "x", NULL, NULL },
    { "md5anim/string-unterminated", "rlrrrrrrlllr", "x \"a\nb", "\"a", "x", NULL, NULL },
    { "md5anim/string-unterminated", "rrccrrcrrrrr", "x \"a", "\"a", "x", NULL, NULL },
    /* A word differs only in capital letters. */
    { "md5anim/header-key", "rclrrrrrlllr", "NUMFRAMES 1", "NUMFRAMES", "num_frames", NULL, "numFrames" },
    { "md5anim/header-key", "rclrrrrrlllr", "NUMFRAMES 1", "NUMFRAMES", "num_frames", NULL, "\"numFrames\"" },
    { "md5anim/header-key", "rcrrrrrrlllr", "NUMFRAMES 1", "NUMFRAMES", "num_frames", NULL, NULL },
    { "md5anim/header-key", "rcrrrrrrlllr", "NUMFRAME 1", "NUMFRAME", "num_frames", NULL, "numFrames" },
    { "md5anim/header-key", "rcrrrrrrlllr", "numFrames 1", "numFrames", "num_frames", NULL, "numFrames" },
    { "md5anim/header-key", "rcrrrrrrlllr", "NUMFRAMEZ 1", "NUMFRAMEZ", "num_frames", NULL, "numFrames" },
    { "md5anim/header-key", "rcrrrrrrlllr", "numFrame3 1", "numFrame3", "num_frames", NULL, "numFrames" },
    { "md5anim/header-key", "rcrrrrrrlllr", "num@ 1", "num@", "num_frames", NULL, "num`" },
    { "md5anim/header-key", "rcrrrrrrlllr", "numS 1", "numS", "num_frames", NULL, "num3" },
    { "md5anim/header-key", "rlrrrrrrllll", "x numFrames 1", "x", "num_frames", NULL, "numFrames" },
    { "md5anim/header-key", "rlrrrrrrllll", "x numFrames", "x", "num_frames", NULL, "numFrames" },
    { "md5anim/header-key", "rlrrrrrrllll", "x 1numFrames", "x", "num_frames", NULL, "numFrames" },
    { "md5anim/header-key", "rcrrrrrrlllr", "x numFramesx", "x", "num_frames", NULL, "numFrames" },
    { "md5anim/header-key", "rcrrrrrrlllr", "x ( 1", "x", "num_frames", NULL, "(" },
    /* A conflict is in the block comment before it. */
    { "md5anim/merge-conflict", "llllllllrrlr", "/*<<<", "<<<", "", NULL, NULL },
    { "md5anim/merge-conflict", "llllllllrrlr", "/* */ /* * / <<<", "<<<", "", NULL, NULL },
    { "md5anim/merge-conflict", "rurrrrrruulr", "<<<", "<<<", "", NULL, NULL },
    { "md5anim/merge-conflict", "rurrrrrruulr", "*<<<", "<<<", "", NULL, NULL },
    { "md5anim/merge-conflict", "rurrrrrruulr", "/**/<<<", "<<<", "", NULL, NULL },
    { "md5anim/merge-conflict", "rurrrrrruulr", "* / / *\n<<<", "<<<", "", NULL, NULL },
    /* A letter or digit touches the token. */
    { "md5anim/layout", "lllrrrrllllr", "a//", "//", "x", NULL, NULL },
    { "md5anim/layout", "lllrrrrllllr", "1//", "//", "x", NULL, NULL },
    { "md5anim/layout", "lllrllrllllr", "(//", "//", "x", NULL, NULL },
    { "md5anim/layout", "lllrllrllllr", "//", "//", "x", NULL, NULL },
    /* A quoted number has no exponent. */
    { "md5anim/unexpected-token", "rrllllllwwrr", "1 \"1\"", "\"1\"", "hierarchy", NULL, NULL },
    { "md5anim/unexpected-token", "rrllllllwwrr", "1 \"1.5\"", "\"1.5\"", "hierarchy", NULL, NULL },
    { "md5anim/unexpected-token", "rruuuuruuurr", "1 \"1e5\"", "\"1e5\"", "hierarchy", NULL, NULL },
    { "md5anim/unexpected-token", "rruuuuruuurr", "1 \"\"", "\"\"", "hierarchy", NULL, NULL },
    /* An empty token begins with no character. */
    { "md5anim/integer", "rlrlllllwwlr", "+1", "+1", "hierarchy.start_index", NULL, NULL },
    { "md5anim/integer", "rlrlllllllll", "+1", "+1", "x", NULL, NULL },
    { "md5anim/integer", "rrrrrrrrrrrr", "+1", "", "hierarchy.parent", NULL, NULL },
    /* A blank begins with a form feed. */
    { "md5anim/blank", "llllllllrrll", "\f x", "\f", "frames", NULL, NULL },
    { "md5anim/blank", "llllllllllll", "\v x", "\v", "frames", NULL, NULL },
    { "md5anim/blank", "llllllllllll", "\f x", "", "frames", NULL, NULL },
};

Test(reader_case_terms, findings_fit_the_rows_that_their_terms_allow)
{
    for (size_t i = 0; i < sizeof findings_and_letters / sizeof *findings_and_letters; i++) {
        const char *input = findings_and_letters[i].input, *token = findings_and_letters[i].token;
        const char *at = strstr(input, token);
        cr_assert_not_null(at);
        const ap_finding finding = { .rule = ap_find_rule(findings_and_letters[i].rule),
            .span = { (size_t)(at - input), strlen(token) },
            .path = findings_and_letters[i].path,
            .found = findings_and_letters[i].found,
            .expected = findings_and_letters[i].expected,
            .message = "" };
        const ap_case_subject subject = { &finding, text_view(input), &findings };
        findings.counts[AP_ERROR] = 1;
        cr_expect_str_eq(ap_find_answer_letters(&subject), findings_and_letters[i].letters,
            "case %zu, %s in '%s'", i, findings_and_letters[i].rule, input);
    }
}

Test(reader_case_terms, a_finding_outside_the_input_fits_no_row)
{
    ap_finding finding = { .rule = ap_find_rule("md5anim/decimal-comma"), .path = "", .message = "" };
    const ap_case_subject subject = { &finding, text_view("0,5"), &findings };
    cr_expect_str_eq(ap_find_answer_letters(&subject), "rurlllrrllrr");
    finding.span = (ap_span){ 1, 3 };
    cr_expect_null(ap_find_answer_letters(&subject));
    finding.span = (ap_span){ 4, 0 };
    cr_expect_null(ap_find_answer_letters(&subject));
}
