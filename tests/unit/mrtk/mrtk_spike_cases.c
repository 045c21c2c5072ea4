/* Cases of mrtk rules about spikes, which are single keys far from the keys around them, and about the times of a whole
   recording. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/mrtk/mrtk_cases.h"
#include "validators/mrtk/mrtk.h"

#define KEY(curve, key)  curve ".keys[" #key "].value"
#define TIME(curve, key) curve ".keys[" #key "].time"
#define X(key)           KEY("camera.position_x", key)
#define W(key)           KEY("camera.rotation_w", key)
#define TURN(key, half_sine, half_cosine)                                                                    \
    F32(KEY("camera.rotation_x", key), half_sine), F32(KEY("camera.rotation_w", key), half_cosine)

#define POSITION "mrtk/position-spike"
#define ROTATION "mrtk/rotation-spike"
#define SCALE    "mrtk/time-scale"
#define LATE     "mrtk/late-start"
#define DURATION "mrtk/no-duration"
#define TAIL     "mrtk/tail-lost"
#define AFTER    "mrtk/marker-after-end"

/* Files that only these cases use */

MRTK_FILE(quick, .minor = 1, .camera = true, .gaze = true, .keys = 5, .step = 0.125F)
MRTK_FILE(quick_10, .keys = 5, .step = 0.125F)
MRTK_FILE(less_quick, .minor = 1, .camera = true, .keys = 5, .step = 0.1251F)
MRTK_FILE(slow_30, .minor = 1, .camera = true, .keys = 30, .step = 1.0625F)
MRTK_FILE(slow_29, .minor = 1, .camera = true, .keys = 29, .step = 1000)
MRTK_FILE(second_30, .minor = 1, .camera = true, .keys = 30, .step = 1)
MRTK_FILE(late, .minor = 1, .camera = true, .gaze = true, .keys = 3, .start = 10.5F)
MRTK_FILE(from_10, .minor = 1, .camera = true, .gaze = true, .keys = 3, .start = 10)
MRTK_FILE(from_11_to_22, .minor = 1, .camera = true, .keys = 3, .start = 11, .step = 5.5F)
MRTK_FILE(from_11_to_21, .minor = 1, .camera = true, .keys = 3, .start = 11, .step = 5)
MRTK_FILE(to_0, .keys = 3, .start = -1)
MRTK_FILE(after_0, .keys = 3, .start = -0.9990234375F)
MRTK_FILE(only_at_0, .minor = 1, .camera = true, .keys = 1)
MRTK_FILE(pressed_late, .minor = 1, .camera = true, .hand = true, .gaze = true, .keys = 3, .boolean_keys = 4,
    .joint_keys = 3)
MRTK_FILE(
    pressed_late_gaze, .minor = 1, .hand = true, .gaze = true, .keys = 3, .boolean_keys = 4, .joint_keys = 3)
MRTK_FILE(pressed_late_10, .keys = 3, .boolean_keys = 4, .joint_keys = 3)
MRTK_FILE(pressed_late_published, .minor = 1, .camera = true, .hand = true, .keys = 3, .boolean_keys = 4,
    .joint_keys = 3, .published = true)
MRTK_FILE(pressed_late_no_head, .minor = 1, .hand = true, .boolean_keys = 4, .joint_keys = 3)
MRTK_FILE(four_markers, .minor = 1, .camera = true, .keys = 3, .markers = 4)
MRTK_FILE(three_markers, .minor = 1, .camera = true, .keys = 3, .markers = 3)

/* Builds a file of 30 keys a curve: `short_steps` steps of half a second, then steps of 1.5 seconds. */
static void build_30_keys(file_build *file, size_t short_steps)
{
    static const char *const curves[] = { "position_x", "position_y", "position_z", "rotation_x",
        "rotation_y", "rotation_z", "rotation_w" };
    mrtk_build(file, &(mrtk_spec){ .minor = 1, .camera = true, .keys = 30 });
    for (size_t i = 0; i < 7 * 30; i++) {
        const size_t key = i % 30, slow = key > short_steps ? key - short_steps : 0;
        char path[FIELD_PATH_BYTES];
        snprintf(path, sizeof path, "camera.%s.keys[%zu].time", curves[i / 30], key);
        set_f32(file, path, 0.5F * (float)(key - slow) + 1.5F * (float)slow);
    }
}

static void short_14_of_29(file_build *file)
{
    build_30_keys(file, 14);
}

static void short_15_of_29(file_build *file)
{
    build_30_keys(file, 15);
}

static const rule_case spike_cases[] = {
    SAYS_AT(POSITION, "a key is 0.25 m away, and its neighbours are 0.25 s apart", quick, X(1), 4,
        "the position of camera is 0.25 m or more from the keys before and after it at key 1, at 0.125 s, as "
        "1 of the "
        "file's keys is",
        F32(X(1), 0.25)),
    SAYS_AT(POSITION, "two spikes of the gaze are one finding", quick, KEY("gaze.origin_x", 1), 4,
        "as 2 of the file's keys are", F32(KEY("gaze.origin_y", 1), -0.25),
        F32(KEY("gaze.origin_z", 3), 0.5)),
    FIRES_AT(POSITION, "a key is 5 times as far from its neighbours as these are from each other", quick_10,
        X(3), 4, F32(X(3), 0.375), F32(X(4), 0.0625)),
    SILENT_IN(POSITION, "a key is just less than 0.25 m away", quick, { BITS32(X(1), 0x3e7fffff) }),
    SILENT_IN(POSITION,
        "a key is just less than 5 times as far from its neighbours as these are from each other", quick_10,
        { BITS32(X(3), 0x3ebfffff), F32(X(4), 0.0625) }),
    SILENT_IN(POSITION, "the neighbours of the key are more than 0.25 s apart", less_quick, { F32(X(1), 5) }),
    SILENT_IN(POSITION, "the first and the last key are far from the others", quick,
        { F32(X(0), 5), F32(X(4), 5) }),
    SILENT_IN(POSITION, "a value is not finite", quick,
        { F32(X(1), 5), BITS32(KEY("camera.position_y", 4), QUIET_NAN32) },
        { AT("mrtk/value-not-finite", KEY("camera.position_y", 4), 4) }),

    SAYS_AT(ROTATION, "a rotation is 60.1 degrees from its neighbours", quick, W(1), 4,
        "the rotation of camera is 60.1 degrees or more from", TURN(1, 0.50075566, 0.86558862)),
    FIRES_AT(ROTATION, "the neighbours of the rotation are 14.9 degrees apart", quick_10, W(3), 4,
        TURN(3, -0.8660254, 0.5), TURN(4, 0.12966, 0.99155850)),
    FIRES_IN(ROTATION, "a rotation equals its negative, and lengths do not count", quick,
        { TURN(1, 1.2, 1.6), F32(W(2), -1) },
        { AT("mrtk/rotation-flip", W(2), 4), AT("mrtk/quaternion-norm", W(1), 4), AT(ROTATION, W(1), 4) }),
    SILENT_IN(ROTATION, "a rotation is 59.9 degrees from its neighbours", quick,
        { TURN(1, 0.49924433, 0.86646118) }),
    SILENT_IN(ROTATION, "the neighbours of the rotation are 15.1 degrees apart", quick_10,
        { TURN(3, -0.8660254, 0.5), TURN(4, 0.13139074, 0.99133066) }),
    SILENT_IN(ROTATION, "the neighbours of the key are more than 0.25 s apart", less_quick,
        { TURN(1, 0.70710678, 0.70710678) }),
    SILENT_IN(ROTATION, "a neighbour of the rotation is 0 0 0 0", quick, { TURN(1, 0.6, 0.8), F32(W(2), 0) },
        { AT("mrtk/quaternion-zero", W(2), 4) }),
    FIRES_IN(SCALE, "30 keys, each more than 1 second after the key before", slow_30,
        .wants = { AT(SCALE, TIME("camera.position_x", 1), 4) }, .says = "divide all times by 1000"),
    FIRES_IN(SCALE, "14 of 29 steps are not longer than 1 second", short_14_of_29,
        .wants = { AT(SCALE, TIME("camera.position_x", 1), 4) }),
    SILENT_IN(SCALE, "15 of 29 steps are not longer than 1 second", short_15_of_29),
    SILENT_IN(SCALE, "29 keys", slow_29),
    SILENT_IN(SCALE, "30 keys, each 1 second after the key before", second_30),
    SILENT_IN(SCALE, "a time is not finite", slow_30, { BITS32(TIME("camera.position_x", 29), 0x7f800000) },
        { AT("mrtk/time-not-finite", TIME("camera.position_x", 29), 4),
            AT("mrtk/component-mismatch", TIME("camera.position_y", 29), 4) }),

    FIRES_IN(LATE, "the first key is at 10.5 s", late, .wants = { AT(LATE, TIME("camera.position_x", 0), 4) },
        .says = "starts at 10.5 s and ends 1 s later"),
    FIRES_IN(LATE, "the recording is shorter than the time before its first key", from_11_to_21,
        .wants = { AT(LATE, TIME("camera.position_x", 0), 4) }),
    SILENT_IN(LATE, "the first key is at 10 s", from_10),
    SILENT_IN(LATE, "the recording is as long as the time before its first key", from_11_to_22),
    SILENT_IN(LATE, "one curve has a key at 0", late, { F32(TIME("gaze.direction_z", 0), 0) },
        { AT("mrtk/component-mismatch", TIME("gaze.direction_z", 0), 4) }),

    FIRES_IN(DURATION, "the last key is at time 0", to_0, .wants = { AT(DURATION, "version", 8) },
        .says = "the latest is at 0 s"),
    SILENT_IN(DURATION, "the last key is just after time 0", after_0),
    SILENT_IN(DURATION, "the last key is at time 0, and an earlier one at 3 s", to_0,
        { F32(TIME("camera.rotation_w", 1), 3) },
        { AT("mrtk/time-order", TIME("camera.rotation_w", 2), 4),
            AT("mrtk/components-apart", TIME("camera.rotation_w", 1), 4) }),
    SILENT_IN(DURATION, "the recording is collapsed", only_at_0,
        .wants = { AT("mrtk/collapsed", "camera.position_x.key_count", 4) }),

    FIRES_IN(TAIL, "boolean keys after the last key of the camera", pressed_late,
        .wants = { AT(TAIL, TIME("hand_tracked_left", 3), 4) },
        .says = "hand_tracked_left has a key at 1.5 s, but the head has none after 1 s"),
    FIRES_IN(TAIL, "boolean keys after the last key of the gaze", pressed_late_gaze,
        .wants = { AT(TAIL, TIME("hand_tracked_left", 3), 4) }),
    SILENT_IN(TAIL, "boolean keys until the last key of the camera", build_mrtk_11_hand),
    SILENT_IN(TAIL, "version 1.0", pressed_late_10),
    SILENT_IN(TAIL, "published layout", pressed_late_published,
        .wants = { AT("mrtk/layout-published", "version", 8) }),
    SILENT_IN(TAIL, "neither camera nor gaze", pressed_late_no_head),

    FIRES_IN(AFTER, "a marker after all keys", four_markers, .wants = { AT(AFTER, "markers[3].time", 4) },
        .says = "it never reaches the marker"),
    FIRES_AT(AFTER, "a marker at the smallest time after the last key", three_markers, "markers[2].time", 4,
        BITS32("markers[2].time", 0x3f800001)),
    SILENT_IN(AFTER, "a marker at the last key", three_markers),
    SILENT_IN(AFTER, "the latest key is not the last of its curve", four_markers,
        { F32(TIME("camera.rotation_w", 1), 1.5) },
        { AT("mrtk/time-order", TIME("camera.rotation_w", 2), 4),
            AT("mrtk/component-mismatch", TIME("camera.rotation_w", 1), 4) }),
    SILENT_IN(AFTER, "the time of the marker is not finite", three_markers,
        { BITS32("markers[2].time", 0x7f800000) }, { AT("mrtk/time-not-finite", "markers[2].time", 4) }),
};

CHECKED_CASES(mrtk_rules, cases_of_spikes_and_times_of_recordings_have_their_findings, &ap_mrtk_format,
    mrtk_spike_cases, spike_cases)
