/* Where the counts of a recording lead: asked for many places of one file, of which most lead to the same ones. */
#ifndef AP_MRTK_SKIM_H
#define AP_MRTK_SKIM_H

#include "core/layout/count_search.h"
#include "validators/mrtk/mrtk_layout.h"

/* What was read once is not read again: where a curve that begins at a place ends depends on nothing else. */
typedef struct ap_mrtk_skim {
    ap_io io;
    ap_mrtk_cursor cursor;
    ap_mrtk_animation *animation; /* scratch, with the records and the variant of the file */
    struct ap_mrtk_skimmed
        *curves; /* the ends of curves, by where they begin; a later one may take the room */
    struct ap_mrtk_landmark *places; /* between two records; a hash table of place_count, a power of two */
    size_t curve_count, place_count;
    size_t places_left; /* that may still be kept */
} ap_mrtk_skim;

/* For a file that io reads. `animation` is the caller's, and written over. False when memory has run out. */
bool ap_mrtk_skim_init(ap_mrtk_skim *skim, const ap_io *io, ap_mrtk_animation *animation) AP_MUST_USE;

/* Whether the file reads to its end by its structure, if the curve of the record begins at byte `at`; the first curve after
   the last of a record is that of the next one, after which the markers come. Each curve and marker that it passes takes one
   from *steps, at 0 it ends with false. */
bool ap_mrtk_skim_rest(ap_mrtk_skim *skim, size_t at, size_t record, size_t curve, size_t *steps) AP_MUST_USE;

#endif
