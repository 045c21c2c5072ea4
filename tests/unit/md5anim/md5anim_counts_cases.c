/* The header's values: one finding each, the first that holds of integer, range, count-exceeds-file and
   component-sum; with any of them the value is unknown from there on. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

/* A header that ends with its count: 39 bytes, what pads the string, and the count. */
#define CUT_HEADER(padding, count) "MD5Version 10\ncommandline \"" padding "\"\nnumFrames " count
#define THOUSAND                   HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED

static const md5_case cases[] = {
    /* integer */
    FIRES("integer", NULL, "num_frames", "numFrames 2", "numFrames <2.0>"),
    FIRES("integer", NULL, "num_joints", "numJoints 2", "numJoints <0x2>"),
    FIRES("integer", NULL, "frame_rate", "frameRate 24", "frameRate <024>"),
    FIRES("integer", NULL, "num_animated_components", "numAnimatedComponents 7",
        "numAnimatedComponents <seven>"),
    FIRES("integer", "one more than int32 holds", "num_frames", "numFrames 2", "numFrames <2147483648>"),
    CASE("integer", "a near miss: as much as int32 holds is a count that the file cannot hold",
        { "numFrames 2", "numFrames <2147483647>" }, { "count-exceeds-file", "num_frames" }),
    QUIET("integer", "a near miss: -0 is fine", "\"root\" -1 1 0", "\"root\" -1 1 -0"),
    FIRES("integer", "an unknown count: no bounds-count, no frame-missing", "num_frames", "numFrames 2",
        "numFrames <02>", "\t( -4 -5 -6 ) ( 4 5 6 )\n", "", "frame 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\n",
        ""),

    /* The frame rate */
    FIRES("frame-rate-fraction", NULL, "frame_rate", "frameRate 24", "frameRate <29.97>"),
    FIRES("frame-rate-fraction", "also 24.0", "frame_rate", "frameRate 24", "frameRate <24.0>"),
    FIRES("frame-rate-fraction", "also 24. with nothing behind its point", "frame_rate", "frameRate 24",
        "frameRate <24.>"),
    CASE("frame-rate-fraction", "then judged by frame-rate-range", { "frameRate 24", "frameRate <<0.99>>" },
        { "frame-rate-fraction", "frame_rate", "frame-rate-range", "frame_rate" }),
    CASE("frame-rate-fraction", "a near miss: with an exponent it is integer",
        { "frameRate 24", "frameRate <2.4e1>" }, { "integer", "frame_rate" }),
    CASE("frame-rate-fraction", "a near miss: no FLOAT is integer", { "frameRate 24", "frameRate <024.5>" },
        { "integer", "frame_rate" }),
    CASE("frame-rate-fraction", "a near miss: of another value it is integer",
        { "numFrames 2", "numFrames <2.5>" }, { "integer", "num_frames" }),
    FIRES("frame-rate-range", NULL, "frame_rate", "frameRate 24", "frameRate <0>"),
    FIRES("frame-rate-range", NULL, "frame_rate", "frameRate 24", "frameRate <-24>"),
    SAYS("frame-rate-range", "one more than milliseconds of a second can be multiplied by in 32 bits",
        "frame_rate", "at most 2147483", "frameRate 24", "frameRate <2147484>"),
    FIRES("frame-rate-range", "the largest int32", "frame_rate", "frameRate 24", "frameRate <2147483647>"),
    CASE("frame-rate-range", "a fraction above it, which a float32 does not tell from it",
        { "frameRate 24", "frameRate <<2147483.01>>" },
        { "frame-rate-fraction", "frame_rate", "frame-rate-range", "frame_rate" }),
    CASE("frame-rate-range", "a fraction of many digits",
        { "frameRate 24", "frameRate <<99999999999999999999.0>>" },
        { "frame-rate-fraction", "frame_rate", "frame-rate-range", "frame_rate" }),
    CASE("frame-rate-range", "a fraction below 1, which a float32 does not tell from it",
        { "frameRate 24", "frameRate <<0.99999999999>>" },
        { "frame-rate-fraction", "frame_rate", "frame-rate-range", "frame_rate" }),
    CASE("frame-rate-range", "a negative fraction", { "frameRate 24", "frameRate <<-24.5>>" },
        { "frame-rate-fraction", "frame_rate", "frame-rate-range", "frame_rate" }),
    QUIET("frame-rate-range", "a near miss: 2147483", "frameRate 24", "frameRate 2147483"),
    CASE("frame-rate-range", "a near miss: 2147483.000", { "frameRate 24", "frameRate <2147483.000>" },
        { "frame-rate-fraction", "frame_rate" }),
    QUIET("frame-rate-range", "a near miss: 1", "frameRate 24", "frameRate 1"),
    CASE("frame-rate-range", "a near miss: 1.0 is a fraction", { "frameRate 24", "frameRate <1.0>" },
        { "frame-rate-fraction", "frame_rate" }),

    /* Ranges */
    FIRES("frame-count-range", NULL, "num_frames", "numFrames 2", "numFrames <0>"),
    FIRES("frame-count-range", "below 1 it is unknown: no bounds-count", "num_frames", "numFrames 2",
        "numFrames <-3>", "\t( -4 -5 -6 ) ( 4 5 6 )\n", ""),
    QUIET("frame-count-range", "a near miss: one frame", "numFrames 2", "numFrames 1",
        "\t( -4 -5 -6 ) ( 4 5 6 )\n", "", "frame 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\n", ""),
    FIRES("joint-count-range", NULL, "num_joints", "numJoints 2", "numJoints <0>"),
    FIRES("joint-count-range",
        "below 1 it is unknown: no hierarchy-count, no component-sum, no bound for the components",
        "num_joints", "numJoints 2", "numJoints <-1>", "numAnimatedComponents 7", "numAnimatedComponents 13",
        "0.7 0.1 0.2", "0.7 0.1 0.2 1 2 3 4 5 6", "0.5 0.4 0.3", "0.5 0.4 0.3 1 2 3 4 5 6"),
    QUIET("joint-count-range", "a near miss: one joint", "numJoints 2", "numJoints 1",
        "numAnimatedComponents 7", "numAnimatedComponents 1",
        "\t\"hips\" 0 63 1\t// root ( Tx Ty Tz Qx Qy Qz )\n", "", "\t( 7 8 9 ) ( 0.4 0.5 0.6 )\n", "",
        "\t10 11 12 0.7 0.1 0.2\n", "", "\t20 21 22 0.5 0.4 0.3\n", ""),
    FIRES("component-count-range", NULL, "num_animated_components", "numAnimatedComponents 7",
        "numAnimatedComponents <-1>"),
    FIRES("component-count-range", "more than six a joint", "num_animated_components",
        "numAnimatedComponents 7", "numAnimatedComponents <13>"),
    QUIET("component-count-range", "a near miss: six a joint", "numAnimatedComponents 7",
        "numAnimatedComponents 12", "-1 1 0", "-1 63 0", "0 63 1", "0 63 6", "\t1.5\n",
        "\t1 2 3 0.1 0.2 0.3\n", "\t2.5\n", "\t1 2 3 0.1 0.2 0.3\n"),
    CASE("component-count-range", "a near miss: none",
        { "numAnimatedComponents 7", "numAnimatedComponents 0", "-1 1 0", "-1 0 0", "0 63 1", "0 0 0",
            "\t1.5\n\t10 11 12 0.7 0.1 0.2\n", "", "\t2.5\n\t20 21 22 0.5 0.4 0.3\n", "", "numFrames 2",
            "numFrames <2>" },
        { "nothing-moves", "num_frames" }),

    /* component-sum */
    SAYS("component-sum", NULL, "num_animated_components", "must be 7: so many bits",
        "numAnimatedComponents 7", "numAnimatedComponents <8>"),
    FIRES("component-sum", "one too few", "num_animated_components", "0 63 1", "0 31 1",
        "numAnimatedComponents 7", "numAnimatedComponents <7>"),
    CASE("component-sum", "a near miss: it needs valid flags", { "0 63 1", "0 <64> 1" },
        { "flags-range", "hierarchy[1].flags" }),
    CASE("component-sum", "a near miss: it needs the right number of joints",
        { "numJoints 2", "numJoints 3", "63 1\t// root ( Tx Ty Tz Qx Qy Qz )\n}", "31 1\n<}>", "0.6 )\n}",
            "0.6 )\n\t( 0 0 0 ) ( 0 0 0 )\n}" },
        { "hierarchy-count", "hierarchy" }),
    CASE("component-sum", "a near miss: it needs a whole hierarchy", { "0 63 1", "0 31 1 <{>" },
        { "unexpected-token", "" }),
    CASE(NULL, "after component-sum: no frame-values, no start-index-range, no frame quaternions",
        { "numAnimatedComponents 7", "numAnimatedComponents <3>", "0.7 0.1 0.2", "0.7 0.8 0.9 1 1", "-1 1 0",
            "-1 1 <99>" },
        { "component-sum", "num_animated_components", "start-index-order", "hierarchy[0].start_index" }),
    CASE(NULL, "after component-count-range the same",
        { "numAnimatedComponents 7", "numAnimatedComponents <-7>", "0.7 0.1 0.2", "0.7 0.8 0.9 1 1", "-1 1 0",
            "-1 0 99", "0 63 1", "0 63 0" },
        { "component-count-range", "num_animated_components" }),

    /* count-exceeds-file: alone, at the value; S is the size of the file */
    TEXT("count-exceeds-file", "23 numFrames > S: 3 frames in 68 bytes",
        "is 3; a file of 68 bytes has room for 2 at most, and this one is cut off: it ends inside "
        "its header [at most 2, 3]",
        CUT_HEADER(TEN TEN "01234567", "<3><>"), "count-exceeds-file", "num_frames", "truncated", ""),
    TEXT("count-exceeds-file", "a near miss: 3 frames in 69 bytes", NULL,
        CUT_HEADER(TEN TEN "012345678", "3<>"), "truncated", ""),
    TEXT("count-exceeds-file", "21 numJoints > S: 4 joints in 83 bytes", NULL,
        CUT_HEADER(TEN TEN TEN "1", "1\nnumJoints <4><>"), "count-exceeds-file", "num_joints", "truncated",
        ""),
    TEXT("count-exceeds-file", "a near miss: 4 joints in 84 bytes", NULL,
        CUT_HEADER(TEN TEN TEN "12", "1\nnumJoints 4<>"), "truncated", ""),
    TEXT("count-exceeds-file", "2 numAnimatedComponents > S: 60 in 119 bytes", NULL,
        CUT_HEADER(TEN TEN "012345678", "1\nnumJoints <99>\nframeRate 1\nnumAnimatedComponents <60><>"),
        "count-exceeds-file", "num_joints", "count-exceeds-file", "num_animated_components", "truncated", ""),
    TEXT("count-exceeds-file", "a near miss: 60 in 120 bytes", NULL,
        CUT_HEADER(TEN TEN TEN, "1\nnumJoints <99>\nframeRate 1\nnumAnimatedComponents 60<>"),
        "count-exceeds-file", "num_joints", "truncated", ""),
    CASE(NULL, "with count-exceeds-file the count is unknown: no hierarchy-count, no joint-limit",
        { "numJoints 2", "numJoints <300>" }, { "count-exceeds-file", "num_joints" }),

    /* joint-limit */
    CASE("joint-limit", NULL,
        { "numJoints 2", "// " THOUSAND THOUSAND THOUSAND "\nnumJoints <128>", "Qx Qy Qz )\n}",
            "Qx Qy Qz )\n<}>", "0.6 )\n}", "0.6 )\n<}>" },
        { "joint-limit", "num_joints", "hierarchy-count", "hierarchy", "baseframe-count", "baseframe" },
        .says = "takes 127"),
    CASE("joint-limit", NULL,
        { "\n\nnumFrames", "\n// " THOUSAND THOUSAND THOUSAND "\nnumFrames", "numJoints 2",
            "// " THOUSAND THOUSAND THOUSAND "\nnumJoints <256>", "Qx Qy Qz )\n}", "Qx Qy Qz )\n<}>",
            "0.6 )\n}", "0.6 )\n<}>" },
        { "joint-limit", "num_joints", "hierarchy-count", "hierarchy", "baseframe-count", "baseframe" },
        .says = "takes 255"),
    CASE("joint-limit", "a near miss: 127 joints",
        { "numJoints 2", "// " THOUSAND THOUSAND THOUSAND "\nnumJoints 127", "Qx Qy Qz )\n}",
            "Qx Qy Qz )\n<}>", "0.6 )\n}", "0.6 )\n<}>" },
        { "hierarchy-count", "hierarchy", "baseframe-count", "baseframe" }),
};

const md5_table md5anim_counts_table = MD5_TABLE("md5anim", md5_animation, cases);

Test(md5anim_counts, cases)
{
    md5_check(&md5anim_counts_table);
}
