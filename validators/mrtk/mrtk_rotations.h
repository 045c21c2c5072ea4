/* Rules over rotations and directions, whose curves are read one after the other: their lengths and flips. */
#ifndef AP_MRTK_ROTATIONS_H
#define AP_MRTK_ROTATIONS_H

#include "validators/mrtk/mrtk_layout.h"

/* How many of the first keys of a record's second vector are surely of length 1, at the same times in all its curves, and
   without a flip: asked together, so that each curve is read once. It may stop early. The curves have as many keys. */
size_t ap_mrtk_count_sound(const ap_mrtk_record *record);

/* Judges lengths and flips of a record's second vector, whose curves agree. Keys before number `from` are sound. */
void ap_mrtk_judge_rotation(ap_io *io, ap_mrtk_cursor *cursor, const ap_mrtk_record *record, size_t from);

#endif
