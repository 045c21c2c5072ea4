/* Defects and near misses of the hands of an MRTK recording. */
#include <math.h>
#include <stdio.h>

#include "core/number/rotation.h"
#include "corpus/defect/defect_row_macros.h"
#include "corpus/mrtk/mrtk_bulk_edit.h"
#include "corpus/mrtk/mrtk_corpus.h"
#include "corpus/mrtk/mrtk_page.h"

#define FORMAT "mrtk"

enum { WRIST = 1, PALM, MIDDLE_KNUCKLE = 13, PINKY_DISTAL = 25, LAST_JOINT, JOINTS };

/* A hand of a recording, and the edit of the recording. All curves of joints 1 to 26 have equally many keys, and joint 0 has
   no keys. */
typedef struct hand_edit {
    ap_mrtk_bulk_edit edit;
    const char *side;
    /* position_x of joint 0; each joint has seven curves, one joint after the other */
    const ap_mrtk_candidate_curve *joints;
} hand_edit;

static const ap_mrtk_candidate_curve *curve_of(const hand_edit *h, size_t joint, size_t curve)
{
    return &h->joints[MRTK_CAMERA_CURVES * joint + curve];
}

/* Begins an edit, and finds the left hand if its wrist has keys, otherwise the right hand. Returns false if the file has a
   finding, if no wrist has keys, if a curve of joints 1 to 26 has another number of keys than the wrist, or if joint 0 has keys.
   */
static bool find_hand(ap_damage *damage, hand_edit *h)
{
    static const char *const wrists[] = { "hand_joints_left[1].position_x",
        "hand_joints_right[1].position_x" };
    if (!ap_mrtk_begin_edit_if_no_finding(damage, &h->edit))
        return false;
    for (size_t i = 0; i < 2; i++) {
        const ap_mrtk_candidate_curve *wrist = ap_mrtk_find_curve_with_keys(&h->edit, wrists[i]);
        h->side = i == 0 ? "left" : "right";
        if (wrist == NULL)
            continue;
        h->joints = wrist - MRTK_CAMERA_CURVES;
        bool whole = curve_of(h, 0, 0)->key_count == 0;
        for (size_t c = MRTK_CAMERA_CURVES; c < JOINTS * MRTK_CAMERA_CURVES; c++)
            whole &= h->joints[c].key_count == wrist->key_count;
        return whole;
    }
    return false;
}

static bool end_edit_expecting_wrist_finding(hand_edit *h)
{
    return ap_expect_own_rule(h->edit.candidates.damage, curve_of(h, WRIST, 0)->count)
           && ap_mrtk_end_edit(&h->edit);
}

/* Sets the tracked curve of the hand to 0, if it has one key. If the defect's number is 1, sets a tracked curve of two keys to 0,
   then 1. */
static bool set_hand_untracked(ap_damage *damage)
{
    hand_edit h;
    const size_t keys = (size_t)damage->defect->number + 1;
    if (!find_hand(damage, &h))
        return false;
    const ap_mrtk_candidate_curve *tracked = ap_mrtk_find_curve_with_keys(
        &h.edit, strcmp(h.side, "left") == 0 ? "hand_tracked_left" : "hand_tracked_right");
    if (tracked == NULL || tracked->key_count != keys)
        return false;
    for (size_t key = 0; key < keys; key++)
        ap_mrtk_set_key_part(&h.edit, tracked, key, AP_MRTK_VALUE, (float)key);
    return ap_expect_own_rule(damage, tracked->count) && ap_mrtk_end_edit(&h.edit);
}

/* Writes each joint in the place of the joint before it in the file, and joint 0, which has no keys, in the last place. For a
   near miss, only removes the keys of the last joint. */
static bool shift_joints_down_or_empty_last(ap_damage *damage)
{
    hand_edit h;
    char path[AP_PATH_TEXT_BYTES];
    if (!find_hand(damage, &h))
        return false;
    const ap_mrtk_candidate_curve *none = curve_of(&h, 0, 0), *first = curve_of(&h, WRIST, 0);
    const ap_mrtk_candidate_curve *last = curve_of(&h, LAST_JOINT, 0), *final = curve_of(&h, LAST_JOINT, 6);
    const size_t start = none->pre_wrap->span.offset, joints = first->pre_wrap->span.offset;
    const size_t end = ap_span_end(final->count->span) + final->key_count * ap_mrtk_key_bytes(final);
    if (damage->defect->near_miss) {
        const size_t at = last->pre_wrap->span.offset;
        return ap_edit_span(damage, (ap_span){ at, end - at }, damage->input.bytes + start, joints - start);
    }
    memcpy(h.edit.bytes, damage->input.bytes + joints, end - joints);
    memcpy(h.edit.bytes + (end - joints), damage->input.bytes + start, joints - start);
    snprintf(path, sizeof path, "hand_joints_%s[%d].position_x.key_count", h.side, LAST_JOINT);
    const ap_span count = { end - (joints - start) + 8, MRTK_COUNT_BYTES };
    return ap_edit_span(damage, (ap_span){ start, end - start }, h.edit.bytes, end - start)
           && ap_expect_finding(damage, damage->defect->rule, count, path);
}

static double get_key_value(const hand_edit *h, size_t joint, size_t curve, size_t key)
{
    return (double)ap_mrtk_get_key_part(&h->edit, curve_of(h, joint, curve), key, AP_MRTK_VALUE);
}

static void set_key_value(const hand_edit *h, size_t joint, size_t curve, size_t key, double value)
{
    ap_mrtk_set_key_part(&h->edit, curve_of(h, joint, curve), key, AP_MRTK_VALUE, (float)value);
}

static double bone_length(const hand_edit *h, size_t joint, size_t other, size_t key)
{
    double sum = 0;
    for (size_t c = 0; c < AP_MRTK_VECTOR; c++) {
        const double apart = get_key_value(h, other, c, key) - get_key_value(h, joint, c, key);
        sum += apart * apart;
    }
    return sqrt(sum);
}

/* Scales a hand with two keys about its wrist. The smaller of the two lengths from the wrist to MiddleKnuckle is then the
   defect's number / 10000 metres. */
static bool scale_hand(ap_damage *damage)
{
    hand_edit h;
    if (!find_hand(damage, &h) || curve_of(&h, WRIST, 0)->key_count != 2)
        return false;
    const double size =
        fmin(bone_length(&h, WRIST, MIDDLE_KNUCKLE, 0), bone_length(&h, WRIST, MIDDLE_KNUCKLE, 1));
    const double scale = (double)damage->defect->number / 10000 / size;
    for (size_t joint = PALM; joint < JOINTS; joint++) {
        for (size_t key = 0; key < 2; key++) {
            for (size_t c = 0; c < AP_MRTK_VECTOR; c++) {
                const double wrist = get_key_value(&h, WRIST, c, key);
                set_key_value(&h, joint, c, key, wrist + scale * (get_key_value(&h, joint, c, key) - wrist));
            }
        }
    }
    return end_edit_expecting_wrist_finding(&h);
}

/* Rotates the palm about its own x axis, in all keys. */
static void rotate_palm_about_x(const hand_edit *h, double sine_of_half_angle, double cosine_of_half_angle)
{
    const double turn[4] = { sine_of_half_angle, 0, 0, cosine_of_half_angle };
    for (size_t key = 0; key < curve_of(h, PALM, 0)->key_count; key++) {
        double q[4];
        for (size_t c = 0; c < 4; c++)
            q[c] = get_key_value(h, PALM, AP_MRTK_VECTOR + c, key);
        ap_multiply_rotations(q, turn, q);
        for (size_t c = 0; c < 4; c++)
            set_key_value(h, PALM, AP_MRTK_VECTOR + c, key, q[c]);
    }
}

/* Mirrors a hand. For a near miss, also rotates its palm by 28 degrees about x, so that the palm's z axis does not point exactly
   to the fingers. */
static bool mirror_hand(ap_damage *damage)
{
    hand_edit h;
    if (!find_hand(damage, &h))
        return false;
    for (size_t joint = WRIST; joint < JOINTS; joint++) {
        for (size_t key = 0; key < curve_of(&h, WRIST, 0)->key_count; key++) {
            set_key_value(&h, joint, 0, key, -get_key_value(&h, joint, 0, key));
            set_key_value(&h, joint, 4, key, -get_key_value(&h, joint, 4, key));
            set_key_value(&h, joint, 5, key, -get_key_value(&h, joint, 5, key));
        }
    }
    if (damage->defect->near_miss)
        rotate_palm_about_x(&h, 0.2419218956, 0.9702957263);
    return end_edit_expecting_wrist_finding(&h);
}

/* Rotates the palm about its x axis by 180, 62 or 58 degrees, if the defect's number is 0, 1 or 2. */
static bool rotate_palm_by_defect_number(ap_damage *damage)
{
    static const double halves[3][2] = { { 1, 0 }, { 0.5150380749, 0.8571673007 },
        { 0.4848096202, 0.8746197071 } };
    hand_edit h;
    if (!find_hand(damage, &h))
        return false;
    rotate_palm_about_x(&h, halves[damage->defect->number][0], halves[damage->defect->number][1]);
    return end_edit_expecting_wrist_finding(&h);
}

/* Returns the lower median, over all keys, of the length of the little finger's last bone, if its length at key 0 is made longer
   (`first_is_longest`) or shorter than all others. */
static double median_little_finger_length(const hand_edit *h, size_t keys, bool first_is_longest)
{
    double median = 0;
    for (size_t i = 1; i < keys; i++) {
        const double length = bone_length(h, PINKY_DISTAL, LAST_JOINT, i);
        size_t below = !first_is_longest, equal = 0;
        for (size_t j = 1; j < keys; j++) {
            const double other = bone_length(h, PINKY_DISTAL, LAST_JOINT, j);
            below += other < length;
            equal += other == length;
        }
        if (below <= (keys - 1) / 2 && below + equal > (keys - 1) / 2)
            median = length;
    }
    return median;
}

/* Sets the length of the little finger's last bone at key 0 to its median length times the defect's number / 1000. */
static bool set_little_finger_length(ap_damage *damage)
{
    hand_edit h;
    const double times = (double)damage->defect->number / 1000;
    if (!find_hand(damage, &h) || curve_of(&h, WRIST, 0)->key_count < 3)
        return false;
    const double median = median_little_finger_length(&h, curve_of(&h, WRIST, 0)->key_count, times > 1);
    const double scale = times * median / bone_length(&h, PINKY_DISTAL, LAST_JOINT, 0);
    for (size_t c = 0; c < AP_MRTK_VECTOR && median > 0; c++) {
        const double from = get_key_value(&h, PINKY_DISTAL, c, 0);
        set_key_value(&h, LAST_JOINT, c, 0, from + scale * (get_key_value(&h, LAST_JOINT, c, 0) - from));
    }
    return median > 0
           && ap_expect_own_rule(damage, ap_mrtk_key_part(curve_of(&h, LAST_JOINT, 0), 0, AP_MRTK_VALUE))
           && ap_mrtk_end_edit(&h.edit);
}

#define HANDS "has_hand=yes keys="

static const ap_defect defects[] = {
    ROW("hand-hidden", "never", "a hand has keys, but its tracked curve is 0", set_hand_untracked,
        .knobs = HANDS "2..12"),
    NEAR("hand-hidden", "later", "a hand is not tracked before the second key", set_hand_untracked,
        .number = 1, .knobs = HANDS "3..12"),
    ROW("joint-order", "moved", "the joints of a hand are in the places before theirs",
        shift_joints_down_or_empty_last, .knobs = HANDS "2..12"),
    NEAR("joint-order", "last-empty", "the last joint has no keys, and neither has the joint None",
        shift_joints_down_or_empty_last, .knobs = HANDS "2..12"),
    ROW("hand-size", "centimetres", "a hand is 8 long, as in centimetres", scale_hand, .number = 80000,
        .knobs = HANDS "2"),
    ROW("hand-size", "small", "a hand is 0.0299 long", scale_hand, .number = 299, .knobs = HANDS "2"),
    NEAR("hand-size", "just-small", "a hand is 0.0301 long", scale_hand, .number = 301, .knobs = HANDS "2"),
    NEAR("hand-size", "just-large", "a hand is 0.1999 long", scale_hand, .number = 1999, .knobs = HANDS "2"),
    ROW("hand-exchanged", "mirrored", "a hand is mirrored to the other one", mirror_hand,
        .knobs = HANDS "2..12"),
    NEAR("hand-exchanged", "pitched", "a hand is mirrored, and its palm is pitched by 28 degrees",
        mirror_hand, .knobs = HANDS "2..12"),
    ROW("hand-axes", "away", "the palm's z axis points away from the fingers", rotate_palm_by_defect_number,
        .knobs = HANDS "2..12"),
    ROW("hand-axes", "sideways", "the palm's z axis is 62 degrees from the fingers",
        rotate_palm_by_defect_number, .number = 1, .knobs = HANDS "2..12"),
    NEAR("hand-axes", "just-along", "the palm's z axis is 58 degrees from the fingers",
        rotate_palm_by_defect_number, .number = 2, .knobs = HANDS "2..12"),
    ROW("bone-length", "long", "a finger's last bone is 4.02 times as long at one key",
        set_little_finger_length, .number = 4020, .knobs = HANDS "3..12"),
    ROW("bone-length", "short", "a finger's last bone is 0.248 times as long at one key",
        set_little_finger_length, .number = 248, .knobs = HANDS "3..12"),
    NEAR("bone-length", "just-long", "a finger's last bone is 3.98 times as long at one key",
        set_little_finger_length, .number = 3980, .knobs = HANDS "3..12"),
    NEAR("bone-length", "just-short", "a finger's last bone is 0.252 times as long at one key",
        set_little_finger_length, .number = 252, .knobs = HANDS "3..12"),
};

const ap_defect_table ap_mrtk_hand_defects = { defects, sizeof defects / sizeof *defects };
