/* Skeletons of files of one folder: names and parents of the joints, as bytes. */
#ifndef AP_MD5_SET_H
#define AP_MD5_SET_H

#include "validators/md5/md5_stream.h"

/* Returns the skeleton of a file as bytes in the arena; an empty view if the section with the joints is not complete, or when out
   of memory. */
ap_view ap_md5_make_skeleton_if_complete(const ap_md5_joints *joints, ap_arena *arena);

/* Returns the skeleton from the first bytes of a file without parsing them, which takes less time. `keyword` begins the section
   with the joints and a line, such as "\nhierarchy". Returns an empty view unless each joint is on a line of its own, as
   exporters write it. For a file without errors, a result that is not empty equals that of ap_md5_make_skeleton_if_complete. */
ap_view ap_md5_scan_skeleton(ap_view start, const char *keyword, ap_arena *arena);

/* Implement ap_skeleton_comparer.names, ap_skeleton_comparer.are_akin and ap_skeleton_comparer.difference for skeletons
   in the form that ap_md5_make_skeleton_if_complete returns. */
const void *ap_md5_skeleton_names(ap_view skeleton, ap_arena *arena);
bool ap_md5_skeletons_are_akin(const void *one, const void *other);
bool ap_md5_skeleton_difference(ap_view own, ap_view other, char text[AP_SET_DIFFERENCE_BYTES]);

/* Reports the first difference if the file's skeleton is not the one of `set`, which other files of the folder have. Does nothing
   if `set` is NULL or the file has an error. */
void ap_md5_check_skeleton_of_set(ap_md5_stream *stream, const ap_expected_skeleton *set);

#endif
