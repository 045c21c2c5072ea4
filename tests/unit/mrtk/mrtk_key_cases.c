/* Cases of mrtk rules about modes, times and values of keys. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/mrtk/mrtk_cases.h"
#include "validators/mrtk/mrtk.h"

/* Fields that many cases change. The times of a boolean curve are not compared with another curve. */
#define PRE        "camera.position_x.pre_wrap"
#define POST       "camera.rotation_w.post_wrap"
#define KEY(field) "camera.position_x.keys[1]." field
#define TIME(key)  "hand_tracked_left.keys[" #key "].time"
#define VALUE(key) "hand_tracked_left.keys[" #key "].value"

static const rule_case key_cases[] = {
    FIRES_AT("mrtk/wrap-mode", "pre_wrap 16", build_mrtk_11, PRE, 4, INT(PRE, 16)),
    FIRES_AT("mrtk/wrap-mode", "a wrap mode with an unknown bit and two known bits", build_mrtk_10, POST, 4,
        INT(POST, 16 + 3)),
    FIRES_IN("mrtk/wrap-mode", "negative wrap modes", build_mrtk_11, { INT(PRE, -1), INT(POST, INT32_MIN) },
        { AT("mrtk/wrap-mode", PRE, 4), AT("mrtk/wrap-mode", POST, 4) }),
    FIRES_AT("mrtk/wrap-mode", "an unknown wrap mode of a boolean curve", build_mrtk_10,
        "hand_pinching_right.pre_wrap", 4, INT("hand_pinching_right.pre_wrap", 32)),
    SILENT_IN("mrtk/wrap-mode", "wrap modes 0 and 1", build_mrtk_11, { INT(PRE, 0), INT(POST, 1) }),
    SILENT_IN("mrtk/wrap-mode", "a wrap mode of four known bits is reported as wrap-mode-combined",
        build_mrtk_11, { INT(PRE, 15) }, { AT("mrtk/wrap-mode-combined", PRE, 4) }),

    FIRES_AT(
        "mrtk/wrap-mode-combined", "a wrap mode of two known bits", build_mrtk_10, POST, 4, INT(POST, 3)),
    SILENT_IN("mrtk/wrap-mode-combined", "wrap modes 2 and 4, of one known bit each", build_mrtk_10,
        { INT(PRE, 2), INT(POST, 4) }),

    FIRES_AT("mrtk/weighted-mode", "weighted_mode 4: weights are not checked", build_mrtk_10,
        KEY("weighted_mode"), 4, INT(KEY("weighted_mode"), 4), F32(KEY("in_weight"), 2)),
    FIRES_IN("mrtk/weighted-mode", "weighted_mode -1", build_mrtk_11_published,
        { INT(KEY("weighted_mode"), -1) },
        { AT("mrtk/weighted-mode", KEY("weighted_mode"), 4), AT("mrtk/layout-published", "version", 8) }),
    SILENT_IN("mrtk/weighted-mode", "weighted modes 0 and 3", build_mrtk_10,
        { INT(KEY("weighted_mode"), 0), INT("camera.position_y.keys[0].weighted_mode", 3) }),

    FIRES_AT("mrtk/weight-range", "weighted_mode 3 with an in_weight just above 1", build_mrtk_10,
        KEY("in_weight"), 4, BITS32(KEY("in_weight"), 0x3f800001)),
    FIRES_IN("mrtk/weight-range", "weighted_mode 3 with an in_weight just below 0 and an out_weight NaN",
        build_mrtk_10, { BITS32(KEY("in_weight"), 0x80000001), BITS32(KEY("out_weight"), QUIET_NAN32) },
        { AT("mrtk/weight-range", KEY("in_weight"), 4), AT("mrtk/weight-range", KEY("out_weight"), 4) }),
    FIRES_AT("mrtk/weight-range", "weighted_mode 1 uses in_weight but not out_weight", build_mrtk_10,
        KEY("in_weight"), 4, INT(KEY("weighted_mode"), 1), F32(KEY("in_weight"), -1),
        F32(KEY("out_weight"), -1)),
    FIRES_AT("mrtk/weight-range", "weighted_mode 2 uses out_weight but not in_weight", build_mrtk_10,
        KEY("out_weight"), 4, INT(KEY("weighted_mode"), 2), F32(KEY("in_weight"), 2),
        F32(KEY("out_weight"), 2)),
    SILENT_IN("mrtk/weight-range", "weights 1 and -0", build_mrtk_10,
        { F32(KEY("in_weight"), 1), F32(KEY("out_weight"), -0.0) }),
    SILENT_IN("mrtk/weight-range", "weighted_mode 0 uses neither weight", build_mrtk_10,
        { INT(KEY("weighted_mode"), 0), F32(KEY("in_weight"), 2), BITS32(KEY("out_weight"), QUIET_NAN32) }),
    FIRES_AT("mrtk/time-not-finite", "an infinite time: the next time is not compared with it", build_mrtk_10,
        TIME(1), 4, F32(TIME(1), INFINITY)),
    FIRES_AT("mrtk/time-not-finite", "a NaN time with the sign bit set has no finding of time-negative",
        build_mrtk_11_hand, TIME(2), 4, BITS32(TIME(2), 0xffc00001)),
    FIRES_AT("mrtk/time-not-finite", "a time of -infinity has no finding of time-negative",
        build_mrtk_11_hand, TIME(1), 4, F32(TIME(1), -INFINITY)),
    SILENT_IN("mrtk/time-not-finite", "the greatest finite time", build_mrtk_10, { F32(TIME(2), FLT_MAX) }),

    SAYS_AT("mrtk/time-order", "two keys with equal times", build_mrtk_10, TIME(1), 4,
        "the key before it has that time", F32(TIME(1), 0)),
    FIRES_AT("mrtk/time-order", "the time -0 after the time 0", build_mrtk_11_hand, TIME(1), 4,
        F32(TIME(1), -0.0)),
    SAYS_AT("mrtk/time-order", "a time earlier than the time of the key before", build_mrtk_10, TIME(1), 4,
        "earlier", F32(TIME(0), 5)),
    SILENT_IN("mrtk/time-order", "a time greater than the one before by the least float32", build_mrtk_10,
        { BITS32(TIME(1), 1) }),
    SILENT_IN("mrtk/time-order", "a key with a NaN time between two keys out of order", build_mrtk_10,
        { F32(TIME(0), 5), BITS32(TIME(1), QUIET_NAN32) }, { AT("mrtk/time-not-finite", TIME(1), 4) }),

    FIRES_AT("mrtk/time-negative", "a negative time in version 1.1", build_mrtk_11_hand, TIME(0), 4,
        F32(TIME(0), -1)),
    FIRES_AT("mrtk/time-negative", "the greatest negative time of a marker in version 1.1", build_mrtk_11,
        "markers[0].time", 4, BITS32("markers[0].time", 0x80000001)),
    SILENT_IN("mrtk/time-negative", "the time -0 in version 1.1", build_mrtk_11_hand,
        { F32(TIME(0), -0.0), F32("markers[0].time", -0.0) }),
    SILENT_IN("mrtk/time-negative", "negative times in version 1.0", build_mrtk_10,
        { F32(TIME(0), -1), F32("markers[0].time", -1) }),
    FIRES_AT("mrtk/value-not-finite", "an infinite value of an 8-byte key", build_mrtk_11, KEY("value"), 4,
        F32(KEY("value"), -INFINITY)),
    FIRES_AT("mrtk/value-not-finite", "a NaN value of a 28-byte key", build_mrtk_10, KEY("value"), 4,
        BITS32(KEY("value"), QUIET_NAN32)),
    SILENT_IN(
        "mrtk/value-not-finite", "the least finite value", build_mrtk_11, { F32(KEY("value"), -FLT_MAX) }),

    FIRES_IN("mrtk/tangent-nan", "both tangents of a key are NaN", build_mrtk_10,
        { BITS32(KEY("in_tangent"), 0xff800001), BITS32(KEY("out_tangent"), QUIET_NAN32) },
        { AT("mrtk/tangent-nan", KEY("in_tangent"), 4), AT("mrtk/tangent-nan", KEY("out_tangent"), 4) }),
    SILENT_IN("mrtk/tangent-nan", "infinite tangents", build_mrtk_10,
        { F32(KEY("in_tangent"), INFINITY), F32(KEY("out_tangent"), -INFINITY) }),

    FIRES_AT("mrtk/boolean-value", "the value 0.5 of a boolean key: the next key is not compared with it",
        build_mrtk_10, VALUE(1), 4, F32(VALUE(1), 0.5)),
    FIRES_AT("mrtk/boolean-value", "the value NaN of a boolean key", build_mrtk_11_hand, VALUE(2), 4,
        BITS32(VALUE(2), QUIET_NAN32)),
    FIRES_AT("mrtk/boolean-value", "the value of a boolean key just below 1", build_mrtk_10, VALUE(0), 4,
        BITS32(VALUE(0), 0x3f7fffff)),
    SILENT_IN("mrtk/boolean-value", "the value -0 of a boolean key", build_mrtk_10, { F32(VALUE(1), -0.0) }),

    SAYS_AT("mrtk/boolean-no-flip", "boolean values 1 0 0", build_mrtk_10, VALUE(2), 4, "[1, 0]",
        F32(VALUE(2), 0)),
    FIRES_IN("mrtk/boolean-no-flip", "boolean values 1 1 1 are two findings", build_mrtk_11_hand,
        { F32(VALUE(1), 1) },
        { AT("mrtk/boolean-no-flip", VALUE(1), 4), AT("mrtk/boolean-no-flip", VALUE(2), 4) },
        .says = "[0, 1]"),
    FIRES_AT(
        "mrtk/boolean-no-flip", "boolean values 1 0 -0", build_mrtk_10, VALUE(2), 4, F32(VALUE(2), -0.0)),
    SILENT_IN("mrtk/boolean-no-flip", "two values 2 are reported as boolean-value", build_mrtk_10,
        { F32(VALUE(0), 2), F32(VALUE(1), 2) },
        { AT("mrtk/boolean-value", VALUE(0), 4), AT("mrtk/boolean-value", VALUE(1), 4) }),
    SILENT_IN("mrtk/boolean-no-flip", "equal values of a float curve", build_mrtk_11),
};

CHECKED_CASES(mrtk_rules, cases_of_keys_have_their_findings, &ap_mrtk_format, mrtk_key_cases, key_cases)
