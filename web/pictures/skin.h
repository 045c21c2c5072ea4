/* Computes the positions of a mesh's vertices (.md5mesh) from the transforms of the joints. */
#ifndef WEB_SKIN_H
#define WEB_SKIN_H

#include "validators/md5/md5_pose.h"
#include "validators/md5mesh/md5mesh.h"
#include "web/pictures/picture.h"

typedef struct web_skin {
    const ap_md5mesh_joint *joints;
    ap_md5mesh_vert
        *verts;           /* vertices of all blocks in order; their first_weight is an index into `weights` */
    ap_md5mesh_tri *tris; /* triangles of all blocks; the corners are indices into `verts` */
    ap_md5mesh_weight *weights;
    size_t joint_count, block_count, vert_count, tri_count, weight_count;
    ap_md5_placement *pose; /* memory in which web_skin_show_pose computes one pose */
    size_t *first_verts;    /* index of each block's first vertex */
    size_t *first_tris;     /* index of each block's first triangle */
    size_t *first_weights;  /* index of each block's first weight */
    size_t all_blocks;      /* number of blocks that the file states */
    bool is_complete; /* true if the file has no error; otherwise the blocks end before the first error */
} web_skin;

/* Reads the skin of a mesh up to its first error, into the arena. Names point into `input`. Returns NULL if
   the joints have an error, if an index in the blocks is out of range, or when out of memory. */
web_skin *web_skin_read(ap_view input, ap_arena *arena);

/* Sets the points of the picture to the joints, and to the vertices of the picture's skin if it has one, in a pose. The
   quaternions of rotations must have length 1. */
void web_skin_show_pose(web_picture *picture, const ap_md5_transform *transforms, size_t joint_count);

/* Does the same for the bind pose of the picture's skin. Returns false when out of memory. */
bool web_skin_show_bind_pose(web_picture *picture);

/* Sets `triangles` (skin->tri_count entries) to the triangles of a picture that has the joints as its first points, then the
   vertices. */
void web_skin_copy_triangles(const web_skin *skin, int32_t (*triangles)[3]);

/* Sets `weights` (skin->vert_count entries) to the weight of a joint at each vertex, from 0 to 1. */
void web_skin_copy_weights(const web_skin *skin, size_t joint, float *weights);

#endif
