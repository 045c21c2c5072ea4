/* Matches field paths against patterns. */
#ifndef AP_PATH_GLOB_H
#define AP_PATH_GLOB_H

#include <stdbool.h>

/* Returns true if the pattern matches the path or one of its leading parts. `*` matches any characters,
   also the points between parts; `[*]` matches one index; every other character matches itself. Examples:
   "camera.*.key_count", "groups[*].mean[0]", "version". If an index of the path has a name, as in "hierarchy[7 hips]", `[7]`,
   `[hips]` and `[7 hips]` match it. */
bool ap_field_path_or_parent_matches(const char *pattern, const char *path);

/* Returns the bracket at the end of an index of a path, or the end of the path if there is no bracket. `index` is the text after
   the opening bracket: "7]", "7 hips]", or a name in quotes, which may have brackets. */
const char *ap_index_closing_bracket_or_end(const char *index);

#endif
