/* Ways of writing a .md5anim that line-based readers cannot read: five kinds, once each. */
#include <criterion/criterion.h>

#include "tests/unit/md5_cases.h"

#define WANT(path) .wants = { { "layout", (path) } }

static const md5_case cases[] = {
    /* 1: { on another line than its keyword */
    { .rule = "layout", .name = "1: hierarchy", .edits = { { "hierarchy {", "hierarchy\n<{>" } }, WANT("") },
    { .rule = "layout",
        .name = "1: a frame, once however many",
        .edits = { { "frame 0 {", "frame 0 // zero\n\t<{>" }, { "frame 1 {", "frame 1\n{" } },
        WANT("frames[0]") },
    { .rule = "layout",
        .name = "1: a frame's index on the next line",
        .edits = { { "frame 0 {", "frame\n0 <{>" } },
        WANT("frames[0]") },
    { .rule = "layout",
        .name = "1: behind a block comment with a line end in it",
        .edits = { { "hierarchy {", "hierarchy </*\n*/> <{>" } },
        .wants = { { "comment-block", "" }, { "layout", "" } } },
    { .rule = "layout", .name = "1, a near miss: blanks between", .edits = { { "hierarchy {", "hierarchy \t {" } } },
    { .rule = "layout",
        .name = "1, a near miss: a comment behind the brace",
        .edits = { { "frame 0 {", "frame 0 { // zero" } } },

    /* 2: { without a blank before it */
    { .rule = "layout", .name = "2: hierarchy", .edits = { { "hierarchy {", "hierarchy<{>" } }, WANT("") },
    { .rule = "layout",
        .name = "2: a frame, once",
        .edits = { { "frame 0 {", "frame 0<{>" }, { "frame 1 {", "frame 1{" } },
        WANT("frames[0]") },
    { .rule = "layout",
        .name = "2: behind a comment",
        .edits = { { "bounds {", "bounds </**/><<{>>" } },
        .wants = { { "comment-block", "" }, { "comment-block-joined", "" }, { "layout", "" } } },
    { .rule = "layout", .name = "2, a near miss: a form feed", .edits = { { "hierarchy {", "hierarchy\f{" } } },

    /* 3: a parenthesis that touches another token */
    { .rule = "layout", .name = "3: behind (", .edits = { { "( 1 2 3 )", "<(>1 2 3 )" } }, WANT("bounds[0].max") },
    { .rule = "layout", .name = "3: before )", .edits = { { "( 1 2 3 )", "( 1 2 3<)>" } }, WANT("bounds[0].max") },
    { .rule = "layout",
        .name = "3: before (, where it touches )",
        .edits = { { ") ( 1 2 3 )", "<)>( 1 2 3 )" } },
        WANT("bounds[0].min") },
    { .rule = "layout",
        .name = "3: once a file, bounds and baseframe together",
        .edits = { { "( 1 2 3 )", "<(>1 2 3)" }, { "( 7 8 9 )", "(7 8 9)" } },
        WANT("bounds[0].max") },
    { .rule = "layout",
        .name = "3, a near miss: a line end, a tab, a line comment",
        .edits = { { "( 1 2 3 )", "(\t1 2 3\t)// touches nothing" } } },

    /* 4: an entry that shares its line or takes several */
    { .rule = "layout", .name = "4: a header key and its value", .edits = { { "numFrames 2", "<numFrames\n2>" } }, WANT("") },
    { .rule = "layout",
        .name = "4: a joint, first token to last",
        .edits = { { "\"hips\" 0 63 1", "<\"hips\" 0\n63 1>" } },
        WANT("hierarchy[1]") },
    { .rule = "layout",
        .name = "4: a bounds pair",
        .edits = { { "( -1 -2 -3 ) ( 1 2 3 )", "<( -1 -2 -3 )\n( 1 2 3 )>" } },
        WANT("bounds[0]") },
    { .rule = "layout",
        .name = "4: a baseframe pair, split inside a parenthesis; once",
        .edits = { { "( 7 8 9 )", "( 7 8\n9 )" }, { "( 0 0 0 ) ( 0.1 0.2 0.3 )", "<( 0\r\n0 0 ) ( 0.1 0.2 0.3 )>" } },
        WANT("baseframe[0]") },
    { .rule = "layout",
        .name = "4: an entry that is not first on its line",
        .edits = { { "-1 1 0\n", "-1 1 0 " }, { "\"hips\" 0 63 1", "<\"hips\" 0 63 1>" } },
        WANT("hierarchy[1]") },
    { .rule = "layout",
        .name = "4: the first entry on the line of the brace",
        .edits = { { "bounds {\n\t( -1 -2 -3 ) ( 1 2 3 )", "bounds { <( -1 -2 -3 ) ( 1 2 3 )>" } },
        WANT("bounds[0]") },
    { .rule = "layout",
        .name = "4: a header key that is not first on its line",
        .edits = { { "numFrames 2\nnumJoints", "numFrames 2 <numJoints>" } },
        WANT("") },
    { .rule = "layout",
        .name = "4: a section keyword that is not first on its line",
        .edits = { { "0.6 )\n}\n\nframe 0", "0.6 )\n} <frame> 0" } },
        WANT("frames[0]") },
    { .rule = "layout",
        .name = "4: a block comment in front of it on its line",
        .edits = { { "bounds {", "</* b */> <bounds> {" } },
        .wants = { { "comment-block", "" }, { "layout", "" } } },
    { .rule = "layout",
        .name = "4, a near miss: indentation, comments and empty lines around entries",
        .edits = { { "numJoints", "\t numJoints" }, { "-1 1 0\n", "-1 1 0 // root\n\n// hips\n    " } } },
    { .rule = "layout",
        .name = "a near miss: values inside a frame are free",
        .edits = { { "\t1.5\n\t10 11 12 0.7 0.1 0.2\n", "1.5 10 11\n\n12\t0.7 0.1\n0.2\n" } } },

    /* 5: } not first on its line */
    { .rule = "layout",
        .name = "5: hierarchy",
        .edits = { { "\t// root ( Tx Ty Tz Qx Qy Qz )\n}", " <}>" } },
        WANT("") },
    { .rule = "layout",
        .name = "5: a frame, once",
        .edits = { { "0.1 0.2\n}", "0.1 0.2 <}>" }, { "0.4 0.3\n}", "0.4 0.3}" } },
        WANT("frames[0]") },
    { .rule = "layout",
        .name = "5: behind a comment",
        .edits = { { "0.6 )\n}", "0.6 )\n</**/> <}>" } },
        .wants = { { "comment-block", "" }, { "layout", "" } } },
    { .rule = "layout", .name = "5, a near miss: indentation", .edits = { { "0.1 0.2\n}", "0.1 0.2\n\t }" } } },

    { .name = "all five kinds in one file",
        .edits = { { "hierarchy {", "hierarchy\n<{>" }, { "bounds {", "bounds<{>" }, { "( 1 2 3 )", "<(>1 2 3 )" },
            { "( 0 0 0 ) ( 0.1 0.2 0.3 )", "<( 0 0 0 )\n( 0.1 0.2 0.3 )>" }, { "0.1 0.2\n}", "0.1 0.2 <}>" } },
        .wants = { { "layout", "" }, { "layout", "" }, { "layout", "bounds[0].max" }, { "layout", "baseframe[0]" },
            { "layout", "frames[0]" } } },
};

const md5_table md5anim_layout_table = MD5_TABLE("md5anim", md5_animation, cases);

Test(md5anim_layout_kinds, cases)
{
    md5_check(&md5anim_layout_table);
}
