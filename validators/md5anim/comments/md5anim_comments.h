/* Compares the comments after joints, in which exporters name the joint's parent and its animated components, with the numbers
   of the joints. */
#ifndef AP_MD5ANIM_COMMENTS_H
#define AP_MD5ANIM_COMMENTS_H

#include "validators/md5anim/md5anim_stream.h"

/* The comment after a joint. */
typedef struct ap_md5anim_comment {
    ap_view name; /* name of the parent, or, if the comment has no list, its whole text; size 0: none */
    bool has_list;
    ap_view list;   /* from ( to ) */
    int32_t listed; /* the components in the list of the comment, as bits of the joint's flags */
    /* the list of the comment has each component at most once, in the order of the bits of the flags */
    bool in_order;
} ap_md5anim_comment;

/* Reads the // comment after the start index of a joint. Returns an empty comment if the joint has no
   comment. */
ap_md5anim_comment ap_md5anim_read_comment(ap_view input, const ap_md5_joint_entry *joint);

/* Returns true if the comment lists other components than the flags have, or lists them in another order. */
bool ap_md5anim_comment_lists_other_components_or_order(const ap_md5anim_comment *comment, int32_t flags);

/* Returns true if the comment contradicts the joint's parent: the text before its list of components is not the parent's name,
   or it has no list and is the name of another joint of the file. A comment without a list may be any other remark. */
bool ap_md5anim_comment_names_other_parent(
    const ap_md5_stream *stream, const ap_md5_joint_entry *joint, const ap_md5anim_comment *comment);

/* Returns the span of a joint's flags. */
ap_span ap_md5anim_flags_span(const ap_md5anim_stream *stream, const ap_md5_joint_entry *joint);

#endif
