/* Cases of rules that .md5anim, .md5mesh and .md5camera share. Each case edits a valid file of each format. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

/* In a path, $ is the path of the vector ( 7 8 9 ), and & is the path of the vector ( 0.4 0.5 0.6 ). */
static const md5_case cases[] = {
    TEXT("other-content", "a file of one zero byte", "zero", "<@>", "other-content", ""),
    TEXT("other-content", "zero bytes after a UTF-8 byte order mark", "zero", "<\xef\xbb\xbf@@@@@>@",
        "other-content", ""),
    TEXT("other-content", "a gzip file", "gzip", "<\x1f\x8b>", "other-content", ""),
    TEXT("other-content", "a zstd file", "zstd", "<\x28\xb5\x2f\xfd hie>rarchy", "other-content", ""),
    TEXT("other-content", "a zip file", "zip", "<PK\x03\x04 bou>nds", "other-content", ""),
    TEXT("other-content", "a binary glTF file", "glTF", "<glTF@@@@>", "other-content", ""),
    TEXT("other-content", "a binary FBX file", "FBX", "<Kaydara >FBX Binary", "other-content", ""),
    TEXT("other-content", "a Blender file", "Blender", "<BLENDER->v279", "other-content", ""),
    TEXT("other-content", "a Git LFS pointer", "fetch the file itself with git lfs pull",
        "<version >https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n", "other-content", ""),
    TEXT("other-content", "an HTML page is reported with its title", "an HTML page titled \"Not found\"",
        "<`!DOCTYP>E html^\n`html^`head^`title class=x^ Not found `/title^", "other-content", ""),
    TEXT("other-content", "an HTML page after a byte order mark", "an HTML page, not",
        "<\xef\xbb\xbf`html>^`title^`/title^", "other-content", ""),
    TEXT("other-content", "an HTML page with a title that has no end tag", "an HTML page, not",
        "<`html^ `>title^a title", "other-content", ""),
    TEXT("other-content", "an XML file", "XML", "<\n`?xml v>ersion=\"1.0\"?^", "other-content", ""),
    TEXT("other-content", "an XML element that is not HTML", "markup", "< \t`COLLA>DA^ hierarchy",
        "other-content", ""),
    TEXT("other-content", "a JSON object", "JSON", "<{ \"numFr>ames\": 3 }", "other-content", ""),
    TEXT("other-content", "a JSON array", "JSON", "<[1]>", "other-content", ""),
    TEXT("other-content", "an FBX text file", "FBX", "<; FBX 7.>4.0 project file", "other-content", ""),
    TEXT("other-content", "a YAML file", "Unity", "<%yaml 1.>1\nhierarchy:", "other-content", ""),
    TEXT("other-content", "a Git patch", "a patch", "<diff --g>it a/b b/b\n MD5Version 10", "other-content",
        ""),
    TEXT("other-content", "a patch without Git headers", "a patch", "<--- a/b\n>+++ b/b\n MD5Version 10",
        "other-content", ""),
    TEXT("other-content", "a Subversion patch", "a patch", "<Index: b>\n MD5Version 10", "other-content", ""),
    TEXT(
        "other-content", "a BVH file", "BVH", "<HIERARCH>Y\n\t ROOT hips { } hierarchy", "other-content", ""),
    TEXT("other-content", "a file of one word", "text", "<x>", "other-content", ""),
    TEXT("other-content", "a file of one string", "text", "<\"MD5Ver\">", "other-content", ""),
    TEXT("other-content", "a PNG image", "PNG", "<\x89PNG\r\n\x1a\n>@@", "other-content", ""),
    TEXT("other-content", "words that only contain keywords of the format", NULL,
        "<numframe>s Hierarchy bounds frame 0 { }", "other-content", ""),
    TEXT("other-content", "near miss: the file ends inside MD5Version, after a comment", NULL,
        "// x\n<MD5Ver>", "version-missing", "version"),
    TEXT("other-content", "near miss: the file has only a comment", NULL, "// x\n<>", "truncated", ""),
    TEXT("other-content", "near miss: a UTF-16 mark before { is reported as encoding", NULL, "<\xff\xfe>{",
        "encoding", ""),
    TEXT("other-content", "an HTML page without a title", NULL, "<`html^ n>othing", "other-content", ""),
    TEXT("other-content", "text without a keyword of the format", NULL, "<camera p>ath\n", "other-content",
        ""),

    TEXT("version-missing", "the file ends inside MD5Version, after a comment",
        "the file ends inside the word MD5Version [MD5Version, \"MD5Ver\"]", "// x\n<MD5Ver>",
        "version-missing", "version"),
    FIRES("version-missing", NULL, "version", "MD5Version 10", "<MD5version> 10"),
    TEXT("version-missing", "the file ends inside MD5Version: no other finding", NULL, "<MD5Vers>",
        "version-missing", "version"),
    CASE("version-missing", "near miss: blanks before MD5Version", { "MD5Version 10", "< \t>MD5Version 10" },
        { "before-version", "" }),
    FIRES("version-missing", NULL, "version", "MD5Version", "<md5version>"),
    TEXT("version-missing", "the file ends inside MD5Version, without a comment", NULL, "<MD5Ver>",
        "version-missing", "version"),
    QUIET("version-missing", "near miss: several blanks after MD5Version", "n 10", "n \t 10"),

    FIRES("merge-conflict", "conflict markers around the header", "", "MD5Version 10\n",
        "<```````>\nMD5Version 10\n=======\n^^^^^^^\n"),
    TEXT("merge-conflict", "the last conflict marker ends the file without a line end", NULL,
        "<```````>\r\n=======\r\n^^^^^^^", "merge-conflict", ""),
    TEXT("merge-conflict", "conflict markers on lines that end with a lone CR", NULL,
        "MD5Version\r<```````>\r=======\r^^^^^^^\r", "merge-conflict", ""),
    TEXT("merge-conflict", "conflict markers after a byte order mark", NULL,
        "\xef\xbb\xbf<```````>\n=======\n^^^^^^^\n", "merge-conflict", ""),
    TEXT("merge-conflict", "near miss: the first marker follows three bytes that are not a byte order mark",
        NULL, "<abc`````>``\n=======\n^^^^^^^\n", "other-content", ""),
    TEXT("merge-conflict", "near miss: the file ends inside the first marker", NULL, "<{\n``````>`",
        "other-content", ""),

    SAYS("decimal-comma", NULL, "$.x", "2 numbers", "( 7 8 9 )", "( <7,5> 8 9,5 )"),
    CASE("decimal-comma", "near miss: a number with two commas is not counted",
        { "( 7 8 9 )", "( <7,500,5> 8 9 )" }, { "number", "$.x" }),

    SAYS("commandline-text", "commandline ends in a backslash", "commandline",
        "commandline ends in a backslash", "commandline \"\"", "commandline <\"C:\\x\\\">"),
    QUIET("commandline-text",
        "near miss: keywords inside longer words, keywords of the header, a backslash inside",
        "commandline \"\"",
        "commandline \"\\a hierarchy1 _bounds xbaseframe numframes MD5Version frame commandline\""),
    QUIET("commandline-text", "near miss: camera not followed by a blank and {, keywords inside longer words",
        "\"\"", "\"camera camera{ cutsx myframeRate\""),

    FIRES(
        "layout", "no blank between commandline and its string", "", "commandline \"\"", "commandline<\"\">"),
    QUIET("layout", "near miss: several blanks and tabs between tokens", "( 7 8 9 )", "  (  7\t8 9 )"),

    TEXT("truncated", "an empty file has no other finding", "the file is empty", "<>", "truncated", ""),
    TEXT("truncated", "only blanks and comments: no comment-block, encoding or before-version", NULL,
        " \n// a\r/* b */\f\r"
        "// c@<>",
        "truncated", ""),
    TEXT("truncated", "only blanks after a UTF-8 byte order mark", NULL, "<\xef\xbb\xbf>\n\n<>", "encoding",
        "", "truncated", ""),
    TEXT("truncated", "only a UTF-8 byte order mark", NULL, "<\xef\xbb\xbf><>", "encoding", "", "truncated",
        ""),
    TEXT("truncated", "near miss: only a UTF-16 byte order mark", NULL, "<\xff\xfe>", "encoding", ""),
    TEXT("truncated", "the file ends inside the header", NULL, "MD5Version 10\ncommandline \"\"\n// more\n<>",
        "truncated", ""),
    TEXT("truncated", "near miss: only an unterminated comment", NULL, "\n</*>", "comment-unterminated", ""),

    SAYS("version", NULL, "version", "Enemy Territory: Quake Wars", "MD5Version 10", "MD5Version <11>"),
    FIRES("version", "version 10.0", "version", "MD5Version 10", "MD5Version <10.0>"),
    FIRES("version", "version 010: no finding of integer", "version", "MD5Version 10", "MD5Version <010>"),
    FIRES("version", "the version is a string", "version", "MD5Version 10", "MD5Version <\"10\">"),
    QUIET("version", "near miss: a tab before version 10", "MD5Version 10", "MD5Version\t10"),
    QUIET("version", "near miss: a comment after version 10", " 10\n", " 10 // 11\n"),

    FIRES("commandline", "the keyword is spelled CommandLine", "commandline", "commandline", "<CommandLine>"),
    FIRES("commandline", "a word without quotes after commandline", "commandline", "commandline \"\"",
        "commandline <export>"),
    CASE("commandline", "near miss: the string of commandline ends in a backslash",
        { "commandline \"\"", "commandline <\"-dir c:\\\"> // there are no escapes" },
        { "commandline-text", "commandline" }),
    QUIET("commandline", "near miss: commandline has a brace and slashes", "commandline \"\"",
        "commandline \"{ // \""),

    SAYS("commandline-long", NULL, "commandline", "1024 bytes", "commandline \"\"",
        "commandline <\"" THOUSAND TEN TEN "1234\">"),
    QUIET("commandline-long", "near miss: commandline has 1023 bytes", "commandline \"\"",
        "commandline \"" THOUSAND TEN TEN "123\""),

    TEXT("encoding", "a UTF-16 byte order mark: 2 bytes are reported and reading stops", NULL,
        "<\xff\xfe>M@D@5@V@e@r@s@i@o@n@", "encoding", ""),
    TEXT("encoding", "a big-endian UTF-16 byte order mark", NULL, "<\xfe\xff>@M@D@5@V@e@r@s@i@o@n",
        "encoding", ""),
    TEXT("encoding", "conflict markers after a UTF-16 byte order mark are not reported", NULL,
        "<\xff\xfe>M@D@5@\n``````` ours\n=======\n^^^^^^^ theirs\n", "encoding", ""),
    TEXT("encoding", "a file of NULs and blanks", "3 of 5 bytes are NUL, and the file has no text",
        "<@>@ @\n<>", "encoding", "", "truncated", ""),
    TEXT("encoding", "near miss: a NUL in a comment, in a file of only that comment", NULL, "// a@b\n<>",
        "truncated", ""),
    CASE("encoding", "near miss: two of the three bytes of a UTF-8 byte order mark",
        { "MD5Version", "<\xef\xbb"
                        "MD5Version>" },
        { "version-missing", "version" }),
    TEXT("encoding", "UTF-16 text", NULL, "<\xff\xfe>M@D@5@", "encoding", ""),
    FIRES("encoding", "a UTF-8 byte order mark", "", "MD5Version 10", "<\xef\xbb\xbf>MD5Version 10"),

    SAYS("blank", "two form feeds in a string: one finding at the first, with the count", "",
        "the form feed ends the line for one reader, in a string or a comment too; 2 bytes of the file",
        "commandline \"\"", "commandline \"<\f>\f\""),
    CASE("blank", "a form feed in a string without a closing quote",
        { "commandline \"\"", "commandline <\"a<\f>b>" }, { "string-unterminated", "", "blank", "" }),
    SAYS("blank", NULL, "", "the byte 0x0c must be a space, a tab or a line end; 2 bytes", "( 7 8 9 )",
        "( 7<\f>8\v9 )"),
    QUIET("blank", "near miss: tabs between tokens", "( 7 8 9 )", "( 7\t8 9\t) "),

    FIRES("before-version", "a comment and line ends before MD5Version", "", "MD5Version",
        "< // made by hand\n\n>MD5Version"),
    FIRES("before-version", "a space and a line end before MD5Version", "", "MD5Version", "< \n>MD5Version"),
    CASE("before-version", "CR LF after a UTF-8 byte order mark",
        { "MD5Version", "<\xef\xbb\xbf><\r\n>MD5Version" }, { "encoding", "", "before-version", "" }),
    CASE("before-version", "a lone CR before MD5Version", { "MD5Version", "<<\r>>MD5Version" },
        { "encoding", "", "before-version", "" }),
    CASE("before-version", "a block comment before MD5Version",
        { "MD5Version", "<</* a\n * b */>\n>MD5Version" }, { "before-version", "", "comment-block", "" }),
    FIRES("before-version", "blanks before MD5Version on its line", "", "MD5Version", "<\t >MD5Version"),
    QUIET("before-version", "near miss: a comment after the version", "MD5Version 10", "MD5Version 10 // id"),
    FIRES("before-version", NULL, "", "MD5Version", "<// mesh\n>MD5Version"),
    QUIET("before-version", "near miss: a short comment after the version", "MD5Version 10",
        "MD5Version 10 // x"),
    FIRES("before-version", NULL, "", "MD5Version", "<\n>MD5Version"),

    TEXT("comment-unterminated", "the file is an unterminated comment", NULL, "</*>", "comment-unterminated",
        ""),
    TEXT("comment-unterminated", "the file is an unterminated comment with a star", NULL, "</* *>",
        "comment-unterminated", ""),

    FIRES("string-unterminated", "the finding ends before CR LF", "", "commandline \"\"\n",
        "commandline <\"-x>\r\n"),
    CASE("string-unterminated", "a backslash before a quote does not escape the quote",
        { "commandline \"\"", "commandline <\"\\\"><\">" },
        { "commandline-text", "commandline", "string-unterminated", "" }),
    QUIET("string-unterminated", "near miss: comment marks in a string", "commandline \"\"",
        "commandline \"// /*\""),
    FIRES("string-unterminated", NULL, "", "\"\"\n", "<\"a>\n"),
    QUIET("string-unterminated", "near miss: an apostrophe in a string, a quote in a comment", "\"\"\n",
        "\"it's\" // \"\n"),

    CASE("unexpected-token", "near miss: a keyword of another section where a number is expected",
        { "( 7 8 9 )", "( <shader> 8 9 )" }, { "number", "$.x" }),

    FIRES("quaternion-rounding", NULL, "&", "( 0.4 0.5 0.6 )", "<( 1.0000050068 0 0 )>"),
    QUIET("quaternion-rounding", "near miss: the squared length is below 1 + 1e-5", "( 0.4 0.5 0.6 )",
        "( 1.0000048876 0 0 )"),

    FIRES("quaternion-length", NULL, "&", "( 0.4 0.5 0.6 )", "<( 0 1.00049996 0 )>"),
    CASE("quaternion-length", "near miss: the squared length is below 1 + 1e-3",
        { "( 0.4 0.5 0.6 )", "<( 0 1.00049984 0 )>" }, { "quaternion-rounding", "&" }),
    CASE("quaternion-length", "near miss: the squared length is exactly the float64 nearest to 1.001",
        { "( 0.4 0.5 0.6 )", "<( 0.87810826 0.47950587 0.00004648094 )>" }, { "quaternion-rounding", "&" }),

    FIRES("number", NULL, "$.x", "( 7 8 9 )", "( <7f> 8 9 )"),
    QUIET("number", "near miss: numbers without digits before or after the point, and -0", "( 7 8 9 )",
        "( -.5 8. -0 )"),

    FIRES("number-range", NULL, "$.z", "( 7 8 9 )", "( 7 8 <340282356779733661637539395458142568448.> )"),
    CASE("number-range", "near miss: the greatest number that rounds to a finite float32",
        { "( 7 8 9 )", "( 7 8 <340282356779733661637539395458142568447.> )" }, { "number-size", "$.z" }),

    FIRES("number-size", NULL, "$.y", "( 7 8 9 )", "( 7 <18446744073709551616.> 9 )"),
    QUIET("number-size", "near miss: the integer part is the greatest 64-bit number", "( 7 8 9 )",
        "( 7 18446744073709551615.5 9 )"),

    FIRES("number-wraps", NULL, "$.y", "( 7 8 9 )", "( 7 <-4294967296> 9 )"),
    QUIET("number-wraps", "near miss: the greatest 32-bit number, and 2^32 with a point", "( 7 8 9 )",
        "( 4294967295 8 4294967296. )"),

    FIRES("comment-slash", NULL, "$", "( 7 8 9 )", "( 7 </*/> 8 9 )"),
    QUIET("comment-slash", "near miss: /*/ in a string", "commandline \"\"", "commandline \"/*/\""),

    FIRES("number-exponent", NULL, "$.y", "( 7 8 9 )", "( 7 <8e0> 9 )"),
    QUIET("number-exponent", "near miss: numbers without an exponent", "( 7 8 9 )", "( 7. .8 -0.0 )"),
};

#define SHARED(format, text, position, orientation)                                                          \
    {                                                                                                        \
        (format), (text), cases, sizeof cases / sizeof *cases, (position), (orientation), NULL               \
    }

const md5_table md5anim_shared_table =
    SHARED("md5anim", md5_animation, "baseframe[1].position", "baseframe[1].orientation");
const md5_table md5mesh_shared_table =
    SHARED("md5mesh", md5_mesh, "joints[1].position", "joints[1].orientation");
const md5_table md5camera_shared_table =
    SHARED("md5camera", md5_camera, "frames[2].position", "frames[1].orientation");

MD5_CHECK(md5_shared, each_case_on_an_animation_has_its_findings, md5anim_shared_table)
MD5_CHECK(md5_shared, each_case_on_a_mesh_has_its_findings, md5mesh_shared_table)
MD5_CHECK(md5_shared, each_case_on_a_camera_path_has_its_findings, md5camera_shared_table)
