/* The .md5scale of an animation, a file of Q2PRO with scales of joints by frame. */
#ifndef AP_MD5SCALE_H
#define AP_MD5SCALE_H

#include "validators/md5anim/md5anim_stream.h"

/* Most scales of an .md5scale: Q2PRO's limit is 4096 JSON tokens, and each member is two. */
enum { AP_MD5SCALE_MOST_MEMBERS = 2048 };

/* A scale of a joint in a frame, or the joint's switch scale_positions. Views of the text. */
typedef struct ap_md5scale_joint_key_value {
    ap_view joint;
    ap_view key;   /* the frame, or scale_positions; without quotes */
    ap_view value; /* a number, true or false */
} ap_md5scale_joint_key_value;

/* The scales of an .md5scale, in the order of the file. */
typedef struct ap_md5scale_list {
    ap_md5scale_joint_key_value *items; /* in the arena of the findings */
    size_t count;
} ap_md5scale_list;

/* The .md5scale as a companion of .md5anim, which is found only by its file name. */
extern const ap_companion ap_md5scale;

/* Checks the .md5scale: its syntax, and whether the animation has its joints and frames. Does nothing if `use` is NULL or the
   animation has an error. Adds findings to those of `use`. */
void ap_md5scale_check_companion(const ap_md5anim_stream *stream, const ap_companion_use *use);

/* Reads an .md5scale without its animation. Returns false if the syntax has a mistake, which is added to the findings, or when
   out of memory. */
bool ap_md5scale_read(ap_view input, ap_findings *findings, ap_md5scale_list *scale) AP_MUST_USE;

#endif
