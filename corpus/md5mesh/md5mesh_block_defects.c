/* Defects and near misses of the blocks of a .md5mesh: each replaces a block of the file by a small block
   with one fault. Then defects shared with other formats of the family. */
#include "corpus/md5mesh/md5mesh_apply.h"
#include "corpus/md5mesh/md5mesh_corpus.h"

#define FORMAT    "md5mesh"
#define THIS_mesh ,
#include "corpus/md5/md5_defect_rows.inc"

#define BAD(rule_name, what, words, ...)                                                                     \
    AP_CHANGE(rule_name, what, words, ap_md5_run, AP_MD5_BY(ap_md5mesh_apply_block), __VA_ARGS__)
#define FINE(rule_name, what, words, ...) BAD(rule_name, what, words, NULL, __VA_ARGS__, .near_miss = true)

/* A row for a file that ends inside the block. */
#define CUT(rule_name, what, words, where, text) BAD(rule_name, what, words, where, text, 1)

#define HEAD      "\tshader \"a\"\n"
#define VERT_0    "\tvert 0 ( 0 0 ) 0 1\n"
#define VERT_12   "\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 1\n"
#define VERTS     "\n\tnumverts 3\n" VERT_0 VERT_12
#define TRIS      "\n\tnumtris 1\n\ttri 0 0 1 2\n"
#define WEIGHT_0  "\tweight 0 0 1 ( 0 0 0 )\n"
#define WEIGHT_1  "\tweight 1 0 1 ( 1 0 0 )\n"
#define WEIGHT_12 WEIGHT_1 "\tweight 2 0 1 ( 0 1 0 )\n"
#define WEIGHTS   "\n\tnumweights 3\n" WEIGHT_0 WEIGHT_12

#define BLOCK(head, verts, tris, weights) "mesh {\n" head verts tris weights "}"
#define OF_HEAD(head)                     BLOCK(head, VERTS, TRIS, WEIGHTS)
#define OF_VERTS(verts)                   BLOCK(HEAD, "\n\t" verts, TRIS, WEIGHTS)
#define OF_VERT_0(vert)                   OF_VERTS("numverts 3\n\t" vert "\n" VERT_12)
#define OF_TRIS(tris)                     BLOCK(HEAD, VERTS, "\n\t" tris, WEIGHTS)
#define OF_WEIGHTS(weights)               BLOCK(HEAD, VERTS, TRIS, "\n\t" weights)
#define OF_WEIGHT_0(weight)               OF_WEIGHTS("numweights 3\n\t" weight "\n" WEIGHT_12)
#define START                             "mesh {\n" HEAD
#define OF_TRI(tri)                       OF_TRIS("numtris 1\n\t" tri "\n")
#define OF_WEIGHT_2(weight)               OF_WEIGHTS("numweights 3\n" WEIGHT_0 WEIGHT_1 "\t" weight "\n")
#define FOUR_JOINTS                                                                                          \
    "\tweight 3 0 1 ( 0 0 0 )\n\tweight 4 1 0 ( 0 0 0 )\n\tweight 5 2 0 ( 0 0 0 )\n\tweight 6 3 0 ( 0 0 0 "  \
    ")\n"
#define MANY(vert, weights, count)                                                                           \
    BLOCK(HEAD, "\n\tnumverts 4\n" VERT_0 VERT_12 "\t" vert "\n",                                            \
        "\n\tnumtris 2\n\ttri 0 0 1 2\n\ttri 1 0 2 3\n",                                                     \
        "\n\tnumweights " count "\n" WEIGHT_0 WEIGHT_12 FOUR_JOINTS weights)

static const ap_defect defects[] = {
    /* Counts and lists */
    BAD("element-count-range", "verts", "a negative count", "num_verts",
        OF_VERTS("numverts <-1>\n" VERT_0 VERT_12)),
    BAD("element-count-range", "tris", "the least int32", "num_tris",
        OF_TRIS("numtris <-2147483648>\n\ttri 0 0 1 2\n")),
    FINE("element-count-range", "zero", "there may be no weight that no vertex has",
        OF_TRIS("numtris 1 // -1\n\ttri 0 0 1 2\n")),
    BAD("element-count", "verts-fewer", "a vertex fewer than the count says", "verts",
        BLOCK(HEAD, "\n\tnumverts 4\n" VERT_0 VERT_12, "\n\t<numtris> 1\n\ttri 0 0 1 2\n", WEIGHTS)),
    BAD("element-count", "tris-more", "a triangle more than the count says", "tris[1]",
        OF_TRIS("numtris 1\n\ttri 0 0 1 2\n\t<tri 1 2 1 0>\n")),
    BAD("element-count", "weights-fewer", "a weight fewer than the count says", "weights",
        "mesh {\n" HEAD VERTS TRIS "\n\tnumweights 4\n" WEIGHT_0 WEIGHT_12 "<}>"),
    FINE("element-count", "in-comment", "a triangle in a comment is none",
        OF_TRIS("numtris 1\n\ttri 0 0 1 2\n\t// tri 1 0 1 2\n")),
    BAD("element-index", "later", "the index is not the place in the list", "weights[0].index",
        OF_WEIGHT_0("weight <1> 0 1 ( 0 0 0 )")),
    BAD("element-index", "negative", "a negative index", "verts[2].index",
        OF_VERTS("numverts 3\n" VERT_0 "\tvert 1 ( 1 0 ) 1 1\n\tvert <-2> ( 0 1 ) 2 1\n")),
    FINE("element-index", "blanks", "blanks before the index", OF_TRIS("numtris 1\n\ttri \t 0   0 1 2\n")),
    BAD("integer", "corner", "a fraction where an integer belongs", "tris[0].corners[1]",
        OF_TRIS("numtris 1\n\ttri 0 0 <1.> 2\n")),
    BAD("integer", "count", "a count that is a word", "num_weights",
        OF_WEIGHTS("numweights <three>\n" WEIGHT_0 WEIGHT_12)),
    BAD("count-exceeds-file", "verts", "the largest int32", "num_verts",
        OF_VERTS("numverts <2147483647>\n" VERT_0 VERT_12)),
    BAD("count-exceeds-file", "weights", "more than any small file can hold", "num_weights",
        OF_WEIGHTS("numweights <9999999>\n" WEIGHT_0 WEIGHT_12)),

    /* Names */
    BAD("shader-unquoted", "word", "a shader without quotes", "shader", OF_HEAD("\tshader <skin>\n")),
    FINE("shader-unquoted", "quoted", "a keyword in quotes is a string", OF_HEAD("\tshader \"vert\"\n")),
    BAD("shader-empty", "string", "a shader without a name", "shader", OF_HEAD("\tshader <\"\">\n")),
    FINE("shader-empty", "blank", "a blank is a name", OF_HEAD("\tshader \" \"\n")),
    BAD("shader-long", "64", "readers keep names in 64 bytes", "shader",
        OF_HEAD("\tshader <\"0123456789012345678901234567890123456789012345678901234567890123\">\n")),
    FINE("shader-long", "63", "the longest that every reader holds",
        OF_HEAD("\tshader \"012345678901234567890123456789012345678901234567890123456789012\"\n")),
    BAD("mesh-name", "before-shader", "a name, which some readers do not know", "name",
        OF_HEAD("\t<name> \"body\"\n\tshader \"a\"\n")),
    FINE("mesh-name", "comment", "the comment that names the mesh for two readers",
        OF_HEAD("\t// meshes: body\n\tshader \"a\"\n")),

    /* Values that are checked while they are read */
    BAD("vert-no-weight", "zero", "a vertex without a weight has no position", "verts[0].weight_count",
        OF_VERT_0("vert 0 ( 0 0 ) 0 <0>")),
    FINE("vert-no-weight", "shared", "two vertices on one weight",
        BLOCK(HEAD, "\n\tnumverts 3\n\tvert 0 ( 0 0 ) 0 1\n\tvert 1 ( 1 0 ) 0 1\n\tvert 2 ( 0 1 ) 1 1\n",
            TRIS, "\n\tnumweights 2\n\tweight 0 0 1 ( 0 0 0 )\n\tweight 1 0 1 ( 1 0 0 )\n")),
    BAD("tri-vertex-range", "count", "one after the last vertex", "tris[0].corners[2]",
        OF_TRIS("numtris 1\n\ttri 0 0 1 <3>\n")),
    BAD("tri-vertex-range", "negative", "a negative vertex", "tris[0].corners[0]",
        OF_TRIS("numtris 1\n\ttri 0 <-1> 1 2\n")),
    FINE("tri-vertex-range", "last", "the last vertex", OF_TRIS("numtris 1\n\ttri 0 2 1 0\n")),
    BAD("weight-joint-range", "largest", "a joint that is not there", "weights[0].joint",
        OF_WEIGHT_0("weight 0 <2147483647> 1 ( 0 0 0 )")),
    BAD("weight-joint-range", "negative", "a negative joint", "weights[0].joint",
        OF_WEIGHT_0("weight 0 <-1> 1 ( 0 0 0 )")),
    FINE("weight-joint-range", "last", "the last joint", OF_WEIGHT_0("weight 0 4 1 ( 0 0 0 )"),
        .knobs = "joints=5..24"),
    BAD("weight-range", "above", "a bias above 1, and a negative one makes up for it",
        "weights[0].bias weights[1].bias",
        BLOCK(HEAD, "\n\tnumverts 3\n\tvert 0 ( 0 0 ) 0 2\n\tvert 1 ( 1 0 ) 2 1\n\tvert 2 ( 0 1 ) 2 1\n",
            TRIS,
            "\n\tnumweights 3\n\tweight 0 0 <1.5> ( 0 0 0 )\n\tweight 1 1 <-0.5> ( 0 0 0 )\n\tweight 2 0 1 ( "
            "0 0 0 )\n"),
        .knobs = "joints=2..24"),
    FINE("weight-range", "rounded", "above 1 by no more than rounding gives",
        OF_WEIGHT_0("weight 0 0 1.0009 ( 0 0 0 )")),

    /* Rules that are checked at the closing brace */
    BAD("vert-weights-range", "beyond", "weights after the last", "verts[0]",
        OF_VERT_0("vert 0 ( 0 0 ) <2 2>")),
    BAD("vert-weights-range", "largest", "numbers whose sum no int32 holds", "verts[0]",
        OF_VERT_0("vert 0 ( 0 0 ) <2147483647 2147483647>")),
    BAD("vert-weights-range", "negative", "a negative first weight", "verts[0]",
        OF_VERT_0("vert 0 ( 0 0 ) <-1 1>")),
    FINE("vert-weights-range", "last", "the last weight",
        BLOCK(HEAD, "\n\tnumverts 3\n\tvert 0 ( 0 0 ) 2 1\n\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 0 1\n",
            TRIS, WEIGHTS)),
    BAD("weight-sum", "half", "the weights of a vertex add up to a half", "verts[0]",
        BLOCK(HEAD, "\n\tnumverts 3\n\t<vert 0 ( 0 0 ) 0 1>\n" VERT_12, TRIS,
            "\n\tnumweights 3\n\tweight 0 0 0.5 ( 0 0 0 )\n" WEIGHT_12)),
    FINE("weight-sum", "rounded", "below 1 by no more than rounding gives",
        OF_WEIGHT_0("weight 0 0 0.9991 ( 0 0 0 )")),
    BAD("vert-unused", "last", "no triangle has the vertex", "verts[3]",
        OF_VERTS("numverts 4\n" VERT_0 VERT_12 "\t<vert 3 ( 1 1 ) 0 1>\n")),
    FINE("vert-unused", "fan", "each vertex has a triangle",
        BLOCK(HEAD, "\n\tnumverts 4\n" VERT_0 VERT_12 "\tvert 3 ( 1 1 ) 0 1\n",
            "\n\tnumtris 2\n\ttri 0 0 1 2\n\ttri 1 0 2 3\n", WEIGHTS)),
    BAD("mesh-empty", "no-triangle", "a mesh that shows nothing", "",
        "<mesh> {\n" HEAD VERTS "\n\tnumtris 0\n" WEIGHTS "}"),
    BAD("mesh-empty", "no-vertex", "a mesh that shows nothing", "",
        "<mesh> {\n" HEAD "\n\tnumverts 0\n\n\tnumtris 0\n\n\tnumweights 0\n}"),
    FINE("mesh-empty", "triangle", "the smallest mesh", OF_HEAD(HEAD)),
    BAD("weight-unused", "last", "no vertex has the weight", "weights[3]",
        OF_WEIGHTS("numweights 4\n" WEIGHT_0 WEIGHT_12 "\t<weight 3 0 1 ( 0 0 0 )>\n")),
    FINE("weight-unused", "zero", "a weight of 0 belongs to a vertex all the same",
        BLOCK(HEAD, "\n\tnumverts 3\n" VERT_0 "\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 2\n", TRIS,
            "\n\tnumweights 4\n" WEIGHT_0 WEIGHT_12 "\tweight 3 1 0 ( 0 0 0 )\n"),
        .knobs = "joints=2..24"),
    BAD("tri-degenerate", "corners", "two equal corners", "tris[1]",
        OF_TRIS("numtris 2\n\ttri 0 0 1 2\n\t<tri 1 1 2 1>\n")),
    FINE("tri-degenerate", "other-side", "the other side of a triangle",
        OF_TRIS("numtris 2\n\ttri 0 0 1 2\n\ttri 1 0 2 1\n")),
    BAD("tri-duplicate", "turned", "a triangle that is there already, turned", "tris[1]",
        OF_TRIS("numtris 2\n\ttri 0 0 1 2\n\t<tri 1 2 0 1>\n")),
    FINE("tri-duplicate", "other-side", "the other side of a triangle",
        OF_TRIS("numtris 2\n\ttri 0 0 1 2\n\ttri 1 2 1 0\n")),
    BAD("vert-joint-repeated", "two", "two weights on one joint", "verts[2]",
        BLOCK(HEAD, "\n\tnumverts 3\n" VERT_0 "\tvert 1 ( 1 0 ) 1 1\n\t<vert 2 ( 0 1 ) 2 2>\n", TRIS,
            "\n\tnumweights 4\n" WEIGHT_0
            "\tweight 1 0 1 ( 1 0 0 )\n\tweight 2 0 0.25 ( 0 1 0 )\n\tweight 3 0 0.75 ( 0 1 0 )\n")),
    FINE("vert-joint-repeated", "other-vertex", "weights of two vertices on one joint",
        BLOCK(HEAD, "\n\tnumverts 3\n" VERT_0 "\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 2\n", TRIS,
            "\n\tnumweights 4\n" WEIGHT_0
            "\tweight 1 0 1 ( 1 0 0 )\n\tweight 2 0 0.25 ( 0 1 0 )\n\tweight 3 1 0.75 ( 0 1 0 )\n"),
        .knobs = "joints=2..24"),
    BAD("vert-weight-limit", "5", "more weights than some readers take", "verts[3]",
        MANY("<vert 3 ( 1 1 ) 3 5>", "\tweight 7 4 0 ( 0 0 0 )\n", "8"), .knobs = "joints=5..24"),
    FINE("vert-weight-limit", "4", "as many weights as every reader takes",
        MANY("vert 3 ( 1 1 ) 3 4", "", "7"), .knobs = "joints=5..24"),

    /* Rules that meshes share with animations */
    BAD("unexpected-token", "no-shader", lost, "", "mesh {\n\t<numverts> 0\n}"),
    BAD("unexpected-token", "no-word", lost, "", OF_VERT_0("<0> ( 0 0 ) 0 1")),
    BAD("unexpected-token", "no-corner", lost, "tris[0].corners[2]",
        START VERTS "\n\tnumtris 1\n\ttri 0 0 1\n\n\t<numweights> 0\n}"),
    BAD("unexpected-token", "no-bias", lost, "weights[2]", OF_WEIGHT_2("weight 2 0 <(> 0 1 0 )")),
    BAD("unexpected-token", "three-numbers", "three texture coordinates", "verts[0]",
        OF_VERT_0("vert 0 ( 0 0 <0> ) 0 1")),
    BAD("unexpected-token", "name-after", "the name comes after the shader", "",
        START "\t<name> \"a\"\n" VERTS TRIS WEIGHTS "}"),
    BAD("unexpected-token", "order", "triangles before the vertices", "",
        START "\n\t<numtris> 1\n\ttri 0 0 1 2\n" VERTS WEIGHTS "}"),
    CUT("truncated", "head", inside, "", "mesh {\n<>"),
    CUT("truncated", "vert", inside, "verts[0]", START "\n\tnumverts 3\n\tvert 0 ( 0 <>"),
    CUT("truncated", "vector", inside, "weights[0].position",
        START VERTS TRIS "\n\tnumweights 3\n\tweight 0 0 1 ( 0 0<>"),
    CUT("truncated", "no-brace", inside, "",
        START VERTS TRIS "\n\tnumweights 1\n\tweight 0 0 1 ( 0 0 0 )\n<>"),
    CUT("comment-unterminated", "block", "the comment takes the rest of the file", "",
        START VERTS "\t</* numtris>"),
    BAD("string-unterminated", "shader", "no quote ends the string on its line", "",
        "mesh {\n\tshader <\"a>\n" VERTS TRIS WEIGHTS "}"),
    BAD("number", "coordinate", "not a number", "verts[0].v", OF_VERT_0("vert 0 ( 0 <nan> ) 0 1")),
    BAD("number", "bias", "not a number", "weights[2].bias", OF_WEIGHT_2("weight 2 0 <1.f> ( 0 1 0 )")),
    BAD("decimal-comma", "position", "a comma for the decimal point", "weights[2].position.x",
        OF_WEIGHT_2("weight 2 0 1 ( <0,5> 1,5 0 )")),
    BAD("number-wraps", "position", "id's reader adds the digits up modulo 2^32", "weights[2].position.y",
        OF_WEIGHT_2("weight 2 0 1 ( 0 <4294967296> 0 )")),
    BAD("number-range", "coordinate", "infinite as a float32", "verts[0].u",
        OF_VERT_0("vert 0 ( <1234567890123456789012345678901234567890.> 0 ) 0 1")),
    BAD("number-exponent", "bias", "some readers split the number", "weights[2].bias",
        OF_WEIGHT_2("weight 2 0 <1e0> ( 0 1 0 )")),
    BAD("number-size", "coordinate", "a spelling that readers hang on", "verts[0].u",
        OF_VERT_0("vert 0 ( <18446744073709551616.> 0 ) 0 1")),
    BAD("keyword-comment", "vert", "to id's reader the comment belongs to the keyword",
        "comment-block:verts[0] verts[0]", OF_VERT_0("vert<</*> */> 0 ( 0 0 ) 0 1")),
    BAD("comment-slash", "tri", "id's reader ends the comment here, others read on", "tris[0].corners[0]",
        OF_TRI("tri 0 </*/> 0 1 2")),
    BAD("comment-block", "weight", "a block comment", "weights[2]",
        OF_WEIGHT_2("weight 2 </* 1 */> 0 1 ( 0 1 0 )")),
    BAD("layout", "entry-on-two-lines", line_rule, "tris[0]", OF_TRI("<tri 0\n0 1 2>")),
    BAD("layout", "entries-on-a-line", line_rule, "verts[1]",
        START "\n\tnumverts 3\n\tvert 0 ( 0 0 ) 0 1 <vert 1 ( 1 0 ) 1 1>\n\tvert 2 ( 0 1 ) 2 1\n" TRIS WEIGHTS
              "}"),
    BAD("layout", "count-joined", line_rule, "", START VERTS "\n\t<numtris\n1>\n\ttri 0 0 1 2\n" WEIGHTS "}"),
    BAD("layout", "parenthesis", line_rule, "weights[2].position", OF_WEIGHT_2("weight 2 0 1 <(>0 1 0 )")),
    BAD("layout", "shader", line_rule, "", "mesh {\n\t<shader\n\"a\">\n" VERTS TRIS WEIGHTS "}"),

#include "corpus/md5/md5_defects_all.inc"
#include "corpus/md5/md5_defects_joints.inc"
};

const ap_defect_table ap_md5mesh_block_defects = { defects, sizeof defects / sizeof *defects };
