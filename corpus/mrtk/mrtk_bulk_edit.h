/* Changes of many values of a recording at once, for defects of its content. */
#ifndef AP_MRTK_BULK_EDIT_H
#define AP_MRTK_BULK_EDIT_H

#include "corpus/mrtk/mrtk_candidates.h"

typedef struct ap_mrtk_bulk_edit {
    ap_mrtk_candidates candidates;
    uint8_t *bytes; /* a copy of the file, in damage->arena */
} ap_mrtk_bulk_edit;

/* Copies the file. Returns false when out of memory, or if the file has findings: plausible content is changed by a known amount,
   and no finding is in the way. */
bool ap_mrtk_begin_edit(ap_damage *damage, ap_mrtk_bulk_edit *edit);

/* Replaces the file by the changed copy, in which all offsets stay. */
bool ap_mrtk_end_edit(ap_mrtk_bulk_edit *edit);

/* Returns the curve with this path, such as "camera.position_x"; NULL if the file lacks it or it has no keys. */
const ap_mrtk_candidate_curve *ap_mrtk_find_curve(const ap_mrtk_bulk_edit *edit, const char *path);

/* Return and set a key's time (AP_MRTK_TIME) or value (AP_MRTK_VALUE) in the copy. */
float ap_mrtk_get_key_part(const ap_mrtk_bulk_edit *edit, const ap_mrtk_candidate_curve *curve, size_t key,
    enum ap_mrtk_key_part part);
void ap_mrtk_set_key_part(const ap_mrtk_bulk_edit *edit, const ap_mrtk_candidate_curve *curve, size_t key,
    enum ap_mrtk_key_part part, float value);

/* Adds `offset` to all times of keys and markers, after multiplying them by `scale`. */
void ap_mrtk_change_times(const ap_mrtk_bulk_edit *edit, double scale, double offset);

#endif
