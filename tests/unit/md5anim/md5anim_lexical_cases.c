/* What a .md5anim is made of: characters, comments, strings. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define FIVE_HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED

#define BOX   "\t( 0 0 0 ) ( 1 1 1 )\n"
#define BOXES BOX BOX BOX BOX BOX BOX BOX BOX BOX BOX

static const md5_case cases[] = {
    /* encoding */
    CASE("encoding", "a UTF-8 mark: length 3, read on",
        { "MD5Version", "<\xef\xbb\xbf>MD5Version", "frameRate 24", "frameRate <0>" },
        { "encoding", "", "frame-rate-range", "frame_rate" }),
    FIRES("encoding", "a NUL, at the first, read as a blank", "", "numFrames 2", "numFrames<@>2@", "10 11 12",
        "10@11 12"),
    FIRES("encoding", "a NUL in a string, in a comment", "", "commandline \"\"", "commandline \"<@>\"",
        "// root", "// @root"),
    FIRES("encoding", "a NUL before the last frame's }", "frames[1]", "0.4 0.3\n}", "0.4 0.3\n<@>}"),
    CASE("encoding", "a NUL in a part that is skipped",
        { "bounds {", "<bound> {", "( -1 -2 -3 )", "( -1<@>-2 -3 )" },
        { "unexpected-token", "", "encoding", "" }),
    CASE("encoding", "a near miss: a CR without LF in a part that is skipped, where lines mean nothing",
        { "bounds {\n", "<bound> {\r" }, { "unexpected-token", "" }),
    FIRES("encoding", "a CR without LF, at the first, and it ends lines", "", "numFrames 2\n",
        "numFrames 2 // two<\r>", "numJoints 2\n", "numJoints 2\r"),
    FIRES("encoding", "a CR without LF at the end of the file", "", "0.4 0.3\n}\n", "0.4 0.3\n}<\r>"),
    CASE("encoding", "once each for mark, NUL and CR",
        { "MD5Version", "<\xef\xbb\xbf>MD5Version", "numFrames 2\n", "numFrames 2<\r><@>@\r", "numJoints 2",
            "\rnumJoints 2" },
        { "encoding", "", "encoding", "", "encoding", "" }),
    FIRES("encoding", "a CR without LF among the values of a frame", "frames[0]", "\t1.5\n", "\t1.5<\r>"),
    QUIET("encoding", "a near miss: CR LF", "numFrames 2\n", "numFrames 2\r\n", "\t1.5\n", "\t1.5\r\n",
        "0.4 0.3\n}\n", "0.4 0.3\r\n}\r\n"),
    QUIET("encoding", "a near miss: UTF-8 in comments and strings", "commandline \"\"\n",
        "commandline \"caf\xc3\xa9\"\n", "// root", "// \xe9"),
    QUIET("encoding", "a near miss: no final newline", "0.4 0.3\n}\n", "0.4 0.3\n}"),

    /* blank */
    SAYS("blank", "once, at the first, with the count", "",
        "0x0c must be a space, a tab or a line end; 4 bytes", "commandline \"\"\n",
        "commandline \"\"<\f>\x1a\n", "\t1.5\n", "\x01 1.5\v\n"),
    SAYS("blank", "among vectors and joints, one by one", "",
        "the byte 0x1f must be a space, a tab or a line end", "( 1 2 3 )", "( 1<\x1f>2 3 )"),
    FIRES("blank", "Ctrl-Z at the end of the file", "", "0.4 0.3\n}\n", "0.4 0.3\n}\n<\x1a>"),
    CASE("blank", "a form feed in a joint's name, beside the note of names", { "\"root\"", "<\"ro<\f>ot\">" },
        { "joint-name-character", "hierarchy[0].name", "blank", "" }),
    FIRES("blank", "a form feed in a comment to the end of the line", "", "// root", "// root<\f>9 9 9"),
    CASE("blank", "a form feed in a block comment", { "numFrames 2", "numFrames </* <\f> */> 2" },
        { "comment-block", "", "blank", "" }),
    CASE("blank", "a form feed in a block comment without an end",
        { "0.4 0.3\n}\n", "0.4 0.3\n</* <\f>}\n>" }, { "comment-unterminated", "frames[1]", "blank", "" }),
    CASE("blank", "form feeds in a part that is skipped, in a string and a comment",
        { "bounds {", "<bound> { // <\f>\n\"\f\"" }, { "unexpected-token", "", "blank", "" },
        .says = "2 bytes of the file"),
    FIRES("blank", "after the last frame, in a comment", "", "0.4 0.3\n}\n", "0.4 0.3\n} //<\f>\n"),
    CASE("blank", "a near miss: in what follows the last frame, which is not read",
        { "0.4 0.3\n}\n", "0.4 0.3\n}\n<\"\f\" // \f>" }, { "trailing-content", "" }),
    CASE("blank", "a near miss: in a comment behind a NUL that follows the last frame",
        { "0.4 0.3\n}\n", "0.4 0.3\n}\n<@// \f\n>" }, { "trailing-content", "" }),
    QUIET("blank", "a near miss: other control bytes in strings and comments", "commandline \"\"",
        "commandline \"\v\x1a\"", "// root", "//\v root\x1a"),

    /* line-length: 9 bytes are "// " and the rest of the line */
    SAYS("line-length", "once, at the first, with the count", "",
        "the line has 517 bytes; readers that go line by line cut it after 510, as they do 2 lines",
        "\t1.5\n", "<\t1.5 //" FIVE_HUNDRED TEN ">\n", "\t2.5\n", "\t2.5 //" FIVE_HUNDRED TEN "\n"),
    FIRES("line-length", "511 bytes, the line of the last brace", "", "0.4 0.3\n}\n",
        "0.4 0.3\n<} //" FIVE_HUNDRED "1234567>\n"),
    FIRES(
        "line-length", "the hierarchy's own line", "", "hierarchy {", "<hierarchy { //" FIVE_HUNDRED TEN ">"),
    QUIET("line-length", "a near miss: 510 bytes, the header, and what comes behind the last frame",
        "numFrames 2\n", "numFrames 2 //" FIVE_HUNDRED TEN "\n", "\t1.5\n", "\t1.5 //" FIVE_HUNDRED "123\r\n",
        "0.4 0.3\n}\n", "0.4 0.3\n}\n//" FIVE_HUNDRED TEN "\n"),
    TEXT("line-length", "a near miss: after the last frame, of a number that is not known", NULL,
        "MD5Version 10\ncommandline \"\"\nnumFrames <->\nnumJoints 1\nframeRate 24\n"
        "numAnimatedComponents 0\n<frame> 0 {\n}\nhierarchy {\n\t\"a\" -1 0 0 //" FIVE_HUNDRED TEN
        "\n}\nbounds {\n" BOXES BOXES BOXES BOXES BOXES BOXES BOXES "}\n",
        "integer", "num_frames", "unexpected-token", ""),

    /* Comments */
    FIRES("comment-block", "once, at the first", "", "\n\nnumFrames", "\n</* a */>\nnumFrames", "// root",
        "/* root */ // "),
    FIRES("comment-block", "in a frame, over lines", "frames[0]", "1.5\n", "1.5 </*\n}\n*/>\n"),
    QUIET("comment-block", "a near miss: in a line comment and in a string", "commandline \"\"",
        "commandline \"/* a */\"", "// root", "// /* root */"),
    CASE("comment-block-joined", "at the byte behind */, each, also a comment",
        { "numFrames 2", "numFrames </* a */><2>", "\t1.5\n", "\t1.5 /**/</>/ \n", "\t2.5\n",
            "\t/***/<2>.5\n" },
        { "comment-block", "", "comment-block-joined", "", "comment-block-joined", "frames[0]",
            "comment-block-joined", "frames[1]" }),
    CASE("comment-block-joined", "a near miss: a blank, a line end, the end of the file",
        { "\n\nnumFrames", "\n</* a */>\nnumFrames", "// root", "/* root */\t// ", "0.4 0.3\n}\n",
            "0.4 0.3\n}\n/**/" },
        { "comment-block", "" }),
    FIRES("comment-unterminated", "to the end of the file; silences truncated", "frames[0]",
        "frame 0 {\n\t1.5\n\t10 11 12 0.7 0.1 0.2\n}\n\nframe 1 {\n\t2.5\n\t20 21 22 0.5 0.4 "
        "0.3\n}\n",
        "frame 0 {\n\t1.5 </* 2.5 * / }\n>"),
    FIRES("comment-unterminated", "silences frame-missing", "",
        "0.1 0.2\n}\n\nframe 1 {\n\t2.5\n\t20 21 22 0.5 0.4 0.3\n}\n", "0.1 0.2\n}\n</*\n>"),
    CASE("comment-unterminated", "a near miss: behind the last frame it is trailing content",
        { "0.4 0.3\n}\n", "0.4 0.3\n}\n</* *>" }, { "trailing-content", "" }),
    CASE("comment-slash", "each, also where a comment is not closed otherwise",
        { "numFrames 2", "numFrames </*/> 2", "\t1.5\n", "\t1.5 </*/>\n", "\t2.5\n", "\t</*/>2.5 // */ 3\n" },
        { "comment-slash", "", "comment-slash", "frames[0]", "comment-slash", "frames[1]" }),
    CASE("comment-slash", "a near miss: behind the last frame it is trailing content",
        { "0.4 0.3\n}\n", "0.4 0.3\n}\n</*/ frame 2 {\n>" }, { "trailing-content", "" }),
    CASE("comment-slash", "a near miss: in a line comment, in a string, with a byte between",
        { "commandline \"\"", "commandline \"/*/\"", "// root", "// /*/", "\n\nnumFrames",
            "\n</* /*/>\nnumFrames" },
        { "comment-block", "" }),
    CASE("comment-block-joined", "a near miss: behind the last frame",
        { "0.4 0.3\n}\n", "0.4 0.3\n}\n</* a */>// b\n" }, { "comment-block", "" }),
    CASE("keyword-comment", "each",
        { "numFrames 2", "<numFrames<//> two\n2>", "bounds {", "bounds<</*>*/> {", "frame 1 {",
            "frame<//>\n1 <{>" },
        { "layout", "", "keyword-comment", "", "comment-block", "", "keyword-comment", "", "keyword-comment",
            "frames[1]", "layout", "frames[1]" }),
    QUIET("keyword-comment", "a near miss: a blank between, another word, a keyword in a string",
        "hierarchy {", "hierarchy { //", "bounds {", "bounds { // bounds//"),
    FIRES("layout", "a comment touches the token before it, a keyword apart", "frames[0]", "\t1.5\n",
        "\t1.5<//> c\n", "0.4 0.3\n}\n", "0.4 0.3\n}// c\n"),
    CASE("comment-unterminated", "a near miss: its */ is the end of the file",
        { "0.4 0.3\n}\n", "0.4 0.3\n}\n</* **/>" }, { "comment-block", "" }),

    /* Strings */
    FIRES("string-unterminated", "the quote to the line's end", "", "\"hips\" 0",
        "<\"hips 0 // >\n\t\"hips\" 0"),
    CASE("string-unterminated", "as the command line: reading resumes at the next key",
        { "commandline \"\"", "commandline <\"-x>", "frameRate 24", "frameRate <0>" },
        { "string-unterminated", "", "frame-rate-range", "frame_rate" }),
    FIRES("string-unterminated", "where a number is needed", "frames[0].values[0]", "1.5\n", "<\"1.5>\n"),
};

MD5_CHECKED_TABLE(md5anim_lexical, md5anim_lexical_table, "md5anim", md5_animation, cases)
