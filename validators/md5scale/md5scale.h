/* The .md5scale of an animation, a file of Q2PRO with scales of joints by frame. */
#ifndef AP_MD5SCALE_H
#define AP_MD5SCALE_H

#include "validators/md5anim/md5anim_stream.h"

/* The .md5scale as a companion of .md5anim, which is found only by its file name. */
extern const ap_companion ap_md5scale;

/* Checks the .md5scale: its syntax, and whether the animation has its joints and frames. Does nothing if `use` is NULL or the
   animation has an error. Adds findings to those of `use`. */
void ap_md5scale_check(const ap_md5anim_stream *stream, const ap_companion_use *use);

#endif
