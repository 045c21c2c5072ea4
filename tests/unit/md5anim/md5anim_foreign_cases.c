/* What makes a whole file another one: other content, an unresolved merge, numbers with a comma. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define TAIL    "{ } frame 0 { }\n"
#define MARKERS "<```````> ours\n=======\n^^^^^^^ theirs\n"

#define LONG_PAGE THOUSAND THOUSAND TEN TEN TEN TEN TEN TEN TEN

static const md5_case cases[] = {
    /* (1) to (3): how it begins */
    TEXT("other-content", "zeros", "the file is nothing but zero bytes, not an .md5anim", "<@@@>",
        "other-content", ""),
    CASE("other-content", "HTML, with a title in its first 4096 bytes",
        { "#", THOUSAND THOUSAND, "$", LONG_PAGE "0" }, { "other-content", "" },
        .says = "an HTML page titled \"x\"", .text = "<`html^01>23456789#$`title^x`/title^"),
    CASE("other-content", "HTML, with a title of which the 4097th byte is the end",
        { "#", THOUSAND THOUSAND, "$", LONG_PAGE "00" }, { "other-content", "" }, .says = "!titled",
        .text = "<`html^01>23456789#$`title^x`/title^"),
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
    TEXT(
        "other-content", "a near miss: one of the words", NULL, "<xnumJoints>", "version-missing", "version"),
    TEXT("version-missing", "a short word that ends the file, and one of the words in a comment",
        "the file must begin with MD5Version", "// numJoints\n<abc>", "version-missing", "version"),
    CASE("other-content", "is alone, also with a mesh", .wants = { "other-content", "" }, .text = "<{>",
        .mesh = md5_mesh),

    /* Merges */
    SAYS("merge-conflict", "in a frame", "", "merge conflict", "\t1.5\n", MARKERS "\t1.5\n"),
    FIRES("merge-conflict", "in a comment", "", "bounds {", "/*\n" MARKERS "*/ bounds {"),
    FIRES("merge-conflict", "behind the last frame", "", "0.4 0.3\n}\n", "0.4 0.3\n}\n" MARKERS),
    TEXT("merge-conflict", "in another file", NULL, "{\n" MARKERS "}", "merge-conflict", ""),
    CASE("merge-conflict", "is alone, also with a mesh", { "\t1.5\n", MARKERS "\t1.5\n" },
        { "merge-conflict", "" }, .mesh = md5_mesh),
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

MD5_CHECKED_TABLE(md5anim_foreign, md5anim_foreign_table, "md5anim", md5_animation, cases)

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
};

MD5_CHECKED_TABLE(md5mesh_foreign, md5mesh_foreign_table, "md5mesh", md5_mesh, mesh_cases)
