/* Fixes the flags of joints: writes the flags of the components that the comment after each joint lists. */
#include <stdio.h>
#include <string.h>

#include "validators/md5anim/comments/md5anim_comments.h"
#include "validators/md5anim/md5anim_content.h"

enum { FLAGS_BYTES = 12 };

/* Sums over the joints, computed with the flags that the comments list. */
typedef struct sums_with_listed_flags {
    const ap_md5anim_stream *stream;
    int64_t components; /* number of components of the joints read so far */
    /* true if the start index of each joint with components so far is the number of components of the joints before it */
    bool starts_fit;
    const char *refused; /* why the flags cannot be written; NULL: no reason so far */
} sums_with_listed_flags;

static ap_md5anim_comment comment_of(const ap_md5anim_stream *stream, const ap_md5_joint_entry *joint)
{
    return ap_md5anim_read_comment(stream->base.text.io.input, joint);
}

/* Returns the flags of the components that the comment lists; if the comment has no list, the joint's own
   flags. */
static int32_t listed_flags(const ap_md5anim_comment *comment, const ap_md5_joint_entry *joint)
{
    return comment->has_list ? comment->listed : joint->flags;
}

static void add_listed_flags_of_joint_or_refuse(sums_with_listed_flags *all, const ap_md5_joint_entry *joint)
{
    const ap_md5anim_comment comment = comment_of(all->stream, joint);
    const int32_t flags = listed_flags(&comment, joint);
    all->starts_fit &= flags == 0 || joint->start_index == all->components;
    all->components += ap_md5_count_components(flags);
    if (!ap_md5anim_comment_lists_other_components_or_order(&comment, joint->flags))
        return;
    if (!comment.in_order)
        all->refused = "the intended components are unknown: a comment lists one twice or in another order";
    else if (ap_md5anim_comment_names_other_parent(&all->stream->base, joint, &comment))
        all->refused = "the comment names another parent too, and may belong to another joint";
}

/* Returns why the flags of the comments cannot be written; NULL if they can. */
static const char *reason_to_refuse_fix(const ap_md5anim_stream *stream)
{
    const ap_md5_joints *joints = &stream->base.joints;
    sums_with_listed_flags all = { .stream = stream, .starts_fit = true };
    for (size_t i = 0; i < joints->count; i++)
        add_listed_flags_of_joint_or_refuse(&all, &joints->items[i]);
    if (all.refused != NULL)
        return all.refused;
    if (all.components != stream->component_count.value)
        return "numAnimatedComponents is not the number of the components that the comments list";
    return all.starts_fit ? NULL : "the start indices do not fit the components that the comments list";
}

static void write_flags(const ap_fix_job *job, const ap_md5anim_stream *stream, ap_fix *fix)
{
    const ap_md5_joints *joints = &stream->base.joints;
    const size_t room =
        ap_saturating_size_sum(job->input.size, ap_saturating_size_product(joints->count, FLAGS_BYTES));
    uint8_t *text = ap_alloc(job->arena, room), *end = text;
    size_t at = 0;
    for (size_t i = 0; text != NULL && i < joints->count; i++) {
        const ap_md5_joint_entry *joint = &joints->items[i];
        const ap_md5anim_comment comment = comment_of(stream, joint);
        if (!ap_md5anim_comment_lists_other_components_or_order(&comment, joint->flags))
            continue;
        const ap_span span = ap_md5anim_flags_span(stream, joint);
        memcpy(end, job->input.bytes + at, span.offset - at);
        end += span.offset - at;
        end += sprintf((char *)end, "%d", (int)comment.listed);
        at = ap_span_end(span);
    }
    *fix = (ap_fix){ .span = { 0, at }, .text = { text, (size_t)(end - text) } };
}

void ap_md5anim_fix_flags(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    (void)finding;
    ap_count_bytes_read_by_fixer(job, job->input.size);
    const ap_md5anim_stream *stream = ap_md5anim_read_discarding_findings(job->input, job->arena, false);
    if (stream == NULL)
        return;
    fix->refused = reason_to_refuse_fix(stream);
    if (fix->refused == NULL)
        write_flags(job, stream, fix);
}
