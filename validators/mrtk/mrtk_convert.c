#include "validators/mrtk/mrtk_convert.h"

#include <string.h>

#include "validators/mrtk/mrtk_layout.h"

/* Returns the record with the same name and index; NULL if the animation has no such record. */
static const ap_mrtk_record *find_record(const ap_mrtk_animation *animation, const ap_mrtk_record *like)
{
    for (size_t i = 0; i < animation->record_count; i++) {
        const ap_mrtk_record *record = &animation->records[i];
        if (strcmp(record->name, like->name) == 0 && record->index == like->index)
            return record;
    }
    return NULL;
}

static void remove_all_keys(ap_mrtk_record *record)
{
    for (size_t c = 0; c < record->shape->curve_count; c++)
        record->curves[c] =
            (ap_mrtk_curve){ .pre_wrap = AP_MRTK_USUAL_WRAP, .post_wrap = AP_MRTK_USUAL_WRAP };
}

static void copy_curves_of_records(ap_mrtk_animation *to, const ap_mrtk_animation *from)
{
    for (size_t i = 0; i < to->record_count; i++) {
        const ap_mrtk_record *record = find_record(from, &to->records[i]);
        if (record == NULL)
            remove_all_keys(&to->records[i]);
        else
            memcpy(to->records[i].curves, record->curves, sizeof record->curves);
    }
}

/* Returns true if no data is lost when the long key becomes a short key: its tangents, weights and weighted
   mode are, bit for bit, the values that a conversion to a long key adds. */
static bool is_usual_key(const uint8_t *key)
{
    static const uint8_t zeros[16]; /* two tangents and two weights */
    const uint8_t *tangents = key + AP_MRTK_SHORT_KEY_BYTES;
    return memcmp(tangents, zeros, sizeof zeros) == 0
           && ap_load_i32(tangents + sizeof zeros, false) == AP_MRTK_USUAL_WEIGHTED_MODE;
}

static size_t count_unusual_keys(const ap_mrtk_curve *curve)
{
    size_t unusual = 0;
    if (curve->stored != &ap_mrtk_long_keys)
        return 0;
    for (size_t at = 0; at < curve->keys.size; at += AP_MRTK_LONG_KEY_BYTES)
        unusual += !is_usual_key(curve->keys.bytes + at);
    return unusual;
}

static size_t count_keys(const ap_mrtk_curve *curve)
{
    return (size_t)curve->key_count;
}

/* Sums a function over all curves of a record. */
static size_t sum_over_curves(const ap_mrtk_record *record, size_t (*of_curve)(const ap_mrtk_curve *curve))
{
    size_t total = 0;
    for (size_t c = 0; c < record->shape->curve_count; c++)
        total += of_curve(&record->curves[c]);
    return total;
}

static void find_losses_and_additions(
    const ap_mrtk_animation *from, const ap_mrtk_animation *to, ap_mrtk_losses_and_additions *losses)
{
    const bool short_keys = ap_mrtk_float_key_layout(to) == &ap_mrtk_short_keys;
    *losses = (ap_mrtk_losses_and_additions){ .loses_gaze = from->has_gaze != 0 && to->has_gaze == 0,
        .adds_camera = from->has_camera == 0 && to->has_camera != 0,
        .adds_hands = from->has_hand == 0 && to->has_hand != 0 };
    if (to->variant == AP_MRTK_PUBLISHED && from->variant != AP_MRTK_PUBLISHED)
        losses->markers = (size_t)from->marker_count;
    for (size_t i = 0; i < from->record_count; i++) {
        const ap_mrtk_record *record = &from->records[i];
        if (find_record(to, record) == NULL)
            losses->gaze_keys += sum_over_curves(record, count_keys);
        else if (short_keys)
            losses->keys += sum_over_curves(record, count_unusual_keys);
    }
}

bool ap_mrtk_has_losses_or_additions(const ap_mrtk_losses_and_additions *losses)
{
    return losses->keys > 0 || losses->loses_gaze || losses->markers > 0 || losses->adds_camera
           || losses->adds_hands;
}

ap_mrtk_animation *ap_mrtk_convert(const ap_mrtk_animation *from, int32_t minor, ap_mrtk_variant variant,
    ap_arena *arena, ap_mrtk_losses_and_additions *losses)
{
    ap_mrtk_animation *to = ap_alloc(arena, sizeof *to);
    if (to == NULL)
        return NULL;
    to->major = 1;
    to->minor = minor;
    to->variant = variant;
    const bool has_flags = ap_mrtk_features_of(to)->has_flags;
    to->has_camera = has_flags ? from->has_camera : 1;
    to->has_hand = has_flags ? from->has_hand : 1;
    to->has_gaze = has_flags ? from->has_gaze : 0;
    ap_mrtk_list_records(to);
    copy_curves_of_records(to, from);
    to->marker_count = from->marker_count;
    to->markers = from->markers;
    find_losses_and_additions(from, to, losses);
    return to;
}
