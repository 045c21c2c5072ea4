/* Takes components that never change out of an animation. */
#ifndef AP_MD5ANIM_PRUNE_H
#define AP_MD5ANIM_PRUNE_H

#include "validators/md5anim/md5anim.h"

/* ap_format.prune: writes the animation of a file in canonical form, without the components that have the same
   bits in all frames. Their value becomes the baseframe's, so that every pose stays as it was. The position of
   joint 0 keeps its components: where it has them, id's reader subtracts the position of the baseframe. Of the
   file, the joints, three frames and a byte for each component are kept. */
bool ap_md5anim_prune(ap_view input, ap_arena *arena, ap_writer *writer);

#endif
