/* Cases of the comments, characters and lines of a .md5camera. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define FIVE_HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED

static const md5_case cases[] = {
    FIRES("comment-unterminated", NULL, "", "\t3\n}\n\ncamera {\n", "\t3\n</* }\n\ncamera {\n", "60\n}\n",
        "60\n}\n>"),
    CASE("comment-unterminated",
        "near miss: an unterminated comment after the last section is trailing content",
        { "60\n}\n", "60\n}\n</* end\n>" }, { "trailing-content", "" }),
    FIRES("comment-block", "two block comments are one finding", "", "\t3\n", "\t3 </* last */>\n", "60\n",
        "60 /* and */\n"),
    QUIET("comment-block", "near miss: /* in a line comment", "\t3\n", "\t3 // /* last */\n"),
    CASE("comment-block-joined", NULL, { ") 90", ") </* a */><9>0" },
        { "comment-block", "frames[0]", "comment-block-joined", "frames[0]" }),
    CASE("comment-block-joined", "near miss: a comment that touches the */ after the last section",
        { "60\n}\n", "60\n}\n</* a */>// b\n" }, { "comment-block", "" }),
    FIRES("comment-slash", NULL, "", "\t3\n", "\t3 </*/>\n"),
    QUIET("comment-slash", "near miss: /*/ in a line comment", "\t3\n", "\t3 // /*/\n"),
    CASE("keyword-comment", NULL, { "cuts {", "cuts<//> a\n<{>" }, { "keyword-comment", "", "layout", "" }),
    QUIET("keyword-comment", "near miss: a brace between the keyword and the comment", "cuts {\n",
        "cuts { // a\n"),
    FIRES("encoding", "a NUL after a cut", "", "\t3\n", "\t3<@>\n"),
    QUIET("encoding", "near miss: CR LF line ends", "\t3\n", "\t3\r\n"),
    CASE("before-version", "near miss: the file begins with MD5Version"),
    FIRES("layout", "two cuts on one line", "cuts[1]", "\t1\n\t3\n", "\t1 <3>\n"),
    FIRES("layout", "a frame on two lines", "frames[0]", "\t( 1 2 3 ) ( 0.1 0.2 0.3 ) 90\n",
        "\t<( 1 2 3 ) ( 0.1 0.2 0.3 )\n\t90>\n"),
    FIRES("layout", "only a line end before cuts", "", "numCuts 2\n\ncuts", "numCuts 2\n<cuts>"),
    FIRES("layout", "{ touches camera", "", "camera {", "camera<{>"),
    FIRES("layout", "( touches the number after it", "frames[0].position", "( 1 2 3 )", "<(>1 2 3 )"),
    QUIET("layout", "near miss: blanks and empty lines", "\t3\n}", "\n\n   3 \t\n }"),
    FIRES("blank", NULL, "", "\t3\n", "<\f>3\n"),
    SAYS("blank", "a form feed in a string, and one in a comment", "", "2 bytes", "commandline \"\"",
        "commandline \"<\f>\"", "\t3\n", "\t3 // \f\n"),
    QUIET("blank", "near miss: another control byte in a comment", "\t3\n", "\t3 // \v\n"),
    FIRES("line-length", "511 bytes on the line of cuts", "", "cuts {", "<cuts { // " FIVE_HUNDRED "1>"),
    FIRES("line-length", "511 bytes on the line of the last }", "", "60\n}\n",
        "60\n<} // " FIVE_HUNDRED "123456>\n"),
    TEXT("line-length", "a long line after cuts in a file without camera", NULL,
        "MD5Version 10\ncommandline \"\"\nnumFrames 2\nframeRate 24\nnumCuts 0\n\ncuts "
        "{\n}\n<// " FIVE_HUNDRED "12345678>\n<>",
        "line-length", "", "truncated", ""),
    QUIET("line-length", "near miss: long lines before cuts and after the last }", "numCuts 2\n",
        "numCuts 2 // " FIVE_HUNDRED "\n", "60\n}\n", "60\n}\n// " FIVE_HUNDRED "12345678\n"),
    QUIET("line-length", "near miss: 510 bytes on the line of cuts", "cuts {", "cuts { // " FIVE_HUNDRED),
};

MD5_CHECKED_TABLE(md5camera_text, md5camera_text_table, "md5camera", md5_camera, cases)
