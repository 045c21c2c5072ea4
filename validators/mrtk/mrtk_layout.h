/* The layouts of MRTK input animation: each record's fields in file order, for every verb. */
#ifndef AP_MRTK_LAYOUT_H
#define AP_MRTK_LAYOUT_H

#include "validators/mrtk/mrtk.h"

/* A key that is being read or written, and its animation. */
typedef struct ap_mrtk_key_record {
    const ap_mrtk_animation *animation;
    ap_mrtk_key key;
} ap_mrtk_key_record;

/* The layouts of a key as elements of an array; each is handed an ap_mrtk_key_record. */
extern const ap_element ap_mrtk_long_keys, ap_mrtk_short_keys, ap_mrtk_boolean_keys;

/* A marker as it is in the file: its name's length keeps its spelling. */
typedef struct ap_mrtk_marker_record {
    float time;
    ap_mrtk_prefix prefix;
    ap_view name;
} ap_mrtk_marker_record;

/* Neighbouring keys of rotations with a negative dot product. */
typedef struct ap_mrtk_flips {
    size_t count, pairs;          /* the flips, and the pairs that there are */
    const ap_mrtk_record *record; /* of the first flip in file order, as all that follows */
    size_t key;                   /* the later one */
    double dot;
    ap_span at;
} ap_mrtk_flips;

/* Where reading is: enough to begin again at a curve or at the marker list, as a search for a count does. */
typedef struct ap_mrtk_cursor {
    ap_mrtk_animation *animation;
    size_t record;
    size_t curve;        /* of the record */
    size_t whole_curves; /* read so far */
    size_t curve_at;     /* offset of the curve */
    bool at_markers;
    size_t marker_count_at;
    float previous_marker_time; /* NaN before the first */
    ap_span previous_marker_span;
    ap_mrtk_flips flips;
} ap_mrtk_cursor;

/* The first 16 bytes: magic and version. */
bool ap_mrtk_header(ap_io *io, ap_mrtk_animation *animation) AP_MUST_USE;

/* The three flags of a 1.1 file; for 1.0 no byte is read. Fills animation->records, without curves. */
bool ap_mrtk_flags(ap_io *io, ap_mrtk_animation *animation) AP_MUST_USE;

/* Names the records that the flags ask for, in file order. Curves stay as they are. */
void ap_mrtk_list_records(ap_mrtk_animation *animation);

/* The curve at io->scope's place (an ap_mrtk_cursor), which stays there. */
bool ap_mrtk_one_curve(ap_io *io) AP_MUST_USE;

/* The curve at io->scope's place and all curves after it. */
bool ap_mrtk_curves(ap_io *io) AP_MUST_USE;

/* The marker list; nothing in the published layout. */
bool ap_mrtk_markers(ap_io *io) AP_MUST_USE;

/* One marker; the path's last part is its place in the list. */
bool ap_mrtk_marker(ap_io *io, ap_mrtk_cursor *cursor, ap_mrtk_marker_record *marker) AP_MUST_USE;

/* The size of a key of the curve; 0 where it has none. */
static inline size_t ap_mrtk_key_bytes(const ap_mrtk_curve *curve)
{
    return curve->key_count == 0 ? 0 : curve->keys.size / (size_t)curve->key_count;
}

/* Key number `index` of the curve, and what is at a place of a key. */
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

/* The float keys of the animation's version and layout. */
const ap_element *ap_mrtk_float_keys(const ap_mrtk_animation *animation);

#endif
