/* Rules about the lengths and flips of rotations and directions. They are checked after the last curve of a
   rotation or direction was read. */
#ifndef AP_MRTK_ROTATIONS_H
#define AP_MRTK_ROTATIONS_H

#include "validators/mrtk/mrtk_layout.h"

/* Returns true, and counts the pairs of keys in the cursor, if the second vector of a record is a rotation, its curves certainly
   have keys at the same times, and no rule finds anything in it. */
bool ap_mrtk_skip_clean_rotation(ap_mrtk_cursor *cursor, const ap_mrtk_record *record);

/* Checks that the rotation or direction of a record has the length 1 at each key. Counts in the cursor the changes of sign and
   the spikes of a rotation. The curves of the rotation or direction must have keys at the same times. */
void ap_mrtk_check_rotation_or_direction(ap_io *io, ap_mrtk_cursor *cursor, const ap_mrtk_record *record);

#endif
