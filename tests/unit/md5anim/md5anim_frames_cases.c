/* Cases of the frame blocks of a .md5anim: number of blocks, indices, number of values. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define FRAME_0 "frame 0 {\n\t1.5\n\t10 11 12 0.7 0.1 0.2\n}\n"
#define FRAME_1 "frame 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\n"
#define VALUES  " {\n1 2 3 4 .5 .5 .5\n}\n"

static const md5_case cases[] = {
    /* Cases of the number of frame blocks */
    SAYS("frame-missing", NULL, "frames", "1 of 2 frames", FRAME_1, "// the end\n<>"),
    FIRES("frame-missing", "the file has no frame block", "frames", FRAME_0 "\n" FRAME_1, "<>"),
    TEXT("frame-missing", "the file ends after the baseframe", NULL,
        "MD5Version 10\ncommandline \"" TEN TEN TEN "\"\nnumFrames 1\nnumJoints 1\nframeRate 1\n"
        "numAnimatedComponents 0\n\nhierarchy {\n\"a\" -1 0 0\n}\nbounds {\n( 0 0 0 ) ( 1 1 1 )\n}\n"
        "baseframe {\n( 0 0 0 ) ( 0 0 0 )\n}<>",
        "frame-missing", "frames"),
    CASE("frame-missing", "near miss: the file ends inside the last frame block", { "0.3\n}\n", "0.3\n<>" },
        { "truncated", "frames[1].values[7]" }),
    CASE("frame-missing", "near miss: numFrames is not an integer",
        { "numFrames 2", "numFrames <0x2>", FRAME_1, "" }, { "integer", "num_frames" }),
    FIRES("frame-surplus", "two surplus frames are one finding, at the keyword of the first", "frames[2]",
        FRAME_1, FRAME_1 "<frame> 2" VALUES "frame 3" VALUES),
    CASE("frame-surplus", "surplus frames are checked as other frames are",
        { FRAME_1, FRAME_1 "<frame> <5> {\n1 <nan> 3 4 .5 .5 .5\n}\nframe 3 {\n1\n<}>\n" },
        { "frame-surplus", "frames[2]", "frame-index", "frames[2].index", "number", "frames[2].values[1]",
            "frame-values", "frames[3]" }),
    CASE("frame-surplus", "near miss: numFrames is out of range",
        { "numFrames 2", "numFrames <0>", FRAME_1, FRAME_1 "frame 2" VALUES },
        { "frame-count-range", "num_frames" }),
    TEXT("frame-surplus", "near miss: bounds that follow the frames outvote the header", NULL,
        "MD5Version 10\ncommandline \"\"\nnumFrames <1>\nnumJoints 1\nframeRate 1\n"
        "numAnimatedComponents 0\n\nhierarchy {\n\"a\" -1 0 0\n}\n<baseframe> {\n( 0 0 0 ) ( 0 0 0 )\n}\n"
        "frame 0 {\n}\nframe 1 {\n}\nbounds {\n( 0 0 0 ) ( 1 1 1 )\n( 0 0 0 ) ( 1 1 1 )\n}\n",
        "frame-count", "num_frames", "unexpected-token", ""),
    QUIET("frame-surplus", "near miss: numFrames frames, and a further one in a comment", FRAME_1,
        FRAME_1 "// frame 2 {\n"),

    /* Cases of frame indices */
    SAYS("frame-index", NULL, "frames[1].index", "frame 1 is missing", "frame 1 {", "frame <2> {"),
    SAYS("frame-index", "frame indices that start at 1", "frames[0].index",
        "frame 0 is missing, or the frames are counted from 1", "frame 0 {", "frame <1> {", "frame 1 {",
        "frame 2 {"),
    SAYS("frame-index", "the index of frame 1 repeats the index 0", "frames[1].index",
        "there is a frame 0 already", "frame 1 {", "frame <0> {"),
    CASE("frame-index",
        "a wrong index after the first index, which was accepted because a section was unreadable",
        { "baseframe {", "<Baseframe> {", "frame 0 {", "frame 11 {", "frame 1 {", "frame <1> {" },
        { "unexpected-token", "", "frame-index", "frames[12].index" },
        .says = "frame 12, index is 1; it must be 12: the index 11 before it was accepted after an error"),
    CASE("frame-missing", "frame blocks are counted, although the first index 11 was accepted",
        { "baseframe {", "<Baseframe> {", "frame 0 {", "frame 11 {",
            "frame 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\n", "<>" },
        { "unexpected-token", "", "frame-missing", "frames" }),
    CASE("frame-surplus",
        "near miss: the number of blocks is right, although the first index 11 was accepted",
        { "baseframe {", "<Baseframe> {", "frame 0 {", "frame 11 {", "frame 1 {", "frame 12 {" },
        { "unexpected-token", "" }),
    CASE("frame-surplus", "frame blocks are counted, although the first index 0 was accepted",
        { "numFrames 2", "numFrames 1", "\t( -4 -5 -6 ) ( 4 5 6 )\n", "", "baseframe {", "<Baseframe> {",
            "frame 1 {", "<frame> 1 {" },
        { "unexpected-token", "", "frame-surplus", "frames[1]" }),
    SAYS("frame-index", "a negative frame index", "frames[0].index", "!a second frame", "frame 0 {",
        "frame <-1> {"),
    SAYS("frame-index", "an index that continues from a wrong index is not reported again", "frames[0].index",
        "frames 0 to 4 are missing, or the index is wrong", "frame 0 {", "frame <5> {", "frame 1 {",
        "frame 6 {"),
    FIRES("frame-index", "a right index after a wrong index is not reported", "frames[0].index", "frame 0 {",
        "frame <5> {"),
    QUIET("frame-index", "near miss: two blanks before the index", "frame 1 {", "frame  1 {"),
    CASE("frame-index", "near miss: the index after one that is not an integer is not checked",
        { "frame 0 {", "frame <zero> {", "frame 1 {", "frame 9 {" }, { "integer", "frames[0].index" }),
    CASE("frame-index", "near miss: the first index after a broken frame is accepted",
        { "frame 0 {\n", "frame 0 {\n<(>\n", "frame 1 {", "frame 7 {", "0.4 0.3\n}", "0.4\n<}>" },
        { "unexpected-token", "frames[0].values[0]", "frame-values", "frames[7]" }),
    CASE("frame-index", "near miss: index 0 after a broken frame is accepted",
        { "frame 0 {\n", "frame 0 {\n<(>\n", "frame 1 {", "frame 0 {", "0.4 0.3\n}", "0.4\n<}>" },
        { "unexpected-token", "frames[0].values[0]", "frame-values", "frames[0]" }),
    CASE("frame-index", "the second index after a broken frame is checked again",
        { "frame 0 {\n", "frame 0 {\n<(>\n", "frame 1 {", "frame 7" VALUES "frame <9> {" },
        { "unexpected-token", "frames[0].values[0]", "frame-index", "frames[8].index" }),

    /* Cases of the number of values in a frame */
    SAYS("frame-values", "too few values are reported at the } of the frame", "frames[0]", "6 of 7 numbers",
        "0.7 0.1 0.2\n}", "0.7 0.1\n<}>"),
    FIRES("frame-values", "too many values are reported at the first surplus value", "frames[0].values[7]",
        "0.7 0.1 0.2\n}", "0.7 0.1 0.2 <99> 100 101\n}"),
    CASE("frame-values", "a surplus value in one frame, a missing value in the next",
        { "0.7 0.1 0.2\n}", "0.7 0.1 0.2 <99>\n}", "0.4 0.3\n}", "0.4\n<}>" },
        { "frame-values", "frames[0].values[7]", "frame-values", "frames[1]" }),
    CASE("frame-values", "a frame without values, and a frame with a surplus value",
        { "\t1.5\n\t10 11 12 0.7 0.1 0.2\n}", "<}>", "0.4 0.3\n", "0.4 0.3\n<<1e1>>\n" },
        { "frame-values", "frames[0]", "number-exponent", "frames[1].values[7]", "frame-values",
            "frames[1].values[7]" }),
    CASE("frame-values", "a surplus value that is out of range",
        { "0.7 0.1 0.2\n}", "0.7 0.1 0.2 <<1000000000000000000000000000000000000000.>>\n}" },
        { "number-range", "frames[0].values[7]", "frame-values", "frames[0].values[7]" }),
    CASE("frame-values", "near miss: a frame with a finding of number", { "0.7 0.1 0.2\n}", "<0.7f> 0.1\n}" },
        { "number", "frames[0].values[4]" }),
    CASE("frame-values", "near miss: numAnimatedComponents is not an integer",
        { "numAnimatedComponents 7", "numAnimatedComponents <07>", "0.7 0.1 0.2\n}", "0.7\n}" },
        { "integer", "num_animated_components" }),
    QUIET("frame-values", "near miss: the right number of values on lines of any length",
        "\t1.5\n\t10 11 12 0.7 0.1 0.2\n}", "1.5 10\r\n\n11 // twelve\n\t12 0.7\n\n0.1\t0.2\n\t}"),
    CASE("frame-values", "a surplus value before a token that breaks the frame",
        { "0.7 0.1 0.2\n}", "0.7 0.1 0.2 <99> <{>" },
        { "frame-values", "frames[0].values[7]", "unexpected-token", "frames[0].values[8]" }),
};

MD5_CHECKED_TABLE(md5anim_frames, md5anim_frames_table, "md5anim", md5_animation, cases)
