/* Cases of a .md5anim that is checked against its .md5mesh. The findings point into the animation. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define HEADER(joints)                                                                                       \
    "MD5Version 10\ncommandline \"" HUNDRED "\"\nnumJoints " joints "\nnumMeshes 1\njoints {\n"
#define ROOT "\"root\" -1 ( 0 0 0 ) ( 0 0 0 )\n"
#define HIPS "\"hips\" 0 ( 0 0 0 ) ( 0 0 0 )\n"
#define END  "}\nmesh {\n}\n"

static const md5_case cases[] = {
    CASE(NULL, "an animation and its mesh have no finding", .mesh = HEADER("2") ROOT HIPS END),

    CASE("mesh-joint-count",
        "a mesh with more joints is reported at numJoints: names and parents are not compared",
        { "numJoints 2", "numJoints <2>" }, { "mesh-joint-count", "num_joints" },
        .says = "is 2; it must be 3: the mesh has 3 joints",
        .mesh = HEADER("3") "\"a\" -1 ( 0 0 0 ) ( 0 0 0 )\n" ROOT HIPS END),
    CASE("mesh-joint-count", "the mesh has fewer joints than the animation",
        { "numJoints 2", "numJoints <2>" }, { "mesh-joint-count", "num_joints" },
        .mesh = HEADER("1") HIPS END),
    CASE("mesh-joint-count", "near miss: the joints of the mesh break off",
        .mesh = HEADER("3") ROOT HIPS "\"neck\" 1 ( 0 0 0 )\n" END),
    CASE("mesh-joint-count", "near miss: the mesh has fewer joints than its numJoints",
        .mesh = HEADER("3") ROOT HIPS END),
    CASE("mesh-joint-count", "near miss: the hierarchy of the animation breaks off",
        { "Qx Qy Qz )\n}", "Qx Qy Qz )\n<)>" }, { "unexpected-token", "" }, .mesh = HEADER("1") ROOT END),
    CASE("mesh-joint-count", "near miss: the animation has more joints than its numJoints",
        { "Qx Qy Qz )\n}", "Qx Qy Qz )\n<\"neck\" 0 0 0>\n}" }, { "hierarchy-count", "hierarchy[2]" },
        .mesh = HEADER("1") ROOT END),
    CASE("mesh-joint-count", "near miss: the animation has no hierarchy", .wants = { "truncated", "" },
        .text = "MD5Version 10\n<>", .mesh = HEADER("1") ROOT END),
    CASE("mesh-joint-count", "near miss: the mesh is empty", .mesh = ""),
    CASE("mesh-joint-count", "near miss: the mesh has conflict markers",
        .mesh = HEADER("1") ROOT "}\n<<<<<<< ours\nmesh {\n=======\n>>>>>>> theirs\n}\n"),

    CASE("mesh-joint-name", "each joint with another name in the mesh is reported at its name",
        { "\"root\" -1", "<\"root\"> -1", "\"hips\"", "<\"hips\">" },
        { "mesh-joint-name", "hierarchy[0].name", "mesh-joint-name", "hierarchy[1].name" },
        .mesh = HEADER("2") "\"base\" -1 ( 0 0 0 ) ( 0 0 0 )\n\"Hips\" 0 ( 0 0 0 ) ( 0 0 0 )\n" END),
    CASE("mesh-joint-name", "the message has the joint names of the mesh and the animation",
        { "\"hips\"", "<\"hips\">" }, { "mesh-joint-name", "hierarchy[1].name" },
        .says = "[\"hip\", \"hips\"]", .mesh = HEADER("2") ROOT "\"hip\" 0 ( 0 0 0 ) ( 0 0 0 )\n" END),
    CASE("mesh-joint-name", "near miss: the same name without quotes in the animation",
        { "\"hips\"", "<hips>" }, { "joint-name-unquoted", "hierarchy[1].name" },
        .mesh = HEADER("2") ROOT HIPS END),

    CASE("mesh-joint-parent", NULL, { "\"hips\" 0", "\"hips\" <0>" },
        { "mesh-joint-parent", "hierarchy[1].parent" }, .says = "[-1, 0]",
        .mesh = HEADER("2") ROOT "\"hips\" -1 ( 0 0 0 ) ( 0 0 0 )\n" END),
    CASE("mesh-joint-parent", "near miss: the parent of a joint with another name is not compared",
        { "\"hips\"", "<\"hips\">" }, { "mesh-joint-name", "hierarchy[1].name" },
        .mesh = HEADER("2") ROOT "\"hip\" -1 ( 0 0 0 ) ( 0 0 0 )\n" END),
    CASE("mesh-joint-parent", "near miss: a parent that is not an integer is not compared",
        { "\"hips\" 0", "\"hips\" <00>" }, { "integer", "hierarchy[1].parent" },
        .mesh = HEADER("2") ROOT HIPS END),
    CASE("mesh-joint-parent", "the joints are compared although the mesh has other faults",
        { "\"hips\" 0", "\"hips\" <0>" }, { "mesh-joint-parent", "hierarchy[1].parent" },
        .mesh = "MD5Version 13\ncommandline " HUNDRED "\nnumJoints 2\njoints {\n" ROOT
                "\"hips\" -1 ( nan 0 0 ) ( 9 9 9 )\n}\nmesh {"),
};

MD5_CHECKED_TABLE(md5anim_mesh, md5anim_mesh_table, "md5anim", md5_animation, cases)
