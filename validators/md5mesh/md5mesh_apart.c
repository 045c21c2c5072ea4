/* Finds models in which the weights of most vertices do not meet: each weight of a vertex gives a position, and in a right model
   all of them give one position. */

#include "core/number/distance.h"
#include "validators/md5mesh/md5mesh_content.h"
#include "validators/md5mesh/md5mesh_stream.h"

/* weights with a smaller bias hardly move a vertex, and are not compared */
static const double least_bias = 0.05;
static const double least_apart_share =
    0.05; /* least distance of positions that are apart, as a share of the model's size */

/* Limit of the pairs of weights that are compared in one pose; 10^7 pairs take 0.1 seconds. A real mesh has
   100,000 pairs. */
#define MOST_COMPARISONS ((size_t)1 << 24)

enum {
    FEWEST_VERTS = 8,
    FEW = 10 /* a cause is likely if it leaves at most a tenth of the vertices apart */
};

/* The positions of the weights of one vertex that are compared. */
typedef struct weight_positions {
    double (*at)[3]; /* positions of the weights; has room for the weights of any vertex */
    int32_t *joints;
    size_t count;
} weight_positions;

/* Statistics of the vertices with two or more compared weights: all of them, and those that are apart. */
typedef struct vertices_apart_and_first {
    size_t all, apart;
    size_t part, vert;  /* block and index of the first vertex that is apart */
    double distance;    /* largest distance between two weights of that vertex */
    int32_t joints[2];  /* the joints of the two weights with that distance */
    size_t comparisons; /* number of distances computed */
} vertices_apart_and_first;

static void compute_positions_of_notable_weights(const ap_md5mesh_block *block, const ap_md5mesh_vert *vert,
    const ap_md5_placement *joints, weight_positions *places)
{
    places->count = 0;
    for (int32_t i = 0; i < vert->weight_count; i++) {
        const ap_md5mesh_weight *weight = &block->weights[vert->first_weight + i];
        if ((double)weight->bias <= least_bias)
            continue;
        places->joints[places->count] = weight->joint;
        ap_md5mesh_weight_position(weight, joints, places->at[places->count++]);
    }
}

/* Returns the largest distance between two positions, and sets *one and *other to the indices of the two in `places`. Returns
   -1 if there are fewer than two. */
static double largest_weight_distance(const weight_positions *places, size_t *one, size_t *other)
{
    double most = -1;
    for (size_t i = 1; i < places->count; i++) {
        for (size_t j = 0; j < i; j++) {
            const double distance = ap_distance(places->at[i], places->at[j]);
            if (distance <= most)
                continue;
            most = distance;
            *one = j;
            *other = i;
        }
    }
    return most;
}

static void count_vertex_and_keep_first_apart(
    vertices_apart_and_first *count, const weight_positions *places, double most, size_t part, size_t vert)
{
    size_t one = 0, other = 0;
    if (places->count < 2)
        return;
    count->all++;
    count->comparisons = ap_saturating_size_sum(count->comparisons, places->count * (places->count - 1) / 2);
    if (count->comparisons > MOST_COMPARISONS)
        return;
    const double distance = largest_weight_distance(places, &one, &other);
    if (distance <= most)
        return;
    if (count->apart++ > 0)
        return;
    count->part = part;
    count->vert = vert;
    count->distance = distance;
    count->joints[0] = places->joints[one];
    count->joints[1] = places->joints[other];
}

/* Counts the vertices with weights that are more than `most` apart in a pose. Stops after MOST_COMPARISONS. */
static vertices_apart_and_first count_vertices_apart_and_keep_first(
    const ap_md5mesh_model *model, const ap_md5_placement *joints, weight_positions *places, double most)
{
    vertices_apart_and_first count = { .all = 0 };
    for (size_t part = 0; part < model->part_count; part++) {
        const ap_md5mesh_block *block = &model->parts[part].block;
        for (size_t i = 0; i < block->vert_count && count.comparisons <= MOST_COMPARISONS; i++) {
            if (block->verts[i].weight_count < 2)
                continue;
            compute_positions_of_notable_weights(block, &block->verts[i], joints, places);
            count_vertex_and_keep_first_apart(&count, places, most, part, i);
        }
    }
    return count;
}

static bool allocate_positions(const ap_md5mesh_model *model, ap_arena *arena, weight_positions *places)
{
    int32_t most = 0;
    for (size_t part = 0; part < model->part_count; part++) {
        const ap_md5mesh_block *block = &model->parts[part].block;
        for (size_t i = 0; i < block->vert_count; i++)
            most = block->verts[i].weight_count > most ? block->verts[i].weight_count : most;
    }
    places->at = ap_alloc_array(arena, (size_t)most, sizeof *places->at);
    places->joints = ap_alloc_array(arena, (size_t)most, sizeof *places->joints);
    return !arena->failed;
}

/* Returns the text of the likely cause: another way to read weights or joints with which few vertices are apart; without such a
   way, weights or joints that do not belong together. */
static const char *find_cause_of_apart_weights(
    const ap_md5mesh_model *model, ap_arena *arena, weight_positions *places, double most)
{
    const char *cause =
        "weights or joints of another model, or joints that were moved after the weights were computed";
    ap_md5_placement *joints = ap_alloc_array(arena, model->joint_count, sizeof *joints);
    if (joints == NULL)
        return cause;
    for (size_t i = 0; i < model->joint_count; i++)
        joints[i] = (ap_md5_placement){ .rotation = { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
    vertices_apart_and_first count = count_vertices_apart_and_keep_first(model, joints, places, most);
    if (count.apart * FEW <= count.all)
        cause = "the weights are in model space; export them relative to their joints";
    for (size_t i = 0; i < model->joint_count; i++) {
        joints[i] = model->bind[i];
        for (size_t row = 0; row < 3; row++) {
            for (size_t column = 0; column < 3; column++)
                joints[i].rotation[3 * row + column] = model->bind[i].rotation[3 * column + row];
        }
    }
    count = count_vertices_apart_and_keep_first(model, joints, places, most);
    if (count.apart * FEW <= count.all)
        cause = "the joints' quaternions are conjugated; export them with the signs of x, y and z changed";
    return cause;
}

static void report_first_vertex_with_weights_apart(
    ap_md5_mesh *mesh, const vertices_apart_and_first *count, double size, const char *cause)
{
    enum { NAME_BYTES = 272 };
    char one[NAME_BYTES], other[NAME_BYTES];
    ap_io *io = &mesh->stream.text.io;
    const ap_md5_joints *joints = &mesh->stream.joints;
    ap_md5_put_joint_name_or_index(joints, (size_t)count->joints[0], one, sizeof one);
    ap_md5_put_joint_name_or_index(joints, (size_t)count->joints[1], other, sizeof other);
    ap_enter_element(io, "meshes", count->part);
    ap_enter_element(io, "verts", count->vert);
    ap_add_finding_at(io, AP_MD5MESH_RULE(WEIGHTS_APART),
        ap_md5mesh_entry_span_of_block(mesh, count->part, AP_VERTS, count->vert), NULL,
        ap_value_with_prefix("at most", ap_double(least_apart_share * size)), ap_double(count->distance),
        " has weights that do not meet: %s and %s place it %.3g apart, %.0f%% of the model's size; %zu of "
        "the %zu "
        "vertices with several weights are like this, so the model is crumpled; likely cause: %s",
        one, other, count->distance, 100 * count->distance / size, count->apart, count->all, cause);
    ap_leave_record(io);
    ap_leave_record(io);
}

void ap_md5mesh_check_weight_positions(ap_md5_mesh *mesh, double size)
{
    const ap_md5mesh_model *model = &mesh->model;
    ap_arena *arena = mesh->stream.text.io.arena;
    const double most = least_apart_share * size;
    weight_positions places = { .count = 0 };
    if (!allocate_positions(model, arena, &places))
        return;
    const vertices_apart_and_first count =
        count_vertices_apart_and_keep_first(model, model->bind, &places, most);
    if (count.comparisons > MOST_COMPARISONS)
        ap_count_skipped_checks(&mesh->stream.text.io, 1);
    else if (count.all >= FEWEST_VERTS && 2 * count.apart > count.all)
        report_first_vertex_with_weights_apart(
            mesh, &count, size, find_cause_of_apart_weights(model, arena, &places, most));
}
