/* ap_format.describe: which joint and component a number of an animation is. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "validators/md5anim/md5anim_describe.h"

static const struct {
    const char *path, *text; /* NULL: nothing is said */
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
    { "hierarchy[1].flags", NULL },
    { "num_frames", NULL },
    { "", NULL },
};

Test(md5anim_described, paths)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ap_arena arena;
        char text[200] = "";
        ap_arena_init(&arena, 0);
        const bool said =
            ap_md5anim_describe(text_view(md5_animation), cases[i].path, &arena, text, sizeof text);
        cr_expect_eq(said, cases[i].text != NULL, "%s: %s", cases[i].path, text);
        if (cases[i].text != NULL)
            cr_expect_str_eq(text, cases[i].text, "%s: \"%s\"", cases[i].path, text);
        ap_arena_free(&arena);
    }
}
