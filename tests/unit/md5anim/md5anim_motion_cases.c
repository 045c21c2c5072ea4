/* Rules over the motion as a whole: of joints that snap round, of frames that are alike, of very many frames. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/md5/md5_cases.h"

/* Rotations of the second joint: 180 degrees are between HERE and THERE, 57 between HERE and NEAR. */
#define HERE    "0 0 0"
#define THERE   "1 0 0"
#define NEAR    "0.48 0 0"
#define FRAME_0 "frame 0 {\n\t1.5\n\t10 11 12 0.7 0.1 0.2\n}\n"
#define FRAME_1 "frame 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\n"

#define FRAME(number, rotation) "frame " number " {\n1 10 11 12 " rotation "\n}\n"
#define TWO(a, b)               FRAME_0 "\n" FRAME_1, FRAME("0", a) FRAME("1", b)
#define BOUNDS                  "\t( -4 -5 -6 ) ( 4 5 6 )\n", "( 0 0 0 ) ( 1 1 1 )\n( 0 0 0 ) ( 1 1 1 )\n( 0 0 0 ) ( 1 1 1 )\n"
#define FOUR(a, b, c, d)                                                                                     \
    "numFrames 2", "numFrames 4", BOUNDS, FRAME_0 "\n" FRAME_1,                                              \
        FRAME("0", a) FRAME("1", b) FRAME("2", c) FRAME("3", d)

/* So long that it could hold 1025 frames, of which it has two. */
static char long_file[30000];

static const md5_case cases[] = {
    SAYS("rotation-jump", "the only step there is", "frames[1].values[4]",
        "frame 1, joint \"hips\", rotation is 180 degrees from where it was", TWO(HERE, "<1 0 0>")),
    FIRES("rotation-jump", "between small steps", "frames[2].values[4]",
        FOUR(HERE, NEAR, "<-0.95 0 0>", "-0.9 0 0")),
    FIRES("rotation-jump", "there and back", "frames[1].values[4]", FOUR(HERE, "<1 0 0>", HERE, NEAR)),
    FIRES("rotation-jump", "there and back at the end", "frames[2].values[4]",
        FOUR(NEAR, HERE, "<1 0 0>", HERE)),
    FIRES("rotation-jump", "once, at the first", "frames[1].values[4]",
        FOUR(HERE, "<1 0 0>", "0.99 0 0", "0 1 0")),
    FIRES("rotation-jump", "a part of the orientation is the baseframe's", "frames[1].values[4]",
        "numAnimatedComponents 7", "numAnimatedComponents 5", "0 63 1", "0 15 1", "( 0.4 0.5 0.6 )",
        "( 0 0 0 )", FRAME_0 "\n" FRAME_1, FRAME("0", "0") FRAME("1", "<1>")),
    QUIET("rotation-jump", "a near miss: 120 degrees", TWO(HERE, "0.5 0.5 0.5")),
    QUIET("rotation-jump", "a near miss: the step before is large, too, and undoes nothing",
        FOUR(HERE, HERE, "0.9 0 0", "-0.1 0.9 0")),
    QUIET("rotation-jump", "a near miss: the step before is neither small nor undone",
        FOUR(NEAR, NEAR, "-0.3 0 0", "0 1 0")),
    QUIET("rotation-jump", "a near miss: the step after is not small", FOUR(HERE, THERE, "0 0.7 0", HERE)),
    CASE("rotation-jump", "a near miss: the file has an error",
        { TWO(HERE, THERE), "frameRate 24", "frameRate <0>" }, { "frame-rate-range", "frame_rate" }),
    CASE("rotation-jump", "a near miss: a quaternion has no w",
        { TWO(HERE, THERE), "( 0.1 0.2 0.3 )", "<( 1 1 1 )>" },
        { "quaternion-length", "baseframe[0].orientation" }),

    SAYS("nothing-moves", NULL, "num_frames", "all 2 frames are equal", TWO(HERE, HERE), "numFrames 2",
        "numFrames <2>"),
    CASE("nothing-moves", "-0 is 0, and spelling does not matter",
        { TWO(HERE, "-0 0.00 <1e-60>"), "numFrames 2", "numFrames <2>" },
        { "nothing-moves", "num_frames", "number-exponent", "frames[1].values[6]" }),
    FIRES("nothing-moves", "no component is animated", "num_frames", "numAnimatedComponents 7",
        "numAnimatedComponents 0", "-1 1 0", "-1 0 0", "0 63 1", "0 0 0", "\t1.5\n\t10 11 12 0.7 0.1 0.2\n",
        "", "\t2.5\n\t20 21 22 0.5 0.4 0.3\n", "", "numFrames 2", "numFrames <2>"),
    QUIET("nothing-moves", "a near miss: the last number", TWO(HERE, "0 0 0.000000001")),
    QUIET("nothing-moves", "a near miss: one frame", "numFrames 2", "numFrames 1",
        "\t( -4 -5 -6 ) ( 4 5 6 )\n", "", FRAME_1, ""),

    CASE("frame-limit", NULL, { "numFrames 2", "numFrames <1025>", "( 4 5 6 )\n}", "( 4 5 6 )\n<}>" },
        { "frame-limit", "num_frames", "bounds-count", "bounds", "frame-missing", "frames" },
        .text = long_file),
    CASE("frame-limit", "a near miss: 1024",
        { "numFrames 2", "numFrames 1024", "( 4 5 6 )\n}", "( 4 5 6 )\n<}>" },
        { "bounds-count", "bounds", "frame-missing", "frames" }, .text = long_file),
};

const md5_table md5anim_motion_table = MD5_TABLE("md5anim", md5_animation, cases);

Test(md5anim_motion, cases)
{
    enum { LINES = 240 };
    char *end = stpcpy(long_file, md5_animation);
    for (size_t i = 0; i < LINES; i++)
        end = stpcpy(end, "// " HUNDRED "\n");
    strcpy(end, "<>");
    md5_check(&md5anim_motion_table);
}
