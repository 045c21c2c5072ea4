#include "corpus/mrtk/mrtk_bulk_edit.h"

bool ap_mrtk_begin_edit_if_no_finding(ap_damage *damage, ap_mrtk_bulk_edit *edit)
{
    if (!ap_input_has_no_finding(damage) || !ap_mrtk_find_candidates(damage, &edit->candidates))
        return false;
    edit->bytes = ap_alloc(damage->arena, damage->input.size);
    if (edit->bytes == NULL)
        return false;
    memcpy(edit->bytes, damage->input.bytes, damage->input.size);
    return true;
}

bool ap_mrtk_end_edit(ap_mrtk_bulk_edit *edit)
{
    ap_damage *damage = edit->candidates.damage;
    damage->findings_stay = true;
    return ap_edit_span(damage, (ap_span){ 0, damage->input.size }, edit->bytes, damage->input.size);
}

const ap_mrtk_candidate_curve *ap_mrtk_find_curve_with_keys(const ap_mrtk_bulk_edit *edit, const char *path)
{
    char room[AP_PATH_TEXT_BYTES];
    const ap_mrtk_candidates *candidates = &edit->candidates;
    for (size_t i = 0; i < candidates->count; i++) {
        if (strcmp(ap_put_record_path(candidates->curves[i].count, room), path) == 0)
            return candidates->curves[i].key_count > 0 ? &candidates->curves[i] : NULL;
    }
    return NULL;
}

float ap_mrtk_get_key_part(const ap_mrtk_bulk_edit *edit, const ap_mrtk_candidate_curve *curve, size_t key,
    enum ap_mrtk_key_part part)
{
    return ap_load_f32(edit->bytes + ap_mrtk_key_part(curve, key, part)->span.offset, false);
}

void ap_mrtk_set_key_part(const ap_mrtk_bulk_edit *edit, const ap_mrtk_candidate_curve *curve, size_t key,
    enum ap_mrtk_key_part part, float value)
{
    ap_store_u32(
        edit->bytes + ap_mrtk_key_part(curve, key, part)->span.offset, ap_bits_of_float(value), false);
}

void ap_mrtk_scale_and_shift_times(const ap_mrtk_bulk_edit *edit, double scale, double offset)
{
    const ap_mrtk_candidates *candidates = &edit->candidates;
    for (size_t i = 0; i < candidates->count; i++) {
        const ap_mrtk_candidate_curve *curve = &candidates->curves[i];
        for (size_t key = 0; key < curve->key_count; key++) {
            const double time = (double)ap_mrtk_get_key_part(edit, curve, key, AP_MRTK_TIME);
            ap_mrtk_set_key_part(edit, curve, key, AP_MRTK_TIME, (float)(scale * time + offset));
        }
    }
    for (size_t i = 0; i < candidates->markers; i++) {
        uint8_t *at = edit->bytes + ap_mrtk_marker_field(candidates, i, 0)->span.offset;
        const double time = (double)ap_load_f32(at, false);
        ap_store_u32(at, ap_bits_of_float((float)(scale * time + offset)), false);
    }
}
