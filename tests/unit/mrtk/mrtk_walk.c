/* Tests the fast checks of keys against plain implementations of the rules, on random keys with random defects. The findings must
   be equal, and a fast check must accept exactly the keys without a finding. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/mrtk/mrtk_plain.h"
#include "tests/unit/support/expected_list.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_choices.h"
#include "validators/mrtk/mrtk_layout.h"

/* The functions below implement the rules about one key without a fast path. */

static void add_expected_time_finding(expected_list *list, const walked_curve *curve, size_t key)
{
    const float time = load_float(curve, key, 0);
    const float before = key > 0 ? load_float(curve, key - 1, 0) : NAN;
    if (!isfinite(time))
        add_expected_finding_at_field(list, "mrtk/time-not-finite", curve, key, 0);
    if (isfinite(time) && time < 0 && curve->minor > 0)
        add_expected_finding_at_field(list, "mrtk/time-negative", curve, key, 0);
    if (isfinite(time) && isfinite(before) && time <= before)
        add_expected_finding_at_field(list, "mrtk/time-order", curve, key, 0);
}

static bool is_boolean(float value)
{
    return value == 0 || value == 1;
}

static void add_expected_value_finding(expected_list *list, const walked_curve *curve, size_t key)
{
    const float value = load_float(curve, key, 4);
    const float before = key > 0 ? load_float(curve, key - 1, 4) : NAN;
    if (curve->kind != KEY_BOOLEAN) {
        if (!isfinite(value))
            add_expected_finding_at_field(list, "mrtk/value-not-finite", curve, key, 4);
    } else if (!is_boolean(value)) {
        add_expected_finding_at_field(list, "mrtk/boolean-value", curve, key, 4);
    } else if (is_boolean(before) && before == value) {
        add_expected_finding_at_field(list, "mrtk/boolean-no-flip", curve, key, 4);
    }
}

static void add_expected_weight_findings(expected_list *list, const walked_curve *curve, size_t key)
{
    const int32_t mode = load_mode(curve, key);
    for (size_t offset = 8; offset <= 12; offset += 4) {
        if (isnan(load_float(curve, key, offset)))
            add_expected_finding_at_field(list, "mrtk/tangent-nan", curve, key, offset);
    }
    if (mode < 0 || mode > 3) {
        add_expected_finding_at_field(list, "mrtk/weighted-mode", curve, key, 24);
        return;
    }
    for (size_t side = 0; side < 2; side++) {
        const float weight = load_float(curve, key, 16 + 4 * side);
        const bool used = mode == 3 || mode == (side == 0 ? 1 : 2);
        if (used && !(weight >= 0 && weight <= 1))
            add_expected_finding_at_field(list, "mrtk/weight-range", curve, key, 16 + 4 * side);
    }
}

static void add_expected_curve_findings(expected_list *list, const walked_curve *curve)
{
    for (size_t key = 0; key < curve->key_count; key++) {
        add_expected_time_finding(list, curve, key);
        add_expected_value_finding(list, curve, key);
        if (curve->kind == KEY_LONG)
            add_expected_weight_findings(list, curve, key);
    }
}

/* The functions below implement the rules about the curves of one vector, with equally many keys, without a fast path. */

/* Returns true if the curves have equal times. Otherwise adds a finding at the first time that differs, and returns false. */
static bool are_times_equal_else_add_mismatch(expected_list *list, const walked_curve *curves, size_t count)
{
    for (size_t c = 1; c < count; c++) {
        for (size_t key = 0; key < curves[0].key_count; key++) {
            const float x = load_float(&curves[0], key, 0);
            const float other = load_float(&curves[c], key, 0);
            if (x == other || (isnan(x) && isnan(other)))
                continue;
            add_expected_finding_at_field(list, "mrtk/component-mismatch", &curves[c], key, 0);
            return false;
        }
    }
    return true;
}

static double dot_product_of_keys(const walked_curve *curves, size_t one, size_t other)
{
    double sum = 0;
    for (size_t c = 0; c < 4; c++)
        sum += (double)load_float(&curves[c], one, 4) * (double)load_float(&curves[c], other, 4);
    return sum;
}

static void add_expected_pose_findings(expected_list *list, const walked_curve *curves)
{
    bool zero_reported = false, flip_reported = false;
    for (size_t key = 0; key < curves[0].key_count; key++) {
        const double sum = dot_product_of_keys(curves, key, key);
        if (!isfinite(sum))
            continue;
        if (key > 0 && !flip_reported && isfinite(dot_product_of_keys(curves, key - 1, key - 1))
            && dot_product_of_keys(curves, key - 1, key) < 0) {
            add_expected_finding_at_field(list, "mrtk/rotation-flip", &curves[3], key, 4);
            flip_reported = true;
        }
        if (sum == 0 && !zero_reported)
            add_expected_finding_at_field(list, "mrtk/quaternion-zero", &curves[3], key, 4);
        zero_reported = zero_reported || sum == 0;
        if (sum > 0 && fabs(sqrt(sum) - 1) > 1e-3)
            add_expected_finding_at_field(list, "mrtk/quaternion-norm", &curves[3], key, 4);
    }
}

/* The functions below change keys at random. */

static uint32_t random_extreme_float(choices *source, uint32_t before)
{
    static const uint32_t extreme[] = { 0, 0x80000000, 0x3f800000, 0xbf800000, 0x3f800001, 0x3f7fffff,
        0x40000000, 1, 0x80000001, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xff800001 };
    const unsigned which = random_number_below(source, sizeof extreme / sizeof *extreme + 1);
    return which < sizeof extreme / sizeof *extreme ? extreme[which] : before;
}

static uint32_t random_extreme_mode(choices *source)
{
    static const uint32_t extreme[] = { 0, 1, 2, 3, 4, 0xffffffff, 0x80000000, 0x7fffffff };
    return extreme[random_number_below(source, sizeof extreme / sizeof *extreme)];
}

/* Returns a random key; often the first, the last, or one at the edge of a block of 1024 keys. */
static size_t choose_key(choices *source, size_t count)
{
    const size_t favourites[] = { 0, 1, 1023, 1024, 1025, 2047, 2048, count - 1 };
    const unsigned which = random_number_below(source, 16);
    if (which < 8 && favourites[which] < count)
        return favourites[which];
    return random_number_below(source, (unsigned)count);
}

static void change_random_field(choices *source, file_build *file, const walked_curve *curve)
{
    const size_t key = choose_key(source, curve->key_count);
    const size_t offset = 4 * random_number_below(source, (unsigned)key_bytes(curve->kind) / 4);
    uint32_t before = 0;
    if (key > 0)
        memcpy(&before, file->bytes + offset_of_key_field(curve, key - 1, offset), sizeof before);
    const uint32_t bits = offset == 24 ? random_extreme_mode(source) : random_extreme_float(source, before);
    memcpy(file->bytes + offset_of_key_field(curve, key, offset), &bits, sizeof bits);
}

/* Tests of files in which only one curve has keys. */

/* Checks that the fast check accepts the keys exactly if the plain rules have no finding. */
static void compare_fast_check(const walked_curve *curve, bool nothing_found, const char *what)
{
    static const ap_mrtk_animation versions[2] = { { .minor = 0 }, { .minor = 1 } };
    const ap_element *keys = curve->kind == KEY_BOOLEAN ? &ap_mrtk_boolean_keys
                             : curve->kind == KEY_LONG  ? &ap_mrtk_long_keys
                                                        : &ap_mrtk_short_keys;
    const ap_block_of_array block = { .bytes = curve->file->bytes + curve->keys_at,
        .count = curve->key_count };
    const ap_mrtk_key_record record = { .animation = &versions[curve->minor] };
    cr_assert_eq(keys->is_clean(&block, &record), nothing_found, "%s: %s", what,
        nothing_found ? "the fast check refuses valid keys" : "the fast check accepts keys with findings");
}

static walked_curve curve_named_by_only(const file_build *file, const mrtk_spec *spec, key_kind kind)
{
    walked_curve curve = { .file = file, .path = spec->only, .kind = kind, .minor = spec->minor };
    char path[FIELD_PATH_BYTES];
    snprintf(path, sizeof path, "%s.keys[0].time", spec->only);
    curve.keys_at = offset_of_field(file, path);
    curve.key_count = (size_t)spec->only_keys;
    return curve;
}

/* Adds the findings about curves without keys, for a file in which only a pinching curve has keys. */
static void add_expected_empty_curves(expected_list *list, const file_build *file, int minor)
{
    if (minor == 0)
        expected_list_add(list, "mrtk/section-empty", offset_of_field(file, "camera.position_x.key_count"), 4,
            "camera.position_x.key_count");
    else
        expected_list_add(list, "mrtk/hands-untracked", 17, 1, "has_hand");
}

static void check_findings_of_curve(choices *source, const mrtk_spec *spec, key_kind kind, int rounds)
{
    AT_END(file_build_free) file_build file;
    AT_END(expected_list_free) expected_list list;
    mrtk_build(&file, spec);
    ap_lint_options options = { .choices[AP_MRTK_VARIANT_CHOICE] =
                                    spec->published ? AP_MRTK_PUBLISHED : AP_MRTK_WRITER };
    const ap_view clean = copy_view(file_build_view(&file));
    const walked_curve curve = curve_named_by_only(&file, spec, kind);
    expected_list_init(&list, 5 * curve.key_count + 4);
    for (int round = 0; round < rounds; round++) {
        char what[64];
        snprintf(what, sizeof what, "%s, %d keys, round %d", spec->only, spec->only_keys, round);
        expected_list_clear(&list);
        memcpy(file.bytes, clean.bytes, clean.size);
        for (size_t defects = random_count_mostly_below_5(source, curve.key_count); defects > 0; defects--)
            change_random_field(source, &file, &curve);
        add_expected_curve_findings(&list, &curve);
        compare_fast_check(&curve, list.count == 0, what);
        add_expected_time_findings(&list, &curve, 1, false);
        if (kind != KEY_BOOLEAN)
            expected_list_add(&list, kind == KEY_LONG ? "mrtk/components-apart" : "mrtk/component-mismatch",
                offset_of_field(&file, "camera.position_y.key_count"), 4, "camera.position_y.key_count");
        if (kind == KEY_BOOLEAN)
            add_expected_empty_curves(&list, &file, spec->minor);
        expect_findings(&ap_mrtk_format, file_build_view(&file), &options, list.items, what);
    }
    free((void *)clean.bytes);
}

static const int key_counts[] = { 1, 2, 9, 1023, 1024, 1025, 2500 };

static void check_findings_by_key_count(mrtk_spec spec, key_kind kind, uint64_t seed)
{
    choices source = { seed };
    for (size_t i = 0; i < sizeof key_counts / sizeof *key_counts; i++) {
        spec.only_keys = key_counts[i];
        check_findings_of_curve(&source, &spec, kind, 25);
    }
}

Test(mrtk_walk, long_keys_of_1_0_have_the_findings_of_the_plain_rules)
{
    check_findings_by_key_count((mrtk_spec){ .minor = 0, .only = "camera.position_x" }, KEY_LONG, 1);
}

Test(mrtk_walk, long_keys_of_1_1_have_the_findings_of_the_plain_rules)
{
    check_findings_by_key_count(
        (mrtk_spec){ .minor = 1, .published = true, .camera = true, .only = "camera.position_x" }, KEY_LONG,
        2);
}

Test(mrtk_walk, short_keys_have_the_findings_of_the_plain_rules)
{
    check_findings_by_key_count(
        (mrtk_spec){ .minor = 1, .camera = true, .only = "camera.position_x" }, KEY_SHORT, 3);
}

Test(mrtk_walk, boolean_keys_of_1_0_have_the_findings_of_the_plain_rules)
{
    check_findings_by_key_count((mrtk_spec){ .minor = 0, .only = "hand_pinching_left" }, KEY_BOOLEAN, 4);
}

Test(mrtk_walk, boolean_keys_of_1_1_have_the_findings_of_the_plain_rules)
{
    check_findings_by_key_count(
        (mrtk_spec){ .minor = 1, .hand = true, .only = "hand_pinching_left" }, KEY_BOOLEAN, 5);
}

/* Tests of files in which each curve of a pose has keys. */

enum { POSE_CURVES = 7 };

static void list_pose_curves(walked_curve curves[POSE_CURVES], const file_build *file, int key_count)
{
    static const char *const paths[POSE_CURVES] = { "camera.position_x", "camera.position_y",
        "camera.position_z", "camera.rotation_x", "camera.rotation_y", "camera.rotation_z",
        "camera.rotation_w" };
    for (size_t c = 0; c < POSE_CURVES; c++)
        curves[c] = curve_named_by_only(
            file, &(mrtk_spec){ .minor = 1, .only = paths[c], .only_keys = key_count }, KEY_SHORT);
}

/* Stores a random rotation, sometimes of a length other than 1. */
static void store_random_rotation_sometimes_scaled(
    choices *source, file_build *file, const walked_curve *curves, size_t key)
{
    static const double lengths[] = { 1, 1, 1, 1, 1.0009, 0.9991, 1.0011, 0.9989, 0, 1e-30, 3e38 };
    const double length = lengths[random_number_below(source, sizeof lengths / sizeof *lengths)];
    double parts[4], sum = 0;
    for (size_t c = 0; c < 4; c++) {
        parts[c] = (double)random_number_below(source, 2001) - 1000.5;
        sum += parts[c] * parts[c];
    }
    for (size_t c = 0; c < 4; c++) {
        const float value = (float)(parts[c] / sqrt(sum) * length);
        memcpy(file->bytes + offset_of_key_field(&curves[3 + c], key, 4), &value, sizeof value);
    }
}

/* Gives all curves an equal time at one key, so that the times still match: mostly one that is not finite or not after the time
   before. */
static void store_equal_time_at_random_key(choices *source, file_build *file, const walked_curve *curves)
{
    const size_t key = choose_key(source, curves[0].key_count);
    const float times[] = { NAN, INFINITY, -1, 0, load_float(&curves[0], key > 0 ? key - 1 : 0, 0) };
    const float time = times[random_number_below(source, sizeof times / sizeof *times)];
    for (size_t c = 0; c < POSE_CURVES; c++)
        memcpy(file->bytes + offset_of_key_field(&curves[c], key, 0), &time, sizeof time);
}

/* spec: the keys of the camera, and their times. */
static void check_findings_of_poses(choices *source, mrtk_spec spec, int rounds)
{
    const int key_count = spec.keys;
    AT_END(file_build_free) file_build file;
    AT_END(expected_list_free) expected_list list;
    walked_curve curves[POSE_CURVES];
    spec.minor = 1;
    spec.camera = true;
    mrtk_build(&file, &spec);
    const ap_view clean = copy_view(file_build_view(&file));
    list_pose_curves(curves, &file, key_count);
    expected_list_init(&list, (size_t)(4 * POSE_CURVES * key_count) + 4);
    for (int round = 0; round < rounds; round++) {
        char what[64];
        snprintf(what, sizeof what, "%d keys from %g, step %g, round %d", key_count, (double)spec.start,
            (double)spec.step, round);
        expected_list_clear(&list);
        memcpy(file.bytes, clean.bytes, clean.size);
        if (key_count > 1 && random_number_below(source, 4) == 0)
            store_equal_time_at_random_key(source, &file, curves);
        for (size_t turns = random_count_mostly_below_5(source, (size_t)key_count); turns > 0; turns--)
            store_random_rotation_sometimes_scaled(
                source, &file, curves, choose_key(source, (size_t)key_count));
        for (unsigned defects = random_number_below(source, 3); defects > 0; defects--)
            change_random_field(source, &file, &curves[random_number_below(source, POSE_CURVES)]);
        for (size_t c = 0; c < POSE_CURVES; c++)
            add_expected_curve_findings(&list, &curves[c]);
        if (are_times_equal_else_add_mismatch(&list, curves, 3))
            add_first_expected_spike(&list, curves, 3);
        if (are_times_equal_else_add_mismatch(&list, curves + 3, 4)) {
            add_expected_pose_findings(&list, curves + 3);
            add_first_expected_spike(&list, curves + 3, 4);
        }
        add_expected_time_findings(&list, curves, POSE_CURVES, key_count == 1);
        if (key_count == 1)
            expected_list_add(
                &list, "mrtk/collapsed", curves[0].keys_at - 4, 4, "camera.position_x.key_count");
        expect_findings(
            &ap_mrtk_format, file_build_view(&file), &(ap_lint_options){ .policy = NULL }, list.items, what);
    }
    free((void *)clean.bytes);
}

Test(mrtk_walk, poses_have_the_findings_of_the_plain_rules)
{
    choices source = { 6 };
    check_findings_of_poses(&source, (mrtk_spec){ .keys = 1, .step = 0.125F }, 100);
    check_findings_of_poses(&source, (mrtk_spec){ .keys = 5, .step = 0.125F }, 100);
    check_findings_of_poses(&source, (mrtk_spec){ .keys = 1100, .step = 0.125F }, 50);
    /* keys too far apart for spikes, and a late start */
    check_findings_of_poses(&source, (mrtk_spec){ .keys = 5, .start = 11, .step = 0.1251F }, 100);
    /* a late start, but a later end */
    check_findings_of_poses(&source, (mrtk_spec){ .keys = 30, .start = 11, .step = 0.5F }, 100);
    /* times as if in another unit: mrtk/time-scale */
    check_findings_of_poses(&source, (mrtk_spec){ .keys = 30, .step = 1.5F }, 100);
}
