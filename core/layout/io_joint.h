/* Names the joint that a field belongs to, and the joint that a value refers to by its index. */
#ifndef AP_IO_JOINT_H
#define AP_IO_JOINT_H

#include "core/finding/joint_path.h"
#include "core/layout/io.h"

/* Returns the joint to which the field at the path belongs, such as joint 7 for "hierarchy[7].parent"; without name and component
   if the field belongs to no joint. */
ap_joint_and_component ap_joint_of_path(const ap_io *io, const ap_field_path *path);

/* Returns the name and the component of the path's joint as texts; the name is written to `name` by ap_joint_text. */
ap_joint_and_component_text ap_joint_texts_of_path(
    const ap_io *io, const ap_field_path *path, bool ascii, char name[AP_JOINT_TEXT_BYTES]);

/* Sets *target to what the field being passed to the listener refers to. If the field is an index, such as the parent of a joint,
   this is the path of the element with that index, which may be missing from the file; AP_NO_ELEMENT takes the place of an index
   that is negative or not an integer. If the field is a count, it is the path of the list, without an index. Returns false for
   any other field. */
bool ap_find_reference_target(const ap_io *io, ap_field_path *target);

/* Returns the name of the joint that the value of the field being passed to the listener refers to by its index; an empty view
   for any other field, for a joint without a name, and for a joint that follows later in the file. */
ap_view ap_joint_referred_to(const ap_io *io);

#endif
