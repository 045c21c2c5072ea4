/* What a field of a .md5anim is about. */
#ifndef AP_MD5ANIM_DESCRIBE_H
#define AP_MD5ANIM_DESCRIBE_H

#include "core/base/arena.h"
#include "core/base/span.h"

/* ap_format.describe: the joint and the component that a number of a frame is, and the joint that a number of the
   baseframe or a parent is about. */
bool ap_md5anim_describe(ap_view input, const char *path, ap_arena *arena, char *text, size_t size);

#endif
