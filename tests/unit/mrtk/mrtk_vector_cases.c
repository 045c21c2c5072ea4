/* Cases of mrtk rules about the curves of one vector or rotation together. */
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

#define FEWER(function, curve, minor_, published_)                                                           \
    MRTK_FILE(function, .minor = (minor_), .published = (published_), .camera = true, .gaze = true,          \
        .keys = 3, .fewer = (curve))

FEWER(fewer_w, "camera.rotation_w", 1, false)
FEWER(fewer_w_of_10, "camera.rotation_w", 0, false)
FEWER(fewer_z, "camera.position_z", 1, false)
FEWER(fewer_x, "camera.rotation_x", 1, false)
FEWER(fewer_w_published, "camera.rotation_w", 1, true)

#define MISMATCH "mrtk/component-mismatch"
#define APART    "mrtk/components-apart"

static const rule_case vector_cases[] = {
    FIRES_IN(MISMATCH, "rotation_w has one key less, as MRTK 2.6.0 to 2.7.2 writes", fewer_w,
        .wants = { AT(MISMATCH, "camera.rotation_w.key_count", 4) }, .says = "2.6.0 to 2.7.2"),
    FIRES_IN(MISMATCH, "position_z has one key less", fewer_z,
        .wants = { AT(MISMATCH, "camera.position_z.key_count", 4) }, .says = "[3, 2]"),
    FIRES_IN(MISMATCH, "rotation_x has one key less: one finding", fewer_x,
        .wants = { AT(MISMATCH, "camera.rotation_y.key_count", 4) }),
    SAYS_AT(MISMATCH, "the first time that differs is reported", build_mrtk_11,
        "gaze.direction_z.keys[1].time", 4, "[0.5, 0.75]", F32("gaze.direction_z.keys[1].time", 0.75),
        F32("gaze.direction_z.keys[2].time", 1.75)),
    FIRES_AT(MISMATCH, "a time of y is reported before the number of keys of z", fewer_z,
        "camera.position_y.keys[2].time", 4, F32("camera.position_y.keys[2].time", 2)),
    FIRES_IN(MISMATCH, "position and rotation have one finding each, and no finding of quaternion-norm",
        build_mrtk_11,
        { F32("camera.position_y.keys[2].time", 2), F32(W(2, "time"), 2), F32(W(0, "value"), 0.5) },
        { AT(MISMATCH, "camera.position_y.keys[2].time", 4), AT(MISMATCH, W(2, "time"), 4) }),
    FIRES_IN(MISMATCH, "a NaN time differs from a finite time", build_mrtk_11,
        { BITS32("gaze.origin_x.keys[1].time", QUIET_NAN32) },
        { AT("mrtk/time-not-finite", "gaze.origin_x.keys[1].time", 4),
            AT(MISMATCH, "gaze.origin_y.keys[1].time", 4) }),
    FIRES_AT(MISMATCH, "a time of a joint's rotation differs", build_mrtk_11_hand,
        "hand_joints_right[3].rotation_z.keys[1].time", 4,
        F32("hand_joints_right[3].rotation_z.keys[1].time", 2)),
    SILENT_IN(MISMATCH, "NaN times are equal whatever their bits", build_mrtk_11,
        { BITS32("gaze.origin_x.keys[1].time", QUIET_NAN32), BITS32("gaze.origin_y.keys[1].time", 0xff800001),
            BITS32("gaze.origin_z.keys[1].time", QUIET_NAN32) },
        { AT("mrtk/time-not-finite", "gaze.origin_x.keys[1].time", 4),
            AT("mrtk/time-not-finite", "gaze.origin_y.keys[1].time", 4),
            AT("mrtk/time-not-finite", "gaze.origin_z.keys[1].time", 4) }),
    SILENT_IN(
        MISMATCH, "the times -0 and 0 are equal", build_mrtk_11, { F32("gaze.origin_y.keys[0].time", -0.0) }),
    SILENT_IN(MISMATCH, "the times of the rotation differ from the times of the position", build_mrtk_11,
        { F32(X(2, "time"), 2), F32(Y(2, "time"), 2), F32(Z(2, "time"), 2), F32(W(2, "time"), 2) }),

    FIRES_IN(APART, "rotation_w has one key less in version 1.0", fewer_w_of_10,
        .wants = { AT(APART, "camera.rotation_w.key_count", 4) },
        .says = "rotation_w.key_count is 2; the key_count of rotation_x is 3, and the page allows"),
    FIRES_IN(APART, "rotation_w has one key less in the published layout of 1.1", fewer_w_published,
        .wants = { AT("mrtk/layout-published", "version", 8), AT(APART, "camera.rotation_w.key_count", 4) },
        .says = "!2.6.0"),
    SAYS_AT(APART, "the first time that differs in version 1.0", build_mrtk_10,
        "camera.position_y.keys[1].time", 4,
        "time is 0.75; the same key of position_x has another time, which the page allows",
        F32("camera.position_y.keys[1].time", 0.75), F32("camera.position_y.keys[2].time", 1.75)),
    FIRES_IN(APART, "position and rotation have one note each, and no finding of quaternion-norm",
        build_mrtk_10,
        { F32("camera.position_y.keys[2].time", 2), F32(W(2, "time"), 2), F32(W(0, "value"), 0.5) },
        { AT(APART, "camera.position_y.keys[2].time", 4), AT(APART, W(2, "time"), 4) }),
    SILENT_IN(APART, "the times -0 and 0 are equal in version 1.0", build_mrtk_10,
        { F32("camera.position_y.keys[0].time", -0.0) }),
    SILENT_IN(APART, "the times of the rotation differ from the times of the position in version 1.0",
        build_mrtk_10,
        { F32(X(2, "time"), 2), F32(Y(2, "time"), 2), F32(Z(2, "time"), 2), F32(W(2, "time"), 2) }),
    SAYS_AT("mrtk/quaternion-norm", "the length of a rotation is just above 1 + 1e-3", build_mrtk_11,
        W(1, "value"), 4, "length 1.001", BITS32(W(1, "value"), 0x3f8020c5)),
    FIRES_AT("mrtk/quaternion-norm", "the length of a rotation is just below 1 - 1e-3", build_mrtk_10,
        W(1, "value"), 4, BITS32(W(1, "value"), 0x3f7fbe76)),
    FIRES_IN("mrtk/quaternion-norm", "two keys of one rotation have two findings", build_mrtk_10,
        { F32(X(0, "value"), 1), F32(Z(2, "value"), -1) },
        { AT("mrtk/quaternion-norm", W(0, "value"), 4), AT("mrtk/quaternion-norm", W(2, "value"), 4) }),
    FIRES_AT("mrtk/quaternion-norm", "the squared components overflow float32", build_mrtk_11, W(0, "value"),
        4, F32(X(0, "value"), FLT_MAX)),
    FIRES_AT("mrtk/quaternion-norm", "a length of 1e-45 is not reported as quaternion-zero", build_mrtk_11,
        W(0, "value"), 4, BITS32(W(0, "value"), 1)),
    SILENT_IN("mrtk/quaternion-norm", "the length of a rotation is just below 1 + 1e-3", build_mrtk_11,
        { BITS32(W(1, "value"), 0x3f8020c4) }),
    SILENT_IN("mrtk/quaternion-norm", "the length of a rotation is just above 1 - 1e-3", build_mrtk_10,
        { BITS32(W(1, "value"), 0x3f7fbe77) }),
    SILENT_IN("mrtk/quaternion-norm", "a rotation of four halves", build_mrtk_11,
        { F32(X(1, "value"), 0.5), F32(Y(1, "value"), -0.5), F32(Z(1, "value"), 0.5),
            F32(W(1, "value"), 0.5) }),
    SILENT_IN("mrtk/quaternion-norm", "not checked if a component is not finite", build_mrtk_11,
        { F32(X(1, "value"), INFINITY), F32(W(1, "value"), 5) },
        { AT("mrtk/value-not-finite", X(1, "value"), 4) }),
    SILENT_IN("mrtk/quaternion-norm", "not checked if the times of the four curves differ", build_mrtk_11,
        { F32(Z(2, "time"), 2), F32(W(1, "value"), 5) }, { AT(MISMATCH, Z(2, "time"), 4) }),

    FIRES_AT("mrtk/quaternion-zero", "two zero rotations of one pose are one finding", build_mrtk_11,
        W(1, "value"), 4, F32(W(1, "value"), 0), F32(W(2, "value"), -0.0), F32(X(1, "value"), -0.0)),
    FIRES_IN("mrtk/quaternion-zero", "zero rotations of two poses are two findings", build_mrtk_11_hand,
        { F32(W(0, "value"), 0), F32("hand_joints_left[3].rotation_w.keys[1].value", 0) },
        { AT("mrtk/quaternion-zero", W(0, "value"), 4),
            AT("mrtk/quaternion-zero", "hand_joints_left[3].rotation_w.keys[1].value", 4) }),
    SILENT_IN("mrtk/quaternion-zero", "a gaze direction of zeros", build_mrtk_11),
    SILENT_IN("mrtk/quaternion-zero", "a rotation with w = 0 and y = 1", build_mrtk_11,
        { F32(W(1, "value"), 0), F32(Y(1, "value"), 1) }),
};

CHECKED_CASES(mrtk_rules, cases_of_vectors_and_rotations_have_their_findings, &ap_mrtk_format,
    mrtk_vector_cases, vector_cases)
