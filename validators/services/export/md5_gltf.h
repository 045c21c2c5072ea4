/* What glTF documents of the text formats share: id Tech 4's axes, joints as nodes, and the skin of a mesh. */
#ifndef AP_MD5_GLTF_H
#define AP_MD5_GLTF_H

#include "core/gltf/gltf.h"
#include "validators/md5/md5_place.h"
#include "validators/md5mesh/md5mesh.h"

/* The node above all: id's x (forward), y (left) and z (up) become glTF's z (forward), x (left) and y (up). A turn of 120
   degrees, which float32 has exactly. Units stay. */
ap_gltf_node *ap_md5_gltf_root(ap_gltf *gltf);

/* A place as float32. */
void ap_md5_gltf_store(const ap_md5_place *place, float at[3], float rotation[4]);

/* Times of frames: frame i of `count` is at i / rate. NULL when they are refused, or memory has run out. */
const ap_gltf_accessor *ap_md5_gltf_times(ap_gltf *gltf, size_t count, double rate);

/* Where the joints of a mesh are while it is bound, in the model's space and the arena; NULL when memory has run out. */
ap_md5_place *ap_md5_gltf_bind(const ap_md5mesh *mesh, ap_arena *arena);

/* Returns how many weights the vertices of the block name together; *most is the number of the vertex that names most, 1 at
   least. Vertices may share weights. */
size_t ap_md5_gltf_named_weights(const ap_md5mesh_block *block, size_t *most);

/* Returns true if `weights` is linear in the block's size: at most 64 for each of its vertices and weights. */
bool ap_md5_gltf_may_repeat(const ap_md5mesh_block *block, size_t weights);

/* The blocks of a mesh, skinned to the nodes of its joints; where joints is NULL, to nodes made below the root, which are
   where the mesh is bound. */
bool ap_md5_gltf_skin(ap_gltf *gltf, ap_view mesh, ap_gltf_node *root, ap_gltf_node *const *joints);

#endif
