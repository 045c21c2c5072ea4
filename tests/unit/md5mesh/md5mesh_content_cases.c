/* Cases of rules on the content of a mesh: weights-apart and winding. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/md5/md5_cases.h"
#include "tests/unit/support/stream_text.h"
#include "validators/lint_bytes.h"
#include "validators/md5mesh/md5mesh.h"
#include "validators/registry.h"

#define FILE_OF(meshes, chest, blocks)                                                                       \
    "MD5Version 10\ncommandline \"\"\n\nnumJoints 2\nnumMeshes " meshes "\n\njoints {\n"                     \
    "\t\"hips\" -1 ( 0 0 0 ) ( 0 0 0 )\n\t\"chest\" 0 " chest "\n}\n\n" blocks

/* A closed cube. Each vertex has a weight on each joint. */
#define BLOCK(tris, weights)                                                                                 \
    "mesh {\n\tshader \"skin\"\n\n\tnumverts 8\n\tvert 0 ( 0 0 ) 0 2\n\tvert 1 ( 0 0 ) 2 2\n"                \
    "\tvert 2 ( 0 0 ) 4 2\n\tvert 3 ( 0 0 ) 6 2\n\tvert 4 ( 0 0 ) 8 2\n\tvert 5 ( 0 0 ) 10 2\n"              \
    "\tvert 6 ( 0 0 ) 12 2\n\tvert 7 ( 0 0 ) 14 2\n\n\tnumtris 12\n" tris "\n\tnumweights 16\n" weights      \
    "}\n"
#define OUT(i, a, b, c) "\ttri " #i " " #a " " #b " " #c "\n"
#define IN(i, a, b, c)  OUT(i, a, c, b)
#define TRIS(T)                                                                                              \
    T(0, 0, 2, 3)                                                                                            \
    T(1, 0, 3, 1)                                                                                            \
    T(2, 4, 5, 7)                                                                                            \
    T(3, 4, 7, 6)                                                                                            \
    T(4, 0, 1, 5)                                                                                            \
    T(5, 0, 5, 4) T(6, 2, 6, 7) T(7, 2, 7, 3) T(8, 0, 4, 6) T(9, 0, 6, 2) T(10, 1, 3, 7) T(11, 1, 7, 5)
#define PAIR(first, second, one, other)                                                                      \
    "\tweight " #first " 0 0.5 ( " one " )\n\tweight " #second " 1 0.5 ( " other " )\n"
#define SAME(first, second, at) PAIR(first, second, at, at)
#define WEIGHTS(low, high)                                                                                   \
    SAME(0, 1, "0 0 " low)                                                                                   \
    SAME(2, 3, "0 0 " high)                                                                                  \
    SAME(4, 5, "0 10 " low)                                                                                  \
    SAME(6, 7, "0 10 " high)                                                                                 \
    SAME(8, 9, "10 0 " low)                                                                                  \
    SAME(10, 11, "10 0 " high) SAME(12, 13, "10 10 " low) SAME(14, 15, "10 10 " high)
#define STILL "( 0 0 0 ) ( 0 0 0 )"

/* The weights on the second joint are right if that joint is turned by 90 degrees about z. */
#define TURNED                                                                                               \
    PAIR(0, 1, "0 0 0", "0 0 0")                                                                             \
    PAIR(2, 3, "0 0 10", "0 0 10")                                                                           \
    PAIR(4, 5, "0 10 0", "-10 0 0")                                                                          \
    PAIR(6, 7, "0 10 10", "-10 0 10")                                                                        \
    PAIR(8, 9, "10 0 0", "0 10 0")                                                                           \
    PAIR(10, 11, "10 0 10", "0 10 10")                                                                       \
    PAIR(12, 13, "10 10 0", "-10 10 0") PAIR(14, 15, "10 10 10", "-10 10 10")
#define TURNED_TO(chest) FILE_OF("1", chest, BLOCK(TRIS(OUT), TURNED))

#define MOVED_TO(at)  "\"chest\" 0 ( 0 0 0 )", "\"chest\" 0 ( " at " )"
#define MARKED_VERT   "vert 0 ( 0 0 ) 0 2", "<vert 0 ( 0 0 ) 0 2>"
#define MARKED_TRI    "tri 0 0 3 2", "<tri 0 0 3 2>"
#define WEIGHT(i, at) "weight " #i " 1 0.5 ( " at " )", "weight " #i " 1 0.5 ( 9 9 9 )"

static const char text[] = FILE_OF("1", STILL, BLOCK(TRIS(OUT), WEIGHTS("0", "10")));
static const char after_empty[] = FILE_OF("2", STILL,
    "mesh {\n\tshader \"none\"\n\n\tnumverts 0\n\n\tnumtris 0\n\n\tnumweights 0\n}\n\n" BLOCK(
        TRIS(IN), WEIGHTS("0", "10")));
static const char flat[] = FILE_OF("1", STILL, BLOCK(TRIS(IN), WEIGHTS("5", "5")));
static const char inward[] = FILE_OF("1", STILL, BLOCK(TRIS(IN), WEIGHTS("0", "10")));

/* A cube that faces inwards around a box that faces outwards. If the box is 5.385 high, the difference of the two volumes is 0.3
   of their sum. */
static const char thin[] =
    FILE_OF("2", STILL, BLOCK(TRIS(IN), WEIGHTS("0", "10")) BLOCK(TRIS(OUT), WEIGHTS("2.31", "7.69")));
static const char thick[] =
    FILE_OF("2", STILL, BLOCK(TRIS(IN), WEIGHTS("0", "10")) BLOCK(TRIS(OUT), WEIGHTS("2.3", "7.7")));

static const md5_case cases[] = {
    /* Weights that do not meet */
    SAYS("weights-apart", "weights in model space", "meshes[0].verts[0]",
        "joint \"hips\" and joint \"chest\" place it 10 apart, 58% of the model's size; 8 of the 8 vertices "
        "with several "
        "weights are like this, so the model is crumpled; likely cause: the weights are in model space",
        MOVED_TO("10 0 0"), MARKED_VERT),
    FIRES("weights-apart", "the distance is just over 5% of the diagonal", "meshes[0].verts[0]",
        MOVED_TO("0.86603 0 0"), MARKED_VERT),
    QUIET(
        "weights-apart", "near miss: the distance is just under 5% of the diagonal", MOVED_TO("0.86602 0 0")),
    SAYS("weights-apart",
        "weights of 5 of 8 vertices are apart, not of vertex 0: the first of the five is reported",
        "meshes[0].verts[1]", "5 of the 8 vertices", "vert 1 ( 0 0 ) 2 2", "<vert 1 ( 0 0 ) 2 2>",
        WEIGHT(3, "0 0 10"), WEIGHT(5, "0 10 0"), WEIGHT(7, "0 10 10"), WEIGHT(9, "10 0 0"),
        WEIGHT(11, "10 0 10")),
    QUIET("weights-apart", "near miss: weights of 4 of 8 vertices are apart", WEIGHT(3, "0 0 10"),
        WEIGHT(5, "0 10 0"), WEIGHT(7, "0 10 10"), WEIGHT(9, "10 0 0")),
    QUIET("weights-apart", "near miss: only 7 vertices have two weights with a bias above 0.05",
        MOVED_TO("10 0 0"), "weight 0 0 0.5", "weight 0 0 0.9501", "weight 1 1 0.5", "weight 1 1 0.0499"),
    FIRES("weights-apart", "a bias of 0.05 is more than 0.05 as a float32", "meshes[0].verts[0]",
        MOVED_TO("10 0 0"), MARKED_VERT, "weight 0 0 0.5", "weight 0 0 0.95", "weight 1 1 0.5",
        "weight 1 1 0.05"),
    CASE("weights-apart", "near miss: the file has an error",
        { MOVED_TO("10 0 0"), "tri 11 1 7 5", "tri 11 1 7 <8>" },
        { "tri-vertex-range", "meshes[0].tris[11].corners[2]" }),
    CASE("weights-apart", "the quaternion of a joint is conjugated",
        { "vert 2 ( 0 0 ) 4 2", "<vert 2 ( 0 0 ) 4 2>" }, { "weights-apart", "meshes[0].verts[2]" },
        .says = "likely cause: the joints' quaternions are conjugated",
        .text = TURNED_TO("( 0 0 0 ) ( 0 0 -0.70710678 )")),
    CASE("weights-apart", "the joints were moved, the weights were not", { MARKED_VERT },
        { "weights-apart", "meshes[0].verts[0]" }, .says = "likely cause: weights or joints of another model",
        .text = TURNED_TO("( 5 5 5 ) ( 0 0 -0.70710678 )")),
    CASE("weights-apart", "near miss: the joint has the orientation that the weights belong to", { NULL },
        { NULL }, .text = TURNED_TO("( 0 0 0 ) ( 0 0 0.70710678 )")),

    /* Triangles that face inwards */
    CASE("winding", NULL, { MARKED_TRI }, { "winding", "meshes[0].tris[0]" },
        .says = "faces inwards, as do most of the 12 triangles of this closed model", .text = inward),
    CASE("winding", "two vertices at one position are one point",
        { MARKED_TRI, "numverts 8", "numverts 9", "\tvert 7 ( 0 0 ) 14 2\n",
            "\tvert 7 ( 0 0 ) 14 2\n\tvert 8 ( 1 1 ) 0 2\n", "tri 8 0 6 4", "tri 8 8 6 4" },
        { "winding", "meshes[0].tris[0]" }, .text = inward),
    CASE("winding", "one triangle is missing: 3 of 33 sides are open",
        { MARKED_TRI, "numtris 12", "numtris 11", "\ttri 11 1 5 7\n", "" },
        { "winding", "meshes[0].tris[0]" }, .text = inward),
    CASE("winding", "near miss: two triangles are missing: 4 of 30 sides are open",
        { "numtris 12", "numtris 10", "\ttri 11 1 5 7\n", "", "\ttri 10 1 7 3\n", "" }, { NULL },
        .text = inward),
    CASE("winding", "two blocks: the inward volume exceeds the outward one by 0.3004 of their sum",
        { MARKED_TRI }, { "winding", "meshes[0].tris[0]" }, .says = "of the 24 triangles", .text = thin),
    CASE("winding", "the first block has no triangles",
        { "mesh {\n\tshader \"none", "<mesh> {\n\tshader \"none", MARKED_TRI },
        { "mesh-empty", "meshes[0]", "winding", "meshes[1].tris[0]" }, .text = after_empty),
    CASE("winding", "near miss: the inward volume exceeds the outward one by 0.2987 of their sum", { NULL },
        { NULL }, .text = thick),
    CASE("winding", "near miss: the model is flat, so that it has no volume", { NULL }, { NULL },
        .text = flat),
    CASE("winding", "near miss: the file has an error", { "tri 11 1 5 7", "tri 11 1 5 <8>" },
        { "tri-vertex-range", "meshes[0].tris[11].corners[2]" }, .text = inward),
};

MD5_CHECKED_TABLE(md5mesh_content, md5mesh_content_table, "md5mesh", text, cases)

/* Returns the number of checks that lint skips if the settings turn weights-apart off. */
static size_t count_skipped_checks_if_weights_apart_is_off(ap_view input, ap_arena *arena)
{
    static ap_rule_settings off;
    ap_findings own;
    ap_lint_result result;
    ap_rule_settings_init_all(&off);
    cr_assert_eq(ap_rule_settings_set_level(&off, "md5mesh/weights-apart", AP_OFF), 1);
    ap_findings_init(&own, arena, &off, 0, 0);
    ap_lint_as(&ap_md5mesh_format, input, NULL, &own, &result);
    return own.skipped_checks;
}

/* weights-apart compares at most 2^24 pairs of weights, then the check is skipped. If the rule is off, nothing is compared. */
Test(md5mesh_content, comparisons_of_too_many_weights_are_skipped)
{
    /* numbers of weights of the vertices: w weights are w (w - 1) / 2 pairs, together 2^24; the last vertex adds 1 pair */
    static const int weights[] = { 2048, 2048, 2048, 2048, 2048, 2048, 2048, 2048, 128, 11, 4, 3, 2 };
    enum { VERTS = sizeof weights / sizeof *weights, WEIGHTS = 2048 + VERTS };
    for (int more = 0; more < 2; more++) {
        const int verts = VERTS - 1 + more;
        FILE *stream = open_text_stream();
        fputs("MD5Version 10\ncommandline \"\"\nnumJoints 1\nnumMeshes 1\njoints {\n\t\"a\" -1 ( 0 0 0 ) ( 0 "
              "0 0 )\n}\n"
              "mesh {\n\tshader \"a\"\n",
            stream);
        fprintf(stream, "\tnumverts %d\n", verts);
        for (int i = 0; i < verts; i++)
            fprintf(stream, "\tvert %d ( 0 0 ) %d %d\n", i, i, weights[i]);
        fprintf(stream, "\tnumtris 1\n\ttri 0 0 1 2\n\tnumweights %d\n", WEIGHTS);
        for (int i = 0; i < WEIGHTS; i++)
            fprintf(stream, "\tweight %d 0 0.1 ( %d 0 0 )\n", i, i);
        fputs("}\n", stream);
        AT_END(lint_end) lint_run run;
        const ap_view input = text_view(close_text_stream(NULL));
        lint_begin(&run, &ap_md5mesh_format, input, NULL);
        cr_expect_eq(
            run.findings.skipped_checks, (size_t)more, "%zu checks skipped", run.findings.skipped_checks);
        cr_expect_eq(count_skipped_checks_if_weights_apart_is_off(input, &run.arena), 0);
    }
}
