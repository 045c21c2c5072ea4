/* Finds the box around all vertices of a mesh in a pose, without computing the vertices that are certainly inside. */
#ifndef AP_MD5MESH_REACH_H
#define AP_MD5MESH_REACH_H

#include "validators/md5mesh/md5mesh_skin.h"

/* The directions from the centre of a cube to its faces, edges and corners. Direction 26 - i is opposite to direction i; number
   13, in the middle, is not a direction. */
enum { AP_REACH_DIRECTIONS = 27, AP_REACH_NOWHERE = 13, AP_REACH_SIDES = 6 };

/* A limb: how far the weights of a joint reach from that joint. */
typedef struct ap_md5mesh_joint_reach {
    size_t joint;
    double farthest[AP_REACH_DIRECTIONS]; /* largest dot product of each direction and a weight's position */
    double size;                          /* the largest |x| + |y| + |z| of a weight's position */
} ap_md5mesh_joint_reach;

typedef struct ap_md5mesh_vertex_of_block {
    const ap_md5mesh_block *block;
    const ap_md5mesh_vert *vert; /* NULL: none */
} ap_md5mesh_vertex_of_block;

/* Data to find the box of a mesh in a pose. All arrays are in the arena; their size is proportional to the
   mesh. */
struct ap_md5mesh_weight_reach {
    const ap_md5mesh_model *model;
    /* limbs of the joints with weights; NULL if a bias is negative, because vertices may then be outside the
       limbs */
    ap_md5mesh_joint_reach *limbs;
    size_t limb_count;
    uint64_t *joints;           /* for each vertex: bit i % 64 is set if the vertex has a weight of joint i */
    double least_sum, most_sum; /* smallest and largest sum of the biases of a vertex */
    ap_md5mesh_vertex_of_block extreme
        [AP_REACH_SIDES]; /* the vertices at the sides of the box that was found last: x y z of min, then of max */
};

/* Prepares *reach. Returns false when out of memory. */
bool ap_md5mesh_init_reach(ap_md5mesh_weight_reach *reach, const ap_md5mesh_model *model, ap_arena *arena);

/* Prepares model->reach, unless the model is incomplete or its poses are too much work. The model is incomplete when out of
   memory. */
void ap_md5mesh_prepare_reach_if_affordable(ap_md5mesh_model *model, ap_arena *arena);

/* Extends the box by all vertices of the mesh in a pose. This is fast if few vertices are outside the box, and if the pose is
   similar to the pose of the previous call. */
void ap_md5mesh_extend_box_by_all_vertices(
    ap_md5mesh_weight_reach *reach, ap_md5mesh_box *box, const ap_md5_placement *joints);

#endif
