/* Tests wrong counts of mrtk. mrtk/key-count: a key count that is possible, but wrong, is the only error, and its right value is
   given. A wrong marker count is named in the first finding after it. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/reading_ways.h"
#include "tests/unit/support/rule_case.h"
#include "tests/unit/support/wrong_count.h"
#include "validators/mrtk/mrtk_wrong_count.h"

MRTK_FILE(published_10, .published = true, .keys = 3, .boolean_keys = 3, .joint_keys = 2)
MRTK_FILE(one_key, .minor = 1, .camera = true, .gaze = true, .keys = 1, .markers = 2)

static const wrong_count_case cases[] = {
    { "the first curve has a key count that is 1 too large", build_mrtk_11, "camera.position_x.key_count", 3,
        4, NULL },
    { "published layout: the first curve has a key count that is 1 too large", build_mrtk_11_published,
        "camera.position_x.key_count", 3, 4, NULL },
    { "a key too few in the first curve of the published layout", build_mrtk_11_published,
        "camera.position_x.key_count", 3, 2, NULL },
    { "published layout: the second curve has twice its key count", build_mrtk_11_published,
        "camera.position_y.key_count", 3, 6, NULL },
    { "no key in the first curve of the published layout", build_mrtk_11_published,
        "camera.position_x.key_count", 3, 0, NULL },
    { "a key too few of 8 bytes", build_mrtk_11, "camera.rotation_w.key_count", 3, 2, NULL },
    { "more keys than the curve has", one_key, "camera.rotation_w.key_count", 1, 4, NULL },
    { "a key too few of 28 bytes", build_mrtk_10, "camera.position_z.key_count", 3, 2, NULL },
    { "no key in a boolean curve", build_mrtk_11_hand, "hand_pinching_right.key_count", 3, 0, NULL },
    { "a curve without keys has the key count 1", build_mrtk_11_hand,
        "hand_joints_left[7].position_x.key_count", 0, 1, NULL },
    { "no markers: a curve near the end has a key count that is 1 too large", published_10,
        "hand_joints_right[25].rotation_x.key_count", 0, 1, NULL },
    { "a key too few in the last curve: the key is read as markers", build_mrtk_11,
        "gaze.direction_z.key_count", 3, 2, NULL },
    { "a key too few in the last curve without markers", build_mrtk_11_published,
        "gaze.direction_z.key_count", 3, 2, NULL },
};

static void expect_key_count(const wrong_count_case *one)
{
    AT_END(file_build_free) file_build file;
    AT_END(lint_end) lint_run run;
    one->build(&file);
    const size_t offset = offset_of_field(&file, one->path);
    set_i32(&file, one->path, one->wrong);
    lint_begin(&run, &ap_mrtk_format, file_build_view(&file), NULL);
    check_rule(&run.findings, (expected){ "mrtk/key-count", offset, 4, one->path, 0, 0 }, one->name);
    cr_expect_eq(run.findings.counts[AP_ERROR], 1, "%s: no other error", one->name);
    char right[16];
    const ap_finding *last = run.findings.last;
    snprintf(right, sizeof right, "%d", (int)one->right);
    cr_expect_str_eq(last->rule->id, "mrtk/key-count", "%s: nothing after the count is reported", one->name);
    cr_expect_str_eq(last->expected, right, "%s: expects %s", one->name, last->expected);
    expect_equal_readings(&ap_mrtk_format, file_build_view(&file), one->wrong);
}

Test(mrtk_key_counts, the_wrong_count_is_the_only_error)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_key_count(&cases[i]);
}

/* Findings before the count are reported. */
Test(mrtk_key_counts, findings_before_the_count_stay)
{
    AT_END(file_build_free) file_build file;
    build_mrtk_11_hand(&file);
    set_f32(&file, "hand_tracked_left.keys[0].time", -1);
    set_i32(&file, "hand_tracked_left.key_count", 2);
    expect_findings(&ap_mrtk_format, file_build_view(&file), NULL,
        (const expected[]){ { "mrtk/key-count", offset_of_field(&file, "hand_tracked_left.key_count"), 4,
                                "hand_tracked_left.key_count", 0, 0 },
            { .rule = NULL } },
        "the keys of the wrong count are after it");
    set_f32(&file, "camera.rotation_w.keys[0].time", -1);
    AT_END(lint_end) lint_run run;
    lint_begin(&run, &ap_mrtk_format, file_build_view(&file), NULL);
    check_rule(&run.findings,
        (expected){ "mrtk/time-negative", offset_of_field(&file, "camera.rotation_w.keys[0].time"), 4,
            "camera.rotation_w.keys[0].time", 0, 0 },
        "a curve before the count");
}

/* If the times are known to increase, looking at a few keys is enough to find out whether a time is subnormal. For each subset of
   increasing times on both sides of 0, the result must equal that of looking at all keys. */
Test(mrtk_key_counts, few_of_increasing_times_show_a_subnormal_time)
{
    enum { TIMES = 9 };
    const float times[TIMES] = { -2, -FLT_MIN, -FLT_TRUE_MIN, 0, FLT_TRUE_MIN, 2 * FLT_TRUE_MIN, FLT_MIN, 1,
        2 };
    for (unsigned chosen = 0; chosen < 1u << TIMES; chosen++) {
        uint8_t keys[TIMES * AP_MRTK_SHORT_KEY_BYTES] = { 0 };
        ap_mrtk_curve curve = { .stored = &ap_mrtk_short_keys, .keys = { keys, 0 } };
        bool subnormal = false;
        for (size_t i = 0; i < TIMES; i++) {
            if ((chosen >> i & 1) == 0)
                continue;
            memcpy(keys + AP_MRTK_SHORT_KEY_BYTES * curve.key_count++, &times[i], sizeof times[i]);
            subnormal |= fpclassify(times[i]) == FP_SUBNORMAL;
        }
        curve.keys.size = AP_MRTK_SHORT_KEY_BYTES * (size_t)curve.key_count;
        cr_expect_eq(ap_mrtk_may_curve_have_wrong_count(&curve, true), subnormal, "choice %x", chosen);
        cr_expect_eq(ap_mrtk_may_curve_have_wrong_count(&curve, false), subnormal, "choice %x", chosen);
    }
}

/* A key count is not named if, with its right value, the curve still has a wrong key or wrap mode, or the file does not end after
   the last field. */
Test(mrtk_key_counts, a_count_is_not_named_without_a_valid_curve)
{
    static const struct {
        const char *what;
        edit edits[CASE_EDITS];
    } files[] = {
        { "a key is earlier than the key before",
            { F32("camera.position_x.keys[1].time", -1), F32("camera.position_y.keys[0].time", 0.125) } },
        { "a wrap mode of the curve is unknown", { INT("camera.position_x.pre_wrap", 16) } },
        { "a wrap mode after the curve is unknown", { INT("gaze.direction_z.post_wrap", 16) } },
        { "a byte follows the file", { APPEND("\0") } },
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        AT_END(file_build_free) file_build file;
        build_mrtk_11(&file);
        set_i32(&file, "camera.position_x.key_count", 4);
        apply_edits(&file, files[i].edits);
        expect_rule_absent(&ap_mrtk_format, file_build_view(&file), NULL, "mrtk/key-count", files[i].what);
    }
}

static const wrong_count_case marker_cases[] = {
    { "a marker too few: bytes are left", build_mrtk_11, "marker_count", 2, 1, NULL },
    { "marker_count 0: bytes are left", build_mrtk_11, "marker_count", 2, 0, NULL },
    { "a marker too many", build_mrtk_11, "marker_count", 2, 3, NULL },
};

Test(mrtk_key_counts, a_wrong_marker_count_is_named_with_its_right_value)
{
    for (size_t i = 0; i < sizeof marker_cases / sizeof *marker_cases; i++)
        expect_wrong_count_named(&ap_mrtk_format, &marker_cases[i]);
}

/* The message about a count that exceeds the file already gives that count. With a second fault after the count, no value of the
   count makes the rest of the file parse. */
Test(mrtk_key_counts, a_count_is_not_named_twice_or_with_a_second_fault)
{
    static const char x[] = "camera.position_x.key_count", y[] = "camera.position_y.key_count";
    expect_count_not_named(&ap_mrtk_format, build_mrtk_11, y, INT32_MAX, y, 0);
    expect_count_not_named(&ap_mrtk_format, build_mrtk_11, y, INT32_MAX, x, 0);
    expect_count_not_named(&ap_mrtk_format, build_mrtk_11, x, 4, x, 8);
}

/* Bytes after a complete file are reported as trailing, although a greater count would include them. */
Test(mrtk_key_counts, no_count_is_named_for_trailing_bytes)
{
    static const uint8_t zeros[10] = { 0 };
    for (int i = 0; i < 2; i++) {
        file_build file, second;
        AT_END(lint_end) lint_run run;
        build_mrtk_11_without_markers(&file);
        build_mrtk_11(&second);
        const ap_view rest = i == 0 ? (ap_view){ zeros, sizeof zeros } : file_build_view(&second);
        file_build_append(&file, rest.bytes, rest.size);
        lint_begin(&run, &ap_mrtk_format, file_build_view(&file), NULL);
        const ap_finding *last = run.findings.last;
        cr_expect_eq(run.findings.counts[AP_ERROR], 1);
        cr_expect_null(strstr(last->message, "the file can be read"),
            "the message must name no count, but says: %s", last->message);
        cr_expect_eq(last->related == NULL, i == 1,
            "the finding must have a related place exactly if the bytes after the count can be markers");
        file_build_free(&file);
        file_build_free(&second);
    }
}
