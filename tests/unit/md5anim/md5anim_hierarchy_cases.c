/* The joints of a .md5anim: names, parents, flags and start indices. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

/* The animation with a third joint, with this entry. */
#define THIRD_JOINT(entry)                                                                                   \
    "numJoints 2", "numJoints 3", "Qx Qy Qz )\n}", "Qx Qy Qz )\n\t" entry "\n}", "0.6 )\n}",                 \
        "0.6 )\n\t( 0 0 0 ) ( 0 0 0 )\n}"

static const md5_case cases[] = {
    /* Names */
    SAYS("joint-name-duplicate", NULL, "hierarchy[1].name", "joint 0", "\"hips\"", "<\"root\">"),
    CASE("joint-name-duplicate", "each later one",
        { "\"hips\"", "<\"root\">", THIRD_JOINT("<\"root\"> 0 0 0") },
        { "joint-name-duplicate", "hierarchy[1].name", "joint-name-duplicate", "hierarchy[2].name" }),
    CASE("joint-name-duplicate", "a quoted name and a bare one", { "\"hips\"", "<<root>>" },
        { "joint-name-unquoted", "hierarchy[1].name", "joint-name-duplicate", "hierarchy[1].name" }),
    QUIET("joint-name-duplicate", "a near miss: another case", "\"hips\"", "\"Root\""),
    QUIET("joint-name-duplicate", "a near miss: longer by a letter", "\"hips\"", "\"roots\""),
    FIRES("joint-name-empty", NULL, "hierarchy[1].name", "\"hips\"", "<\"\">"),
    CASE("joint-name-empty", "silences the other name rules: two of them are no duplicates",
        { "\"root\" -1", "<\"\"> -1", "\"hips\"", "<\"\">" },
        { "joint-name-empty", "hierarchy[0].name", "joint-name-empty", "hierarchy[1].name" }),
    CASE("joint-name-empty", "a near miss: a blank", { "\"hips\"", "<\" \">" },
        { "joint-name-character", "hierarchy[1].name" }),
    FIRES("joint-name-unquoted", NULL, "hierarchy[1].name", "\"hips\"", "<hips>"),
    CASE("joint-name-unquoted", "the other rules on names are for it too", { "\"hips\"", "<<hips\\1>>" },
        { "joint-name-unquoted", "hierarchy[1].name", "joint-name-character", "hierarchy[1].name" }),
    CASE("joint-name-unquoted", "a near miss: a digit in front is unexpected-token",
        { "\"hips\"", "<1hips>" }, { "unexpected-token", "hierarchy[1]" }),
    CASE("joint-name-unquoted", "a near miss: a minus sign in front is unexpected-token",
        { "\"hips\"", "<-hips>" }, { "unexpected-token", "hierarchy[1]" }),
    CASE("joint-name-unquoted", "a near miss: a plus sign in front is unexpected-token",
        { "\"hips\"", "<+>" }, { "unexpected-token", "hierarchy[1]" }),
    CASE("joint-name-unquoted", "a near miss: a point in front is unexpected-token",
        { "\"hips\"", "<.hips>" }, { "unexpected-token", "hierarchy[1]" }),
    CASE("joint-name-unquoted", "a near miss: a keyword is unexpected-token", { "\"hips\"", "<numFrames>" },
        { "unexpected-token", "hierarchy[1]" }),
    SAYS("joint-name-long", NULL, "hierarchy[1].name", "32 bytes", "\"hips\"", "<\"" TEN TEN TEN "ab\">"),
    QUIET("joint-name-long", "a near miss: 31 bytes", "\"hips\"", "\"" TEN TEN TEN "a\""),
    FIRES("joint-name-character", "a space", "hierarchy[1].name", "\"hips\"", "<\"left hip\">"),
    CASE("joint-name-character", "a brace", { "\"root\" -1", "<\"a{\"> -1", "\"hips\"", "<\"}\">" },
        { "joint-name-character", "hierarchy[0].name", "joint-name-character", "hierarchy[1].name" }),
    FIRES("joint-name-character", "two slashes", "hierarchy[1].name", "\"hips\"", "<\"a//b\">"),
    FIRES("joint-name-character", "a backslash", "hierarchy[1].name", "\"hips\"", "<\"a\\b\">"),
    CASE("joint-name-character", "a control byte, also 0x7f",
        { "\"root\" -1", "<\"\x01\"> -1", "\"hips\"", "<\"a\x7f\">" },
        { "joint-name-character", "hierarchy[0].name", "joint-name-character", "hierarchy[1].name" }),
    FIRES("joint-name-character", "a byte that is not ASCII, once a name", "hierarchy[1].name", "\"hips\"",
        "<\"h\xc3\xbc"
        "fte\">"),
    QUIET("joint-name-character", "a near miss: all other signs, one slash too", "\"hips\"",
        "\"a/b-c.d:e|f(g)[h]#%\""),

    /* Parents */
    FIRES("root-parent", NULL, "hierarchy[0].parent", "\"root\" -1", "\"root\" <0>"),
    FIRES("root-parent", "joint 0 knows no other rule on parents", "hierarchy[0].parent", "\"root\" -1",
        "\"root\" <-2>"),
    CASE("root-parent", "a near miss: -1 at joint 0, another at joint 1", { "\"hips\" 0", "\"hips\" <-2>" },
        { "parent-range", "hierarchy[1].parent" }),
    SAYS("parent-order", "its own parent", "hierarchy[1].parent", "its own parent", "\"hips\" 0",
        "\"hips\" <1>"),
    FIRES("parent-order", "a later joint", "hierarchy[1].parent", "\"hips\" 0", "\"hips\" <2>",
        THIRD_JOINT("\"neck\" 1 0 0")),
    CASE("parent-order", "a later root has no parent that could come too late",
        { "\"hips\" 0", "\"hips\" <1>", THIRD_JOINT("\"neck\" <-1> 0 0") },
        { "parent-order", "hierarchy[1].parent", "several-roots", "hierarchy[2].parent" }),
    FIRES(
        "parent-order", "no joint of the file", "hierarchy[1].parent", "\"hips\" 0", "\"hips\" <2147483647>"),
    QUIET("parent-order", "a near miss: the joint before", THIRD_JOINT("\"neck\" 1 0 0")),
    FIRES("parent-range", NULL, "hierarchy[1].parent", "\"hips\" 0", "\"hips\" <-2>"),
    CASE("parent-range", "a near miss: -1 is several-roots", { "\"hips\" 0", "\"hips\" <-1>" },
        { "several-roots", "hierarchy[1].parent" }),
    SAYS("several-roots", "once, at the second root, with the count", "hierarchy[1].parent", "3 joints",
        "\"hips\" 0", "\"hips\" <-1>", THIRD_JOINT("\"neck\" -1 0 0")),
    CASE("several-roots", "at the first later -1, whatever joint 0 has",
        { "\"root\" -1", "\"root\" <0>", THIRD_JOINT("\"neck\" <-1> 0 0") },
        { "root-parent", "hierarchy[0].parent", "several-roots", "hierarchy[2].parent" },
        .says = "1 joint has no parent, and id's reader takes one such joint, the first"),
    CASE("several-roots", "also where the parent of joint 0 is no number",
        { "\"root\" -1", "\"root\" <x>", "\"hips\" 0", "\"hips\" <-1>" },
        { "integer", "hierarchy[0].parent", "several-roots", "hierarchy[1].parent" },
        .says = "1 joint has no parent, and id's reader takes one such joint, the first"),
    QUIET("several-roots", "a near miss: three joints with one root", THIRD_JOINT("\"neck\" 0 0 0")),
    FIRES("integer", "a parent that is no integer has no other rule", "hierarchy[1].parent", "\"hips\" 0",
        "\"hips\" <1.0>"),

    /* Flags */
    FIRES("flags-range", NULL, "hierarchy[1].flags", "0 63 1", "0 <64> 1"),
    FIRES("flags-range", "a negative mask", "hierarchy[1].flags", "0 63 1", "0 <-1> 1"),
    FIRES("flags-range", "silences that joint's start rules, later start-index-order and the sum",
        "hierarchy[0].flags", "-1 1 0", "-1 <65> 99", "0 63 1", "0 63 0", "12 0.7", "0 0.7", "22 0.5",
        "0 0.5"),
    CASE("flags-range", "it does not silence later start-index-range",
        { "-1 1 0", "-1 <65> 0", "0 63 1", "0 63 <2>" },
        { "flags-range", "hierarchy[0].flags", "start-index-range", "hierarchy[1].start_index" }),
    CASE("flags-range", "a near miss: 63, all six"),

    /* Start indices */
    SAYS("start-index-range",
        "start + bits > numAnimatedComponents; silences start-index-order of that joint",
        "hierarchy[1].start_index",
        "must be 0 to 1: a frame has 7 values, and 6 of them must be left for this joint [0 to 1, 2]",
        "0 63 1", "0 63 <2>"),
    FIRES("start-index-range", "start < 0", "hierarchy[1].start_index", "0 63 1", "0 63 <-1>"),
    FIRES("start-index-range", "the greatest start does not wrap", "hierarchy[1].start_index", "0 63 1",
        "0 63 <2147483647>"),
    SAYS("start-index-range", "flags 0: start = numAnimatedComponents", "hierarchy[2].start_index",
        "[0 to 6, 7]", THIRD_JOINT("\"neck\" 0 0 <7>")),
    FIRES("start-index-range", "flags 0: start < 0", "hierarchy[2].start_index",
        THIRD_JOINT("\"neck\" 0 0 <-1>")),
    QUIET("start-index-range", "a near miss: start = numAnimatedComponents - bits", "0 63 1", "0 63 1"),
    QUIET("start-index-range", "a near miss: flags 0 and start numAnimatedComponents - 1",
        THIRD_JOINT("\"neck\" 0 0 6")),
    CASE("start-index-order", "flags 0, nothing animated, a start that is not 0",
        { "numAnimatedComponents 7", "numAnimatedComponents 0", "-1 1 0", "-1 0 0", "0 63 1", "0 0 <5>",
            "\t1.5\n\t10 11 12 0.7 0.1 0.2\n", "", "\t2.5\n\t20 21 22 0.5 0.4 0.3\n", "", "numFrames 2",
            "numFrames <2>" },
        { "nothing-moves", "num_frames", "start-index-order", "hierarchy[1].start_index" },
        .says = "the animation has no components [0, 5]"),
    SAYS("start-index-order", "once where later joints go on from the one that is out of order",
        "hierarchy[1].start_index",
        "the joints before it have 1 component, and id's reader moves what uses numbers of joint 0's "
        "position [1, 0]",
        "\"hips\" 0 63 1", "\"mid\" 0 1 <0>\n\t\"none\" 0 0 0\n\t\"hips\" 0 31 1", "numJoints 2",
        "numJoints 4", "0.6 )\n}", "0.6 )\n\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 0 ) ( 0 0 0 )\n}"),
    CASE("start-index-order", "not judged where the last animated joint's start index is no integer",
        { "-1 1 0", "-1 1 <0.0>", "0 63 1", "0 63 0", "12 0.7", "0 0.7", "22 0.5", "0 0.5" },
        { "integer", "hierarchy[0].start_index" }),
    CASE("start-index-order", NULL,
        { "-1 1 0", "-1 1 <6>", "0 63 1", "0 63 <0>", "12 0.7", "0 0.7", "22 0.5", "0 0.5" },
        { "start-index-order", "hierarchy[0].start_index", "start-index-order", "hierarchy[1].start_index" }),
    QUIET("start-index-order", "a near miss: flags 0 and start 0, as id's exporter writes it",
        THIRD_JOINT("\"neck\" 1 0 0")),
    QUIET("start-index-order", "a near miss: a joint without flags between two with", "\"hips\" 0 63 1",
        "\"mid\" 0 0 0\n\t\"hips\" 0 63 1", "numJoints 2", "numJoints 3", "0.6 )\n}",
        "0.6 )\n\t( 0 0 0 ) ( 0 0 0 )\n}", "\t( 7 8 9 ) ( 0.4", "\t( 7 8 9 ) ( 0.5"),
    CASE("start-index-order", "start indices are judged at the hierarchy's end, also when it breaks",
        { "-1 1 0", "-1 1 <3>", "0 63 1", "0 63 1 <)>" },
        { "start-index-order", "hierarchy[0].start_index", "unexpected-token", "" }),
};

const md5_table md5anim_hierarchy_table = MD5_TABLE("md5anim", md5_animation, cases);

Test(md5anim_hierarchy, cases)
{
    md5_check(&md5anim_hierarchy_table);
}
