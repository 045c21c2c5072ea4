/* mrtk.md, rules: what the curves of a file hold together, and files that were handled as text. */
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

/* Files */

static void hands_alone_10(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .boolean_keys = 1, .joint_keys = 2 });
}

static void hands_alone_11(file_build *file)
{
    mrtk_build(file,
        &(mrtk_spec){
            .minor = 1, .camera = true, .hand = true, .gaze = true, .boolean_keys = 1, .joint_keys = 2 });
}

static void no_joints(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .minor = 1, .camera = true, .hand = true, .keys = 2, .boolean_keys = 1 });
}

static void no_hands_tracked(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .minor = 1, .camera = true, .hand = true, .keys = 2 });
}

static void no_hands_tracked_10(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .keys = 2 });
}

static void one_key(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .minor = 1, .camera = true, .gaze = true, .keys = 1 });
}

static void one_key_of_joints(file_build *file)
{
    mrtk_build(file,
        &(mrtk_spec){ .minor = 1, .hand = true, .boolean_keys = 3, .joint_keys = 1, .published = true });
}

static void one_key_10(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .keys = 1, .joint_keys = 1 });
}

static void one_key_but_one(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .minor = 1,
                         .camera = true,
                         .gaze = true,
                         .keys = 1,
                         .only = "gaze.direction_z",
                         .only_keys = 2 });
}

static void one_key_less_everywhere(file_build *file)
{
    mrtk_build(
        file, &(mrtk_spec){ .minor = 1, .gaze = true, .keys = 1, .only = "gaze.origin_x", .only_keys = 0 });
}

static void ten_keys_of_one(file_build *file)
{
    mrtk_build(
        file, &(mrtk_spec){
                  .minor = 1, .camera = true, .only = "camera.position_x", .only_keys = 10, .markers = 1 });
}

static const rule_case curves_cases[] = {
    { .rule = FLIP,
        .name = "the first of two, with the count",
        .build = mrtk_11,
        .edits = { F32(W(1, "value"), -1) },
        .wants = { AT(FLIP, W(1, "value"), 4) },
        .says = "from key 0 to key 1, as 2 of 2 pairs of keys in the file do" },
    { .rule = FLIP,
        .name = "of 28-byte keys",
        .build = mrtk_10,
        .edits = { F32(W(2, "value"), -1) },
        .wants = { AT(FLIP, W(2, "value"), 4) },
        .says = "as 1 of 4 pairs" },
    { .rule = FLIP,
        .name = "once a file, in its order",
        .build = mrtk_11_hand,
        .edits = { F32("hand_joints_right[3].rotation_w.keys[0].value", -1),
            F32("hand_joints_left[3].rotation_w.keys[0].value", -1) },
        .wants = { AT(FLIP, "hand_joints_left[3].rotation_w.keys[1].value", 4) },
        .says = "hand_joints_left[3] changes its sign from key 0 to key 1, as 2 of 4" },
    { .rule = FLIP,
        .name = "also where reading breaks behind it",
        .build = mrtk_11,
        .edits = { F32(W(1, "value"), -1), CUT("gaze.origin_x.pre_wrap", 2) },
        .wants = { AT(FLIP, W(1, "value"), 4), AT("mrtk/truncated", "gaze.origin_x.pre_wrap", 2) } },
    { .rule = FLIP,
        .near_miss = true,
        .name = "a dot product of 0",
        .build = mrtk_11,
        .edits = { F32(W(1, "value"), 0), F32(X(1, "value"), 1) } },
    { .rule = FLIP,
        .near_miss = true,
        .name = "a component that is not finite in between",
        .build = mrtk_11,
        .edits = { BITS32(X(1, "value"), QUIET_NAN32), F32(W(2, "value"), -1) },
        .wants = { AT("mrtk/value-not-finite", X(1, "value"), 4) } },
    { .rule = FLIP,
        .near_miss = true,
        .name = "the curves do not agree",
        .build = mrtk_11,
        .edits = { F32(Z(2, "time"), 2), F32(W(1, "value"), -1) },
        .wants = { AT("mrtk/component-mismatch", Z(2, "time"), 4) } },

    { .rule = EMPTY,
        .name = "the camera of 1.0",
        .build = hands_alone_10,
        .wants = { AT(EMPTY, COUNT("camera.position_x"), 4) },
        .says = "camera at the origin" },
    { .rule = EMPTY,
        .name = "camera and gaze of 1.1",
        .build = hands_alone_11,
        .wants = { AT(EMPTY, COUNT("camera.position_x"), 4), AT(EMPTY, COUNT("gaze.origin_x"), 4) } },
    { .rule = EMPTY,
        .name = "both hands",
        .build = no_joints,
        .wants = { AT(EMPTY, COUNT("hand_joints_left[0].position_x"), 4),
            AT(EMPTY, COUNT("hand_joints_right[0].position_x"), 4) } },
    { .rule = EMPTY,
        .name = "one hand, the other is never tracked",
        .build = no_joints,
        .edits = { F32("hand_tracked_left.keys[0].value", 0) },
        .wants = { AT(EMPTY, COUNT("hand_joints_right[0].position_x"), 4) } },
    { .rule = EMPTY, .near_miss = true, .name = "all have keys", .build = mrtk_11_hand },
    { .rule = EMPTY,
        .near_miss = true,
        .name = "no hand is tracked",
        .build = no_joints,
        .edits = { F32("hand_tracked_left.keys[0].value", 0), F32("hand_tracked_right.keys[0].value", 0) },
        .wants = { AT(UNTRACKED, "has_hand", 1) } },

    { .rule = COLLAPSED,
        .name = "of the camera first",
        .build = one_key,
        .wants = { AT(COLLAPSED, COUNT("camera.position_x"), 4) },
        .says = "32 frames" },
    { .rule = COLLAPSED,
        .name = "of joints, whatever the boolean curves have",
        .build = one_key_of_joints,
        .wants = { { .rule = "mrtk/layout-published", .delta = 8, .length = 8, .path = "version" },
            AT(COLLAPSED, COUNT("hand_joints_left[3].position_x"), 4) } },
    { .rule = COLLAPSED, .near_miss = true, .name = "1.0", .build = one_key_10 },
    { .rule = COLLAPSED,
        .near_miss = true,
        .name = "one curve has two keys",
        .build = one_key_but_one,
        .wants = { AT("mrtk/component-mismatch", COUNT("gaze.direction_z"), 4) } },
    { .rule = COLLAPSED,
        .near_miss = true,
        .name = "a curve of the only ray has none",
        .build = one_key_less_everywhere,
        .wants = { AT("mrtk/component-mismatch", COUNT("gaze.origin_y"), 4) } },

    { .rule = DIRECTION,
        .name = "just above 1 + 1e-3",
        .build = mrtk_11,
        .edits = { BITS32(GAZE(z, 1, "value"), 0x3f8020c5) },
        .wants = { AT(DIRECTION, GAZE(z, 1, "value"), 4) },
        .says = "the direction of gaze has length 1.001" },
    { .rule = DIRECTION,
        .name = "one finding a key",
        .build = mrtk_11_published,
        .edits = { F32(GAZE(x, 0, "value"), 0.5), F32(GAZE(y, 2, "value"), 3) },
        .wants = { { .rule = "mrtk/layout-published", .delta = 8, .length = 8, .path = "version" },
            AT(DIRECTION, GAZE(z, 0, "value"), 4), AT(DIRECTION, GAZE(z, 2, "value"), 4) } },
    { .rule = DIRECTION,
        .near_miss = true,
        .name = "just within 1 + 1e-3",
        .build = mrtk_11,
        .edits = { BITS32(GAZE(x, 1, "value"), 0x3f8020c4) } },
    { .rule = DIRECTION,
        .near_miss = true,
        .name = "an origin of any length",
        .build = mrtk_11,
        .edits = { F32("gaze.origin_z.keys[1].value", 7) } },
    { .rule = DIRECTION,
        .near_miss = true,
        .name = "a component that is not finite",
        .build = mrtk_11,
        .edits = { F32(GAZE(x, 1, "value"), 5), BITS32(GAZE(y, 1, "value"), 0x7f800000) },
        .wants = { AT("mrtk/value-not-finite", GAZE(y, 1, "value"), 4) } },

    { .rule = UNTRACKED,
        .name = "no key of any hand",
        .build = no_hands_tracked,
        .wants = { AT(UNTRACKED, "has_hand", 1) } },
    { .rule = UNTRACKED, .near_miss = true, .name = "1.0 always has hands", .build = no_hands_tracked_10 },
    { .rule = UNTRACKED, .near_miss = true, .name = "joints have keys", .build = mrtk_11_hand },
    { .rule = UNTRACKED,
        .near_miss = true,
        .name = "tracked without joints",
        .build = no_joints,
        .edits = { F32("hand_tracked_right.keys[0].value", 0) },
        .wants = { AT(EMPTY, COUNT("hand_joints_left[0].position_x"), 4) } },
};

static const rule_case text_cases[] = {
    { .rule = TEXT,
        .name = "a 0d in front of the only 0a",
        .build = ten_keys_of_one,
        .edits = { SPLICE(COUNT("camera.position_x"), 0, "\r") },
        .wants = { { .rule = TEXT, .delta = 27, .length = 2, .path = "" } },
        .says = "its 1 byte 0a; copy it again in binary mode" },
    { .rule = TEXT,
        .name = "two, one of them behind a 0d of the file's own",
        .build = ten_keys_of_one,
        .edits = { SPLICE("markers[0].name", 5, "st\r\r\nt"), SPLICE("markers[0].prefix", 1, "\5"),
            SPLICE(COUNT("camera.position_x"), 0, "\r") },
        .wants = { { .rule = TEXT, .delta = 27, .length = 2, .path = "" } },
        .says = "each of its 2 bytes" },
    { .rule = TEXT,
        .name = "Latin-1 as UTF-8",
        .build = mrtk_11,
        .edits = { SPLICE("magic", 8, "\xc3\x86\x42\xc2\x9e\x0f\x6e\xc2\xaf\xc2\x8f\x6a") },
        .wants = { AT(TEXT, "magic", 12) },
        .says = "read as Latin-1" },
    { .rule = TEXT,
        .name = "Windows-1252 as UTF-8, and nothing behind it",
        .build = mrtk_11,
        .edits = { CUT("version.major", 0),
            SPLICE("magic", 8, "\xc3\x86\x42\xc5\xbe\x0f\x6e\xc2\xaf\xc2\x8f\x6a") },
        .wants = { AT(TEXT, "magic", 12) },
        .says = "read as Windows-1252" },
    { .rule = TEXT,
        .name = "U+FFFD",
        .build = mrtk_10,
        .edits = { SPLICE("magic", 8, "\xef\xbf\xbd\x42\xef\xbf\xbd\x0f\x6e\xef\xbf\xbd\xef\xbf\xbd\x6a") },
        .wants = { AT(TEXT, "magic", 16) },
        .says = "those are lost" },
    { .rule = TEXT,
        .name = "question marks",
        .build = mrtk_10,
        .edits = { SPLICE("magic", 8, "\x3f\x42\x3f\x0f\x6e\x3f\x3f\x6a") },
        .wants = { AT(TEXT, "magic", 8) },
        .says = "question marks" },
    { .rule = TEXT,
        .near_miss = true,
        .name = "one byte of the magic is as re-encoded",
        .build = mrtk_10,
        .edits = { SPLICE("magic", 8, "\x3f\x42\x3f\x0f\x6e\x3f\x8f\x6a") },
        .wants = { AT("mrtk/magic", "magic", 8) } },
    { .rule = TEXT,
        .near_miss = true,
        .name = "0d 0a in a file that is read to its end",
        .build = mrtk_11,
        .edits = { SPLICE("markers[0].name", 5, "a\r\nbc") } },
    { .rule = TEXT,
        .near_miss = true,
        .name = "another 0a has no 0d in front of it",
        .build = ten_keys_of_one,
        .edits = { SPLICE("markers[0].name", 5, "st\nrt"), SPLICE(COUNT("camera.position_x"), 0, "\r") },
        .wants = { { .rule = "mrtk/count-exceeds-file",
            .delta = 27,
            .length = 4,
            .path = COUNT("camera.position_x") } } },
    { .rule = TEXT,
        .near_miss = true,
        .name = "without its 0d bytes the file is one byte too short",
        .build = ten_keys_of_one,
        .edits = { CUT("markers[0].name", 4), SPLICE(COUNT("camera.position_x"), 0, "\r") },
        .wants = { { .rule = "mrtk/count-exceeds-file",
            .delta = 27,
            .length = 4,
            .path = COUNT("camera.position_x") } } },

    { .rule = "mrtk/magic",
        .name = "behind a byte order mark",
        .build = mrtk_11,
        .edits = { SPLICE("magic", 0, "\xef\xbb\xbf") },
        .wants = { { .rule = "mrtk/magic", .length = 8, .path = "magic" } },
        .says = "the magic number begins at offset 3: remove the 3 bytes before it" },
    { .rule = "mrtk/magic",
        .name = "at offset 64",
        .build = mrtk_11,
        .edits = { SPLICE("magic", 0, "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef") },
        .wants = { { .rule = "mrtk/magic", .length = 8, .path = "magic" } },
        .says = "at offset 64" },
    { .rule = "mrtk/magic",
        .name = "at offset 65, which is too far",
        .build = mrtk_11,
        .edits = { SPLICE("magic", 0, "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdefX") },
        .wants = { { .rule = "mrtk/magic", .length = 8, .path = "magic" } },
        .says = "!offset 65" },
};

const case_table mrtk_curves_cases = CASES(curves_cases);
const case_table mrtk_text_cases = CASES(text_cases);

Test(mrtk_rules, all_curves_together)
{
    check_cases(&ap_mrtk_format, mrtk_curves_cases);
}

Test(mrtk_rules, handled_as_text)
{
    check_cases(&ap_mrtk_format, mrtk_text_cases);
}

/* As a transfer in text mode does: a 0d before each 0a. */
static ap_view convert_line_ends(const file_build *file)
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

static void check_line_end(file_build *file, size_t at, const char *what)
{
    const uint8_t was = file->bytes[at];
    file->bytes[at] = '\n';
    const ap_view converted = convert_line_ends(file);
    const expected alone[] = { { .rule = TEXT, .offset = at, .length = 2, .path = "" }, { .rule = NULL } };
    expect_findings(&ap_mrtk_format, converted, NULL, alone, what);
    free((void *)converted.bytes);
    file->bytes[at] = was;
}

/* In every byte of a number or a name, alone and with another one after it, which all fields between see
   from another place. */
Test(mrtk_rules, line_ends_at_every_place)
{
    static const char *const paths[] = { "camera.position_x.keys[0].value", "camera.rotation_w.keys[2].time",
        "hand_joints_left[3].position_y.keys[1].value", "gaze.direction_z.keys[2].value", "markers[0].time",
        "markers[0].name", "markers[1].time" };
    file_build file;
    mrtk_11_hand(&file);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        for (size_t byte = 0; byte < 4; byte++) {
            const size_t at = offset_of(&file, paths[i]) + byte;
            const size_t last = offset_of(&file, "markers[1].name") + 2;
            check_line_end(&file, at, paths[i]);
            file.bytes[last] = '\n';
            check_line_end(&file, at, paths[i]);
            file.bytes[last] = 'd';
        }
    }
    build_free(&file);
}
