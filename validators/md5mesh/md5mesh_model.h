/* The model of a whole mesh: its joints in the bind pose and the elements of all blocks, kept in memory while the file is
   read. */
#ifndef AP_MD5MESH_MODEL_H
#define AP_MD5MESH_MODEL_H

#include "validators/md5/md5_pose.h"
#include "validators/md5mesh/md5mesh.h"

/* The lists of a block, in the order of the format. */
typedef enum ap_md5mesh_list { AP_VERTS, AP_TRIS, AP_WEIGHTS, AP_MESH_LISTS } ap_md5mesh_list;

/* A block and the offsets of its lists in the file. The corners of a triangle may be rotated: the first
   corner in memory may be another than in the file. */
typedef struct ap_md5mesh_part {
    ap_md5mesh_block block;
    size_t starts[AP_MESH_LISTS]; /* offset after the count of each list */
} ap_md5mesh_part;

typedef struct ap_md5mesh_weight_reach ap_md5mesh_weight_reach;

typedef struct ap_md5mesh_model {
    const ap_md5_placement *bind; /* the joints of the bind pose */
    size_t joint_count;
    ap_md5mesh_part *parts; /* the blocks in the order of the file; owned by the arena, like their arrays */
    size_t part_count, capacity;
    size_t vert_count, tri_count; /* numbers of vertices and triangles of all blocks together */
    size_t work; /* number of weights that are added up to compute the positions of all vertices once */
    /* reach of the joints, prepared once for all animations that are linted with this mesh; NULL if not prepared */
    const ap_md5mesh_weight_reach *reach;
    bool incomplete; /* the blocks are not used: an error, no memory, or content rules turned off */
} ap_md5mesh_model;

/* Returns the model of a mesh that was read to its end, valid as long as the mesh. Returns NULL if the model is incomplete: if
   the file has an error, whatever the severity of its rule is set to, if it was linted with the rules on content turned off, or
   when out of memory. */
const ap_md5mesh_model *ap_md5_mesh_model(const ap_md5_mesh *mesh);

/* Returns the span of an entry of a block, from its keyword to its last token. */
ap_span ap_md5mesh_entry_span_of_block(
    const ap_md5_mesh *mesh, size_t part, ap_md5mesh_list list, size_t index);

#endif
