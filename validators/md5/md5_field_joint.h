/* Finds the joints and list entries that fields of .md5anim, .md5mesh and .md5camera files refer to by their indices. */
#ifndef AP_MD5_FIELD_JOINT_H
#define AP_MD5_FIELD_JOINT_H

#include "validators/md5/md5_stream.h"

/* Implements ap_io.joint for the entries of the list of joints, and for those of the baseframe. */
ap_joint_and_component ap_md5_joint_name_of_path(const ap_io *io, const ap_field_path *path);

/* Implements ap_io.target for the parents of joints, the joints of weights, the first weights of vertices, the corners of
   triangles, and the counts of lists. */
bool ap_md5_find_reference_target(const ap_io *io, ap_field_path *target);

#endif
