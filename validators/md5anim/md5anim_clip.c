#include "validators/md5anim/md5anim_clip.h"

#include <math.h>

#include "core/number/median.h"
#include "core/number/number_run.h"
#include "validators/md5anim/md5anim_content.h"

enum {
    LEAST_VALUE_BYTES = 2, /* a digit and a blank */
    MOST_PLACES = 1 << 24  /* frames times joints may be this number plus the bytes of the file */
};

/* Returns true if findings are not only counted, no error was found so far, the hierarchy is complete, and the file is large
   enough for the frames and components of its header. */
static bool can_check_content(const ap_md5anim_stream *stream)
{
    const ap_io *io = &stream->base.text.io;
    return !io->findings->count_only && io->findings->faults == 0 && stream->base.joints.complete
           && stream->frame_count.known && stream->component_count.known
           && (uint64_t)stream->frame_count.value * (uint64_t)stream->component_count.value
                  <= io->input.size / LEAST_VALUE_BYTES;
}

/* Allocates the arrays. Returns false when out of memory, or if the poses of all frames would take too long, which
   counts a skipped check. */
static bool allocate_clip_or_count_skip_if_too_large(ap_md5anim_stream *stream, ap_md5anim_clip *clip)
{
    ap_arena *arena = stream->base.text.io.arena;
    const size_t box_bytes = clip->frame_count * AP_CLIP_NUMBERS * sizeof(float);
    const size_t value_bytes =
        stream->keeps_values ? clip->frame_count * clip->component_count * sizeof(float) : 0;
    if ((uint64_t)clip->frame_count * clip->joint_count
        > MOST_PLACES + (uint64_t)stream->base.text.io.input.size) {
        ap_count_skipped_checks(&stream->base.text.io, 1);
        return false;
    }
    clip->boxes = ap_alloc_uncleared(arena, box_bytes);
    clip->frame_at = ap_alloc_uncleared(arena, clip->frame_count * sizeof *clip->frame_at);
    clip->values = stream->keeps_values ? ap_alloc_uncleared(arena, value_bytes) : NULL;
    return !arena->failed;
}

void ap_md5anim_begin_clip(ap_md5anim_stream *stream)
{
    if (!can_check_content(stream))
        return;
    ap_md5anim_clip *clip = ap_alloc(stream->base.text.io.arena, sizeof *clip);
    if (clip == NULL)
        return;
    *clip = (ap_md5anim_clip){ .stream = stream,
        .joints = &stream->base.joints,
        .joint_count = stream->base.joints.count,
        .frame_count = (size_t)stream->frame_count.value,
        .component_count = (size_t)stream->component_count.value,
        .median_pose_size = -1 };
    if (allocate_clip_or_count_skip_if_too_large(stream, clip))
        stream->clip = clip;
}

ap_md5anim_channels ap_md5anim_channels_of(const ap_md5anim_stream *stream, size_t index)
{
    const ap_md5_joint_entry *joint = &stream->base.joints.items[index];
    ap_md5anim_channels channels;
    int32_t at = joint->start_index;
    for (int i = 0; i < AP_CLIP_NUMBERS; i++) {
        channels.at[i] = (joint->flags >> i & 1) != 0 ? at++ : -1;
        channels.base[i] = i < 3 ? stream->positions[index][i] : stream->orientations[index][i - 3];
    }
    return channels;
}

ap_md5anim_clip *ap_md5anim_end_clip(ap_md5anim_stream *stream)
{
    ap_arena *arena = stream->base.text.io.arena;
    ap_md5anim_clip *clip = stream->clip;
    if (clip == NULL || stream->base.text.io.findings->faults > 0 || arena->failed
        || stream->orientation_count < clip->joint_count)
        return NULL;
    if (clip->channels == NULL)
        clip->channels = ap_alloc_uncleared(arena, clip->joint_count * sizeof *clip->channels);
    for (size_t i = 0; clip->channels != NULL && i < clip->joint_count; i++)
        clip->channels[i] = ap_md5anim_channels_of(stream, i);
    return clip->channels == NULL ? NULL : clip;
}

const float *ap_md5anim_clip_reread_frame(ap_md5anim_clip *clip, size_t frame)
{
    const float *first =
        frame > 0 ? NULL : ap_md5anim_kept_first_frame_values(clip->stream, clip->frame_at[0]);
    if (first != NULL)
        return first;
    if (clip->reread_values != NULL && clip->reread_frame == frame)
        return clip->reread_values;
    if (clip->reread_values == NULL)
        clip->reread_values = ap_alloc_array(
            clip->stream->base.text.io.arena, clip->component_count, sizeof *clip->reread_values);
    clip->reread_frame = frame;
    if (clip->reread_values != NULL)
        ap_md5anim_reread_frame(clip->stream, clip->frame_at[frame], clip->reread_values);
    return clip->reread_values;
}

/* Stores the placement of a joint in clip->places. The joints before it must have placements. */
static void compute_joint_placement(const ap_md5anim_clip *clip, const float *values, size_t joint)
{
    const int32_t parent = clip->joints->items[joint].parent; /* parents come before their children */
    float numbers[AP_CLIP_NUMBERS];
    ap_md5anim_get_joint_numbers(&clip->channels[joint], values, numbers);
    ap_md5_placement_of_numbers(numbers, numbers + 3, &clip->places[joint]);
    if (parent >= 0)
        ap_md5_placement_to_model_space(&clip->places[parent], &clip->places[joint]);
}

const ap_md5_placement *ap_md5anim_compute_placements(ap_md5anim_clip *clip, size_t frame, size_t joint_count)
{
    if (clip->places == NULL)
        clip->places =
            ap_alloc_uncleared(clip->stream->base.text.io.arena, clip->joint_count * sizeof *clip->places);
    if (clip->placed_frame != frame)
        clip->placed_joints = 0;
    clip->placed_frame = frame;
    const bool complete = clip->placed_joints >= joint_count;
    const float *values = complete ? NULL : ap_md5anim_clip_frame_values(clip, frame);
    if (clip->places == NULL || (values == NULL && !complete))
        return NULL;
    for (; clip->placed_joints < joint_count; clip->placed_joints++)
        compute_joint_placement(clip, values, clip->placed_joints);
    return clip->places;
}

const ap_md5_placement *ap_md5anim_compute_pose(ap_md5anim_clip *clip, size_t frame)
{
    return ap_md5anim_compute_placements(clip, frame, clip->joint_count);
}

double ap_md5anim_median_pose_size(ap_md5anim_clip *clip)
{
    if (clip->median_pose_size >= 0)
        return clip->median_pose_size;
    double *sizes = ap_alloc_array(clip->stream->base.text.io.arena, clip->frame_count, sizeof *sizes);
    for (size_t i = 0; sizes != NULL && i < clip->frame_count; i++) {
        const ap_md5_placement *places = ap_md5anim_compute_pose(clip, i);
        if (places == NULL)
            return 0;
        sizes[i] = ap_md5_diagonal_of_joints(places, clip->joint_count);
    }
    clip->median_pose_size = sizes == NULL ? 0 : ap_lower_median(sizes, clip->frame_count);
    return clip->median_pose_size;
}
