/* Cases of rules about a whole file: other-content, merge-conflict, decimal-comma. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define TAIL    "{ } frame 0 { }\n"
#define MARKERS "<```````> ours\n=======\n^^^^^^^ theirs\n"

#define LONG_PAGE THOUSAND THOUSAND TEN TEN TEN TEN TEN TEN TEN

static const md5_case cases[] = {
    /* Cases of other-content by the first bytes */
    TEXT("other-content", "a file of zero bytes", "the file is nothing but zero bytes, not an .md5anim",
        "<@@@>", "other-content", ""),
    CASE("other-content", "an HTML title that ends within the first 4096 bytes",
        { "#", THOUSAND THOUSAND, "$", LONG_PAGE "0" }, { "other-content", "" },
        .says = "an HTML page titled \"x\"", .text = "<`html^01>23456789#$`title^x`/title^"),
    CASE("other-content", "an HTML title that ends after 4096 bytes is not shown",
        { "#", THOUSAND THOUSAND, "$", LONG_PAGE "00" }, { "other-content", "" }, .says = "!titled",
        .text = "<`html^01>23456789#$`title^x`/title^"),
    TEXT("other-content", "near miss: the first word is Hierarchy, but HIERARCHY in a BVH file", NULL,
        "<Hierarchy> ROOT hips numFramesx", "version-missing", "version"),
    TEXT("other-content", "near miss: no blank after ROOT, as a BVH file has", NULL,
        "<HIERARCHY> ROOT/numFrames", "version-missing", "version"),
    TEXT("other-content", "near miss: a comment before an HTML tag", NULL, "// x\n<`html^numFrames>",
        "version-missing", "version"),
    TEXT("other-content", "near miss: a blank before the magic glTF", NULL, " <glTF> numFramesx",
        "version-missing", "version"),

    /* Cases of other-content by the keywords of a mesh or camera path */
    TEXT("other-content", "a .md5mesh file", "an .md5mesh",
        "MD5Version 10\ncommandline \"hierarchy\"\n// frame\nnumJoints 1\n<numMeshes> 1\njoints " TAIL,
        "other-content", ""),
    TEXT("other-content", "a .md5mesh of version 6 with a byte order mark", "an .md5mesh",
        "\xef\xbb\xbfMD5Version 6 <mesh> hierarchy", "other-content", ""),
    TEXT("other-content", "a .md5camera file", "name it .md5camera",
        "MD5Version 10 commandline \"\" numFrames 1 frameRate 24 <numCuts> 0 cuts { } camera { }",
        "other-content", ""),
    CASE("other-content", "near miss: keywords of an animation before the word mesh",
        { "\"hips\"", "<mesh>" }, { "joint-name-unquoted", "hierarchy[1].name" }),

    /* Cases of other-content because no keyword of the format is found */
    TEXT("other-content", "text without a keyword of the format", "the file is text, not an .md5anim",
        "<Lorem ip>sum", "other-content", ""),
    TEXT("other-content", "near miss: text with the keyword numJoints", NULL, "<xnumJoints>",
        "version-missing", "version"),
    TEXT("version-missing", "an unknown word ends the file after a keyword in a comment",
        "the file must begin with MD5Version", "// numJoints\n<abc>", "version-missing", "version"),
    CASE("other-content", "other-content is the only finding, also with a mesh",
        .wants = { "other-content", "" }, .text = "<{>", .mesh = md5_mesh),

    /* Cases of merge-conflict */
    SAYS("merge-conflict", "conflict markers in a frame", "", "merge conflict", "\t1.5\n", MARKERS "\t1.5\n"),
    FIRES("merge-conflict", "conflict markers in a block comment", "", "bounds {",
        "/*\n" MARKERS "*/ bounds {"),
    FIRES("merge-conflict", "conflict markers after the last frame", "", "0.4 0.3\n}\n",
        "0.4 0.3\n}\n" MARKERS),
    TEXT("merge-conflict", "conflict markers in a file of another format", NULL, "{\n" MARKERS "}",
        "merge-conflict", ""),
    CASE("merge-conflict", "merge-conflict is the only finding, also with a mesh",
        { "\t1.5\n", MARKERS "\t1.5\n" }, { "merge-conflict", "" }, .mesh = md5_mesh),
    CASE("merge-conflict", "near miss: the last of the three markers is missing",
        { "0.4 0.3\n}\n", "0.4 0.3\n}\n<```````\n=======\n>" }, { "trailing-content", "" }),
    QUIET("merge-conflict", "near miss: conflict markers in line comments", "bounds {",
        "// ``````` ours\n//=======\n//^^^^^^^\nbounds {"),
    CASE("merge-conflict", "near miss: ten < in the middle of a line",
        { "numFrames 2", "numFrames <``````````>" }, { "integer", "num_frames" }),

    /* Cases of decimal-comma */
    SAYS("decimal-comma", NULL, "frames[0].values[0]", "a comma in place of the point", "\t1.5\n",
        "\t<-1,50>\n"),
    SAYS("decimal-comma", "four decimal commas are one finding at the first, with the count",
        "baseframe[1].orientation.x", "4 numbers have a comma", "( 0.4 0.5 0.6 )", "( <0,4> 0.5 0,6 )",
        "\t1.5\n", "\t1,5\n", "12 0.7", "12 00,7"),
    FIRES("decimal-comma", "a frame with a decimal comma has no finding of frame-values",
        "frames[0].values[0]", "\t1.5\n", "\t<1,5> 2 3\n"),
    CASE("decimal-comma",
        "near miss: two commas, no digit on one side of the comma, or a comma and an exponent",
        { "10 11 12 0.7", "<1,2,3> <,5> <1,> <1,5e3>" },
        { "number", "frames[0].values[1]", "number", "frames[0].values[2]", "number", "frames[0].values[3]",
            "number", "frames[0].values[4]" }),
    CASE("decimal-comma", "near miss: a comma in an integer is reported as integer",
        { "frameRate 24", "frameRate <24,0>" }, { "integer", "frame_rate" }),
};

MD5_CHECKED_TABLE(md5anim_foreign, md5anim_foreign_table, "md5anim", md5_animation, cases)

static const md5_case mesh_cases[] = {
    TEXT("other-content", "a .md5anim file", "an .md5anim",
        "MD5Version 10 commandline \"\" numFrames 1 <numAnimatedComponents> 1 joints { }", "other-content",
        ""),
    TEXT("other-content", "an HTML page", "not an .md5mesh", "<`html^>", "other-content", ""),
    TEXT("other-content", "text without a keyword of a mesh", "text", "<numFrame>s hierarchy",
        "other-content", ""),
    TEXT("other-content", "near miss: text with the keyword numtris", NULL, "<x> numtris", "version-missing",
        "version"),
    FIRES(
        "merge-conflict", "conflict markers in a mesh block", "", "\tnumverts 3\n", MARKERS "\tnumverts 3\n"),
    CASE("merge-conflict", "near miss: conflict markers without the last one in a mesh block",
        { "\tnumverts 3\n", "<```````>\nnumverts 3\n=======\n" }, { "unexpected-token", "meshes[0]" }),
};

MD5_CHECKED_TABLE(md5mesh_foreign, md5mesh_foreign_table, "md5mesh", md5_mesh, mesh_cases)
