/* The frames of an animation one after the other, each as where every joint is in its parent's space. */
#ifndef AP_MD5ANIM_PLAYING_H
#define AP_MD5ANIM_PLAYING_H

#include "validators/md5anim/md5anim_source.h"

typedef float ap_md5anim_numbers[AP_MD5_COMPONENTS]; /* position, x y z of the orientation */

typedef struct ap_md5anim_frames {
    ap_md5anim_file *file;
    const ap_md5anim *animation;
    double rate;              /* frames a second */
    ap_md5anim_numbers *base; /* of the joints, as the baseframe has them */
    ap_md5anim_numbers *now;  /* the same of the frame that was read last */
    float *values;
    size_t read; /* frames */
} ap_md5anim_frames;

/* Reads up to the frames, all in the arena. False when the file has an error, or memory has run out. */
bool ap_md5anim_frames_begin(ap_md5anim_frames *frames, ap_view input, ap_arena *arena);

/* Reads the next frame. */
bool ap_md5anim_frames_next(ap_md5anim_frames *frames);

#endif
