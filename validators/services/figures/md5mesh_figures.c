/* The figures of a mesh: counts, weights per vertex, materials, and the box around its vertices. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "validators/figure.h"
#include "validators/md5mesh/md5mesh_skin.h"
#include "validators/md5mesh/md5mesh_source.h"
#include "validators/services/export/md5_gltf.h"

typedef struct md5mesh_measurements {
    ap_measurements facts; /* must be the first member */
    size_t joints, meshes, vertices, triangles, weights, materials;
    size_t influences;    /* largest number of weights of one vertex */
    size_t named_weights; /* sum of the weight counts of all vertices, which may share weights */
    double extent[3];
} md5mesh_measurements;

typedef struct measurement {
    ap_md5mesh_file *file;
    ap_md5_placement *joints; /* the bind pose */
    ap_view *shaders;         /* shader of each mesh block */
    ap_md5mesh_box box;
    bool has_too_many_weights; /* the vertices of a mesh share too many weights, so the box is not computed */
} measurement;

static bool begin_measuring(measurement *m, ap_view input, ap_arena *arena)
{
    *m = (measurement){ .file = ap_md5mesh_open_file(input, arena), .box = AP_MD5MESH_EMPTY_BOX };
    if (m->file == NULL)
        return false;
    const ap_md5mesh *mesh = &m->file->mesh;
    m->joints = ap_md5mesh_bind_pose(mesh->joints, mesh->joint_count, arena);
    m->shaders = ap_alloc_array(arena, mesh->mesh_count, sizeof *m->shaders);
    return m->joints != NULL && m->shaders != NULL;
}

static void measure_block(measurement *m, const ap_md5mesh_block *block, md5mesh_measurements *facts)
{
    size_t most;
    const size_t named = ap_md5_gltf_sum_weight_counts(block, &most);
    facts->vertices += block->vert_count;
    facts->triangles += block->tri_count;
    facts->weights += block->weight_count;
    facts->named_weights += named;
    if (named > 0 && most > facts->influences) /* without weights, `most` is 1 */
        facts->influences = most;
    m->has_too_many_weights = m->has_too_many_weights || !ap_md5_gltf_is_weight_sum_allowed(block, named);
    if (!m->has_too_many_weights)
        ap_md5mesh_extend_box_by_block(&m->box, block, m->joints);
}

static bool measure_blocks(measurement *m, md5mesh_measurements *facts)
{
    ap_md5mesh_source *source = &m->file->source;
    ap_md5mesh_block block;
    for (size_t i = 0; i < m->file->mesh.mesh_count; i++) {
        if (!source->block(source, i, &block))
            return false;
        measure_block(m, &block, facts);
        m->shaders[i] = block.shader;
    }
    return ap_md5_read_to_end_without_error(&m->file->reader.stream);
}

static int compare_shaders(const void *one, const void *other)
{
    const ap_view *a = one, *b = other;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return a->size == 0 ? 0 : memcmp(a->bytes, b->bytes, a->size);
}

/* Returns the number of different shaders. Sorts the list. */
static size_t count_materials(ap_view *shaders, size_t count)
{
    size_t materials = count > 0;
    qsort(shaders, count, sizeof *shaders, compare_shaders);
    for (size_t i = 1; i < count; i++)
        materials += compare_shaders(&shaders[i - 1], &shaders[i]) != 0;
    return materials;
}

static const ap_measurements *measure_mesh(ap_view input, const ap_lint_options *options, ap_arena *arena)
{
    measurement m;
    md5mesh_measurements *facts = ap_alloc(arena, sizeof *facts);
    (void)options;
    if (facts == NULL || !begin_measuring(&m, input, arena) || !measure_blocks(&m, facts))
        return NULL;
    facts->facts.input = input;
    facts->joints = m.file->mesh.joint_count;
    facts->meshes = m.file->mesh.mesh_count;
    facts->materials = count_materials(m.shaders, facts->meshes);
    for (size_t axis = 0; axis < 3; axis++)
        facts->extent[axis] =
            m.has_too_many_weights || facts->vertices == 0 ? (double)NAN : m.box.max[axis] - m.box.min[axis];
    return &facts->facts;
}

static double mean_influences(const ap_measurements *facts)
{
    const md5mesh_measurements *mesh = (const md5mesh_measurements *)facts;
    return mesh->vertices == 0 ? (double)NAN : (double)mesh->named_weights / (double)mesh->vertices;
}

AP_FIGURE_OF(md5mesh_measurements, joints, joints)
AP_FIGURE_OF(md5mesh_measurements, meshes, meshes)
AP_FIGURE_OF(md5mesh_measurements, vertices, vertices)
AP_FIGURE_OF(md5mesh_measurements, triangles, triangles)
AP_FIGURE_OF(md5mesh_measurements, weights, weights)
AP_FIGURE_OF(md5mesh_measurements, influences, influences)
AP_FIGURE_OF(md5mesh_measurements, materials, materials)
AP_FIGURE_OF(md5mesh_measurements, extent_x, extent[0])
AP_FIGURE_OF(md5mesh_measurements, extent_y, extent[1])
AP_FIGURE_OF(md5mesh_measurements, extent_z, extent[2])

static const ap_figure rows[] = {
    AP_FIGURE_BYTES,
    { "joints", "", "joints of the bind pose", joints, false, false },
    { "meshes", "", "meshes of the file", meshes, true, false },
    { "vertices", "", "vertices of all meshes", vertices, true, false },
    { "triangles", "", "triangles of all meshes", triangles, true, false },
    { "weights", "", "weights of all meshes", weights, true, true },
    { "influences", "", "most weights of one vertex", influences, false, false },
    { "mean-influences", "", "mean number of weights of a vertex", mean_influences, false, true },
    { "materials", "", "different shaders", materials, false, false },
    { "extent-x", "units", "length along x of the box around all vertices in the bind pose", extent_x, false,
        true },
    { "extent-y", "units", "length along y of the box around all vertices in the bind pose", extent_y, false,
        true },
    { "extent-z", "units", "length along z of the box around all vertices in the bind pose", extent_z, false,
        true },
};

const ap_figure_table ap_md5mesh_figures = { rows, sizeof rows / sizeof *rows, measure_mesh };
