/* mrtk.md, rules: the curves of one vector or rotation together. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/mrtk/mrtk_cases.h"
#include "validators/mrtk/mrtk.h"

#define X(key, field) "camera.rotation_x.keys[" #key "]." field
#define Y(key, field) "camera.rotation_y.keys[" #key "]." field
#define Z(key, field) "camera.rotation_z.keys[" #key "]." field
#define W(key, field) "camera.rotation_w.keys[" #key "]." field

static void fewer(file_build *file, const char *curve, int minor, bool published)
{
    mrtk_build(file, &(mrtk_spec){ .minor = minor,
                         .published = published,
                         .camera = true,
                         .gaze = true,
                         .keys = 3,
                         .fewer = curve });
}

static void fewer_w(file_build *file)
{
    fewer(file, "camera.rotation_w", 1, false);
}

static void fewer_w_of_10(file_build *file)
{
    fewer(file, "camera.rotation_w", 0, false);
}

static void fewer_z(file_build *file)
{
    fewer(file, "camera.position_z", 1, false);
}

static void fewer_x(file_build *file)
{
    fewer(file, "camera.rotation_x", 1, false);
}

#define MISMATCH "mrtk/component-mismatch"

static const rule_case vector_cases[] = {
    { .rule = MISMATCH,
        .name = "the fault of 2.6.0 to 2.7.2",
        .build = fewer_w,
        .wants = { AT(MISMATCH, "camera.rotation_w.key_count", 4) },
        .says = "2.6.0 to 2.7.2" },
    { .rule = MISMATCH,
        .name = "the same in 1.0, which those did not write",
        .build = fewer_w_of_10,
        .wants = { AT(MISMATCH, "camera.rotation_w.key_count", 4) },
        .says = "!2.6.0" },
    { .rule = MISMATCH,
        .name = "a position's count",
        .build = fewer_z,
        .wants = { AT(MISMATCH, "camera.position_z.key_count", 4) },
        .says = "[3, 2]" },
    { .rule = MISMATCH,
        .name = "y, z and w differ from x: once",
        .build = fewer_x,
        .wants = { AT(MISMATCH, "camera.rotation_y.key_count", 4) } },
    { .rule = MISMATCH,
        .name = "the first time that differs",
        .build = mrtk_11,
        .edits = { F32("gaze.direction_z.keys[1].time", 0.75), F32("gaze.direction_z.keys[2].time", 1.75) },
        .wants = { AT(MISMATCH, "gaze.direction_z.keys[1].time", 4) },
        .says = "[0.5, 0.75]" },
    { .rule = MISMATCH,
        .name = "y's times come before z's count",
        .build = fewer_z,
        .edits = { F32("camera.position_y.keys[2].time", 2) },
        .wants = { AT(MISMATCH, "camera.position_y.keys[2].time", 4) } },
    { .rule = MISMATCH,
        .name = "position and rotation each once; no norm is judged",
        .build = mrtk_10,
        .edits = { F32("camera.position_y.keys[2].time", 2), F32(W(2, "time"), 2), F32(W(0, "value"), 0.5) },
        .wants = { AT(MISMATCH, "camera.position_y.keys[2].time", 4), AT(MISMATCH, W(2, "time"), 4) } },
    { .rule = MISMATCH,
        .name = "NaN differs from a number",
        .build = mrtk_11,
        .edits = { BITS32("gaze.origin_x.keys[1].time", QUIET_NAN32) },
        .wants = { AT("mrtk/time-not-finite", "gaze.origin_x.keys[1].time", 4),
            AT(MISMATCH, "gaze.origin_y.keys[1].time", 4) } },
    { .rule = MISMATCH,
        .name = "of a joint",
        .build = mrtk_11_hand,
        .edits = { F32("hand_joints_right[3].rotation_z.keys[1].time", 2) },
        .wants = { AT(MISMATCH, "hand_joints_right[3].rotation_z.keys[1].time", 4) } },
    { .rule = MISMATCH,
        .near_miss = true,
        .name = "NaN equals NaN, whatever its bits",
        .build = mrtk_11,
        .edits = { BITS32("gaze.origin_x.keys[1].time", QUIET_NAN32),
            BITS32("gaze.origin_y.keys[1].time", 0xff800001),
            BITS32("gaze.origin_z.keys[1].time", QUIET_NAN32) },
        .wants = { AT("mrtk/time-not-finite", "gaze.origin_x.keys[1].time", 4),
            AT("mrtk/time-not-finite", "gaze.origin_y.keys[1].time", 4),
            AT("mrtk/time-not-finite", "gaze.origin_z.keys[1].time", 4) } },
    { .rule = MISMATCH,
        .near_miss = true,
        .name = "-0 equals 0",
        .build = mrtk_11,
        .edits = { F32("gaze.origin_y.keys[0].time", -0.0) } },
    { .rule = MISMATCH,
        .near_miss = true,
        .name = "position and rotation differ from one another",
        .build = mrtk_11,
        .edits = { F32(X(2, "time"), 2), F32(Y(2, "time"), 2), F32(Z(2, "time"), 2), F32(W(2, "time"), 2) } },
};

static const rule_case rotation_cases[] = {
    { .rule = "mrtk/quaternion-norm",
        .name = "just above 1 + 1e-3",
        .build = mrtk_11,
        .edits = { BITS32(W(1, "value"), 0x3f8020c5) },
        .wants = { AT("mrtk/quaternion-norm", W(1, "value"), 4) },
        .says = "length 1.001" },
    { .rule = "mrtk/quaternion-norm",
        .name = "just below 1 - 1e-3",
        .build = mrtk_10,
        .edits = { BITS32(W(1, "value"), 0x3f7fbe76) },
        .wants = { AT("mrtk/quaternion-norm", W(1, "value"), 4) } },
    { .rule = "mrtk/quaternion-norm",
        .name = "one finding a key",
        .build = mrtk_10,
        .edits = { F32(X(0, "value"), 1), F32(Z(2, "value"), -1) },
        .wants = { AT("mrtk/quaternion-norm", W(0, "value"), 4),
            AT("mrtk/quaternion-norm", W(2, "value"), 4) } },
    { .rule = "mrtk/quaternion-norm",
        .name = "squares beyond a float",
        .build = mrtk_11,
        .edits = { F32(X(0, "value"), FLT_MAX) },
        .wants = { AT("mrtk/quaternion-norm", W(0, "value"), 4) } },
    { .rule = "mrtk/quaternion-norm",
        .name = "a length of 1e-45 is not 0",
        .build = mrtk_11,
        .edits = { BITS32(W(0, "value"), 1) },
        .wants = { AT("mrtk/quaternion-norm", W(0, "value"), 4) } },
    { .rule = "mrtk/quaternion-norm",
        .near_miss = true,
        .name = "just within 1 + 1e-3",
        .build = mrtk_11,
        .edits = { BITS32(W(1, "value"), 0x3f8020c4) } },
    { .rule = "mrtk/quaternion-norm",
        .near_miss = true,
        .name = "just within 1 - 1e-3",
        .build = mrtk_10,
        .edits = { BITS32(W(1, "value"), 0x3f7fbe77) } },
    { .rule = "mrtk/quaternion-norm",
        .near_miss = true,
        .name = "four halves",
        .build = mrtk_11,
        .edits = { F32(X(1, "value"), 0.5), F32(Y(1, "value"), -0.5), F32(Z(1, "value"), 0.5),
            F32(W(1, "value"), 0.5) } },
    { .rule = "mrtk/quaternion-norm",
        .near_miss = true,
        .name = "a component that is not finite",
        .build = mrtk_11,
        .edits = { F32(X(1, "value"), INFINITY), F32(W(1, "value"), 5) },
        .wants = { AT("mrtk/value-not-finite", X(1, "value"), 4) } },
    { .rule = "mrtk/quaternion-norm",
        .near_miss = true,
        .name = "the four curves do not agree",
        .build = mrtk_11,
        .edits = { F32(Z(2, "time"), 2), F32(W(1, "value"), 5) },
        .wants = { AT(MISMATCH, Z(2, "time"), 4) } },

    { .rule = "mrtk/quaternion-zero",
        .name = "once a pose, at its first",
        .build = mrtk_11,
        .edits = { F32(W(1, "value"), 0), F32(W(2, "value"), -0.0), F32(X(1, "value"), -0.0) },
        .wants = { AT("mrtk/quaternion-zero", W(1, "value"), 4) } },
    { .rule = "mrtk/quaternion-zero",
        .name = "of two poses",
        .build = mrtk_11_hand,
        .edits = { F32(W(0, "value"), 0), F32("hand_joints_left[3].rotation_w.keys[1].value", 0) },
        .wants = { AT("mrtk/quaternion-zero", W(0, "value"), 4),
            AT("mrtk/quaternion-zero", "hand_joints_left[3].rotation_w.keys[1].value", 4) } },
    { .rule = "mrtk/quaternion-zero", .near_miss = true, .name = "a direction of 0 0 0", .build = mrtk_11 },
    { .rule = "mrtk/quaternion-zero",
        .near_miss = true,
        .name = "w alone is 0",
        .build = mrtk_11,
        .edits = { F32(W(1, "value"), 0), F32(Y(1, "value"), 1) } },
};

const case_table mrtk_vector_cases = CASES(vector_cases);
const case_table mrtk_rotation_cases = CASES(rotation_cases);

Test(mrtk_rules, vectors)
{
    check_cases(&ap_mrtk_format, mrtk_vector_cases);
}

Test(mrtk_rules, rotations)
{
    check_cases(&ap_mrtk_format, mrtk_rotation_cases);
}
