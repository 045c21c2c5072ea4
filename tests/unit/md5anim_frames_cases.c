/* The frame blocks of a .md5anim: their number, indices and values, and what stands behind the last one. */
#include <criterion/criterion.h>

#include "tests/unit/md5_cases.h"

#define FRAME_0 "frame 0 {\n\t1.5\n\t10 11 12 0.7 0.1 0.2\n}\n"
#define FRAME_1 "frame 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\n"
#define VALUES  " {\n1 2 3 4 .5 .5 .5\n}\n"

static const md5_case cases[] = {
    /* Too few, too many */
    { .rule = "frame-missing",
        .edits = { { FRAME_1, "// the end\n<>" } },
        .wants = { { "frame-missing", "frames" } },
        .says = "1 frames of 2" },
    { .rule = "frame-missing",
        .name = "not one frame",
        .edits = { { FRAME_0 "\n" FRAME_1, "<>" } },
        .wants = { { "frame-missing", "frames" } } },
    { .rule = "frame-missing",
        .name = "the baseframe is the last section: the end of the file is between blocks",
        .text = "MD5Version 10\ncommandline \"" TEN TEN TEN "\"\nnumFrames 1\nnumJoints 1\nframeRate 1\n"
                "numAnimatedComponents 0\nhierarchy {\n\"a\" -1 0 0\n}\nbounds {\n( 0 0 0 ) ( 1 1 1 )\n}\n"
                "baseframe {\n( 0 0 0 ) ( 0 0 0 )\n}<>",
        .wants = { { "frame-missing", "frames" } } },
    { .rule = "frame-missing",
        .name = "a near miss: the end is inside the last block",
        .edits = { { "0.3\n}\n", "0.3\n<>" } },
        .wants = { { "truncated", "frames[1].values[7]" } } },
    { .rule = "frame-missing",
        .name = "a near miss: how many there should be is unknown",
        .edits = { { "numFrames 2", "numFrames <0x2>" }, { FRAME_1, "" } },
        .wants = { { "integer", "num_frames" } } },
    { .rule = "frame-surplus",
        .name = "once, at the keyword of the first",
        .edits = { { FRAME_1, FRAME_1 "<frame> 2" VALUES "frame 3" VALUES } },
        .wants = { { "frame-surplus", "frames[2]" } } },
    { .rule = "frame-surplus",
        .name = "surplus blocks are judged like the others",
        .edits = { { FRAME_1, FRAME_1 "<frame> <5> {\n1 <nan> 3 4 .5 .5 .5\n}\nframe 3 {\n1\n<}>\n" } },
        .wants = { { "frame-surplus", "frames[2]" }, { "frame-index", "frames[2].index" },
            { "number", "frames[2].values[1]" }, { "frame-values", "frames[3]" } } },
    { .rule = "frame-surplus",
        .name = "a near miss: how many there should be is unknown",
        .edits = { { "numFrames 2", "numFrames <0>" }, { FRAME_1, FRAME_1 "frame 2" VALUES } },
        .wants = { { "frame-count-range", "num_frames" } } },
    { .rule = "frame-surplus", .name = "a near miss: as many as there should be, with a comment behind", .edits = { { FRAME_1, FRAME_1 "// frame 2 {\n" } } },

    /* Indices */
    { .rule = "frame-index",
        .edits = { { "frame 1 {", "frame <2> {" } },
        .wants = { { "frame-index", "frames[1].index" } } },
    { .rule = "frame-index",
        .name = "a duplicate is called one",
        .edits = { { "frame 1 {", "frame <0> {" } },
        .wants = { { "frame-index", "frames[1].index" } },
        .says = "a second frame" },
    { .rule = "frame-index",
        .name = "a negative one",
        .edits = { { "frame 0 {", "frame <-1> {" } },
        .wants = { { "frame-index", "frames[0].index" } },
        .says = "!a second frame" },
    { .rule = "frame-index",
        .name = "one more than the previous block's index is not reported again",
        .edits = { { "frame 0 {", "frame <5> {" }, { "frame 1 {", "frame 6 {" } },
        .wants = { { "frame-index", "frames[0].index" } } },
    { .rule = "frame-index",
        .name = "back at its position it is right",
        .edits = { { "frame 0 {", "frame <5> {" } },
        .wants = { { "frame-index", "frames[0].index" } } },
    { .rule = "frame-index", .name = "a near miss: two blanks", .edits = { { "frame 1 {", "frame  1 {" } } },
    { .rule = "frame-index",
        .name = "a near miss: behind an index that is none the next is not judged",
        .edits = { { "frame 0 {", "frame <zero> {" }, { "frame 1 {", "frame 9 {" } },
        .wants = { { "integer", "frames[0].index" } } },
    { .rule = "frame-index",
        .name = "a near miss: after a break among frames the next index is taken as right",
        .edits = { { "frame 0 {\n", "frame 0 {\n<(>\n" }, { "frame 1 {", "frame 7 {" }, { "0.4 0.3\n}", "0.4\n<}>" } },
        .wants = { { "unexpected-token", "frames[0].values[0]" }, { "frame-values", "frames[7]" } } },
    { .rule = "frame-index",
        .name = "after that one index they are judged again",
        .edits = { { "frame 0 {\n", "frame 0 {\n<(>\n" }, { "frame 1 {", "frame 7" VALUES "frame <9> {" } },
        .wants = { { "unexpected-token", "frames[0].values[0]" }, { "frame-index", "frames[8].index" } } },

    /* The number of values */
    { .rule = "frame-values",
        .name = "fewer: at the }",
        .edits = { { "0.7 0.1 0.2\n}", "0.7 0.1\n<}>" } },
        .wants = { { "frame-values", "frames[0]" } },
        .says = "6 numbers of 7" },
    { .rule = "frame-values",
        .name = "more: at the first surplus number",
        .edits = { { "0.7 0.1 0.2\n}", "0.7 0.1 0.2 <99> 100 101\n}" } },
        .wants = { { "frame-values", "frames[0].values[7]" } } },
    { .rule = "frame-values",
        .name = "none at all, and each frame",
        .edits = { { "\t1.5\n\t10 11 12 0.7 0.1 0.2\n}", "<}>" }, { "0.4 0.3\n", "0.4 0.3\n<<1e1>>\n" } },
        .wants = { { "frame-values", "frames[0]" }, { "number-exponent", "frames[1].values[7]" },
            { "frame-values", "frames[1].values[7]" } } },
    { .rule = "frame-values",
        .name = "a number out of range is a number too",
        .edits = { { "0.7 0.1 0.2\n}", "0.7 0.1 0.2 <<1000000000000000000000000000000000000000>>\n}" } },
        .wants = { { "number-range", "frames[0].values[7]" }, { "frame-values", "frames[0].values[7]" } } },
    { .rule = "frame-values",
        .name = "a near miss: a frame with a number finding",
        .edits = { { "0.7 0.1 0.2\n}", "<0.7f> 0.1\n}" } },
        .wants = { { "number", "frames[0].values[4]" } } },
    { .rule = "frame-values",
        .name = "a near miss: how many there should be is unknown",
        .edits = { { "numAnimatedComponents 7", "numAnimatedComponents <07>" }, { "0.7 0.1 0.2\n}", "0.7\n}" } },
        .wants = { { "integer", "num_animated_components" } } },
    { .rule = "frame-values",
        .name = "a near miss: as many, on lines of any kind",
        .edits = { { "\t1.5\n\t10 11 12 0.7 0.1 0.2\n}", "1.5 10\r\n\n11 // twelve\n\t12 0.7\n\n0.1\f0.2\n\t}" } } },
    { .rule = "frame-values",
        .name = "a surplus is reported also when the frame breaks behind it",
        .edits = { { "0.7 0.1 0.2\n}", "0.7 0.1 0.2 <99> <{>" } },
        .wants = { { "frame-values", "frames[0].values[7]" }, { "unexpected-token", "frames[0].values[8]" } } },
};

const md5_table md5anim_frames_table = MD5_TABLE("md5anim", md5_animation, cases);

Test(md5anim_frames, cases)
{
    md5_check(&md5anim_frames_table);
}
