/* Patterns of paths. */
#ifndef AP_PATH_GLOB_H
#define AP_PATH_GLOB_H

#include <stdbool.h>

/* Whether the pattern names the path, or a record that the path leads into. `*` stands for any characters,
   also across the points between parts; `[*]` for one index; everything else for itself:
   "camera.*.key_count", "groups[*].mean[0]", "version". */
bool ap_field_path_matches(const char *pattern, const char *path);

#endif
