/* Cases of the lists of a .md5anim: number of entries of hierarchy, bounds and baseframe, and values of bounds. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

/* Edits that move both joints to one point, so that boxes are not compared with joints. */
#define JOINTS_MEET "10 11 12", "0 0 0", "20 21 22", "0 0 0"

static const md5_case cases[] = {
    /* Cases of hierarchy-count */
    CASE("hierarchy-count", "fewer than numJoints joints are reported at the }",
        { "numJoints 2", "numJoints 3", "Qx Qy Qz )\n}", "Qx Qy Qz )\n<}>", "\t( 7 8 9 ) ( 0.4 0.5 0.6 )\n}",
            "<}>" },
        { "hierarchy-count", "hierarchy", "baseframe-count", "baseframe" }, .says = "2 of the 3 entries"),
    FIRES("hierarchy-count",
        "two surplus joints are one finding at the first, from its first to its last token", "hierarchy[2]",
        "Qx Qy Qz )\n}", "Qx Qy Qz )\n\t<\"neck\" 1 0 0> // hips\n\t\"head\" 2 0 0\n}"),
    CASE("hierarchy-count", "a surplus joint is checked as other joints are",
        { "Qx Qy Qz )\n}", "Qx Qy Qz )\n\t<<\"hips\"> <-5> <64> 0>\n}" },
        { "hierarchy-count", "hierarchy[2]", "joint-name-duplicate", "hierarchy[2].name", "parent-range",
            "hierarchy[2].parent", "flags-range", "hierarchy[2].flags" }),
    FIRES("hierarchy-count", "one joint too few: no parent, start index or frame rotation is checked",
        "hierarchy", "\t\"root\" -1 1 0\n\t\"hips\" 0 63 1", "\t\"hips\" -1 63 9", "Qz )\n}", "Qz )\n<}>",
        "0.7 0.1 0.2", "7 1 2"),
    CASE("hierarchy-count", "one joint too many and a broken list: no parent or start index is checked",
        { "\"hips\" 0", "\"hips\" 2", "Qx Qy Qz )\n}", "Qx Qy Qz )\n\t<\"neck\" 9 63 9>\n<(>\n}" },
        { "hierarchy-count", "hierarchy[2]", "unexpected-token", "" }),
    FIRES("hierarchy-count", "an empty hierarchy", "hierarchy",
        "\t\"root\" -1 1 0\n\t\"hips\" 0 63 1\t// root: ( all of Tx Ty Tz Qx Qy Qz )\n}", "<}>"),
    CASE("hierarchy-count", "near miss: the number of joints is not checked after the list breaks off",
        { "numJoints 2", "numJoints 3", "Qx Qy Qz )\n}", "Qx Qy Qz )\n<{>\n}", "0.6 )\n}", "0.6 )\n<}>" },
        { "unexpected-token", "", "baseframe-count", "baseframe" }),
    CASE("hierarchy-count", "near miss: numJoints is not an integer",
        { "numJoints 2", "numJoints <02>", "Qx Qy Qz )\n}", "Qx Qy Qz )\n\t\"neck\" 1 0 0\n}" },
        { "integer", "num_joints" }),

    /* Cases of bounds-count */
    FIRES("bounds-count", "fewer than numFrames bounds", "bounds", "\t( -4 -5 -6 ) ( 4 5 6 )\n}", "<}>"),
    CASE("bounds-count", "two surplus bounds are one finding at the first",
        { "( 4 5 6 )\n", "( 4 5 6 )\n\t<( 0 0 0 ) ( <-1> 1 1 )>\n\t( 0 0 0 ) ( 1 1 1 )\n" },
        { "bounds-count", "bounds[2]", "bounds-inverted", "bounds[2].max.x" }),
    CASE("bounds-count", "near miss: a surplus entry of bounds breaks off",
        { "( 4 5 6 )\n", "( 4 5 6 )\n\t( 0 0 0 ) ( 1 1 <)>\n" }, { "unexpected-token", "bounds[2].max" }),
    QUIET("bounds-count", "near miss: an entry in a comment is not counted", "( 4 5 6 )\n",
        "( 4 5 6 )\n\n\t// ( 0 0 0 ) ( 1 1 1 )\n"),

    /* Cases of baseframe-count */
    FIRES("baseframe-count", "fewer than numJoints baseframe entries", "baseframe",
        "\t( 7 8 9 ) ( 0.4 0.5 0.6 )\n}", "<}>"),
    CASE("baseframe-count", "a surplus baseframe entry is checked as other entries are",
        { "0.6 )\n", "0.6 )\n\t<( 0 0 0 ) <( 1 1 1 )>>\n\t( 0 0 0 ) ( 0 0 0 )\n" },
        { "baseframe-count", "baseframe[2]", "quaternion-length", "baseframe[2].orientation" }),
    FIRES("baseframe-count", "a baseframe with too few entries: frame rotations are not checked", "baseframe",
        "numAnimatedComponents 7", "numAnimatedComponents 6", "0 63 1", "0 31 1",
        "\t( 7 8 9 ) ( 0.4 0.5 0.6 )\n}", "<}>", "0.7 0.1 0.2", "2 1", "0.5 0.4 0.3", "0.5 0.4"),
    CASE("baseframe-count",
        "near miss: the number of baseframe entries is not checked after the list breaks off",
        { "0.6 )\n}", "0.6 )\n\t<\"neck\">\n}", "numJoints 2", "numJoints 3", "Qx Qy Qz )\n}",
            "Qx Qy Qz )\n\t\"neck\" 1 0 0\n}" },
        { "unexpected-token", "" }),

    /* Cases of the values of bounds */
    CASE("bounds-inverted", "each axis with the minimum above the maximum is reported at the maximum",
        { "( 1 2 3 )", "( <-1.5> 2 <-3.5> )" },
        { "bounds-inverted", "bounds[0].max.x", "bounds-inverted", "bounds[0].max.z" }),
    QUIET("bounds-inverted", "near miss: minimum and maximum are equal", JOINTS_MEET, "( 1 2 3 )",
        "( -1 -2.000 -3 )"),
    QUIET("bounds-inverted", "near miss: minimum 0 and maximum -0", JOINTS_MEET, "( -1 -2 -3 )", "( 0 0 0 )",
        "( 1 2 3 )", "( -0 -0.0 1 )"),
    CASE("bounds-inverted", "near miss: a minimum or maximum that is not a number",
        { "( -1 -2 -3 )", "( 9 <nan> -3 )", "( 1 2 3 )", "( <+1> -9 3 )" },
        { "number", "bounds[0].min.y", "number", "bounds[0].max.x" }),
    CASE("bounds-inverted", "the axes read before a bound breaks off are checked",
        { "( 1 2 3 )", "( <-7> 2 <(>" },
        { "bounds-inverted", "bounds[0].max.x", "unexpected-token", "bounds[0].max" }),
    FIRES("bounds-zero", "zeros in any spelling are reported from { to }", "bounds",
        "bounds {\n\t( -1 -2 -3 ) ( 1 2 3 )\n\t( -4 -5 -6 ) ( 4 5 6 )\n}",
        "bounds <{\n\t( 0 -0 0.0 ) ( 0. .0 0 )\n\t( -0.000000 0 0 ) ( 0 0 0 )\n}>"),
    CASE("bounds-zero", "zero bounds are reported although the number of bounds is wrong",
        { "bounds {\n\t( -1 -2 -3 ) ( 1 2 3 )\n\t( -4 -5 -6 ) ( 4 5 6 )\n}",
            "bounds <{\n\t( 0 0 0 ) ( 0 0 0 )\n<}>>" },
        { "bounds-zero", "bounds", "bounds-count", "bounds" }),
    QUIET("bounds-zero", "near miss: one of the bounds is not zero", JOINTS_MEET, "( -1 -2 -3 ) ( 1 2 3 )",
        "( 0 0 0 ) ( 0 0 0 )", "( -4 -5 -6 ) ( 4 5 6 )", "( 0 0 0 ) ( 0 0 0.0001 )"),
    CASE("bounds-zero", "near miss: a value of the bounds is not a number",
        { "( -1 -2 -3 ) ( 1 2 3 )", "( 0 0 0 ) ( 0 <00> 0 )", "( -4 -5 -6 ) ( 4 5 6 )",
            "( 0 0 0 ) ( 0 0 0 )" },
        { "number", "bounds[0].max.y" }),
    CASE("bounds-zero", "near miss: bounds without entries",
        { "bounds {\n\t( -1 -2 -3 ) ( 1 2 3 )\n\t( -4 -5 -6 ) ( 4 5 6 )\n}", "bounds {\n<}>" },
        { "bounds-count", "bounds" }),
    CASE("bounds-zero", "near miss: the list of bounds breaks off",
        { "( -1 -2 -3 ) ( 1 2 3 )", "( 0 0 0 ) ( 0 0 0 )", "( -4 -5 -6 ) ( 4 5 6 )", "( 0 0 0 ) <{>" },
        { "unexpected-token", "bounds[1].max" }),
};

MD5_CHECKED_TABLE(md5anim_lists, md5anim_lists_table, "md5anim", md5_animation, cases)
