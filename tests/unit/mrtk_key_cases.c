/* mrtk.md, rules: modes, times and values of keys. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "tests/unit/mrtk_build.h"
#include "tests/unit/mrtk_cases.h"
#include "validators/mrtk/mrtk.h"

/* Fields that many cases change: of the first curve, and of a boolean curve, whose times no other has. */
#define PRE "camera.position_x.pre_wrap"
#define POST "camera.rotation_w.post_wrap"
#define KEY(field) "camera.position_x.keys[1]." field
#define TIME(key) "hand_tracked_left.keys[" #key "].time"
#define VALUE(key) "hand_tracked_left.keys[" #key "].value"

static const rule_case mode_cases[] = {
    { .rule = "mrtk/wrap-mode", .name = "16", .build = mrtk_11, .edits = { INT(PRE, 16) },
        .wants = { AT("mrtk/wrap-mode", PRE, 4) } },
    { .rule = "mrtk/wrap-mode", .name = "an unknown bit beside known ones", .build = mrtk_10,
        .edits = { INT(POST, 16 + 3) }, .wants = { AT("mrtk/wrap-mode", POST, 4) } },
    { .rule = "mrtk/wrap-mode", .name = "negative", .build = mrtk_11, .edits = { INT(PRE, -1), INT(POST, INT32_MIN) },
        .wants = { AT("mrtk/wrap-mode", PRE, 4), AT("mrtk/wrap-mode", POST, 4) } },
    { .rule = "mrtk/wrap-mode", .name = "of a boolean curve", .build = mrtk_10,
        .edits = { INT("hand_pinching_right.pre_wrap", 32) },
        .wants = { AT("mrtk/wrap-mode", "hand_pinching_right.pre_wrap", 4) } },
    { .rule = "mrtk/wrap-mode", .near_miss = true, .name = "0, 1", .build = mrtk_11, .edits = { INT(PRE, 0), INT(POST, 1) } },
    { .rule = "mrtk/wrap-mode", .near_miss = true, .name = "all known bits", .build = mrtk_11, .edits = { INT(PRE, 15) },
        .wants = { AT("mrtk/wrap-mode-combined", PRE, 4) } },

    { .rule = "mrtk/wrap-mode-combined", .name = "1 + 2", .build = mrtk_10, .edits = { INT(POST, 3) },
        .wants = { AT("mrtk/wrap-mode-combined", POST, 4) } },
    { .rule = "mrtk/wrap-mode-combined", .near_miss = true, .name = "2, 4", .build = mrtk_10,
        .edits = { INT(PRE, 2), INT(POST, 4) } },

    { .rule = "mrtk/weighted-mode", .name = "4, and no weight is judged", .build = mrtk_10,
        .edits = { INT(KEY("weighted_mode"), 4), F32(KEY("in_weight"), 2) },
        .wants = { AT("mrtk/weighted-mode", KEY("weighted_mode"), 4) } },
    { .rule = "mrtk/weighted-mode", .name = "-1", .build = mrtk_11_published,
        .edits = { INT(KEY("weighted_mode"), -1) },
        .wants = { AT("mrtk/weighted-mode", KEY("weighted_mode"), 4), AT("mrtk/layout-published", "version", 8) } },
    { .rule = "mrtk/weighted-mode", .near_miss = true, .name = "0 and 3", .build = mrtk_10,
        .edits = { INT(KEY("weighted_mode"), 0), INT("camera.position_y.keys[0].weighted_mode", 3) } },

    { .rule = "mrtk/weight-range", .name = "next above 1, mode 3", .build = mrtk_10,
        .edits = { BITS32(KEY("in_weight"), 0x3f800001) }, .wants = { AT("mrtk/weight-range", KEY("in_weight"), 4) } },
    { .rule = "mrtk/weight-range", .name = "next below 0 and NaN, mode 3", .build = mrtk_10,
        .edits = { BITS32(KEY("in_weight"), 0x80000001), BITS32(KEY("out_weight"), QUIET_NAN32) },
        .wants = { AT("mrtk/weight-range", KEY("in_weight"), 4), AT("mrtk/weight-range", KEY("out_weight"), 4) } },
    { .rule = "mrtk/weight-range", .name = "mode 1 uses in, not out", .build = mrtk_10,
        .edits = { INT(KEY("weighted_mode"), 1), F32(KEY("in_weight"), -1), F32(KEY("out_weight"), -1) },
        .wants = { AT("mrtk/weight-range", KEY("in_weight"), 4) } },
    { .rule = "mrtk/weight-range", .name = "mode 2 uses out, not in", .build = mrtk_10,
        .edits = { INT(KEY("weighted_mode"), 2), F32(KEY("in_weight"), 2), F32(KEY("out_weight"), 2) },
        .wants = { AT("mrtk/weight-range", KEY("out_weight"), 4) } },
    { .rule = "mrtk/weight-range", .near_miss = true, .name = "exactly 1 and -0", .build = mrtk_10,
        .edits = { F32(KEY("in_weight"), 1), F32(KEY("out_weight"), -0.0) } },
    { .rule = "mrtk/weight-range", .near_miss = true, .name = "mode 0 uses none", .build = mrtk_10,
        .edits = { INT(KEY("weighted_mode"), 0), F32(KEY("in_weight"), 2), BITS32(KEY("out_weight"), QUIET_NAN32) } },
};

static const rule_case time_cases[] = {
    { .rule = "mrtk/time-not-finite", .name = "infinite; the next time is not compared with it", .build = mrtk_10,
        .edits = { F32(TIME(1), INFINITY) }, .wants = { AT("mrtk/time-not-finite", TIME(1), 4) } },
    { .rule = "mrtk/time-not-finite", .name = "NaN with its sign set is not negative", .build = mrtk_11_hand,
        .edits = { BITS32(TIME(2), 0xffc00001) }, .wants = { AT("mrtk/time-not-finite", TIME(2), 4) } },
    { .rule = "mrtk/time-not-finite", .name = "-infinity is not negative", .build = mrtk_11_hand,
        .edits = { F32(TIME(1), -INFINITY) }, .wants = { AT("mrtk/time-not-finite", TIME(1), 4) } },
    { .rule = "mrtk/time-not-finite", .near_miss = true, .name = "the greatest finite time", .build = mrtk_10,
        .edits = { F32(TIME(2), FLT_MAX) } },

    { .rule = "mrtk/time-order", .name = "equal times", .build = mrtk_10, .edits = { F32(TIME(1), 0) },
        .wants = { AT("mrtk/time-order", TIME(1), 4) }, .says = "is the time of the key before" },
    { .rule = "mrtk/time-order", .name = "-0 behind 0", .build = mrtk_11_hand, .edits = { F32(TIME(1), -0.0) },
        .wants = { AT("mrtk/time-order", TIME(1), 4) } },
    { .rule = "mrtk/time-order", .name = "earlier, and compared with the key just before", .build = mrtk_10,
        .edits = { F32(TIME(0), 5) }, .wants = { AT("mrtk/time-order", TIME(1), 4) }, .says = "earlier" },
    { .rule = "mrtk/time-order", .near_miss = true, .name = "the least more", .build = mrtk_10,
        .edits = { BITS32(TIME(1), 1) } },
    { .rule = "mrtk/time-order", .near_miss = true, .name = "a NaN in between", .build = mrtk_10,
        .edits = { F32(TIME(0), 5), BITS32(TIME(1), QUIET_NAN32) }, .wants = { AT("mrtk/time-not-finite", TIME(1), 4) } },

    { .rule = "mrtk/time-negative", .name = "1.1", .build = mrtk_11_hand, .edits = { F32(TIME(0), -1) },
        .wants = { AT("mrtk/time-negative", TIME(0), 4) } },
    { .rule = "mrtk/time-negative", .name = "1.1, a marker, the least below 0", .build = mrtk_11,
        .edits = { BITS32("markers[0].time", 0x80000001) }, .wants = { AT("mrtk/time-negative", "markers[0].time", 4) } },
    { .rule = "mrtk/time-negative", .near_miss = true, .name = "1.1, -0", .build = mrtk_11_hand,
        .edits = { F32(TIME(0), -0.0), F32("markers[0].time", -0.0) } },
    { .rule = "mrtk/time-negative", .near_miss = true, .name = "1.0", .build = mrtk_10,
        .edits = { F32(TIME(0), -1), F32("markers[0].time", -1) } },
};

static const rule_case value_cases[] = {
    { .rule = "mrtk/value-not-finite", .name = "8-byte keys", .build = mrtk_11, .edits = { F32(KEY("value"), -INFINITY) },
        .wants = { AT("mrtk/value-not-finite", KEY("value"), 4) } },
    { .rule = "mrtk/value-not-finite", .name = "28-byte keys", .build = mrtk_10, .edits = { BITS32(KEY("value"), QUIET_NAN32) },
        .wants = { AT("mrtk/value-not-finite", KEY("value"), 4) } },
    { .rule = "mrtk/value-not-finite", .near_miss = true, .name = "the greatest finite value", .build = mrtk_11,
        .edits = { F32(KEY("value"), -FLT_MAX) } },

    { .rule = "mrtk/tangent-nan", .name = "both", .build = mrtk_10,
        .edits = { BITS32(KEY("in_tangent"), 0xff800001), BITS32(KEY("out_tangent"), QUIET_NAN32) },
        .wants = { AT("mrtk/tangent-nan", KEY("in_tangent"), 4), AT("mrtk/tangent-nan", KEY("out_tangent"), 4) } },
    { .rule = "mrtk/tangent-nan", .near_miss = true, .name = "infinite ones", .build = mrtk_10,
        .edits = { F32(KEY("in_tangent"), INFINITY), F32(KEY("out_tangent"), -INFINITY) } },

    { .rule = "mrtk/boolean-value", .name = "0.5; the keys behind it are not compared with it", .build = mrtk_10,
        .edits = { F32(VALUE(1), 0.5) }, .wants = { AT("mrtk/boolean-value", VALUE(1), 4) } },
    { .rule = "mrtk/boolean-value", .name = "NaN", .build = mrtk_11_hand, .edits = { BITS32(VALUE(2), QUIET_NAN32) },
        .wants = { AT("mrtk/boolean-value", VALUE(2), 4) } },
    { .rule = "mrtk/boolean-value", .name = "next to 1", .build = mrtk_10, .edits = { BITS32(VALUE(0), 0x3f7fffff) },
        .wants = { AT("mrtk/boolean-value", VALUE(0), 4) } },
    { .rule = "mrtk/boolean-value", .near_miss = true, .name = "-0", .build = mrtk_10, .edits = { F32(VALUE(1), -0.0) } },

    { .rule = "mrtk/boolean-no-flip", .name = "1 0 0", .build = mrtk_10, .edits = { F32(VALUE(2), 0) },
        .wants = { AT("mrtk/boolean-no-flip", VALUE(2), 4) } },
    { .rule = "mrtk/boolean-no-flip", .name = "1 1 1", .build = mrtk_11_hand, .edits = { F32(VALUE(1), 1) },
        .wants = { AT("mrtk/boolean-no-flip", VALUE(1), 4), AT("mrtk/boolean-no-flip", VALUE(2), 4) } },
    { .rule = "mrtk/boolean-no-flip", .name = "-0 repeats 0", .build = mrtk_10, .edits = { F32(VALUE(2), -0.0) },
        .wants = { AT("mrtk/boolean-no-flip", VALUE(2), 4) } },
    { .rule = "mrtk/boolean-no-flip", .near_miss = true, .name = "2 2: neither is 0 or 1", .build = mrtk_10,
        .edits = { F32(VALUE(0), 2), F32(VALUE(1), 2) },
        .wants = { AT("mrtk/boolean-value", VALUE(0), 4), AT("mrtk/boolean-value", VALUE(1), 4) } },
    { .rule = "mrtk/boolean-no-flip", .near_miss = true, .name = "a float curve repeats its values", .build = mrtk_11 },
};

const case_table mrtk_mode_cases = CASES(mode_cases);
const case_table mrtk_time_cases = CASES(time_cases);
const case_table mrtk_value_cases = CASES(value_cases);

Test(mrtk_rules, modes_and_weights)
{
    check_cases(&ap_mrtk_format, mrtk_mode_cases);
}

Test(mrtk_rules, times)
{
    check_cases(&ap_mrtk_format, mrtk_time_cases);
}

Test(mrtk_rules, values)
{
    check_cases(&ap_mrtk_format, mrtk_value_cases);
}
