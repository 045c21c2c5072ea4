/* Checks that the curves of one vector have the same keys, after its last curve was read. */
#include <math.h>

#include "validators/mrtk/content/mrtk_spikes.h"
#include "validators/mrtk/mrtk_rotations.h"
#include "validators/mrtk/mrtk_rules.h"
#include "validators/mrtk/mrtk_table.h"
#include "validators/mrtk/mrtk_wrong_count.h"

static bool are_times_equal(const uint8_t *one, const uint8_t *other)
{
    const float a = ap_mrtk_float_at(one, 0), b = ap_mrtk_float_at(other, 0);
    return a == b || (isnan(a) && isnan(b));
}

/* Returns the index of the first key that has another time in `other` than in the curve of x; the key count if all times are
   equal. */
static size_t first_key_with_other_time(const ap_mrtk_curve *x, const ap_mrtk_curve *other)
{
    const size_t count = (size_t)x->key_count;
    const size_t ours = ap_mrtk_key_bytes(x), theirs = ap_mrtk_key_bytes(other);
    size_t key = 0;
    while (key < count && are_times_equal(x->keys.bytes + key * ours, other->keys.bytes + key * theirs))
        key++;
    return key;
}

/* Returns true if the curves of one vector may have different keys. The page allows this, but MRTK's 1.1 writes the curves of a
   vector with the same keys. */
static bool may_curves_differ(const ap_io *io)
{
    const ap_mrtk_cursor *cursor = io->scope;
    return !ap_mrtk_does_writer_drop_keys(cursor->animation);
}

static void report_other_key_count(ap_io *io, const ap_mrtk_record *record, size_t first, size_t at_fault)
{
    const ap_mrtk_curve *x = &record->curves[first], *curve = &record->curves[at_fault];
    const char *of_x = record->shape->curve_names[first];
    const ap_span span = { curve->key_count_at, sizeof curve->key_count };
    bool known_fault = record->shape->quaternion && at_fault == record->shape->curve_count - 1
                       && curve->key_count < x->key_count;
    ap_enter_record(io, record->shape->curve_names[at_fault]);
    if (may_curves_differ(io))
        ap_add_finding_at(io, AP_MRTK_RULE(COMPONENTS_APART), span, "key_count", ap_no_value(),
            ap_integer(curve->key_count),
            "; the key_count of %s is %d, and the page allows each curve its own keys", of_x, x->key_count);
    else
        ap_add_finding_at(io, AP_MRTK_RULE(COMPONENT_MISMATCH), span, "key_count", ap_integer(x->key_count),
            ap_integer(curve->key_count), ": %s has %d key%s%s", of_x, x->key_count,
            x->key_count == 1 ? "" : "s",
            known_fault ? "; MRTK 2.6.0 to 2.7.2 wrote too few rotation_w keys" : "");
    ap_leave_record(io);
}

static void report_other_key_time(
    ap_io *io, const ap_mrtk_record *record, size_t first, size_t at_fault, size_t key)
{
    const uint8_t *ours = ap_mrtk_key_at(&record->curves[at_fault], key);
    const char *of_x = record->shape->curve_names[first];
    ap_span span = { (size_t)(ours - io->input.bytes), sizeof(float) };
    ap_enter_record(io, record->shape->curve_names[at_fault]);
    ap_enter_element(io, "keys", key);
    if (may_curves_differ(io))
        ap_add_finding_at(io, AP_MRTK_RULE(COMPONENTS_APART), span, "time", ap_no_value(),
            ap_float(ap_mrtk_float_at(ours, 0)),
            "; the same key of %s has another time, which the page allows", of_x);
    else
        ap_add_finding_at(io, AP_MRTK_RULE(COMPONENT_MISMATCH), span, "time",
            ap_float(ap_mrtk_float_at(ap_mrtk_key_at(&record->curves[first], key), 0)),
            ap_float(ap_mrtk_float_at(ours, 0)), ": that is the time of the same key of %s", of_x);
    ap_leave_record(io);
    ap_leave_record(io);
}

/* Compares each curve of y, z and w with the curve of x: its key count, then the times of its keys. Returns true if all agree;
   otherwise reports the first difference and returns false. */
static bool report_unless_components_agree(ap_io *io, const ap_mrtk_record *record, size_t first, size_t end)
{
    const ap_mrtk_curve *x = &record->curves[first];
    for (size_t c = first + 1; c < end; c++) {
        if (record->curves[c].key_count != x->key_count) {
            report_other_key_count(io, record, first, c);
            return false;
        }
        size_t key = first_key_with_other_time(x, &record->curves[c]);
        if (key < (size_t)x->key_count) {
            report_other_key_time(io, record, first, c, key);
            return false;
        }
    }
    return true;
}

/* Returns true if a rule is on that needs what ap_mrtk_skip_clean_position or ap_mrtk_record_position_spikes finds. */
static bool are_positions_used(const ap_findings *findings)
{
    static const ap_rule *const rules[] = { AP_MRTK_RULE(POSITION_SPIKE), AP_MRTK_RULE(BONE_LENGTH),
        AP_MRTK_RULE(HAND_SIZE), AP_MRTK_RULE(HAND_EXCHANGED), AP_MRTK_RULE(HAND_AXES) };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (ap_rule_settings_level(findings->rule_settings, rules[i]) != AP_OFF)
            return true;
    }
    return false;
}

static void check_position_or_origin(ap_io *io, ap_mrtk_cursor *cursor, ap_mrtk_record *record)
{
    const bool used = are_positions_used(io->findings);
    record->position_valid = record->bone_steady = record->position_spiked = false;
    if (used && ap_mrtk_skip_clean_position(record))
        return;
    if (report_unless_components_agree(io, record, 0, record->shape->second_vector) && used)
        ap_mrtk_record_position_spikes(cursor, record);
}

static void check_rotation_or_direction(ap_io *io, ap_mrtk_cursor *cursor, const ap_mrtk_record *record)
{
    const ap_mrtk_record_layout *shape = record->shape;
    if (ap_mrtk_skip_clean_rotation(cursor, record))
        return;
    if (report_unless_components_agree(io, record, shape->second_vector, shape->curve_count))
        ap_mrtk_check_rotation_or_direction(io, cursor, record);
    else
        ap_count_skipped_checks(io, 1);
}

void ap_mrtk_check_complete_curve(ap_io *io, ap_mrtk_cursor *cursor, size_t reported)
{
    ap_mrtk_record *record = &cursor->animation->records[cursor->record];
    const ap_mrtk_record_layout *shape = record->shape;
    const size_t end = cursor->curve + 1;
    if (ap_is_structure_only(io))
        return;
    cursor->count_suspected |= ap_mrtk_may_curve_have_wrong_count(
        &record->curves[cursor->curve], io->findings->reported == reported);
    if (shape->curve_names == NULL)
        return;
    if (end == shape->second_vector)
        check_position_or_origin(io, cursor, record);
    if (end == shape->curve_count)
        check_rotation_or_direction(io, cursor, record);
}
