/* Cases of mrtk rules about the header, truncation and counts, and the file as a whole. */
#include <criterion/criterion.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/mrtk/mrtk_cases.h"
#include "validators/mrtk/mrtk.h"

MRTK_FILE(one_boolean_key, .minor = 1, .hand = true, .boolean_keys = 1)
MRTK_FILE(one_last_key, .minor = 1, .gaze = true, .only = "gaze.direction_z", .only_keys = 1)
MRTK_FILE(keyless_10, .minor = 0)

/* The span of both numbers of the version; VERSION_AT_8 for a file without the version */
#define VERSION(id) AT(id, "version", 8)
#define VERSION_AT_8                                                                                         \
    {                                                                                                        \
        .rule = "mrtk/version", .delta = 8, .length = 8, .path = "version"                                   \
    }

static const rule_case structure_cases[] = {
    SAYS_AT("mrtk/magic", "one bit of the magic number is wrong", build_mrtk_11, "magic", 8, "!reverse order",
        BITS64("magic", UINT64_C(0x6a8faf6e0f9e42c7))),
    SAYS_AT("mrtk/magic", "the bytes of the magic number are reversed", build_mrtk_11, "magic", 8,
        "reverse order", BITS64("magic", UINT64_C(0xc6429e0f6eaf8f6a))),
    FIRES_IN("mrtk/magic", "a line end before the magic number", build_mrtk_11, { SPLICE("magic", 0, "\n") },
        { { .rule = "mrtk/magic", .length = 8, .path = "magic" } },
        .says = "begins at offset 1: remove the 1 byte before it"),
    SAYS_AT("mrtk/magic", "a zip archive", build_mrtk_11, "magic", 8, "the file is a zip archive",
        SPLICE("magic", 8, "PK\3\4\24\0\0\0")),
    SILENT_IN("mrtk/magic", "the file ends inside a wrong magic number", build_mrtk_11,
        { BITS64("magic", 1), CUT("magic", 7) }, { AT("mrtk/truncated", "magic", 7) }),
    SILENT_IN("mrtk/magic", "the file ends after a right magic number", build_mrtk_11, { CUT("magic", 8) },
        { AT("mrtk/truncated", "version.major", 0) }),

    FIRES_IN("mrtk/version", "the first unknown version", build_mrtk_11,
        { INT("version.minor", AP_MRTK_VERSIONS) }, { VERSION("mrtk/version") },
        .says = "version is " AP_MRTK_NEXT_VERSION "; it must be " AP_MRTK_KNOWN_VERSIONS
                ": MRTK loads an empty animation"),
    FIRES_IN("mrtk/version", "version 2.0", build_mrtk_10, { INT("version.major", 2) },
        { VERSION("mrtk/version") }, .says = "!the version is missing"),
    FIRES_IN("mrtk/version", "version 0.1", build_mrtk_11, { INT("version.major", 0) },
        { VERSION("mrtk/version") }, .says = "reads the file as 1.0"),
    FIRES_IN("mrtk/version", "version 0.9", build_mrtk_10,
        { INT("version.major", 0), INT("version.minor", 9) }, { VERSION("mrtk/version") },
        .says = "reads the file as 1.0"),
    FIRES_IN("mrtk/version", "version 2.-1", build_mrtk_10,
        { INT("version.major", 2), INT("version.minor", -1) }, { VERSION("mrtk/version") },
        .says = "empty animation"),
    FIRES_IN("mrtk/version", "version 1.-1", build_mrtk_10, { INT("version.minor", -1) },
        { VERSION("mrtk/version") }, .says = "reads the file as 1.0"),
    FIRES_IN("mrtk/version", "flags and a curve in place of the version", build_mrtk_11,
        { SPLICE("version.major", 8, "") }, { VERSION_AT_8 }, .says = "the version is missing"),
    FIRES_IN("mrtk/version", "flags and a curve with wrap modes 15 in place of the version", build_mrtk_11,
        { INT("camera.position_x.pre_wrap", 15), INT("camera.position_x.post_wrap", 15),
            SPLICE("version.major", 8, "") },
        { VERSION_AT_8 }, .says = "the version is missing"),
    FIRES_IN("mrtk/version", "flags and a curve with pre_wrap 16: not reported as a missing version",
        build_mrtk_11, { INT("camera.position_x.pre_wrap", 16), SPLICE("version.major", 8, "") },
        { VERSION_AT_8 }, .says = "!the version is missing"),
    FIRES_IN("mrtk/version", "flags and a curve with post_wrap 16: not reported as a missing version",
        build_mrtk_11, { INT("camera.position_x.post_wrap", 16), SPLICE("version.major", 8, "") },
        { VERSION_AT_8 }, .says = "!the version is missing"),
    FIRES_IN("mrtk/version", "has_camera 2 in place of the version: not reported as a missing version",
        build_mrtk_11, { BYTE("has_camera", 2), SPLICE("version.major", 8, "") }, { VERSION_AT_8 },
        .says = "!the version is missing"),
    FIRES_IN("mrtk/version", "has_hand 2 in place of the version: not reported as a missing version",
        build_mrtk_11, { BYTE("has_hand", 2), SPLICE("version.major", 8, "") }, { VERSION_AT_8 },
        .says = "!the version is missing"),
    FIRES_IN("mrtk/version", "has_gaze 2 in place of the version: not reported as a missing version",
        build_mrtk_11, { BYTE("has_gaze", 2), SPLICE("version.major", 8, "") }, { VERSION_AT_8 },
        .says = "!the version is missing"),
    FIRES_IN("mrtk/version", "the version is missing and the file ends after the header of a curve",
        build_mrtk_11, { SPLICE("version.major", 8, ""), CUT("camera.position_x.keys[0].time", 0) },
        { VERSION_AT_8 }, .says = "the version is missing"),
    FIRES_IN("mrtk/version", "the version is missing and the file ends inside the header of a curve",
        build_mrtk_11, { SPLICE("version.major", 8, ""), CUT("camera.position_x.key_count", 3) },
        { VERSION_AT_8 }, .says = "!the version is missing"),
    FIRES_IN("mrtk/version", "a file of 1.0 says 3.0", build_mrtk_10, { INT("version.major", 3) },
        { VERSION("mrtk/version") },
        .says = "without a message; the file can be read to its end as version 1.0 in "
                "the layout of MRTK's writer"),
    FIRES_IN("mrtk/version", "a published file of 1.1 says another version", build_mrtk_11_published,
        { INT("version.minor", AP_MRTK_VERSIONS) }, { VERSION("mrtk/version") },
        .says = "as version 1.1 in the layout of the published page"),
    FIRES_IN("mrtk/version", "a damaged file says another version", build_mrtk_11,
        { INT("version.minor", AP_MRTK_VERSIONS), APPEND("x") }, { VERSION("mrtk/version") },
        .says = "!read to its end"),
    SILENT_IN("mrtk/version", "version 1.0", build_mrtk_10),
    SILENT_IN("mrtk/version", "version 1.1", build_mrtk_11),
    SILENT_IN("mrtk/version", "the file ends inside a wrong version", build_mrtk_11,
        { INT("version.major", 9), CUT("version.minor", 3) }, { AT("mrtk/truncated", "version.minor", 3) }),

    SAYS_AT("mrtk/version-exchanged", "1.0 for a file of 1.1", build_mrtk_11, "version.minor", 4,
        "can be read to its end as version 1.1 in the layout of MRTK's writer", INT("version.minor", 0)),
    SAYS_AT("mrtk/version-exchanged", "1.1 for a file of 1.0", build_mrtk_10, "version.minor", 4,
        "can be read to its end as version 1.0 in the layout of MRTK's writer", INT("version.minor", 1)),
    SAYS_AT("mrtk/version-exchanged", "1.0 for a published file of 1.1", build_mrtk_11_published,
        "version.minor", 4, "can be read to its end as version 1.1 in the layout of the published page",
        INT("version.minor", 0)),
    SILENT_IN("mrtk/version-exchanged", "1.0 for a file of 1.1 without curves", build_mrtk_11_bare,
        { INT("version.minor", 0) },
        { { .rule = "mrtk/truncated", .delta = 20, .length = 3, .path = "camera.position_x.post_wrap" } }),
    SILENT_IN("mrtk/version-exchanged", "versions that are right", build_mrtk_10),

    FIRES_AT(
        "mrtk/flag", "a flag of 2 is read as true", build_mrtk_11, "has_camera", 1, BYTE("has_camera", 2)),
    FIRES_AT("mrtk/flag", "a flag of 255", build_mrtk_11_hand, "has_gaze", 1, BYTE("has_gaze", 255)),
    FIRES_IN("mrtk/flag", "a wrong flag is reported although the next flag is missing", build_mrtk_11,
        { BYTE("has_camera", 2), CUT("has_hand", 0) },
        { AT("mrtk/flag", "has_camera", 1), AT("mrtk/truncated", "has_hand", 0) }),
    SILENT_IN("mrtk/flag", "flags 0 and 1", build_mrtk_11),
    SAYS_AT("mrtk/truncated", "an empty file", build_mrtk_11, "magic", 0, "empty recording", CUT("magic", 0)),
    FIRES_AT(
        "mrtk/truncated", "the file ends before has_gaze", build_mrtk_11, "has_gaze", 0, CUT("has_gaze", 0)),
    FIRES_AT("mrtk/truncated", "the file ends inside a post_wrap", build_mrtk_11, "gaze.origin_y.post_wrap",
        1, CUT("gaze.origin_y.post_wrap", 1)),
    SAYS_AT("mrtk/truncated", "the file ends before marker_count", build_mrtk_11, "marker_count", 0,
        "append 4 bytes of 0", CUT("marker_count", 0)),
    SILENT_IN("mrtk/truncated", "a file that is not truncated", build_mrtk_11),
    SILENT_IN("mrtk/truncated", "a file that ends inside a key has a finding of count-exceeds-file",
        build_mrtk_11, { CUT("gaze.direction_z.keys[2].time", 2) },
        { AT("mrtk/count-exceeds-file", "gaze.direction_z.key_count", 4) }),

    SAYS_AT("mrtk/count-negative", "key_count -1", build_mrtk_11, "gaze.direction_z.key_count", 4,
        "with 3 the file", INT("gaze.direction_z.key_count", -1)),
    FIRES_AT("mrtk/count-negative", "key_count INT32_MIN", build_mrtk_10, "camera.position_x.key_count", 4,
        INT("camera.position_x.key_count", INT32_MIN)),
    SAYS_AT("mrtk/count-negative", "marker_count -1", build_mrtk_11, "marker_count", 4, "with 2 the file",
        INT("marker_count", -1)),
    SILENT_IN("mrtk/count-negative", "marker_count 0", build_mrtk_11_without_markers),

    SAYS_AT("mrtk/key-count", "a key too many", build_mrtk_11, "camera.position_x.key_count", 4,
        "is 4; it must be 3: with 3 the file can be read to its end", INT("camera.position_x.key_count", 4)),
    SILENT_IN("mrtk/key-count", "a count that exceeds the file is reported as that", build_mrtk_11,
        { INT("camera.position_x.key_count", INT32_MAX) },
        { AT("mrtk/count-exceeds-file", "camera.position_x.key_count", 4) }),

    SAYS_AT("mrtk/count-exceeds-file", "one 8-byte key more than the file has room for",
        build_mrtk_11_without_markers, "gaze.direction_z.key_count", 4,
        "needs 32 bytes, 28 are left, but with 3 the file", INT("gaze.direction_z.key_count", 4)),
    SAYS_AT("mrtk/count-exceeds-file", "key_count INT32_MAX", build_mrtk_10, "camera.position_x.key_count", 4,
        "needs 60129542116 bytes", INT("camera.position_x.key_count", INT32_MAX)),
    SAYS_AT("mrtk/count-exceeds-file", "4 markers of at least 5 bytes in 18 bytes", build_mrtk_11,
        "marker_count", 4, "with 2 the file", INT("marker_count", 4)),
    SILENT_IN("mrtk/count-exceeds-file", "3 markers of at least 5 bytes in 18 bytes", build_mrtk_11,
        { INT("marker_count", 3) }, { AT_AS("mrtk/truncated", "end", 0, "markers[2].time") }),
    SILENT_IN("mrtk/count-exceeds-file", "the keys of the last curve reach the end of the file",
        build_mrtk_11, { CUT("marker_count", 0) }, { AT("mrtk/truncated", "marker_count", 0) }),
    FIRES_IN("mrtk/layout-published", "version 1.0 in the published layout", build_mrtk_10_published,
        .wants = { VERSION("mrtk/layout-published") }, .says = "no marker list"),
    FIRES_IN("mrtk/layout-published", "version 1.1 in the published layout", build_mrtk_11_published,
        .wants = { VERSION("mrtk/layout-published") }, .says = "28-byte keys"),
    FIRES_IN("mrtk/layout-published", "a truncated file in the published layout", build_mrtk_11_published,
        { CUT("gaze.origin_x.pre_wrap", 2) },
        { VERSION("mrtk/layout-published"), AT("mrtk/truncated", "gaze.origin_x.pre_wrap", 2) }),
    SILENT_IN("mrtk/layout-published",
        "version 1.0 in the published layout with marker_count 0 is the writer's layout",
        build_mrtk_10_published, { APPEND("\0\0\0\0") }),
    SILENT_IN("mrtk/layout-published", "version 1.1 in the writer's layout", build_mrtk_11),

    FIRES_IN("mrtk/trailing-bytes", "one byte after the markers", build_mrtk_11, { APPEND("\0") },
        { AT_AS("mrtk/trailing-bytes", "end", 1, "") }),
    FIRES_IN("mrtk/trailing-bytes", "one marker more than marker_count", build_mrtk_11,
        { INT("marker_count", 1) }, { AT_AS("mrtk/trailing-bytes", "markers[1].time", 8, "") }),
    FIRES_IN("mrtk/trailing-bytes", "three bytes after a file in the published layout",
        build_mrtk_11_published, { APPEND("abc") },
        { VERSION("mrtk/layout-published"), AT_AS("mrtk/trailing-bytes", "end", 3, "") }),
    SILENT_IN("mrtk/trailing-bytes", "no byte after the markers", build_mrtk_11),

    FIRES_IN("mrtk/no-keys", "a file without curves", build_mrtk_11_bare,
        .wants = { VERSION("mrtk/no-keys") }, .says = "it has no curve"),
    FIRES_IN("mrtk/no-keys", "389 curves without keys", keyless_10, .wants = { VERSION("mrtk/no-keys") },
        .says = "no curve of this file of version 1.0 has a key"),
    FIRES_IN("mrtk/no-keys", "a file without curves and with a negative marker_count", build_mrtk_11_bare,
        { INT("marker_count", -1) },
        { VERSION("mrtk/no-keys"), AT("mrtk/count-negative", "marker_count", 4) }),
    FIRES_IN("mrtk/no-keys", "a file without curves and with a byte after the markers", build_mrtk_11_bare,
        { APPEND("x") }, { VERSION("mrtk/no-keys"), AT_AS("mrtk/trailing-bytes", "end", 1, "") }),
    SILENT_IN("mrtk/no-keys", "only a boolean curve has a key", one_boolean_key,
        .wants = { AT("mrtk/no-duration", "version", 8),
            AT("mrtk/section-empty", "hand_joints_left[0].position_x.key_count", 4),
            AT("mrtk/section-empty", "hand_joints_right[0].position_x.key_count", 4) }),
    SILENT_IN("mrtk/no-keys", "only the last curve has a key", one_last_key,
        .wants = { AT("mrtk/no-duration", "version", 8),
            AT("mrtk/component-mismatch", "gaze.direction_z.key_count", 4) }),
    SILENT_IN("mrtk/no-keys", "the file ends inside the curves", build_mrtk_11_bare,
        { BYTE("has_camera", 1) }, { AT_AS("mrtk/truncated", "end", 0, "camera.position_x.post_wrap") }),
};

CHECKED_CASES(mrtk_rules, cases_of_the_structure_have_their_findings, &ap_mrtk_format, mrtk_structure_cases,
    structure_cases)

Test(mrtk_rules, each_rule_fires_in_a_case_and_has_a_near_miss)
{
    const case_table tables[] = { mrtk_structure_cases, mrtk_whole_cases, mrtk_key_cases, mrtk_vector_cases,
        mrtk_marker_cases, mrtk_hand_cases, mrtk_spike_cases };
    check_rules_have_cases(ap_mrtk_format.rules, tables, sizeof tables / sizeof *tables);
}
