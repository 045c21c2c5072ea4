/* A body of joints and the vertices around them, for generated meshes. */
#ifndef AP_MD5MESH_BODY_H
#define AP_MD5MESH_BODY_H

#include "corpus/generate/generator_parts.h"
#include "validators/md5mesh/md5mesh.h"

/* A joint of the body, in the model's space. */
typedef struct ap_generated_bone {
    int32_t parent;
    double position[3], rotation[4]; /* x y z w; w is negative or 0, as readers compute it */
} ap_generated_bone;

/* Sizes of a generated mesh. */
typedef struct ap_mesh_sizes {
    size_t verts;   /* number of vertices, at least 3 */
    size_t weights; /* most weights of a vertex; at least 1 */
    bool shared;    /* true to let vertices share the weights of the previous vertex */
    /* true to put the second vertex opposite of the first, so that their bone is between them */
    bool balanced;
} ap_mesh_sizes;

/* Fills joints and bones with a human figure; further joints form a tail with branches. Names are allocated in the
   arena. Returns false when out of memory. */
bool ap_make_skeleton(
    const ap_generation_request *make, ap_md5mesh_joint *joints, ap_generated_bone *bones, size_t count);

/* Fills a block's lists with a strip of skin around the bones. Returns false when out of memory. */
bool ap_make_skin(const ap_generation_request *make, const ap_generated_bone *bones, size_t bone_count,
    const ap_mesh_sizes *plan, ap_md5mesh_block *block);

/* Fills a block's lists with a few vertices around the bones, for an animation of these bones. The root is inside the box of the
   vertices in every pose. Draws from a copy of the choices, so that later choices of the generator do not depend on the mesh.
   Returns false when out of memory. */
bool ap_make_small_skin(
    const ap_generation_request *make, const ap_generated_bone *bones, size_t count, ap_md5mesh_block *block);

/* Writes a mesh of one block. Returns false when out of memory or if the writer has failed. The caller
   finishes the writer. */
bool ap_write_skinned_mesh(const ap_generation_request *make, const ap_md5mesh_joint *joints, size_t count,
    const ap_md5mesh_block *block, ap_writer *writer);

#endif
