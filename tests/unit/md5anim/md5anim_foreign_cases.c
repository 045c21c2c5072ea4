/* What makes a whole file another one: other content, an unresolved merge, numbers with a comma. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define TAIL    "{ } frame 0 { }\n"
#define MARKERS "<```````> ours\n=======\n^^^^^^^ theirs\n"

#define THOUSAND  HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED
#define LONG_PAGE THOUSAND THOUSAND TEN TEN TEN TEN TEN TEN TEN

static const md5_case cases[] = {
    /* (1) to (3): how it begins */
    TEXT("other-content", "zeros", "the file is nothing but zero bytes, not an .md5anim", "<@@@>",
        "other-content", ""),
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
    CASE("other-content", "HTML, with a title in its first 4096 bytes",
        { "#", THOUSAND THOUSAND, "$", LONG_PAGE "0" }, { "other-content", "" },
        .says = "an HTML page titled \"x\"", .text = "<`html^01>23456789#$`title^x`/title^"),
    CASE("other-content", "HTML, with a title of which the 4097th byte is the end",
        { "#", THOUSAND THOUSAND, "$", LONG_PAGE "00" }, { "other-content", "" }, .says = "!titled",
        .text = "<`html^01>23456789#$`title^x`/title^"),
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
    TEXT("other-content", "a near miss: in BVH the case matters", NULL, "<Hierarchy> ROOT hips numFramesx",
        "version-missing", "version"),
    TEXT("other-content", "a near miss: BVH without a blank", NULL, "<HIERARCHY> ROOT/numFrames",
        "version-missing", "version"),
    TEXT("other-content", "a near miss: a comment before it", NULL, "// x\n<`html^numFrames>",
        "version-missing", "version"),
    TEXT("other-content", "a near miss: a magic behind a blank", NULL, " <glTF> numFramesx",
        "version-missing", "version"),

    /* (4): a mesh, a camera */
    TEXT("other-content", "a mesh", "an .md5mesh",
        "MD5Version 10\ncommandline \"hierarchy\"\n// frame\nnumJoints 1\n<numMeshes> 1\njoints " TAIL,
        "other-content", ""),
    TEXT("other-content", "a mesh with a mark, of another version", "an .md5mesh",
        "\xef\xbb\xbfMD5Version 6 <mesh> hierarchy", "other-content", ""),
    TEXT("other-content", "a camera", "name it .md5camera",
        "MD5Version 10 commandline \"\" numFrames 1 frameRate 24 <numCuts> 0 cuts { } camera { }",
        "other-content", ""),
    CASE("other-content", "a near miss: a word of an animation comes first", { "\"hips\"", "<mesh>" },
        { "joint-name-unquoted", "hierarchy[1].name" }),

    /* (5): nothing of the format */
    TEXT("other-content", "text", "the file is text, not an .md5anim", "<Lorem ip>sum", "other-content", ""),
    TEXT("other-content", "one word", "text", "<x>", "other-content", ""),
    TEXT("other-content", "a string", "text", "<\"MD5Ver\">", "other-content", ""),
    TEXT("other-content", "bytes", "PNG", "<\x89PNG\r\n\x1a\n>@@", "other-content", ""),
    TEXT("other-content", "letters of the words are not enough", NULL,
        "<numframe>s Hierarchy bounds frame 0 { }", "other-content", ""),
    TEXT(
        "other-content", "a near miss: one of the words", NULL, "<xnumJoints>", "version-missing", "version"),
    TEXT("version-missing", "a short word that ends the file, and one of the words in a comment",
        "the file must begin with MD5Version", "// numJoints\n<abc>", "version-missing", "version"),
    TEXT("other-content", "a near miss: MD5Version that is not finished", NULL, "// x\n<MD5Ver>",
        "version-missing", "version"),
    TEXT("version-missing", "the first word is not finished, after a comment",
        "the file ends inside the word MD5Version [MD5Version, \"MD5Ver\"]", "// x\n<MD5Ver>",
        "version-missing", "version"),
    TEXT("other-content", "a near miss: comments alone", NULL, "// x\n<>", "truncated", ""),
    TEXT("other-content", "a near miss: another mark is judged first", NULL, "<\xff\xfe>{", "encoding", ""),
    CASE("other-content", "is alone, also with a mesh", .wants = { "other-content", "" }, .text = "<{>",
        .mesh = md5_mesh),

    /* Merges */
    SAYS("merge-conflict", "in a frame", "", "merge conflict", "\t1.5\n", MARKERS "\t1.5\n"),
    FIRES("merge-conflict", "around the file", "", "MD5Version 10\n",
        "<```````>\nMD5Version 10\n=======\n^^^^^^^\n"),
    TEXT("merge-conflict", "without a last line end", NULL, "<```````>\r\n=======\r\n^^^^^^^",
        "merge-conflict", ""),
    FIRES("merge-conflict", "in a comment", "", "bounds {", "/*\n" MARKERS "*/ bounds {"),
    FIRES("merge-conflict", "behind the last frame", "", "0.4 0.3\n}\n", "0.4 0.3\n}\n" MARKERS),
    TEXT("merge-conflict", "in another file", NULL, "{\n" MARKERS "}", "merge-conflict", ""),
    TEXT("merge-conflict", "lines that end with a CR", NULL, "MD5Version\r<```````>\r=======\r^^^^^^^\r",
        "merge-conflict", ""),
    CASE("merge-conflict", "is alone, also with a mesh", { "\t1.5\n", MARKERS "\t1.5\n" },
        { "merge-conflict", "" }, .mesh = md5_mesh),
    TEXT("merge-conflict", "after a byte order mark", NULL, "\xef\xbb\xbf<```````>\n=======\n^^^^^^^\n",
        "merge-conflict", ""),
    TEXT("merge-conflict", "a near miss: after three bytes that are no mark", NULL,
        "<abc`````>``\n=======\n^^^^^^^\n", "other-content", ""),
    TEXT("merge-conflict", "a near miss: the first marker ends the file", NULL, "<{\n``````>`",
        "other-content", ""),
    CASE("merge-conflict", "a near miss: the last marker is missing",
        { "0.4 0.3\n}\n", "0.4 0.3\n}\n<```````\n=======\n>" }, { "trailing-content", "" }),
    QUIET("merge-conflict", "a near miss: in line comments", "bounds {",
        "// ``````` ours\n//=======\n//^^^^^^^\nbounds {"),
    CASE("merge-conflict", "a near miss: not at the beginning of a line, longer, or in another order",
        { "numFrames 2", "numFrames <``````````>" }, { "integer", "num_frames" }),

    /* Commas */
    SAYS("decimal-comma", NULL, "frames[0].values[0]", "a comma in place of the point", "\t1.5\n",
        "\t<-1,50>\n"),
    SAYS("decimal-comma", "once, with the count, at the first", "baseframe[1].orientation.x",
        "4 numbers have a comma", "( 0.4 0.5 0.6 )", "( <0,4> 0.5 0,6 )", "\t1.5\n", "\t1,5\n", "12 0.7",
        "12 00,7"),
    FIRES("decimal-comma", "a frame with one has no frame-values", "frames[0].values[0]", "\t1.5\n",
        "\t<1,5> 2 3\n"),
    CASE("decimal-comma", "a near miss: two commas, no digits on a side, or more",
        { "10 11 12 0.7", "<1,2,3> <,5> <1,> <1,5e3>" },
        { "number", "frames[0].values[1]", "number", "frames[0].values[2]", "number", "frames[0].values[3]",
            "number", "frames[0].values[4]" }),
    CASE("decimal-comma", "a near miss: an integer", { "frameRate 24", "frameRate <24,0>" },
        { "integer", "frame_rate" }),
};

const md5_table md5anim_foreign_table = MD5_TABLE("md5anim", md5_animation, cases);

Test(md5anim_foreign, cases)
{
    md5_check(&md5anim_foreign_table);
}

static const md5_case mesh_cases[] = {
    TEXT("other-content", "an animation", "an .md5anim",
        "MD5Version 10 commandline \"\" numFrames 1 <numAnimatedComponents> 1 joints { }", "other-content",
        ""),
    TEXT("other-content", "a page", "not an .md5mesh", "<`html^>", "other-content", ""),
    TEXT("other-content", "none of a mesh's words", "text", "<numFrame>s hierarchy", "other-content", ""),
    TEXT("other-content", "a near miss: one of a mesh's words", NULL, "<x> numtris", "version-missing",
        "version"),
    FIRES("merge-conflict", "in a mesh block", "", "\tnumverts 3\n", MARKERS "\tnumverts 3\n"),
    CASE("merge-conflict", "a near miss: half of it in a mesh block",
        { "\tnumverts 3\n", "<```````>\nnumverts 3\n=======\n" }, { "unexpected-token", "meshes[0]" }),
    SAYS("decimal-comma", NULL, "joints[1].position.x", "2 numbers", "( 7 8 9 )", "( <7,5> 8 9,5 )"),
    CASE("decimal-comma", "a near miss: a thousands separator too", { "( 7 8 9 )", "( <7,500,5> 8 9 )" },
        { "number", "joints[1].position.x" }),
};

const md5_table md5mesh_foreign_table = MD5_TABLE("md5mesh", md5_mesh, mesh_cases);

Test(md5mesh_foreign, cases)
{
    md5_check(&md5mesh_foreign_table);
}
