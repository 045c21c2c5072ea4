/* mrtk.md, rules: magic to count-exceeds-file, and the rules on the file as a whole. */
#include <criterion/criterion.h>

#include "tests/unit/mrtk_build.h"
#include "tests/unit/mrtk_cases.h"
#include "validators/mrtk/mrtk.h"

static void one_boolean_key(file_build *file)
{
    mrtk_build(file, &(mrtk_spec){ .minor = 1, .hand = true, .boolean_keys = 1 });
}

/* The version's two numbers together */
#define VERSION(id) AT(id, "version", 8)

static const rule_case header_cases[] = {
    { .rule = "mrtk/magic", .name = "one bit of the magic", .build = mrtk_11,
        .edits = { BITS64("magic", UINT64_C(0x6a8faf6e0f9e42c7)) },
        .wants = { AT("mrtk/magic", "magic", 8) }, .says = "!swapped" },
    { .rule = "mrtk/magic", .name = "the magic byte-swapped", .build = mrtk_11,
        .edits = { BITS64("magic", UINT64_C(0xc6429e0f6eaf8f6a)) },
        .wants = { AT("mrtk/magic", "magic", 8) }, .says = "swapped" },
    { .rule = "mrtk/magic", .near_miss = true, .name = "7 bytes of a wrong magic", .build = mrtk_11,
        .edits = { BITS64("magic", 1), CUT("magic", 7) }, .wants = { AT("mrtk/truncated", "magic", 7) } },
    { .rule = "mrtk/magic", .near_miss = true, .name = "8 bytes of a right magic", .build = mrtk_11,
        .edits = { CUT("magic", 8) }, .wants = { AT("mrtk/truncated", "version.major", 0) } },

    { .rule = "mrtk/version", .name = "1.2", .build = mrtk_11, .edits = { INT("version.minor", 2) },
        .wants = { VERSION("mrtk/version") }, .says = "version 1.2" },
    { .rule = "mrtk/version", .name = "2.0", .build = mrtk_10, .edits = { INT("version.major", 2) },
        .wants = { VERSION("mrtk/version") }, .says = "!without a version" },
    { .rule = "mrtk/version", .name = "0.1", .build = mrtk_11, .edits = { INT("version.major", 0) },
        .wants = { VERSION("mrtk/version") } },
    { .rule = "mrtk/version", .name = "1.-1", .build = mrtk_10, .edits = { INT("version.minor", -1) },
        .wants = { VERSION("mrtk/version") } },
    { .rule = "mrtk/version", .name = "no version", .build = mrtk_11, .edits = { SPLICE("version.major", 8, "") },
        .wants = { { .rule = "mrtk/version", .delta = 8, .length = 8, .path = "version" } }, .says = "without a version" },
    { .rule = "mrtk/version", .near_miss = true, .name = "1.0", .build = mrtk_10 },
    { .rule = "mrtk/version", .near_miss = true, .name = "1.1", .build = mrtk_11 },
    { .rule = "mrtk/version", .near_miss = true, .name = "15 bytes of 9.x: the version is not judged", .build = mrtk_11,
        .edits = { INT("version.major", 9), CUT("version.minor", 3) },
        .wants = { AT("mrtk/truncated", "version.minor", 3) } },

    { .rule = "mrtk/flag", .name = "2, read on as true", .build = mrtk_11, .edits = { BYTE("has_camera", 2) },
        .wants = { AT("mrtk/flag", "has_camera", 1) } },
    { .rule = "mrtk/flag", .name = "255", .build = mrtk_11_hand, .edits = { BYTE("has_gaze", 255) },
        .wants = { AT("mrtk/flag", "has_gaze", 1) } },
    { .rule = "mrtk/flag", .name = "judged before the next one is found missing", .build = mrtk_11,
        .edits = { BYTE("has_camera", 2), CUT("has_hand", 0) },
        .wants = { AT("mrtk/flag", "has_camera", 1), AT("mrtk/truncated", "has_hand", 0) } },
    { .rule = "mrtk/flag", .near_miss = true, .name = "0 and 1", .build = mrtk_11 },
};

static const rule_case count_cases[] = {
    { .rule = "mrtk/truncated", .name = "an empty file", .build = mrtk_11, .edits = { CUT("magic", 0) },
        .wants = { AT("mrtk/truncated", "magic", 0) }, .says = "empty recording" },
    { .rule = "mrtk/truncated", .name = "a flag is missing", .build = mrtk_11, .edits = { CUT("has_gaze", 0) },
        .wants = { AT("mrtk/truncated", "has_gaze", 0) } },
    { .rule = "mrtk/truncated", .name = "inside a mode", .build = mrtk_11, .edits = { CUT("gaze.origin_y.post_wrap", 1) },
        .wants = { AT("mrtk/truncated", "gaze.origin_y.post_wrap", 1) } },
    { .rule = "mrtk/truncated", .name = "before the markers", .build = mrtk_11, .edits = { CUT("marker_count", 0) },
        .wants = { AT("mrtk/truncated", "marker_count", 0) }, .says = "needs 4 bytes, 0 are left" },
    { .rule = "mrtk/truncated", .near_miss = true, .name = "all bytes are there", .build = mrtk_11 },
    { .rule = "mrtk/truncated", .near_miss = true, .name = "inside a key", .build = mrtk_11,
        .edits = { CUT("gaze.direction_z.keys[2].time", 2) },
        .wants = { AT("mrtk/count-exceeds-file", "gaze.direction_z.key_count", 4) } },

    { .rule = "mrtk/count-negative", .name = "keys", .build = mrtk_11, .edits = { INT("gaze.direction_z.key_count", -1) },
        .wants = { AT("mrtk/count-negative", "gaze.direction_z.key_count", 4) }, .says = "with 3 the rest" },
    { .rule = "mrtk/count-negative", .name = "the least of all", .build = mrtk_10,
        .edits = { INT("camera.position_x.key_count", INT32_MIN) },
        .wants = { AT("mrtk/count-negative", "camera.position_x.key_count", 4) } },
    { .rule = "mrtk/count-negative", .name = "markers", .build = mrtk_11, .edits = { INT("marker_count", -1) },
        .wants = { AT("mrtk/count-negative", "marker_count", 4) }, .says = "with 2 the rest" },
    { .rule = "mrtk/count-negative", .near_miss = true, .name = "0 markers", .build = mrtk_11_no_markers },

    { .rule = "mrtk/count-exceeds-file", .name = "one key more than fits", .build = mrtk_11_no_markers,
        .edits = { INT("gaze.direction_z.key_count", 4) },
        .wants = { AT("mrtk/count-exceeds-file", "gaze.direction_z.key_count", 4) },
        .says = "needs 32 bytes, 28 are left; with 3 the rest" },
    { .rule = "mrtk/count-exceeds-file", .name = "the most of all", .build = mrtk_10,
        .edits = { INT("camera.position_x.key_count", INT32_MAX) },
        .wants = { AT("mrtk/count-exceeds-file", "camera.position_x.key_count", 4) },
        .says = "needs 60129542116 bytes" },
    { .rule = "mrtk/count-exceeds-file", .name = "4 markers of 5 bytes in 18", .build = mrtk_11,
        .edits = { INT("marker_count", 4) }, .wants = { AT("mrtk/count-exceeds-file", "marker_count", 4) },
        .says = "with 2 the rest" },
    { .rule = "mrtk/count-exceeds-file", .near_miss = true, .name = "3 markers of 5 bytes in 18", .build = mrtk_11,
        .edits = { INT("marker_count", 3) },
        .wants = { AT_AS("mrtk/truncated", "end", 0, "markers[2].time") } },
    { .rule = "mrtk/count-exceeds-file", .near_miss = true, .name = "keys up to the last byte", .build = mrtk_11,
        .edits = { CUT("marker_count", 0) }, .wants = { AT("mrtk/truncated", "marker_count", 0) } },
};

static const rule_case whole_cases[] = {
    { .rule = "mrtk/layout-published", .name = "1.0", .build = mrtk_10_published,
        .wants = { VERSION("mrtk/layout-published") }, .says = "no marker list" },
    { .rule = "mrtk/layout-published", .name = "1.1", .build = mrtk_11_published,
        .wants = { VERSION("mrtk/layout-published") }, .says = "28-byte keys" },
    { .rule = "mrtk/layout-published", .name = "also for a broken file", .build = mrtk_11_published,
        .edits = { CUT("gaze.origin_x.pre_wrap", 2) },
        .wants = { VERSION("mrtk/layout-published"), AT("mrtk/truncated", "gaze.origin_x.pre_wrap", 2) } },
    { .rule = "mrtk/layout-published", .near_miss = true, .name = "a marker count of 0 behind the page's 1.0",
        .build = mrtk_10_published, .edits = { APPEND("\0\0\0\0") } },
    { .rule = "mrtk/layout-published", .near_miss = true, .name = "1.1 writer", .build = mrtk_11 },

    { .rule = "mrtk/trailing-bytes", .name = "one byte", .build = mrtk_11, .edits = { APPEND("\0") },
        .wants = { AT_AS("mrtk/trailing-bytes", "end", 1, "") } },
    { .rule = "mrtk/trailing-bytes", .name = "a marker too many", .build = mrtk_11, .edits = { INT("marker_count", 1) },
        .wants = { AT_AS("mrtk/trailing-bytes", "markers[1].time", 8, "") } },
    { .rule = "mrtk/trailing-bytes", .name = "behind the page's 1.1", .build = mrtk_11_published,
        .edits = { APPEND("abc") },
        .wants = { VERSION("mrtk/layout-published"), AT_AS("mrtk/trailing-bytes", "end", 3, "") } },
    { .rule = "mrtk/trailing-bytes", .near_miss = true, .name = "none", .build = mrtk_11 },

    { .rule = "mrtk/no-keys", .name = "no curve", .build = mrtk_11_bare, .wants = { VERSION("mrtk/no-keys") },
        .says = "no curve" },
    { .rule = "mrtk/no-keys", .name = "the markers are wrong", .build = mrtk_11_bare, .edits = { INT("marker_count", -1) },
        .wants = { VERSION("mrtk/no-keys"), AT("mrtk/count-negative", "marker_count", 4) } },
    { .rule = "mrtk/no-keys", .name = "with trailing bytes", .build = mrtk_11_bare, .edits = { APPEND("x") },
        .wants = { VERSION("mrtk/no-keys"), AT_AS("mrtk/trailing-bytes", "end", 1, "") } },
    { .rule = "mrtk/no-keys", .near_miss = true, .name = "boolean keys alone", .build = one_boolean_key },
    { .rule = "mrtk/no-keys", .near_miss = true, .name = "not all curves were read", .build = mrtk_11_bare,
        .edits = { BYTE("has_camera", 1) }, .wants = { AT_AS("mrtk/truncated", "end", 0, "camera.position_x.post_wrap") } },
};

const case_table mrtk_header_cases = CASES(header_cases);
const case_table mrtk_count_cases = CASES(count_cases);
const case_table mrtk_whole_cases = CASES(whole_cases);

Test(mrtk_rules, magic_version_and_flags)
{
    check_cases(&ap_mrtk_format, mrtk_header_cases);
}

Test(mrtk_rules, truncation_and_counts)
{
    check_cases(&ap_mrtk_format, mrtk_count_cases);
}

Test(mrtk_rules, the_file_as_a_whole)
{
    check_cases(&ap_mrtk_format, mrtk_whole_cases);
}

Test(mrtk_rules, each_rule_fires_in_a_case_and_has_a_near_miss)
{
    const case_table tables[] = { mrtk_header_cases, mrtk_count_cases, mrtk_whole_cases, mrtk_mode_cases,
        mrtk_time_cases, mrtk_value_cases, mrtk_vector_cases, mrtk_rotation_cases, mrtk_marker_cases };
    check_covered(ap_mrtk_format.rules, tables, sizeof tables / sizeof *tables);
}
