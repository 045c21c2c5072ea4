/* Computes positions of vertices from the joints that they are weighted to. */
#ifndef AP_MD5MESH_SKIN_H
#define AP_MD5MESH_SKIN_H

#include <float.h>

#include "validators/md5/md5_pose.h"
#include "validators/md5mesh/md5mesh_model.h"

/* Limit of the weights that a check adds up for one file, in all poses together. The limit is needed because vertices may share
   weights, so that the size of the file does not limit the work. A real mesh has at most 65,000 weights, an animation 731
   frames; 10^8 weights take 0.4 seconds. */
#define AP_MD5MESH_MOST_WORK (UINT64_C(1) << 27)

/* A box along the axes. */
typedef struct ap_md5mesh_box {
    double min[3], max[3];
} ap_md5mesh_box;

/* A box without points, which any point extends. */
#define AP_MD5MESH_EMPTY_BOX                                                                                 \
    {                                                                                                        \
        { DBL_MAX, DBL_MAX, DBL_MAX },                                                                       \
        {                                                                                                    \
            -DBL_MAX, -DBL_MAX, -DBL_MAX                                                                     \
        }                                                                                                    \
    }

static inline void ap_md5mesh_extend_box(ap_md5mesh_box *box, const double point[3])
{
    for (size_t i = 0; i < 3; i++) {
        box->min[i] = point[i] < box->min[i] ? point[i] : box->min[i];
        box->max[i] = point[i] > box->max[i] ? point[i] : box->max[i];
    }
}

/* Returns the length of the diagonal of a box; 0 if the box has no points. */
double ap_md5mesh_box_diagonal(const ap_md5mesh_box *box);

/* Computes the bind pose: the joints of a mesh, which a file stores in model space. The result has `count` elements in the arena.
   Returns NULL when out of memory. */
ap_md5_placement *ap_md5mesh_bind_pose(const ap_md5mesh_joint *joints, size_t count, ap_arena *arena);

/* Computes the position of a weight in model space. */
static inline void ap_md5mesh_weight_position(
    const ap_md5mesh_weight *weight, const ap_md5_placement *joints, double at[3])
{
    const ap_md5_placement *joint = &joints[weight->joint];
    const double own[3] = { (double)weight->position[0], (double)weight->position[1],
        (double)weight->position[2] };
    ap_md5_rotate(joint->rotation, own, at);
    for (size_t i = 0; i < 3; i++)
        at[i] += joint->position[i];
}

/* Computes the position of a vertex: the sum of bias x (joint position + joint rotation x weight position) over its weights.
   `joints` is the pose: the placements in model space of all joints of the mesh. */
static inline void ap_md5mesh_compute_vertex(
    const ap_md5mesh_block *block, const ap_md5mesh_vert *vert, const ap_md5_placement *joints, double at[3])
{
    const ap_md5mesh_weight *weight = block->weights + vert->first_weight;
    double weight_at[3];
    at[0] = at[1] = at[2] = 0;
    for (int32_t left = vert->weight_count; left > 0; left--, weight++) {
        const double bias = (double)weight->bias;
        ap_md5mesh_weight_position(weight, joints, weight_at);
        for (size_t i = 0; i < 3; i++)
            at[i] += bias * weight_at[i];
    }
}

/* Computes the positions of all vertices of a mesh, block after block; `at` has room for model->vert_count. */
void ap_md5mesh_compute_vertices(
    const ap_md5mesh_model *model, const ap_md5_placement *joints, double (*at)[3]);

/* Extends a box by the vertices of a block. */
void ap_md5mesh_extend_box_by_block(
    ap_md5mesh_box *box, const ap_md5mesh_block *block, const ap_md5_placement *joints);

/* Converts a box to the numbers of a .md5anim: the minimum is rounded down to float32, the maximum up. A number is infinite if
   float32 cannot hold it. */
void ap_md5mesh_round_box_to_float(const ap_md5mesh_box *box, float least[3], float greatest[3]);

/* Returns the box of some vertices of a mesh: about 64 of them, from all its blocks. */
ap_md5mesh_box ap_md5mesh_box_of_some_vertices(const ap_md5mesh_model *model, const ap_md5_placement *joints);

/* Returns the box of all vertices of a mesh. */
ap_md5mesh_box ap_md5mesh_box_of_all_vertices(const ap_md5mesh_model *model, const ap_md5_placement *joints);

#endif
