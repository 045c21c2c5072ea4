/* Defects of the blocks of a .md5mesh, and near misses: each is a small block with one fault, in place of a block of
   the file. */
#include "corpus/md5/md5_apply.h"
#include "corpus/md5mesh/md5mesh_apply.h"
#include "corpus/md5mesh/md5mesh_defects.h"

#define BAD(what, id, words, where, text_)                                                                   \
    {                                                                                                        \
        .name = (what), .rule = "md5mesh/" id, .reason = (words), .apply = ap_md5mesh_apply_block,           \
        .pattern = (where), .text = (text_)                                                                  \
    }

#define NEAR(what, id, words, where, text_)                                                                  \
    {                                                                                                        \
        .name = (what), .rule = "md5mesh/" id, .reason = (words), .apply = ap_md5mesh_apply_block,           \
        .pattern = (where), .text = (text_), .near_miss = true                                               \
    }

/* Only files with these joints have a place for it. */
#define WITH_JOINTS(what, id, words, where, text_, near, count)                                              \
    {                                                                                                        \
        .name = (what), .rule = "md5mesh/" id, .reason = (words), .apply = ap_md5mesh_apply_block,           \
        .pattern = (where), .text = (text_), .near_miss = (near), .knobs = "joints=" count                   \
    }

#define HEAD      "\tshader \"a\"\n"
#define VERT_0    "\tvert 0 ( 0 0 ) 0 1\n"
#define VERT_12   "\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 1\n"
#define VERTS     "\n\tnumverts 3\n" VERT_0 VERT_12
#define TRIS      "\n\tnumtris 1\n\ttri 0 0 1 2\n"
#define WEIGHT_0  "\tweight 0 0 1 ( 0 0 0 )\n"
#define WEIGHT_12 "\tweight 1 0 1 ( 1 0 0 )\n\tweight 2 0 1 ( 0 1 0 )\n"
#define WEIGHTS   "\n\tnumweights 3\n" WEIGHT_0 WEIGHT_12

#define BLOCK(head, verts, tris, weights) "mesh {\n" head verts tris weights "}"
#define OF_HEAD(head)                     BLOCK(head, VERTS, TRIS, WEIGHTS)
#define OF_VERTS(verts)                   BLOCK(HEAD, "\n\t" verts, TRIS, WEIGHTS)
#define OF_VERT_0(vert)                   OF_VERTS("numverts 3\n\t" vert "\n" VERT_12)
#define OF_TRIS(tris)                     BLOCK(HEAD, VERTS, "\n\t" tris, WEIGHTS)
#define OF_WEIGHTS(weights)               BLOCK(HEAD, VERTS, TRIS, "\n\t" weights)
#define OF_WEIGHT_0(weight)               OF_WEIGHTS("numweights 3\n\t" weight "\n" WEIGHT_12)
#define FOUR_JOINTS                                                                                          \
    "\tweight 3 0 1 ( 0 0 0 )\n\tweight 4 1 0 ( 0 0 0 )\n\tweight 5 2 0 ( 0 0 0 )\n\tweight 6 3 0 ( 0 0 0 "  \
    ")\n"
#define MANY(vert, weights, count)                                                                           \
    BLOCK(HEAD, "\n\tnumverts 4\n" VERT_0 VERT_12 "\t" vert "\n",                                            \
        "\n\tnumtris 2\n\ttri 0 0 1 2\n\ttri 1 0 2 3\n",                                                     \
        "\n\tnumweights " count "\n" WEIGHT_0 WEIGHT_12 FOUR_JOINTS weights)

static const ap_defect defects[] = {
    /* Counts and lists */
    BAD("element-count-range_verts", "element-count-range", "a negative count", "num_verts",
        OF_VERTS("numverts <-1>\n" VERT_0 VERT_12)),
    BAD("element-count-range_tris", "element-count-range", "the least int32", "num_tris",
        OF_TRIS("numtris <-2147483648>\n\ttri 0 0 1 2\n")),
    NEAR("element-count-range_zero", "element-count-range", "there may be no weight that no vertex has", NULL,
        OF_TRIS("numtris 1 // -1\n\ttri 0 0 1 2\n")),
    BAD("element-count_verts-fewer", "element-count", "a vertex fewer than the count says", "verts",
        BLOCK(HEAD, "\n\tnumverts 4\n" VERT_0 VERT_12, "\n\t<numtris> 1\n\ttri 0 0 1 2\n", WEIGHTS)),
    BAD("element-count_tris-more", "element-count", "a triangle more than the count says", "tris[1]",
        OF_TRIS("numtris 1\n\ttri 0 0 1 2\n\t<tri 1 2 1 0>\n")),
    BAD("element-count_weights-fewer", "element-count", "a weight fewer than the count says", "weights",
        "mesh {\n" HEAD VERTS TRIS "\n\tnumweights 4\n" WEIGHT_0 WEIGHT_12 "<}>"),
    NEAR("element-count_in-comment", "element-count", "a triangle in a comment is none", NULL,
        OF_TRIS("numtris 1\n\ttri 0 0 1 2\n\t// tri 1 0 1 2\n")),
    BAD("element-index_later", "element-index", "the index is not the place in the list", "weights[0].index",
        OF_WEIGHT_0("weight <1> 0 1 ( 0 0 0 )")),
    BAD("element-index_negative", "element-index", "a negative index", "verts[2].index",
        OF_VERTS("numverts 3\n" VERT_0 "\tvert 1 ( 1 0 ) 1 1\n\tvert <-2> ( 0 1 ) 2 1\n")),
    NEAR("element-index_blanks", "element-index", "blanks before the index", NULL,
        OF_TRIS("numtris 1\n\ttri \t 0   0 1 2\n")),
    BAD("integer_corner", "integer", "a fraction where an integer belongs", "tris[0].corners[1]",
        OF_TRIS("numtris 1\n\ttri 0 0 <1.> 2\n")),
    BAD("integer_count", "integer", "a count that is a word", "num_weights",
        OF_WEIGHTS("numweights <three>\n" WEIGHT_0 WEIGHT_12)),
    BAD("count-exceeds-file_verts", "count-exceeds-file", "the largest int32", "num_verts",
        OF_VERTS("numverts <2147483647>\n" VERT_0 VERT_12)),
    BAD("count-exceeds-file_weights", "count-exceeds-file", "more than any small file can hold",
        "num_weights", OF_WEIGHTS("numweights <9999999>\n" WEIGHT_0 WEIGHT_12)),

    /* Names */
    BAD("shader-unquoted_word", "shader-unquoted", "a shader without quotes", "shader",
        OF_HEAD("\tshader <skin>\n")),
    NEAR("shader-unquoted_quoted", "shader-unquoted", "a keyword in quotes is a string", NULL,
        OF_HEAD("\tshader \"vert\"\n")),
    BAD("shader-empty_string", "shader-empty", "a shader without a name", "shader",
        OF_HEAD("\tshader <\"\">\n")),
    NEAR("shader-empty_blank", "shader-empty", "a blank is a name", NULL, OF_HEAD("\tshader \" \"\n")),
    BAD("shader-long_64", "shader-long", "readers keep names in 64 bytes", "shader",
        OF_HEAD("\tshader <\"0123456789012345678901234567890123456789012345678901234567890123\">\n")),
    NEAR("shader-long_63", "shader-long", "the longest that every reader holds", NULL,
        OF_HEAD("\tshader \"012345678901234567890123456789012345678901234567890123456789012\"\n")),
    BAD("mesh-name_before-shader", "mesh-name", "a name, which some readers do not know", "name",
        OF_HEAD("\t<name> \"body\"\n\tshader \"a\"\n")),
    NEAR("mesh-name_comment", "mesh-name", "the comment that names the mesh for two readers", NULL,
        OF_HEAD("\t// meshes: body\n\tshader \"a\"\n")),

    /* Values that are judged as they are read */
    BAD("vert-no-weight_zero", "vert-no-weight", "a vertex without a weight has no position",
        "verts[0].weight_count", OF_VERT_0("vert 0 ( 0 0 ) 0 <0>")),
    NEAR("vert-no-weight_shared", "vert-no-weight", "two vertices on one weight", NULL,
        BLOCK(HEAD, "\n\tnumverts 3\n\tvert 0 ( 0 0 ) 0 1\n\tvert 1 ( 1 0 ) 0 1\n\tvert 2 ( 0 1 ) 1 1\n",
            TRIS, "\n\tnumweights 2\n\tweight 0 0 1 ( 0 0 0 )\n\tweight 1 0 1 ( 1 0 0 )\n")),
    BAD("tri-vertex-range_count", "tri-vertex-range", "one after the last vertex", "tris[0].corners[2]",
        OF_TRIS("numtris 1\n\ttri 0 0 1 <3>\n")),
    BAD("tri-vertex-range_negative", "tri-vertex-range", "a negative vertex", "tris[0].corners[0]",
        OF_TRIS("numtris 1\n\ttri 0 <-1> 1 2\n")),
    NEAR("tri-vertex-range_last", "tri-vertex-range", "the last vertex", NULL,
        OF_TRIS("numtris 1\n\ttri 0 2 1 0\n")),
    BAD("weight-joint-range_largest", "weight-joint-range", "a joint that is not there", "weights[0].joint",
        OF_WEIGHT_0("weight 0 <2147483647> 1 ( 0 0 0 )")),
    BAD("weight-joint-range_negative", "weight-joint-range", "a negative joint", "weights[0].joint",
        OF_WEIGHT_0("weight 0 <-1> 1 ( 0 0 0 )")),
    WITH_JOINTS("weight-joint-range_last", "weight-joint-range", "the last joint", NULL,
        OF_WEIGHT_0("weight 0 4 1 ( 0 0 0 )"), true, "5..24"),
    WITH_JOINTS("weight-range_above", "weight-range", "a bias above 1, and a negative one makes up for it",
        "weights[0].bias weights[1].bias",
        BLOCK(HEAD, "\n\tnumverts 3\n\tvert 0 ( 0 0 ) 0 2\n\tvert 1 ( 1 0 ) 2 1\n\tvert 2 ( 0 1 ) 2 1\n",
            TRIS,
            "\n\tnumweights 3\n\tweight 0 0 <1.5> ( 0 0 0 )\n\tweight 1 1 <-0.5> ( 0 0 0 )\n\tweight 2 0 1 ( "
            "0 0 0 )\n"),
        false, "2..24"),
    NEAR("weight-range_rounded", "weight-range", "above 1 by no more than rounding gives", NULL,
        OF_WEIGHT_0("weight 0 0 1.0009 ( 0 0 0 )")),

    /* At the brace */
    BAD("vert-weights-range_beyond", "vert-weights-range", "weights after the last", "verts[0]",
        OF_VERT_0("vert 0 ( 0 0 ) <2 2>")),
    BAD("vert-weights-range_largest", "vert-weights-range", "numbers whose sum no int32 holds", "verts[0]",
        OF_VERT_0("vert 0 ( 0 0 ) <2147483647 2147483647>")),
    BAD("vert-weights-range_negative", "vert-weights-range", "a negative first weight", "verts[0]",
        OF_VERT_0("vert 0 ( 0 0 ) <-1 1>")),
    NEAR("vert-weights-range_last", "vert-weights-range", "the last weight", NULL,
        BLOCK(HEAD, "\n\tnumverts 3\n\tvert 0 ( 0 0 ) 2 1\n\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 0 1\n",
            TRIS, WEIGHTS)),
    BAD("weight-sum_half", "weight-sum", "the weights of a vertex add up to a half", "verts[0]",
        BLOCK(HEAD, "\n\tnumverts 3\n\t<vert 0 ( 0 0 ) 0 1>\n" VERT_12, TRIS,
            "\n\tnumweights 3\n\tweight 0 0 0.5 ( 0 0 0 )\n" WEIGHT_12)),
    NEAR("weight-sum_rounded", "weight-sum", "below 1 by no more than rounding gives", NULL,
        OF_WEIGHT_0("weight 0 0 0.9991 ( 0 0 0 )")),
    BAD("vert-unused_last", "vert-unused", "no triangle has the vertex", "verts[3]",
        OF_VERTS("numverts 4\n" VERT_0 VERT_12 "\t<vert 3 ( 1 1 ) 0 1>\n")),
    NEAR("vert-unused_fan", "vert-unused", "each vertex has a triangle", NULL,
        BLOCK(HEAD, "\n\tnumverts 4\n" VERT_0 VERT_12 "\tvert 3 ( 1 1 ) 0 1\n",
            "\n\tnumtris 2\n\ttri 0 0 1 2\n\ttri 1 0 2 3\n", WEIGHTS)),
    BAD("mesh-empty_no-triangle", "mesh-empty", "a mesh that shows nothing", "",
        "<mesh> {\n" HEAD VERTS "\n\tnumtris 0\n" WEIGHTS "}"),
    BAD("mesh-empty_no-vertex", "mesh-empty", "a mesh that shows nothing", "",
        "<mesh> {\n" HEAD "\n\tnumverts 0\n\n\tnumtris 0\n\n\tnumweights 0\n}"),
    NEAR("mesh-empty_triangle", "mesh-empty", "the smallest mesh", NULL, OF_HEAD(HEAD)),
    BAD("weight-unused_last", "weight-unused", "no vertex has the weight", "weights[3]",
        OF_WEIGHTS("numweights 4\n" WEIGHT_0 WEIGHT_12 "\t<weight 3 0 1 ( 0 0 0 )>\n")),
    WITH_JOINTS("weight-unused_zero", "weight-unused", "a weight of 0 belongs to a vertex all the same", NULL,
        BLOCK(HEAD, "\n\tnumverts 3\n" VERT_0 "\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 2\n", TRIS,
            "\n\tnumweights 4\n" WEIGHT_0 WEIGHT_12 "\tweight 3 1 0 ( 0 0 0 )\n"),
        true, "2..24"),
    BAD("tri-degenerate_corners", "tri-degenerate", "two equal corners", "tris[1]",
        OF_TRIS("numtris 2\n\ttri 0 0 1 2\n\t<tri 1 1 2 1>\n")),
    NEAR("tri-degenerate_other-side", "tri-degenerate", "the other side of a triangle", NULL,
        OF_TRIS("numtris 2\n\ttri 0 0 1 2\n\ttri 1 0 2 1\n")),
    BAD("tri-duplicate_turned", "tri-duplicate", "a triangle that is there already, turned", "tris[1]",
        OF_TRIS("numtris 2\n\ttri 0 0 1 2\n\t<tri 1 2 0 1>\n")),
    NEAR("tri-duplicate_other-side", "tri-duplicate", "the other side of a triangle", NULL,
        OF_TRIS("numtris 2\n\ttri 0 0 1 2\n\ttri 1 2 1 0\n")),
    BAD("vert-joint-repeated_two", "vert-joint-repeated", "two weights on one joint", "verts[2]",
        BLOCK(HEAD, "\n\tnumverts 3\n" VERT_0 "\tvert 1 ( 1 0 ) 1 1\n\t<vert 2 ( 0 1 ) 2 2>\n", TRIS,
            "\n\tnumweights 4\n" WEIGHT_0
            "\tweight 1 0 1 ( 1 0 0 )\n\tweight 2 0 0.25 ( 0 1 0 )\n\tweight 3 0 0.75 ( 0 1 0 )\n")),
    WITH_JOINTS("vert-joint-repeated_other-vertex", "vert-joint-repeated",
        "weights of two vertices on one joint", NULL,
        BLOCK(HEAD, "\n\tnumverts 3\n" VERT_0 "\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 2\n", TRIS,
            "\n\tnumweights 4\n" WEIGHT_0
            "\tweight 1 0 1 ( 1 0 0 )\n\tweight 2 0 0.25 ( 0 1 0 )\n\tweight 3 1 0.75 ( 0 1 0 )\n"),
        true, "2..24"),
    WITH_JOINTS("vert-weight-limit_5", "vert-weight-limit", "more weights than some readers take", "verts[3]",
        MANY("<vert 3 ( 1 1 ) 3 5>", "\tweight 7 4 0 ( 0 0 0 )\n", "8"), false, "5..24"),
    WITH_JOINTS("vert-weight-limit_4", "vert-weight-limit", "as many weights as every reader takes", NULL,
        MANY("vert 3 ( 1 1 ) 3 4", "", "7"), true, "5..24"),
};

const ap_defect_table ap_md5mesh_block_defects = { defects, sizeof defects / sizeof *defects };
