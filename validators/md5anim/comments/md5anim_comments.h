/* Compares the comments after joints, in which exporters name the joint's parent and its animated components, with the numbers
   of the joints. */
#ifndef AP_MD5ANIM_COMMENTS_H
#define AP_MD5ANIM_COMMENTS_H

#include "validators/md5anim/md5anim_stream.h"

/* The comment after a joint. */
typedef struct ap_md5anim_comment {
    ap_view name; /* name of the parent; size 0: none */
    bool has_list;
    ap_view list;   /* from ( to ) */
    int32_t listed; /* flags of the components in the list */
    bool in_order;  /* the list has each component once at most, in the order of the flags' bits */
} ap_md5anim_comment;

/* Returns the // comment after the start index of a joint; an empty one if that is missing. */
ap_md5anim_comment ap_md5anim_read_comment(ap_view input, const ap_md5_joint_token *joint);

/* Returns true if the comment has a list that is not that of the flags' components, in their order. */
bool ap_md5anim_lists_other_components(const ap_md5anim_comment *comment, int32_t flags);

/* Returns true if the comment names another joint than the parent. Other remarks are ignored: without a
   list, the comment must name a joint of the file. */
bool ap_md5anim_names_other_parent(
    const ap_md5_stream *stream, const ap_md5_joint_token *joint, const ap_md5anim_comment *comment);

/* Returns the span of a joint's flags. */
ap_span ap_md5anim_flags_span(const ap_md5anim_stream *stream, const ap_md5_joint_token *joint);

#endif
