/* Finds the joints that fields of .md5anim and .md5mesh files name by their indices, for paths and values that people read. */
#ifndef AP_MD5_FIELD_JOINT_H
#define AP_MD5_FIELD_JOINT_H

#include "validators/md5/md5_stream.h"

/* Implements ap_io.joint for the entries of the list of joints, and for those of the baseframe. */
ap_field_joint ap_md5_joint_of_path(const ap_io *io, const ap_field_path *path);

/* Implements ap_io.value_joint for the parents of joints, and the joints of weights. */
ap_view ap_md5_joint_of_value(const ap_io *io);

#endif
