/* Tests ap_md5anim_format.same: two animations are the same if every value is bit-equal as float32, and joints, counts and
   commandline are equal. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "validators/md5anim/md5anim.h"
#include "validators/rewrite.h"

ARENA_SUITE(md5anim_same);

static const char base[] = "MD5Version 10\n"
                           "commandline \"walk\"\n"
                           "numFrames 2\n"
                           "numJoints 3\n"
                           "frameRate 24\n"
                           "numAnimatedComponents 3\n"
                           "hierarchy {\n"
                           "\t\"root\" -1 3 0\n"
                           "\t\"hips\" 0 8 2\n"
                           "\t\"head\" 0 0 0\n"
                           "}\n"
                           "bounds {\n"
                           "\t( -1 -2 -3 ) ( 1 2 3 )\n"
                           "\t( -4 -5 -6 ) ( 4 5 6 )\n"
                           "}\n"
                           "baseframe {\n"
                           "\t( 10 11 12 ) ( 0.1 0.2 0.3 )\n"
                           "\t( 13 14 15 ) ( 0.4 0.5 0.6 )\n"
                           "\t( 16 17 18 ) ( 0.25 0 0 )\n"
                           "}\n"
                           "frame 0 {\n"
                           "\t70 71 0.72\n"
                           "}\n"
                           "frame 1 {\n"
                           "\t80 81 0.82\n"
                           "}\n";

static const struct {
    const char *from, *to; /* the other file has `to` in place of `from` */
    const char *path;      /* path of the first value that differs; "" if all values are equal */
} cases[] = {
    { "\"walk\"", "\"walked\"", "commandline" },
    { "\"walk\"", "\"Walk\"", "commandline" },
    { "frameRate 24", "frameRate 25", "frame_rate" },
    { "frameRate 24", "frameRate 24.5", "frame_rate" },
    { "\"hips\"", "\"hipt\"", "hierarchy[1].name" },
    { "\"head\" 0", "\"head\" 1", "hierarchy[2].parent" },
    { "\"hips\" 0 8", "\"hips\" 0 16", "hierarchy[1].flags" },
    { "-1 -2 -3", "-1.0 -2 -3", "" },
    { "-1 -2 -3", "-1 -2 -3.0000002", "bounds[0].min.z" },
    { "( 4 5 6 )", "( 4 7 6 )", "bounds[1].max.y" },
    { "10 11 12", "10.000001 11 12", "baseframe[0].position.x" },
    { "0.25 0 0", "0.25 0 -0", "baseframe[2].orientation.z" },
    { "0.25 0 0", "0.250 0 0.0", "" },
    { "70 71", "70 71.1", "frames[0].values[1]" },
    { "0.82", "0.83", "frames[1].values[2]" },
    { "0.82", "0.81999999284744263", "" },
    { "80 81", "80 //\n 81", "" },
};

Test(md5anim_same, the_path_of_the_first_difference_is_given)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char one[AP_SAME_PATH_BYTES], other[AP_SAME_PATH_BYTES];
        const char *text = text_with_replaced_part(base, cases[i].from, cases[i].to);
        const bool same = ap_md5anim_format.same(text_view(base), text_view(text), &arena, one, other);
        cr_expect_eq(same, cases[i].path[0] == '\0', "comparison with %s", cases[i].to);
        cr_expect_str_eq(one, cases[i].path, "with %s the path is %s", cases[i].to, one);
        cr_expect_str_eq(
            other, cases[i].path, "with %s the path in the other file is %s", cases[i].to, other);
    }
}

/* The components of a joint may have another start index: equal values compare equal, and each file has its own path. */
Test(md5anim_same, components_are_compared_by_joint_not_by_index)
{
    char one[AP_SAME_PATH_BYTES], other[AP_SAME_PATH_BYTES];
    char *text = text_with_replaced_part(
        base, "\"root\" -1 3 0\n\t\"hips\" 0 8 2", "\"root\" -1 3 1\n\t\"hips\" 0 8 0");
    memcpy(strstr(text, "70 71 0.72"), "0.72 70 71", 10);
    memcpy(strstr(text, "80 81 0.82"), "0.82 80 91", 10);
    cr_expect_not(ap_md5anim_format.same(text_view(base), text_view(text), &arena, one, other));
    cr_expect_str_eq(one, "frames[1].values[1]");
    cr_expect_str_eq(other, "frames[1].values[2]");
    memcpy(strstr(text, "80 91"), "80 81", 5);
    cr_expect(ap_md5anim_format.same(text_view(base), text_view(text), &arena, one, other));
}

/* A writer that changes one value of `base`. */
static bool write_changed_base_animation(
    ap_view input, const ap_lint_options *options, ap_arena *of_run, ap_writer *writer)
{
    const char *text = text_with_replaced_part(base, "0.72", "0.73");
    (void)input, (void)options, (void)of_run;
    return ap_write(writer, text, strlen(text));
}

Test(md5anim_same, a_rewrite_that_differs_names_the_field_on_both_sides)
{
    ap_format format = ap_md5anim_format;
    ap_rewrite trip;
    const ap_lint_options options = { .listener = NULL };
    format.write = write_changed_base_animation;
    cr_assert_eq(
        ap_rewrite_and_compare(&format, text_view(base), &options, &arena, &trip), AP_REWRITE_DIFFERS);
    cr_expect_str_eq(trip.read.field.path, "frames[0].values[2]");
    cr_expect_str_eq(trip.wrote.field.path, "frames[0].values[2]");
    cr_expect_eq(trip.at, (size_t)(strstr(base, "0.72") - base));
    cr_expect(memcmp(trip.read.shown, "0.72", 4) == 0 && memcmp(trip.wrote.shown, "0.73", 4) == 0);
}

Test(md5anim_same, each_failing_allocation_is_reported)
{
    char one[AP_SAME_PATH_BYTES], other[AP_SAME_PATH_BYTES];
    bool same = false;
    for (size_t n = 1; !same; n++) {
        arena_replace();
        arena.fail_at = n;
        same = ap_md5anim_format.same(text_view(base), text_view(base), &arena, one, other);
        cr_expect_eq(same, !arena.failed, "allocation %zu", n);
        cr_assert_lt(n, 100);
    }
}
