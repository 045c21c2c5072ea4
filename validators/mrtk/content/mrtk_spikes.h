/* Rules about single keys that are far from both neighbours (spikes). */
#ifndef AP_MRTK_SPIKES_H
#define AP_MRTK_SPIKES_H

#include "validators/mrtk/content/mrtk_track.h"

/* Check a record's first vector, or its rotation, after the last curve of the vector was read, and add the spikes to those of
   the cursor. ap_mrtk_record_position_spikes also sets position_valid, position_spiked and bone_steady of the record. */
void ap_mrtk_record_position_spikes(ap_mrtk_cursor *cursor, ap_mrtk_record *record);
void ap_mrtk_record_rotation_spikes(ap_mrtk_cursor *cursor, const ap_mrtk_record *record);

/* Reports the spikes of the file, after all curves were read. */
void ap_mrtk_report_spikes(ap_io *io, const ap_mrtk_cursor *cursor);

#endif
