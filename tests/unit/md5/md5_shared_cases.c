/* Cases that hold for the text of .md5anim, .md5mesh and .md5camera alike: each runs on a valid file of each format. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

/* $ is the path of the vector ( 7 8 9 ), & that of ( 0.4 0.5 0.6 ). */
static const md5_case cases[] = {
    TEXT("other-content", "one zero", "zero", "<@>", "other-content", ""),
    TEXT("other-content", "zeros behind a mark", "zero", "<\xef\xbb\xbf@@@@@>@", "other-content", ""),
    TEXT("other-content", "gzip", "gzip", "<\x1f\x8b>", "other-content", ""),
    TEXT("other-content", "zstd", "zstd", "<\x28\xb5\x2f\xfd hie>rarchy", "other-content", ""),
    TEXT("other-content", "zip", "zip", "<PK\x03\x04 bou>nds", "other-content", ""),
    TEXT("other-content", "glTF", "glTF", "<glTF@@@@>", "other-content", ""),
    TEXT("other-content", "FBX", "FBX", "<Kaydara >FBX Binary", "other-content", ""),
    TEXT("other-content", "Blender", "Blender", "<BLENDER->v279", "other-content", ""),
    TEXT("other-content", "Git LFS", "fetch the file itself with git lfs pull",
        "<version >https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n", "other-content", ""),
    TEXT("other-content", "HTML, with its title", "an HTML page titled \"Not found\"",
        "<`!DOCTYP>E html^\n`html^`head^`title class=x^ Not found `/title^", "other-content", ""),
    TEXT("other-content", "HTML, with a mark", "an HTML page, not", "<\xef\xbb\xbf`html>^`title^`/title^",
        "other-content", ""),
    TEXT("other-content", "HTML, with a title that does not end", "an HTML page, not",
        "<`html^ `>title^a title", "other-content", ""),
    TEXT("other-content", "XML", "XML", "<\n`?xml v>ersion=\"1.0\"?^", "other-content", ""),
    TEXT("other-content", "markup", "markup", "< \t`COLLA>DA^ hierarchy", "other-content", ""),
    TEXT("other-content", "JSON", "JSON", "<{ \"numFr>ames\": 3 }", "other-content", ""),
    TEXT("other-content", "a list in JSON", "JSON", "<[1]>", "other-content", ""),
    TEXT("other-content", "FBX text", "FBX", "<; FBX 7.>4.0 project file", "other-content", ""),
    TEXT("other-content", "YAML", "Unity", "<%yaml 1.>1\nhierarchy:", "other-content", ""),
    TEXT("other-content", "a patch of Git", "a patch", "<diff --g>it a/b b/b\n MD5Version 10",
        "other-content", ""),
    TEXT("other-content", "a patch", "a patch", "<--- a/b\n>+++ b/b\n MD5Version 10", "other-content", ""),
    TEXT("other-content", "a patch of Subversion", "a patch", "<Index: b>\n MD5Version 10", "other-content",
        ""),
    TEXT("other-content", "BVH", "BVH", "<HIERARCH>Y\n\t ROOT hips { } hierarchy", "other-content", ""),
    TEXT("other-content", "one word", "text", "<x>", "other-content", ""),
    TEXT("other-content", "a string", "text", "<\"MD5Ver\">", "other-content", ""),
    TEXT("other-content", "bytes", "PNG", "<\x89PNG\r\n\x1a\n>@@", "other-content", ""),
    TEXT("other-content", "letters of the words are not enough", NULL,
        "<numframe>s Hierarchy bounds frame 0 { }", "other-content", ""),
    TEXT("other-content", "a near miss: MD5Version that is not finished", NULL, "// x\n<MD5Ver>",
        "version-missing", "version"),
    TEXT("other-content", "a near miss: comments alone", NULL, "// x\n<>", "truncated", ""),
    TEXT("other-content", "a near miss: another mark is judged first", NULL, "<\xff\xfe>{", "encoding", ""),
    TEXT("other-content", "a page", NULL, "<`html^ n>othing", "other-content", ""),
    TEXT("other-content", "text without a word of the format", NULL, "<camera p>ath\n", "other-content", ""),

    TEXT("version-missing", "the first word is not finished, after a comment",
        "the file ends inside the word MD5Version [MD5Version, \"MD5Ver\"]", "// x\n<MD5Ver>",
        "version-missing", "version"),
    FIRES("version-missing", NULL, "version", "MD5Version 10", "<MD5version> 10"),
    TEXT("version-missing", "an unfinished first word is version-missing, alone", NULL, "<MD5Vers>",
        "version-missing", "version"),
    CASE("version-missing", "a near miss: blanks before the keyword",
        { "MD5Version 10", "< \t>MD5Version 10" }, { "before-version", "" }),
    FIRES("version-missing", NULL, "version", "MD5Version", "<md5version>"),
    TEXT("version-missing", "an unfinished first word", NULL, "<MD5Ver>", "version-missing", "version"),
    QUIET("version-missing", "a near miss: blanks behind it", "n 10", "n \t 10"),

    FIRES("merge-conflict", "around the file", "", "MD5Version 10\n",
        "<```````>\nMD5Version 10\n=======\n^^^^^^^\n"),
    TEXT("merge-conflict", "without a last line end", NULL, "<```````>\r\n=======\r\n^^^^^^^",
        "merge-conflict", ""),
    TEXT("merge-conflict", "lines that end with a CR", NULL, "MD5Version\r<```````>\r=======\r^^^^^^^\r",
        "merge-conflict", ""),
    TEXT("merge-conflict", "after a byte order mark", NULL, "\xef\xbb\xbf<```````>\n=======\n^^^^^^^\n",
        "merge-conflict", ""),
    TEXT("merge-conflict", "a near miss: after three bytes that are no mark", NULL,
        "<abc`````>``\n=======\n^^^^^^^\n", "other-content", ""),
    TEXT("merge-conflict", "a near miss: the first marker ends the file", NULL, "<{\n``````>`",
        "other-content", ""),

    SAYS("decimal-comma", NULL, "$.x", "2 numbers", "( 7 8 9 )", "( <7,5> 8 9,5 )"),
    CASE("decimal-comma", "a near miss: a thousands separator too", { "( 7 8 9 )", "( <7,500,5> 8 9 )" },
        { "number", "$.x" }),

    SAYS("commandline-text", "it ends in a backslash", "commandline", "commandline ends in a backslash",
        "commandline \"\"", "commandline <\"C:\\x\\\">"),
    QUIET("commandline-text", "a near miss: parts of words, other keywords, a backslash inside",
        "commandline \"\"",
        "commandline \"\\a hierarchy1 _bounds xbaseframe numframes MD5Version frame commandline\""),
    QUIET("commandline-text", "a near miss: camera without that, parts of words", "\"\"",
        "\"camera camera{ cutsx myframeRate\""),

    FIRES("layout", "commandline touches its string", "", "commandline \"\"", "commandline<\"\">"),
    QUIET("layout", "a near miss", "( 7 8 9 )", "  (  7\t8 9 )"),

    TEXT("truncated", "an empty file, alone", "the file is empty", "<>", "truncated", ""),
    TEXT("truncated", "only blanks and comments: alone, without comment-block, encoding or before-version",
        NULL,
        " \n// a\r/* b */\f\r"
        "// c@<>",
        "truncated", ""),
    TEXT("truncated", "only blanks behind a UTF-8 mark", NULL, "<\xef\xbb\xbf>\n\n<>", "encoding", "",
        "truncated", ""),
    TEXT("truncated", "nothing but a UTF-8 mark", NULL, "<\xef\xbb\xbf><>", "encoding", "", "truncated", ""),
    TEXT("truncated", "a near miss: nothing but a UTF-16 mark", NULL, "<\xff\xfe>", "encoding", ""),
    TEXT("truncated", "the end of the file in the header", NULL,
        "MD5Version 10\ncommandline \"\"\n// more\n<>", "truncated", ""),
    TEXT("truncated", "a near miss: an open comment alone", NULL, "\n</*>", "comment-unterminated", ""),

    SAYS("version", NULL, "version", "Enemy Territory: Quake Wars", "MD5Version 10", "MD5Version <11>"),
    FIRES("version", "any token but 10, also 10.0", "version", "MD5Version 10", "MD5Version <10.0>"),
    FIRES("version", "any token but 10, also 010, and never integer", "version", "MD5Version 10",
        "MD5Version <010>"),
    FIRES("version", "any token but 10, also a string", "version", "MD5Version 10", "MD5Version <\"10\">"),
    QUIET("version", "a near miss: a tab before 10", "MD5Version 10", "MD5Version\t10"),
    QUIET("version", "a near miss: a comment behind it", " 10\n", " 10 // 11\n"),

    FIRES("commandline", "another keyword", "commandline", "commandline", "<CommandLine>"),
    FIRES("commandline", "a bare word for the string", "commandline", "commandline \"\"",
        "commandline <export>"),
    CASE("commandline", "a near miss: a string with a backslash at its end",
        { "commandline \"\"", "commandline <\"-dir c:\\\"> // there are no escapes" },
        { "commandline-text", "commandline" }),
    QUIET("commandline", "a near miss: any string", "commandline \"\"", "commandline \"{ // \""),

    SAYS("commandline-long", NULL, "commandline", "1024 bytes", "commandline \"\"",
        "commandline <\"" THOUSAND TEN TEN "1234\">"),
    QUIET("commandline-long", "a near miss: 1023 bytes", "commandline \"\"",
        "commandline \"" THOUSAND TEN TEN "123\""),

    TEXT("encoding", "a UTF-16 mark: length 2, stop", NULL, "<\xff\xfe>M@D@5@V@e@r@s@i@o@n@", "encoding", ""),
    TEXT("encoding", "a UTF-16 mark of the other byte order", NULL, "<\xfe\xff>@M@D@5@V@e@r@s@i@o@n",
        "encoding", ""),
    TEXT("encoding", "a UTF-16 mark, and in its bytes what would be a merge", NULL,
        "<\xff\xfe>M@D@5@\n``````` ours\n=======\n^^^^^^^ theirs\n", "encoding", ""),
    TEXT("encoding", "NULs and blanks alone", "3 of 5 bytes are NUL, and the file has no text", "<@>@ @\n<>",
        "encoding", "", "truncated", ""),
    TEXT("encoding", "a near miss: a NUL in the comment that a file is", NULL, "// a@b\n<>", "truncated", ""),
    CASE("encoding", "a near miss: two bytes of the mark are a word",
        { "MD5Version", "<\xef\xbb"
                        "MD5Version>" },
        { "version-missing", "version" }),
    TEXT("encoding", "UTF-16", NULL, "<\xff\xfe>M@D@5@", "encoding", ""),
    FIRES("encoding", "a mark", "", "MD5Version 10", "<\xef\xbb\xbf>MD5Version 10"),

    SAYS("blank", "form feeds in a string, at the first, with the count", "",
        "the form feed ends the line for one reader, in a string or a comment too; 2 bytes of the file",
        "commandline \"\"", "commandline \"<\f>\f\""),
    CASE("blank", "a form feed in a string without a closing quote",
        { "commandline \"\"", "commandline <\"a<\f>b>" }, { "string-unterminated", "", "blank", "" }),
    SAYS("blank", NULL, "", "the byte 0x0c must be a space, a tab or a line end; 2 bytes", "( 7 8 9 )",
        "( 7<\f>8\v9 )"),
    QUIET("blank", "a near miss", "( 7 8 9 )", "( 7\t8 9\t) "),

    FIRES("before-version", "a comment and more, up to the keyword", "", "MD5Version",
        "< // made by hand\n\n>MD5Version"),
    FIRES("before-version", "a line end", "", "MD5Version", "< \n>MD5Version"),
    CASE("before-version", "behind a UTF-8 mark, CR LF", { "MD5Version", "<\xef\xbb\xbf><\r\n>MD5Version" },
        { "encoding", "", "before-version", "" }),
    CASE("before-version", "a CR alone", { "MD5Version", "<<\r>>MD5Version" },
        { "encoding", "", "before-version", "" }),
    CASE("before-version", "a block comment", { "MD5Version", "<</* a\n * b */>\n>MD5Version" },
        { "before-version", "", "comment-block", "" }),
    FIRES("before-version", "blanks on its own line", "", "MD5Version", "<\t >MD5Version"),
    QUIET("before-version", "a near miss: a comment behind it", "MD5Version 10", "MD5Version 10 // id"),
    FIRES("before-version", NULL, "", "MD5Version", "<// mesh\n>MD5Version"),
    QUIET("before-version", "a near miss", "MD5Version 10", "MD5Version 10 // x"),
    FIRES("before-version", NULL, "", "MD5Version", "<\n>MD5Version"),

    TEXT("comment-unterminated", "alone in a file", NULL, "</*>", "comment-unterminated", ""),
    TEXT("comment-unterminated", "alone", NULL, "</* *>", "comment-unterminated", ""),

    FIRES("string-unterminated", "CR LF is not part of it; nor is a CR alone", "", "commandline \"\"\n",
        "commandline <\"-x>\r\n"),
    CASE("string-unterminated", "a backslash closes nothing and keeps nothing open",
        { "commandline \"\"", "commandline <\"\\\"><\">" },
        { "commandline-text", "commandline", "string-unterminated", "" }),
    QUIET("string-unterminated", "a near miss: comment marks in a string", "commandline \"\"",
        "commandline \"// /*\""),
    FIRES("string-unterminated", NULL, "", "\"\"\n", "<\"a>\n"),
    QUIET("string-unterminated", "a near miss", "\"\"\n", "\"it's\" // \"\n"),

    CASE("unexpected-token", "a near miss: outside blocks their keywords are words",
        { "( 7 8 9 )", "( <shader> 8 9 )" }, { "number", "$.x" }),

    FIRES("quaternion-rounding", NULL, "&", "( 0.4 0.5 0.6 )", "<( 1.0000050068 0 0 )>"),
    QUIET("quaternion-rounding", "a near miss", "( 0.4 0.5 0.6 )", "( 1.0000048876 0 0 )"),

    FIRES("quaternion-length", NULL, "&", "( 0.4 0.5 0.6 )", "<( 0 1.00049996 0 )>"),
    CASE("quaternion-length", "a near miss", { "( 0.4 0.5 0.6 )", "<( 0 1.00049984 0 )>" },
        { "quaternion-rounding", "&" }),

    FIRES("number", NULL, "$.x", "( 7 8 9 )", "( <7f> 8 9 )"),
    QUIET("number", "a near miss", "( 7 8 9 )", "( -.5 8. -0 )"),

    FIRES("number-range", NULL, "$.z", "( 7 8 9 )", "( 7 8 <340282356779733661637539395458142568448.> )"),
    CASE("number-range", "a near miss", { "( 7 8 9 )", "( 7 8 <340282356779733661637539395458142568447.> )" },
        { "number-size", "$.z" }),

    FIRES("number-size", NULL, "$.y", "( 7 8 9 )", "( 7 <18446744073709551616.> 9 )"),
    QUIET("number-size", "a near miss", "( 7 8 9 )", "( 7 18446744073709551615.5 9 )"),

    FIRES("number-wraps", NULL, "$.y", "( 7 8 9 )", "( 7 <-4294967296> 9 )"),
    QUIET("number-wraps", "a near miss", "( 7 8 9 )", "( 4294967295 8 4294967296. )"),

    FIRES("comment-slash", NULL, "$", "( 7 8 9 )", "( 7 </*/> 8 9 )"),
    QUIET("comment-slash", "a near miss", "commandline \"\"", "commandline \"/*/\""),

    FIRES("number-exponent", NULL, "$.y", "( 7 8 9 )", "( 7 <8e0> 9 )"),
    QUIET("number-exponent", "a near miss", "( 7 8 9 )", "( 7. .8 -0.0 )"),
};

#define SHARED(format, text, position, orientation)                                                          \
    {                                                                                                        \
        (format), (text), cases, sizeof cases / sizeof *cases, (position), (orientation)                     \
    }

const md5_table md5anim_shared_table =
    SHARED("md5anim", md5_animation, "baseframe[1].position", "baseframe[1].orientation");
const md5_table md5mesh_shared_table =
    SHARED("md5mesh", md5_mesh, "joints[1].position", "joints[1].orientation");
const md5_table md5camera_shared_table =
    SHARED("md5camera", md5_camera, "frames[2].position", "frames[1].orientation");

MD5_CHECK(md5_shared, cases_on_an_animation, md5anim_shared_table)
MD5_CHECK(md5_shared, cases_on_a_mesh, md5mesh_shared_table)
MD5_CHECK(md5_shared, cases_on_a_camera, md5camera_shared_table)
