/* Cases of md5anim/layout: five kinds of line breaks and blanks that line-based readers reject, each reported once a file. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

static const md5_case cases[] = {
    /* The rule's kind 1 of 5: { on another line than its keyword */
    FIRES("layout", "{ on the line after hierarchy", "", "hierarchy {", "hierarchy\n<{>"),
    FIRES("layout", "{ on the line after two frames is one finding", "frames[0]", "frame 0 {",
        "frame 0 // zero\n\t<{>", "frame 1 {", "frame 1\n{"),
    FIRES("layout", "the index of a frame on the line after the keyword", "frames[0]", "frame 0 {",
        "frame\n0 <{>"),
    CASE("layout", "{ after a block comment of two lines", { "hierarchy {", "hierarchy </*\n*/> <{>" },
        { "comment-block", "", "layout", "" }),
    QUIET("layout", "near miss: blanks between hierarchy and {", "hierarchy {", "hierarchy \t {"),
    QUIET("layout", "near miss: a comment after {", "frame 0 {", "frame 0 { // zero"),

    CASE("layout", "a lone CR between the header and the hierarchy",
        { "numAnimatedComponents 7\n\nhierarchy {", "numAnimatedComponents 7<\r><hierarchy> {" },
        { "encoding", "", "layout", "" }),

    /* The rule's kind 2 of 5: { without a blank before it */
    FIRES("layout", "no blank between hierarchy and {", "", "hierarchy {", "hierarchy<{>"),
    FIRES("layout", "no blank between index and { of two frames is one finding", "frames[0]", "frame 0 {",
        "frame 0<{>", "frame 1 {", "frame 1{"),
    CASE("layout", "near miss: a NUL between hierarchy and { is read as a blank",
        { "hierarchy {", "hierarchy<@>{" }, { "encoding", "" }),
    CASE("layout", "{ touches the comment before it", { "bounds {", "bounds </**/><<{>>" },
        { "comment-block", "", "comment-block-joined", "", "layout", "" }),
    CASE("layout", "near miss: a form feed between hierarchy and { is read as a blank",
        { "hierarchy {", "hierarchy<\f>{" }, { "blank", "" }),

    /* The rule's kind 3 of 5: a parenthesis that touches another token */
    FIRES("layout", "( touches the number after it", "bounds[0].max", "( 1 2 3 )", "<(>1 2 3 )"),
    FIRES("layout", ") touches the number before it", "bounds[0].max", "( 1 2 3 )", "( 1 2 3<)>"),
    FIRES("layout", ") touches the ( after it", "bounds[0].min", ") ( 1 2 3 )", "<)>( 1 2 3 )"),
    FIRES("layout", "touching parentheses in bounds and baseframe are one finding", "bounds[0].max",
        "( 1 2 3 )", "<(>1 2 3)", "( 7 8 9 )", "(7 8 9)"),
    QUIET("layout", "near miss: tabs and a line comment next to parentheses", "( 1 2 3 )",
        "(\t1 2 3\t) // touches nothing"),

    /* The rule's kind 4 of 5: an entry that shares its line or takes several */
    FIRES("layout", "the value of a header key on the next line", "", "numFrames 2", "<numFrames\n2>"),
    FIRES("layout", "a joint on two lines is reported from its first to its last token", "hierarchy[1]",
        "\"hips\" 0 63 1", "<\"hips\" 0\n63 1>"),
    FIRES("layout", "a pair of bounds on two lines", "bounds[0]", "( -1 -2 -3 ) ( 1 2 3 )",
        "<( -1 -2 -3 )\n( 1 2 3 )>"),
    FIRES("layout", "two baseframe pairs on two lines each are one finding", "baseframe[0]", "( 7 8 9 )",
        "( 7 8\n9 )", "( 0 0 0 ) ( 0.1 0.2 0.3 )", "<( 0\r\n0 0 ) ( 0.1 0.2 0.3 )>"),
    FIRES("layout", "two joints on one line", "hierarchy[1]", "-1 1 0\n", "-1 1 0 ", "\"hips\" 0 63 1",
        "<\"hips\" 0 63 1>"),
    FIRES("layout", "the first entry of bounds on the line of {", "bounds[0]",
        "bounds {\n\t( -1 -2 -3 ) ( 1 2 3 )", "bounds { <( -1 -2 -3 ) ( 1 2 3 )>"),
    FIRES("layout", "two header keys on one line", "", "numFrames 2\nnumJoints", "numFrames 2 <numJoints>"),
    FIRES("layout", "a frame on the line of the } before it", "frames[0]", "0.6 )\n}\n\nframe 0",
        "0.6 )\n} <frame> 0"),
    CASE("layout", "near miss: a block comment before bounds on its line",
        { "bounds {", "</* b */> bounds {" }, { "comment-block", "" }),
    CASE("layout", "near miss: block comments before a header key, an entry and a frame on their lines",
        { "numJoints", "</* a\n*/> /* */ numJoints", "( -1 -2 -3 )", "/* b */ ( -1 -2 -3 )", "frame 1",
            "/* c */ frame 1" },
        { "comment-block", "" }),
    CASE("layout", "near miss: a block comment that touches an entry on its line",
        { "\t\"root\"", "\t</**/><\">root\"" }, { "comment-block", "", "comment-block-joined", "" }),
    CASE("layout", "a joint after another joint and a block comment on one line",
        { "\"root\" -1 1 0\n\t", "\"root\" -1 1 0 </* a */> <", "63 1\t//", "63 1>\t//" },
        { "comment-block", "", "layout", "hierarchy[1]" }),
    QUIET("layout", "near miss: indentation, comments and empty lines around entries", "numJoints",
        "\t numJoints", "-1 1 0\n", "-1 1 0 // the root\n\n// hips\n    "),
    QUIET("layout", "near miss: frame values may be on any lines", "\t1.5\n\t10 11 12 0.7 0.1 0.2\n",
        "1.5 10 11\n\n12\t0.7 0.1\n0.2\n"),

    /* The rule's kind 5 of 5: } not first on its line */
    FIRES("layout", "} on the line of the last joint", "", "\t// root: ( all of Tx Ty Tz Qx Qy Qz )\n}",
        " <}>"),
    FIRES("layout", "} on the line of the last value in two frames is one finding", "frames[0]", "0.1 0.2\n}",
        "0.1 0.2 <}>", "0.4 0.3\n}", "0.4 0.3}"),
    CASE("layout", "} after a comment on its line", { "0.6 )\n}", "0.6 )\n</**/> <}>" },
        { "comment-block", "", "layout", "" }),
    QUIET("layout", "near miss: blanks before }", "0.1 0.2\n}", "0.1 0.2\n\t }"),

    CASE(NULL, "each of the five kinds of layout is reported once",
        { "hierarchy {", "hierarchy\n<{>", "bounds {", "bounds<{>", "( 1 2 3 )", "<(>1 2 3 )",
            "( 0 0 0 ) ( 0.1 0.2 0.3 )", "<( 0 0 0 )\n( 0.1 0.2 0.3 )>", "0.1 0.2\n}", "0.1 0.2 <}>" },
        { "layout", "", "layout", "", "layout", "bounds[0].max", "layout", "baseframe[0]", "layout",
            "frames[0]" }),
};

MD5_CHECKED_TABLE(md5anim_layout_kinds, md5anim_layout_table, "md5anim", md5_animation, cases)
