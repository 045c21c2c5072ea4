/* Tests that messages name a joint by its name and a frame by its number, or give the path if a joint has no usable name. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

/* 70 bytes of a joint name; a message shows each byte as \x01. */
#define ESCAPE_7 "\x01\x01\x01\x01\x01\x01\x01"
#define ESCAPES  ESCAPE_7 ESCAPE_7 ESCAPE_7 ESCAPE_7 ESCAPE_7 ESCAPE_7 ESCAPE_7 ESCAPE_7 ESCAPE_7 ESCAPE_7
#define FRAME_X  "frame 0, joint \"hips\", position x "

static const md5_case animations[] = {
    SAYS("number", NULL, "frames[0].values[1]", FRAME_X "is \"nan\"; it must be a plain decimal number",
        "1.5\n\t10 11 12", "1.5\n\t<nan> 11 12"),
    SAYS("number", "a joint with a single animated component", "frames[0].values[2]",
        "frame 0, joint \"hips\", rotation z is", "0 63 1", "0 36 1", "Components 7", "Components 3",
        "10 11 12 0.7 0.1 0.2", "0 <nan>", "20 21 22 0.5 0.4 0.3", "1 0"),
    SAYS("quaternion-length", NULL, "frames[0].values[4]",
        "frame 0, joint \"hips\", rotation has x*x + y*y + z*z = 1.0625, but", "0.7 0.1 0.2",
        "<1 0.25 0>"),
    SAYS("quaternion-length", "an orientation of the baseframe", "baseframe[0].orientation",
        "baseframe, joint \"root\", orientation has x*x", "( 0.1 0.2 0.3 )", "<( 1 0.25 0 )>"),
    SAYS("number", "a position of the baseframe", "baseframe[1].position.y",
        "baseframe, joint \"hips\", position y is", "( 7 8 9 )", "( 7 <nan> 9 )"),
    SAYS("parent-range", NULL, "hierarchy[1].parent", "joint \"hips\", parent is -7", "\"hips\" 0",
        "\"hips\" <-7>"),
    SAYS("start-index-order", NULL, "hierarchy[0].start_index",
        "joint \"root\", start index is 3; it must be 0", "\"root\" -1 1 0", "\"root\" -1 1 <3>", "( 1 2 3 )",
        "( 20 2 3 )"),
    SAYS("bounds-inverted", NULL, "bounds[1].max.y", "frame 1, bounds, max y is -9; it must be at least -5",
        "( 4 5 6 )", "( 4 <-9> 6 )", "( 1 2 3 )", "( 2 2 3 )"),
    SAYS("frame-index", NULL, "frames[1].index",
        "frame 1, index is 0; it must be 1: there is a frame 0 already", "frame 1", "frame <0>"),
    SAYS("frame-values", "a surplus value belongs to no joint", "frames[0].values[7]",
        "frames[0].values[7] is too many", "0.7 0.1 0.2", "0.7 0.1 0.2 <5>"),
    SAYS("truncated", NULL, "frames[1].values[3]",
        "frame 1, joint \"hips\", position z needs a number, but the file ends after 1 of 2 frames",
        "20 21 22 0.5 0.4 0.3\n}\n", "20 21\n<>"),
    CASE("mesh-joint-parent", NULL, { "\"hips\" 0", "\"hips\" <0>" },
        { "mesh-joint-parent", "hierarchy[1].parent" },
        .says = "joint \"hips\", parent is 0; it must be -1: the parent is -1 in the mesh and \"root\" in "
                "the animation",
        .mesh = "MD5Version 10\ncommandline \"\"\nnumJoints 2\nnumMeshes 1\njoints {\n"
                "\"root\" -1 ( 0 0 0 ) ( 0 0 0 )\n\"hips\" -1 ( 0 0 0 ) ( 0 0 0 )\n}\nmesh {\n}\n"),
    SAYS("joint-name-long", "a finding about a joint's name gives the joint's index", "hierarchy[1].name",
        "joint 1, name has 33 bytes", "\"hips\"", "<\"" TEN TEN TEN "012\">"),
    CASE("number", "a name with terminal control bytes is escaped",
        { "\"hips\"", "<\"\x1b[2J\x80\">", "1.5\n\t10", "1.5\n\t<nan>" },
        { "joint-name-character", "hierarchy[1].name", "number", "frames[0].values[1]" },
        .says = "frame 0, joint \"\\x1b[2J\\x80\", position x is"),
    CASE("number", "a long name with every byte escaped is shortened",
        { "\"hips\"", "<<\"" ESCAPES "\">>", "1.5\n\t10", "1.5\n\t<nan>" },
        { "joint-name-long", "hierarchy[1].name", "joint-name-character", "hierarchy[1].name", "number",
            "frames[0].values[1]" },
        .says = "\\x01\\x01\"..., position x is"),
    CASE("number", "a joint with an empty name is named by its index",
        { "\"hips\"", "<\"\">", "1.5\n\t10", "1.5\n\t<nan>" },
        { "joint-name-empty", "hierarchy[1].name", "number", "frames[0].values[1]" },
        .says = "frame 0, joint 1, position x is"),
    CASE("number", "a name that two joints share is given with the index",
        { "\"hips\"", "<\"root\">", "1.5\n\t10", "1.5\n\t<nan>" },
        { "joint-name-duplicate", "hierarchy[1].name", "number", "frames[0].values[1]" },
        .says = "frame 0, joint 1 \"root\", position x is"),
    CASE("number", "after a broken hierarchy the path is given",
        { "Qx Qy Qz )\n}", "Qx Qy Qz )\n<(>", "1.5\n\t10", "1.5\n\t<nan>" },
        { "unexpected-token", "", "number", "frames[0].values[1]" }, .says = "frames[0].values[1] is"),
};

static const md5_case cameras[] = {
    SAYS("fov-range", NULL, "frames[1].fov", "frame 1, fov is 0; it must be", " 80.5", " <0>"),
    SAYS("quaternion-length", NULL, "frames[1].orientation", "frame 1, orientation has x*x",
        "( 0.4 0.5 0.6 )", "<( 3 4 0 )>"),
    SAYS("number", NULL, "frames[1].position.z", "frame 1, position z is", "( 4 5 6 )", "( 4 5 <nan> )"),
    SAYS("cut-range", NULL, "cuts[1]", "cuts[1] is 9", "\t3\n", "\t<9>\n"),
};

static const md5_case meshes[] = {
    SAYS("quaternion-length", NULL, "joints[1].orientation", "joint \"hips\", orientation has x*x",
        "( 0.4 0.5 0.6 )", "<( 3 4 0 )>"),
    SAYS("number", NULL, "joints[1].position.z", "joint \"hips\", position z is", "( 7 8 9 )",
        "( 7 8 <nan> )"),
    SAYS("weight-joint-range", NULL, "meshes[0].weights[0].joint", "meshes[0].weights[0].joint is 7",
        "weight 0 0 1", "weight 0 <7> 1"),
};

static const md5_table md5anim_subject_table = MD5_TABLE("md5anim", md5_animation, animations);
static const md5_table md5camera_subject_table = MD5_TABLE("md5camera", md5_camera, cameras);
static const md5_table md5mesh_subject_table = MD5_TABLE("md5mesh", md5_mesh, meshes);

MD5_CHECK(md5_subject, messages_about_animations_name_joint_and_frame, md5anim_subject_table)
MD5_CHECK(md5_subject, messages_about_camera_paths_name_the_frame, md5camera_subject_table)
MD5_CHECK(md5_subject, messages_about_meshes_name_the_joint, md5mesh_subject_table)
