/* A .md5anim judged by its .md5mesh. Findings point into the animation. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define HEADER(joints)                                                                                       \
    "MD5Version 10\ncommandline \"" HUNDRED "\"\nnumJoints " joints "\nnumMeshes 1\njoints {\n"
#define ROOT "\"root\" -1 ( 0 0 0 ) ( 0 0 0 )\n"
#define HIPS "\"hips\" 0 ( 0 0 0 ) ( 0 0 0 )\n"
#define END  "}\nmesh {\n}\n"

static const md5_case cases[] = {
    { .name = "with the mesh that it belongs to there is no finding", .mesh = HEADER("2") ROOT HIPS END },

    { .rule = "mesh-joint-count",
        .name = "at the numJoints value; names and parents are then not compared",
        .mesh = HEADER("3") "\"a\" -1 ( 0 0 0 ) ( 0 0 0 )\n" ROOT HIPS END,
        .edits = { { "numJoints 2", "numJoints <2>" } },
        .wants = { { "mesh-joint-count", "num_joints" } },
        .says = "is 2; it must be 3: the mesh has 3 joints" },
    { .rule = "mesh-joint-count",
        .name = "fewer in the mesh",
        .mesh = HEADER("1") HIPS END,
        .edits = { { "numJoints 2", "numJoints <2>" } },
        .wants = { { "mesh-joint-count", "num_joints" } } },
    { .rule = "mesh-joint-count",
        .name = "a near miss: the mesh's list is broken",
        .mesh = HEADER("3") ROOT HIPS "\"neck\" 1 ( 0 0 0 )\n" END },
    { .rule = "mesh-joint-count",
        .name = "a near miss: the mesh has other than numJoints joints",
        .mesh = HEADER("3") ROOT HIPS END },
    { .rule = "mesh-joint-count",
        .name = "a near miss: the animation's list is broken",
        .mesh = HEADER("1") ROOT END,
        .edits = { { "Qx Qy Qz )\n}", "Qx Qy Qz )\n<)>" } },
        .wants = { { "unexpected-token", "" } } },
    { .rule = "mesh-joint-count",
        .name = "a near miss: the animation has other than numJoints joints",
        .mesh = HEADER("1") ROOT END,
        .edits = { { "Qx Qy Qz )\n}", "Qx Qy Qz )\n<\"neck\" 0 0 0>\n}" } },
        .wants = { { "hierarchy-count", "hierarchy[2]" } } },
    { .rule = "mesh-joint-count",
        .name = "a near miss: the animation has no hierarchy",
        .mesh = HEADER("1") ROOT END,
        .text = "MD5Version 10\n<>",
        .wants = { { "truncated", "" } } },
    { .rule = "mesh-joint-count", .name = "a near miss: the mesh is empty", .mesh = "" },
    { .rule = "mesh-joint-count",
        .name = "a near miss: the mesh is an unresolved merge",
        .mesh = HEADER("1") ROOT "}\n<<<<<<< ours\nmesh {\n=======\n>>>>>>> theirs\n}\n" },

    { .rule = "mesh-joint-name",
        .name = "at the name, both sides named; once a joint",
        .mesh = HEADER("2") "\"base\" -1 ( 0 0 0 ) ( 0 0 0 )\n\"Hips\" 0 ( 0 0 0 ) ( 0 0 0 )\n" END,
        .edits = { { "\"root\" -1", "<\"root\"> -1" }, { "\"hips\"", "<\"hips\">" } },
        .wants = { { "mesh-joint-name", "hierarchy[0].name" }, { "mesh-joint-name", "hierarchy[1].name" } } },
    { .rule = "mesh-joint-name",
        .name = "says which",
        .mesh = HEADER("2") ROOT "\"hip\" 0 ( 0 0 0 ) ( 0 0 0 )\n" END,
        .edits = { { "\"hips\"", "<\"hips\">" } },
        .wants = { { "mesh-joint-name", "hierarchy[1].name" } },
        .says = "[\"hip\", \"hips\"]" },
    { .rule = "mesh-joint-name",
        .name = "a near miss: the animation's name stands without quotes",
        .mesh = HEADER("2") ROOT HIPS END,
        .edits = { { "\"hips\"", "<hips>" } },
        .wants = { { "joint-name-unquoted", "hierarchy[1].name" } } },

    { .rule = "mesh-joint-parent",
        .mesh = HEADER("2") ROOT "\"hips\" -1 ( 0 0 0 ) ( 0 0 0 )\n" END,
        .edits = { { "\"hips\" 0", "\"hips\" <0>" } },
        .wants = { { "mesh-joint-parent", "hierarchy[1].parent" } },
        .says = "[-1, 0]" },
    { .rule = "mesh-joint-parent",
        .name = "a near miss: with another name the parent is not compared",
        .mesh = HEADER("2") ROOT "\"hip\" -1 ( 0 0 0 ) ( 0 0 0 )\n" END,
        .edits = { { "\"hips\"", "<\"hips\">" } },
        .wants = { { "mesh-joint-name", "hierarchy[1].name" } } },
    { .rule = "mesh-joint-parent",
        .name = "a near miss: a parent that is no integer",
        .mesh = HEADER("2") ROOT HIPS END,
        .edits = { { "\"hips\" 0", "\"hips\" <00>" } },
        .wants = { { "integer", "hierarchy[1].parent" } } },
    { .rule = "mesh-joint-parent",
        .name = "other faults of the mesh do not matter",
        .mesh = "MD5Version 13\ncommandline " HUNDRED "\nnumJoints 2\njoints {\n" ROOT
                "\"hips\" -1 ( nan 0 0 ) ( 9 9 9 )\n}\nmesh {",
        .edits = { { "\"hips\" 0", "\"hips\" <0>" } },
        .wants = { { "mesh-joint-parent", "hierarchy[1].parent" } } },
};

const md5_table md5anim_mesh_table = MD5_TABLE("md5anim", md5_animation, cases);

Test(md5anim_mesh, cases)
{
    md5_check(&md5anim_mesh_table);
}
