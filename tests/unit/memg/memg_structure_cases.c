/* memg.md, rules: the header, counts, and the file as a whole. */
#include <criterion/criterion.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/memg/memg_cases.h"
#include "validators/memg/memg.h"

static void frameless(file_build *file)
{
    memg_build(
        file, &(memg_spec){ .timesteps = 3, .groups = { { .name = "body", .vertices = 1, .modes = 1 } } });
}

static void one_frame_and_timestep(file_build *file)
{
    memg_build(
        file, &(memg_spec){
                  .frames = 1, .timesteps = 1, .groups = { { .name = "body", .vertices = 1, .modes = 1 } } });
}

static void timeless(file_build *file)
{
    memg_build(
        file, &(memg_spec){ .frames = 2, .groups = { { .name = "body", .vertices = 1, .modes = 1 } } });
}

static const rule_case header_cases[] = {
    { .rule = "memg/endian-indicator",
        .name = "2; nothing behind it is read",
        .build = memg_plain,
        .edits = { INT("endian", 2), INT("framerate", -1) },
        .wants = { AT("memg/endian-indicator", "endian", 4) },
        .says = "[1, 0x00000002]" },
    { .rule = "memg/endian-indicator",
        .name = "0, in a file of 4 bytes",
        .build = memg_plain,
        .edits = { INT("endian", 0), CUT("framerate", 0) },
        .wants = { AT("memg/endian-indicator", "endian", 4) } },
    { .rule = "memg/endian-indicator",
        .name = "16 bits swapped",
        .build = memg_plain,
        .edits = { BITS32("endian", 0x00010000) },
        .wants = { AT("memg/endian-indicator", "endian", 4) } },
    { .rule = "memg/endian-indicator", .near_miss = true, .name = "1", .build = memg_plain },
    { .rule = "memg/endian-indicator",
        .near_miss = true,
        .name = "1 swapped",
        .build = memg_swapped,
        .wants = { AT("memg/byte-order", "endian", 4) } },
    { .rule = "memg/endian-indicator",
        .near_miss = true,
        .name = "3 bytes of a wrong one",
        .build = memg_plain,
        .edits = { INT("endian", 2), CUT("endian", 3) },
        .wants = { AT("memg/truncated", "endian", 3) } },

    { .rule = "memg/byte-order",
        .name = "all else is read swapped, and stays where it is",
        .build = memg_swapped,
        .edits = { INT("framerate", 60), F64("transforms[1][0][10]", -1), INT("groups[1].parent_frame", 2),
            F64("groups[1].mean[2]", __builtin_inf()) },
        .wants = { AT("memg/byte-order", "endian", 4), AT("memg/framerate-unusual", "framerate", 4),
            AT("memg/reflection", "transforms[1][0]", 96),
            AT("memg/parent-range", "groups[1].parent_frame", 4),
            AT("memg/not-finite", "groups[1].mean[2]", 8) } },
    { .rule = "memg/byte-order",
        .name = "counts too",
        .build = memg_swapped,
        .edits = { INT("groups[0].vertex_count", -3) },
        .wants = { AT("memg/byte-order", "endian", 4),
            AT("memg/count-negative", "groups[0].vertex_count", 4) },
        .says = "[1, 0x01000000]" },
    { .rule = "memg/byte-order", .near_miss = true, .name = "little-endian", .build = memg_plain },

    { .rule = "memg/framerate",
        .name = "0",
        .build = memg_plain,
        .edits = { INT("framerate", 0) },
        .wants = { AT("memg/framerate", "framerate", 4) },
        .says = "framerate is 0; it must be at least 1 [at least 1, 0]" },
    { .rule = "memg/framerate",
        .name = "the least of all",
        .build = memg_plain,
        .edits = { INT("framerate", INT32_MIN) },
        .wants = { AT("memg/framerate", "framerate", 4) },
        .says = "framerate is -2147483648; it must be at least 1 [at least 1, -2147483648]" },
    { .rule = "memg/framerate",
        .near_miss = true,
        .name = "1",
        .build = memg_plain,
        .edits = { INT("framerate", 1) },
        .wants = { AT("memg/framerate-unusual", "framerate", 4) } },
    { .rule = "memg/framerate-unusual",
        .name = "31",
        .build = memg_plain,
        .edits = { INT("framerate", 31) },
        .wants = { AT("memg/framerate-unusual", "framerate", 4) },
        .says = "[30 or 120, 31]" },
    { .rule = "memg/framerate-unusual", .near_miss = true, .name = "30", .build = memg_plain },
    { .rule = "memg/framerate-unusual",
        .near_miss = true,
        .name = "120",
        .build = memg_plain,
        .edits = { INT("framerate", 120) } },
    { .rule = "memg/framerate-float",
        .name = "30",
        .build = memg_plain,
        .edits = { F32("framerate", 30) },
        .wants = { AT("memg/framerate-float", "framerate", 4) },
        .says = "its bytes are the float32 30: write the framerate as an integer ('<i') [30, 1106247680]" },
    { .rule = "memg/framerate-float",
        .name = "1",
        .build = memg_swapped,
        .edits = { F32("framerate", 1) },
        .wants = { AT("memg/byte-order", "endian", 4), AT("memg/framerate-float", "framerate", 4) } },
    { .rule = "memg/framerate-float",
        .name = "1000",
        .build = memg_plain,
        .edits = { F32("framerate", 1000) },
        .wants = { AT("memg/framerate-float", "framerate", 4) } },
    { .rule = "memg/framerate-float",
        .name = "29.97",
        .build = memg_plain,
        .edits = { F32("framerate", 29.97) },
        .wants = { AT("memg/framerate-float", "framerate", 4) },
        .says = "[an integer, " },
    { .rule = "memg/framerate-float",
        .near_miss = true,
        .name = "a little less than 1",
        .build = memg_plain,
        .edits = { BITS32("framerate", 0x3f7fffff) },
        .wants = { AT("memg/framerate-unusual", "framerate", 4) } },
    { .rule = "memg/framerate-float",
        .near_miss = true,
        .name = "a little more than 1000",
        .build = memg_plain,
        .edits = { BITS32("framerate", 0x447a0001) },
        .wants = { AT("memg/framerate-unusual", "framerate", 4) } },
    { .rule = "memg/framerate-unusual",
        .near_miss = true,
        .name = "0 is only an error",
        .build = memg_plain,
        .edits = { INT("framerate", 0) },
        .wants = { AT("memg/framerate", "framerate", 4) } },
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
    { .rule = "memg/truncated",
        .name = "an empty file",
        .build = memg_plain,
        .edits = { CUT("endian", 0) },
        .wants = { AT("memg/truncated", "endian", 0) } },
    { .rule = "memg/truncated",
        .name = "in the header",
        .build = memg_plain,
        .edits = { CUT("timestep_count", 1) },
        .wants = { AT("memg/truncated", "timestep_count", 1) } },
    { .rule = "memg/truncated",
        .name = "in a group",
        .build = memg_plain,
        .edits = { CUT("groups[1].parent_frame", 3) },
        .wants = { AT("memg/truncated", "groups[1].parent_frame", 3) } },
    { .rule = "memg/truncated",
        .name = "between a matrix's rows and columns",
        .build = memg_plain,
        .edits = { CUT("groups[0].coefficients.columns", 0) },
        .wants = { AT("memg/truncated", "groups[0].coefficients.columns", 0) } },
    { .rule = "memg/truncated",
        .near_miss = true,
        .name = "in the transforms",
        .build = memg_plain,
        .edits = { CUT("transforms[2][1][11]", 7) },
        .wants = { AT("memg/count-exceeds-file", "frame_count", 4) } },
    { .rule = "memg/truncated",
        .near_miss = true,
        .name = "in a name",
        .build = memg_plain,
        .edits = { CUT("groups[1].name", 3) },
        .wants = { AT("memg/count-exceeds-file", "groups[1].name_length", 4) } },
    { .rule = "memg/truncated",
        .near_miss = true,
        .name = "3 bytes of a group",
        .build = memg_plain,
        .edits = { CUT("groups[1].name_length", 3) },
        .wants = { AT_AS("memg/trailing-bytes", "groups[1]", 3, "") } },

    NEGATIVE("frame_count"),
    NEGATIVE("timestep_count"),
    NEGATIVE("groups[1].name_length"),
    NEGATIVE("groups[1].vertex_count"),
    NEGATIVE("groups[0].basis.rows"),
    NEGATIVE("groups[0].basis.columns"),
    NEGATIVE("groups[1].coefficients.rows"),
    NEGATIVE("groups[1].coefficients.columns"),
    { .rule = "memg/count-negative",
        .name = "the first of two",
        .build = memg_plain,
        .edits = { INT("frame_count", INT32_MIN), INT("timestep_count", -1) },
        .wants = { AT("memg/count-negative", "frame_count", 4) } },
    { .rule = "memg/count-negative",
        .name = "rows, and no whole columns behind them",
        .build = memg_plain,
        .edits = { INT("groups[1].coefficients.rows", -1), CUT("groups[1].coefficients.columns", 3) },
        .wants = { AT("memg/count-negative", "groups[1].coefficients.rows", 4) } },
    { .rule = "memg/count-negative",
        .near_miss = true,
        .name = "no frames",
        .build = frameless,
        .wants = { AT("memg/no-frames", "frame_count", 4),
            AT("memg/parent-range", "groups[0].parent_frame", 4) } },
    { .rule = "memg/count-negative",
        .near_miss = true,
        .name = "a negative parent is no count",
        .build = memg_plain,
        .edits = { INT("groups[0].parent_frame", -1) },
        .wants = { AT("memg/parent-range", "groups[0].parent_frame", 4) } },

    EXCEEDS("frame_count", "frame_count"),
    EXCEEDS("timestep_count", "frame_count"),
    EXCEEDS("groups[1].name_length", "groups[1].name_length"),
    EXCEEDS("groups[1].vertex_count", "groups[1].vertex_count"),
    EXCEEDS("groups[1].basis.rows", "groups[1].basis.rows"),
    EXCEEDS("groups[1].basis.columns", "groups[1].basis.rows"),
    EXCEEDS("groups[1].coefficients.rows", "groups[1].coefficients.rows"),
    EXCEEDS("groups[1].coefficients.columns", "groups[1].coefficients.rows"),
    { .rule = "memg/count-exceeds-file",
        .name = "mapping and mean together; no entry is judged",
        .build = memg_plain,
        .edits = { INT("groups[1].mapping[0]", 0), CUT("groups[1].mean[2]", 7) },
        .wants = { AT("memg/count-exceeds-file", "groups[1].vertex_count", 4) },
        .says = "needs 28 bytes, 27 are left" },
    { .rule = "memg/count-exceeds-file",
        .name = "one byte",
        .build = memg_plain,
        .edits = { INT("groups[1].name_length", 1), CUT("groups[1].name", 0) },
        .wants = { AT("memg/count-exceeds-file", "groups[1].name_length", 4) },
        .says = "needs 1 byte, 0 are left" },
    { .rule = "memg/count-exceeds-file",
        .near_miss = true,
        .name = "up to the last byte",
        .build = memg_plain },
    { .rule = "memg/count-exceeds-file",
        .near_miss = true,
        .name = "vertices up to the last byte",
        .build = memg_plain,
        .edits = { CUT("groups[1].parent_frame", 0) },
        .wants = { AT("memg/truncated", "groups[1].parent_frame", 0) } },
};

static const rule_case whole_cases[] = {
    { .rule = "memg/no-frames",
        .name = "and each parent is out of range",
        .build = frameless,
        .wants = { AT("memg/no-frames", "frame_count", 4),
            AT("memg/parent-range", "groups[0].parent_frame", 4) } },
    { .rule = "memg/no-frames",
        .name = "reported before a later fault",
        .build = frameless,
        .edits = { CUT("timestep_count", 2) },
        .wants = { AT("memg/no-frames", "frame_count", 4), AT("memg/truncated", "timestep_count", 2) },
        .says = "[at least 1, 0]" },
    { .rule = "memg/no-frames", .near_miss = true, .name = "one frame", .build = one_frame_and_timestep },
    { .rule = "memg/no-timesteps",
        .name = "and a group with modes has too many",
        .build = timeless,
        .wants = { AT("memg/no-timesteps", "timestep_count", 4),
            AT("memg/modes-exceed", "groups[0].basis.columns", 4) },
        .says = "[at least 1, 0]" },
    { .rule = "memg/no-timesteps",
        .near_miss = true,
        .name = "one timestep",
        .build = one_frame_and_timestep },

    { .rule = "memg/no-groups",
        .name = "nothing behind the transforms",
        .build = memg_groupless,
        .wants = { AT_AS("memg/no-groups", "end", 0, "groups") } },
    { .rule = "memg/no-groups",
        .near_miss = true,
        .name = "3 bytes where a group would begin",
        .build = memg_groupless,
        .edits = { APPEND("\0\0\0") },
        .wants = { AT_AS("memg/trailing-bytes", "end", 3, "") } },
    { .rule = "memg/no-groups", .near_miss = true, .name = "one group", .build = one_frame_and_timestep },

    { .rule = "memg/trailing-bytes",
        .name = "one byte behind the groups",
        .build = memg_plain,
        .edits = { APPEND("\0") },
        .wants = { AT_AS("memg/trailing-bytes", "end", 1, "") } },
    { .rule = "memg/trailing-bytes",
        .name = "two bytes",
        .build = memg_swapped,
        .edits = { APPEND("\1\1") },
        .wants = { AT("memg/byte-order", "endian", 4), AT_AS("memg/trailing-bytes", "end", 2, "") } },
    { .rule = "memg/trailing-bytes", .near_miss = true, .name = "none", .build = memg_plain },
    { .rule = "memg/trailing-bytes",
        .near_miss = true,
        .name = "4 bytes are a group",
        .build = memg_plain,
        .edits = { APPEND("\0\0\0\0") },
        .wants = { AT_AS("memg/name-empty", "end", 4, "groups[2].name_length"),
            { .rule = "memg/truncated", .field = "end", .delta = 4, .path = "groups[2].vertex_count" } } },
};

const case_table memg_header_cases = CASES(header_cases);
const case_table memg_count_cases = CASES(count_cases);
const case_table memg_whole_cases = CASES(whole_cases);

Test(memg_rules, the_header)
{
    check_cases(&ap_memg_format, memg_header_cases);
}

Test(memg_rules, truncation_and_counts)
{
    check_cases(&ap_memg_format, memg_count_cases);
}

Test(memg_rules, the_file_as_a_whole)
{
    check_cases(&ap_memg_format, memg_whole_cases);
}

Test(memg_rules, each_rule_fires_in_a_case_and_has_a_near_miss)
{
    const case_table tables[] = { memg_header_cases, memg_count_cases, memg_whole_cases, memg_name_cases,
        memg_mapping_cases, memg_matrix_cases, memg_number_cases, memg_order_cases, memg_scene_cases,
        memg_transform_order_cases, memg_explained_cases };
    check_covered(ap_memg_format.rules, tables, sizeof tables / sizeof *tables);
}
