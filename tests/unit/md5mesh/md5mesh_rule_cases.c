/* The rules over values of a .md5mesh's blocks, and over sound blocks. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define TRIS(count, text) "numtris 1\n\ttri 0 0 1 2\n", "numtris " #count "\n" text
#define VERTS(count, text)                                                                                   \
    "\tvert 2 ( 0 1 ) 2 2\n", "\tvert 2 ( 0 1 ) 2 2\n" text, "numverts 3", "numverts " #count
#define WEIGHTS(count, text) "( 4 5 6 )\n", "( 4 5 6 )\n" text, "numweights 4", "numweights " #count

#define FIVE_JOINTS                                                                                          \
    "numJoints 2", "numJoints 5", "joints {\n\t\"root\" -1 ( 0 0 0 ) ( 0.1 0.2 0.3 )\n",                     \
        "joints {\n\t\"root\" -1 ( 0 0 0 ) ( 0 0 0 )\n\t\"a\" 0 ( 0 0 0 ) ( 0 0 0 )\n\t\"b\" 0 ( 0 0 0 "     \
        ") ( 0 0 0 )\n"                                                                                      \
        "\t\"c\" 0 ( 0 0 0 ) ( 0 0 0 )\n"
#define FOUR_WEIGHTS                                                                                         \
    "\tweight 4 0 1 ( 0 0 0 )\n\tweight 5 1 0 ( 0 0 0 )\n\tweight 6 2 0 ( 0 0 0 )\n\tweight 7 3 0 ( 0 0 0 "  \
    ")\n"

static const md5_case cases[] = {
    /* Judged as read */
    FIRES("vert-no-weight", NULL, "meshes[0].verts[0].weight_count", "( 0.5 0.5 ) 0 1", "( 0.5 0.5 ) 0 <0>"),
    FIRES("vert-no-weight", "a near miss: one; beside it vert-weights-range is silent",
        "meshes[0].verts[0].weight_count", "( 0.5 0.5 ) 0 1", "( 0.5 0.5 ) 9 <0>"),
    CASE("tri-vertex-range", NULL, { "tri 0 0 1 2", "tri 0 <-1> 1 <3>" },
        { "tri-vertex-range", "meshes[0].tris[0].corners[0]", "tri-vertex-range",
            "meshes[0].tris[0].corners[2]" }),
    SAYS("tri-vertex-range", "of one vertex", "meshes[0].tris[0].corners[1]", "the mesh has 1 vertex [",
        "numverts 3", "numverts 1", "vert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 2\n", "", "tri 0 0 1 2",
        "tri 0 0 <1> 0"),
    CASE("tri-vertex-range", "a near miss: as many as the count says, though fewer were read",
        { "numverts 3", "numverts 4", "numtris 1", "<numtris> 1", "tri 0 0 1 2", "tri 0 0 1 3" },
        { "element-count", "meshes[0].verts" }),
    CASE("tri-vertex-range", "a near miss: the last vertex, of surplus ones too",
        { "numverts 3", "numverts 2", "vert 2 ( 0 1 ) 2 2", "<vert 2 ( 0 1 ) 2 2>" },
        { "element-count", "meshes[0].verts[2]" }),
    CASE("weight-joint-range", NULL, { "weight 0 0 1", "weight 0 <2> 1", "weight 1 1 1", "weight 1 <-1> 1" },
        { "weight-joint-range", "meshes[0].weights[0].joint", "weight-joint-range",
            "meshes[0].weights[1].joint" }),
    CASE("weight-joint-range", "a near miss: how many joints there are is not known",
        { "numJoints 2", "numJoints <x>", "( 7 8 9 )", "( 7 8 9 <(>", "weight 0 0 1", "weight 0 77 1" },
        { "integer", "num_joints", "unexpected-token", "joints[1].position" }),
    CASE("weight-joint-range", "a near miss: a joint that the header does not count",
        { "numJoints 2", "numJoints 1", "\"hips\" 0 ( 7 8 9 ) ( 0.4 0.5 0.6 )",
            "<\"hips\" 0 ( 7 8 9 ) ( 0.4 0.5 0.6 )>" },
        { "joints-count", "joints[1]" }),
    CASE("weight-range", NULL,
        { "weight 2 0 0.25", "weight 2 0 <-0.5>", "weight 3 1 0.75", "weight 3 1 <1.5>" },
        { "weight-range", "meshes[0].weights[2].bias", "weight-range", "meshes[0].weights[3].bias" }),
    QUIET("weight-range", "a near miss: 0 with a sign, and the greatest float32 below 1.001",
        "weight 2 0 0.25", "weight 2 0 -0", "weight 3 1 0.75", "weight 3 1 1.00099993"),
    CASE("weight-range", "the least float32 above 1.001, which the sum shows too",
        { "weight 0 0 1 ", "weight 0 0 <1.00100005> ", "vert 0 ( 0.5 0.5 ) 0 1", "<vert 0 ( 0.5 0.5 ) 0 1>" },
        { "weight-sum", "meshes[0].verts[0]", "weight-range", "meshes[0].weights[0].bias" }),

    /* At the brace */
    CASE("vert-weights-range", NULL,
        { "( 0.5 0.5 ) 0 1", "( 0.5 0.5 ) <-1 1>", "( 1 0 ) 1 1", "( 1 0 ) <1 -2>", "( 0 1 ) 2 2",
            "( 0 1 ) <2 3>" },
        { "vert-weights-range", "meshes[0].verts[0]", "vert-weights-range", "meshes[0].verts[1]",
            "vert-weights-range", "meshes[0].verts[2]" }),
    CASE("vert-weights-range", "a near miss: as many as the count says, though fewer were read",
        { "( 0 1 ) 2 2", "( 0 1 ) 2 3", "numweights 4", "numweights 5", "( 4 5 6 )\n}", "( 4 5 6 )\n<}>" },
        { "element-count", "meshes[0].weights" }),
    CASE("vert-weights-range", "a near miss: the block broke",
        { "( 0 1 ) 2 2", "( 0 1 ) 2 99", "( 4 5 6 )\n}", "( 4 5 6 )\n<)>" },
        { "unexpected-token", "meshes[0]" }),
    CASE("vert-weights-range", "not of a vertex whose first weight is no integer",
        { "( 0.5 0.5 ) 0 1", "( 0.5 0.5 ) <x> 9", "( 1 0 ) 1 1", "( 1 0 ) <1 9>" },
        { "integer", "meshes[0].verts[0].first_weight", "vert-weights-range", "meshes[0].verts[1]" }),
    SAYS("vert-weights-range", "the largest numbers", "meshes[0].verts[2]",
        "has 2147483647 weights from weight 2147483647 on; the mesh has 4", "( 0 1 ) 2 2",
        "( 0 1 ) <2147483647 2147483647>"),
    SAYS("vert-weights-range", "one weight", "meshes[0].verts[0]",
        "meshes[0].verts[0] has 1 weight from weight 4 on; the mesh has 4", "( 0.5 0.5 ) 0 1",
        "( 0.5 0.5 ) <4 1>"),

    /* Sound blocks */
    SAYS("weight-sum", NULL, "meshes[0].verts[2]", "0.75", "weight 3 1 0.75", "weight 3 1 0.5",
        "vert 2 ( 0 1 ) 2 2", "<vert 2 ( 0 1 ) 2 2>"),
    SAYS("weight-sum", "once a block, with the number", "meshes[0].verts[0]", "2 vertices", "weight 3 1 0.75",
        "weight 3 1 0.5", "weight 0 0 1 ", "weight 0 0 0.9 ", "vert 0 ( 0.5 0.5 ) 0 1",
        "<vert 0 ( 0.5 0.5 ) 0 1>"),
    QUIET("weight-sum", "a near miss: 0.999 as a float32 is above it", "weight 0 0 1 ",
        "weight 0 0 0.99900001 "),
    QUIET("weight-sum", "a near miss: three biases of which the sum is the double 0.999", FIVE_JOINTS,
        "( 0 1 ) 2 2", "( 0 1 ) 2 3", "weight 2 0 0.25", "weight 2 0 0.998999953", "weight 3 1 0.75",
        "weight 3 1 0.0000000467300403", WEIGHTS(5, "\tweight 4 2 0.00000000000000122124533 ( 0 0 0 )\n")),
    QUIET("weight-sum", "a near miss: three biases of which the sum is the double 1.001", FIVE_JOINTS,
        "( 0 1 ) 2 2", "( 0 1 ) 2 3", "weight 2 0 0.25", "weight 2 0 1.00099993", "weight 3 1 0.75",
        "weight 3 1 0.0000000724792457", WEIGHTS(5, "\tweight 4 2 0.00000000000000222044605 ( 0 0 0 )\n")),
    CASE("weight-sum", "a near miss: a value of the block is not a number",
        { "weight 3 1 0.75", "weight 3 1 0.5", "( 4 5 6 )", "( 4 5 <x> )" },
        { "number", "meshes[0].weights[3].position.z" }),
    CASE("weight-sum", "a shader without quotes spoils nothing",
        { "weight 3 1 0.75", "weight 3 1 0.5", "vert 2 ( 0 1 ) 2 2", "<vert 2 ( 0 1 ) 2 2>", "\"skin\"",
            "<skin>" },
        { "shader-unquoted", "meshes[0].shader", "weight-sum", "meshes[0].verts[2]" }),
    SAYS("vert-unused", NULL, "meshes[0].verts[3]", "2 such vertices",
        VERTS(5, "\t<vert 3 ( 0 0 ) 0 1>\n\tvert 4 ( 0 0 ) 0 1\n")),
    QUIET("vert-unused", "a near miss: vertices share weights", VERTS(4, "\tvert 3 ( 0 0 ) 0 1\n"),
        TRIS(2, "\ttri 0 0 1 2\n\ttri 1 3 1 2\n")),
    SAYS(
        "mesh-empty", "silences the rest", "meshes[0]", "has no triangle", TRIS(0, ""), "mesh {", "<mesh> {"),
    SAYS("mesh-empty", "neither a vertex nor a triangle", "meshes[0]", "has no vertex",
        "numverts 3\n\tvert 0 ( 0.5 0.5 ) 0 1\n\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 2\n", "numverts 0\n",
        TRIS(0, ""), "mesh {", "<mesh> {"),
    CASE("mesh-empty", "a near miss: one vertex, and a triangle of it",
        { "numverts 3", "numverts 1", "vert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 2\n", "", "tri 0 0 1 2",
            "<tri 0 0 0 0>", "numweights 4", "numweights 1",
            "\tweight 1 1 1 ( 0 2 0 )\n\tweight 2 0 0.25 ( 0 0 3 )\n\tweight 3 1 0.75 ( 4 5 6 )\n", "" },
        { "tri-degenerate", "meshes[0].tris[0]" }),
    CASE("mesh-empty", "a near miss: the block is not sound",
        { TRIS(0, ""), "weight 0 0 1", "weight 0 <9> 1" },
        { "weight-joint-range", "meshes[0].weights[0].joint" }),
    SAYS("weight-unused", NULL, "meshes[0].weights[4]", "2 such weights",
        WEIGHTS(6, "\t<weight 4 0 0 ( 0 0 0 )>\n\tweight 5 0 0 ( 0 0 0 )\n")),
    QUIET("weight-unused", "a near miss: a weight of 0", "weight 2 0 0.25", "weight 2 0 0", "weight 3 1 0.75",
        "weight 3 1 1"),
    FIRES("tri-degenerate", NULL, "meshes[0].tris[1]", TRIS(2, "\ttri 0 0 1 2\n\t<tri 1 2 1 2>\n")),
    QUIET("tri-degenerate", "a near miss", TRIS(2, "\ttri 0 0 1 2\n\ttri 1 2 1 0\n")),
    SAYS("tri-duplicate", "turned", "meshes[0].tris[1]", "2 such triangles",
        TRIS(3, "\ttri 0 0 1 2\n\t<tri 1 1 2 0>\n\ttri 2 2 0 1\n")),
    QUIET("tri-duplicate", "a near miss: in the other sense", TRIS(2, "\ttri 0 0 1 2\n\ttri 1 2 1 0\n")),
    CASE("tri-duplicate", "a near miss: degenerate ones take no part",
        { TRIS(3, "\ttri 0 0 1 2\n\t<tri 1 1 1 2>\n\ttri 2 1 1 2\n") },
        { "tri-degenerate", "meshes[0].tris[1]" }),
    FIRES("vert-joint-repeated", NULL, "meshes[0].verts[2]", "weight 3 1 0.75", "weight 3 0 0.75",
        "vert 2 ( 0 1 ) 2 2", "<vert 2 ( 0 1 ) 2 2>"),
    CASE("vert-joint-repeated", "where the number of joints is not known",
        { "numJoints 2", "numJoints <two>", "-1 ( 0 0 0 )", "-1 ( 0 0 <)>", "weight 3 1 0.75",
            "weight 3 0 0.75", "vert 2 ( 0 1 ) 2 2", "<vert 2 ( 0 1 ) 2 2>" },
        { "integer", "num_joints", "unexpected-token", "joints[0].position", "vert-joint-repeated",
            "meshes[0].verts[2]" }),
    QUIET("vert-joint-repeated", "a near miss: of two vertices", "weight 1 1 1", "weight 1 0 1"),
    SAYS("vert-weight-limit", NULL, "meshes[0].verts[3]",
        "has 5 weights; 1 vertex of this mesh has more than 4, 5 at most [at most 4, 5]",
        VERTS(4, "\t<vert 3 ( 0 0 ) 4 5>\n"), TRIS(2, "\ttri 0 0 1 2\n\ttri 1 3 1 2\n"), FIVE_JOINTS,
        WEIGHTS(9, FOUR_WEIGHTS "\tweight 8 4 0 ( 0 0 0 )\n")),
    QUIET("vert-weight-limit", "a near miss: 4", VERTS(4, "\tvert 3 ( 0 0 ) 4 4\n"),
        TRIS(2, "\ttri 0 0 1 2\n\ttri 1 3 1 2\n"), FIVE_JOINTS, WEIGHTS(8, FOUR_WEIGHTS)),
    CASE("vert-no-weight", "a near miss: -1", { "( 0.5 0.5 ) 0 1", "( 0.5 0.5 ) <0 -1>" },
        { "vert-weights-range", "meshes[0].verts[0]" }),
};

MD5_CHECKED_TABLE(md5mesh_rule, md5mesh_rule_table, "md5mesh", md5_mesh, cases)
