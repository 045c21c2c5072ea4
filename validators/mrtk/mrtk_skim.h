/* Tests whether a recording can be read to its end by structure from a given offset, for many offsets of one
   file. */
#ifndef AP_MRTK_SKIM_H
#define AP_MRTK_SKIM_H

#include "core/layout/count_search.h"
#include "validators/mrtk/mrtk_layout.h"

/* Caches the end of each curve and record by offset: the end depends on nothing but the offset and kind. */
typedef struct ap_mrtk_skim {
    ap_io io;
    ap_mrtk_cursor cursor;
    ap_mrtk_animation *animation; /* scratch, with the records and the layout of the file */
    struct ap_mrtk_skimmed
        *curves; /* cache of curve ends, indexed by offset; a later curve may overwrite an entry */
    struct ap_mrtk_landmark
        *landmarks; /* offsets between two records, a hash table of landmark_count entries (a
                                        power of two) */
    size_t curve_count, landmark_count;
    size_t free_landmarks; /* free entries of `landmarks` */
} ap_mrtk_skim;

/* Initialises the cache for the file that `io` reads. `animation` belongs to the caller and is overwritten.
   Returns false when out of memory. */
bool ap_mrtk_skim_init(ap_mrtk_skim *skim, const ap_io *io, ap_mrtk_animation *animation) AP_MUST_USE;

/* Returns true if the file can be read to its end by structure when the curve of the record begins at byte
   `at`. After the last curve of a record comes the first curve of the next record, and after the last record
   the markers. Each curve and marker takes one from *steps; returns false when *steps reaches 0. */
bool ap_mrtk_skim_rest(ap_mrtk_skim *skim, size_t at, size_t record, size_t curve, size_t *steps) AP_MUST_USE;

#endif
