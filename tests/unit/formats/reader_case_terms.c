/* Tests the terms of the rows in FORMAT_cases.inc on findings that a test writes itself: each test has a finding that fits a
   row and near misses, which fit a later row. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"
#include "validators/md5anim/md5anim_table.h"
#include "validators/md5mesh/md5mesh_table.h"
#include "validators/readers/case_terms.h"

ARENA_SUITE(reader_case_terms);

/* A finding, and the letters of the row that it fits. The token is the first place of `token` in `input`. */
typedef struct finding_and_answer_letters {
    const char *letters, *input, *token, *path, *found, *expected;
} finding_and_answer_letters;

static const char *answer_letters_for_finding(const ap_rule *rule, const finding_and_answer_letters *row)
{
    const char *at = strstr(row->input, row->token);
    cr_assert_not_null(at);
    const ap_finding finding = { .rule = rule,
        .span = { (size_t)(at - row->input), strlen(row->token) },
        .path = row->path,
        .found = row->found,
        .expected = row->expected,
        .message = "" };
    const ap_case_subject subject = { &finding, text_view(row->input), &findings };
    findings.counts[AP_ERROR] = 1;
    return ap_find_answer_letters(&subject);
}

static void check_answer_letters(const ap_rule *rule, const finding_and_answer_letters *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cr_expect_str_eq(
            answer_letters_for_finding(rule, &rows[i]), rows[i].letters, "case %zu of %s", i, rule->id);
}

#define CHECK(rule, rows) check_answer_letters(&(rule), rows, sizeof(rows) / sizeof *(rows))

/* A found value is 0 if it is a number that equals 0, also in quotes or with " bytes" after it. Other texts, and numbers that are
   too long, are not 0. */
static const finding_and_answer_letters zeros[] = {
    { "llllllllwwll", "1", "1", "x", "0", NULL },
    { "llllllllwwll", "1", "1", "x", "\"-0.0\"", NULL },
    { "llllllllwwll", "1", "1", "x", "0 bytes", NULL },
    { "ullllllluull", "1", "1", "x", NULL, NULL },
    { "ullllllluull", "1", "1", "x", "", NULL },
    { "ullllllluull", "1", "1", "x", "\"", NULL },
    { "ullllllluull", "1", "1", "x", "\"0", NULL },
    { "ullllllluull", "1", "1", "x", "0x0", NULL },
    { "ullllllluull", "1", "1", "x", "0.0.", NULL },
    { "ullllllluull", "1", "1", "x", "0000000000000000000000000000000000000000000000000000000000000000",
        NULL },
};

Test(reader_case_terms, a_found_zero_is_a_number)
{
    CHECK(ap_md5anim_rules[MD5_NUMBER_SIZE], zeros);
}

static const finding_and_answer_letters below[] = {
    { "ucuururuluul", "1", "1", "x", "1", "2" },
    { "uluuuruullll", "1", "1", "x", "2", "2" },
    { "uluuuruullll", "1", "1", "x", "1", NULL },
};
static const finding_and_answer_letters above[] = {
    { "rrrrrrrlrrlr", "1", "1", "x", "11", "10" },
    { "rrrrrrrrrrlr", "1", "1", "x", "10", "10" },
    { "rrrrrrrrrrlr", "1", "1", "x", "11", NULL },
};

Test(reader_case_terms, found_numbers_are_compared_with_expected_numbers)
{
    CHECK(ap_md5anim_rules[MD5ANIM_COMPONENT_SUM], below);
    CHECK(ap_md5mesh_rules[MD5_VERSION], above);
}

/* The number after a key is read only if no letter touches the key, and only blanks, if anything, separate it from the digits. */
static const finding_and_answer_letters keys[] = {
    { "rllrrrrcllrr", "numJoints 7", "7", "x", "7", NULL },
    { "rllrrrrcllrr", "\nnumJoints\t7\n", "7", "x", "7", NULL },
    { "rllrrrrcllrr", "numJoints7", "7", "x", "7", NULL },
    { "rllrrrrlllrr", "numJoints 8", "8", "x", "7", NULL },
    { "rllrrrrlllrr", "numFrames 7", "7", "x", "7", NULL },
    { "rllrrrrlllrr", "anumJoints 7", "7", "x", "7", NULL },
    { "rllrrrrlllrr", "numJointsa 7", "7", "x", "7", NULL },
    { "rllrrrrlllrr", "7 numJoints", "7", "x", "7", NULL },
    { "rllrrrrlllrr", "7 numJoints ", "7", "x", "7", NULL },
    { "rllrrrrlllrr", "numJoints ? 7", "7", "x", "7", NULL },
    { "rllrrrrlllrr", "numJoints ( 7", "7", "x", "7", NULL },
};

Test(reader_case_terms, a_number_after_a_key_is_compared)
{
    CHECK(ap_md5anim_rules[MD5_ROOT_PARENT], keys);
}

static const finding_and_answer_letters paths[] = {
    { "lullllllrr-r", "a", "a", "frames", NULL, NULL },
    { "lullllllrr-r", "a", "a", "frames[1]", NULL, NULL },
    { "lullllllrr-r", "a", "a", "frames.index", NULL, NULL },
    { "rulllllllllr", "a", "a", "", NULL, NULL },
    { "uulllllluuul", "a", "a", "frames_x", NULL, NULL },
    { "uulllllluuul", "a", "a", "frame", NULL, NULL },
    { "uulllllluuul", "a", "a", "frame[1", NULL, NULL },
};

Test(reader_case_terms, a_path_is_equal_or_below)
{
    CHECK(ap_md5anim_rules[MD5_COMMENT_BLOCK_JOINED], paths);
}

static const finding_and_answer_letters first_on_line[] = {
    { "rrcrrrrrllwr", "\"a\nb", "\"a", "x", NULL, NULL },
    { "rrcrrrrrllwr", " \t\"a\nb", "\"a", "x", NULL, NULL },
    { "rrcrrrrrllwr", "x\r\"a\nb", "\"a", "x", NULL, NULL },
    { "rlrrrrrrlllr", "x \"a\nb", "\"a", "x", NULL, NULL },
    { "rrccrrcrrrrr", "x \"a", "\"a", "x", NULL, NULL },
};

Test(reader_case_terms, only_blanks_are_before_the_first_token_of_a_line)
{
    CHECK(ap_md5anim_rules[MD5_STRING_UNTERMINATED], first_on_line);
}

static const finding_and_answer_letters capitals[] = {
    { "rclrrrrrlllr", "NUMFRAMES 1", "NUMFRAMES", "num_frames", NULL, "numFrames" },
    { "rclrrrrrlllr", "NUMFRAMES 1", "NUMFRAMES", "num_frames", NULL, "\"numFrames\"" },
    { "rcrrrrrrlllr", "NUMFRAMES 1", "NUMFRAMES", "num_frames", NULL, NULL },
    { "rcrrrrrrlllr", "NUMFRAME 1", "NUMFRAME", "num_frames", NULL, "numFrames" },
    { "rcrrrrrrlllr", "numFrames 1", "numFrames", "num_frames", NULL, "numFrames" },
    { "rcrrrrrrlllr", "NUMFRAMEZ 1", "NUMFRAMEZ", "num_frames", NULL, "numFrames" },
    { "rcrrrrrrlllr", "numFrame3 1", "numFrame3", "num_frames", NULL, "numFrames" },
    { "rcrrrrrrlllr", "num@ 1", "num@", "num_frames", NULL, "num`" },
    { "rcrrrrrrlllr", "numS 1", "numS", "num_frames", NULL, "num3" },
    { "rlrrrrrrllll", "x numFrames 1", "x", "num_frames", NULL, "numFrames" },
    { "rlrrrrrrllll", "x numFrames", "x", "num_frames", NULL, "numFrames" },
    { "rlrrrrrrllll", "x 1numFrames", "x", "num_frames", NULL, "numFrames" },
    { "rcrrrrrrlllr", "x numFramesx", "x", "num_frames", NULL, "numFrames" },
    { "rcrrrrrrlllr", "x ( 1", "x", "num_frames", NULL, "(" },
};

Test(reader_case_terms, a_word_differs_only_in_capital_letters)
{
    CHECK(ap_md5anim_rules[MD5_HEADER_KEY], capitals);
}

static const finding_and_answer_letters comments[] = {
    { "llllllllrrlr", "/*<<<", "<<<", "", NULL, NULL },
    { "llllllllrrlr", "/* */ /* * / <<<", "<<<", "", NULL, NULL },
    { "rurrrrrruulr", "<<<", "<<<", "", NULL, NULL },
    { "rurrrrrruulr", "*<<<", "<<<", "", NULL, NULL },
    { "rurrrrrruulr", "/**/<<<", "<<<", "", NULL, NULL },
    { "rurrrrrruulr", "* / / *\n<<<", "<<<", "", NULL, NULL },
};

Test(reader_case_terms, a_conflict_is_in_the_block_comment_before_it)
{
    CHECK(ap_md5anim_rules[MD5_MERGE_CONFLICT], comments);
}

static const finding_and_answer_letters touching[] = {
    { "lllrrrrllllr", "a//", "//", "x", NULL, NULL },
    { "lllrrrrllllr", "1//", "//", "x", NULL, NULL },
    { "lllrllrllllr", "(//", "//", "x", NULL, NULL },
    { "lllrllrllllr", "//", "//", "x", NULL, NULL },
};

Test(reader_case_terms, a_letter_or_digit_touches_the_token)
{
    CHECK(ap_md5anim_rules[MD5_LAYOUT], touching);
}

static const finding_and_answer_letters quoted[] = {
    { "rrllllllwwrr", "1 \"1\"", "\"1\"", "hierarchy", NULL, NULL },
    { "rrllllllwwrr", "1 \"1.5\"", "\"1.5\"", "hierarchy", NULL, NULL },
    { "rruuuuruuurr", "1 \"1e5\"", "\"1e5\"", "hierarchy", NULL, NULL },
    { "rruuuuruuurr", "1 \"\"", "\"\"", "hierarchy", NULL, NULL },
};

Test(reader_case_terms, a_quoted_number_has_no_exponent)
{
    CHECK(ap_md5anim_rules[MD5_UNEXPECTED_TOKEN], quoted);
}

static const finding_and_answer_letters plus[] = {
    { "rlrlllllwwlr", "+1", "+1", "hierarchy.start_index", NULL, NULL },
    { "rlrlllllllll", "+1", "+1", "x", NULL, NULL },
    { "rrrrrrrrrrrr", "+1", "", "hierarchy.parent", NULL, NULL },
};

Test(reader_case_terms, an_empty_token_begins_with_no_character)
{
    CHECK(ap_md5anim_rules[MD5_INTEGER], plus);
}

static const finding_and_answer_letters blanks[] = {
    { "llllllllrrll", "\f x", "\f", "frames", NULL, NULL },
    { "llllllllllll", "\v x", "\v", "frames", NULL, NULL },
    { "llllllllllll", "\f x", "", "frames", NULL, NULL },
};

Test(reader_case_terms, a_blank_begins_with_a_form_feed)
{
    CHECK(ap_md5anim_rules[MD5_BLANK], blanks);
}

Test(reader_case_terms, a_finding_outside_the_input_fits_no_row)
{
    ap_finding finding = { .rule = &ap_md5anim_rules[MD5_DECIMAL_COMMA], .path = "", .message = "" };
    const ap_case_subject subject = { &finding, text_view("0,5"), &findings };
    cr_expect_str_eq(ap_find_answer_letters(&subject), "rurlllrrllrr");
    finding.span = (ap_span){ 1, 3 };
    cr_expect_null(ap_find_answer_letters(&subject));
    finding.span = (ap_span){ 4, 0 };
    cr_expect_null(ap_find_answer_letters(&subject));
}
