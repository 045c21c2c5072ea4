/* Comments, characters and lines of a .md5camera. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define FIVE_HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED

static const md5_case cases[] = {
    FIRES("comment-unterminated", NULL, "", "\t3\n}\n\ncamera {\n", "\t3\n</* }\n\ncamera {\n", "60\n}\n",
        "60\n}\n>"),
    CASE("comment-unterminated", "a near miss: behind the last section it is content",
        { "60\n}\n", "60\n}\n</* end\n>" }, { "trailing-content", "" }),
    FIRES("comment-block", "once", "", "\t3\n", "\t3 </* last */>\n", "60\n", "60 /* and */\n"),
    QUIET("comment-block", "a near miss", "\t3\n", "\t3 // /* last */\n"),
    CASE("comment-block-joined", NULL, { ") 90", ") </* a */><9>0" },
        { "comment-block", "frames[0]", "comment-block-joined", "frames[0]" }),
    CASE("comment-block-joined", "a near miss: behind the last section nobody reads",
        { "60\n}\n", "60\n}\n</* a */>// b\n" }, { "comment-block", "" }),
    FIRES("comment-slash", NULL, "", "\t3\n", "\t3 </*/>\n"),
    QUIET("comment-slash", "a near miss", "\t3\n", "\t3 // /*/\n"),
    CASE("keyword-comment", NULL, { "cuts {", "cuts<//> a\n<{>" }, { "keyword-comment", "", "layout", "" }),
    QUIET("keyword-comment", "a near miss", "cuts {\n", "cuts { // a\n"),
    FIRES("encoding", "a NUL", "", "\t3\n", "\t3<@>\n"),
    QUIET("encoding", "a near miss: CR LF", "\t3\n", "\t3\r\n"),
    CASE("before-version", "a near miss"),
    FIRES("layout", "cuts on a line", "cuts[1]", "\t1\n\t3\n", "\t1 <3>\n"),
    FIRES("layout", "a frame on two", "frames[0]", "\t( 1 2 3 ) ( 0.1 0.2 0.3 ) 90\n",
        "\t<( 1 2 3 ) ( 0.1 0.2 0.3 )\n\t90>\n"),
    FIRES("layout", "no line before cuts", "", "numCuts 2\n\ncuts", "numCuts 2\n<cuts>"),
    FIRES("layout", "a brace without a blank", "", "camera {", "camera<{>"),
    FIRES("layout", "a parenthesis joined to a number", "frames[0].position", "( 1 2 3 )", "<(>1 2 3 )"),
    QUIET("layout", "a near miss: blanks and empty lines", "\t3\n}", "\n\n   3 \t\n }"),
    FIRES("blank", NULL, "", "\t3\n", "<\f>3\n"),
    SAYS("blank", "a form feed in a string, another in a comment", "", "2 bytes", "commandline \"\"",
        "commandline \"<\f>\"", "\t3\n", "\t3 // \f\n"),
    QUIET("blank", "a near miss: another byte in a comment", "\t3\n", "\t3 // \v\n"),
    FIRES("line-length", "from the line of cuts", "", "cuts {", "<cuts { // " FIVE_HUNDRED "1>"),
    FIRES("line-length", "to that of the later section's brace", "", "60\n}\n",
        "60\n<} // " FIVE_HUNDRED "123456>\n"),
    TEXT("line-length", "where camera is missing, to the end", NULL,
        "MD5Version 10\ncommandline \"\"\nnumFrames 2\nframeRate 24\nnumCuts 0\n\ncuts "
        "{\n}\n<// " FIVE_HUNDRED "12345678>\n<>",
        "line-length", "", "truncated", ""),
    QUIET("line-length", "a near miss: before cuts, and after the last brace", "numCuts 2\n",
        "numCuts 2 // " FIVE_HUNDRED "\n", "60\n}\n", "60\n}\n// " FIVE_HUNDRED "12345678\n"),
    QUIET("line-length", "a near miss: 510 bytes", "cuts {", "cuts { // " FIVE_HUNDRED),
};

MD5_CHECKED_TABLE(md5camera_text, md5camera_text_table, "md5camera", md5_camera, cases)
