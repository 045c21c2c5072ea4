/* Cases of the bytes, comments and lines of a .md5mesh. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define END         "( 4 5 6 )\n}"
#define EMPTY_BLOCK "<<mesh>> {\n\tshader \"x\"\n\tnumverts 0\n\tnumtris 0\n\tnumweights 0\n}\n"
#define BLANKS      "                                                                                "
#define LONG_JOINTS                                                                                          \
    "joints {\n\t\"hips\" -1 ( 0 0 0 ) (" BLANKS BLANKS BLANKS BLANKS BLANKS BLANKS BLANKS                   \
    " 0 0 0 )\n\t\"knee\" 0 ( 0 0 0 ) ( 0 0 0 )\n}\n"

static const md5_case cases[] = {
    CASE("keyword-comment", NULL, { "joints {", "joints<</*>*/> {" },
        { "comment-block", "", "keyword-comment", "" }),
    QUIET("keyword-comment", "near miss: a brace between joints and the comment, and joints// in a comment",
        "joints {", "joints { // joints//"),
    CASE("blank", "a form feed in a joint's name, and one in a shader's name",
        { "\"hips\"", "<\"h<\f>ips\">", "\"skin\"", "\"sk\fin\"" },
        { "joint-name-character", "joints[1].name", "blank", "" }, .says = "2 bytes"),
    FIRES("blank", "a form feed in a comment of a mesh block", "", "numverts 3\n", "numverts 3 // <\f>9\n"),
    CASE("encoding", "a NUL among skipped tokens of a mesh block",
        { "\tshader \"skin\"\n\n\tnumverts", "\n\t<numverts>", "( 0.5 0.5 )", "( 0.5<@>0.5 )" },
        { "unexpected-token", "meshes[0]", "encoding", "" }),
    FIRES("commandline-text", NULL, "commandline", "commandline \"\"", "commandline <\"mesh {\">"),
    QUIET("commandline-text", "near miss: a shader that ends in a backslash", "\"skin\"", "\"a\\\""),
    QUIET("commandline-text", "near miss: mesh without {", "commandline \"\"",
        "commandline \"mesh x.mb hierarchy\""),
    FIRES("line-length", NULL, "", "\t\"hips\" 0 ( 7 8 9 ) ( 0.4 0.5 0.6 )\t// root\n",
        "<\t\"hips\" 0 ( 7 8 9 ) ( 0.4 0.5 0.6 )\t//" HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED ">\n"),
    QUIET("line-length", "near miss: a long line in the header", "numJoints 2",
        "numJoints 2 // " HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED),
    TEXT("line-length", "near miss: a long line in joints after the last mesh", NULL,
        "MD5Version 10\ncommandline \"\"\nnumJoints 2\nnumMeshes 1\n\n" EMPTY_BLOCK LONG_JOINTS, "mesh-empty",
        "meshes[0]", "unexpected-token", ""),
    TEXT("line-length", "near miss: a long line in joints after meshes of unknown number", NULL,
        "MD5Version 10\ncommandline \"\"\nnumJoints 2\nnumMeshes <->\n\n" EMPTY_BLOCK LONG_JOINTS, "integer",
        "num_meshes", "mesh-empty", "meshes[0]", "unexpected-token", ""),
    FIRES("comment-unterminated", NULL, "meshes[0]", END "\n", "( 4 5 6 )\n</*}\n>"),
    CASE("comment-unterminated", "near miss: the last comment of the file is closed",
        { END "\n", END "\n</**/>" }, { "comment-block", "" }),
    FIRES("comment-block", NULL, "", "// root", "</* root */>"),
    QUIET("comment-block", "near miss: /* in a line comment", "// root", "// /* root */"),
    CASE("comment-block-joined", NULL, { "numverts 3", "numverts </**/><3>" },
        { "comment-block", "meshes[0]", "comment-block-joined", "meshes[0]" }),
    CASE("comment-block-joined", "near miss: a blank after */", { "numverts 3", "numverts </**/> 3" },
        { "comment-block", "meshes[0]" }),
    CASE("encoding", NULL,
        { "MD5Version", "<\xef\xbb\xbf>MD5Version", "numverts 3", "numverts<@>3", END, "( 4 5 6 )<\r>}" },
        { "encoding", "", "encoding", "meshes[0]", "encoding", "meshes[0]" }),
    QUIET("encoding", "near miss: CR LF line ends", "numverts 3\n", "numverts 3\r\n"),
    CASE("layout", "four kinds of layout are reported once each",
        { "numJoints 2", "<numJoints\n2>", "joints {", "joints<{>", "( 7 8 9 )", "<(>7 8 9 )", "// root\n}",
            "<}>" },
        { "layout", "", "layout", "", "layout", "joints[1].position", "layout", "" }),
    FIRES("layout", "{ on the line after joints", "", "joints {", "joints\n<{>"),
};

MD5_CHECKED_TABLE(md5mesh_text, md5mesh_text_table, "md5mesh", md5_mesh, cases)
