/* The figures of a mesh: counts, weights per vertex, materials, and the box around its vertices. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "validators/figure.h"
#include "validators/md5mesh/md5mesh_skin.h"
#include "validators/md5mesh/md5mesh_source.h"
#include "validators/services/export/md5_gltf.h"

enum {
    BYTES,
    JOINTS,
    MESHES,
    VERTICES,
    TRIANGLES,
    WEIGHTS,
    INFLUENCES,
    MEAN_INFLUENCES,
    MATERIALS,
    EXTENT_X,
    EXTENT_Y,
    EXTENT_Z,
    FIGURES
};

typedef struct measurement {
    ap_md5mesh_file *file;
    ap_md5_placement *joints; /* the bind pose */
    ap_view *shaders;         /* shader of each mesh block */
    ap_md5mesh_box box;
    size_t named_weights;      /* sum of the weight counts of all vertices, which may share weights */
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

static void measure_block(measurement *m, const ap_md5mesh_block *block, double figures[FIGURES])
{
    size_t most;
    const size_t named = ap_md5_gltf_sum_weight_counts(block, &most);
    figures[VERTICES] += (double)block->vert_count;
    figures[TRIANGLES] += (double)block->tri_count;
    figures[WEIGHTS] += (double)block->weight_count;
    m->named_weights += named;
    if (named > 0) /* without weights, `most` is 1 */
        figures[INFLUENCES] = fmax(figures[INFLUENCES], (double)most);
    m->has_too_many_weights = m->has_too_many_weights || !ap_md5_gltf_is_weight_sum_allowed(block, named);
    if (!m->has_too_many_weights)
        ap_md5mesh_extend_box_by_block(&m->box, block, m->joints);
}

static bool measure_blocks(measurement *m, double figures[FIGURES])
{
    ap_md5mesh_source *source = &m->file->source;
    ap_md5mesh_block block;
    for (size_t i = 0; i < m->file->mesh.mesh_count; i++) {
        if (!source->block(source, i, &block))
            return false;
        measure_block(m, &block, figures);
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

static const double *measure_mesh(ap_view input, const ap_lint_options *options, ap_arena *arena)
{
    measurement m;
    double *figures = ap_alloc_array(arena, FIGURES, sizeof *figures);
    (void)options;
    if (figures == NULL || !begin_measuring(&m, input, arena) || !measure_blocks(&m, figures))
        return NULL;
    const bool has_box = !m.has_too_many_weights && figures[VERTICES] > 0;
    figures[BYTES] = (double)input.size;
    figures[JOINTS] = (double)m.file->mesh.joint_count;
    figures[MESHES] = (double)m.file->mesh.mesh_count;
    figures[MEAN_INFLUENCES] =
        figures[VERTICES] > 0 ? (double)m.named_weights / figures[VERTICES] : (double)NAN;
    figures[MATERIALS] = (double)count_materials(m.shaders, m.file->mesh.mesh_count);
    for (size_t axis = 0; axis < 3; axis++)
        figures[EXTENT_X + axis] = has_box ? m.box.max[axis] - m.box.min[axis] : (double)NAN;
    return figures;
}

static const ap_figure rows[] = {
    [BYTES] = AP_FIGURE_BYTES,
    [JOINTS] = { "joints", "", "joints of the bind pose", false, false },
    [MESHES] = { "meshes", "", "meshes of the file", true, false },
    [VERTICES] = { "vertices", "", "vertices of all meshes", true, false },
    [TRIANGLES] = { "triangles", "", "triangles of all meshes", true, false },
    [WEIGHTS] = { "weights", "", "weights of all meshes", true, true },
    [INFLUENCES] = { "influences", "", "most weights of one vertex", false, false },
    [MEAN_INFLUENCES] = { "mean-influences", "", "mean number of weights of a vertex", false, true },
    [MATERIALS] = { "materials", "", "different shaders", false, false },
    [EXTENT_X] = { "extent-x", "units", "length along x of the box around all vertices in the bind pose",
        false, true },
    [EXTENT_Y] = { "extent-y", "units", "length along y of the box around all vertices in the bind pose",
        false, true },
    [EXTENT_Z] = { "extent-z", "units", "length along z of the box around all vertices in the bind pose",
        false, true },
};

const ap_figure_table ap_md5mesh_figures = { rows, sizeof rows / sizeof *rows, measure_mesh };
