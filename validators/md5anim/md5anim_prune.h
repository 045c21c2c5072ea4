/* Removes components that never change from an animation. */
#ifndef AP_MD5ANIM_PRUNE_H
#define AP_MD5ANIM_PRUNE_H

#include "validators/md5anim/md5anim.h"

/* Implements ap_format.prune: writes the animation of a file in canonical form, without the components that have the same bits in
   all frames. The value of a removed component becomes the baseframe's, so that no pose changes. The position of joint 0 keeps
   its components, because id's reader subtracts the baseframe's position if they are animated. Keeps the joints, three frames and
   one byte per component in memory. */
bool ap_md5anim_prune(ap_view input, ap_arena *arena, ap_writer *writer);

#endif
