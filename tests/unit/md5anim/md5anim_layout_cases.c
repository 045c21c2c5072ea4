/* Ways of writing a .md5anim that line-based readers cannot read: five kinds, once each. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

static const md5_case cases[] = {
    /* 1: { on another line than its keyword */
    FIRES("layout", "1: hierarchy", "", "hierarchy {", "hierarchy\n<{>"),
    FIRES("layout", "1: a frame, once however many", "frames[0]", "frame 0 {", "frame 0 // zero\n\t<{>",
        "frame 1 {", "frame 1\n{"),
    FIRES("layout", "1: a frame's index on the next line", "frames[0]", "frame 0 {", "frame\n0 <{>"),
    CASE("layout", "1: behind a block comment with a line end in it",
        { "hierarchy {", "hierarchy </*\n*/> <{>" }, { "comment-block", "", "layout", "" }),
    QUIET("layout", "1, a near miss: blanks between", "hierarchy {", "hierarchy \t {"),
    QUIET("layout", "1, a near miss: a comment behind the brace", "frame 0 {", "frame 0 { // zero"),

    CASE("layout", "a lone CR between the header and the first section",
        { "numAnimatedComponents 7\n\nhierarchy {", "numAnimatedComponents 7<\r><hierarchy> {" },
        { "encoding", "", "layout", "" }),

    /* 2: { without a blank before it */
    FIRES("layout", "2: hierarchy", "", "hierarchy {", "hierarchy<{>"),
    FIRES("layout", "2: a frame, once", "frames[0]", "frame 0 {", "frame 0<{>", "frame 1 {", "frame 1{"),
    CASE("layout", "2, a near miss: a NUL, which is read as a blank", { "hierarchy {", "hierarchy<@>{" },
        { "encoding", "" }),
    CASE("layout", "2: behind a comment", { "bounds {", "bounds </**/><<{>>" },
        { "comment-block", "", "comment-block-joined", "", "layout", "" }),
    CASE("layout", "2, a near miss: a form feed", { "hierarchy {", "hierarchy<\f>{" }, { "blank", "" }),

    /* 3: a parenthesis that touches another token */
    FIRES("layout", "3: behind (", "bounds[0].max", "( 1 2 3 )", "<(>1 2 3 )"),
    FIRES("layout", "3: before )", "bounds[0].max", "( 1 2 3 )", "( 1 2 3<)>"),
    FIRES("layout", "3: before (, where it touches )", "bounds[0].min", ") ( 1 2 3 )", "<)>( 1 2 3 )"),
    FIRES("layout", "3: once a file, bounds and baseframe together", "bounds[0].max", "( 1 2 3 )",
        "<(>1 2 3)", "( 7 8 9 )", "(7 8 9)"),
    QUIET("layout", "3, a near miss: a line end, a tab, a line comment", "( 1 2 3 )",
        "(\t1 2 3\t) // touches nothing"),

    /* 4: an entry that shares its line or takes several */
    FIRES("layout", "4: a header key and its value", "", "numFrames 2", "<numFrames\n2>"),
    FIRES(
        "layout", "4: a joint, first token to last", "hierarchy[1]", "\"hips\" 0 63 1", "<\"hips\" 0\n63 1>"),
    FIRES("layout", "4: a bounds pair", "bounds[0]", "( -1 -2 -3 ) ( 1 2 3 )", "<( -1 -2 -3 )\n( 1 2 3 )>"),
    FIRES("layout", "4: a baseframe pair, split inside a parenthesis; once", "baseframe[0]", "( 7 8 9 )",
        "( 7 8\n9 )", "( 0 0 0 ) ( 0.1 0.2 0.3 )", "<( 0\r\n0 0 ) ( 0.1 0.2 0.3 )>"),
    FIRES("layout", "4: an entry that is not first on its line", "hierarchy[1]", "-1 1 0\n", "-1 1 0 ",
        "\"hips\" 0 63 1", "<\"hips\" 0 63 1>"),
    FIRES("layout", "4: the first entry on the line of the brace", "bounds[0]",
        "bounds {\n\t( -1 -2 -3 ) ( 1 2 3 )", "bounds { <( -1 -2 -3 ) ( 1 2 3 )>"),
    FIRES("layout", "4: a header key that is not first on its line", "", "numFrames 2\nnumJoints",
        "numFrames 2 <numJoints>"),
    FIRES("layout", "4: a section keyword that is not first on its line", "frames[0]", "0.6 )\n}\n\nframe 0",
        "0.6 )\n} <frame> 0"),
    CASE("layout", "4, a near miss: a block comment before a section keyword on its line",
        { "bounds {", "</* b */> bounds {" }, { "comment-block", "" }),
    CASE("layout", "4, a near miss: block comments before a header key, an entry and a frame on their lines",
        { "numJoints", "</* a\n*/> /* */ numJoints", "( -1 -2 -3 )", "/* b */ ( -1 -2 -3 )", "frame 1",
            "/* c */ frame 1" },
        { "comment-block", "" }),
    CASE("layout", "4, a near miss: a joined block comment before an entry on its line",
        { "\t\"root\"", "\t</**/><\">root\"" }, { "comment-block", "", "comment-block-joined", "" }),
    CASE("layout", "4: behind an entry and a block comment",
        { "\"root\" -1 1 0\n\t", "\"root\" -1 1 0 </* a */> <", "63 1\t//", "63 1>\t//" },
        { "comment-block", "", "layout", "hierarchy[1]" }),
    QUIET("layout", "4, a near miss: indentation, comments and empty lines around entries", "numJoints",
        "\t numJoints", "-1 1 0\n", "-1 1 0 // root\n\n// hips\n    "),
    QUIET("layout", "a near miss: values inside a frame are free", "\t1.5\n\t10 11 12 0.7 0.1 0.2\n",
        "1.5 10 11\n\n12\t0.7 0.1\n0.2\n"),

    /* 5: } not first on its line */
    FIRES("layout", "5: hierarchy", "", "\t// root ( Tx Ty Tz Qx Qy Qz )\n}", " <}>"),
    FIRES("layout", "5: a frame, once", "frames[0]", "0.1 0.2\n}", "0.1 0.2 <}>", "0.4 0.3\n}", "0.4 0.3}"),
    CASE("layout", "5: behind a comment", { "0.6 )\n}", "0.6 )\n</**/> <}>" },
        { "comment-block", "", "layout", "" }),
    QUIET("layout", "5, a near miss: indentation", "0.1 0.2\n}", "0.1 0.2\n\t }"),

    CASE(NULL, "all five kinds in one file",
        { "hierarchy {", "hierarchy\n<{>", "bounds {", "bounds<{>", "( 1 2 3 )", "<(>1 2 3 )",
            "( 0 0 0 ) ( 0.1 0.2 0.3 )", "<( 0 0 0 )\n( 0.1 0.2 0.3 )>", "0.1 0.2\n}", "0.1 0.2 <}>" },
        { "layout", "", "layout", "", "layout", "bounds[0].max", "layout", "baseframe[0]", "layout",
            "frames[0]" }),
};

MD5_CHECKED_TABLE(md5anim_layout_kinds, md5anim_layout_table, "md5anim", md5_animation, cases)
