/* Writes paths for people: the index of a joint is followed by the joint's name, as in
   "hierarchy[7 lShoulder].parent_index". Paths for programs have the index only. */
#ifndef AP_JOINT_PATH_H
#define AP_JOINT_PATH_H

#include <stdbool.h>

#include "core/base/field_path.h"
#include "core/base/span.h"

enum {
    AP_JOINT_TEXT_BYTES = 288,                                          /* room for ap_joint_text */
    AP_SHOWN_PATH_BYTES = AP_PATH_TEXT_BYTES + AP_JOINT_TEXT_BYTES + 4, /* room for ap_shown_path */
};

/* Writes a joint's name with escapes, cut to 64 bytes of the name, as ap_quote does without the quotes, or as ap_quote_ascii if
   `ascii`. Adds a terminator. Returns the length; 0 for a joint without a name. */
size_t ap_joint_text(ap_view name, bool ascii, char text[AP_JOINT_TEXT_BYTES]);

/* Writes a path with a terminator, with the joint's name after the first index. `joint` is a result of ap_joint_text; the path is
   copied if it is NULL or empty. The name is in quotes if it has a character other than letters, digits and some punctuation, or
   begins with a digit: "hierarchy[7 \"left arm\"]". Returns the length; the text is cut to the room. */
size_t ap_shown_path(const char *path, const char *joint, char text[AP_SHOWN_PATH_BYTES]);

#endif
