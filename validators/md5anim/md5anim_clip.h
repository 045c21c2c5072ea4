/* The numbers of an animation without errors, kept while it is read, and the poses of its frames. */
#ifndef AP_MD5ANIM_CLIP_H
#define AP_MD5ANIM_CLIP_H

#include "validators/md5/md5_pose.h"
#include "validators/md5/md5_stream.h"

typedef struct ap_md5anim_stream ap_md5anim_stream;

enum { AP_CLIP_NUMBERS = 6 /* a box has six numbers, and so has a joint: Tx Ty Tz Qx Qy Qz */ };

/* The two vectors of a joint, as the index of the first number of each. */
typedef enum ap_md5anim_vector { AP_CLIP_POSITION = 0, AP_CLIP_ORIENTATION = 3 } ap_md5anim_vector;

/* The numbers of a joint: at[i] is the index of number i in the values of a frame, or -1 if the number is not animated and has
   the baseframe's value, base[i]. */
typedef struct ap_md5anim_channels {
    int32_t at[AP_CLIP_NUMBERS];
    float base[AP_CLIP_NUMBERS];
} ap_md5anim_channels;

/* The numbers of an animation. All arrays are in the arena of the stream that reads the file. */
typedef struct ap_md5anim_clip {
    ap_md5anim_stream *stream;     /* reads the values of a frame again if they are not kept */
    const ap_md5_joints *joints;   /* names, parents and flags, owned by the stream */
    ap_md5anim_channels *channels; /* one element for each joint; NULL until ap_md5anim_end_clip was called */
    size_t joint_count, frame_count, component_count;
    float *boxes;     /* box of each frame: minimum x y z, maximum x y z */
    size_t bounds_at; /* offset after the opening brace of the bounds */
    size_t *frame_at; /* offset of each frame in the file, after its opening brace */
    float *values;    /* component_count values for each frame; NULL if they are not kept */
    /* if the clip does not keep the values of all frames: the values of frame `reread_frame`; NULL until a frame
       is needed */
    float *reread_values;
    size_t reread_frame;
    /* placements of the first `placed_joints` joints in frame `placed_frame`; NULL until a pose is needed */
    ap_md5_placement *places;
    size_t placed_frame, placed_joints;
    /* lower median over the frames of the diagonal of the box around all joints; negative until it is needed */
    double median_pose_size;
} ap_md5anim_clip;

/* Makes stream->clip, unless the stream only counts findings, has found an error, has not read the
   hierarchy, or has a header with counts that do not fit the file. The values of all frames are kept if
   stream->keeps_values, which costs a fifth of the time of reading a large file; otherwise each frame that a
   rule needs is read again. Leaves stream->clip NULL and counts a skipped check if frames times joints are
   more than 2^24 plus the bytes of the file. */
void ap_md5anim_begin_clip(ap_md5anim_stream *stream);

/* Completes the clip after reading. Returns the clip; NULL if stream->clip is NULL, if the file has an error, if the baseframe
   lacks joints, or when out of memory. */
ap_md5anim_clip *ap_md5anim_end_clip(ap_md5anim_stream *stream);

/* Returns the channels of a joint. Hierarchy and baseframe were read without errors. */
ap_md5anim_channels ap_md5anim_channels_of(const ap_md5anim_stream *stream, size_t joint);

/* Returns the values of a frame of a clip that does not keep them. Reads them from the file again, unless the last call was for
   this frame, or this is the first frame and ap_md5anim_record_motion kept its values. They stay valid until the next call.
   Returns NULL when out of memory. */
const float *ap_md5anim_clip_reread_frame(ap_md5anim_clip *clip, size_t frame);

/* Returns the values of a frame, which stay valid until the next call. Returns NULL when out of memory. */
static inline const float *ap_md5anim_clip_frame_values(ap_md5anim_clip *clip, size_t frame)
{
    return clip->values != NULL ? clip->values + frame * clip->component_count
                                : ap_md5anim_clip_reread_frame(clip, frame);
}

/* Returns a number of a joint in the frame with these values. */
static inline float ap_md5anim_joint_number(
    const ap_md5anim_channels *channels, const float *values, int number)
{
    return channels->at[number] < 0 ? channels->base[number] : values[channels->at[number]];
}

/* Sets `numbers` to the six numbers of a joint in the frame with these values: position, then orientation. */
static inline void ap_md5anim_get_joint_numbers(
    const ap_md5anim_channels *channels, const float *values, float numbers[AP_CLIP_NUMBERS])
{
    for (int i = 0; i < AP_CLIP_NUMBERS; i++)
        numbers[i] = ap_md5anim_joint_number(channels, values, i);
}

/* Compute the placements in model space of the first `joint_count` joints in a frame, or of all joints. The result stays valid
   until a call for another frame. Returns NULL when out of memory. */
const ap_md5_placement *ap_md5anim_compute_placements(
    ap_md5anim_clip *clip, size_t frame, size_t joint_count);
const ap_md5_placement *ap_md5anim_compute_pose(ap_md5anim_clip *clip, size_t frame);

/* Returns the size of a pose: the lower median over the frames of the diagonal of the box around all joints. Returns 0 when out
   of memory. */
double ap_md5anim_median_pose_size(ap_md5anim_clip *clip);

#endif
