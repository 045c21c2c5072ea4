/* The lists of a .md5anim: how many entries they have, and what is in bounds. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

static const md5_case cases[] = {
    /* hierarchy-count */
    CASE("hierarchy-count", "fewer: at the } that comes too early",
        { "numJoints 2", "numJoints 3", "Qx Qy Qz )\n}", "Qx Qy Qz )\n<}>", "0.6 )\n}", "0.6 )\n<}>" },
        { "hierarchy-count", "hierarchy", "baseframe-count", "baseframe" }, .says = "2 of the 3 entries"),
    FIRES("hierarchy-count", "more: the first surplus entry, first token to last", "hierarchy[2]",
        "Qx Qy Qz )\n}", "Qx Qy Qz )\n\t<\"neck\" 1 0 0> // hips\n\t\"head\" 2 0 0\n}"),
    CASE("hierarchy-count", "surplus entries are judged like the others",
        { "Qx Qy Qz )\n}", "Qx Qy Qz )\n\t<<\"hips\"> <-5> <64> 0>\n}" },
        { "hierarchy-count", "hierarchy[2]", "joint-name-duplicate", "hierarchy[2].name", "parent-range",
            "hierarchy[2].parent", "flags-range", "hierarchy[2].flags" }),
    FIRES("hierarchy-count",
        "silences parents, start indices and the rotations of frames: those of one too few", "hierarchy",
        "\t\"root\" -1 1 0\n\t\"hips\" 0 63 1", "\t\"hips\" -1 63 9", "Qz )\n}", "Qz )\n<}>", "0.7 0.1 0.2",
        "7 1 2"),
    CASE("hierarchy-count", "and of one too many, also when the list breaks later",
        { "\"hips\" 0", "\"hips\" 2", "Qx Qy Qz )\n}", "Qx Qy Qz )\n\t<\"neck\" 9 63 9>\n<(>\n}" },
        { "hierarchy-count", "hierarchy[2]", "unexpected-token", "" }),
    FIRES("hierarchy-count", "an empty list", "hierarchy",
        "\t\"root\" -1 1 0\n\t\"hips\" 0 63 1\t// root ( Tx Ty Tz Qx Qy Qz )\n}", "<}>"),
    CASE("hierarchy-count", "a near miss: it broke, so what came after does not count",
        { "numJoints 2", "numJoints 3", "Qx Qy Qz )\n}", "Qx Qy Qz )\n<{>\n}", "0.6 )\n}", "0.6 )\n<}>" },
        { "unexpected-token", "", "baseframe-count", "baseframe" }),
    CASE("hierarchy-count", "a near miss: the count is unknown",
        { "numJoints 2", "numJoints <02>", "Qx Qy Qz )\n}", "Qx Qy Qz )\n\t\"neck\" 1 0 0\n}" },
        { "integer", "num_joints" }),

    /* bounds-count */
    FIRES("bounds-count", "fewer", "bounds", "\t( -4 -5 -6 ) ( 4 5 6 )\n}", "<}>"),
    CASE("bounds-count", "more, at the first surplus entry, once",
        { "( 4 5 6 )\n", "( 4 5 6 )\n\t<( 0 0 0 ) ( <-1> 1 1 )>\n\t( 0 0 0 ) ( 1 1 1 )\n" },
        { "bounds-count", "bounds[2]", "bounds-inverted", "bounds[2].max.x" }),
    CASE("bounds-count", "a near miss: a surplus entry that breaks is no entry",
        { "( 4 5 6 )\n", "( 4 5 6 )\n\t( 0 0 0 ) ( 1 1 <)>\n" }, { "unexpected-token", "bounds[2].max" }),
    QUIET("bounds-count", "a near miss: comments and empty lines are no entries", "( 4 5 6 )\n",
        "( 4 5 6 )\n\n\t// ( 0 0 0 ) ( 1 1 1 )\n"),

    /* baseframe-count */
    FIRES("baseframe-count", "fewer", "baseframe", "\t( 7 8 9 ) ( 0.4 0.5 0.6 )\n}", "<}>"),
    CASE("baseframe-count", "more; surplus entries are judged like the others",
        { "0.6 )\n", "0.6 )\n\t<( 0 0 0 ) <( 1 1 1 )>>\n\t( 0 0 0 ) ( 0 0 0 )\n" },
        { "baseframe-count", "baseframe[2]", "quaternion-length", "baseframe[2].orientation" }),
    FIRES("baseframe-count", "silences what needs its values", "baseframe", "numAnimatedComponents 7",
        "numAnimatedComponents 6", "0 63 1", "0 31 1", "\t( 7 8 9 ) ( 0.4 0.5 0.6 )\n}", "<}>", "0.7 0.1 0.2",
        "2 1", "0.5 0.4 0.3", "0.5 0.4"),
    CASE("baseframe-count", "a near miss: it broke",
        { "0.6 )\n}", "0.6 )\n\t<\"neck\">\n}", "numJoints 2", "numJoints 3", "Qx Qy Qz )\n}",
            "Qx Qy Qz )\n\t\"neck\" 1 0 0\n}" },
        { "unexpected-token", "" }),

    /* Bounds */
    CASE("bounds-inverted", "one an axis, at the max", { "( 1 2 3 )", "( <-1.5> 2 <-3.5> )" },
        { "bounds-inverted", "bounds[0].max.x", "bounds-inverted", "bounds[0].max.z" }),
    QUIET("bounds-inverted", "a near miss: min = max", "( 1 2 3 )", "( -1 -2.000 -3 )"),
    QUIET("bounds-inverted", "a near miss: 0 and -0", "( -1 -2 -3 )", "( 0 0 0 )", "( 1 2 3 )",
        "( -0 -0.0 1 )"),
    CASE("bounds-inverted", "a near miss: an axis that is no number",
        { "( -1 -2 -3 )", "( 9 <nan> -3 )", "( 1 2 3 )", "( <+1> -9 3 )" },
        { "number", "bounds[0].min.y", "number", "bounds[0].max.x" }),
    CASE("bounds-inverted", "of an entry that breaks, the axes that were read",
        { "( 1 2 3 )", "( <-7> 2 <(>" },
        { "bounds-inverted", "bounds[0].max.x", "unexpected-token", "bounds[0].max" }),
    FIRES("bounds-zero", "{ to }, whatever the zeros look like", "bounds",
        "bounds {\n\t( -1 -2 -3 ) ( 1 2 3 )\n\t( -4 -5 -6 ) ( 4 5 6 )\n}",
        "bounds <{\n\t( 0 -0 0.0 ) ( 0. .0 0 )\n\t( -0.000000 0 0 ) ( 0 0 0 )\n}>"),
    CASE("bounds-zero", "once, also of another number of entries",
        { "bounds {\n\t( -1 -2 -3 ) ( 1 2 3 )\n\t( -4 -5 -6 ) ( 4 5 6 )\n}",
            "bounds <{\n\t( 0 0 0 ) ( 0 0 0 )\n<}>>" },
        { "bounds-zero", "bounds", "bounds-count", "bounds" }),
    QUIET("bounds-zero", "a near miss: one bound is not", "( -1 -2 -3 ) ( 1 2 3 )", "( 0 0 0 ) ( 0 0 0 )",
        "( -4 -5 -6 ) ( 4 5 6 )", "( 0 0 0 ) ( 0 0 0.0001 )"),
    CASE("bounds-zero", "a near miss: one is no number",
        { "( -1 -2 -3 ) ( 1 2 3 )", "( 0 0 0 ) ( 0 <00> 0 )", "( -4 -5 -6 ) ( 4 5 6 )",
            "( 0 0 0 ) ( 0 0 0 )" },
        { "number", "bounds[0].max.y" }),
    CASE("bounds-zero", "a near miss: no bounds at all",
        { "bounds {\n\t( -1 -2 -3 ) ( 1 2 3 )\n\t( -4 -5 -6 ) ( 4 5 6 )\n}", "bounds {\n<}>" },
        { "bounds-count", "bounds" }),
    CASE("bounds-zero", "a near miss: the list broke",
        { "( -1 -2 -3 ) ( 1 2 3 )", "( 0 0 0 ) ( 0 0 0 )", "( -4 -5 -6 ) ( 4 5 6 )", "( 0 0 0 ) <{>" },
        { "unexpected-token", "bounds[1].max" }),
};

const md5_table md5anim_lists_table = MD5_TABLE("md5anim", md5_animation, cases);

Test(md5anim_lists, cases)
{
    md5_check(&md5anim_lists_table);
}
