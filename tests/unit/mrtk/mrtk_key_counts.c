/* Tests mrtk/key-count: a key count that is possible, but wrong, is the only error, and its right value is given. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/reading_ways.h"
#include "validators/mrtk/mrtk.h"
#include "validators/mrtk/mrtk_wrong_count.h"

MRTK_FILE(published_10, .published = true, .keys = 3, .boolean_keys = 3, .joint_keys = 2)
MRTK_FILE(one_key, .minor = 1, .camera = true, .gaze = true, .keys = 1, .markers = 2)

typedef struct key_count_case {
    const char *name;
    void (*build)(file_build *file);
    const char *path;
    int32_t wrong;
    const char *right;
} key_count_case;

static const key_count_case cases[] = {
    { "the first curve has a key count that is 1 too large", build_mrtk_11, "camera.position_x.key_count", 4,
        "3" },
    { "published layout: the first curve has a key count that is 1 too large", build_mrtk_11_published,
        "camera.position_x.key_count", 4, "3" },
    { "a key too few in the first curve of the published layout", build_mrtk_11_published,
        "camera.position_x.key_count", 2, "3" },
    { "published layout: the second curve has twice its key count", build_mrtk_11_published,
        "camera.position_y.key_count", 6, "3" },
    { "no key in the first curve of the published layout", build_mrtk_11_published,
        "camera.position_x.key_count", 0, "3" },
    { "a key too few of 8 bytes", build_mrtk_11, "camera.rotation_w.key_count", 2, "3" },
    { "more keys than the curve has", one_key, "camera.rotation_w.key_count", 4, "1" },
    { "a key too few of 28 bytes", build_mrtk_10, "camera.position_z.key_count", 2, "3" },
    { "no key in a boolean curve", build_mrtk_11_hand, "hand_pinching_right.key_count", 0, "3" },
    { "a curve without keys has the key count 1", build_mrtk_11_hand,
        "hand_joints_left[7].position_x.key_count", 1, "0" },
    { "no markers: a curve near the end has a key count that is 1 too large", published_10,
        "hand_joints_right[25].rotation_x.key_count", 1, "0" },
    { "a key too few in the last curve: the key is read as markers", build_mrtk_11,
        "gaze.direction_z.key_count", 2, "3" },
    { "a key too few in the last curve without markers", build_mrtk_11_published,
        "gaze.direction_z.key_count", 2, "3" },
};

static size_t count_errors_except(const ap_findings *findings, const char *rule)
{
    size_t count = 0;
    for (const ap_finding *finding = findings->first; finding != NULL; finding = finding->next)
        count += finding->severity == AP_ERROR && strcmp(finding->rule->id, rule) != 0;
    return count;
}

static void expect_key_count(const key_count_case *one)
{
    AT_END(file_build_free) file_build file;
    AT_END(lint_end) lint_run run;
    one->build(&file);
    const size_t offset = offset_of_field(&file, one->path);
    set_i32(&file, one->path, one->wrong);
    lint_begin(&run, &ap_mrtk_format, file_build_view(&file), NULL);
    check_rule(&run.findings, (expected){ "mrtk/key-count", offset, 4, one->path, 0, 0 }, one->name);
    cr_expect_eq(count_errors_except(&run.findings, "mrtk/key-count"), 0, "%s: no other error", one->name);
    const ap_finding *last = run.findings.last;
    cr_expect_str_eq(last->rule->id, "mrtk/key-count", "%s: nothing after the count is reported", one->name);
    cr_expect_str_eq(last->expected, one->right, "%s: expects %s", one->name, last->expected);
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

/* Expects that the file has a finding of the rule if `there`, and no such finding otherwise. Frees the file. */
static void expect_rule_presence_and_free_file(
    file_build *file, const char *rule, bool there, const char *what)
{
    AT_END(lint_end) lint_run run;
    lint_begin(&run, &ap_mrtk_format, file_build_view(file), NULL);
    bool found = false;
    for (const ap_finding *finding = run.findings.first; finding != NULL; finding = finding->next)
        found |= strcmp(finding->rule->id, rule) == 0;
    cr_expect_eq(found, there, "%s: %s", rule, what);
    file_build_free(file);
}

/* A key count is not named if, with its right value, the curve still has a wrong key or wrap mode, or the file does not end after
   the last field. */
Test(mrtk_key_counts, a_count_is_not_named_without_a_valid_curve)
{
    file_build file;
    build_mrtk_11(&file);
    set_i32(&file, "camera.position_x.key_count", 4);
    set_f32(&file, "camera.position_x.keys[1].time", -1);
    set_f32(&file, "camera.position_y.keys[0].time", 0.125F);
    expect_rule_presence_and_free_file(
        &file, "mrtk/key-count", false, "a key is earlier than the key before");
    build_mrtk_11(&file);
    set_i32(&file, "camera.position_x.key_count", 4);
    set_i32(&file, "camera.position_x.pre_wrap", 16);
    expect_rule_presence_and_free_file(&file, "mrtk/key-count", false, "a wrap mode of the curve is unknown");
    build_mrtk_11(&file);
    set_i32(&file, "camera.position_x.key_count", 4);
    set_i32(&file, "gaze.direction_z.post_wrap", 16);
    expect_rule_presence_and_free_file(
        &file, "mrtk/key-count", false, "a wrap mode after the curve is unknown");
    build_mrtk_11(&file);
    set_i32(&file, "camera.position_x.key_count", 4);
    file_build_append(&file, "", 1);
    expect_rule_presence_and_free_file(&file, "mrtk/key-count", false, "a byte follows the file");
}

/* If another value of one key count lets the file be read to its end in a layout, that layout is chosen, although the other
   layout reads more curves before its first error. */
Test(mrtk_key_counts, the_layout_that_a_count_explains_is_chosen)
{
    AT_END(file_build_free) file_build file;
    AT_END(lint_end) lint_run run;
    build_mrtk_11_published(&file);
    set_i32(&file, "camera.position_x.key_count", 0);
    lint_begin(&run, &ap_mrtk_format, file_build_view(&file), NULL);
    cr_expect_str_eq(run.result.variant, "published");
}
