/* An animation as a Biovision hierarchy (docs/use/export.md). */
#ifndef AP_MD5ANIM_BVH_H
#define AP_MD5ANIM_BVH_H

#include <stdio.h>

#include "core/base/arena.h"
#include "core/base/span.h"

/* Writes the skeleton of a .md5anim without errors and its frames. *renamed is how many joints have another name, since a
   .bvh has no blanks and braces in names. False when memory has run out (arena->failed), or the file has an error after all.
   A stream that fails keeps that to itself. */
bool ap_md5anim_to_bvh(ap_view input, ap_arena *arena, FILE *stream, size_t *renamed);

#endif
