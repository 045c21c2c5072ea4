/* What makes a whole file another one: other content, an unresolved merge, numbers with a comma. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define OTHER   .rule = "other-content", .wants = { { "other-content", "" } }
#define MERGE   .rule = "merge-conflict", .wants = { { "merge-conflict", "" } }
#define TAIL    "{ } frame 0 { }\n"
#define MARKERS "<```````> ours\n=======\n^^^^^^^ theirs\n"

#define THOUSAND HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED
#define LONG_PAGE(more)                                                                                      \
    .text = "<`html^01>23456789#$`title^x`/title^", .edits = {                                               \
        { "#", THOUSAND THOUSAND },                                                                          \
        { "$", THOUSAND THOUSAND TEN TEN TEN TEN TEN TEN TEN more },                                         \
    }

static const md5_case cases[] = {
    /* (1) to (3): how it begins */
    { OTHER, .name = "zeros", .text = "<@@@>",
        .says = "the file is nothing but zero bytes, not an .md5anim" },
    { OTHER, .name = "one zero", .text = "<@>", .says = "zero" },
    { OTHER, .name = "zeros behind a mark", .text = "<\xef\xbb\xbf@@@@@>@", .says = "zero" },
    { OTHER, .name = "gzip", .text = "<\x1f\x8b>", .says = "gzip" },
    { OTHER, .name = "zstd", .text = "<\x28\xb5\x2f\xfd hie>rarchy", .says = "zstd" },
    { OTHER, .name = "zip", .text = "<PK\x03\x04 bou>nds", .says = "zip" },
    { OTHER, .name = "glTF", .text = "<glTF@@@@>", .says = "glTF" },
    { OTHER, .name = "FBX", .text = "<Kaydara >FBX Binary", .says = "FBX" },
    { OTHER, .name = "Blender", .text = "<BLENDER->v279", .says = "Blender" },
    { OTHER, .name = "Git LFS",
        .text = "<version >https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n",
        .says = "fetch the file itself with git lfs pull" },
    { OTHER, .name = "HTML, with its title",
        .text = "<`!DOCTYP>E html^\n`html^`head^`title class=x^ Not found `/title^",
        .says = "an HTML page titled \"Not found\"" },
    { OTHER, .name = "HTML, with a title in its first 4096 bytes", LONG_PAGE("0"),
        .says = "an HTML page titled \"x\"" },
    { OTHER, .name = "HTML, with a title of which the 4097th byte is the end", LONG_PAGE("00"),
        .says = "!titled" },
    { OTHER, .name = "HTML, with a mark", .text = "<\xef\xbb\xbf`html>^`title^`/title^",
        .says = "an HTML page, not" },
    { OTHER, .name = "HTML, with a title that does not end", .text = "<`html^ `>title^a title",
        .says = "an HTML page, not" },
    { OTHER, .name = "XML", .text = "<\n`?xml v>ersion=\"1.0\"?^", .says = "XML" },
    { OTHER, .name = "markup", .text = "< \t`COLLA>DA^ hierarchy", .says = "markup" },
    { OTHER, .name = "JSON", .text = "<{ \"numFr>ames\": 3 }", .says = "JSON" },
    { OTHER, .name = "a list in JSON", .text = "<[1]>", .says = "JSON" },
    { OTHER, .name = "FBX text", .text = "<; FBX 7.>4.0 project file", .says = "FBX" },
    { OTHER, .name = "YAML", .text = "<%yaml 1.>1\nhierarchy:", .says = "Unity" },
    { OTHER, .name = "a patch of Git", .text = "<diff --g>it a/b b/b\n MD5Version 10", .says = "a patch" },
    { OTHER, .name = "a patch", .text = "<--- a/b\n>+++ b/b\n MD5Version 10", .says = "a patch" },
    { OTHER, .name = "a patch of Subversion", .text = "<Index: b>\n MD5Version 10", .says = "a patch" },
    { OTHER, .name = "BVH", .text = "<HIERARCH>Y\n\t ROOT hips { } hierarchy", .says = "BVH" },
    { .rule = "other-content",
        .name = "a near miss: in BVH the case matters",
        .text = "<Hierarchy> ROOT hips numFramesx",
        .wants = { { "version-missing", "version" } } },
    { .rule = "other-content",
        .name = "a near miss: BVH without a blank",
        .text = "<HIERARCHY> ROOT/numFrames",
        .wants = { { "version-missing", "version" } } },
    { .rule = "other-content",
        .name = "a near miss: a comment before it",
        .text = "// x\n<`html^numFrames>",
        .wants = { { "version-missing", "version" } } },
    { .rule = "other-content",
        .name = "a near miss: a magic behind a blank",
        .text = " <glTF> numFramesx",
        .wants = { { "version-missing", "version" } } },

    /* (4): a mesh, a camera */
    { OTHER, .name = "a mesh",
        .text =
            "MD5Version 10\ncommandline \"hierarchy\"\n// frame\nnumJoints 1\n<numMeshes> 1\njoints " TAIL,
        .says = "an .md5mesh" },
    { OTHER, .name = "a mesh with a mark, of another version",
        .text = "\xef\xbb\xbfMD5Version 6 <mesh> hierarchy", .says = "an .md5mesh" },
    { OTHER, .name = "a camera",
        .text = "MD5Version 10 commandline \"\" numFrames 1 frameRate 24 <numCuts> 0 cuts { } camera { }",
        .says = "name it .md5camera" },
    { .rule = "other-content",
        .name = "a near miss: a word of an animation comes first",
        .edits = { { "\"hips\"", "<mesh>" } },
        .wants = { { "joint-name-unquoted", "hierarchy[1].name" } } },

    /* (5): nothing of the format */
    { OTHER, .name = "text", .text = "<Lorem ip>sum", .says = "the file is text, not an .md5anim" },
    { OTHER, .name = "one word", .text = "<x>", .says = "text" },
    { OTHER, .name = "a string", .text = "<\"MD5Ver\">", .says = "text" },
    { OTHER, .name = "bytes", .text = "<\x89PNG\r\n\x1a\n>@@", .says = "PNG" },
    { OTHER, .name = "letters of the words are not enough",
        .text = "<numframe>s Hierarchy bounds frame 0 { }" },
    { .rule = "other-content",
        .name = "a near miss: one of the words",
        .text = "<xnumJoints>",
        .wants = { { "version-missing", "version" } } },
    { .rule = "version-missing",
        .name = "a short word that ends the file, and one of the words in a comment",
        .text = "// numJoints\n<abc>",
        .wants = { { "version-missing", "version" } },
        .says = "the file must begin with MD5Version" },
    { .rule = "other-content",
        .name = "a near miss: MD5Version that is not finished",
        .text = "// x\n<MD5Ver>",
        .wants = { { "version-missing", "version" } } },
    { .rule = "version-missing",
        .name = "the first word is not finished, after a comment",
        .text = "// x\n<MD5Ver>",
        .wants = { { "version-missing", "version" } },
        .says = "the file ends inside the word MD5Version [MD5Version, \"MD5Ver\"]" },
    { .rule = "other-content",
        .name = "a near miss: comments alone",
        .text = "// x\n<>",
        .wants = { { "truncated", "" } } },
    { .rule = "other-content",
        .name = "a near miss: another mark is judged first",
        .text = "<\xff\xfe>{",
        .wants = { { "encoding", "" } } },
    { OTHER, .name = "is alone, also with a mesh", .text = "<{>", .mesh = md5_mesh },

    /* Merges */
    { MERGE, .name = "in a frame", .edits = { { "\t1.5\n", MARKERS "\t1.5\n" } }, .says = "merge conflict" },
    { MERGE, .name = "around the file",
        .edits = { { "MD5Version 10\n", "<```````>\nMD5Version 10\n=======\n^^^^^^^\n" } } },
    { MERGE, .name = "without a last line end", .text = "<```````>\r\n=======\r\n^^^^^^^" },
    { MERGE, .name = "in a comment", .edits = { { "bounds {", "/*\n" MARKERS "*/ bounds {" } } },
    { MERGE, .name = "behind the last frame", .edits = { { "0.4 0.3\n}\n", "0.4 0.3\n}\n" MARKERS } } },
    { MERGE, .name = "in another file", .text = "{\n" MARKERS "}" },
    { MERGE, .name = "lines that end with a CR", .text = "MD5Version\r<```````>\r=======\r^^^^^^^\r" },
    { MERGE, .name = "is alone, also with a mesh", .edits = { { "\t1.5\n", MARKERS "\t1.5\n" } },
        .mesh = md5_mesh },
    { MERGE, .name = "after a byte order mark", .text = "\xef\xbb\xbf<```````>\n=======\n^^^^^^^\n" },
    { .rule = "merge-conflict",
        .name = "a near miss: after three bytes that are no mark",
        .text = "<abc`````>``\n=======\n^^^^^^^\n",
        .wants = { { "other-content", "" } } },
    { .rule = "merge-conflict",
        .name = "a near miss: the first marker ends the file",
        .text = "<{\n``````>`",
        .wants = { { "other-content", "" } } },
    { .rule = "merge-conflict",
        .name = "a near miss: the last marker is missing",
        .edits = { { "0.4 0.3\n}\n", "0.4 0.3\n}\n<```````\n=======\n>" } },
        .wants = { { "trailing-content", "" } } },
    { .rule = "merge-conflict",
        .name = "a near miss: in line comments",
        .edits = { { "bounds {", "// ``````` ours\n//=======\n//^^^^^^^\nbounds {" } } },
    { .rule = "merge-conflict",
        .name = "a near miss: not at the beginning of a line, longer, or in another order",
        .edits = { { "numFrames 2", "numFrames <``````````>" } },
        .wants = { { "integer", "num_frames" } } },

    /* Commas */
    { .rule = "decimal-comma",
        .edits = { { "\t1.5\n", "\t<-1,50>\n" } },
        .wants = { { "decimal-comma", "frames[0].values[0]" } },
        .says = "a comma in place of the point" },
    { .rule = "decimal-comma",
        .name = "once, with the count, at the first",
        .edits = { { "( 0.4 0.5 0.6 )", "( <0,4> 0.5 0,6 )" }, { "\t1.5\n", "\t1,5\n" },
            { "12 0.7", "12 00,7" } },
        .wants = { { "decimal-comma", "baseframe[1].orientation.x" } },
        .says = "4 numbers have a comma" },
    { .rule = "decimal-comma",
        .name = "a frame with one has no frame-values",
        .edits = { { "\t1.5\n", "\t<1,5> 2 3\n" } },
        .wants = { { "decimal-comma", "frames[0].values[0]" } } },
    { .rule = "decimal-comma",
        .name = "a near miss: two commas, no digits on a side, or more",
        .edits = { { "10 11 12 0.7", "<1,2,3> <,5> <1,> <1,5e3>" } },
        .wants = { { "number", "frames[0].values[1]" }, { "number", "frames[0].values[2]" },
            { "number", "frames[0].values[3]" }, { "number", "frames[0].values[4]" } } },
    { .rule = "decimal-comma",
        .name = "a near miss: an integer",
        .edits = { { "frameRate 24", "frameRate <24,0>" } },
        .wants = { { "integer", "frame_rate" } } },
};

const md5_table md5anim_foreign_table = MD5_TABLE("md5anim", md5_animation, cases);

Test(md5anim_foreign, cases)
{
    md5_check(&md5anim_foreign_table);
}

static const md5_case mesh_cases[] = {
    { OTHER, .name = "an animation",
        .text = "MD5Version 10 commandline \"\" numFrames 1 <numAnimatedComponents> 1 joints { }",
        .says = "an .md5anim" },
    { OTHER, .name = "a page", .text = "<`html^>", .says = "not an .md5mesh" },
    { OTHER, .name = "none of a mesh's words", .text = "<numFrame>s hierarchy", .says = "text" },
    { .rule = "other-content",
        .name = "a near miss: one of a mesh's words",
        .text = "<x> numtris",
        .wants = { { "version-missing", "version" } } },
    { MERGE, .name = "in a mesh block", .edits = { { "\tnumverts 3\n", MARKERS "\tnumverts 3\n" } } },
    { .rule = "merge-conflict",
        .name = "a near miss: half of it in a mesh block",
        .edits = { { "\tnumverts 3\n", "<```````>\nnumverts 3\n=======\n" } },
        .wants = { { "unexpected-token", "meshes[0]" } } },
    { .rule = "decimal-comma",
        .edits = { { "( 7 8 9 )", "( <7,5> 8 9,5 )" } },
        .wants = { { "decimal-comma", "joints[1].position.x" } },
        .says = "2 numbers" },
    { .rule = "decimal-comma",
        .name = "a near miss: a thousands separator too",
        .edits = { { "( 7 8 9 )", "( <7,500,5> 8 9 )" } },
        .wants = { { "number", "joints[1].position.x" } } },
};

const md5_table md5mesh_foreign_table = MD5_TABLE("md5mesh", md5_mesh, mesh_cases);

Test(md5mesh_foreign, cases)
{
    md5_check(&md5mesh_foreign_table);
}
