/* Describes the field of a .md5anim at a path. */
#ifndef AP_MD5ANIM_DESCRIBE_H
#define AP_MD5ANIM_DESCRIBE_H

#include "core/base/arena.h"
#include "core/base/span.h"

/* Implements ap_format.describe: names the joint and component of a number of a frame, the joint of an
   entry of the baseframe, and the joint that a parent index refers to; describes a joint of the hierarchy by its parent and its
   animated components. */
bool ap_md5anim_describe_field(ap_view input, const char *path, ap_arena *arena, char *text, size_t size);

#endif
