/* Defects and near misses of the blocks of a .md5mesh: each replaces a block of the file by a small block
   with one fault. Then defects shared with other formats of the family. */
#include <stdio.h>
#include <string.h>

#include "corpus/md5/md5_apply.h"
#include "corpus/md5mesh/md5mesh_corpus.h"

enum { MOST_MARKS = 4 };

/* The text of a block that replaces a block of the file, and the spans of the text that < and > mark. */
typedef struct block_text {
    uint8_t *bytes;
    size_t size;
    ap_span marks[MOST_MARKS]; /* marked spans, in the order of their starts */
    size_t mark_count;
    /* indices in `marks` of the marks that have no > yet, and their number */
    size_t open[MOST_MARKS], depth;
} block_text;

static void append_byte_or_mark_to_block(block_text *put, char byte, const char *line_end)
{
    if (byte == '<') {
        put->open[put->depth++] = put->mark_count;
        put->marks[put->mark_count++].offset = put->size;
    } else if (byte == '>') {
        ap_span *mark = &put->marks[put->open[--put->depth]];
        mark->length = put->size - mark->offset;
    } else if (byte == '\n') {
        put->size =
            (size_t)(ap_md5_append_bytes(put->bytes + put->size, line_end, strlen(line_end)) - put->bytes);
    } else {
        put->bytes[put->size++] = (uint8_t)byte;
    }
}

static bool build_block_text(const ap_md5_tokens *tokens, block_text *put)
{
    const char *text = tokens->defect->text;
    *put = (block_text){ .bytes = ap_alloc(tokens->damage->arena, 2 * strlen(text)) };
    for (; put->bytes != NULL && *text != '\0'; text++)
        append_byte_or_mark_to_block(put, *text, tokens->line_end);
    assert(put->mark_count <= MOST_MARKS);
    return put->bytes != NULL;
}

/* Expects a finding at a marked span, as the next word of the pattern says: "path" for the defect's own rule, "rule:path" for
   another rule. */
static bool expect_as_next_pattern_word(
    const ap_md5_tokens *tokens, const char **pattern, size_t block, ap_span span)
{
    char rule[64], path[AP_MD5_PATH_BYTES];
    const char *word = *pattern;
    const size_t length = strcspn(word, " ");
    const char *colon = memchr(word, ':', length);
    const char *field = colon == NULL ? word : colon + 1;
    const int field_length = (int)(word + length - field);
    (void)snprintf(rule, sizeof rule, "%.*s", colon == NULL ? 0 : (int)(colon - word), word);
    (void)snprintf(
        path, sizeof path, "meshes[%zu]%s%.*s", block, field_length == 0 ? "" : ".", field_length, field);
    *pattern = word + length + (word[length] == ' ');
    return ap_md5_expect_finding(tokens, colon == NULL ? NULL : rule, span, path);
}

/* Replaces a block by the defect's text, or, if the defect's number is 1, the block and everything after it. Expects a finding at
   each span that < and > mark in the text. The pattern has one word for each mark: the path in the block for the defect's own
   rule ("verts[0].index"; empty for the block itself), or another rule and a path ("element-count:verts"). \n in the text is
   replaced by the line end of the file. */
static bool replace_block(const ap_md5_tokens *tokens)
{
    block_text put;
    size_t number = 0;
    const size_t block = ap_md5_pick_block(tokens, &number);
    if (block == SIZE_MAX || !build_block_text(tokens, &put))
        return false;
    const size_t at = ap_md5_token_span(tokens, block).offset;
    const size_t end =
        tokens->defect->number == 1
            ? tokens->file.size
            : ap_span_end(ap_md5_token_span(tokens, ap_md5_token_after_block(tokens, block) - 1));
    const char *pattern = tokens->defect->pattern;
    bool fine = ap_edit_span(tokens->damage, (ap_span){ at, end - at }, put.bytes, put.size);
    for (size_t i = 0; fine && i < put.mark_count; i++)
        fine = expect_as_next_pattern_word(
            tokens, &pattern, number, (ap_span){ at + put.marks[i].offset, put.marks[i].length });
    return fine;
}

#define FORMAT    "md5mesh"
#define THIS_mesh ,
#include "corpus/md5/md5_defect_row_macros.inc"

#define BAD(rule_name, what, words, ...)                                                                     \
    AP_CHANGE(rule_name, what, words, ap_md5_apply_change, AP_MD5_BY(replace_block), __VA_ARGS__)
#define FINE(rule_name, what, words, ...) BAD(rule_name, what, words, NULL, __VA_ARGS__, .near_miss = true)

/* Defines a defect of a file that ends inside the block. */
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

/* A closed cube. T is OUTWARD or INWARD: it orders the corners of each triangle so that the triangle faces outwards or inwards.
   `first` is the first triangle of the cube, `last` are its last two. */
#define OUTWARD(i, a, b, c) "tri " #i " " #a " " #b " " #c
#define INWARD(i, a, b, c)  OUTWARD(i, a, c, b)
#define MORE(T, i, a, b, c) "\t" T(i, a, b, c) "\n"
#define CUBE_TRIS(T, count, first, last)                                                                     \
    "\n\tnumtris " count "\n\t" first "\n" MORE(T, 1, 0, 3, 1) MORE(T, 2, 4, 5, 7) MORE(T, 3, 4, 7, 6)       \
        MORE(T, 4, 0, 1, 5) MORE(T, 5, 0, 5, 4) MORE(T, 6, 2, 6, 7) MORE(T, 7, 2, 7, 3) MORE(T, 8, 0, 4, 6)  \
            MORE(T, 9, 0, 6, 2) last
#define CUBE_LAST(T) MORE(T, 10, 1, 3, 7) MORE(T, 11, 1, 7, 5)
#define CUBE_WEIGHTS                                                                                         \
    "\n\tnumweights 8\n\tweight 0 0 1 ( 0 0 0 )\n\tweight 1 0 1 ( 0 0 10 )\n\tweight 2 0 1 ( 0 10 0 )\n"     \
    "\tweight 3 0 1 ( 0 10 10 )\n\tweight 4 0 1 ( 10 0 0 )\n\tweight 5 0 1 ( 10 0 10 )\n"                    \
    "\tweight 6 0 1 ( 10 10 0 )\n\tweight 7 0 1 ( 10 10 10 )\n"
#define CUBE_VERTS                                                                                           \
    "\n\tnumverts 8\n\tvert 0 ( 0 0 ) 0 1\n\tvert 1 ( 0 0 ) 1 1\n\tvert 2 ( 0 0 ) 2 1\n"                     \
    "\tvert 3 ( 0 0 ) 3 1\n\tvert 4 ( 0 0 ) 4 1\n\tvert 5 ( 0 0 ) 5 1\n\tvert 6 ( 0 0 ) 6 1\n"               \
    "\tvert 7 ( 0 0 ) 7 1\n"
#define CUBE(T, first) BLOCK(HEAD, CUBE_VERTS, CUBE_TRIS(T, "12", first, CUBE_LAST(T)), CUBE_WEIGHTS)

/* Weights of a cube on two joints. The cube is so large that the two weights of a vertex are apart, wherever the joints are. */
#define FAR_AT(i, j, x, y, z, bias, other_bias)                                                              \
    "\tweight " #i " 0 " bias " ( " #x "99999 " #y "99999 " #z "99999 )\n\tweight " #j " 1 " other_bias      \
    " ( 0 0 0 )\n"
#define FAR(i, j, x, y, z) FAR_AT(i, j, x, y, z, "0.5", "0.5")
#define FAR_BLOCK(vert_0, bias, other_bias)                                                                  \
    BLOCK(HEAD,                                                                                              \
        "\n\tnumverts 8\n\t" vert_0 "\n\tvert 1 ( 0 0 ) 2 2\n\tvert 2 ( 0 0 ) 4 2\n\tvert 3 ( 0 0 ) 6 2\n"   \
        "\tvert 4 ( 0 0 ) 8 2\n\tvert 5 ( 0 0 ) 10 2\n\tvert 6 ( 0 0 ) 12 2\n\tvert 7 ( 0 0 ) 14 2\n",       \
        CUBE_TRIS(OUTWARD, "12", "tri 0 0 2 3", CUBE_LAST(OUTWARD)),                                         \
        "\n\tnumweights 16\n" FAR(0, 1, -, -, -) FAR(2, 3, -, -, ) FAR(4, 5, -, , -) FAR(6, 7, -, , )        \
            FAR(8, 9, , -, -) FAR(10, 11, , -, ) FAR(12, 13, , , -) FAR_AT(14, 15, , , , bias, other_bias))

static const ap_defect defects[] = {
    /* Counts and lists */
    BAD("element-count-range", "verts", "a count is negative", "num_verts",
        OF_VERTS("numverts <-1>\n" VERT_0 VERT_12)),
    BAD("element-count-range", "tris", "a count is the smallest int32", "num_tris",
        OF_TRIS("numtris <-2147483648>\n\ttri 0 0 1 2\n")),
    FINE("element-count-range", "zero", "the block has no weights and no vertices, which is allowed",
        OF_TRIS("numtris 1 // -1\n\ttri 0 0 1 2\n")),
    BAD("element-count", "verts-fewer", "the block has one vertex fewer than its count", "verts",
        BLOCK(HEAD, "\n\tnumverts 4\n" VERT_0 VERT_12, "\n\t<numtris> 1\n\ttri 0 0 1 2\n", WEIGHTS)),
    BAD("element-count", "tris-more", "the block has one triangle more than its count", "tris[1]",
        OF_TRIS("numtris 1\n\ttri 0 0 1 2\n\t<tri 1 2 1 0>\n")),
    BAD("element-count", "weights-fewer", "the block has one weight fewer than its count", "weights",
        "mesh {\n" HEAD VERTS TRIS "\n\tnumweights 4\n" WEIGHT_0 WEIGHT_12 "<}>"),
    FINE("element-count", "in-comment", "a comment contains a triangle, which has no meaning there",
        OF_TRIS("numtris 1\n\ttri 0 0 1 2\n\t// tri 1 0 1 2\n")),
    BAD("element-index", "later", "an index is not the position in the list", "weights[0].index",
        OF_WEIGHT_0("weight <1> 0 1 ( 0 0 0 )")),
    BAD("element-index", "negative", "an index is negative", "verts[2].index",
        OF_VERTS("numverts 3\n" VERT_0 "\tvert 1 ( 1 0 ) 1 1\n\tvert <-2> ( 0 1 ) 2 1\n")),
    FINE("element-index", "blanks", "several blanks precede an index",
        OF_TRIS("numtris 1\n\ttri \t 0   0 1 2\n")),
    BAD("integer", "corner", "a fraction instead of an integer", "tris[0].corners[1]",
        OF_TRIS("numtris 1\n\ttri 0 0 <1.> 2\n")),
    BAD("integer", "count", "a count is a word", "num_weights",
        OF_WEIGHTS("numweights <three>\n" WEIGHT_0 WEIGHT_12)),
    BAD("count-exceeds-file", "verts", "a count is the largest int32", "num_verts",
        OF_VERTS("numverts <2147483647>\n" VERT_0 VERT_12)),
    BAD("count-exceeds-file", "weights", "a count is too large for the size of the file", "num_weights",
        OF_WEIGHTS("numweights <9999999>\n" WEIGHT_0 WEIGHT_12)),

    /* Names */
    BAD("shader-unquoted", "word", "a shader name has no quotes", "shader", OF_HEAD("\tshader <skin>\n")),
    FINE("shader-unquoted", "quoted", "a quoted keyword is a valid shader name",
        OF_HEAD("\tshader \"vert\"\n")),
    BAD("shader-empty", "string", "a shader name is empty", "shader", OF_HEAD("\tshader <\"\">\n")),
    FINE("shader-empty", "blank", "a shader name is a blank, which is allowed", OF_HEAD("\tshader \" \"\n")),
    BAD("shader-long", "64", "a shader name has 64 bytes, one more than readers keep", "shader",
        OF_HEAD("\tshader <\"0123456789012345678901234567890123456789012345678901234567890123\">\n")),
    FINE("shader-long", "63", "the longest text that fits the buffers of all readers",
        OF_HEAD("\tshader \"012345678901234567890123456789012345678901234567890123456789012\"\n")),
    BAD("mesh-name", "before-shader", "the block has a name, which some readers do not support", "name",
        OF_HEAD("\t<name> \"body\"\n\tshader \"a\"\n")),
    FINE("mesh-name", "comment", "a comment names the mesh, as two readers expect it",
        OF_HEAD("\t// meshes: body\n\tshader \"a\"\n")),

    /* Values that are checked while they are read */
    BAD("vert-no-weight", "zero", "a vertex has no weight, so it has no position", "verts[0].weight_count",
        OF_VERT_0("vert 0 ( 0 0 ) 0 <0>")),
    FINE("vert-no-weight", "shared", "two vertices share a weight",
        BLOCK(HEAD, "\n\tnumverts 3\n\tvert 0 ( 0 0 ) 0 1\n\tvert 1 ( 1 0 ) 0 1\n\tvert 2 ( 0 1 ) 1 1\n",
            TRIS, "\n\tnumweights 2\n\tweight 0 0 1 ( 0 0 0 )\n\tweight 1 0 1 ( 1 0 0 )\n")),
    BAD("tri-vertex-range", "count", "a triangle uses the index after the last vertex", "tris[0].corners[2]",
        OF_TRIS("numtris 1\n\ttri 0 0 1 <3>\n")),
    BAD("tri-vertex-range", "negative", "a triangle uses a negative vertex index", "tris[0].corners[0]",
        OF_TRIS("numtris 1\n\ttri 0 <-1> 1 2\n")),
    FINE(
        "tri-vertex-range", "last", "a triangle uses the last vertex", OF_TRIS("numtris 1\n\ttri 0 2 1 0\n")),
    BAD("weight-joint-range", "largest", "a weight refers to a joint that does not exist", "weights[0].joint",
        OF_WEIGHT_0("weight 0 <2147483647> 1 ( 0 0 0 )")),
    BAD("weight-joint-range", "negative", "a weight refers to a negative joint index", "weights[0].joint",
        OF_WEIGHT_0("weight 0 <-1> 1 ( 0 0 0 )")),
    FINE("weight-joint-range", "last", "a weight refers to the last joint",
        OF_WEIGHT_0("weight 0 4 1 ( 0 0 0 )"), .knobs = "joints=5..24"),
    BAD("weight-range", "above", "a bias is above 1, and a negative bias compensates for it",
        "weights[0].bias weights[1].bias",
        BLOCK(HEAD, "\n\tnumverts 3\n\tvert 0 ( 0 0 ) 0 2\n\tvert 1 ( 1 0 ) 2 1\n\tvert 2 ( 0 1 ) 3 1\n",
            TRIS,
            "\n\tnumweights 4\n\tweight 0 0 <1.5> ( 0 0 0 )\n\tweight 1 1 <-0.5> ( 0 0 0 )\n\tweight 2 0 1 ( "
            "0 0 0 )\n\tweight 3 0 1 ( 0 0 0 )\n"),
        .knobs = "joints=2..24"),
    BAD("weight-range", "per-cent", "most biases are per cent", "weight-sum:verts[0] weights[1].bias",
        BLOCK(HEAD, "\n\tnumverts 3\n\t<vert 0 ( 0 0 ) 1 1>\n\tvert 1 ( 1 0 ) 2 1\n\tvert 2 ( 0 1 ) 0 1\n",
            TRIS,
            "\n\tnumweights 3\n" WEIGHT_0 "\tweight 1 0 <100> ( 1 0 0 )\n\tweight 2 0 100 ( 0 1 0 )\n")),
    FINE("weight-range", "rounded", "a bias is above 1 by at most a rounding error",
        OF_WEIGHT_0("weight 0 0 1.0009 ( 0 0 0 )")),

    /* Rules that are checked at the closing brace */
    BAD("vert-weights-range", "beyond", "a vertex uses weights after the last", "verts[0]",
        OF_VERT_0("vert 0 ( 0 0 ) <2 2>")),
    BAD("vert-weights-range", "largest", "first weight plus number of weights overflows int32", "verts[0]",
        OF_VERT_0("vert 0 ( 0 0 ) <2147483647 2147483647>")),
    BAD("vert-weights-range", "negative", "the first weight of a vertex is negative", "verts[0]",
        OF_VERT_0("vert 0 ( 0 0 ) <-1 1>")),
    FINE("vert-weights-range", "last", "a vertex uses the last weight",
        BLOCK(HEAD, "\n\tnumverts 3\n\tvert 0 ( 0 0 ) 2 1\n\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 0 1\n",
            TRIS, WEIGHTS)),
    BAD("weight-sum", "half", "the biases of a vertex add up to 0.5", "verts[0]",
        BLOCK(HEAD, "\n\tnumverts 3\n\t<vert 0 ( 0 0 ) 0 1>\n" VERT_12, TRIS,
            "\n\tnumweights 3\n\tweight 0 0 0.5 ( 0 0 0 )\n" WEIGHT_12)),
    FINE("weight-sum", "rounded", "the biases of a vertex add up to less than 1 by at most a rounding error",
        OF_WEIGHT_0("weight 0 0 0.9991 ( 0 0 0 )")),
    BAD("vert-unused", "last", "no triangle uses a vertex", "verts[3]",
        OF_VERTS("numverts 4\n" VERT_0 VERT_12 "\t<vert 3 ( 1 1 ) 0 1>\n")),
    FINE("vert-unused", "fan", "a triangle uses each vertex",
        BLOCK(HEAD, "\n\tnumverts 4\n" VERT_0 VERT_12 "\tvert 3 ( 1 1 ) 0 1\n",
            "\n\tnumtris 2\n\ttri 0 0 1 2\n\ttri 1 0 2 3\n", WEIGHTS)),
    BAD("mesh-empty", "no-triangle", "a mesh has nothing to draw", "",
        "<mesh> {\n" HEAD VERTS "\n\tnumtris 0\n" WEIGHTS "}"),
    BAD("mesh-empty", "no-vertex", "a mesh has nothing to draw", "",
        "<mesh> {\n" HEAD "\n\tnumverts 0\n\n\tnumtris 0\n\n\tnumweights 0\n}"),
    FINE("mesh-empty", "triangle", "the smallest mesh", OF_HEAD(HEAD)),
    BAD("weight-unused", "last", "no vertex uses a weight", "weights[3]",
        OF_WEIGHTS("numweights 4\n" WEIGHT_0 WEIGHT_12 "\t<weight 3 0 1 ( 0 0 0 )>\n")),
    FINE("weight-unused", "zero", "a vertex uses a weight with bias 0",
        BLOCK(HEAD, "\n\tnumverts 3\n" VERT_0 "\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 2\n", TRIS,
            "\n\tnumweights 4\n" WEIGHT_0 WEIGHT_12 "\tweight 3 1 0 ( 0 0 0 )\n"),
        .knobs = "joints=2..24"),
    BAD("tri-degenerate", "corners", "two corners of a triangle are equal", "tris[1]",
        OF_TRIS("numtris 2\n\ttri 0 0 1 2\n\t<tri 1 1 2 1>\n")),
    FINE("tri-degenerate", "other-side", "a triangle is repeated with its other side",
        OF_TRIS("numtris 2\n\ttri 0 0 1 2\n\ttri 1 0 2 1\n")),
    BAD("tri-duplicate", "turned", "a triangle is repeated, with its corners rotated", "tris[1]",
        OF_TRIS("numtris 2\n\ttri 0 0 1 2\n\t<tri 1 2 0 1>\n")),
    FINE("tri-duplicate", "other-side", "a triangle is repeated with its other side",
        OF_TRIS("numtris 2\n\ttri 0 0 1 2\n\ttri 1 2 1 0\n")),
    BAD("vert-joint-repeated", "two", "two weights of a vertex are on the same joint", "verts[2]",
        BLOCK(HEAD, "\n\tnumverts 3\n" VERT_0 "\tvert 1 ( 1 0 ) 1 1\n\t<vert 2 ( 0 1 ) 2 2>\n", TRIS,
            "\n\tnumweights 4\n" WEIGHT_0
            "\tweight 1 0 1 ( 1 0 0 )\n\tweight 2 0 0.25 ( 0 1 0 )\n\tweight 3 0 0.75 ( 0 1 0 )\n")),
    FINE("vert-joint-repeated", "other-vertex", "weights of two vertices are on the same joint",
        BLOCK(HEAD, "\n\tnumverts 3\n" VERT_0 "\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 2\n", TRIS,
            "\n\tnumweights 4\n" WEIGHT_0
            "\tweight 1 0 1 ( 1 0 0 )\n\tweight 2 0 0.25 ( 0 1 0 )\n\tweight 3 1 0.75 ( 0 1 0 )\n"),
        .knobs = "joints=2..24"),
    BAD("vert-weight-limit", "5", "a vertex has more weights than some readers support", "verts[3]",
        MANY("<vert 3 ( 1 1 ) 3 5>", "\tweight 7 4 0 ( 0 0 0 )\n", "8"), .knobs = "joints=5..24"),
    FINE("vert-weight-limit", "4", "a vertex has as many weights as all readers support",
        MANY("vert 3 ( 1 1 ) 3 4", "", "7"), .knobs = "joints=5..24"),

    /* Rules on the content, which are checked in files without an error */
    BAD("winding", "inward", "a closed model is seen from inside", "tris[0]", CUBE(INWARD, "<tri 0 0 3 2>"),
        .knobs = "meshes=1"),
    FINE("winding", "outward", "a closed model has clockwise triangles, as id's engine draws them",
        CUBE(OUTWARD, "tri 0 0 2 3"), .knobs = "meshes=1"),
    FINE("winding", "open", "a box without lid faces inwards, which is allowed: an open box has no inside",
        BLOCK(HEAD, CUBE_VERTS, CUBE_TRIS(INWARD, "10", "tri 0 0 3 2", ""), CUBE_WEIGHTS),
        .knobs = "meshes=1"),
    BAD("weights-apart", "eight", "the weights of all vertices give different positions", "verts[0]",
        FAR_BLOCK("<vert 0 ( 0 0 ) 0 2>", "0.5", "0.5"), .knobs = "meshes=1 joints=2..24"),
    FINE("weights-apart", "seven", "fewer than 8 vertices have several weights, which is too few to compare",
        FAR_BLOCK("vert 0 ( 0 0 ) 0 2", "0.96", "0.04"), .knobs = "meshes=1 joints=2..24"),

    /* Rules that meshes share with animations */
    BAD("unexpected-token", "no-shader", lost, "", "mesh {\n\t<numverts> 0\n}"),
    BAD("unexpected-token", "no-word", lost, "", OF_VERT_0("<0> ( 0 0 ) 0 1")),
    BAD("unexpected-token", "no-corner", lost, "tris[0].corners[2]",
        START VERTS "\n\tnumtris 1\n\ttri 0 0 1\n\n\t<numweights> 0\n}"),
    BAD("unexpected-token", "no-bias", lost, "weights[2]", OF_WEIGHT_2("weight 2 0 <(> 0 1 0 )")),
    BAD("unexpected-token", "three-numbers", "a vertex has three texture coordinates", "verts[0]",
        OF_VERT_0("vert 0 ( 0 0 <0> ) 0 1")),
    BAD("unexpected-token", "name-after", "the name comes after the shader", "",
        START "\t<name> \"a\"\n" VERTS TRIS WEIGHTS "}"),
    BAD("unexpected-token", "order", "the triangles come before the vertices", "",
        START "\n\t<numtris> 1\n\ttri 0 0 1 2\n" VERTS WEIGHTS "}"),
    CUT("truncated", "head", inside, "", "mesh {\n<>"),
    CUT("truncated", "vert", inside, "verts[0]", START "\n\tnumverts 3\n\tvert 0 ( 0 <>"),
    CUT("truncated", "vector", inside, "weights[0].position",
        START VERTS TRIS "\n\tnumweights 3\n\tweight 0 0 1 ( 0 0<>"),
    CUT("truncated", "no-brace", inside, "",
        START VERTS TRIS "\n\tnumweights 1\n\tweight 0 0 1 ( 0 0 0 )\n<>"),
    CUT("comment-unterminated", "block", "an unterminated comment swallows the rest of the file", "",
        START VERTS "\t</* numtris>"),
    BAD("string-unterminated", "shader", "a string has no closing quote on its line", "",
        "mesh {\n\tshader <\"a>\n" VERTS TRIS WEIGHTS "}"),
    BAD("number", "coordinate", "a value is not a number", "verts[0].v", OF_VERT_0("vert 0 ( 0 <nan> ) 0 1")),
    BAD("number", "bias", "a value is not a number", "weights[2].bias",
        OF_WEIGHT_2("weight 2 0 <1.f> ( 0 1 0 )")),
    BAD("decimal-comma", "position", "a number has a comma instead of a decimal point",
        "weights[2].position.x", OF_WEIGHT_2("weight 2 0 1 ( <0,5> 1,5 0 )")),
    BAD("number-wraps", "position", "id's reader takes the number modulo 2^32", "weights[2].position.y",
        OF_WEIGHT_2("weight 2 0 1 ( 0 <4294967296> 0 )")),
    BAD("number-range", "coordinate", "a number is infinite as a float32", "verts[0].u",
        OF_VERT_0("vert 0 ( <1234567890123456789012345678901234567890.> 0 ) 0 1")),
    BAD("number-exponent", "bias", "a number has an exponent, at which some readers split it",
        "weights[2].bias", OF_WEIGHT_2("weight 2 0 <1e0> ( 0 1 0 )")),
    BAD("number-size", "coordinate", "a spelling of a number that makes readers hang", "verts[0].u",
        OF_VERT_0("vert 0 ( <18446744073709551616.> 0 ) 0 1")),
    BAD("keyword-comment", "vert", "id's reader takes the comment as part of the keyword",
        "comment-block:verts[0] verts[0]", OF_VERT_0("vert<</*> */> 0 ( 0 0 ) 0 1")),
    BAD("comment-slash", "tri", "id's reader ends the comment at /*/, other readers do not",
        "tris[0].corners[0]", OF_TRI("tri 0 </*/> 0 1 2")),
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
