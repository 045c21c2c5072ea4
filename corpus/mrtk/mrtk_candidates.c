#include "corpus/mrtk/mrtk_candidates.h"

#include <math.h>

#include "core/base/path_glob.h"

static bool is_path_of_boolean(const char *path)
{
    return ap_field_path_or_parent_matches("hand_tracked*", path)
           || ap_field_path_or_parent_matches("hand_pinching*", path);
}

static bool has_last_path_part(const ap_listed_field *field, const char *name)
{
    return field->last.name != NULL && strcmp(field->last.name, name) == 0;
}

/* Sets component and vector of the curve from a record path such as "camera.rotation_w". */
static void set_curve_component_and_vector(ap_mrtk_candidate_curve *curve)
{
    char room[AP_PATH_TEXT_BYTES];
    const char *path = ap_put_record_path(curve->pre_wrap, room);
    const char component = path[strlen(path) - 1];
    if (is_path_of_boolean(path))
        return;
    curve->component = component == 'w' ? 3 : (size_t)(component - 'x');
    curve->vector = strstr(path, ".rotation_") != NULL ? AP_MRTK_ROTATION : AP_MRTK_VECTOR;
}

static size_t count_curves(const ap_field_list *fields)
{
    size_t count = 0;
    for (size_t i = 0; i < fields->count; i++)
        count += fields->items[i].role == AP_ROLE_ENUM && has_last_path_part(&fields->items[i], "pre_wrap");
    return count;
}

static size_t add_curve(ap_mrtk_candidates *candidates, const ap_listed_field *pre_wrap)
{
    ap_mrtk_candidate_curve *curve = &candidates->curves[candidates->count++];
    *curve = (ap_mrtk_candidate_curve){ .pre_wrap = pre_wrap, .count = pre_wrap + 2, .keys = pre_wrap + 3 };
    set_curve_component_and_vector(curve);
    const bool is_short =
        curve->vector == AP_MRTK_NO_VECTOR || (candidates->version >= AP_MRTK_1_1 && !candidates->published);
    curve->parts = is_short ? 2 : AP_MRTK_PARTS;
    curve->key_count = (size_t)ap_field_i32(candidates->damage, curve->count);
    return 3 + curve->key_count * curve->parts;
}

const ap_listed_field *ap_mrtk_key_part(
    const ap_mrtk_candidate_curve *curve, size_t key, enum ap_mrtk_key_part part)
{
    assert(key < curve->key_count && (size_t)part < curve->parts);
    return curve->keys + key * curve->parts + part;
}

static bool have_same_times(
    const ap_damage *damage, const ap_mrtk_candidate_curve *one, const ap_mrtk_candidate_curve *other)
{
    for (size_t key = 0; key < one->key_count; key++) {
        const float time = ap_field_f32(damage, ap_mrtk_key_part(one, key, AP_MRTK_TIME));
        const float of_other = ap_field_f32(damage, ap_mrtk_key_part(other, key, AP_MRTK_TIME));
        if (time != of_other && !(isnan(time) && isnan(of_other)))
            return false;
    }
    return true;
}

static bool has_vector_equal_times(const ap_damage *damage, const ap_mrtk_candidate_curve *x)
{
    for (size_t c = 1; c < x->vector; c++) {
        if (x[c].key_count != x->key_count || !have_same_times(damage, x, &x[c]))
            return false;
    }
    return true;
}

static void compare_times_of_vectors(ap_mrtk_candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++) {
        ap_mrtk_candidate_curve *curve = &candidates->curves[i];
        curve->vector_has_equal_times = curve->component > 0
                                            ? (curve - 1)->vector_has_equal_times
                                            : has_vector_equal_times(candidates->damage, curve);
    }
}

bool ap_mrtk_find_candidates(ap_damage *damage, ap_mrtk_candidates *candidates)
{
    const ap_field_list *fields = &damage->fields;
    *candidates = (ap_mrtk_candidates){ .damage = damage,
        .version = ap_mrtk_minor_of_result_or_1_0(&damage->about),
        .published = strcmp(damage->about.variant, "published") == 0 };
    candidates->curves = ap_alloc_array(damage->arena, count_curves(fields) + 1, sizeof *candidates->curves);
    if (candidates->curves == NULL)
        return false;
    for (size_t i = 0; i < fields->count;) {
        const ap_listed_field *field = &fields->items[i];
        if (field->role == AP_ROLE_ENUM) {
            i += add_curve(candidates, field);
            continue;
        }
        if (has_last_path_part(field, "marker_count")) {
            candidates->marker_count = field;
            candidates->markers = (size_t)ap_field_i32(damage, field);
            candidates->markers_end = ap_span_end(field[AP_MRTK_MARKER_FIELDS * candidates->markers].span);
            break;
        }
        i++;
    }
    compare_times_of_vectors(candidates);
    return true;
}

size_t ap_mrtk_key_bytes(const ap_mrtk_candidate_curve *curve)
{
    return 4 * curve->parts;
}

const ap_listed_field *ap_mrtk_marker_field(const ap_mrtk_candidates *candidates, size_t marker, size_t which)
{
    assert(marker < candidates->markers);
    return candidates->marker_count + 1 + AP_MRTK_MARKER_FIELDS * marker + which;
}

double ap_mrtk_squared_norm_of_vector(const ap_mrtk_candidates *candidates,
    const ap_mrtk_candidate_curve *curve_of_vector, size_t key, size_t components)
{
    const ap_mrtk_candidate_curve *x = ap_mrtk_x_curve_of(curve_of_vector);
    double sum = 0;
    for (size_t c = 0; c < components; c++) {
        const double value =
            (double)ap_field_f32(candidates->damage, ap_mrtk_key_part(&x[c], key, AP_MRTK_VALUE));
        sum += value * value;
    }
    return sum;
}

double ap_mrtk_dot_product(const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *x, size_t key)
{
    double sum = 0;
    for (size_t c = 0; c < AP_MRTK_ROTATION; c++)
        sum += (double)ap_field_f32(candidates->damage, ap_mrtk_key_part(&x[c], key, AP_MRTK_VALUE))
               * (double)ap_field_f32(candidates->damage, ap_mrtk_key_part(&x[c], key - 1, AP_MRTK_VALUE));
    return sum;
}

/* Returns true if the rotation is reported to change its sign between this key and the key before or after it. */
static bool is_key_at_sign_flip(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    const ap_mrtk_candidate_curve *x = ap_mrtk_x_curve_of(candidate.curve);
    return (candidate.key > 0 && ap_mrtk_dot_product(candidates, x, candidate.key) < 0)
           || (candidate.key + 1 < x->key_count && ap_mrtk_dot_product(candidates, x, candidate.key + 1) < 0);
}

bool ap_mrtk_is_valid_if_rotation(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    if (candidate.curve->vector != AP_MRTK_ROTATION)
        return true;
    return candidate.curve->vector_has_equal_times
           && fabs(sqrt(ap_mrtk_squared_norm_of_vector(
                       candidates, candidate.curve, candidate.key, AP_MRTK_ROTATION))
                   - 1)
                  < AP_MRTK_SURELY_UNIT
           && !is_key_at_sign_flip(candidates, candidate);
}

bool ap_mrtk_is_w_of_valid_rotation(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    return candidate.curve->vector == AP_MRTK_ROTATION && candidate.curve->component == 3
           && ap_mrtk_is_valid_if_rotation(candidates, candidate);
}

bool ap_mrtk_has_long_keys(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    (void)candidates;
    return candidate.curve->parts == AP_MRTK_PARTS;
}

bool ap_mrtk_has_float_curve_of_several_keys(const ap_mrtk_candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++) {
        if (candidates->curves[i].vector != AP_MRTK_NO_VECTOR && candidates->curves[i].key_count > 1)
            return true;
    }
    return false;
}

/* Returns true if the defect's pattern matches the curve's record, as "*.position_x" does. */
static bool is_curve_wanted_by_defect(
    const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve)
{
    char path[AP_PATH_TEXT_BYTES];
    const char *pattern = candidates->damage->defect->pattern;
    if (pattern != NULL && strcmp(pattern, AP_MRTK_BOOLEANS) == 0)
        return curve->vector == AP_MRTK_NO_VECTOR;
    return pattern == NULL || ap_field_path_or_parent_matches(pattern, ap_put_field_path(curve->count, path));
}

/* Picks one of the keys that fit, with equal probability, from the curves with a count field that matches
   the defect's pattern ("*.position_x", NULL: any curve). Returns false if no key fits. */
static bool pick_key_of_wanted_curve(ap_mrtk_candidates *candidates,
    bool (*fits)(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate),
    ap_mrtk_candidate_key *picked)
{
    size_t seen = 0;
    for (const ap_mrtk_candidate_curve *curve = candidates->curves;
         curve < candidates->curves + candidates->count; curve++) {
        if (!is_curve_wanted_by_defect(candidates, curve))
            continue;
        for (size_t key = 0; key < curve->key_count; key++) {
            const ap_mrtk_candidate_key candidate = { curve, key };
            if (fits(candidates, candidate) && ap_pick_this_item(candidates->damage->choices, &seen))
                *picked = candidate;
        }
    }
    return seen > 0;
}

bool ap_mrtk_apply_change(ap_damage *damage)
{
    const ap_mrtk_change *change = damage->defect->change;
    ap_mrtk_candidates candidates;
    ap_mrtk_candidate_key candidate;
    return ap_mrtk_find_candidates(damage, &candidates)
           && pick_key_of_wanted_curve(&candidates, change->fits, &candidate)
           && change->apply(&candidates, candidate);
}

const ap_mrtk_candidate_curve *ap_mrtk_pick_curve(ap_mrtk_candidates *candidates,
    bool (*fits)(const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve))
{
    const ap_mrtk_candidate_curve *picked = NULL;
    size_t seen = 0;
    for (const ap_mrtk_candidate_curve *curve = candidates->curves;
         curve < candidates->curves + candidates->count; curve++) {
        if (is_curve_wanted_by_defect(candidates, curve) && fits(candidates, curve)
            && ap_pick_this_item(candidates->damage->choices, &seen))
            picked = curve;
    }
    return picked;
}

/* Returns true if the curve belongs to a rotation that has a sign flip, in a place where the linter checks for flips. */
static bool rotation_has_sign_flip(const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve)
{
    if (curve->vector != AP_MRTK_ROTATION || !curve->vector_has_equal_times)
        return false;
    for (size_t key = 1; key < curve->key_count; key++) {
        if (ap_mrtk_dot_product(candidates, ap_mrtk_x_curve_of(curve), key) < 0)
            return true;
    }
    return false;
}

const char *ap_mrtk_rule_if_vector_keys_differ(const ap_mrtk_candidates *candidates)
{
    return candidates->version >= AP_MRTK_1_1 && !candidates->published ? "mrtk/component-mismatch"
                                                                        : "mrtk/components-apart";
}

bool ap_mrtk_expect_length_findings_vanish_unless_flip(
    const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve)
{
    static const char *const rules[] = { "mrtk/quaternion-norm", "mrtk/quaternion-zero",
        "mrtk/direction-norm" };
    if (curve->vector == AP_MRTK_NO_VECTOR)
        return true;
    if (rotation_has_sign_flip(candidates, curve))
        return false;
    const ap_mrtk_candidate_curve *last = ap_mrtk_x_curve_of(curve) + curve->vector - 1;
    const size_t start = last->pre_wrap->span.offset;
    const size_t end = ap_span_end(last->count->span) + last->key_count * ap_mrtk_key_bytes(last);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (!ap_expect_vanished_at(candidates->damage, rules[i], (ap_span){ start, end - start }))
            return false;
    }
    return true;
}

bool ap_mrtk_expect_findings_needing_all_curves_vanish(ap_damage *damage)
{
    static const char *const rules[] = { "mrtk/no-keys", "mrtk/section-empty", "mrtk/collapsed",
        "mrtk/hands-untracked", "mrtk/hand-hidden", "mrtk/joint-order", "mrtk/hand-size",
        "mrtk/hand-exchanged", "mrtk/hand-axes", "mrtk/bone-length", "mrtk/position-spike",
        "mrtk/rotation-spike", "mrtk/time-scale", "mrtk/late-start", "mrtk/no-duration", "mrtk/tail-lost" };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (!ap_expect_vanished_from(damage, rules[i], 0))
            return false;
    }
    return true;
}

bool ap_mrtk_expect_reading_stops(ap_damage *damage, const ap_mrtk_candidate_curve *curve, size_t offset)
{
    if (!ap_expect_vanished_from(damage, NULL, offset))
        return false;
    if (curve == NULL)
        return true;
    /* reading stops within a vector: its curves are not compared, and it stays unknown whether later curves have keys */
    const size_t vector_at = ap_mrtk_x_curve_of(curve)->pre_wrap->span.offset;
    return ap_expect_vanished_from(damage, "mrtk/component-mismatch", vector_at)
           && ap_expect_vanished_from(damage, "mrtk/components-apart", vector_at)
           && ap_mrtk_expect_findings_needing_all_curves_vanish(damage);
}

bool ap_mrtk_set_minor_version(ap_damage *damage, ap_mrtk_minor minor)
{
    enum { MINOR_FIELD = 2 };
    return ap_mrtk_minor_of_result_or_1_0(&damage->about) == minor
           || ap_edit_number(damage, &damage->fields.items[MINOR_FIELD], minor);
}
