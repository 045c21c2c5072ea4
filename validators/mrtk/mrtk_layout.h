/* The layouts of MRTK input animation: the fields of each record in file order, for reading, linting and
   writing. */
#ifndef AP_MRTK_LAYOUT_H
#define AP_MRTK_LAYOUT_H

#include "validators/mrtk/mrtk.h"

/* A key being read or written, and its animation. */
typedef struct ap_mrtk_key_record {
    const ap_mrtk_animation *animation;
    ap_mrtk_key key;
} ap_mrtk_key_record;

/* The three layouts of a key, as elements of an array. The record of an element is an ap_mrtk_key_record. */
extern const ap_element ap_mrtk_long_keys, ap_mrtk_short_keys, ap_mrtk_boolean_keys;

/* A marker as stored: keeps the encoding of its name's length. */
typedef struct ap_mrtk_marker_record {
    float time;
    ap_mrtk_prefix prefix;
    ap_view name;
} ap_mrtk_marker_record;

/* Flips of rotations: pairs of consecutive keys with a negative dot product. */
typedef struct ap_mrtk_flips {
    size_t count, pairs;          /* number of flips, and number of key pairs compared */
    const ap_mrtk_record *record; /* record of the first flip in file order; `key` and the other members
                                     describe the first flip too */
    size_t key;                   /* index of the later of the two keys */
    double dot;
    ap_span at;
} ap_mrtk_flips;

/* Spikes: keys that are far from both neighbours. */
typedef struct ap_mrtk_spikes {
    size_t count;
    /* record of the first spike in file order; `key` is the index of that spike's key */
    const ap_mrtk_record *record;
    size_t key;
} ap_mrtk_spikes;

/* The position of a reader, so that reading can resume at a curve or at the marker list, as the search for a wrong count does;
   and what the rules keep about the curves read so far. */
typedef struct ap_mrtk_cursor {
    ap_mrtk_animation *animation;
    const struct ap_mrtk_wrong_count
        *wrong;                    /* the wrong key count at which reading stops; NULL if none is known */
    bool stops_if_count_suspected; /* lint stops after a curve that sets `count_suspected` */
    bool count_suspected;          /* lint found a sign of a wrong key count */
    size_t record;
    size_t curve;           /* index of the curve in the record */
    size_t complete_curves; /* number of complete curves read so far */
    size_t curve_at;        /* offset of the curve in the input */
    bool at_markers;
    size_t marker_count_at;
    float previous_marker_time; /* time of the previous marker; NaN before the first marker */
    ap_span previous_marker_span;
    ap_mrtk_flips flips;
    ap_mrtk_spikes position_spikes, rotation_spikes;
    /* if end_known, the latest time of all keys; otherwise the latest time of the first and last keys of all
       curves; NaN if no such time is finite */
    float end;
    bool end_estimated; /* `end` is set */
    bool end_known;     /* `end` was computed from all keys */
} ap_mrtk_cursor;

/* Returns true for 1.1 in the writer's layout: MRTK's writer of 1.1 drops keys that it does not need. */
static inline bool ap_mrtk_does_writer_drop_keys(const ap_mrtk_animation *animation)
{
    return ap_mrtk_features_of(animation)->drops_keys && animation->variant == AP_MRTK_WRITER;
}

/* Returns the name of hand joint `joint` (0 to 26) in the spelling of the format's documentation: "MiddleKnuckle". */
const char *ap_mrtk_joint_name(size_t joint);

/* Implements ap_io.joint for the joints of hands. */
ap_joint_and_component ap_mrtk_joint_of_path(const ap_io *io, const ap_field_path *path);

/* Reads or writes the first 16 bytes: magic and version. */
bool ap_mrtk_read_or_write_header(ap_io *io, ap_mrtk_animation *animation) AP_MUST_USE;

/* Reads or writes the three flags of a 1.1 file; sets those of a 1.0 file to 1, 1 and 0, which it does not store.
   Fills animation->records, without curves. */
bool ap_mrtk_read_or_write_flags(ap_io *io, ap_mrtk_animation *animation) AP_MUST_USE;

/* Lists the records that the flags ask for, in file order. Leaves their curves unchanged. */
void ap_mrtk_list_records(ap_mrtk_animation *animation);

/* Reads or writes the curve at the cursor (io->scope, an ap_mrtk_cursor) and leaves the cursor on this
   curve. */
bool ap_mrtk_read_or_write_curve_at_cursor(ap_io *io) AP_MUST_USE;

/* Reads or writes the curve at the cursor (io->scope) and all curves after it. */
bool ap_mrtk_read_or_write_curves(ap_io *io) AP_MUST_USE;

/* Reads or writes the marker list; does nothing in the published layout. */
bool ap_mrtk_read_or_write_markers(ap_io *io) AP_MUST_USE;

/* Reads or writes one marker; the last part of the field path is the marker's index. */
bool ap_mrtk_read_or_write_marker(
    ap_io *io, ap_mrtk_cursor *cursor, ap_mrtk_marker_record *marker) AP_MUST_USE;

/* Returns the size of a key of the curve; 0 if the curve has no keys. */
static inline size_t ap_mrtk_key_bytes(const ap_mrtk_curve *curve)
{
    return curve->key_count == 0 ? 0 : curve->keys.size / (size_t)curve->key_count;
}

/* Returns the stored bytes of a key. */
static inline const uint8_t *ap_mrtk_key_at(const ap_mrtk_curve *curve, size_t index)
{
    return curve->keys.bytes + index * ap_mrtk_key_bytes(curve);
}

static inline float ap_mrtk_float_at(const uint8_t *key, size_t offset)
{
    return ap_load_f32(key + offset, false);
}

static inline uint32_t ap_mrtk_bits_at(const uint8_t *key, size_t offset)
{
    return ap_load_u32(key + offset, false);
}

/* Returns the layout of float keys in the animation's version and layout. */
const ap_element *ap_mrtk_float_key_layout(const ap_mrtk_animation *animation);

/* Returns the layout of the keys of a record's curves in the animation's version and layout. */
const ap_element *ap_mrtk_key_layout_of_record(
    const ap_mrtk_animation *animation, const ap_mrtk_record *record);

/* ap_mrtk_is_wrap_mode_unknown returns true if a wrap mode has bits without a meaning; ap_mrtk_is_wrap_mode_combined, if it
   has more than one bit. */
bool ap_mrtk_is_wrap_mode_unknown(uint32_t mode);
bool ap_mrtk_is_wrap_mode_combined(uint32_t mode);

#endif
