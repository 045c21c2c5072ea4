/* Reading a .md5anim: its sections in any order, and what is known of them so far. */
#ifndef AP_MD5ANIM_STREAM_H
#define AP_MD5ANIM_STREAM_H

#include "validators/md5/md5_stream.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5anim/md5anim_table.h"
#include "validators/md5mesh/md5mesh.h"

/* In the order in which the sections belong. */
enum { AP_HIERARCHY, AP_BOUNDS, AP_BASEFRAME, AP_FRAME };

/* Where a frame has the rotation of a joint with an animated component; -1: as in the baseframe. */
typedef struct ap_md5_rotation {
    uint32_t joint;
    int32_t at[3];
    float base[3];
} ap_md5_rotation;

typedef struct ap_md5anim_stream {
    ap_md5_stream base; /* first, so that shared code and this find one another */
    ap_text_integer frame_count, component_count;
    ap_md5_rate rate;
    bool bounds_are_zero; /* all that were read */
    ap_md5_pair pair;     /* the entry of bounds or baseframe at hand */

    ap_md5anim_source *source; /* in writing: gives the entries; NULL in reading */
    ap_spelled *spelled;       /* in writing: of `values`, in the arena; NULL: there is a style */
    bool values_spelled;       /* those of the frame at hand; otherwise they are written one by one */

    float (*orientations)[3]; /* of the baseframe, a joint each; in the arena */
    bool (*orientation_sound)[3];
    size_t orientation_count, orientation_capacity;
    bool baseframe_whole;
    bool baseframe_is_odd; /* a number of it is not sound */
    bool wants_positions;  /* there is a mesh to compare them with */
    float (*positions)[3]; /* of the baseframe, beside the orientations; NULL: not wanted */
    size_t baseframe_at;   /* offset after its opening brace */

    bool root_is_shared; /* a joint uses numbers of joint 0's position, which id's reader changes in place */

    size_t position;        /* of the next frame block, by its index where one was taken as right */
    bool moved;             /* the index that was taken as right last is another than the number of blocks */
    int64_t previous_index; /* of a frame; -1 where it is not known */
    bool surplus_said;
    float *values;        /* of one frame: component_count of them, in the arena */
    ap_span *value_spans; /* the same number, taken only when a frame needs explaining */
    bool rotations_made;
    ap_md5_rotation *rotations; /* in the arena */
    size_t rotation_count;
    uint32_t *
        owners; /* of the numbers of a frame, 1 + the joint's index, or 0; in the arena; NULL until a message asks */
    size_t owner_joints;              /* number of joints when `owners` was made */
    struct ap_md5anim_turns *turns;   /* in the arena; NULL where there are none */
    bool steps_small;                 /* of this frame's rotations: all are, for certain */
    struct ap_md5anim_motion *motion; /* in the arena; NULL where it is not judged */
} ap_md5anim_stream;

static inline ap_md5anim_stream *ap_md5anim_of(ap_md5_stream *stream)
{
    return (ap_md5anim_stream *)stream;
}

/* How many components a joint with these flags has: the bits set, summed by halves. __builtin_popcount is a
   function call where the processor's instruction may not be used. */
static inline int32_t ap_md5_components(int32_t flags)
{
    uint32_t sums = (uint32_t)flags;
    sums -= sums >> 1 & 0x55555555;
    sums = (sums & 0x33333333) + (sums >> 2 & 0x33333333);
    sums = (sums + (sums >> 4)) & 0x0f0f0f0f;
    return (int32_t)(sums * 0x01010101 >> 24);
}

/* Reads the header; true. In writing, false when a value could not be written. */
bool ap_md5anim_header(ap_md5_stream *base);

/* Reads a section; its keyword is the next token; false when it broke (the finding is made). */
bool ap_md5anim_hierarchy(ap_md5_stream *base) AP_MUST_USE;
bool ap_md5anim_bounds(ap_md5_stream *base) AP_MUST_USE;
bool ap_md5anim_baseframe(ap_md5_stream *base) AP_MUST_USE;
bool ap_md5anim_frame(ap_md5_stream *base) AP_MUST_USE;

/* What the lists are made of: the name, the layout of an entry, and its fast reading. */
ap_md5_list ap_md5anim_bounds_list(const ap_md5anim_stream *stream);
ap_md5_list ap_md5anim_baseframe_list(const ap_md5anim_stream *stream);

/* A reader at the start of a file; ready for the header, or ended when there is nothing to read. */
void ap_md5anim_begin(ap_md5anim_stream *stream, ap_view input, ap_findings *findings);

/* In writing: room for the values of a frame, and where they are spelled together for their digits. False: no memory. */
bool ap_md5anim_make_values(ap_md5anim_stream *stream, size_t count, bool spelled, ap_arena *arena);

/* The numbers of a frame up to its brace, judged by nothing but a fast reading: the right number of plain
   finite ones. False, with nothing read, when a slow walk has to say what they are. */
bool ap_md5anim_fast_values(ap_md5anim_stream *stream);

/* The rules over the joints that were read, when the hierarchy ends, by its brace or by a fault. */
void ap_md5anim_judge_hierarchy(ap_md5anim_stream *stream);

/* A joint's flags and start index as they are read. */
void ap_md5anim_judge_flags(ap_md5anim_stream *stream, ap_md5_joint *joint, ap_text_integer flags);

/* The rotations of a frame; its values were read and are sound; frame_at: the offset after its brace. */
void ap_md5anim_judge_rotations(ap_md5anim_stream *stream, size_t frame_at);

/* The first of a rotation's components in a frame's values. */
int32_t ap_md5anim_first_component(const ap_md5_rotation *rotation);

/* The span of a rotation's components in the frame with these values. */
ap_span ap_md5anim_rotation_span(const ap_md5_rotation *rotation, const ap_span *values);

/* The places of a frame's values in the file; frame_at: the offset after its brace. NULL: no memory. */
const ap_span *ap_md5anim_find_values(ap_md5anim_stream *stream, size_t frame_at);

/* A rotation as a frame has it. */
void ap_md5anim_rotation_of(const ap_md5anim_stream *stream, const ap_md5_rotation *rotation, float xyz[3]);

/* The joint and component of a number of a frame: bit `bit` of the flags of joint number `joint`. */
typedef struct ap_md5anim_component {
    size_t joint;
    unsigned bit;
} ap_md5anim_component;

/* Finds what number `value` of a frame is, by the joints that were read. False if it is of none of them, or memory has run
   out. */
bool ap_md5anim_find_component(ap_md5anim_stream *stream, size_t value, ap_md5anim_component *found);

/* ap_io.subject: names frames by their number, and the joints of hierarchy, baseframe and frames. */
size_t ap_md5anim_subject(ap_io *io, const char *name, char *text, size_t size);

/* Rotations of this frame and the one before (md5anim_turns.c). Room for those that were listed. */
void ap_md5anim_make_turns(ap_md5anim_stream *stream);

/* Takes those of the frame that was read. Whether all are clean for certain; stream->steps_small is set, too. */
bool ap_md5anim_gather_turns(ap_md5anim_stream *stream);

/* Whether its step to this frame is small for certain. */
bool ap_md5anim_is_small_turn(const ap_md5anim_stream *stream, size_t rotation);

/* A rotation as the frame before has it. */
void ap_md5anim_last_turn(const ap_md5anim_stream *stream, size_t rotation, float xyz[3]);

/* Motion (md5anim_motion.c): remembers what a frame adds to it; its values were read and are sound. */
void ap_md5anim_watch_motion(ap_md5anim_stream *stream, size_t frame_at);

/* The rules over the motion as a whole, when all was read. */
void ap_md5anim_judge_motion(ap_md5anim_stream *stream);

/* The animation's joints against those of its mesh. */
void ap_md5anim_match_mesh(ap_md5anim_stream *stream, const ap_md5_mesh *mesh);

/* The size of its skeleton against that of its mesh; the joints of both agree. */
void ap_md5anim_judge_scale(ap_md5anim_stream *stream, const ap_md5_mesh *mesh);

#endif
