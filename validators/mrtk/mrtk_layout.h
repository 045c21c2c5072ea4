/* The layouts of MRTK input animation: each record's fields in file order, for every verb. */
#ifndef AP_MRTK_LAYOUT_H
#define AP_MRTK_LAYOUT_H

#include "validators/mrtk/mrtk.h"

/* Where reading is: enough to begin again at a curve or at the marker list, as a search for a count does. */
typedef struct ap_mrtk_place {
    ap_mrtk_animation *animation;
    size_t record;
    size_t curve;      /* of the record */
    size_t whole_curves; /* read so far */
    size_t curve_at;   /* offset of the curve */
    bool at_markers;
    size_t marker_count_at;
    float previous_marker_time; /* NaN before the first */
} ap_mrtk_place;

/* The first 16 bytes: magic and version. */
bool ap_mrtk_header(ap_io *io, ap_mrtk_animation *animation) AP_MUST_USE;

/* The three flags of a 1.1 file; for 1.0 no byte is read. Fills animation->records, without curves. */
bool ap_mrtk_flags(ap_io *io, ap_mrtk_animation *animation) AP_MUST_USE;

/* The curve at io->scope's place (an ap_mrtk_place) and all curves behind it. */
bool ap_mrtk_curves(ap_io *io) AP_MUST_USE;

/* The marker list; nothing in the published layout. */
bool ap_mrtk_markers(ap_io *io) AP_MUST_USE;

/* One marker; the path's last part is its place in the list. */
bool ap_mrtk_marker(ap_io *io, ap_mrtk_place *place) AP_MUST_USE;

/* Bytes of a float key in the animation's version and layout. */
size_t ap_mrtk_float_key_bytes(const ap_mrtk_animation *animation);

#endif
