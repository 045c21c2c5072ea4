/* Limits of exported meshes: documents have at most 65535 joints. Documents and tables repeat the weights of a mesh for each
   vertex, but write at most 64 times as many values as the mesh has vertices and weights. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/export/export_case.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_sample.h"

typedef struct shared_weights {
    size_t joints, verts, weights;
    size_t
        each; /* number of weights of each vertex except the last; the weights of all vertices start at weight 0 of the mesh */
    size_t last; /* number of weights of the last vertex */
} shared_weights;

static ap_view write_mesh_of_shared_weights(const shared_weights *shared)
{
    FILE *stream = open_text_stream();
    fprintf(stream, "MD5Version 10\ncommandline \"\"\n\nnumJoints %zu\nnumMeshes 1\n\njoints {\n",
        shared->joints);
    for (size_t i = 0; i < shared->joints; i++)
        fprintf(stream, "\t\"%zx\" %d ( 0 0 0 ) ( 0 0 0 )\n", i, i == 0 ? -1 : 0);
    fprintf(stream, "}\n\nmesh {\n\tshader \"a\"\n\n\tnumverts %zu\n", shared->verts);
    for (size_t i = 0; i < shared->verts; i++)
        fprintf(stream, "\tvert %zu ( 0 0 ) 0 %zu\n", i, i + 1 < shared->verts ? shared->each : shared->last);
    fprintf(stream, "\n\tnumtris 0\n\n\tnumweights %zu\n", shared->weights);
    for (size_t i = 0; i < shared->weights; i++)
        fprintf(stream, "\tweight %zu %zu 1 ( 0 0 0 )\n", i, i % shared->joints);
    fputs("}\n", stream);
    return text_view(close_text_stream(NULL));
}

static void expect_weights_exported(const shared_weights *shared, bool converted, bool in_table)
{
    static const char why[] =
        "the vertices of a mesh share too many weights: glTF repeats them for each vertex, and a document "
        "may repeat weights at most 64 times as often as the mesh has vertices and weights";
    AT_END(export_result_free) export_result result;
    const ap_view text = write_mesh_of_shared_weights(shared), none = { NULL, 0 };
    export_file_in_form(EXPORT_GLTF, "md5mesh", text, none, 0, &result);
    cr_expect_eq(result.complete, converted,
        "%zu verts and %zu weights must be exported exactly within the limit", shared->verts,
        shared->weights);
    cr_expect_eq(result.refused == NULL, converted);
    if (result.refused != NULL)
        cr_expect_str_eq(result.refused, why);
    cr_expect(!result.no_memory);
    export_result_free(&result);
    export_file_in_form(EXPORT_CSV, "md5mesh", text, none, 0, &result);
    cr_expect_eq(result.complete, in_table,
        "%zu verts and %zu weights must be exported exactly within the limit", shared->verts,
        shared->weights);
    cr_expect_eq(result.refused == NULL, in_table);
}

Test(gltf_weights, weights_shared_by_vertices_are_limited)
{
    expect_weights_exported(&(shared_weights){ 1, 128, 128, 128, 128 }, true, true);
    expect_weights_exported(&(shared_weights){ 1, 129, 129, 129, 129 }, false, false);
    expect_weights_exported(&(shared_weights){ 1, 1000, 1, 1, 1 }, true, true);
    expect_weights_exported(&(shared_weights){ 1, 1, 1000, 1, 1000 }, true, true);
}

/* In a document, not in a table, each vertex takes memory for as many joints as the vertex with the most joints. */
Test(gltf_weights, joints_of_the_largest_vertex_are_limited)
{
    expect_weights_exported(&(shared_weights){ 64, 1000, 64, 1, 64 }, true, true);
    expect_weights_exported(&(shared_weights){ 70, 1000, 70, 1, 70 }, false, true);
    expect_weights_exported(&(shared_weights){ 70, 1000, 70, 1, 60 }, true, true);
    expect_weights_exported(&(shared_weights){ 2, 1000, 70, 1, 70 }, true, true);
}

/* Numbers of joints have 16 bits in glTF. */
Test(gltf_weights, more_than_65535_joints_are_refused)
{
#ifdef TEST_IS_SANITIZED
    return; /* 65536 joints take too long in the sanitized program */
#endif
    for (size_t joints = 65535; joints <= 65536; joints++) {
        const shared_weights one = { joints, 1, 1, 1, 1 };
        AT_END(export_result_free) export_result result;
        export_file_in_form(
            EXPORT_GLTF, "md5mesh", write_mesh_of_shared_weights(&one), (ap_view){ NULL, 0 }, 0, &result);
        cr_expect_eq(result.complete, joints == 65535);
        cr_expect(
            result.complete
            || strcmp(result.refused, "the mesh has more than 65535 joints: glTF cannot number them") == 0);
    }
}
