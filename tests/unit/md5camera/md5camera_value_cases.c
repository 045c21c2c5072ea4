/* Cases of the numbers of a .md5camera, and of files of another format. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define MARKERS "<```````> ours\n=======\n^^^^^^^ theirs\n"

static const md5_case cases[] = {
    FIRES("fov-range", NULL, "frames[0].fov", ") 90\n", ") <0>\n"),
    CASE("fov-range", "-0, and a number that rounds to 180 as float32",
        { ") 90\n", ") <-0>\n", ") 70\n", ") <179.999999>\n" },
        { "fov-range", "frames[0].fov", "fov-range", "frames[2].fov" }),
    QUIET("fov-range", "near miss: the field of view is just below 180", ") 90\n", ") 179.9999\n"),
    CASE("fov-range", "near miss: the field of view is not a number", { ") 90\n", ") <180deg>\n" },
        { "number", "frames[0].fov" }),
    SAYS("quaternion-rounding", NULL, "frames[3].orientation", "frame 3, orientation has x*x", "( 0 0 1 )",
        "<( 0 0 1.0001 )>"),
    QUIET("quaternion-rounding", "near miss: the squared length is below 1 + 1e-5", "( 0 0 1 )",
        "( 0 0 1.000001 )"),
    FIRES("quaternion-length", NULL, "frames[3].orientation", "( 0 0 1 )", "<( 0 1 1 )>"),
    CASE("quaternion-length", "a rotation is checked although the frame breaks off after it",
        { "( 0 0 1 ) 60", "<( 0 1 1 )> <\"60\">" },
        { "quaternion-length", "frames[3].orientation", "unexpected-token", "frames[3]" }),
    CASE("quaternion-length", "near miss: a component is not a number", { "( 0 0 1 )", "( 9 9 <x> )" },
        { "number", "frames[3].orientation.z" }),
    FIRES("number", NULL, "frames[0].position.y", "( 1 2 3 )", "( 1 <+2> 3 )"),
    QUIET("number", "near miss: numbers without digits before or after the point, and -0", "( 1 2 3 )",
        "( 1. .5 -0 )"),
    FIRES("number-range", NULL, "frames[0].position.y", "( 1 2 3 )",
        "( 1 <340282356779733661637539395458142568448.0> 3 )"),
    QUIET("number-range", "near miss: a number that rounds to zero", "( 1 2 3 )",
        "( 1 0.00000000000000000000000000000000000000000000000000001 3 )"),
    FIRES("number-exponent", NULL, "frames[0].fov", ") 90\n", ") <9e1>\n"),
    QUIET("number-exponent", "near miss: a number without an exponent", ") 90\n", ") 90.0\n"),
    FIRES("number-wraps", NULL, "frames[0].position.y", "( 1 2 3 )", "( 1 <4294967296> 3 )"),
    QUIET("number-wraps", "near miss: the greatest 32-bit number, and 2^32 with a point", "( 1 2 3 )",
        "( 4294967295 4294967296. 3 )"),
    FIRES("number-size", NULL, "frames[0].position.y", "( 1 2 3 )", "( 1 <18446744073709551616.0> 3 )"),
    QUIET("number-size", "near miss: the integer part is the greatest 64-bit number", "( 1 2 3 )",
        "( 1 18446744073709551615.0 3 )"),
    SAYS("decimal-comma", "two decimal commas are one finding at the first", "frames[1].fov", "2 numbers",
        "80.5", "<80,5>", ") 70", ") 70,0"),
    CASE("decimal-comma", "near miss: a cut with a comma is reported as integer", { "\t1\n", "\t<1,0>\n" },
        { "integer", "cuts[0]" }),

    /* Cases of files of another format, and of conflict markers */
    TEXT("other-content", "a .md5anim file is reported at its first own keyword",
        "an .md5anim, the animation of a model, not an .md5camera",
        "MD5Version 10\ncommandline \"\"\nnumFrames 1\nnumJoints 1\n<hierarchy> {", "other-content", ""),
    TEXT("other-content", "a .md5mesh file", NULL, "MD5Version 10\n<joints> {", "other-content", ""),
    TEXT("other-content", "near miss: text with a keyword of a camera path", NULL,
        "<a> path\nframeRate 3\n<>", "version-missing", "version", "truncated", ""),
    TEXT("other-content", "near miss: no keyword that only one of the three formats has", NULL,
        "MD5Version 10\ncommandline \"\"\nnumFrames <3><>", "count-exceeds-file", "num_frames", "truncated",
        ""),
    FIRES("merge-conflict", NULL, "", "\t3\n", MARKERS "\t9\n"),
    QUIET("merge-conflict", "near miss: conflict markers in line comments", "\t3\n",
        "\t3\n// ``````` \n// =======\n// ^^^^^^^\n"),
};

MD5_CHECKED_TABLE(md5camera_values, md5camera_value_table, "md5camera", md5_camera, cases)
