/* The skin of a .md5mesh: its vertices, placed by joints. */
#ifndef WEB_SKIN_H
#define WEB_SKIN_H

#include "core/base/arena.h"
#include "validators/md5/md5_place.h"
#include "validators/md5mesh/md5mesh.h"

typedef struct web_skin {
    const ap_md5mesh_joint *joints;
    ap_md5mesh_vert *verts; /* of all blocks, one after the other; first_weight is a place in `weights` */
    ap_md5mesh_tri *tris;   /* corners are places in `verts` */
    ap_md5mesh_weight *weights;
    size_t joint_count, block_count, vert_count, tri_count, weight_count;
    size_t *first_verts; /* of each block */
    size_t all_blocks;   /* that the file says it has */
    bool is_whole;       /* the file has no error; otherwise blocks are those before it */
} web_skin;

/* The skin of a mesh up to its first error, in the arena, with names that show the input; NULL where the joints have an
   error, or memory has run out. */
web_skin *web_skin_read(ap_view input, ap_arena *arena);

/* Where the joints are in the mesh's own pose: skin->joint_count of them. */
void web_skin_bind(const web_skin *skin, ap_md5_place *places);

/* Where the vertices are with joints at these places, of which rotations have length 1. */
void web_skin_place(const web_skin *skin, const ap_md5_place *places, float (*points)[3]);

#endif
