/* Cases of rules on what the numbers mean: boxes and joints. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

/* An animation of a root and a joint 10 above it, which does not turn: poses have the size 10. `bounds` and `frames` are as many as
   `count` says; the position of "tip" is animated. */
#define CHAIN(count, bounds, frames)                                                                         \
    "MD5Version 10\ncommandline \"\"\n\nnumFrames " count "\nnumJoints 2\nframeRate 24\n"                    \
    "numAnimatedComponents 3\n\nhierarchy {\n\t\"base\" -1 0 0\n\t\"tip\" 0 7 0\n}\n\nbounds {\n" bounds     \
    "}\n\nbaseframe {\n\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 10 ) ( 0 0 0 )\n}\n" frames
#define BOX(min, max)          "\t( " min " ) ( " max " )\n"
#define FRAME(number, numbers) "\nframe " number " {\n\t" numbers "\n}\n"
#define UP                     "0 0 10"

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

static const md5_case cases[] = {
    HIT("bounds-joints", "all joints are outside: the box farthest from its joints is reported",
        "frame 1, bounds contain no joint, and no box of another frame contains one: the nearest joint is 20 "
        "outside, 200% of",
        "bounds[1]",
        THREE(BOX("-9 10 -9", "9 30 30"), "\t<( -9 20.25 -9 ) ( 9 30 30 )>\n", BOX("-9 10 -9", "9 30 30"))),
    HIT("bounds-joints", "the distance is the largest on an axis", "the nearest joint is 0.2 outside, 2% of",
        "bounds[0]", CHAIN("1", "\t<( 0.11 0.2 0 ) ( 9 9 9 )>\n", FRAME("0", UP))),
    MISS("bounds-joints", "a joint is outside by 1 % of the pose",
        CHAIN("1", BOX("0.0625 0 0", "9 9 30"), "") FRAME("0", UP)),
    MISS("bounds-joints", "one joint of one frame is inside",
        THREE(BOX("50 50 50", "60 60 60"), BOX("50 50 50", "60 60 60"), BOX("0 0.5 10", "60 60 60"))),
    HIT("bounds-joints", "the first flat box",
        "frame 1, bounds have no extent on axis z, where the joints of the frame spread over 10", "bounds[1]",
        THREE(BOX("-9 -9 -9", "9 9 19"), "\t<( -9 -9 5.0 ) ( 9 9 5 )>\n", BOX("-9 -9 5", "9 9 5"))),
    MISS("bounds-joints", "a box is flat where the joints are flat",
        THREE(BOX("0 -9 -9", "0 9 19"), BOX("-9 -9 -9", "9 9 19"), BOX("-9 -9 -9", "9 9 19"))),
    MISS("bounds-joints",
        "a box is flat on an axis on which the joints spread over less than 1 % of the pose",
        CHAIN("1", BOX("-9 0 -9", "9 0 19"), FRAME("0", "0 0.0625 10"))),
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
};

MD5_CHECKED_TABLE(md5anim_content, md5anim_content_table, "md5anim", md5_animation, cases)
