/* The sections of a .md5camera: cuts, frames, their order, and how reading goes on after a fault. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define HEAD      "MD5Version 10\ncommandline \"\"\nnumFrames 2\nframeRate 24\nnumCuts 1\n\n"
#define FRAMES    "\t( 0 0 0 ) ( 0 0 0 ) 90\n\t( 1 0 0 ) ( 0 0 0 ) 90\n"
#define LAST_CUTS "cuts {\n\t1\n}\n"

static const md5_case cases[] = {
    SAYS("unexpected-token", "cuts that are not closed", "cuts[2]", "cuts[2] needs } here, not camera",
        "\t3\n}", "\t3\n", "camera {", "<camera> {"),
    FIRES("cuts-count", NULL, "cuts", "\t3\n}", "<}>"),
    CASE("cuts-count", "more: at the first, once, and all are judged", { "\t3\n}", "\t2\n\t<3>\n\t<3>\n}" },
        { "cuts-count", "cuts[2]", "cut-order", "cuts[3]" }),
    CASE("cuts-count", "and so is one before a fault", { "\t3\n}", "\t2\n\t<3>\n\t<{>\n}" },
        { "cuts-count", "cuts[2]", "unexpected-token", "" }),
    CASE("cuts-count", "a near miss: a section that broke has no count for what came after",
        { "\t3\n}", "\t<{>\n}" }, { "unexpected-token", "" }),
    SAYS("camera-count", NULL, "frames", "3 of the 4", "\t( 10 11 12 ) ( 0 0 1 ) 60\n}", "<}>"),
    CASE("camera-count", "more: first token to last, and all are judged",
        { "60\n}", "60\n\t<( 0 0 0 ) ( 0 0 0 ) 1>\n\t( 0 0 0 ) ( 0 0 0 ) <180>\n}" },
        { "camera-count", "frames[4]", "fov-range", "frames[5].fov" }),
    CASE("camera-count", "a near miss: a surplus entry that breaks is no entry",
        { "60\n}", "60\n\t( 0 0 0 ) ( 0 0 <{> ) 1\n}" }, { "unexpected-token", "frames[4].orientation" }),

    /* cuts */
    FIRES("cut-range", NULL, "cuts[0]", "\t1\n", "\t<0>\n"),
    CASE("cut-range", "each", { "\t1\n\t3\n", "\t<-1>\n\t<4>\n" },
        { "cut-range", "cuts[0]", "cut-range", "cuts[1]" }),
    CASE("cut-range", "a near miss: the first and the last there may be"),
    CASE("cut-range", "a near miss: numFrames is unknown, so there is no upper end",
        { "numFrames 4", "numFrames <four>", "\t3\n", "\t2147483647\n" }, { "integer", "num_frames" }),
    FIRES("cut-order", NULL, "cuts[1]", "\t3\n", "\t<1>\n"),
    CASE("cut-order", "the next is compared with the one out of order",
        { "numCuts 2", "numCuts 4", "\t1\n\t3\n", "\t3\n\t<1>\n\t2\n\t<2>\n" },
        { "cut-order", "cuts[1]", "cut-order", "cuts[3]" }),
    CASE("cut-order", "a near miss: the one before is not in range",
        { "numCuts 2", "numCuts 3", "\t1\n\t3\n", "\t3\n\t<9>\n\t2\n" }, { "cut-range", "cuts[1]" }),
    CASE("cut-order", "a near miss: the one before is not an integer",
        { "numCuts 2", "numCuts 3", "\t1\n\t3\n", "\t3\n\t<1.0>\n\t2\n" }, { "integer", "cuts[1]" }),

    /* tokens */
    FIRES("unexpected-token", "no field of view", "frames[1]", "0.6 ) 80.5\n\t(", "0.6 )\n\t<(>"),
    CASE("unexpected-token", "a keyword among the cuts is read as one",
        { "\t3\n}\n\n", "\t3\n", "camera", "<camera>", "60\n}\n", "<180>\n}\n" },
        { "unexpected-token", "cuts[2]", "fov-range", "frames[3].fov" }),
    CASE("unexpected-token", "after a fault reading goes on at the next section",
        { "\t1\n", "\t( 9 9\n", "\t( 9", "\t<(> 9", "60\n", "<0>\n" },
        { "unexpected-token", "", "fov-range", "frames[3].fov" }),
    TEXT("unexpected-token", "exchanged sections: at the first, once, and both are read", NULL,
        HEAD "<camera> {\n" FRAMES "}\ncuts {\n\t<2>\n}\n", "unexpected-token", "", "cut-range", "cuts[0]"),
    TEXT("unexpected-token", "cuts is missing: nothing more is said of it", NULL,
        HEAD "<camera> {\n" FRAMES "}\n", "unexpected-token", ""),
    TEXT("unexpected-token", "cuts after a camera that was come upon", NULL,
        "MD5Version 10\ncommandline \"\"\nnumFrames 2\nframeRate 24\n\n<{>\ncamera {\n" FRAMES
        "}\n<cuts> {\n}\n",
        "header-key", "num_cuts", "unexpected-token", ""),
    TEXT("unexpected-token", "a section seen before is skipped", NULL,
        HEAD "cuts {\n\t1\n}\n<cuts> {\n\t7\n}\ncamera {\n" FRAMES "}\n", "unexpected-token", ""),
    FIRES("unexpected-token", "another word between the sections", "", "camera", "<speed> 3\ncamera"),
    QUIET("unexpected-token", "a near miss: braces in a comment", "\t3\n", "\t3 // } camera {\n"),
    TEXT("truncated", "before camera", NULL, HEAD "cuts {\n\t1\n}\n<>", "truncated", ""),
    TEXT("truncated", "in a frame", NULL, HEAD LAST_CUTS "camera {\n\t( 0 0 0 ) ( 0 0 0 ) 90\n\t( 0 0<>",
        "truncated", "frames[1].position"),
    TEXT("truncated", "a near miss: reading has ended before", NULL,
        HEAD LAST_CUTS "camera {\n\t( 0 0 0 ) <}>", "unexpected-token", "frames[0].orientation"),
    CASE("truncated", "a near miss: no final line", .text = HEAD LAST_CUTS "camera {\n" FRAMES "}"),

    /* behind the later section */
    FIRES("trailing-content", NULL, "", "60\n}\n", "60\n}\n<cuts {\n}\n>"),
    FIRES("trailing-content", "a NUL", "", "60\n}\n", "60\n}\n<@\n>"),
    TEXT("trailing-content", "behind cuts, where it comes last", "a second file",
        HEAD "<camera> {\n" FRAMES "}\n" LAST_CUTS "<MD5Version 10\n>", "unexpected-token", "",
        "trailing-content", ""),
    CASE("trailing-content", "a near miss: reading resumes at a section seen before, which is skipped",
        { "60\n}\n", "60 <{>\n}\ncuts {\n\t0\n}\nend\n" }, { "unexpected-token", "" }),
    QUIET("trailing-content", "a near miss: a comment", "60\n}\n", "60\n}\n// end\n"),
};

MD5_CHECKED_TABLE(md5camera_sections, md5camera_section_table, "md5camera", md5_camera, cases)
