/* Checks the duration of a recording, which ends with its last key. */
#include <math.h>

#include "validators/mrtk/mrtk_rules.h"

/* The key with the latest time among the last keys of the curves. */
typedef struct latest_key {
    const ap_mrtk_record *record;
    const ap_mrtk_curve *curve;
    size_t number;
    float time;
} latest_key;

static void update_latest_key(const ap_mrtk_record *record, const ap_mrtk_curve *curve, latest_key *last)
{
    if (curve->keys.size == 0)
        return;
    const size_t count = curve->keys.size / curve->stored->bytes;
    const float time = ap_load_f32(curve->keys.bytes + (count - 1) * curve->stored->bytes, false);
    if (isfinite(time) && (last->record == NULL || time > last->time))
        *last = (latest_key){ record, curve, count - 1, time };
}

static latest_key find_latest_key(const ap_mrtk_animation *animation)
{
    latest_key last = { .record = NULL };
    for (size_t r = 0; r < animation->record_count; r++) {
        const ap_mrtk_record *record = &animation->records[r];
        for (size_t c = 0; c < record->shape->curve_count; c++)
            update_latest_key(record, &record->curves[c], &last);
    }
    return last;
}

double ap_mrtk_seconds(const ap_mrtk_animation *animation)
{
    const latest_key last = find_latest_key(animation);
    return last.record == NULL ? 0 : (double)last.time;
}

void ap_mrtk_check_duration(ap_io *io, const ap_mrtk_animation *animation, const ap_policy *policy)
{
    if (policy == NULL)
        return;
    const latest_key last = find_latest_key(animation);
    if (last.record == NULL)
        return;
    const char *const *names = last.record->shape->curve_names;
    const size_t at =
        (size_t)(last.curve->keys.bytes - io->input.bytes) + last.number * last.curve->stored->bytes;
    const ap_policy_duration duration = { (double)last.time, { at, sizeof(float) }, "time",
        ap_float(last.time), "the recording lasts until this key," };
    const ap_field_path path = io->path;
    ap_enter_element(io, last.record->name, last.record->index);
    if (names != NULL)
        ap_enter_record(io, names[last.curve - last.record->curves]);
    ap_enter_element(io, "keys", last.number);
    ap_policy_check_duration(io, policy, &duration);
    io->path = path;
}
