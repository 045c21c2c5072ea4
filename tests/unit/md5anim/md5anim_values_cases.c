/* Numbers and rotations in a .md5anim. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

/* The edge of infinity, 2^128 - 2^103, and what lies just below it. */
#define INFINITE "340282356779733661637539395458142568448."
#define GREATEST "340282356779733661637539395458142568447.9"

/* x of a rotation with y = z = 0: neighbours in float32 on either side of x*x = 1 + 1e-5 and 1 + 1e-3. */
#define BELOW_ROUNDING "1.0000048876"
#define ABOVE_ROUNDING "1.0000050068"
#define BELOW_LENGTH   "1.00049984"
#define ABOVE_LENGTH   "1.00049996"

static const md5_case cases[] = {
    /* number */
    CASE("number", "what is no number in a frame; each, and the frame goes on",
        { "1.5\n\t10 11 12 0.7 0.1 0.2", "<nan> <inf> <1.#IND> <+1> <1E5> <0x10> <00.5>" },
        { "number", "frames[0].values[0]", "number", "frames[0].values[1]", "number", "frames[0].values[2]",
            "number", "frames[0].values[3]", "number", "frames[0].values[4]", "number", "frames[0].values[5]",
            "number", "frames[0].values[6]" }),
    CASE("number", "more of them",
        { "1.5\n\t10 11 12 0.7 0.1 0.2", "<1.5f> <1,5,> <1.2.3> <10abc> <three> <-> <#>" },
        { "number", "frames[0].values[0]", "number", "frames[0].values[1]", "number", "frames[0].values[2]",
            "number", "frames[0].values[3]", "number", "frames[0].values[4]", "number", "frames[0].values[5]",
            "number", "frames[0].values[6]" }),
    CASE("number", "an exponent without digits is no exponent", { "1.5\n\t10", "<1e> <1.5e+>" },
        { "number", "frames[0].values[0]", "number", "frames[0].values[1]" }),
    CASE("number", "- 1 is one finding over both", { "1.5\n", "<-\n 1>\n", "2.5\n", "<+ .5>\n" },
        { "number", "frames[0].values[0]", "number", "frames[1].values[0]" }),
    CASE("number", "a lone sign takes no other word along",
        { "1.5\n", "<-> <x>\n", "2.5\n\t20", "<-> <-\n\t20>" },
        { "number", "frames[0].values[0]", "number", "frames[0].values[1]", "number", "frames[1].values[0]",
            "number", "frames[1].values[1]" }),
    FIRES("number", "a lone sign in front of the }", "frames[0].values[6]", "0.1 0.2\n}", "0.1 <->\n}"),
    FIRES("integer", "- 1 as a parent is one finding over both", "hierarchy[0].parent", "\"root\" -1",
        "\"root\" <- 1>"),
    CASE("number", "in the baseframe: the rotation is not judged",
        { "( 7 8 9 ) ( 0.4", "( 7 <8;> 9 ) ( 9 <nan>", "0.5 0.6 )", "0.6 )" },
        { "number", "baseframe[1].position.y", "number", "baseframe[1].orientation.y" }),
    FIRES("number", "a no-break space belongs to its word", "frames[0].values[0]", "1.5\n\t10",
        "<1.5\xc2\xa0"
        "10> 10"),
    QUIET("number", "a near miss: -0, 5. and .5 are fine, and so are many digits", "1.5\n\t10 11 12",
        "-0.000000 5. -.5 0.00000000000000000000000000000000000000000000000000001"),
    CASE("number", "a near miss: a brace, a parenthesis, a string or a keyword is unexpected-token",
        { "1.5\n", "<\"1.5\">\n", "2.5\n", "<frameRate>\n" },
        { "unexpected-token", "frames[0].values[0]", "unexpected-token", "frames[1].values[0]" }),

    /* number-range, number-exponent */
    CASE("number-range", NULL, { "1.5\n\t10", "<" INFINITE "> <-" INFINITE ">" },
        { "number-range", "frames[0].values[0]", "number-range", "frames[0].values[1]" }),
    CASE("number-range", "number-exponent beside it", { "( 1 2 3 )", "( <<1e39>> 2 3 )" },
        { "number-range", "bounds[0].max.x", "number-exponent", "bounds[0].max.x" }),
    FIRES("number-range", "it takes part in no other rule: bounds-inverted", "bounds[0].min.x",
        "( -1 -2 -3 )", "( <" INFINITE "> -2 -3 )"),
    FIRES("number-range", "it takes part in no other rule: the frame's rotations", "frames[0].values[2]",
        "10 11 12 0.7", "10 <" INFINITE "> 12 5"),
    CASE("number-range", "a near miss: just below the edge",
        { "1.5\n\t10", "<" GREATEST "> <-" GREATEST ">" },
        { "number-size", "frames[0].values[0]", "number-size", "frames[0].values[1]" }),
    CASE("number-range", "a near miss: the greatest float32 in few digits",
        { "1.5\n\t10", "<3.4028235e38> 10" }, { "number-exponent", "frames[0].values[0]" }),
    CASE("number-range", "a near miss: underflow is fine",
        { "1.5\n\t10", "<1e-99> 0.00000000000000000000000000000000000000000000000000000000000000001" },
        { "number-exponent", "frames[0].values[0]" }),
    CASE("number-exponent", "each", { "1.5\n\t10 11", "<1e5> <-1.5e-05> <.5e+0>" },
        { "number-exponent", "frames[0].values[0]", "number-exponent", "frames[0].values[1]",
            "number-exponent", "frames[0].values[2]" }),
    CASE("number-exponent", "a near miss: E is none, and no number either", { "1.5\n", "<1E5>\n" },
        { "number", "frames[0].values[0]" }),

    /* number-wraps, number-size */
    CASE("number-wraps", NULL, { "1.5\n\t10 11", "<4294967296> <-5000000000> <99999999999999999999999>" },
        { "number-wraps", "frames[0].values[0]", "number-wraps", "frames[0].values[1]", "number-wraps",
            "frames[0].values[2]" }),
    SAYS("number-wraps", "it stands for the rules of size, and what id's reader makes of it is said",
        "bounds[0].max.y", "id's reader makes 3 of it", "( 1 2 3 )", "( 1 <4294967299> 3 )"),
    FIRES("number-wraps", "it takes part in no other rule: bounds-inverted", "bounds[0].min.x",
        "( -1 -2 -3 )", "( <4294967296> -2 -3 )"),
    QUIET("number-wraps", "a near miss: one less, and a point", "1.5\n\t10 11",
        "4294967295 -4294967296. 5000000000.0"),
    CASE("number-size", NULL, { "1.5\n\t10 11", "<18446744073709551616.0> <-99999999999999999999.5> 0" },
        { "number-size", "frames[0].values[0]", "number-size", "frames[0].values[1]" }),
    CASE("number-size", "an exponent of three digits, beside number-exponent", { "1.5\n", "<<1e-100>>\n" },
        { "number-size", "frames[0].values[0]", "number-exponent", "frames[0].values[0]" }),
    CASE("number-size", "a near miss: the greatest of either kind",
        { "1.5\n\t10", "18446744073709551615.9 <1e-0099>" }, { "number-exponent", "frames[0].values[1]" }),
    CASE("number", "a zero before an exponent is octal to id's reader, with a point it is not",
        { "1.5\n\t10", "<0e5> <0.e5>" },
        { "number", "frames[0].values[0]", "number-exponent", "frames[0].values[1]" }),

    /* Rotations of the baseframe: from the second ( to its ) */
    CASE("quaternion-rounding", NULL,
        { "( 0.1 0.2 0.3 )", "<( " ABOVE_ROUNDING " 0 0 )>", "( 0.4 0.5 0.6 )",
            "<( 0 0 -" BELOW_LENGTH " )>" },
        { "quaternion-rounding", "baseframe[0].orientation", "quaternion-rounding",
            "baseframe[1].orientation" }),
    QUIET("quaternion-rounding", "a near miss: 1 + 9.8e-6", "( 0.1 0.2 0.3 )", "( 0 " BELOW_ROUNDING " 0 )"),
    FIRES("quaternion-rounding", "the values are float32: in double this one would be short enough",
        "baseframe[0].orientation", "( 0.1 0.2 0.3 )", "<( 1.00000496 0 0 )>"),
    FIRES("quaternion-rounding",
        "the squares are summed in double: in float32 the first would be too long, the second not",
        "baseframe[1].orientation", "( 0.1 0.2 0.3 )", "( " BELOW_ROUNDING " 0.00043673 0 )",
        "( 0.4 0.5 0.6 )", "<( " BELOW_ROUNDING " 0.000415756 0.000231612 )>"),
    CASE("quaternion-length", NULL,
        { "( 0.1 0.2 0.3 )", "<( " ABOVE_LENGTH " 0 0 )>", "( 0.4 0.5 0.6 )", "<( 1000 -1000 0.01 )>" },
        { "quaternion-length", "baseframe[0].orientation", "quaternion-length", "baseframe[1].orientation" }),
    CASE("quaternion-length", "a near miss: 1 + 9.99e-4 is rounding",
        { "( 0.1 0.2 0.3 )", "<( " BELOW_LENGTH " 0 0 )>" },
        { "quaternion-rounding", "baseframe[0].orientation" }),

    /* Rotations of frames: from the first animated component of the orientation to the last */
    SAYS("quaternion-rounding", NULL, "frames[0].values[4]", "frame 0, joint \"hips\", rotation has",
        "0.7 0.1 0.2", "<0 " ABOVE_ROUNDING " 0>", "0.5 0.4 0.3", "0 0.9 0.3"),
    QUIET("quaternion-rounding", "a near miss in a frame", "0.7 0.1 0.2", "0 " BELOW_ROUNDING " 0",
        "0.5 0.4 0.3", "0 0.9 0.3"),
    CASE("quaternion-length", "each frame",
        { "0.7 0.1 0.2", "<0.7\n0.7 0.2>", "0.5 0.4 0.3", "<0 0 " ABOVE_LENGTH ">" },
        { "quaternion-length", "frames[0].values[4]", "quaternion-length", "frames[1].values[4]" }),
    FIRES("quaternion-length",
        "baseframe values are filled in: Qx and Qz of the frame, Qy = 0.5 of the baseframe",
        "frames[0].values[4]", "numAnimatedComponents 7", "numAnimatedComponents 6", "0 63 1", "0 47 1",
        "12 0.7 0.1 0.2", "12 <0.7 0.6>", "22 0.5 0.4 0.3", "22 0.7 0.4"),
    FIRES("quaternion-length", "one animated component: its own token", "frames[0].values[1]",
        "numAnimatedComponents 7", "numAnimatedComponents 2", "0 63 1", "0 32 1", "10 11 12 0.7 0.1 0.2",
        "<-0.9>", "20 21 22 0.5 0.4 0.3", "0.7"),
    CASE("quaternion-length", "a near miss: a broken baseframe, from which a component is needed",
        { "numAnimatedComponents 7", "numAnimatedComponents 6", "0 63 1", "0 47 1", "12 0.7 0.1 0.2",
            "12 9 9", "22 0.5 0.4 0.3", "22 9 9", "0.5 0.6 )", "0.5 0.6 ) <)>" },
        { "unexpected-token", "" }),
    CASE("quaternion-length", "where none is needed, a broken baseframe does not matter",
        { "0.5 0.6 )", "0.5 0.6 ) <)>", "0.7 0.1 0.2", "<9 9 9>" },
        { "unexpected-token", "", "quaternion-length", "frames[0].values[4]" }),
    CASE("quaternion-length", "a near miss: a component of the baseframe that is no number",
        { "numAnimatedComponents 7", "numAnimatedComponents 6", "0 63 1", "0 47 1", "12 0.7 0.1 0.2",
            "12 9 9", "22 0.5 0.4 0.3", "22 9 9", "0.4 0.5 0.6 )", "0.4 <0.5f> 0.6 )" },
        { "number", "baseframe[1].orientation.y" }),
    CASE("quaternion-length", "a frame after a baseframe that is itself after a frame",
        { "numAnimatedComponents 7", "numAnimatedComponents 6", "0 63 1", "0 31 1",
            "baseframe {\n\t( 0 0 0 ) ( 0.1 0.2 0.3 )\n\t( 7 8 9 ) ( 0.4 0.5 0.6 )\n}\n\nframe 0 {",
            "<frame> 0 {", "0.7 0.1 0.2\n}\n",
            "0.7 0.1\n}\nbaseframe {\n( 0 0 0 ) ( 0 0 0 )\n( 0 0 0 ) ( 0 0 0.6 )\n}\n", "0.5 0.4 0.3",
            "<0.7 0.7>" },
        { "unexpected-token", "", "quaternion-length", "frames[1].values[4]" }),
    CASE("quaternion-length", "a near miss: the hierarchy is broken",
        { "Qx Qy Qz )\n}", "Qx Qy Qz )\n<(>", "0.7 0.1 0.2", "9 9 9" }, { "unexpected-token", "" }),
    CASE("quaternion-length", "a near miss: the frame has another number of values",
        { "0.7 0.1 0.2", "9 9 9 <9>" }, { "frame-values", "frames[0].values[7]" }),
    CASE("quaternion-length", "a near miss: one value of the frame is no number",
        { "1.5\n\t10 11 12 0.7 0.1 0.2", "<x> 10 11 12 9 9 9" }, { "number", "frames[0].values[0]" }),
    CASE("quaternion-length", "a near miss: the joint's start index is out of range",
        { "0 63 1", "0 63 <2>", "0.7 0.1 0.2", "9 9 9" },
        { "start-index-range", "hierarchy[1].start_index" }),
    FIRES("quaternion-length", "a near miss: no component of the orientation is animated",
        "baseframe[1].orientation", "numAnimatedComponents 7", "numAnimatedComponents 4", "0 63 1", "0 7 1",
        "12 0.7 0.1 0.2", "12", "22 0.5 0.4 0.3", "22", "( 0.4 0.5 0.6 )", "<( 1 1 1 )>"),
};

const md5_table md5anim_values_table = MD5_TABLE("md5anim", md5_animation, cases);

Test(md5anim_values, cases)
{
    md5_check(&md5anim_values_table);
}
