/* Defects of the text of a .md5mesh's blocks: what the rules that it shares with the animation find there. */
#include "corpus/defect/defect_rows.h"
#include "corpus/md5mesh/md5mesh_apply.h"
#include "corpus/md5mesh/md5mesh_defects.h"

#define FORMAT "md5mesh"
#define BAD(rule_name, what, words, ...)                                                                     \
    AP_CHANGE(rule_name, what, words, ap_md5_run, AP_MD5_BY(ap_md5mesh_apply_block), __VA_ARGS__)

/* The file ends in the block. */
#define CUT(rule_name, what, words, where, text) BAD(rule_name, what, words, where, text, 1)

#define HEAD  "mesh {\n\tshader \"a\"\n"
#define VERTS "\n\tnumverts 3\n\tvert 0 ( 0 0 ) 0 1\n\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 1\n"
#define TRIS  "\n\tnumtris 1\n\ttri 0 0 1 2\n"
#define WEIGHTS                                                                                              \
    "\n\tnumweights 3\n\tweight 0 0 1 ( 0 0 0 )\n\tweight 1 0 1 ( 1 0 0 )\n\tweight 2 0 1 ( 0 1 0 )\n}"
#define VERT_0(vert)                                                                                         \
    HEAD "\n\tnumverts 3\n\t" vert "\n\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 1\n" TRIS WEIGHTS
#define TRI(tri) HEAD VERTS "\n\tnumtris 1\n\t" tri "\n" WEIGHTS
#define WEIGHT_2(weight)                                                                                     \
    HEAD VERTS TRIS "\n\tnumweights 3\n\tweight 0 0 1 ( 0 0 0 )\n\tweight 1 0 1 ( 1 0 0 )\n\t" weight "\n}"

static const char cut[] = "the file ends inside the grammar";
static const char lost[] = "something that the grammar needs is missing";
static const char layout[] = "readers that go line by line lose it";

static const ap_defect defects[] = {
    BAD("unexpected-token", "no-shader", lost, "", "mesh {\n\t<numverts> 0\n}"),
    BAD("unexpected-token", "no-word", lost, "", VERT_0("<0> ( 0 0 ) 0 1")),
    BAD("unexpected-token", "no-corner", lost, "tris[0].corners[2]",
        HEAD VERTS "\n\tnumtris 1\n\ttri 0 0 1\n\n\t<numweights> 0\n}"),
    BAD("unexpected-token", "no-bias", lost, "weights[2]", WEIGHT_2("weight 2 0 <(> 0 1 0 )")),
    BAD("unexpected-token", "three-numbers", "three texture coordinates", "verts[0]",
        VERT_0("vert 0 ( 0 0 <0> ) 0 1")),
    BAD("unexpected-token", "name-after", "the name comes after the shader", "",
        HEAD "\t<name> \"a\"\n" VERTS TRIS WEIGHTS),
    BAD("unexpected-token", "order", "triangles before the vertices", "",
        HEAD "\n\t<numtris> 1\n\ttri 0 0 1 2\n" VERTS WEIGHTS),
    CUT("truncated", "head", cut, "", "mesh {\n<>"),
    CUT("truncated", "vert", cut, "verts[0]", HEAD "\n\tnumverts 3\n\tvert 0 ( 0 <>"),
    CUT("truncated", "vector", cut, "weights[0].position",
        HEAD VERTS TRIS "\n\tnumweights 3\n\tweight 0 0 1 ( 0 0<>"),
    CUT("truncated", "no-brace", cut, "", HEAD VERTS TRIS "\n\tnumweights 1\n\tweight 0 0 1 ( 0 0 0 )\n<>"),
    CUT("comment-unterminated", "block", "the comment takes the rest of the file", "",
        HEAD VERTS "\t</* numtris>"),
    BAD("string-unterminated", "shader", "no quote ends the string on its line", "",
        "mesh {\n\tshader <\"a>\n" VERTS TRIS WEIGHTS),
    BAD("number", "coordinate", "not a number", "verts[0].v", VERT_0("vert 0 ( 0 <nan> ) 0 1")),
    BAD("number", "bias", "not a number", "weights[2].bias", WEIGHT_2("weight 2 0 <1.f> ( 0 1 0 )")),
    BAD("decimal-comma", "position", "a comma for the decimal point", "weights[2].position.x",
        WEIGHT_2("weight 2 0 1 ( <0,5> 1,5 0 )")),
    BAD("number-wraps", "position", "id's reader adds the digits up modulo 2^32", "weights[2].position.y",
        WEIGHT_2("weight 2 0 1 ( 0 <4294967296> 0 )")),
    BAD("number-range", "coordinate", "infinite as a float32", "verts[0].u",
        VERT_0("vert 0 ( <1234567890123456789012345678901234567890.> 0 ) 0 1")),
    BAD("number-exponent", "bias", "some readers split the number", "weights[2].bias",
        WEIGHT_2("weight 2 0 <1e0> ( 0 1 0 )")),
    BAD("number-size", "coordinate", "a spelling that readers hang on", "verts[0].u",
        VERT_0("vert 0 ( <18446744073709551616.> 0 ) 0 1")),
    BAD("keyword-comment", "vert", "to id's reader the comment belongs to the keyword",
        "comment-block:verts[0] verts[0]", VERT_0("vert<</*> */> 0 ( 0 0 ) 0 1")),
    BAD("comment-slash", "tri", "id's reader ends the comment here, others read on", "tris[0].corners[0]",
        TRI("tri 0 </*/> 0 1 2")),
    BAD("comment-block", "weight", "a block comment", "weights[2]",
        WEIGHT_2("weight 2 </* 1 */> 0 1 ( 0 1 0 )")),
    BAD("layout", "entry-on-two-lines", layout, "tris[0]", TRI("<tri 0\n0 1 2>")),
    BAD("layout", "entries-on-a-line", layout, "verts[1]",
        HEAD
        "\n\tnumverts 3\n\tvert 0 ( 0 0 ) 0 1 <vert 1 ( 1 0 ) 1 1>\n\tvert 2 ( 0 1 ) 2 1\n" TRIS WEIGHTS),
    BAD("layout", "count-joined", layout, "", HEAD VERTS "\n\t<numtris\n1>\n\ttri 0 0 1 2\n" WEIGHTS),
    BAD("layout", "parenthesis", layout, "weights[2].position", WEIGHT_2("weight 2 0 1 <(>0 1 0 )")),
    BAD("layout", "shader", layout, "", "mesh {\n\t<shader\n\"a\">\n" VERTS TRIS WEIGHTS),
};

const ap_defect_table ap_md5mesh_text_defects = { defects, sizeof defects / sizeof *defects };
