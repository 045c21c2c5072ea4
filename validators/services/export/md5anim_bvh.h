/* Exports an animation as a Biovision hierarchy (docs/use/export.md). */
#ifndef AP_MD5ANIM_BVH_H
#define AP_MD5ANIM_BVH_H

#include <stdio.h>

#include "core/base/arena.h"
#include "core/base/span.h"

/* Writes the skeleton and frames of a .md5anim without errors. *renamed becomes the number of renamed joints:
   .bvh names cannot contain blanks or braces. Returns false when out of memory (arena->failed), or if the
   file has an error. The caller checks the stream for errors. */
bool ap_md5anim_to_bvh(ap_view input, ap_arena *arena, FILE *stream, size_t *renamed);

#endif
