/* Writes paths for people. The joint's name follows the index of a joint: "hierarchy[7 lShoulder].parent_index". The joint's name
   and the number's name follow the index of one number: "frames[12].values[17 lShoulder Qx]". Paths for programs have the index
   only. */
#ifndef AP_JOINT_PATH_H
#define AP_JOINT_PATH_H

#include <stdbool.h>

#include "core/base/field_path.h"
#include "core/base/span.h"

enum {
    AP_JOINT_TEXT_BYTES = 288,                       /* room for ap_joint_text */
    AP_SHOWN_JOINT_BYTES = AP_JOINT_TEXT_BYTES + 12, /* room for ap_write_joint_for_path */
    AP_SHOWN_PATH_BYTES =
        AP_PATH_TEXT_BYTES + AP_SHOWN_JOINT_BYTES + 1, /* room for ap_write_path_with_joint */
};

/* The joint that a field belongs to. */
typedef struct ap_joint_and_component {
    ap_view name; /* empty for no joint, and for a joint without a name */
    /* name of the number, such as "Qx", if the last index of the path is that of a number ("frames[12].values[17]"); NULL if the
       first index is that of the joint ("hierarchy[7].parent_index") */
    const char *component;
} ap_joint_and_component;

/* The texts of an ap_joint_and_component. */
typedef struct ap_joint_and_component_text {
    /* as ap_joint_text writes it; NULL or "" if there is no joint or the joint has no name */
    const char *name;
    const char *component; /* as in ap_joint_and_component */
} ap_joint_and_component_text;

/* Writes the first 64 bytes of a joint's name, escaped like ap_quote does (if `ascii`: like ap_quote_ascii) but without quotes,
   then "..." if the name is longer, and a terminator. Returns the length; 0 for a joint without a name. */
size_t ap_joint_text(ap_view name, bool ascii, char text[AP_JOINT_TEXT_BYTES]);

/* Writes a joint's name and component with a terminator: "hips", "hips Qx". The name is in quotes if it has a blank, a
   bracket, a quote, a backslash or a star, or begins with a digit: "\"left arm\" Qx". Returns the length; 0 without a name. The
   text is cut to the room. */
size_t ap_write_joint_for_path(ap_joint_and_component_text joint, char text[AP_SHOWN_JOINT_BYTES]);

/* Writes a path with a terminator, with the joint's text (ap_write_joint_for_path) after the first index, or after the last if
   it has a component. A path without a joint is copied. Returns the length; the text is cut to the room. */
size_t ap_write_path_with_joint(
    const char *path, ap_joint_and_component_text joint, char text[AP_SHOWN_PATH_BYTES]);

#endif
