/* Compares the joints of two files: added, removed, renamed and moved joints, and joints with another parent.
   Joints are matched by name, and the others by their position between matched joints. */
#ifndef AP_COMPARE_JOINTS_H
#define AP_COMPARE_JOINTS_H

#include "validators/services/compare/changes.h"
#include "validators/services/compare/matching.h"

/* Adds the changes of the joints. `list_name` is the name of the list in paths, "hierarchy" or "joints". Sets
   *comparable to an array in the arena: true for each old joint with a match if their parents match too, so
   that their values can be compared. Returns false when out of memory. */
bool ap_compare_joints(const ap_named_list *old_list, const ap_named_list *new_list, const char *list_name,
    ap_changes *changes, ap_matching *matching, bool **comparable);

#endif
