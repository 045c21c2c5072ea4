/* Changes of many values of a recording at once, for defects of its content. */
#ifndef AP_MRTK_BULK_EDIT_H
#define AP_MRTK_BULK_EDIT_H

#include "corpus/mrtk/mrtk_candidates.h"

typedef struct ap_mrtk_bulk_edit {
    ap_mrtk_candidates candidates;
    uint8_t *bytes; /* a copy of the file, in damage->arena */
} ap_mrtk_bulk_edit;

/* Copies the file. Returns false when out of memory, or if the file has findings: only in a file with plausible content does a
   change by a known amount have known findings. */
bool ap_mrtk_begin_edit_if_no_finding(ap_damage *damage, ap_mrtk_bulk_edit *edit);

/* Adds the edit that replaces the file by the changed copy. No offset changes. */
bool ap_mrtk_end_edit(ap_mrtk_bulk_edit *edit);

/* Returns the curve with this path, such as "camera.position_x"; NULL if the file does not have the curve, or if the curve has no
   keys. */
const ap_mrtk_candidate_curve *ap_mrtk_find_curve_with_keys(const ap_mrtk_bulk_edit *edit, const char *path);

/* Return and set a key's time (AP_MRTK_TIME) or value (AP_MRTK_VALUE) in the copy. */
float ap_mrtk_get_key_part(const ap_mrtk_bulk_edit *edit, const ap_mrtk_candidate_curve *curve, size_t key,
    enum ap_mrtk_key_part part);
void ap_mrtk_set_key_part(const ap_mrtk_bulk_edit *edit, const ap_mrtk_candidate_curve *curve, size_t key,
    enum ap_mrtk_key_part part, float value);

/* Multiplies all times of keys and markers by `scale`, then adds `offset`. */
void ap_mrtk_scale_and_shift_times(const ap_mrtk_bulk_edit *edit, double scale, double offset);

#endif
