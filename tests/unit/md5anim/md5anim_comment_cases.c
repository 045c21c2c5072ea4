/* Cases of rules about the comments after joints: comment-parent, comment-flags. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

/* An edit that replaces everything after the name in the lines of the joints "root" and "hips" of md5_animation. */
#define JOINTS(root, hips)                                                                                   \
    "\t\"root\" -1 1 0\n\t\"hips\" 0 63 1\t// root: ( all of Tx Ty Tz Qx Qy Qz )\n",                         \
        "\t\"root\" " root "\n\t\"hips\" " hips "\n"
#define ALL "( Tx Ty Tz Qx Qy Qz )"

static const md5_case cases[] = {
    SAYS("comment-parent", NULL, "hierarchy[1].parent",
        "joint \"hips\", parent is 0; the comment after the joint says that its parent is \"hips\", but 0 "
        "is \"root\"",
        JOINTS("-1 1 0", "<0> 63 1 // hips")),
    SAYS("comment-parent",
        "a root and its child have wrong comments: one finding at the first, with the count",
        "hierarchy[0].parent",
        "parent is -1; the comment after the joint says that its parent is \"hips\", but -1 is not a joint; "
        "2 "
        "joints have",
        JOINTS("<-1> 1 0 // hips", "0 63 1 // hips")),
    FIRES("comment-parent", "the comment has a list of components, and a parent's name that no joint has",
        "hierarchy[1].parent", JOINTS("-1 1 0 // ( Tx )", "<0> 63 1 // spine " ALL)),
    FIRES("comment-parent", "blanks and quotes do not belong to the name", "hierarchy[1].parent",
        JOINTS("-1 1 0", "<0> 63 1 \t //\"hips\"\t" ALL " ")),
    FIRES("comment-parent", "a quote only before the name belongs to the name", "hierarchy[1].parent",
        JOINTS("-1 1 0", "<0> 63 1 // \"root " ALL)),
    FIRES("comment-parent", "the name is compared with its case", "hierarchy[1].parent",
        JOINTS("-1 1 0", "<0> 63 1 // Root " ALL)),
    FIRES("comment-parent", "comments that only begin or end with a joint's name are not reported",
        "hierarchy[1].parent", "numJoints 2", "numJoints 4",
        JOINTS(
            "-1 1 0 // neck knee", "<0> 63 1 // knee\n\t\"neck\" 0 0 0 // no neck\n\t\"knee\" 0 0 0 // nec"),
        "0.6 )\n}", "0.6 )\n\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 0 ) ( 0 0 0 )\n}"),
    FIRES("comment-parent", "CR LF ends the comment", "hierarchy[1].parent",
        JOINTS("-1 1 0 // \r", "<0> 63 1 // hips\r")),
    QUIET("comment-parent", "near miss: the comment names the parent, with and without a list",
        JOINTS("-1 1 0 // ( Tx )", "0 63 1 // root")),
    QUIET("comment-parent", "near miss: quotes around the parent's name",
        JOINTS("-1 1 0 //", "0 63 1 // \"root\" " ALL)),
    QUIET("comment-parent", "near miss: without a list, a name that no joint has",
        JOINTS("-1 1 0 // origin", "0 63 1 // \"hips\"")),
    QUIET("comment-parent", "near miss: without a list, more than a name",
        JOINTS("-1 1 0", "0 63 1 // hips, left")),
    QUIET("comment-parent", "near miss: a comment on the next line", JOINTS("-1 1 0", "0 63 1\n\t// hips")),
    CASE("comment-parent", "near miss: a comment after another token than the start index",
        { "\"hips\" 0 63 1\t// root: ( all of Tx Ty Tz Qx Qy Qz )", "<\"hips\" 0 63 // hips\n 1>" },
        { "layout", "hierarchy[1]" }),
    CASE("comment-parent", "near miss: a comment after a block comment",
        { JOINTS("-1 1 0", "0 63 1 </* */> // hips") }, { "comment-block", "" }),
    CASE("comment-parent", "near miss: not checked if the file has an error",
        { JOINTS("-1 1 0", "0 63 1 // hips"), "frameRate 24", "frameRate <0>" },
        { "frame-rate-range", "frame_rate" }),

    SAYS("comment-flags", NULL, "hierarchy[1].flags",
        "joint \"hips\", flags is 63; the comment after the joint lists \"( Qx Qy Qz )\", but 63 means \"( "
        "Tx Ty Tz Qx Qy Qz )\"",
        JOINTS("-1 1 0", "0 <63> 1 // root ( Qx Qy Qz )")),
    SAYS("comment-flags", "two joints have wrong lists: one finding at the first, with the count",
        "hierarchy[0].flags",
        "flags is 1; the comment after the joint lists \"( )\", but 1 means \"( Tx )\"; 2 joints have such "
        "a comment",
        JOINTS("-1 <1> 0 // ( )", "0 63 1 // ()")),
    FIRES("comment-flags", "the same components in another order", "hierarchy[1].flags",
        JOINTS("-1 1 0", "0 <63> 1 // root ( Qx Qy Qz Tx Ty Tz )")),
    FIRES("comment-flags", "one component too many", "hierarchy[0].flags",
        JOINTS("-1 <1> 0 // ( Tx Ty )", "0 63 1")),
    FIRES("comment-flags", "a component twice", "hierarchy[0].flags",
        JOINTS("-1 <1> 0 // ( Tx Tx )", "0 63 1")),
    CASE("comment-flags", "both the parent and the list are wrong",
        { JOINTS("-1 1 0", "<0> <63> 1 // hips ( )") },
        { "comment-parent", "hierarchy[1].parent", "comment-flags", "hierarchy[1].flags" }),
    QUIET("comment-flags", "near miss: the components of the flags, with other blanks",
        JOINTS("-1 1 0 //(Tx)", "0 63 1 // root(\tTx  Ty Tz Qx Qy Qz )\t")),
    QUIET("comment-flags", "near miss: a joint without flags and an empty list", "numAnimatedComponents 7",
        "numAnimatedComponents 6", JOINTS("-1 0 0 // ( )", "0 63 0 // root"), "\t1.5\n", "", "\t2.5\n", ""),
    QUIET("comment-flags", "near miss: another word among the components",
        JOINTS("-1 1 0", "0 63 1 // root ( Tx Ty Tz rotation )")),
    QUIET("comment-flags", "near miss: words that only begin like a component",
        JOINTS("-1 1 0 // ( T )", "0 63 1 // root ( Txy )")),
    QUIET("comment-flags", "near miss: the list does not end the comment",
        JOINTS("-1 1 0", "0 63 1 // root ( Qx ), baked")),
    QUIET("comment-flags", "near miss: no opening parenthesis", JOINTS("-1 1 0 // )", "0 63 1 // Tx )")),
};

MD5_CHECKED_TABLE(md5anim_comments, md5anim_comment_table, "md5anim", md5_animation, cases)
