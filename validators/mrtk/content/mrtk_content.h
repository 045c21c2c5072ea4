/* Rules about what the keys of a whole recording mean. Call these functions after all curves were read. */
#ifndef AP_MRTK_CONTENT_H
#define AP_MRTK_CONTENT_H

#include "validators/mrtk/mrtk_layout.h"

/* Checks the content of all curves. `collapsed` is true if mrtk/collapsed was reported; some checks are then left
   out. */
void ap_mrtk_check_content(ap_io *io, const ap_mrtk_cursor *cursor, bool collapsed);

/* Returns true if the time is later than all keys. The cursor keeps the time of the latest key. */
bool ap_mrtk_is_later_than_all_keys(ap_mrtk_cursor *cursor, float time);

/* Checks the hands; does nothing for a recording without hands. */
void ap_mrtk_check_hands(ap_io *io, const ap_mrtk_animation *animation);

/* ap_mrtk_has_keys returns true if a curve of the record has a key; ap_mrtk_has_key_with_value_1, if the boolean curve has
   a key with value 1. */
bool ap_mrtk_has_keys(const ap_mrtk_record *record);
bool ap_mrtk_has_key_with_value_1(const ap_mrtk_record *boolean);

/* Returns the first record of this name; NULL if the flags leave the record out. */
const ap_mrtk_record *ap_mrtk_first_record(const ap_mrtk_animation *animation, const char *name);

#endif
