/* Names the joint that a field belongs to, and the joint that a value refers to by its index. */
#ifndef AP_IO_JOINT_H
#define AP_IO_JOINT_H

#include "core/finding/joint_path.h"
#include "core/layout/io.h"

/* Returns the joint that the path has the index of, such as joint 7 for "hierarchy[7].parent". */
ap_joint_and_component ap_joint_of_path(const ap_io *io, const ap_field_path *path);

/* Returns the name and the component of the path's joint as texts; the name is written to `name` by ap_joint_text. */
ap_joint_and_component_text ap_joint_texts_of_path(
    const ap_io *io, const ap_field_path *path, bool ascii, char name[AP_JOINT_TEXT_BYTES]);

/* Sets *target to the path of what the value of the field being passed to the listener refers to: of an element for an index,
   such as the parent of a joint, and of a list, without an index, for the count of its elements. The element may be missing from
   the file; its index is AP_NO_ELEMENT if the value is negative or not an integer. Returns false for any other field. */
bool ap_find_reference_target(const ap_io *io, ap_field_path *target);

/* Returns the name of the joint that the value of the field being passed to the listener refers to by its index; an empty view
   for any other field, for a joint without a name, and for a joint that follows later in the file. */
ap_view ap_joint_referred_to(const ap_io *io);

#endif
