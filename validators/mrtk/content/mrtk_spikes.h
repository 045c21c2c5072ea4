/* Rules about single keys that are far from both neighbours (spikes). */
#ifndef AP_MRTK_SPIKES_H
#define AP_MRTK_SPIKES_H

#include "validators/mrtk/content/mrtk_track.h"

/* Returns true if the curves of a record's first vector certainly have the same times, which increase, and finite values, and no
   key is a spike. Sets position_valid and bone_steady of the record; call it after the last curve of the vector was read. */
bool ap_mrtk_skip_clean_position(ap_mrtk_record *record);

/* Add the spikes of a record's first vector, or of its rotation, to those of the cursor; add none if the curves of the vector
   differ in their times, the times do not increase, or a number is not finite. ap_mrtk_record_position_spikes also sets
   position_valid and position_spiked of the record. */
void ap_mrtk_record_position_spikes(ap_mrtk_cursor *cursor, ap_mrtk_record *record);
void ap_mrtk_record_rotation_spikes(ap_mrtk_cursor *cursor, const ap_mrtk_record *record);

/* Reports the spikes of the file, after all curves were read. */
void ap_mrtk_report_spikes(ap_io *io, const ap_mrtk_cursor *cursor);

#endif
