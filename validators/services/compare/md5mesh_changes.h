/* Two meshes in memory, and which joints and blocks of the old mesh match those of the new mesh. */
#ifndef AP_MD5MESH_CHANGES_H
#define AP_MD5MESH_CHANGES_H

#include "validators/md5mesh/md5mesh_skin.h"
#include "validators/md5mesh/md5mesh_source.h"
#include "validators/services/compare/md5_compare.h"

/* A whole mesh, in the arena. */
typedef struct ap_loaded_md5mesh {
    const ap_md5mesh *mesh;
    ap_md5mesh_block *blocks; /* the mesh blocks, with copies of their arrays */
    ap_md5_placement *bind;   /* the joints in the bind pose */
    ap_named_list joints, meshes;
} ap_loaded_md5mesh;

typedef struct ap_md5mesh_pair {
    ap_loaded_md5mesh one, other;
    ap_matching joints, meshes;
    double scale; /* factor from the old to the new positions of all joints; 1 if there is no common factor */
    bool bind_changed; /* the bind pose of a joint changed in another way than by this factor */
    /* buffer with one number for each joint of the new mesh; functions that use it leave all numbers 0 */
    double *shares;
    ap_changes *changes;
    ap_rounding_statistics rounding;
} ap_md5mesh_pair;

/* Compares two blocks with equal numbers of vertices and triangles. `i` is the number of the old block, `j`
   of the new block. */
void ap_compare_block(ap_md5mesh_pair *s, size_t i, size_t j);

/* Returns true if the blocks differ only in the order of vertices and triangles and in the storage of weights, and adds these
   changes. Vertices are equal if texture coordinates and weights are, bit for bit. Both blocks have equal numbers of vertices
   and triangles, and name a number of weights that is linear in their size. */
bool ap_report_block_if_reordered(ap_md5mesh_pair *s, size_t i, size_t j);

/* Describes a mesh in messages: mesh 2 "body". */
typedef struct ap_mesh_title {
    char text[112];
} ap_mesh_title;

/* Returns the title of the mesh with number `j` in the new file. */
ap_mesh_title ap_title_of_new_mesh(const ap_md5mesh_pair *s, size_t j);

#endif
