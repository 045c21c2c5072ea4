/* Reads the frames of an animation in turn, each as the positions and rotations of all joints relative to
   their parents. */
#ifndef AP_MD5ANIM_PLAYING_H
#define AP_MD5ANIM_PLAYING_H

#include "validators/md5anim/md5anim_source.h"

/* the numbers of a joint: position, then x y z of the orientation */
typedef float ap_md5anim_joint_numbers[AP_MD5_COMPONENTS];

/* Reads the frames of an animation one after the other. All data is in the arena. */
typedef struct ap_md5anim_frame_reader {
    ap_md5anim_file *file;
    const ap_md5anim *animation;
    double rate;                    /* frames per second */
    ap_md5anim_joint_numbers *base; /* position and orientation of each joint in the baseframe */
    ap_md5anim_joint_numbers *now;  /* position and orientation of each joint in the last frame read */
    float *values;                  /* the stored numbers of the last frame read */
    size_t frames_read;             /* so far */
} ap_md5anim_frame_reader;

/* Reads everything before the frames. All data lives in the arena. Returns false if the file has an error, or
   when out of memory. */
bool ap_md5anim_open_frame_reader(ap_md5anim_frame_reader *frames, ap_view input, ap_arena *arena);

/* Reads the next frame. Returns false if the file has an error, or when out of memory. */
bool ap_md5anim_read_next_frame_unless_error(ap_md5anim_frame_reader *frames);

#endif
