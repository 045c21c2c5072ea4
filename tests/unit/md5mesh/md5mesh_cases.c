/* A .md5mesh: header, joints and what is around the blocks. What is in them is in md5mesh_block_cases.c and
   md5mesh_rule_cases.c, bytes and lines are in md5mesh_text_cases.c. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define BLOCK "mesh" MD5_MESH_BODY
#define END   "( 4 5 6 )\n}"
#define HIPS  "\t\"hips\" 0 ( 7 8 9 ) ( 0.4 0.5 0.6 )\t// root\n"

static const md5_case cases[] = {
    CASE(NULL, "the mesh that all cases begin with has no finding"),

    /* Header */
    FIRES("version", NULL, "version", "Version 10", "Version <6>", "numJoints 2", "numJoints 0"),
    SAYS("version", "11, whose shaders have flags: nothing after it is judged", "version",
        "Enemy Territory: Quake Wars, whose meshes have flags and colours: another body", "Version 10",
        "Version <11>", "\tshader \"skin\"\n", "\tshader \"skin\"\n\tflags { 1 }\n"),
    SAYS("version", "12, whose vertices have more", "version",
        "Storm Engine 2, whose meshes have normals and tangents: another body", "Version 10", "Version <12>",
        "vert 0 ( 0.5 0.5 ) 0 1", "vert 0 ( 0.5 0.5 ) 0 1 ( 0 0 1 ) ( 1 0 0 1 )"),
    CASE("version", "another one: read on", { "Version 10", "Version <13>", "numJoints 2", "numJoints <0>" },
        { "version", "version", "joint-count-range", "num_joints" }),
    FIRES("commandline", NULL, "commandline", "commandline \"\"\n\nnumJoints", "<numJoints>"),
    FIRES("header-key", NULL, "num_meshes", "numMeshes 1\n", "", "\njoints", "\n<joints>"),
    FIRES("header-key", "strings side by side, which are one to id's reader of meshes alone", "num_joints",
        "commandline \"\"", "commandline \"a\" <\"b\">"),
    QUIET("header-key", "a near miss: a comment and an empty line between keys", "numMeshes",
        "// one\n\nnumMeshes"),
    FIRES("integer", NULL, "num_joints", "numJoints 2", "numJoints <2.>"),
    FIRES("integer", "numMeshes", "num_meshes", "numMeshes 1", "numMeshes <01>"),
    CASE("integer", "a near miss: 0 with a minus sign, out of range", { "numJoints 2", "numJoints <-0>" },
        { "joint-count-range", "num_joints" }),
    FIRES("joint-count-range", NULL, "num_joints", "numJoints 2", "numJoints <0>"),
    CASE("joint-count-range", "a near miss: one joint",
        { "numJoints 2", "numJoints 1", HIPS, "", "weight 1 1", "weight 1 0", "weight 3 1", "weight 3 0",
            "vert 2 ( 0 1 ) 2 2", "<vert 2 ( 0 1 ) 2 2>" },
        { "vert-joint-repeated", "meshes[0].verts[2]" }),
    TEXT("count-exceeds-file", "17 numJoints > S: 4 joints in 67 bytes", NULL,
        "MD5Version 10\ncommandline \"" TEN TEN "0123456\"\nnumJoints <4><>", "count-exceeds-file",
        "num_joints", "truncated", ""),
    TEXT("count-exceeds-file", "a near miss: 4 joints in 68 bytes", NULL,
        "MD5Version 10\ncommandline \"" TEN TEN "01234567\"\nnumJoints 4<>", "truncated", ""),
    CASE("joint-limit", NULL,
        { "numJoints 2", "// " THOUSAND THOUSAND THOUSAND "\nnumJoints <128>", "// root\n}", "// root\n<}>" },
        { "joint-limit", "num_joints", "joints-count", "joints" }),
    CASE("joint-limit", "a near miss: 127",
        { "numJoints 2", "// " THOUSAND THOUSAND THOUSAND "\nnumJoints 127", "// root\n}", "// root\n<}>" },
        { "joints-count", "joints" }),

    /* Meshes */
    FIRES("mesh-count-range", NULL, "num_meshes", "numMeshes 1", "numMeshes <0>"),
    CASE("mesh-count-range", "a near miss: one mesh"),
    FIRES("mesh-count", "more: at the keyword of the first surplus block", "meshes", BLOCK,
        BLOCK "<mesh>" MD5_MESH_BODY BLOCK),
    FIRES("mesh-count", "fewer: at the end of the file", "meshes", "numMeshes 1", "numMeshes 2", BLOCK,
        BLOCK "<>"),
    QUIET("mesh-count", "a near miss: two of two", "numMeshes 1", "numMeshes 2", BLOCK, BLOCK BLOCK),
    CASE("mesh-count", "a near miss: a block that broke counts, and after it none is missing",
        { "numMeshes 1", "numMeshes 3", "( 0.5 0.5 ) 0", "( 0.5 0.5 ) <(> 0" },
        { "unexpected-token", "meshes[0].verts[0]" }),
    CASE("mesh-count", "a near miss: how many there should be is unknown",
        { "numMeshes 1", "numMeshes <1.0>", BLOCK, BLOCK BLOCK }, { "integer", "num_meshes" }),

    /* Joints */
    FIRES("joints-count", "fewer", "joints", "numJoints 2", "numJoints 3", "// root\n}", "// root\n<}>"),
    FIRES("joints-count", "more; silences the order of parents", "joints[2]", HIPS,
        HIPS "<\"neck\" 2 ( 0 0 0 ) ( 0 0 0 )>\n"),
    CASE("joints-count", "a near miss: the list broke",
        { "numJoints 2", "numJoints 3", "( 7 8 9 )", "( 7 8 9 <(>" },
        { "unexpected-token", "joints[1].position" }),
    FIRES("root-parent", NULL, "joints[0].parent", "\"root\" -1", "\"root\" <1>"),
    CASE("root-parent", "a near miss: it is the second joint's", { "\"hips\" 0", "\"hips\" <1>" },
        { "parent-order", "joints[1].parent" }),
    FIRES("parent-order", NULL, "joints[1].parent", "\"hips\" 0", "\"hips\" <7>"),
    QUIET("parent-order", "a near miss: the joint before", "numJoints 2", "numJoints 3", HIPS,
        HIPS "\"neck\" 1 ( 0 0 0 ) ( 0 0 0 )\n"),
    FIRES("parent-range", NULL, "joints[1].parent", "\"hips\" 0", "\"hips\" <-2>"),
    CASE("parent-range", "a near miss: -1", { "\"hips\" 0", "\"hips\" <-1>" },
        { "several-roots", "joints[1].parent" }),
    FIRES("several-roots", NULL, "joints[1].parent", "\"hips\" 0", "\"hips\" <-1>"),
    QUIET("several-roots", "a near miss: three joints with one root", "numJoints 2", "numJoints 3", HIPS,
        HIPS "\"neck\" 0 ( 0 0 0 ) ( 0 0 0 )\n"),
    FIRES("joint-name-duplicate", NULL, "joints[1].name", "\"hips\"", "<\"root\">"),
    QUIET("joint-name-duplicate", "a near miss", "\"hips\"", "\"roo\""),
    FIRES("joint-name-empty", NULL, "joints[1].name", "\"hips\"", "<\"\">"),
    QUIET("joint-name-empty", "a near miss: one letter", "\"hips\"", "\"h\""),
    FIRES("joint-name-unquoted", NULL, "joints[1].name", "\"hips\"", "<hips>"),
    CASE("joint-name-unquoted", "a near miss: a number", { "\"hips\"", "<1>" },
        { "unexpected-token", "joints[1]" }),
    FIRES("joint-name-long", NULL, "joints[1].name", "\"hips\"", "<\"" TEN TEN TEN "ab\">"),
    QUIET("joint-name-long", "a near miss: 31 bytes", "\"hips\"", "\"" TEN TEN TEN "a\""),
    FIRES("joint-name-character", NULL, "joints[1].name", "\"hips\"", "<\"a b\">"),
    QUIET("joint-name-character", "a near miss", "\"hips\"", "\"a_b-c\""),

    /* Sections */
    FIRES("unexpected-token", "in the joints; reading resumes at mesh", "joints[1]", "\"hips\" 0",
        "\"hips\" <{> nan"),
    FIRES("unexpected-token", "a mesh before the joints, at its keyword; both are read", "", BLOCK, "",
        "\njoints", "\n<mesh>" MD5_MESH_BODY "joints"),
    FIRES("unexpected-token", "a second list of joints is skipped", "", BLOCK,
        "<joints> {\n\t\"neck\" nan\n}\n" BLOCK),
    FIRES("unexpected-token", "a word between mesh blocks: they are not counted any more", "", "numMeshes 1",
        "numMeshes 3", BLOCK, BLOCK "<}>\n" BLOCK),
    FIRES("unexpected-token", "meshes before the joints: once a file", "", "numMeshes 1", "numMeshes 3",
        "\njoints", "\n<mesh>" MD5_MESH_BODY "mesh" MD5_MESH_BODY "joints"),
    FIRES("header-key", "a header key where joints are expected", "joints", "\njoints",
        "\n<numMeshes> 1\njoints"),
    FIRES("trailing-content", "to the end, and nothing behind it is read", "", BLOCK,
        BLOCK "<} /* \"\nmesh {\n>"),
    FIRES("trailing-content", "a second list of joints behind the last mesh", "", BLOCK,
        BLOCK "<joints {\n}\n>"),
    SAYS("trailing-content", "a second file", "", "a second file", BLOCK,
        BLOCK "<MD5Version 10\ncommandline \"\"\n>"),
    QUIET("trailing-content", "a near miss: blanks and comments", BLOCK, BLOCK "\n\t// end\x1a"),
    CASE("trailing-content", "a near miss: a further block is mesh-count",
        { BLOCK, BLOCK "<mesh>" MD5_MESH_BODY }, { "mesh-count", "meshes" }),
    FIRES("unexpected-token", "mesh without a brace", "meshes[0]", "mesh {\n\tshader", "mesh <(>\n\tshader"),
    FIRES("unexpected-token", "a near miss: in a skipped block any token is passed, but for a section's",
        "meshes[0]", "( 4 5 6 )\n}", "( 4 5 6 ) <)> ( \"\" { } -\n}"),
    FIRES("truncated", NULL, "meshes[0]", BLOCK, "mesh {\n\tshader \"a\"\n<>"),
    TEXT("truncated", "no joints", NULL,
        "MD5Version 10\ncommandline \"" HUNDRED "\"\nnumJoints 1\nnumMeshes 1\n<>", "truncated", ""),
    QUIET("truncated", "a near miss: no final newline", END "\n", END),
    CASE("truncated", "a near miss: the end is between blocks", { BLOCK, "<>" }, { "mesh-count", "meshes" }),
    FIRES("string-unterminated", "in a mesh block", "meshes[0]", "shader \"skin\"", "shader <\"skin>"),
    QUIET("string-unterminated", "a near miss", "shader \"skin\"", "shader \"skin\\\" // }"),
};

const md5_table md5mesh_table = MD5_TABLE("md5mesh", md5_mesh, cases);

Test(md5mesh, cases)
{
    md5_check(&md5mesh_table);
}
