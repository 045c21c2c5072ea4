/* Cases of rules about the whole motion: rotation-jump, nothing-moves, frame-limit, frame-rate-high. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/md5/md5_cases.h"

/* Rotations of joint "hips": HERE and THERE are 180 degrees apart, HERE and NEAR 57 degrees. */
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

/* The valid animation of two frames and enough comments that count-exceeds-file accepts numFrames 1025. */
static char long_file[30000];

static const md5_case cases[] = {
    SAYS("rotation-jump", "a turn of 180 degrees between two frames", "frames[1].values[4]",
        "frame 1, joint \"hips\", rotation turns 180 degrees from the frame before it, the only step",
        TWO(HERE, "<1 0 0>")),
    SAYS("rotation-jump", "a large turn between two small ones", "frames[2].values[4]",
        "from the frame before it; the steps before and after are under 90 degrees",
        FOUR(HERE, NEAR, "<-0.95 0 0>", "-0.9 0 0")),
    SAYS("rotation-jump", "a jump that the next frame undoes, at the start", "frames[1].values[4]",
        "from the frame before it, and back in the next frame: this frame is in another pose",
        FOUR(HERE, "<1 0 0>", HERE, NEAR)),
    FIRES("rotation-jump", "a jump that the last frame undoes", "frames[2].values[4]",
        FOUR(NEAR, HERE, "<1 0 0>", HERE)),
    SAYS("rotation-jump", "a large turn to the second frame of four", "frames[1].values[4]",
        "from the frame before it; the step after it is under 90 degrees",
        FOUR(HERE, "<-0.95 0 0>", "-0.9 0 0", "-0.9 0 0")),
    SAYS("rotation-jump", "a large turn to the last frame of four", "frames[3].values[4]",
        "from the frame before it; the step before it is under 90 degrees",
        FOUR(HERE, HERE, NEAR, "<-0.95 0 0>")),
    FIRES("rotation-jump", "of two large turns, the first is reported", "frames[1].values[4]",
        FOUR(HERE, "<1 0 0>", "0.99 0 0", "0 1 0")),
    FIRES("rotation-jump", "one component is animated, and the baseframe has the other components",
        "frames[1].values[4]", "numAnimatedComponents 7", "numAnimatedComponents 5", "0 63 1", "0 15 1",
        "( 0.4 0.5 0.6 )", "( 0 0 0 )", FRAME_0 "\n" FRAME_1, FRAME("0", "0") FRAME("1", "<1>")),
    QUIET("rotation-jump", "near miss: a turn of 120 degrees", TWO(HERE, "0.5 0.5 0.5")),
    QUIET("rotation-jump", "near miss: the turn before is also large and is not undone",
        FOUR(HERE, HERE, "0.9 0 0", "-0.1 0.9 0")),
    QUIET("rotation-jump", "near miss: the turn before is neither small nor undone",
        FOUR(NEAR, NEAR, "-0.3 0 0", "0 1 0")),
    QUIET("rotation-jump", "near miss: the turn after is not small", FOUR(HERE, THERE, "0 0.7 0", HERE)),
    CASE("rotation-jump", "near miss: not checked if the file has an error",
        { TWO(HERE, THERE), "frameRate 24", "frameRate <0>" }, { "frame-rate-range", "frame_rate" }),
    CASE("rotation-jump", "near miss: not checked if a quaternion is too long",
        { TWO(HERE, THERE), "( 0.1 0.2 0.3 )", "<( 1 0.2 0.2 )>" },
        { "quaternion-length", "baseframe[0].orientation" }),

    SAYS("nothing-moves", NULL, "num_frames", "all 2 frames are equal", TWO(HERE, HERE), "numFrames 2",
        "numFrames <2>"),
    CASE("nothing-moves", "-0 equals 0, and the spelling of zero does not matter",
        { TWO(HERE, "-0 0.00 <1e-60>"), "numFrames 2", "numFrames <2>" },
        { "nothing-moves", "num_frames", "number-exponent", "frames[1].values[6]" }),
    FIRES("nothing-moves", "no component is animated", "num_frames", "numAnimatedComponents 7",
        "numAnimatedComponents 0", "-1 1 0", "-1 0 0", "0 63 1", "0 0 0", "\t1.5\n\t10 11 12 0.7 0.1 0.2\n",
        "", "\t2.5\n\t20 21 22 0.5 0.4 0.3\n", "", "numFrames 2", "numFrames <2>"),
    QUIET("nothing-moves", "near miss: the last value differs", TWO(HERE, "0 0 0.000000001")),
    QUIET("nothing-moves", "near miss: the file has one frame", "numFrames 2", "numFrames 1",
        "\t( -4 -5 -6 ) ( 4 5 6 )\n", "", FRAME_1, "", "( 1 2 3 )", "( 2 2 3 )"),

    CASE("frame-limit", NULL, { "numFrames 2", "numFrames <1025>", "\t( -4 -5 -6 ) ( 4 5 6 )\n}", "<}>" },
        { "frame-limit", "num_frames", "bounds-count", "bounds", "frame-missing", "frames" },
        .text = long_file),
    CASE("frame-limit", "near miss: numFrames is 1024",
        { "numFrames 2", "numFrames 1024", "\t( -4 -5 -6 ) ( 4 5 6 )\n}", "<}>" },
        { "bounds-count", "bounds", "frame-missing", "frames" }, .text = long_file),

    CASE("merge-conflict", "merge-conflict is the only finding, also in a file of 1025 frames",
        { "numFrames 2", "numFrames 1025", "\t( -4 -5 -6 ) ( 4 5 6 )\n}", "}", "\t1.5\n",
            "<```````>\n=======\n^^^^^^^\n\t1.5\n", "<>", "" },
        { "merge-conflict", "" }, .text = long_file),
    CASE("merge-conflict", "merge-conflict is the only finding, also after a rotation that is too long",
        { "0.7 0.1 0.2", "1 0.25 0", "\t20 21", "<```````>\n=======\n^^^^^^^\n\t20 21" },
        { "merge-conflict", "" }),

    SAYS("frame-rate-high", NULL, "frame_rate", "frame_rate is 241; real animations play 20 to 120 frames",
        "frameRate 24", "frameRate <241>"),
    QUIET("frame-rate-high", "near miss: 240 frames a second", "frameRate 24", "frameRate 240"),
    FIRES("frame-rate-high", "the highest rate that is not an error", "frame_rate", "frameRate 24",
        "frameRate <2147483>"),
    CASE("frame-rate-high", "near miss: a rate that is an error", { "frameRate 24", "frameRate <2147484>" },
        { "frame-rate-range", "frame_rate" }),
    CASE("frame-rate-high", "a frame rate above 240 with a fraction",
        { "frameRate 24", "frameRate <<240.5>>" },
        { "frame-rate-fraction", "frame_rate", "frame-rate-high", "frame_rate" }),
    CASE("frame-rate-high", "near miss: the frame rate 240.0 is reported only as a fraction",
        { "frameRate 24", "frameRate <240.0>" }, { "frame-rate-fraction", "frame_rate" }),
    CASE("frame-rate-high", "near miss: not checked if the file has an error",
        { "frameRate 24", "frameRate 1000", "0 63 1", "0 <64> 1" }, { "flags-range", "hierarchy[1].flags" }),
};

const md5_table md5anim_motion_table = MD5_TABLE("md5anim", md5_animation, cases);

Test(md5anim_motion, each_case_has_its_findings)
{
    enum { LINES = 240 };
    char *end = stpcpy(long_file, md5_animation);
    for (size_t i = 0; i < LINES; i++)
        end = stpcpy(end, "// " HUNDRED "\n");
    strcpy(end, "<>");
    md5_check_cases(&md5anim_motion_table);
}
