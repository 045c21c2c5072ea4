/* Tests ap_md5anim_describe_field: names the joint and component of a number of an animation. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "validators/md5anim/md5anim_describe.h"

static const struct {
    const char *path, *text; /* path of a field, and its expected description; NULL: no description */
} cases[] = {
    { "frames[0].values[0]", "x of the position of joint 0, \"root\"" },
    { "frames[1].values[6]", "z of the rotation of joint 1, \"hips\"" },
    { "frames[0].values[1]", "x of the position of joint 1, \"hips\"" },
    { "frames[0].values[7]", NULL },
    { "baseframe[0].position.x", "of joint 0, \"root\"" },
    { "baseframe[1].orientation.z", "of joint 1, \"hips\"" },
    { "baseframe[2].position.x", NULL },
    { "baseframe[99999].position.x", NULL },
    { "hierarchy[1].parent", "the parent is joint 0, \"root\"" },
    { "hierarchy[0].parent", NULL },
    { "hierarchy[2].parent", NULL },
    { "hierarchy[0].name", "a root; Tx is value 0 of each frame" },
    { "hierarchy[1].flags", "child of joint 0, \"root\"; Tx Ty Tz Qx Qy Qz are values 1 to 6 of each frame" },
    { "hierarchy[2].flags", NULL },
    { "num_frames", NULL },
    { "", NULL },
};

ARENA_SUITE(md5anim_described);

/* Files in which flags, start index or parent of one joint are missing or invalid: values of the valid joint are described. */
static const struct {
    const char *from, *to;   /* edit of md5_animation */
    const char *path, *text; /* path of a field, and its expected description; NULL: no description */
} changed[] = {
    { "\"root\" -1 1 0", "\"root\" -1 x 0", "frames[0].values[0]", NULL },
    { "\"root\" -1 1 0", "\"root\" -1 1 x", "frames[0].values[0]", NULL },
    { "\"root\" -1 1 0", "\"root\" -1 1 -1", "frames[0].values[0]", NULL },
    { "\"root\" -1 1 0", "\"root\" -1 1 x", "frames[0].values[1]", "x of the position of joint 1, \"hips\"" },
    { "\"hips\" 0 63", "\"hips\" 2 63", "hierarchy[1].parent", NULL },
    { "\"hips\" 0 63", "\"hips\" 0 0", "hierarchy[1].start_index",
        "child of joint 0, \"root\"; not animated" },
    { "\"hips\" 0 63", "\"hips\" 2 63", "hierarchy[1].flags", NULL },
    { "\"hips\" 0 63", "\"hips\" 0 x", "hierarchy[1].flags", NULL },
    { "\"hips\" 0 63", "\"hips\" x 63", "hierarchy[1].flags", NULL },
    { "\"hips\" 0 63 1", "\"hips\" 0 63 x", "hierarchy[1].flags", NULL },
    { "MD5Version 10", "MD5Versio", "baseframe[0].position.x", "of joint 0, \"root\"" },
};

static void check_description(const char *file, const char *path, const char *wanted, const char *what)
{
    char text[200] = "";
    const bool described = ap_md5anim_describe_field(text_view(file), path, &arena, text, sizeof text);
    cr_expect_eq(described, wanted != NULL, "%s: the description is '%s'", what, text);
    if (wanted != NULL)
        cr_expect_str_eq(text, wanted, "%s: the description is '%s'", what, text);
    cr_expect_not(
        ap_md5anim_describe_field((ap_view){ (const uint8_t *)file, 5 }, path, &arena, text, sizeof text));
}

Test(md5anim_described, fields_of_files_with_invalid_joints_are_described)
{
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++)
        check_description(text_with_replaced_part(md5_animation, changed[i].from, changed[i].to),
            changed[i].path, changed[i].text, changed[i].to);
}

Test(md5anim_described, fields_of_a_valid_file_are_described)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_description(md5_animation, cases[i].path, cases[i].text, cases[i].path);
}
