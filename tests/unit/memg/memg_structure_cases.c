/* memg.md, rules: the header, counts, and the file as a whole. */
#include <criterion/criterion.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/memg/memg_cases.h"
#include "validators/memg/memg.h"

MEMG_FILE(frameless, .timesteps = 3, .groups = { { .name = "body", .vertices = 1, .modes = 1 } })
MEMG_FILE(one_frame_and_timestep, .frames = 1, .timesteps = 1,
    .groups = { { .name = "body", .vertices = 1, .modes = 1 } })
MEMG_FILE(timeless, .frames = 2, .groups = { { .name = "body", .vertices = 1, .modes = 1 } })

static const rule_case header_cases[] = {
    SAYS_AT("memg/endian-indicator", "2; nothing behind it is read", memg_plain, "endian", 4,
        "[1, 0x00000002]", INT("endian", 2), INT("framerate", -1)),
    FIRES_AT("memg/endian-indicator", "0, in a file of 4 bytes", memg_plain, "endian", 4, INT("endian", 0),
        CUT("framerate", 0)),
    FIRES_AT(
        "memg/endian-indicator", "16 bits swapped", memg_plain, "endian", 4, BITS32("endian", 0x00010000)),
    SILENT_IN("memg/endian-indicator", "1", memg_plain),
    SILENT_IN(
        "memg/endian-indicator", "1 swapped", memg_swapped, .wants = { AT("memg/byte-order", "endian", 4) }),
    SILENT_IN("memg/endian-indicator", "3 bytes of a wrong one", memg_plain,
        { INT("endian", 2), CUT("endian", 3) }, { AT("memg/truncated", "endian", 3) }),

    FIRES_IN("memg/byte-order", "all else is read swapped, and stays where it is", memg_swapped,
        { INT("framerate", 60), F64("transforms[1][0][10]", -1), INT("groups[1].parent_frame", 2),
            F64("groups[1].mean[2]", __builtin_inf()) },
        { AT("memg/byte-order", "endian", 4), AT("memg/framerate-unusual", "framerate", 4),
            AT("memg/reflection", "transforms[1][0]", 96),
            AT("memg/parent-range", "groups[1].parent_frame", 4),
            AT("memg/not-finite", "groups[1].mean[2]", 8) }),
    FIRES_IN("memg/byte-order", "counts too", memg_swapped, { INT("groups[0].vertex_count", -3) },
        { AT("memg/byte-order", "endian", 4), AT("memg/count-negative", "groups[0].vertex_count", 4) },
        .says = "[1, 0x01000000]"),
    SILENT_IN("memg/byte-order", "little-endian", memg_plain),

    SAYS_AT("memg/framerate", "0", memg_plain, "framerate", 4,
        "framerate is 0; it must be at least 1 [at least 1, 0]", INT("framerate", 0)),
    SAYS_AT("memg/framerate", "the least of all", memg_plain, "framerate", 4,
        "framerate is -2147483648; it must be at least 1 [at least 1, -2147483648]",
        INT("framerate", INT32_MIN)),
    SILENT_IN("memg/framerate", "1", memg_plain, { INT("framerate", 1) },
        { AT("memg/framerate-unusual", "framerate", 4) }),
    SAYS_AT(
        "memg/framerate-unusual", "31", memg_plain, "framerate", 4, "[30 or 120, 31]", INT("framerate", 31)),
    SILENT_IN("memg/framerate-unusual", "30", memg_plain),
    SILENT_IN("memg/framerate-unusual", "120", memg_plain, { INT("framerate", 120) }),
    SAYS_AT("memg/framerate-float", "30", memg_plain, "framerate", 4,
        "its bytes are the float32 30: write the framerate as an integer ('<i') [30, 1106247680]",
        F32("framerate", 30)),
    FIRES_IN("memg/framerate-float", "1", memg_swapped, { F32("framerate", 1) },
        { AT("memg/byte-order", "endian", 4), AT("memg/framerate-float", "framerate", 4) }),
    FIRES_AT("memg/framerate-float", "1000", memg_plain, "framerate", 4, F32("framerate", 1000)),
    SAYS_AT("memg/framerate-float", "29.97", memg_plain, "framerate", 4, "[an integer, ",
        F32("framerate", 29.97)),
    SILENT_IN("memg/framerate-float", "a little less than 1", memg_plain, { BITS32("framerate", 0x3f7fffff) },
        { AT("memg/framerate-unusual", "framerate", 4) }),
    SILENT_IN("memg/framerate-float", "a little more than 1000", memg_plain,
        { BITS32("framerate", 0x447a0001) }, { AT("memg/framerate-unusual", "framerate", 4) }),
    SILENT_IN("memg/framerate-unusual", "0 is only an error", memg_plain, { INT("framerate", 0) },
        { AT("memg/framerate", "framerate", 4) }),
};

/* A whole number that can be no count of a plain file. */
#define NEGATIVE(field)                                                                                      \
    {                                                                                                        \
        .rule = "memg/count-negative", .name = field, .build = memg_plain, .edits = { INT(field, -1) },      \
        .wants = {                                                                                           \
            AT("memg/count-negative", field, 4)                                                              \
        }                                                                                                    \
    }
#define EXCEEDS(field, at_fault)                                                                             \
    {                                                                                                        \
        .rule = "memg/count-exceeds-file", .name = field, .build = memg_plain,                               \
        .edits = { INT(field, INT32_MAX) }, .wants = {                                                       \
            AT("memg/count-exceeds-file", at_fault, 4)                                                       \
        }                                                                                                    \
    }

static const rule_case count_cases[] = {
    FIRES_AT("memg/truncated", "an empty file", memg_plain, "endian", 0, CUT("endian", 0)),
    FIRES_AT("memg/truncated", "in the header", memg_plain, "timestep_count", 1, CUT("timestep_count", 1)),
    FIRES_AT("memg/truncated", "in a group", memg_plain, "groups[1].parent_frame", 3,
        CUT("groups[1].parent_frame", 3)),
    FIRES_AT("memg/truncated", "between a matrix's rows and columns", memg_plain,
        "groups[0].coefficients.columns", 0, CUT("groups[0].coefficients.columns", 0)),
    SILENT_IN("memg/truncated", "in the transforms", memg_plain, { CUT("transforms[2][1][11]", 7) },
        { AT("memg/count-exceeds-file", "frame_count", 4) }),
    SILENT_IN("memg/truncated", "in a name", memg_plain, { CUT("groups[1].name", 3) },
        { AT("memg/count-exceeds-file", "groups[1].name_length", 4) }),
    SILENT_IN("memg/truncated", "3 bytes of a group", memg_plain, { CUT("groups[1].name_length", 3) },
        { AT_AS("memg/trailing-bytes", "groups[1]", 3, "") }),

    NEGATIVE("frame_count"),
    NEGATIVE("timestep_count"),
    NEGATIVE("groups[1].name_length"),
    NEGATIVE("groups[1].vertex_count"),
    NEGATIVE("groups[0].basis.rows"),
    NEGATIVE("groups[0].basis.columns"),
    NEGATIVE("groups[1].coefficients.rows"),
    NEGATIVE("groups[1].coefficients.columns"),
    FIRES_AT("memg/count-negative", "the first of two", memg_plain, "frame_count", 4,
        INT("frame_count", INT32_MIN), INT("timestep_count", -1)),
    FIRES_AT("memg/count-negative", "rows, and no whole columns behind them", memg_plain,
        "groups[1].coefficients.rows", 4, INT("groups[1].coefficients.rows", -1),
        CUT("groups[1].coefficients.columns", 3)),
    SILENT_IN("memg/count-negative", "no frames", frameless,
        .wants = { AT("memg/no-frames", "frame_count", 4),
            AT("memg/parent-range", "groups[0].parent_frame", 4) }),
    SILENT_IN("memg/count-negative", "a negative parent is no count", memg_plain,
        { INT("groups[0].parent_frame", -1) }, { AT("memg/parent-range", "groups[0].parent_frame", 4) }),

    EXCEEDS("frame_count", "frame_count"),
    EXCEEDS("timestep_count", "frame_count"),
    EXCEEDS("groups[1].name_length", "groups[1].name_length"),
    EXCEEDS("groups[1].vertex_count", "groups[1].vertex_count"),
    EXCEEDS("groups[1].basis.rows", "groups[1].basis.rows"),
    EXCEEDS("groups[1].basis.columns", "groups[1].basis.rows"),
    EXCEEDS("groups[1].coefficients.rows", "groups[1].coefficients.rows"),
    EXCEEDS("groups[1].coefficients.columns", "groups[1].coefficients.rows"),
    SAYS_AT("memg/count-exceeds-file", "mapping and mean together; no entry is judged", memg_plain,
        "groups[1].vertex_count", 4, "needs 28 bytes, 27 are left", INT("groups[1].mapping[0]", 0),
        CUT("groups[1].mean[2]", 7)),
    SAYS_AT("memg/count-exceeds-file", "one byte", memg_plain, "groups[1].name_length", 4,
        "needs 1 byte, 0 are left", INT("groups[1].name_length", 1), CUT("groups[1].name", 0)),
    SILENT_IN("memg/count-exceeds-file", "up to the last byte", memg_plain),
    SILENT_IN("memg/count-exceeds-file", "vertices up to the last byte", memg_plain,
        { CUT("groups[1].parent_frame", 0) }, { AT("memg/truncated", "groups[1].parent_frame", 0) }),
};

static const rule_case whole_cases[] = {
    FIRES_IN("memg/no-frames", "and each parent is out of range", frameless,
        .wants = { AT("memg/no-frames", "frame_count", 4),
            AT("memg/parent-range", "groups[0].parent_frame", 4) }),
    FIRES_IN("memg/no-frames", "reported before a later fault", frameless, { CUT("timestep_count", 2) },
        { AT("memg/no-frames", "frame_count", 4), AT("memg/truncated", "timestep_count", 2) },
        .says = "[at least 1, 0]"),
    SILENT_IN("memg/no-frames", "one frame", one_frame_and_timestep),
    FIRES_IN("memg/no-timesteps", "and a group with modes has too many", timeless,
        .wants = { AT("memg/no-timesteps", "timestep_count", 4),
            AT("memg/modes-exceed", "groups[0].basis.columns", 4) },
        .says = "[at least 1, 0]"),
    SILENT_IN("memg/no-timesteps", "one timestep", one_frame_and_timestep),

    FIRES_IN("memg/no-groups", "nothing behind the transforms", memg_groupless,
        .wants = { AT_AS("memg/no-groups", "end", 0, "groups") }),
    SILENT_IN("memg/no-groups", "3 bytes where a group would begin", memg_groupless, { APPEND("\0\0\0") },
        { AT_AS("memg/trailing-bytes", "end", 3, "") }),
    SILENT_IN("memg/no-groups", "one group", one_frame_and_timestep),

    FIRES_IN("memg/trailing-bytes", "one byte behind the groups", memg_plain, { APPEND("\0") },
        { AT_AS("memg/trailing-bytes", "end", 1, "") }),
    FIRES_IN("memg/trailing-bytes", "two bytes", memg_swapped, { APPEND("\1\1") },
        { AT("memg/byte-order", "endian", 4), AT_AS("memg/trailing-bytes", "end", 2, "") }),
    SILENT_IN("memg/trailing-bytes", "none", memg_plain),
    SILENT_IN("memg/trailing-bytes", "4 bytes are a group", memg_plain, { APPEND("\0\0\0\0") },
        { AT_AS("memg/name-empty", "end", 4, "groups[2].name_length"),
            { .rule = "memg/truncated", .field = "end", .delta = 4, .path = "groups[2].vertex_count" } }),
};

CHECKED_CASES(memg_rules, the_header, &ap_memg_format, memg_header_cases, header_cases)
CHECKED_CASES(memg_rules, truncation_and_counts, &ap_memg_format, memg_count_cases, count_cases)
CHECKED_CASES(memg_rules, the_file_as_a_whole, &ap_memg_format, memg_whole_cases, whole_cases)

Test(memg_rules, each_rule_fires_in_a_case_and_has_a_near_miss)
{
    const case_table tables[] = { memg_header_cases, memg_count_cases, memg_whole_cases, memg_name_cases,
        memg_mapping_cases, memg_matrix_cases, memg_number_cases, memg_order_cases, memg_scene_cases,
        memg_transform_order_cases, memg_explained_cases };
    check_covered(ap_memg_format.rules, tables, sizeof tables / sizeof *tables);
}
