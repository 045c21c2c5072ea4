/* Cases of rules on what the numbers mean: boxes, positions and rotations. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

/* An animation of a root and the joint "tip", 10 above the root, so that each pose has the size 10. No joint turns; only the
   position of "tip" is animated. `bounds` and `frames` have `count` entries. */
#define CHAIN(count, bounds, frames)                                                                         \
    "MD5Version 10\ncommandline \"\"\n\nnumFrames " count "\nnumJoints 2\nframeRate 24\n"                    \
    "numAnimatedComponents 3\n\nhierarchy {\n\t\"base\" -1 0 0\n\t\"tip\" 0 7 0\n}\n\nbounds {\n" bounds     \
    "}\n\nbaseframe {\n\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 10 ) ( 0 0 0 )\n}\n" frames
#define BOX(min, max)          "\t( " min " ) ( " max " )\n"
#define FRAME(number, numbers) "\nframe " number " {\n\t" numbers "\n}\n"
#define UP                     "0 0 10"
/* A position: read as float32 numbers, its distance from the origin is exactly 4300. */
#define SIZE_4300 "4299.7837 43 3.3477032"

/* Three frames that differ, with the given boxes. */
#define THREE(one, two, three)                                                                               \
    CHAIN("3", one two three, FRAME("0", UP) FRAME("1", "0 0.25 10") FRAME("2", "0 0.5 10"))
#define HIT(id, title, words, path, ...)                                                                     \
    {                                                                                                        \
        .rule = (id), .name = (title), .says = (words), .wants = { (id), (path) }, .text = __VA_ARGS__       \
    }
#define MISS(id, title, ...)                                                                                 \
    {                                                                                                        \
        .rule = (id), .name = "near miss: " title, .text = __VA_ARGS__                                       \
    }

/* Animations of three and of five frames; the arguments are the position of "tip" in each frame. */
#define WIDE         BOX("-99 -99 -99", "99 99 99")
#define TIP(a, b, c) CHAIN("3", WIDE WIDE WIDE, FRAME("0", a) FRAME("1", b) FRAME("2", c))
#define LONG(a, b, c, d, e)                                                                                  \
    CHAIN("5", WIDE WIDE WIDE WIDE WIDE,                                                                     \
        FRAME("0", a) FRAME("1", b) FRAME("2", c) FRAME("3", d) FRAME("4", e))

/* An animation of one frame, with the given baseframe and flags of two joints, and the numbers of the frame. */
#define TURNED(components, flags, start, base, numbers)                                                      \
    "MD5Version 10\ncommandline \"\"\n\nnumFrames 1\nnumJoints 2\nframeRate "                                \
    "24\nnumAnimatedComponents " components "\n\nhierarchy {\n\t\"base\" -1 0 0\n\t\"tip\" 0 " flags         \
    " " start "\n}\n\nbounds {\n" WIDE "}\n\nbaseframe {\n\t( 0 0 0 ) ( 0 0 0 )\n\t" base                    \
    "\n}\n" FRAME("0", numbers)

static const md5_case cases[] = {
    HIT("bounds-joints", "all joints are outside: the box farthest from its joints is reported",
        "frame 1, bounds contain no joint, and no box of another frame contains one: the nearest joint is 20 "
        "outside, 200% of",
        "bounds[1]",
        THREE(BOX("-9 10 -9", "9 30 30"), "\t<( -9 20.25 -9 ) ( 9 30 30 )>\n", BOX("-9 10 -9", "9 30 30"))),
    HIT("bounds-joints", "a joint's distance from the box is its largest distance on one axis",
        "the nearest joint is 0.2 outside, 2% of", "bounds[0]",
        CHAIN("1", "\t<( 0.11 0.2 0 ) ( 9 9 9 )>\n", FRAME("0", UP))),
    MISS("bounds-joints", "the nearest joint is outside by less than 1 % of the size of the pose",
        CHAIN("1", BOX("0.0625 0 0", "9 9 30"), "") FRAME("0", UP)),
    MISS("bounds-joints", "the nearest joint is outside by exactly 1 % of the size of the pose",
        CHAIN("1", BOX("43 -9 -9", "50 99 99"), FRAME("0", SIZE_4300))),
    MISS("bounds-joints", "one joint of one frame is inside",
        THREE(BOX("50 50 50", "60 60 60"), BOX("50 50 50", "60 60 60"), BOX("0 0.5 10", "60 60 60"))),
    HIT("bounds-joints", "the first box without extent on an axis is reported",
        "frame 1, bounds have no extent on axis z, where the joints of the frame spread over 10", "bounds[1]",
        THREE(BOX("-9 -9 -9", "9 9 19"), "\t<( -9 -9 5.0 ) ( 9 9 5 )>\n", BOX("-9 -9 5", "9 9 5"))),
    MISS("bounds-joints", "a box has no extent on an axis on which the joints have none either",
        THREE(BOX("0 -9 -9", "0 9 19"), BOX("-9 -9 -9", "9 9 19"), BOX("-9 -9 -9", "9 9 19"))),
    MISS("bounds-joints",
        "a box has no extent on an axis on which the joints spread over less than 1 % of the pose",
        CHAIN("1", BOX("-9 0 -9", "9 0 19"), FRAME("0", "0 0.0625 10"))),
    MISS("bounds-joints",
        "a box has no extent on an axis on which the joints spread over exactly 1 % of the pose",
        CHAIN("1", BOX("-9 0 -9", "9999 0 9999"), FRAME("0", SIZE_4300))),
    MISS("bounds-joints", "the pose is not larger than 0.001",
        CHAIN("1", BOX("1 1 1", "1 1 1"), FRAME("0", "0 0 0.0009"))),
    CASE("bounds-joints", "near miss: all bounds are 0", .wants = { "bounds-zero", "bounds" },
        .text =
            "MD5Version 10\ncommandline \"\"\n\nnumFrames 1\nnumJoints 2\nframeRate "
            "24\nnumAnimatedComponents 1\n\n"
            "hierarchy {\n\t\"base\" -1 1 0\n\t\"tip\" 0 0 0\n}\n\nbounds <{\n" BOX("0 0 0",
                "0 0 0") "}>\n\nbaseframe {\n\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 10 ) ( 0 0 0 )\n}\n" FRAME("0",
                "50")),
    CASE("bounds-joints", "near miss: the file has an error", .wants = { "number", "frames[0].values[0]" },
        .text = CHAIN("1", BOX("50 50 50", "60 60 60"), FRAME("0", "<nan> 0 10"))),
    MISS("bounds-joints", "one joint alone has no size",
        "MD5Version 10\ncommandline \"\"\n\nnumFrames 1\nnumJoints 1\nframeRate 24\nnumAnimatedComponents "
        "1\n\n"
        "hierarchy {\n\t\"base\" -1 1 0\n}\n\nbounds {\n" BOX(
            "50 50 50", "60 60 60") "}\n\n"
                                    "baseframe {\n\t( 0 0 0 ) ( 0 0 0 )\n}\n" FRAME("0", "0")),

    HIT("position-jump", "a joint is far away in one frame and back in the next",
        "frame 1, joint \"tip\", position jumps away for this frame, by 1.4 times the size of the pose",
        "frames[1].values[0]", TIP(UP, "<10 0 0>", "0 0 10.5")),
    HIT("position-jump", "of two frames with a jump, the first is reported", NULL, "frames[2].values[0]",
        LONG(UP, "0 0 11", "<0 0 18>", "0 0 11", "0 0 19")),
    MISS("position-jump", "the joint jumps by half the size of the pose", TIP(UP, "0 5 10", UP)),
    HIT("position-jump", "the joint jumps by a little over half the size of the pose", NULL,
        "frames[1].values[0]", TIP(UP, "<0 5.01 10>", UP)),
    MISS("position-jump", "the joint returns to a quarter of the jump", TIP(UP, "0 0 18", "0 0 12")),
    HIT("position-jump", "the joint returns to less than a quarter of the jump", NULL, "frames[1].values[0]",
        LONG(UP, "<0 0 18>", "0 0 11.59", "0 0 11", UP)),
    MISS("position-jump", "the joint stays away", LONG(UP, "0 0 30", "0 0 30", UP, UP)),
    MISS("position-jump", "the joint moves on", TIP(UP, "0 0 20", "0 0 30")),
    MISS("position-jump", "two frames have no frame on either side",
        CHAIN("2", WIDE WIDE, FRAME("0", UP) FRAME("1", "0 0 50"))),
    MISS("position-jump", "the pose is not larger than 0.001", TIP("0 0 0.0001", "0 0 0.0009", "0 0 0.0001")),
    CASE("position-jump", "near miss: the file has an error", .wants = { "number", "frames[0].values[0]" },
        .text = TIP("<+1> 0 10", "10 0 0", UP)),

    HIT("rotation-values", "degrees in a frame",
        "frame 0, joint \"tip\", rotation is longer than any rotation: these are angles in deg",
        "frames[0].values[3]", TURNED("6", "63", "0", "( 0 0 10 ) ( 0 0 0 )", "0 0 10 <0 90 45>")),
    HIT("rotation-values", "radians in the baseframe, which comes first",
        "baseframe, joint \"tip\", orientation is longer than any rotation (2 orientations of the file are): "
        "these are angles in rad",
        "baseframe[1].orientation", TURNED("3", "56", "0", "( 0 0 10 ) <( 0 1.5 0 )>", "0 1.5 0")),
    HIT("rotation-values", "the rotation of each joint is written before its position",
        "each joint has its rotation before its position", "baseframe[1].orientation",
        TURNED("6", "63", "0", "( 0 0.5 0 ) <( 0 0 10 )>", "0 0.5 0 0 0 10")),
    HIT("rotation-values", "one component of the rotation is animated", NULL, "frames[0].values[0]",
        TURNED("1", "16", "0", "( 0 0 10 ) ( 0.5 0 0.5 )", "<0.9>")),
    CASE("rotation-values", "near miss: the squared length is 1.21",
        .wants = { "quaternion-length", "baseframe[1].orientation" },
        .text = TURNED("1", "1", "0", "( 0 0 10 ) <( 0 0 1.0999 )>", "0")),
    CASE("rotation-values", "near miss: the file has an error",
        .wants = { "quaternion-length", "baseframe[1].orientation", "number", "frames[0].values[0]" },
        .text = TURNED("1", "1", "0", "( 0 0 10 ) <( 0 0 9 )>", "<+1>")),
    CASE("rotation-values",
        "near miss: the frames replace each component of a wrong rotation in the baseframe",
        .wants = { "quaternion-length", "baseframe[1].orientation" },
        .text = TURNED("3", "56", "0", "( 0 0 10 ) <( 0 0 1.05 )>", "0 0 1")),
};

MD5_CHECKED_TABLE(md5anim_content, md5anim_content_table, "md5anim", md5_animation, cases)
