/* Cases of mrtk rules about the curves of a file together, and about files that were transferred as text. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/mrtk/mrtk_cases.h"
#include "validators/mrtk/mrtk.h"

#define X(key, field)          "camera.rotation_x.keys[" #key "]." field
#define Z(key, field)          "camera.rotation_z.keys[" #key "]." field
#define W(key, field)          "camera.rotation_w.keys[" #key "]." field
#define GAZE(axis, key, field) "gaze.direction_" #axis ".keys[" #key "]." field
#define COUNT(curve)           curve ".key_count"

#define FLIP      "mrtk/rotation-flip"
#define EMPTY     "mrtk/section-empty"
#define COLLAPSED "mrtk/collapsed"
#define DIRECTION "mrtk/direction-norm"
#define UNTRACKED "mrtk/hands-untracked"
#define TEXT      "mrtk/text-mode"

/* Files that only these cases use */

MRTK_FILE(hands_alone_10, .boolean_keys = 1, .joint_keys = 2)
MRTK_FILE(hands_alone_11, .minor = 1, .camera = true, .hand = true, .gaze = true, .boolean_keys = 1,
    .joint_keys = 2)
MRTK_FILE(no_joints, .minor = 1, .camera = true, .hand = true, .keys = 2, .boolean_keys = 1)
MRTK_FILE(joints_of_left_hand, .minor = 1, .camera = true, .hand = true, .keys = 2, .joint_keys = 2,
    .empty_hand = "hand_joints_right")
MRTK_FILE(joints_of_right_hand, .minor = 1, .camera = true, .hand = true, .keys = 2, .joint_keys = 2,
    .empty_hand = "hand_joints_left")
MRTK_FILE(no_hands_tracked, .minor = 1, .camera = true, .hand = true, .keys = 2)
MRTK_FILE(no_hands_tracked_10, .keys = 2)
MRTK_FILE(one_key, .minor = 1, .camera = true, .gaze = true, .keys = 1)
MRTK_FILE(one_key_of_joints, .minor = 1, .hand = true, .boolean_keys = 3, .joint_keys = 1)
MRTK_FILE(one_key_published, .minor = 1, .camera = true, .gaze = true, .keys = 1, .published = true)
MRTK_FILE(one_key_10, .keys = 1, .boolean_keys = 1, .joint_keys = 1)
MRTK_FILE(one_key_but_one, .minor = 1, .camera = true, .gaze = true, .keys = 1, .only = "gaze.direction_z",
    .only_keys = 2)
MRTK_FILE(
    one_key_less_everywhere, .minor = 1, .gaze = true, .keys = 1, .only = "gaze.origin_x", .only_keys = 0)
MRTK_FILE(
    ten_keys_of_one, .minor = 1, .camera = true, .only = "camera.position_x", .only_keys = 10, .markers = 1)

static const rule_case whole_cases[] = {
    SAYS_AT(FLIP, "two sign changes of a rotation are one finding at the first, with the count",
        build_mrtk_11, W(1, "value"), 4, "from key 0 to key 1, as 2 of 2 pairs of keys in the file do",
        F32(W(1, "value"), -1)),
    SAYS_AT(FLIP, "a sign change in 28-byte keys", build_mrtk_10, W(2, "value"), 4, "as 1 of 4 pairs",
        F32(W(2, "value"), -1)),
    SAYS_AT(FLIP, "sign changes in two poses are one finding at the first in the file", build_mrtk_11_hand,
        "hand_joints_left[3].rotation_w.keys[1].value", 4,
        "hand_joints_left[3 ThumbMetacarpalJoint] changes its sign from key 0 to key 1, as 2 of 4",
        F32("hand_joints_right[3].rotation_w.keys[0].value", -1),
        F32("hand_joints_left[3].rotation_w.keys[0].value", -1)),
    FIRES_IN(FLIP, "a sign change in a file that is truncated after it", build_mrtk_11,
        { F32(W(1, "value"), -1), CUT("gaze.origin_x.pre_wrap", 2) },
        { AT(FLIP, W(1, "value"), 4), AT("mrtk/truncated", "gaze.origin_x.pre_wrap", 2) }),
    SILENT_IN(FLIP, "two keys with a dot product of 0", build_mrtk_11,
        { F32(W(1, "value"), 0), F32(X(1, "value"), 1) }),
    SILENT_IN(FLIP, "a key that is not finite between two keys of opposite sign", build_mrtk_11,
        { BITS32(X(1, "value"), QUIET_NAN32), F32(W(2, "value"), -1) },
        { AT("mrtk/value-not-finite", X(1, "value"), 4) }),
    SILENT_IN(FLIP, "not checked if the times of the four curves differ", build_mrtk_11,
        { F32(Z(2, "time"), 2), F32(W(1, "value"), -1) }, { AT("mrtk/component-mismatch", Z(2, "time"), 4) }),

    FIRES_IN(EMPTY, "the camera of version 1.0 has no keys", hands_alone_10,
        .wants = { AT(EMPTY, COUNT("camera.position_x"), 4) }, .says = "camera at the origin"),
    FIRES_IN(EMPTY, "camera and gaze of version 1.1 have no keys", hands_alone_11,
        .wants = { AT(EMPTY, COUNT("camera.position_x"), 4), AT(EMPTY, COUNT("gaze.origin_x"), 4) }),
    FIRES_IN(EMPTY, "the joints of both hands have no keys", no_joints,
        .wants = { AT(EMPTY, COUNT("hand_joints_left[0].position_x"), 4),
            AT(EMPTY, COUNT("hand_joints_right[0].position_x"), 4) }),
    FIRES_AT(EMPTY, "the joints of a tracked hand have no keys, the other hand is never tracked", no_joints,
        COUNT("hand_joints_right[0].position_x"), 4, F32("hand_tracked_left.keys[0].value", 0)),
    SILENT_IN(EMPTY, "camera, hands and gaze have keys", build_mrtk_11_hand),
    SILENT_IN(EMPTY, "joints without keys, and no hand is tracked", no_joints,
        { F32("hand_tracked_left.keys[0].value", 0), F32("hand_tracked_right.keys[0].value", 0) },
        { AT(UNTRACKED, "has_hand", 1) }),

    FIRES_IN(COLLAPSED, "camera and gaze have one key: one finding at the camera", one_key,
        .wants = { AT(COLLAPSED, COUNT("camera.position_x"), 4) }, .says = "32 frames"),
    FIRES_IN(COLLAPSED, "joints have one key, boolean curves have three", one_key_of_joints,
        .wants = { AT(COLLAPSED, COUNT("hand_joints_left[3].position_x"), 4) }),
    SILENT_IN(COLLAPSED, "one key in the published layout of version 1.1", one_key_published,
        .wants = { { .rule = "mrtk/layout-published", .delta = 8, .length = 8, .path = "version" },
            AT("mrtk/no-duration", "version", 8) }),
    SILENT_IN(
        COLLAPSED, "one key in version 1.0", one_key_10, .wants = { AT("mrtk/no-duration", "version", 8) }),
    SILENT_IN(COLLAPSED, "one curve has two keys", one_key_but_one,
        .wants = { AT("mrtk/component-mismatch", COUNT("gaze.direction_z"), 4) }),
    SILENT_IN(COLLAPSED, "one curve has no key", one_key_less_everywhere,
        .wants = { AT("mrtk/no-duration", "version", 8),
            AT("mrtk/component-mismatch", COUNT("gaze.origin_y"), 4) }),

    SAYS_AT(DIRECTION, "the length of a direction is just above 1 + 1e-3", build_mrtk_11, GAZE(z, 1, "value"),
        4, "the direction of gaze has length 1.001", BITS32(GAZE(z, 1, "value"), 0x3f8020c5)),
    FIRES_IN(DIRECTION, "two keys of one direction have two findings", build_mrtk_11_published,
        { F32(GAZE(x, 0, "value"), 0.5), F32(GAZE(y, 2, "value"), 3) },
        { { .rule = "mrtk/layout-published", .delta = 8, .length = 8, .path = "version" },
            AT(DIRECTION, GAZE(z, 0, "value"), 4), AT(DIRECTION, GAZE(z, 2, "value"), 4) }),
    SILENT_IN(DIRECTION, "the length of a direction is just below 1 + 1e-3", build_mrtk_11,
        { BITS32(GAZE(x, 1, "value"), 0x3f8020c4) }),
    SILENT_IN(DIRECTION, "an origin of the gaze may have any length", build_mrtk_11,
        { F32("gaze.origin_z.keys[1].value", 7) }),
    SILENT_IN(DIRECTION, "not checked if a component is not finite", build_mrtk_11,
        { F32(GAZE(x, 1, "value"), 5), BITS32(GAZE(y, 1, "value"), 0x7f800000) },
        { AT("mrtk/value-not-finite", GAZE(y, 1, "value"), 4) }),

    FIRES_IN(UNTRACKED, "has_hand is 1, and no curve of the hands has a key", no_hands_tracked,
        .wants = { AT(UNTRACKED, "has_hand", 1) }),
    SILENT_IN(UNTRACKED, "version 1.0 always has hands", no_hands_tracked_10),
    SILENT_IN(UNTRACKED, "joints have keys", build_mrtk_11_hand),
    SILENT_IN(UNTRACKED, "only joints of the left hand have keys", joints_of_left_hand,
        .wants = { AT("mrtk/hand-hidden", COUNT("hand_tracked_left"), 4) }),
    SILENT_IN(UNTRACKED, "only joints of the right hand have keys", joints_of_right_hand,
        .wants = { AT("mrtk/hand-hidden", COUNT("hand_tracked_right"), 4) }),
    SILENT_IN(UNTRACKED, "only the left hand is tracked, and the joints have no keys", no_joints,
        { F32("hand_tracked_left.keys[0].value", 1), F32("hand_tracked_right.keys[0].value", 0) },
        { AT(EMPTY, COUNT("hand_joints_left[0].position_x"), 4) }),
    SILENT_IN(UNTRACKED, "a hand is tracked, but the joints have no keys", no_joints,
        { F32("hand_tracked_right.keys[0].value", 0) },
        { AT(EMPTY, COUNT("hand_joints_left[0].position_x"), 4) }),
    FIRES_IN(TEXT, "0d before the only 0a of the file", ten_keys_of_one,
        { SPLICE(COUNT("camera.position_x"), 0, "\r") },
        { { .rule = TEXT, .delta = 27, .length = 2, .path = "" } },
        .says = "its 1 byte 0a; copy it again in binary mode"),
    FIRES_IN(TEXT, "0d before two bytes 0a, with another 0d before the second", ten_keys_of_one,
        { SPLICE("markers[0].name", 5, "st\r\r\nt"), SPLICE("markers[0].prefix", 1, "\5"),
            SPLICE(COUNT("camera.position_x"), 0, "\r") },
        { { .rule = TEXT, .delta = 27, .length = 2, .path = "" } }, .says = "each of its 2 bytes"),
    SAYS_AT(TEXT, "the magic number was re-encoded from Latin-1 to UTF-8", build_mrtk_11, "magic", 12,
        "read as Latin-1", SPLICE("magic", 8, "\xc3\x86\x42\xc2\x9e\x0f\x6e\xc2\xaf\xc2\x8f\x6a")),
    SAYS_AT(TEXT, "the magic number was re-encoded from Windows-1252 to UTF-8, and the file ends after it",
        build_mrtk_11, "magic", 12, "read as Windows-1252", CUT("version.major", 0),
        SPLICE("magic", 8, "\xc3\x86\x42\xc5\xbe\x0f\x6e\xc2\xaf\xc2\x8f\x6a")),
    SAYS_AT(TEXT, "the magic number has U+FFFD in place of bytes that are not UTF-8", build_mrtk_10, "magic",
        16, "these bytes are lost",
        SPLICE("magic", 8, "\xef\xbf\xbd\x42\xef\xbf\xbd\x0f\x6e\xef\xbf\xbd\xef\xbf\xbd\x6a")),
    SAYS_AT(TEXT, "the magic number has question marks in place of bytes that are not ASCII", build_mrtk_10,
        "magic", 8, "question marks", SPLICE("magic", 8, "\x3f\x42\x3f\x0f\x6e\x3f\x3f\x6a")),
    SILENT_IN(TEXT, "one byte of the magic number has no question mark", build_mrtk_10,
        { SPLICE("magic", 8, "\x3f\x42\x3f\x0f\x6e\x3f\x8f\x6a") }, { AT("mrtk/magic", "magic", 8) }),
    SILENT_IN(TEXT, "0d 0a in a file that is read to its end", build_mrtk_11,
        { SPLICE("markers[0].name", 5, "a\r\nbc") }),
    SILENT_IN(TEXT, "one 0a has no 0d before it", ten_keys_of_one,
        { SPLICE("markers[0].name", 5, "st\nrt"), SPLICE(COUNT("camera.position_x"), 0, "\r") },
        { { .rule = "mrtk/count-exceeds-file",
            .delta = 27,
            .length = 4,
            .path = COUNT("camera.position_x") } }),
    SILENT_IN(TEXT, "without the added 0d the file is one byte too short", ten_keys_of_one,
        { CUT("markers[0].name", 4), SPLICE(COUNT("camera.position_x"), 0, "\r") },
        { { .rule = "mrtk/count-exceeds-file",
            .delta = 27,
            .length = 4,
            .path = COUNT("camera.position_x") } }),

    FIRES_IN("mrtk/magic", "a byte order mark before the magic number", build_mrtk_11,
        { SPLICE("magic", 0, "\xef\xbb\xbf") }, { { .rule = "mrtk/magic", .length = 8, .path = "magic" } },
        .says = "the magic number begins at offset 3: remove the 3 bytes before it"),
    FIRES_IN("mrtk/magic", "the magic number is at offset 64", build_mrtk_11,
        { SPLICE("magic", 0, "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef") },
        { { .rule = "mrtk/magic", .length = 8, .path = "magic" } }, .says = "at offset 64"),
    FIRES_IN("mrtk/magic", "the magic number at offset 65 is not searched for", build_mrtk_11,
        { SPLICE("magic", 0, "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdefX") },
        { { .rule = "mrtk/magic", .length = 8, .path = "magic" } }, .says = "!offset 65"),
};

CHECKED_CASES(
    mrtk_rules, cases_of_whole_files_have_their_findings, &ap_mrtk_format, mrtk_whole_cases, whole_cases)

/* Returns a copy of the file with 0d before each 0a, as a transfer in text mode does. The caller calls free(). */
static ap_view copy_with_converted_line_ends(const file_build *file)
{
    uint8_t *converted = malloc(2 * file->size);
    size_t size = 0;
    cr_assert(converted != NULL);
    for (size_t i = 0; i < file->size; i++) {
        if (file->bytes[i] == '\n')
            converted[size++] = '\r';
        converted[size++] = file->bytes[i];
    }
    return (ap_view){ converted, size };
}

static void expect_converted_line_end_found(file_build *file, size_t at, const char *what)
{
    const uint8_t was = file->bytes[at];
    file->bytes[at] = '\n';
    const ap_view converted = copy_with_converted_line_ends(file);
    const expected only_finding[] = { { .rule = TEXT, .offset = at, .length = 2, .path = "" },
        { .rule = NULL } };
    expect_findings(&ap_mrtk_format, converted, NULL, only_finding, what);
    free((void *)converted.bytes);
    file->bytes[at] = was;
}

/* Puts 0d 0a at each of the first four bytes of several fields, once alone, and once with a second 0d 0a at the end of
   the file. */
Test(mrtk_rules, added_line_ends_are_found_in_each_kind_of_field)
{
    static const char *const paths[] = { "camera.position_x.keys[0].value", "camera.rotation_w.keys[2].time",
        "hand_joints_left[3].position_y.keys[1].value", "gaze.direction_z.keys[2].value", "markers[0].time",
        "markers[0].name", "markers[1].time" };
    AT_END(file_build_free) file_build file;
    build_mrtk_11_hand(&file);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        for (size_t byte = 0; byte < 4; byte++) {
            const size_t at = offset_of_field(&file, paths[i]) + byte;
            const size_t last = offset_of_field(&file, "markers[1].name") + 2;
            expect_converted_line_end_found(&file, at, paths[i]);
            file.bytes[last] = '\n';
            expect_converted_line_end_found(&file, at, paths[i]);
            file.bytes[last] = 'd';
        }
    }
}
