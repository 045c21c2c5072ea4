/* A body of joints and the vertices around it: what a made mesh is. */
#ifndef AP_MD5MESH_BODY_H
#define AP_MD5MESH_BODY_H

#include "corpus/generate/generator_parts.h"
#include "validators/md5mesh/md5mesh.h"

/* A joint of the body, in the model's space. */
typedef struct ap_made_bone {
    int32_t parent;
    double place[3], rotation[4]; /* x y z w; w is not positive, as readers take it */
} ap_made_bone;

/* What one mesh is to have. */
typedef struct ap_body_plan {
    size_t verts;   /* at least 3 */
    size_t weights; /* of a vertex, at most; at least 1 */
    bool shared;    /* vertices that have the weights of the vertex before them */
} ap_body_plan;

/* Fills joints and bones: a human figure, whose limbs go on where there are more joints than it has. Names are
   of the arena. False when memory has run out. */
bool ap_make_body(const ap_make *make, ap_md5mesh_joint *joints, ap_made_bone *bones, size_t count);

/* Fills a block's lists with a strip of skin around the bones. False when memory has run out. */
bool ap_make_skin(const ap_make *make, const ap_made_bone *bones, size_t bone_count, const ap_body_plan *plan,
    ap_md5mesh_block *block);

/* Writes joints and a small mesh around their bones, for an animation of the same joints. False when memory has run out
   or the writer has failed; the caller finishes it. */
bool ap_write_skinned(const ap_make *make, const ap_md5mesh_joint *joints, const ap_made_bone *bones,
    size_t count, ap_writer *writer);

#endif
