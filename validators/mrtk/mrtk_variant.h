/* Finds the layout, or another version, in which a file can be read. */
#ifndef AP_MRTK_VARIANT_H
#define AP_MRTK_VARIANT_H

#include "validators/mrtk/mrtk_wrong_count.h"

enum { AP_MRTK_HEADER_BYTES = 16 };

/* A version and a layout in which a file can be read to its end. */
typedef struct ap_mrtk_other_layout {
    int32_t minor;
    ap_mrtk_variant variant;
} ap_mrtk_other_layout;

/* Returns a cursor at the first curve of the animation. */
ap_mrtk_cursor ap_mrtk_cursor_at_first_curve(ap_mrtk_animation *animation);

/* Reads everything after the flags, from the cursor (io->scope) on. */
bool ap_mrtk_read_curves_and_markers(ap_io *io) AP_MUST_USE;

/* Returns the layout in which reading ends exactly at the end of the file; AP_MRTK_AUTO if neither layout does. Sets *end to
   the largest offset that was reached in either layout. `seen` is the file: its input, perhaps through an overlay. Overwrites
   the animation. */
ap_mrtk_variant ap_mrtk_find_exact_variant(const ap_io *seen, ap_mrtk_animation *animation, size_t *end);

/* Measures how far the file can be read without error in this layout, and searches for a wrong key count. Overwrites the
   animation. */
void ap_mrtk_measure_variant(
    const ap_io *io, ap_mrtk_animation *animation, ap_mrtk_variant variant, ap_mrtk_readable_part *result);

/* Chooses the more likely layout for a file that does not end exactly in either layout. Overwrites the
   animation. */
ap_mrtk_variant ap_mrtk_choose_likely_variant(const ap_io *io, ap_mrtk_animation *animation);

/* Finds the first version other than 1.`but`, and its first layout, in which the file can be read to its end after its header:
   flags are 0 or 1, and one is set; no wrap mode is unknown; curves and markers end exactly at the end of the file. Returns
   false if no version has such a layout, or when out of memory (io->arena->failed). */
bool ap_mrtk_find_other_version(const ap_io *io, int32_t but, ap_mrtk_other_layout *other);

#endif
