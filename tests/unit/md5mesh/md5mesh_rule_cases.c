/* The rules over values of a .md5mesh's blocks, and over sound blocks. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define TRIS(count, text)                                                                                    \
    {                                                                                                        \
        "numtris 1\n\ttri 0 0 1 2\n", "numtris " #count "\n" text                                            \
    }
#define VERTS(count, text)                                                                                   \
    { "\tvert 2 ( 0 1 ) 2 2\n", "\tvert 2 ( 0 1 ) 2 2\n" text },                                             \
    {                                                                                                        \
        "numverts 3", "numverts " #count                                                                     \
    }
#define WEIGHTS(count, text)                                                                                 \
    { "( 4 5 6 )\n", "( 4 5 6 )\n" text },                                                                   \
    {                                                                                                        \
        "numweights 4", "numweights " #count                                                                 \
    }

#define FIVE_JOINTS                                                                                          \
    { "numJoints 2", "numJoints 5" },                                                                        \
    {                                                                                                        \
        "joints {\n\t\"root\" -1 ( 0 0 0 ) ( 0.1 0.2 0.3 )\n",                                               \
            "joints {\n\t\"root\" -1 ( 0 0 0 ) ( 0 0 0 )\n\t\"a\" 0 ( 0 0 0 ) ( 0 0 0 )\n\t\"b\" 0 ( 0 0 0 " \
            ") ( 0 0 0 )\n"                                                                                  \
            "\t\"c\" 0 ( 0 0 0 ) ( 0 0 0 )\n"                                                                \
    }
#define FOUR_WEIGHTS                                                                                         \
    "\tweight 4 0 1 ( 0 0 0 )\n\tweight 5 1 0 ( 0 0 0 )\n\tweight 6 2 0 ( 0 0 0 )\n\tweight 7 3 0 ( 0 0 0 "  \
    ")\n"

static const md5_case cases[] = {
    /* Judged as read */
    { .rule = "vert-no-weight",
        .edits = { { "( 0.5 0.5 ) 0 1", "( 0.5 0.5 ) 0 <0>" } },
        .wants = { { "vert-no-weight", "meshes[0].verts[0].weight_count" } } },
    { .rule = "vert-no-weight",
        .name = "a near miss: one; beside it vert-weights-range is silent",
        .edits = { { "( 0.5 0.5 ) 0 1", "( 0.5 0.5 ) 9 <0>" } },
        .wants = { { "vert-no-weight", "meshes[0].verts[0].weight_count" } } },
    { .rule = "tri-vertex-range",
        .edits = { { "tri 0 0 1 2", "tri 0 <-1> 1 <3>" } },
        .wants = { { "tri-vertex-range", "meshes[0].tris[0].corners[0]" },
            { "tri-vertex-range", "meshes[0].tris[0].corners[2]" } } },
    { .rule = "tri-vertex-range",
        .name = "of one vertex",
        .edits = { { "numverts 3", "numverts 1" }, { "vert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 2\n", "" },
            { "tri 0 0 1 2", "tri 0 0 <1> 0" } },
        .wants = { { "tri-vertex-range", "meshes[0].tris[0].corners[1]" } },
        .says = "the mesh has 1 vertex [" },
    { .rule = "tri-vertex-range",
        .name = "a near miss: as many as the count says, though fewer were read",
        .edits = { { "numverts 3", "numverts 4" }, { "numtris 1", "<numtris> 1" },
            { "tri 0 0 1 2", "tri 0 0 1 3" } },
        .wants = { { "element-count", "meshes[0].verts" } } },
    { .rule = "tri-vertex-range",
        .name = "a near miss: the last vertex, of surplus ones too",
        .edits = { { "numverts 3", "numverts 2" }, { "vert 2 ( 0 1 ) 2 2", "<vert 2 ( 0 1 ) 2 2>" } },
        .wants = { { "element-count", "meshes[0].verts[2]" } } },
    { .rule = "weight-joint-range",
        .edits = { { "weight 0 0 1", "weight 0 <2> 1" }, { "weight 1 1 1", "weight 1 <-1> 1" } },
        .wants = { { "weight-joint-range", "meshes[0].weights[0].joint" },
            { "weight-joint-range", "meshes[0].weights[1].joint" } } },
    { .rule = "weight-joint-range",
        .name = "a near miss: how many joints there are is not known",
        .edits = { { "numJoints 2", "numJoints <x>" }, { "( 7 8 9 )", "( 7 8 9 <(>" },
            { "weight 0 0 1", "weight 0 77 1" } },
        .wants = { { "integer", "num_joints" }, { "unexpected-token", "joints[1].position" } } },
    { .rule = "weight-joint-range",
        .name = "a near miss: a joint that the header does not count",
        .edits = { { "numJoints 2", "numJoints 1" },
            { "\"hips\" 0 ( 7 8 9 ) ( 0.4 0.5 0.6 )", "<\"hips\" 0 ( 7 8 9 ) ( 0.4 0.5 0.6 )>" } },
        .wants = { { "joints-count", "joints[1]" } } },
    { .rule = "weight-range",
        .edits = { { "weight 2 0 0.25", "weight 2 0 <-0.5>" }, { "weight 3 1 0.75", "weight 3 1 <1.5>" } },
        .wants = { { "weight-range", "meshes[0].weights[2].bias" },
            { "weight-range", "meshes[0].weights[3].bias" } } },
    { .rule = "weight-range",
        .name = "a near miss: 0 with a sign, and the greatest float32 below 1.001",
        .edits = { { "weight 2 0 0.25", "weight 2 0 -0" }, { "weight 3 1 0.75", "weight 3 1 1.00099993" } } },
    { .rule = "weight-range",
        .name = "the least float32 above 1.001, which the sum shows too",
        .edits = { { "weight 0 0 1 ", "weight 0 0 <1.00100005> " },
            { "vert 0 ( 0.5 0.5 ) 0 1", "<vert 0 ( 0.5 0.5 ) 0 1>" } },
        .wants = { { "weight-sum", "meshes[0].verts[0]" },
            { "weight-range", "meshes[0].weights[0].bias" } } },

    /* At the brace */
    { .rule = "vert-weights-range",
        .edits = { { "( 0.5 0.5 ) 0 1", "( 0.5 0.5 ) <-1 1>" }, { "( 1 0 ) 1 1", "( 1 0 ) <1 -2>" },
            { "( 0 1 ) 2 2", "( 0 1 ) <2 3>" } },
        .wants = { { "vert-weights-range", "meshes[0].verts[0]" },
            { "vert-weights-range", "meshes[0].verts[1]" },
            { "vert-weights-range", "meshes[0].verts[2]" } } },
    { .rule = "vert-weights-range",
        .name = "a near miss: as many as the count says, though fewer were read",
        .edits = { { "( 0 1 ) 2 2", "( 0 1 ) 2 3" }, { "numweights 4", "numweights 5" },
            { "( 4 5 6 )\n}", "( 4 5 6 )\n<}>" } },
        .wants = { { "element-count", "meshes[0].weights" } } },
    { .rule = "vert-weights-range",
        .name = "a near miss: the block broke",
        .edits = { { "( 0 1 ) 2 2", "( 0 1 ) 2 99" }, { "( 4 5 6 )\n}", "( 4 5 6 )\n<)>" } },
        .wants = { { "unexpected-token", "meshes[0]" } } },
    { .rule = "vert-weights-range",
        .name = "the largest numbers",
        .edits = { { "( 0 1 ) 2 2", "( 0 1 ) <2147483647 2147483647>" } },
        .wants = { { "vert-weights-range", "meshes[0].verts[2]" } } },

    /* Sound blocks */
    { .rule = "weight-sum",
        .edits = { { "weight 3 1 0.75", "weight 3 1 0.5" },
            { "vert 2 ( 0 1 ) 2 2", "<vert 2 ( 0 1 ) 2 2>" } },
        .wants = { { "weight-sum", "meshes[0].verts[2]" } },
        .says = "0.75" },
    { .rule = "weight-sum",
        .name = "once a block, with the number",
        .edits = { { "weight 3 1 0.75", "weight 3 1 0.5" }, { "weight 0 0 1 ", "weight 0 0 0.9 " },
            { "vert 0 ( 0.5 0.5 ) 0 1", "<vert 0 ( 0.5 0.5 ) 0 1>" } },
        .wants = { { "weight-sum", "meshes[0].verts[0]" } },
        .says = "2 vertices" },
    { .rule = "weight-sum",
        .name = "a near miss: 0.999 as a float32 is above it",
        .edits = { { "weight 0 0 1 ", "weight 0 0 0.99900001 " } } },
    { .rule = "weight-sum",
        .name = "a near miss: three biases of which the sum is the double 0.999",
        .edits = { FIVE_JOINTS, { "( 0 1 ) 2 2", "( 0 1 ) 2 3" },
            { "weight 2 0 0.25", "weight 2 0 0.998999953" },
            { "weight 3 1 0.75", "weight 3 1 0.0000000467300403" },
            WEIGHTS(5, "\tweight 4 2 0.00000000000000122124533 ( 0 0 0 )\n") } },
    { .rule = "weight-sum",
        .name = "a near miss: three biases of which the sum is the double 1.001",
        .edits = { FIVE_JOINTS, { "( 0 1 ) 2 2", "( 0 1 ) 2 3" },
            { "weight 2 0 0.25", "weight 2 0 1.00099993" },
            { "weight 3 1 0.75", "weight 3 1 0.0000000724792457" },
            WEIGHTS(5, "\tweight 4 2 0.00000000000000222044605 ( 0 0 0 )\n") } },
    { .rule = "weight-sum",
        .name = "a near miss: a value of the block is not a number",
        .edits = { { "weight 3 1 0.75", "weight 3 1 0.5" }, { "( 4 5 6 )", "( 4 5 <x> )" } },
        .wants = { { "number", "meshes[0].weights[3].position.z" } } },
    { .rule = "weight-sum",
        .name = "a shader without quotes spoils nothing",
        .edits = { { "weight 3 1 0.75", "weight 3 1 0.5" }, { "vert 2 ( 0 1 ) 2 2", "<vert 2 ( 0 1 ) 2 2>" },
            { "\"skin\"", "<skin>" } },
        .wants = { { "shader-unquoted", "meshes[0].shader" }, { "weight-sum", "meshes[0].verts[2]" } } },
    { .rule = "vert-unused",
        .edits = { VERTS(5, "\t<vert 3 ( 0 0 ) 0 1>\n\tvert 4 ( 0 0 ) 0 1\n") },
        .wants = { { "vert-unused", "meshes[0].verts[3]" } },
        .says = "2 vertices" },
    { .rule = "vert-unused",
        .name = "a near miss: vertices share weights",
        .edits = { VERTS(4, "\tvert 3 ( 0 0 ) 0 1\n"), TRIS(2, "\ttri 0 0 1 2\n\ttri 1 3 1 2\n") } },
    { .rule = "mesh-empty",
        .name = "silences the rest",
        .edits = { TRIS(0, ""), { "mesh {", "<mesh> {" } },
        .wants = { { "mesh-empty", "meshes[0]" } } },
    { .rule = "mesh-empty",
        .name = "a near miss: the block is not sound",
        .edits = { TRIS(0, ""), { "weight 0 0 1", "weight 0 <9> 1" } },
        .wants = { { "weight-joint-range", "meshes[0].weights[0].joint" } } },
    { .rule = "weight-unused",
        .edits = { WEIGHTS(6, "\t<weight 4 0 0 ( 0 0 0 )>\n\tweight 5 0 0 ( 0 0 0 )\n") },
        .wants = { { "weight-unused", "meshes[0].weights[4]" } },
        .says = "2 weights" },
    { .rule = "weight-unused",
        .name = "a near miss: a weight of 0",
        .edits = { { "weight 2 0 0.25", "weight 2 0 0" }, { "weight 3 1 0.75", "weight 3 1 1" } } },
    { .rule = "tri-degenerate",
        .edits = { TRIS(2, "\ttri 0 0 1 2\n\t<tri 1 2 1 2>\n") },
        .wants = { { "tri-degenerate", "meshes[0].tris[1]" } } },
    { .rule = "tri-degenerate",
        .name = "a near miss",
        .edits = { TRIS(2, "\ttri 0 0 1 2\n\ttri 1 2 1 0\n") } },
    { .rule = "tri-duplicate",
        .name = "turned",
        .edits = { TRIS(3, "\ttri 0 0 1 2\n\t<tri 1 1 2 0>\n\ttri 2 2 0 1\n") },
        .wants = { { "tri-duplicate", "meshes[0].tris[1]" } },
        .says = "2 triangles" },
    { .rule = "tri-duplicate",
        .name = "a near miss: in the other sense",
        .edits = { TRIS(2, "\ttri 0 0 1 2\n\ttri 1 2 1 0\n") } },
    { .rule = "tri-duplicate",
        .name = "a near miss: degenerate ones take no part",
        .edits = { TRIS(3, "\ttri 0 0 1 2\n\t<tri 1 1 1 2>\n\ttri 2 1 1 2\n") },
        .wants = { { "tri-degenerate", "meshes[0].tris[1]" } } },
    { .rule = "vert-joint-repeated",
        .edits = { { "weight 3 1 0.75", "weight 3 0 0.75" },
            { "vert 2 ( 0 1 ) 2 2", "<vert 2 ( 0 1 ) 2 2>" } },
        .wants = { { "vert-joint-repeated", "meshes[0].verts[2]" } } },
    { .rule = "vert-joint-repeated",
        .name = "where the number of joints is not known",
        .edits = { { "numJoints 2", "numJoints <two>" }, { "-1 ( 0 0 0 )", "-1 ( 0 0 <)>" },
            { "weight 3 1 0.75", "weight 3 0 0.75" }, { "vert 2 ( 0 1 ) 2 2", "<vert 2 ( 0 1 ) 2 2>" } },
        .wants = { { "integer", "num_joints" }, { "unexpected-token", "joints[0].position" },
            { "vert-joint-repeated", "meshes[0].verts[2]" } } },
    { .rule = "vert-joint-repeated",
        .name = "a near miss: of two vertices",
        .edits = { { "weight 1 1 1", "weight 1 0 1" } } },
    { .rule = "vert-weight-limit",
        .edits = { VERTS(4, "\t<vert 3 ( 0 0 ) 4 5>\n"), TRIS(2, "\ttri 0 0 1 2\n\ttri 1 3 1 2\n"),
            FIVE_JOINTS, WEIGHTS(9, FOUR_WEIGHTS "\tweight 8 4 0 ( 0 0 0 )\n") },
        .wants = { { "vert-weight-limit", "meshes[0].verts[3]" } },
        .says = "has 5 weights; 1 vertex of this mesh has more than 4, 5 at most [at most 4, 5]" },
    { .rule = "vert-weight-limit",
        .name = "a near miss: 4",
        .edits = { VERTS(4, "\tvert 3 ( 0 0 ) 4 4\n"), TRIS(2, "\ttri 0 0 1 2\n\ttri 1 3 1 2\n"), FIVE_JOINTS,
            WEIGHTS(8, FOUR_WEIGHTS) } },
    { .rule = "vert-no-weight",
        .name = "a near miss: -1",
        .edits = { { "( 0.5 0.5 ) 0 1", "( 0.5 0.5 ) <0 -1>" } },
        .wants = { { "vert-weights-range", "meshes[0].verts[0]" } } },
};

const md5_table md5mesh_rule_table = MD5_TABLE("md5mesh", md5_mesh, cases);

Test(md5mesh_rule, cases)
{
    md5_check(&md5mesh_rule_table);
}
