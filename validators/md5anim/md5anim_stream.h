/* Reads and writes the sections of a .md5anim, and keeps the state of reading. */
#ifndef AP_MD5ANIM_STREAM_H
#define AP_MD5ANIM_STREAM_H

#include "validators/md5/md5_stream.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5anim/md5anim_actual_counts.h"
#include "validators/md5anim/md5anim_clip.h"
#include "validators/md5anim/md5anim_table.h"
#include "validators/md5mesh/md5mesh.h"

/* Places of the x, y and z of a joint's rotation. at[axis] is the index of the number, or -1 if
   the axis is not animated and has the baseframe's value, base[axis]. */
typedef struct ap_md5anim_rotation_channels {
    uint32_t joint;
    int32_t at[3];
    float base[3];
} ap_md5anim_rotation_channels;

typedef struct ap_md5anim_stream {
    ap_md5_stream base; /* must be the first member: pointers to it are cast to this type */
    ap_text_integer frame_count, component_count;
    bool are_counts_known;           /* `actual` was computed */
    ap_md5anim_actual_counts actual; /* computed when a count of the header seems to be wrong */
    ap_md5_integer_or_fractional_rate rate;
    bool bounds_are_zero;    /* every number of the bounds is 0 so far */
    ap_md5_vector_pair pair; /* the entry of bounds or baseframe that is being read or written */

    ap_md5anim_source *source;   /* when writing: provides the entries; NULL when reading, or with a filler */
    ap_digits_of_float *spelled; /* when writing: the text of each of `values`, in the arena; NULL if the
                                  file is written in a style */
    /* `spelled` holds the texts of the current frame's values; if false, values are written one by one */
    bool values_spelled;

    float (*orientations)[3]; /* orientations of the baseframe, one per joint, in the arena */
    bool (*orientation_valid)
        [3]; /* for each number of `orientations`: true if the file has a valid number; allocated in the
                arena */
    size_t orientation_count, orientation_capacity;
    bool baseframe_complete;
    bool baseframe_invalid; /* a number of the baseframe is malformed or out of range */
    float (*positions)[3];  /* positions of the baseframe, one per joint, in the arena */
    size_t baseframe_at;    /* offset after the opening brace of the baseframe */

    bool root_is_shared; /* another joint uses numbers of joint 0's position, which id's reader changes in
                            place */

    /* the index that the next frame should have; if the reader accepted the index of an earlier frame after a
       fault, counted from that index */
    size_t next_index;
    /* `next_index` was taken from a frame's index that differed from the number of frames read before */
    bool was_next_index_moved;
    int64_t previous_index; /* index of the previous frame; -1 before the first frame, -2 if the previous
                               index is malformed */
    bool surplus_reported;
    /* the finding that is being made is about a whole position, not only about the number that its path
       names */
    bool of_position;
    /* the joints of the mesh have the same names and parents as the joints of the animation */
    bool mesh_fits;
    bool size_differs; /* the skeletons of mesh and animation differ in size, which was reported */
    bool keeps_values; /* the clip keeps the values of all frames */
    /* the numbers of the file, for the rules on content, in the arena; NULL unless ap_md5anim_begin_clip made it */
    ap_md5anim_clip *clip;
    struct ap_md5anim_position_steps
        *steps; /* steps of the positions from frame to frame, in the arena; NULL until a frame is recorded */
    float *
        values; /* values of the current frame, component_count of them, in the arena; within `clip` if it keeps them */
    ap_span *value_spans; /* spans of the values of the frame that a message was last about, in the arena */
    bool rotations_listed;
    ap_md5anim_rotation_channels *rotations; /* the rotations that a frame animates, in the arena */
    size_t rotation_count;
    /* for each number of a frame: 1 + the index of the joint that the number belongs to, or 0 if no joint
       uses the number; in the arena; NULL until a message or a listener needs it */
    uint32_t *owners;
    size_t owner_joints;                /* number of joints when `owners` was computed */
    struct ap_md5anim_rotations *turns; /* rotations of this frame and the previous frame, in the arena; NULL
                                           if no rotation is animated */
    bool steps_small;                   /* every rotation certainly turned by less than 90 degrees from the
                                           previous frame to this frame */
    struct ap_md5anim_motion *motion;   /* state of the checks of motion, in the arena; NULL until the first
                                           frame is checked */
} ap_md5anim_stream;

static inline ap_md5anim_stream *ap_md5anim_of(ap_md5_stream *stream)
{
    return (ap_md5anim_stream *)stream;
}

/* The names of a joint's components in the order of the bits of its flags, as used in the comments of files and in paths for
   people: "Tx". */
extern const char *const ap_md5anim_component_names[AP_MD5_COMPONENTS];

/* Returns the number of components of a joint with these flags: the bits set, summed by halves.
   __builtin_popcount is a function call unless the build may use the processor's instruction. */
static inline int32_t ap_md5_count_components(int32_t flags)
{
    uint32_t sums = (uint32_t)flags;
    sums -= sums >> 1 & 0x55555555;
    sums = (sums & 0x33333333) + (sums >> 2 & 0x33333333);
    sums = (sums + (sums >> 4)) & 0x0f0f0f0f;
    return (int32_t)(sums * 0x01010101 >> 24);
}

/* Reads or writes the header. Returns true when reading; when writing, false if a value could not be
   written. */
bool ap_md5anim_read_or_write_header(ap_md5_stream *base);

/* Checks numAnimatedComponents against numJoints and the size of the file. */
void ap_md5anim_check_component_count(ap_md5anim_stream *stream);

/* Implements ap_md5_grammar.correct_counts. Reads the file at most once, and only if a count seems to be wrong. */
void ap_md5anim_correct_and_report_counts(ap_md5_stream *base);

/* Checks the numbers of joints and frames against the limits of readers, and the duration against the policy.
   Called after reading, when wrong counts of the header have been corrected. */
void ap_md5anim_check_limits(ap_md5anim_stream *stream);

/* Read or write a section. When reading, its keyword must be the next token. Return false if the section
   broke off, which was reported. */
bool ap_md5anim_read_or_write_hierarchy(ap_md5_stream *base) AP_MUST_USE;
bool ap_md5anim_read_or_write_bounds(ap_md5_stream *base) AP_MUST_USE;
bool ap_md5anim_read_or_write_baseframe(ap_md5_stream *base) AP_MUST_USE;
bool ap_md5anim_read_or_write_frame(ap_md5_stream *base) AP_MUST_USE;

/* Describe the lists: name, layout of an entry, and fast reading of many entries. */
ap_md5_list ap_md5anim_bounds_list(const ap_md5anim_stream *stream);
ap_md5_list ap_md5anim_baseframe_list(const ap_md5anim_stream *stream);

/* Initialises a stream that reads a file, as ap_md5_begin_reading_and_check_type does. */
void ap_md5anim_begin_reading_and_check_type(ap_md5anim_stream *stream, ap_view input, ap_findings *findings);

/* Reads the file as a linter does, discards the findings, and returns the stream. `keeps_values` is the value for
   stream->keeps_values. Returns NULL when out of memory. */
ap_md5anim_stream *ap_md5anim_read_discarding_findings(ap_view input, ap_arena *arena, bool keeps_values);

/* When writing: allocates the values of a frame, and if `spelled` is true, also memory for the texts of all
   values. Returns false when out of memory. */
bool ap_md5anim_allocate_values(ap_md5anim_stream *stream, size_t count, bool spelled, ap_arena *arena);

/* Reads the numbers of a frame up to its brace, if there are as many as expected (any number if that is unknown), and all are
   plain finite numbers. Otherwise returns false and reads nothing; the caller then reads token by token. */
bool ap_md5anim_read_values_fast(ap_md5anim_stream *stream);

/* Checks the joints after the hierarchy ended, by its brace or by a fault. */
void ap_md5anim_check_hierarchy(ap_md5anim_stream *stream);

/* Stores and checks a joint's flags. */
void ap_md5anim_store_and_check_flags(
    ap_md5anim_stream *stream, ap_md5_joint_entry *joint, ap_text_integer flags);

/* Checks the rotations of a frame. All values were read and are valid; frame_at is the offset after the
   frame's brace. */
void ap_md5anim_check_rotations(ap_md5anim_stream *stream, size_t frame_at);

/* Returns the index of the rotation's first animated number in the values of a frame. */
int32_t ap_md5anim_index_of_first_animated_number(const ap_md5anim_rotation_channels *rotation);

/* Returns the span from the rotation's first number to its last, given the spans of a frame's values. */
ap_span ap_md5anim_rotation_span(const ap_md5anim_rotation_channels *rotation, const ap_span *values);

/* Returns the spans of a frame's values. frame_at is the offset after the frame's brace. Returns NULL when
   out of memory. */
const ap_span *ap_md5anim_find_value_spans(ap_md5anim_stream *stream, size_t frame_at);

/* Sets xyz to the rotation in the current frame. */
void ap_md5anim_current_rotation(
    const ap_md5anim_stream *stream, const ap_md5anim_rotation_channels *rotation, float xyz[3]);

/* The component that a number of a frame is: bit number `bit` of the flags of joint number `joint`. */
typedef struct ap_md5anim_component {
    size_t joint;
    unsigned bit;
} ap_md5anim_component;

/* Finds the joint of each number of a frame, which ap_md5anim_joint_of_path then returns. Returns false when out of memory. */
bool ap_md5anim_find_joints_of_numbers(ap_md5anim_stream *stream);

/* Finds the joint and component of number `value` of a frame. Returns false if the number belongs to no
   joint that was read, or when out of memory. */
bool ap_md5anim_find_component(ap_md5anim_stream *stream, size_t value, ap_md5anim_component *found);

/* Implements ap_io.joint: like ap_md5_joint_name_of_path, and after ap_md5anim_find_joints_of_numbers also finds the joint of a
   number of a frame. */
ap_joint_and_component ap_md5anim_joint_of_path(const ap_io *io, const ap_field_path *path);

/* Implements ap_io.subject: names frames and bounds by the frame's number, and entries of hierarchy and baseframe and the numbers
   of frames by their joint. */
size_t ap_md5anim_put_message_subject(ap_io *io, const char *name, char *text, size_t size);

/* Allocates memory for the rotations of the current and the previous frame (md5anim_turns.c). */
void ap_md5anim_allocate_rotations(ap_md5anim_stream *stream);

/* Copies the rotations of the current frame, and sets stream->steps_small. Returns true if x y z of no rotation are longer than
   1, so that their lengths need no other check. */
bool ap_md5anim_copy_and_check_rotations(ap_md5anim_stream *stream);

/* Returns true if the rotation certainly turned by less than 90 degrees from the previous frame to the
   current frame. */
bool ap_md5anim_is_step_certainly_under_90_degrees(const ap_md5anim_stream *stream, size_t rotation);

/* Sets xyz to the rotation in the previous frame. */
void ap_md5anim_previous_rotation(const ap_md5anim_stream *stream, size_t rotation, float xyz[3]);

/* Records the motion of a frame (md5anim_motion.c). All its values were read and are valid. */
void ap_md5anim_record_motion(ap_md5anim_stream *stream, size_t frame_at);

/* Returns the values of the first frame if ap_md5anim_record_motion recorded them and frame_at is the offset after the opening
   brace of that frame; otherwise NULL. */
const float *ap_md5anim_kept_first_frame_values(const ap_md5anim_stream *stream, size_t frame_at);

/* Reports the first rotation that jumps, and an animation in which nothing moves. Called after reading. */
void ap_md5anim_check_motion(ap_md5anim_stream *stream);

/* Compares the comments after joints with their parents and flags, in a file without errors
   (comments/md5anim_comments.c). Called after reading. */
void ap_md5anim_check_comments(ap_md5anim_stream *stream);

/* Reports a frame rate that is unusually high, in a file without errors. Called after reading. */
void ap_md5anim_check_rate(ap_md5anim_stream *stream);

/* Compares the animation's joints with those of its mesh: number, names and parents. Sets stream->mesh_fits if all agree, and
   then compares the sizes too. Counts a skipped check if the joints of one of them are not complete. */
void ap_md5anim_compare_every_joint_with_mesh(ap_md5anim_stream *stream, const ap_md5_mesh *mesh);

/* Compares the sizes of the two skeletons; if they differ, reports that and sets stream->size_differs. Called if the joints of
   animation and mesh agree. */
void ap_md5anim_compare_mesh_size(ap_md5anim_stream *stream, const ap_md5_mesh *mesh);

#endif
