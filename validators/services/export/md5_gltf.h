/* Parts of the glTF export that the MD5 formats share: the conversion of axes, joints as nodes, and the skin
   of a mesh. */
#ifndef AP_MD5_GLTF_H
#define AP_MD5_GLTF_H

#include "core/gltf/gltf.h"
#include "validators/md5/md5_transform.h"
#include "validators/md5mesh/md5mesh.h"

/* Adds the root node, which turns id's x (forward), y (left) and z (up) into glTF's z (forward), x (left) and
   y (up): a rotation by 120 degrees, which float32 represents exactly. Lengths are not scaled. */
ap_gltf_node *ap_md5_gltf_add_root(ap_gltf *gltf);

/* Converts a position and rotation to float32. */
void ap_md5_gltf_transform_to_float(const ap_md5_transform *transform, float at[3], float rotation[4]);

/* Adds the times of `count` frames: frame i is at i / rate seconds. Returns NULL if the document refuses the
   times, or when out of memory. */
const ap_gltf_accessor *ap_md5_gltf_add_times(ap_gltf *gltf, size_t count, double rate);

/* Returns the sum of the weight counts of the block's vertices, which may share weights; *most becomes the
   largest weight count, at least 1. */
size_t ap_md5_gltf_sum_weight_counts(const ap_md5mesh_block *block, size_t *most);

/* Returns true if `weights`, a result of ap_md5_gltf_sum_weight_counts, is at most 64 times the number of vertices and weights
   of the block together. Otherwise converting the block takes too much time. */
bool ap_md5_gltf_is_weight_sum_allowed(const ap_md5mesh_block *block, size_t weights);

/* Adds the blocks of a mesh, skinned to the nodes of its joints. If `joints` is NULL, first adds nodes in the bind pose below
   the root. Returns false if the mesh has an error or cannot be converted (gltf->refused), or when out of memory. */
bool ap_md5_gltf_add_skinned_mesh(
    ap_gltf *gltf, ap_view mesh, ap_gltf_node *root, ap_gltf_node *const *joints);

#endif
