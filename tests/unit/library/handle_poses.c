/* animproof.h: where the joints of an animation are. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/library/handle_case.h"

enum { NUMBERS = 7 };

/* Two frames a second. The joint `b` is 10 from its parent `a` along x. The joint `a` moves by 4 along x, and turns by a
   right angle around z. */
static const char moving[] =
    "MD5Version 10\ncommandline \"\"\nnumFrames 2\nnumJoints 2\nframeRate 2\nnumAnimatedComponents 2\n\n"
    "hierarchy {\n\t\"a\" -1 33 0\n\t\"b\" 0 0 0\n}\n\n"
    "bounds {\n\t( -20 -20 -20 ) ( 20 20 20 )\n\t( -20 -20 -20 ) ( 20 20 20 )\n}\n\n"
    "baseframe {\n\t( 0 0 0 ) ( 0 0 0 )\n\t( 10 0 0 ) ( 0 0 0 )\n}\n\n"
    "frame 0 {\n\t0 0\n}\n\nframe 1 {\n\t4 0.70710678\n}\n";

static void expect_position(const double *numbers, double x, double y, double z)
{
    cr_expect(fabs(numbers[0] - x) < 1e-5 && fabs(numbers[1] - y) < 1e-5 && fabs(numbers[2] - z) < 1e-5,
        "(%g %g %g) is expected, not (%g %g %g)", x, y, z, numbers[0], numbers[1], numbers[2]);
    const double *turn = numbers + 3;
    cr_expect(
        fabs(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3] - 1) < 1e-12);
}

Test(handle_poses, each_frame_has_a_pose)
{
    const double *numbers;
    size_t poses, joints;
    AT_END(handle_free) animproof *handle = handle_with_text(moving);
    expect_ok(handle, animproof_poses(handle, NULL, 0, &numbers, &poses, &joints));
    cr_assert(poses == 2 && joints == 2);
    expect_position(numbers, 0, 0, 0);
    expect_position(numbers + NUMBERS, 10, 0, 0);
    expect_position(numbers + 2 * NUMBERS, 4, 0, 0);
    expect_position(numbers + 3 * NUMBERS, 4, -10, 0);
    cr_expect_float_eq(numbers[2 * NUMBERS + 5], 0.70710678, 1e-7);
}

/* Times may be in any order. A time outside the animation has the pose of the nearest frame, a time that is not a number that of
   the first frame. */
Test(handle_poses, poses_are_in_the_order_of_the_times)
{
    static const double seconds[] = { 0.5, 0.25, 0, 99, -1, NAN, 0.5 };
    static const double x[] = { 4, 2, 0, 4, 0, 0, 4 };
    const double *numbers;
    size_t poses, joints;
    AT_END(handle_free) animproof *handle = handle_with_text(moving);
    expect_ok(handle, animproof_poses(handle, seconds, 7, &numbers, &poses, &joints));
    cr_assert(poses == 7 && joints == 2);
    for (size_t i = 0; i < poses; i++)
        expect_position(numbers + 2 * i * NUMBERS, x[i], 0, 0);
    expect_position(numbers + 3 * NUMBERS, 2 + 10 * sqrt(0.5), -10 * sqrt(0.5), 0);
}

Test(handle_poses, only_animations_without_errors_have_poses)
{
    const double *numbers = &(double){ 1 };
    size_t poses = 1, joints = 1;
    AT_END(handle_free) animproof *handle = handle_with_text(small_camera);
    expect_call(handle, animproof_poses(handle, NULL, 0, &numbers, &poses, &joints), ANIMPROOF_UNSUPPORTED,
        "only an md5anim file has poses");
    cr_expect(numbers == NULL && poses == 0 && joints == 0);
    cr_expect_str_eq(animproof_status_name(ANIMPROOF_UNSUPPORTED), "unsupported");
    expect_ok(handle, animproof_open_buffer(handle, NULL, moving, strlen(moving)));
    expect_ok(handle, animproof_put(handle, "hierarchy[1].parent", "1"));
    expect_call(handle, animproof_poses(handle, NULL, 0, &numbers, &poses, &joints), ANIMPROOF_HAS_ERRORS,
        "the open file has errors: 1");
    expect_call(handle, animproof_poses(handle, NULL, 1, &numbers, &poses, &joints), ANIMPROOF_MISUSE,
        "count must be 0 if seconds is NULL, and only then");
    expect_call(handle, animproof_poses(handle, NULL, 0, &numbers, &poses, NULL), ANIMPROOF_MISUSE,
        "numbers, poses and joints must not be NULL");
    expect_call(handle, animproof_poses(handle, NULL, 0, &numbers, NULL, &joints), ANIMPROOF_MISUSE,
        "numbers, poses and joints must not be NULL");
    expect_call(handle, animproof_poses(handle, NULL, 0, NULL, &poses, &joints), ANIMPROOF_MISUSE,
        "numbers, poses and joints must not be NULL");
    AT_END(handle_free) animproof *empty = animproof_new(NULL);
    expect_call(empty, animproof_poses(empty, NULL, 0, &numbers, &poses, &joints), ANIMPROOF_NOT_OPEN,
        "no file is open");
    cr_expect_eq(animproof_poses(NULL, NULL, 0, &numbers, &poses, &joints), ANIMPROOF_MISUSE);
}
