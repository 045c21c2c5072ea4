/* How many weights of a mesh a document or table repeats for its vertices: as many as a file of that size may need, and no more. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "tests/unit/export/export_case.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/stream_text.h"

typedef struct shared_weights {
    size_t joints, verts, weights;
    size_t each; /* the weights of each vertex but the last: the first ones of the mesh */
    size_t last; /* the weights of the last vertex */
} shared_weights;

static ap_view mesh_text(const shared_weights *shared)
{
    FILE *stream = written_begin();
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
    return text_view(written_end(NULL));
}

static void expect_shared(const shared_weights *shared, bool converted, bool in_table)
{
    static const char why[] = "the vertices of a mesh share too many weights: glTF repeats them for each "
                              "vertex, and at most 64 times as "
                              "many values as the mesh has vertices and weights are written";
    exported made;
    const ap_view text = mesh_text(shared), none = { NULL, 0 };
    export_as(EXPORT_GLTF, "md5mesh", text, none, 0, &made);
    cr_expect_eq(made.whole, converted, "%zu verts, %zu weights", shared->verts, shared->weights);
    cr_expect_eq(made.refused == NULL, converted);
    if (made.refused != NULL)
        cr_expect_str_eq(made.refused, why);
    cr_expect(!made.no_memory);
    export_free(&made);
    export_as(EXPORT_CSV, "md5mesh", text, none, 0, &made);
    cr_expect_eq(made.whole, in_table, "%zu verts, %zu weights", shared->verts, shared->weights);
    cr_expect_eq(made.refused == NULL, in_table);
    export_free(&made);
}

Test(gltf_weights, vertices_that_name_the_same_weights)
{
    expect_shared(&(shared_weights){ 1, 128, 128, 128, 128 }, true, true);
    expect_shared(&(shared_weights){ 1, 129, 129, 129, 129 }, false, false);
    expect_shared(&(shared_weights){ 1, 1000, 1, 1, 1 }, true, true);
    expect_shared(&(shared_weights){ 1, 1, 1000, 1, 1000 }, true, true);
}

/* Each vertex has room for as many joints as the one that has the most. */
Test(gltf_weights, one_vertex_with_many_joints)
{
    expect_shared(&(shared_weights){ 64, 1000, 64, 1, 64 }, true, true);
    expect_shared(&(shared_weights){ 70, 1000, 70, 1, 70 }, false, true);
    expect_shared(&(shared_weights){ 70, 1000, 70, 1, 60 }, true, true);
    expect_shared(&(shared_weights){ 2, 1000, 70, 1, 70 }, true, true);
}
