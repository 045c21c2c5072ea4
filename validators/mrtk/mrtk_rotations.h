/* Rules over rotations and directions, whose curves are read one after the other: their lengths and flips. */
#ifndef AP_MRTK_ROTATIONS_H
#define AP_MRTK_ROTATIONS_H

#include "validators/mrtk/mrtk_layout.h"

/* Judges lengths and flips of a record's second vector, whose curves agree. */
void ap_mrtk_check_rotation(ap_io *io, ap_mrtk_cursor *cursor, const ap_mrtk_record *record);

#endif
