/* A .md5anim judged by its .md5mesh. Findings point into the animation. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define HEADER(joints)                                                                                       \
    "MD5Version 10\ncommandline \"" HUNDRED "\"\nnumJoints " joints "\nnumMeshes 1\njoints {\n"
#define ROOT "\"root\" -1 ( 0 0 0 ) ( 0 0 0 )\n"
#define HIPS "\"hips\" 0 ( 0 0 0 ) ( 0 0 0 )\n"
#define END  "}\nmesh {\n}\n"

static const md5_case cases[] = {
    CASE(NULL, "with the mesh that it belongs to there is no finding", .mesh = HEADER("2") ROOT HIPS END),

    CASE("mesh-joint-count", "at the numJoints value; names and parents are then not compared",
        { "numJoints 2", "numJoints <2>" }, { "mesh-joint-count", "num_joints" },
        .says = "is 2; it must be 3: the mesh has 3 joints",
        .mesh = HEADER("3") "\"a\" -1 ( 0 0 0 ) ( 0 0 0 )\n" ROOT HIPS END),
    CASE("mesh-joint-count", "fewer in the mesh", { "numJoints 2", "numJoints <2>" },
        { "mesh-joint-count", "num_joints" }, .mesh = HEADER("1") HIPS END),
    CASE("mesh-joint-count", "a near miss: the mesh's list is broken",
        .mesh = HEADER("3") ROOT HIPS "\"neck\" 1 ( 0 0 0 )\n" END),
    CASE("mesh-joint-count", "a near miss: the mesh has other than numJoints joints",
        .mesh = HEADER("3") ROOT HIPS END),
    CASE("mesh-joint-count", "a near miss: the animation's list is broken",
        { "Qx Qy Qz )\n}", "Qx Qy Qz )\n<)>" }, { "unexpected-token", "" }, .mesh = HEADER("1") ROOT END),
    CASE("mesh-joint-count", "a near miss: the animation has other than numJoints joints",
        { "Qx Qy Qz )\n}", "Qx Qy Qz )\n<\"neck\" 0 0 0>\n}" }, { "hierarchy-count", "hierarchy[2]" },
        .mesh = HEADER("1") ROOT END),
    CASE("mesh-joint-count", "a near miss: the animation has no hierarchy", .wants = { "truncated", "" },
        .text = "MD5Version 10\n<>", .mesh = HEADER("1") ROOT END),
    CASE("mesh-joint-count", "a near miss: the mesh is empty", .mesh = ""),
    CASE("mesh-joint-count", "a near miss: the mesh is an unresolved merge",
        .mesh = HEADER("1") ROOT "}\n<<<<<<< ours\nmesh {\n=======\n>>>>>>> theirs\n}\n"),

    CASE("mesh-joint-name", "at the name, both sides named; once a joint",
        { "\"root\" -1", "<\"root\"> -1", "\"hips\"", "<\"hips\">" },
        { "mesh-joint-name", "hierarchy[0].name", "mesh-joint-name", "hierarchy[1].name" },
        .mesh = HEADER("2") "\"base\" -1 ( 0 0 0 ) ( 0 0 0 )\n\"Hips\" 0 ( 0 0 0 ) ( 0 0 0 )\n" END),
    CASE("mesh-joint-name", "says which", { "\"hips\"", "<\"hips\">" },
        { "mesh-joint-name", "hierarchy[1].name" }, .says = "[\"hip\", \"hips\"]",
        .mesh = HEADER("2") ROOT "\"hip\" 0 ( 0 0 0 ) ( 0 0 0 )\n" END),
    CASE("mesh-joint-name", "a near miss: the animation's name stands without quotes",
        { "\"hips\"", "<hips>" }, { "joint-name-unquoted", "hierarchy[1].name" },
        .mesh = HEADER("2") ROOT HIPS END),

    CASE("mesh-joint-parent", NULL, { "\"hips\" 0", "\"hips\" <0>" },
        { "mesh-joint-parent", "hierarchy[1].parent" }, .says = "[-1, 0]",
        .mesh = HEADER("2") ROOT "\"hips\" -1 ( 0 0 0 ) ( 0 0 0 )\n" END),
    CASE("mesh-joint-parent", "a near miss: with another name the parent is not compared",
        { "\"hips\"", "<\"hips\">" }, { "mesh-joint-name", "hierarchy[1].name" },
        .mesh = HEADER("2") ROOT "\"hip\" -1 ( 0 0 0 ) ( 0 0 0 )\n" END),
    CASE("mesh-joint-parent", "a near miss: a parent that is no integer", { "\"hips\" 0", "\"hips\" <00>" },
        { "integer", "hierarchy[1].parent" }, .mesh = HEADER("2") ROOT HIPS END),
    CASE("mesh-joint-parent", "other faults of the mesh do not matter", { "\"hips\" 0", "\"hips\" <0>" },
        { "mesh-joint-parent", "hierarchy[1].parent" },
        .mesh = "MD5Version 13\ncommandline " HUNDRED "\nnumJoints 2\njoints {\n" ROOT
                "\"hips\" -1 ( nan 0 0 ) ( 9 9 9 )\n}\nmesh {"),
};

MD5_CHECKED_TABLE(md5anim_mesh, md5anim_mesh_table, "md5anim", md5_animation, cases)
