/* Cases of the sections of a .md5camera: cuts, frames, order of sections, and where reading resumes after a fault. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define HEAD      "MD5Version 10\ncommandline \"\"\nnumFrames 2\nframeRate 24\nnumCuts 1\n\n"
#define FRAMES    "\t( 0 0 0 ) ( 0 0 0 ) 90\n\t( 1 0 0 ) ( 0 0 0 ) 90\n"
#define LAST_CUTS "cuts {\n\t1\n}\n"

static const md5_case cases[] = {
    SAYS("unexpected-token", "cuts without }", "cuts[2]", "cuts[2] needs } here, not camera", "\t3\n}",
        "\t3\n", "camera {", "<camera> {"),
    FIRES("cuts-count", NULL, "cuts", "\t3\n}", "<}>"),
    CASE("cuts-count", "two surplus cuts are one finding at the first, and each is checked",
        { "\t3\n}", "\t2\n\t<3>\n\t<3>\n}" }, { "cuts-count", "cuts[2]", "cut-order", "cuts[3]" }),
    CASE("cuts-count", "a surplus cut before a fault is reported", { "\t3\n}", "\t2\n\t<3>\n\t<{>\n}" },
        { "cuts-count", "cuts[2]", "unexpected-token", "" }),
    CASE("cuts-count", "near miss: the number of cuts is not checked after the list breaks off",
        { "\t3\n}", "\t<{>\n}" }, { "unexpected-token", "" }),
    SAYS("camera-count", NULL, "frames", "numFrames says 4; the frames hold 3",
        "\t( 10 11 12 ) ( 0 0 1 ) 60\n}", "<}>"),
    CASE("camera-count", "two surplus frames are one finding at the first, and each is checked",
        { "60\n}", "60\n\t<( 0 0 0 ) ( 0 0 0 ) 1>\n\t( 0 0 0 ) ( 0 0 0 ) <180>\n}" },
        { "camera-count", "frames[4]", "fov-range", "frames[5].fov" }),
    CASE("camera-count", "near miss: a surplus frame breaks off",
        { "60\n}", "60\n\t( 0 0 0 ) ( 0 0 <{> ) 1\n}" }, { "unexpected-token", "frames[4].orientation" }),

    /* Cases of the values of cuts */
    FIRES("cut-range", NULL, "cuts[0]", "\t1\n", "\t<0>\n"),
    CASE("cut-range", "each of two cuts is out of range", { "\t1\n\t3\n", "\t<-1>\n\t<4>\n" },
        { "cut-range", "cuts[0]", "cut-range", "cuts[1]" }),
    CASE("cut-range", "near miss: the first and the last cut that are in range"),
    CASE("cut-range", "near miss: numFrames is unknown, so a cut has no upper limit",
        { "numFrames 4", "numFrames <four>", "\t3\n", "\t2147483647\n" }, { "integer", "num_frames" }),
    FIRES("cut-order", NULL, "cuts[1]", "\t3\n", "\t<1>\n"),
    CASE("cut-order", "a cut is compared with the cut before, even if the cut before is out of order",
        { "numCuts 2", "numCuts 4", "\t1\n\t3\n", "\t3\n\t<1>\n\t2\n\t<2>\n" },
        { "cut-order", "cuts[1]", "cut-order", "cuts[3]" }),
    CASE("cut-order", "near miss: the cut before is out of range",
        { "numCuts 2", "numCuts 3", "\t1\n\t3\n", "\t3\n\t<9>\n\t2\n" }, { "cut-range", "cuts[1]" }),
    CASE("cut-order", "near miss: the cut before is not an integer",
        { "numCuts 2", "numCuts 3", "\t1\n\t3\n", "\t3\n\t<1.0>\n\t2\n" }, { "integer", "cuts[1]" }),

    /* Cases of unexpected tokens and truncated files */
    FIRES(
        "unexpected-token", "a frame without field of view", "frames[1]", "0.6 ) 80.5\n\t(", "0.6 )\n\t<(>"),
    CASE("unexpected-token", "a keyword of a section in place of a cut: the section is read",
        { "\t3\n}\n\n", "\t3\n", "camera", "<camera>", "60\n}\n", "<180>\n}\n" },
        { "unexpected-token", "cuts[2]", "fov-range", "frames[3].fov" }),
    CASE("unexpected-token", "after a fault, reading resumes at the next section",
        { "\t1\n", "\t( 9 9\n", "\t( 9", "\t<(> 9", "60\n", "<0>\n" },
        { "unexpected-token", "", "fov-range", "frames[3].fov" }),
    TEXT("unexpected-token", "camera before cuts is one finding, and both sections are read", NULL,
        HEAD "<camera> {\n" FRAMES "}\ncuts {\n\t<2>\n}\n", "unexpected-token", "", "cut-range", "cuts[0]"),
    TEXT("unexpected-token", "cuts is missing: one finding at camera", NULL, HEAD "<camera> {\n" FRAMES "}\n",
        "unexpected-token", ""),
    TEXT("unexpected-token", "cuts after a camera at which reading resumed", NULL,
        "MD5Version 10\ncommandline \"\"\nnumFrames 2\nframeRate 24\n\n<{>\ncamera {\n" FRAMES
        "}\n<cuts> {\n}\n",
        "header-key", "num_cuts", "unexpected-token", ""),
    TEXT("unexpected-token", "a repeated section is skipped", NULL,
        HEAD "cuts {\n\t1\n}\n<cuts> {\n\t7\n}\ncamera {\n" FRAMES "}\n", "unexpected-token", ""),
    FIRES("unexpected-token", "an unknown word between the sections", "", "camera", "<speed> 3\ncamera"),
    QUIET("unexpected-token", "near miss: braces in a comment", "\t3\n", "\t3 // } camera {\n"),
    TEXT("truncated", "the file ends before camera", NULL, HEAD "cuts {\n\t1\n}\n<>", "truncated", ""),
    TEXT("truncated", "the file ends inside a frame", NULL,
        HEAD LAST_CUTS "camera {\n\t( 0 0 0 ) ( 0 0 0 ) 90\n\t( 0 0<>", "truncated", "frames[1].position"),
    TEXT("truncated", "near miss: not reported after another fault ended reading", NULL,
        HEAD LAST_CUTS "camera {\n\t( 0 0 0 ) <}>", "unexpected-token", "frames[0].orientation"),
    CASE("truncated", "near miss: no line end after the last }",
        .text = HEAD LAST_CUTS "camera {\n" FRAMES "}"),

    /* Cases of content after the last section */
    FIRES("trailing-content", NULL, "", "60\n}\n", "60\n}\n<cuts {\n}\n>"),
    FIRES("trailing-content", "a NUL after the last section", "", "60\n}\n", "60\n}\n<@\n>"),
    TEXT("trailing-content", "a second file after cuts as the last section", "a second file",
        HEAD "<camera> {\n" FRAMES "}\n" LAST_CUTS "<MD5Version 10\n>", "unexpected-token", "",
        "trailing-content", ""),
    CASE("trailing-content", "near miss: a repeated section, at which reading resumed, is skipped",
        { "60\n}\n", "60 <{>\n}\ncuts {\n\t0\n}\nend\n" }, { "unexpected-token", "" }),
    QUIET("trailing-content", "near miss: a comment after the last section", "60\n}\n", "60\n}\n// end\n"),
};

MD5_CHECKED_TABLE(md5camera_sections, md5camera_section_table, "md5camera", md5_camera, cases)
