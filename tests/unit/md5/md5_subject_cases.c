/* Joints and frames in messages: named by names and numbers, or by paths if there are no names. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

/* 70 bytes of a name; messages show each byte as an escape. */
#define ESCAPE_7 "\x01\x01\x01\x01\x01\x01\x01"
#define ESCAPES  ESCAPE_7 ESCAPE_7 ESCAPE_7 ESCAPE_7 ESCAPE_7 ESCAPE_7 ESCAPE_7 ESCAPE_7 ESCAPE_7 ESCAPE_7
#define FRAME_X  "frame 0, joint \"hips\", position x "

static const md5_case animations[] = {
    { .rule = "number",
        .edits = { { "1.5\n\t10 11 12", "1.5\n\t<nan> 11 12" } },
        .wants = { { "number", "frames[0].values[1]" } },
        .says = FRAME_X "is \"nan\"; it must be a plain decimal number" },
    { .rule = "number",
        .name = "a joint that has not all components",
        .edits = { { "0 63 1", "0 36 1" }, { "Components 7", "Components 3" },
            { "10 11 12 0.7 0.1 0.2", "0 <nan>" }, { "20 21 22 0.5 0.4 0.3", "1 0" } },
        .wants = { { "number", "frames[0].values[2]" } },
        .says = "frame 0, joint \"hips\", rotation z is" },
    { .rule = "quaternion-length",
        .edits = { { "0.7 0.1 0.2", "<3 4 0>" } },
        .wants = { { "quaternion-length", "frames[0].values[4]" } },
        .says = "frame 0, joint \"hips\", rotation has x*x + y*y + z*z = 25, with" },
    { .rule = "quaternion-length",
        .name = "in the baseframe",
        .edits = { { "( 0.1 0.2 0.3 )", "<( 3 4 0 )>" } },
        .wants = { { "quaternion-length", "baseframe[0].orientation" } },
        .says = "baseframe, joint \"root\", orientation has x*x" },
    { .rule = "number",
        .name = "in the baseframe",
        .edits = { { "( 7 8 9 )", "( 7 <nan> 9 )" } },
        .wants = { { "number", "baseframe[1].position.y" } },
        .says = "baseframe, joint \"hips\", position y is" },
    { .rule = "parent-range",
        .edits = { { "\"hips\" 0", "\"hips\" <-7>" } },
        .wants = { { "parent-range", "hierarchy[1].parent" } },
        .says = "joint \"hips\", parent is -7" },
    { .rule = "start-index-order",
        .edits = { { "\"root\" -1 1 0", "\"root\" -1 1 <3>" } },
        .wants = { { "start-index-order", "hierarchy[0].start_index" } },
        .says = "joint \"root\", start index is 3; it must be 0" },
    { .rule = "bounds-inverted",
        .edits = { { "( 4 5 6 )", "( 4 <-9> 6 )" } },
        .wants = { { "bounds-inverted", "bounds[1].max.y" } },
        .says = "frame 1, bounds, max y is -9; it must be at least -5" },
    { .rule = "frame-index",
        .edits = { { "frame 1", "frame <0>" } },
        .wants = { { "frame-index", "frames[1].index" } },
        .says = "frame 1, index is 0; it must be 1: there is a frame 0 already" },
    { .rule = "frame-values",
        .name = "a number of no joint",
        .edits = { { "0.7 0.1 0.2", "0.7 0.1 0.2 <5>" } },
        .wants = { { "frame-values", "frames[0].values[7]" } },
        .says = "frames[0].values[7] is too many" },
    { .rule = "truncated",
        .edits = { { "20 21 22 0.5 0.4 0.3\n}\n", "20 21\n<>" } },
        .wants = { { "truncated", "frames[1].values[3]" } },
        .says = "frame 1, joint \"hips\", position z needs a number, but the file ends after 1 of 2 frames" },
    { .rule = "mesh-joint-parent",
        .mesh = "MD5Version 10\ncommandline \"\"\nnumJoints 2\nnumMeshes 1\njoints {\n"
                "\"root\" -1 ( 0 0 0 ) ( 0 0 0 )\n\"hips\" -1 ( 0 0 0 ) ( 0 0 0 )\n}\nmesh {\n}\n",
        .edits = { { "\"hips\" 0", "\"hips\" <0>" } },
        .wants = { { "mesh-joint-parent", "hierarchy[1].parent" } },
        .says =
            "joint \"hips\", parent is 0; it must be -1: the mesh has no joint as its parent, not \"root\"" },
    { .rule = "joint-name-long",
        .name = "a finding about a name has the index",
        .edits = { { "\"hips\"", "<\"" TEN TEN TEN "012\">" } },
        .wants = { { "joint-name-long", "hierarchy[1].name" } },
        .says = "joint 1, name has 33 bytes" },
    { .rule = "number",
        .name = "a name of bytes that a terminal acts on",
        .edits = { { "\"hips\"", "<\"\x1b[2J\x80\">" }, { "1.5\n\t10", "1.5\n\t<nan>" } },
        .wants = { { "joint-name-character", "hierarchy[1].name" }, { "number", "frames[0].values[1]" } },
        .says = "frame 0, joint \"\\x1b[2J\\x80\", position x is" },
    { .rule = "number",
        .name = "a long name, each byte an escape",
        .edits = { { "\"hips\"", "<<\"" ESCAPES "\">>" }, { "1.5\n\t10", "1.5\n\t<nan>" } },
        .wants = { { "joint-name-long", "hierarchy[1].name" },
            { "joint-name-character", "hierarchy[1].name" }, { "number", "frames[0].values[1]" } },
        .says = "\\x01\\x01\"..., position x is" },
    { .rule = "number",
        .name = "a joint without a name",
        .edits = { { "\"hips\"", "<\"\">" }, { "1.5\n\t10", "1.5\n\t<nan>" } },
        .wants = { { "joint-name-empty", "hierarchy[1].name" }, { "number", "frames[0].values[1]" } },
        .says = "frame 0, joint 1, position x is" },
    { .rule = "number",
        .name = "a name that two joints have",
        .edits = { { "\"hips\"", "<\"root\">" }, { "1.5\n\t10", "1.5\n\t<nan>" } },
        .wants = { { "joint-name-duplicate", "hierarchy[1].name" }, { "number", "frames[0].values[1]" } },
        .says = "frame 0, joint 1 \"root\", position x is" },
    { .rule = "number",
        .name = "a broken hierarchy",
        .edits = { { "Qx Qy Qz )\n}", "Qx Qy Qz )\n<(>" }, { "1.5\n\t10", "1.5\n\t<nan>" } },
        .wants = { { "unexpected-token", "" }, { "number", "frames[0].values[1]" } },
        .says = "frames[0].values[1] is" },
};

static const md5_case cameras[] = {
    { .rule = "fov-range",
        .edits = { { " 80.5", " <0>" } },
        .wants = { { "fov-range", "frames[1].fov" } },
        .says = "frame 1, fov is 0; it must be" },
    { .rule = "quaternion-length",
        .edits = { { "( 0.4 0.5 0.6 )", "<( 3 4 0 )>" } },
        .wants = { { "quaternion-length", "frames[1].orientation" } },
        .says = "frame 1, orientation has x*x" },
    { .rule = "number",
        .edits = { { "( 4 5 6 )", "( 4 5 <nan> )" } },
        .wants = { { "number", "frames[1].position.z" } },
        .says = "frame 1, position z is" },
    { .rule = "cut-range",
        .edits = { { "\t3\n", "\t<9>\n" } },
        .wants = { { "cut-range", "cuts[1]" } },
        .says = "cuts[1] is 9" },
};

static const md5_case meshes[] = {
    { .rule = "quaternion-length",
        .edits = { { "( 0.4 0.5 0.6 )", "<( 3 4 0 )>" } },
        .wants = { { "quaternion-length", "joints[1].orientation" } },
        .says = "joint \"hips\", orientation has x*x" },
    { .rule = "number",
        .edits = { { "( 7 8 9 )", "( 7 8 <nan> )" } },
        .wants = { { "number", "joints[1].position.z" } },
        .says = "joint \"hips\", position z is" },
    { .rule = "weight-joint-range",
        .edits = { { "weight 0 0 1", "weight 0 <7> 1" } },
        .wants = { { "weight-joint-range", "meshes[0].weights[0].joint" } },
        .says = "meshes[0].weights[0].joint is 7" },
};

static const md5_table md5anim_subject_table = MD5_TABLE("md5anim", md5_animation, animations);
static const md5_table md5camera_subject_table = MD5_TABLE("md5camera", md5_camera, cameras);
static const md5_table md5mesh_subject_table = MD5_TABLE("md5mesh", md5_mesh, meshes);

Test(md5_subject, animations)
{
    md5_check(&md5anim_subject_table);
}

Test(md5_subject, cameras)
{
    md5_check(&md5camera_subject_table);
}

Test(md5_subject, meshes)
{
    md5_check(&md5mesh_subject_table);
}
