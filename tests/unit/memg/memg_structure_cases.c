/* Cases of memg rules about the header, counts, and the file as a whole. */
#include <criterion/criterion.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/memg/memg_cases.h"
#include "validators/memg/memg.h"

MEMG_FILE(frameless, .timesteps = 3, .groups = { { .name = "body", .vertices = 1, .modes = 1 } })
MEMG_FILE(one_frame_and_timestep, .frames = 1, .timesteps = 1,
    .groups = { { .name = "body", .vertices = 1, .modes = 1 } })
MEMG_FILE(timeless, .frames = 2, .groups = { { .name = "body", .vertices = 1, .modes = 1 } })

/* NEGATIVE: the count is -1. EXCEEDS: the count is INT32_MAX, and the finding is at the count `at_fault`. */
#define NEGATIVE(field)                                                                                      \
    {                                                                                                        \
        .rule = "memg/count-negative", .name = field, .build = build_plain_memg,                             \
        .edits = { INT(field, -1) }, .wants = {                                                              \
            AT("memg/count-negative", field, 4)                                                              \
        }                                                                                                    \
    }
#define EXCEEDS(field, at_fault)                                                                             \
    {                                                                                                        \
        .rule = "memg/count-exceeds-file", .name = field, .build = build_plain_memg,                         \
        .edits = { INT(field, INT32_MAX) }, .wants = {                                                       \
            AT("memg/count-exceeds-file", at_fault, 4)                                                       \
        }                                                                                                    \
    }

#define LENGTH        "groups[0].name_length"
#define RENAMED(name) SPLICE("groups[0].name", 4, name)

static const rule_case structure_cases[] = {
    SAYS_AT("memg/endian-indicator", "the endian field is 2: reading stops", build_plain_memg, "endian", 4,
        "[1, 0x00000002]", INT("endian", 2), INT("framerate", -1)),
    FIRES_AT("memg/endian-indicator", "the endian field is 0 in a file of 4 bytes", build_plain_memg,
        "endian", 4, INT("endian", 0), CUT("framerate", 0)),
    FIRES_AT("memg/endian-indicator", "the two halves of the endian field are swapped", build_plain_memg,
        "endian", 4, BITS32("endian", 0x00010000)),
    SILENT_IN("memg/endian-indicator", "the endian field is 1", build_plain_memg),
    SILENT_IN("memg/endian-indicator", "the endian field is 1, big-endian", build_big_endian_memg,
        .wants = { AT("memg/byte-order", "endian", 4) }),
    SILENT_IN("memg/endian-indicator", "the file ends inside a wrong endian field", build_plain_memg,
        { INT("endian", 2), CUT("endian", 3) }, { AT("memg/truncated", "endian", 3) }),

    FIRES_IN("memg/byte-order",
        "rules check a big-endian file too: its fields have the offsets of a little-endian file",
        build_big_endian_memg,
        { INT("framerate", 60), F64("transforms[1][0][10]", -1), INT("groups[1].parent_frame", 2),
            F64("groups[1].mean[2]", __builtin_inf()) },
        { AT("memg/byte-order", "endian", 4), AT("memg/framerate-unusual", "framerate", 4),
            AT("memg/reflection", "transforms[1][0]", 96),
            AT("memg/parent-range", "groups[1].parent_frame", 4),
            AT("memg/not-finite", "groups[1].mean[2]", 8) }),
    FIRES_IN("memg/byte-order", "in a big-endian file, counts are read big-endian", build_big_endian_memg,
        { INT("groups[0].vertex_count", -3) },
        { AT("memg/byte-order", "endian", 4), AT("memg/count-negative", "groups[0].vertex_count", 4) },
        .says = "[1, 0x01000000]"),
    SILENT_IN("memg/byte-order", "a little-endian file", build_plain_memg),

    SAYS_AT("memg/framerate", "framerate 0", build_plain_memg, "framerate", 4,
        "framerate is 0; it must be at least 1: the time of a timestep is its number divided by the "
        "framerate [at "
        "least 1, 0]",
        INT("framerate", 0)),
    SAYS_AT("memg/framerate", "the least framerate, INT32_MIN", build_plain_memg, "framerate", 4,
        "framerate is -2147483648; it must be at least 1: the time of a timestep is its number divided by "
        "the framerate "
        "[at least 1, -2147483648]",
        INT("framerate", INT32_MIN)),
    SILENT_IN("memg/framerate", "framerate 1", build_plain_memg, { INT("framerate", 1) },
        { AT("memg/framerate-unusual", "framerate", 4) }),
    SAYS_AT("memg/framerate-unusual", "framerate 31", build_plain_memg, "framerate", 4, "[30 or 120, 31]",
        INT("framerate", 31)),
    SILENT_IN("memg/framerate-unusual", "framerate 30", build_plain_memg),
    SILENT_IN("memg/framerate-unusual", "framerate 120", build_plain_memg, { INT("framerate", 120) }),
    SAYS_AT("memg/framerate-float", "the framerate is the float32 30", build_plain_memg, "framerate", 4,
        "its bytes are the float32 30: write the framerate as an integer ('<i') [30, 1106247680]",
        F32("framerate", 30)),
    FIRES_IN("memg/framerate-float", "the framerate is the float32 1, big-endian", build_big_endian_memg,
        { F32("framerate", 1) },
        { AT("memg/byte-order", "endian", 4), AT("memg/framerate-float", "framerate", 4) }),
    FIRES_AT("memg/framerate-float", "the framerate is the float32 1000", build_plain_memg, "framerate", 4,
        F32("framerate", 1000)),
    SAYS_AT("memg/framerate-float", "the framerate is the float32 29.97", build_plain_memg, "framerate", 4,
        "[an integer, ", F32("framerate", 29.97)),
    SILENT_IN("memg/framerate-float", "the framerate is a float32 just below 1", build_plain_memg,
        { BITS32("framerate", 0x3f7fffff) }, { AT("memg/framerate-unusual", "framerate", 4) }),
    SILENT_IN("memg/framerate-float", "the framerate is a float32 just above 1000", build_plain_memg,
        { BITS32("framerate", 0x447a0001) }, { AT("memg/framerate-unusual", "framerate", 4) }),
    SILENT_IN("memg/framerate-unusual", "framerate 0 is reported only as framerate", build_plain_memg,
        { INT("framerate", 0) }, { AT("memg/framerate", "framerate", 4) }),
    FIRES_AT("memg/truncated", "an empty file", build_plain_memg, "endian", 0, CUT("endian", 0)),
    FIRES_AT("memg/truncated", "the file ends inside the header", build_plain_memg, "timestep_count", 1,
        CUT("timestep_count", 1)),
    FIRES_AT("memg/truncated", "the file ends inside the parent_frame of a group", build_plain_memg,
        "groups[1].parent_frame", 3, CUT("groups[1].parent_frame", 3)),
    FIRES_AT("memg/truncated", "the file ends between rows and columns of a matrix", build_plain_memg,
        "groups[0].coefficients.columns", 0, CUT("groups[0].coefficients.columns", 0)),
    SILENT_IN("memg/truncated", "a file that ends inside the transforms has a finding of count-exceeds-file",
        build_plain_memg, { CUT("transforms[2][1][11]", 7) },
        { AT("memg/count-exceeds-file", "frame_count", 4) }),
    SILENT_IN("memg/truncated", "a file that ends inside a name has a finding of count-exceeds-file",
        build_plain_memg, { CUT("groups[1].name", 3) },
        { AT("memg/count-exceeds-file", "groups[1].name_length", 4) }),
    SILENT_IN("memg/truncated", "3 bytes after a group are reported as trailing-bytes", build_plain_memg,
        { CUT("groups[1].name_length", 3) }, { AT_AS("memg/trailing-bytes", "groups[1]", 3, "") }),

    NEGATIVE("frame_count"),
    NEGATIVE("timestep_count"),
    NEGATIVE("groups[1].name_length"),
    NEGATIVE("groups[1].vertex_count"),
    NEGATIVE("groups[0].basis.rows"),
    NEGATIVE("groups[0].basis.columns"),
    NEGATIVE("groups[1].coefficients.rows"),
    NEGATIVE("groups[1].coefficients.columns"),
    FIRES_AT("memg/count-negative", "of two negative counts, the first is reported", build_plain_memg,
        "frame_count", 4, INT("frame_count", INT32_MIN), INT("timestep_count", -1)),
    FIRES_AT("memg/count-negative", "negative rows in a file that ends inside columns", build_plain_memg,
        "groups[1].coefficients.rows", 4, INT("groups[1].coefficients.rows", -1),
        CUT("groups[1].coefficients.columns", 3)),
    SILENT_IN("memg/count-negative", "frame_count 0", frameless,
        .wants = { AT("memg/no-frames", "frame_count", 4),
            AT("memg/parent-range", "groups[0].parent_frame", 4) }),
    SILENT_IN("memg/count-negative", "a negative parent_frame is reported as parent-range", build_plain_memg,
        { INT("groups[0].parent_frame", -1) }, { AT("memg/parent-range", "groups[0].parent_frame", 4) }),

    EXCEEDS("frame_count", "frame_count"),
    EXCEEDS("timestep_count", "frame_count"),
    EXCEEDS("groups[1].name_length", "groups[1].name_length"),
    EXCEEDS("groups[1].vertex_count", "groups[1].vertex_count"),
    EXCEEDS("groups[1].basis.rows", "groups[1].basis.rows"),
    EXCEEDS("groups[1].basis.columns", "groups[1].basis.rows"),
    EXCEEDS("groups[1].coefficients.rows", "groups[1].coefficients.rows"),
    EXCEEDS("groups[1].coefficients.columns", "groups[1].coefficients.rows"),
    SAYS_AT("memg/count-exceeds-file",
        "vertex_count counts the bytes of mapping and mean: no entry is checked", build_plain_memg,
        "groups[1].vertex_count", 4, "needs 28 bytes, 27 are left", INT("groups[1].mapping[0]", 0),
        CUT("groups[1].mean[2]", 7)),
    SAYS_AT("memg/count-exceeds-file", "name_length 1 at the end of the file", build_plain_memg,
        "groups[1].name_length", 4, "needs 1 byte, 0 are left", INT("groups[1].name_length", 1),
        CUT("groups[1].name", 0)),
    SILENT_IN("memg/count-exceeds-file", "the last matrix reaches the end of the file", build_plain_memg),
    SILENT_IN("memg/count-exceeds-file", "mapping and mean reach the end of the file", build_plain_memg,
        { CUT("groups[1].parent_frame", 0) }, { AT("memg/truncated", "groups[1].parent_frame", 0) }),
    /* Without name_length the first letters of the name are read as the length. */
    SAYS_AT("memg/count-exceeds-file", "letters in place of name_length", build_plain_memg, LENGTH, 4,
        "; the four bytes are the text \"flag\", as if the name had no length before it",
        SPLICE(LENGTH, 4, "flag")),
    SAYS_AT("memg/count-exceeds-file", "punctuation in place of name_length", build_plain_memg, LENGTH, 4,
        "the text \"~!~!\"", SPLICE(LENGTH, 4, "~!~!")),
    SAYS_AT("memg/count-exceeds-file", "a blank in place of name_length", build_plain_memg, LENGTH, 4,
        "!the text", SPLICE(LENGTH, 4, "fl g")),
    SAYS_AT("memg/count-exceeds-file", "0x7f in place of name_length", build_plain_memg, LENGTH, 4,
        "!the text", SPLICE(LENGTH, 4, "fla\x7f")),
    /* The inferred name length is the smallest above 0 with which the name has no byte below 0x20 and no 0x7f. */
    SAYS_AT("memg/count-negative", "name_length -1 of a name with a blank", one_frame_and_timestep, LENGTH, 4,
        "with 3 the file", RENAMED("a b"), INT(LENGTH, -1)),
    SAYS_AT("memg/count-negative", "name_length -1 of a name that is not ASCII", one_frame_and_timestep,
        LENGTH, 4, "with 3 the file", RENAMED("a\xc3\xa9"), INT(LENGTH, -1)),
    SAYS_AT("memg/count-negative", "name_length -1 of a name with 0x1f", one_frame_and_timestep, LENGTH, 4,
        "!the file", RENAMED("a\x1f"), INT(LENGTH, -1)),
    SAYS_AT("memg/count-negative", "name_length -1 of a name of 0x7f", one_frame_and_timestep, LENGTH, 4,
        "!the file", RENAMED("\x7f"), INT(LENGTH, -1)),
    SAYS_AT("memg/count-negative", "name_length -1 of a name with a NUL", one_frame_and_timestep, LENGTH, 4,
        "!the file", RENAMED("a\0b"), INT(LENGTH, -1)),
    SAYS_AT("memg/count-negative", "name_length -1 of an empty name", one_frame_and_timestep, LENGTH, 4,
        "!the file", CUT(LENGTH, 0),
        APPEND("\xff\xff\xff\xff\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0")),
    SAYS_AT("memg/count-negative", "any frame_count lets the file be read", timeless, "frame_count", 4,
        "!the file can be read", INT("frame_count", -1)),
    SAYS_AT("memg/count-negative", "frame_count -1 and a negative timestep_count", timeless, "frame_count", 4,
        "!the file can be read", INT("frame_count", -1), INT("timestep_count", -3)),
    /* Products of counts that overflow, and huge counts of elements of 0 bytes. */
    SAYS_AT("memg/count-exceeds-file", "2^59 transforms", build_plain_memg, "frame_count", 4, "more than",
        INT("frame_count", 1 << 30), INT("timestep_count", 1 << 29)),
    SAYS_AT("memg/count-exceeds-file", "2^59 transforms of less frames", build_plain_memg, "frame_count", 4,
        "more than", INT("frame_count", 1 << 29), INT("timestep_count", 1 << 30)),
    SAYS_AT("memg/count-exceeds-file", "the greatest number of transforms", build_plain_memg, "frame_count",
        4, "need", INT("frame_count", INT32_MAX), INT("timestep_count", INT32_MAX)),
    SAYS_AT("memg/count-exceeds-file", "a matrix of 2^32 numbers", build_plain_memg, "groups[1].basis.rows",
        4, "65536 x 65536 need 34359738368 bytes", INT("groups[1].basis.rows", 1 << 16),
        INT("groups[1].basis.columns", 1 << 16)),
    FIRES_IN("memg/no-timesteps", "2^31-1 frames, no timesteps", timeless, { INT("frame_count", INT32_MAX) },
        { AT("memg/no-timesteps", "timestep_count", 4),
            AT("memg/modes-exceed", "groups[0].basis.columns", 4) }),
    FIRES_IN("memg/no-frames", "no frames, 2^31-1 timesteps", timeless,
        { INT("frame_count", 0), INT("timestep_count", INT32_MAX) },
        { AT("memg/no-frames", "frame_count", 4), AT("memg/counts-swapped", "frame_count", 4) }),
    FIRES_IN("memg/no-frames", "frame_count 0: each parent_frame is out of range", frameless,
        .wants = { AT("memg/no-frames", "frame_count", 4),
            AT("memg/parent-range", "groups[0].parent_frame", 4) }),
    FIRES_IN("memg/no-frames", "frame_count 0 is reported although the file is truncated later", frameless,
        { CUT("timestep_count", 2) },
        { AT("memg/no-frames", "frame_count", 4), AT("memg/truncated", "timestep_count", 2) },
        .says = "[at least 1, 0]"),
    SILENT_IN("memg/no-frames", "frame_count 1", one_frame_and_timestep),
    FIRES_IN("memg/no-timesteps", "timestep_count 0: a group with modes has too many", timeless,
        .wants = { AT("memg/no-timesteps", "timestep_count", 4),
            AT("memg/modes-exceed", "groups[0].basis.columns", 4) },
        .says = "[at least 1, 0]"),
    SILENT_IN("memg/no-timesteps", "timestep_count 1", one_frame_and_timestep),

    FIRES_IN("memg/no-groups", "the file ends after the transforms", build_memg_without_groups,
        .wants = { AT_AS("memg/no-groups", "end", 0, "groups") }),
    SILENT_IN("memg/no-groups", "3 bytes after the transforms are reported as trailing-bytes",
        build_memg_without_groups, { APPEND("\0\0\0") }, { AT_AS("memg/trailing-bytes", "end", 3, "") }),
    SILENT_IN("memg/no-groups", "a file of one group", one_frame_and_timestep),

    FIRES_IN("memg/trailing-bytes", "one byte after the groups", build_plain_memg, { APPEND("\0") },
        { AT_AS("memg/trailing-bytes", "end", 1, "") }),
    FIRES_IN("memg/trailing-bytes", "two bytes after the groups", build_big_endian_memg, { APPEND("\1\1") },
        { AT("memg/byte-order", "endian", 4), AT_AS("memg/trailing-bytes", "end", 2, "") }),
    SILENT_IN("memg/trailing-bytes", "no byte after the groups", build_plain_memg),
    SILENT_IN("memg/trailing-bytes", "4 bytes after the groups are read as a group", build_plain_memg,
        { APPEND("\0\0\0\0") },
        { AT_AS("memg/name-empty", "end", 4, "groups[2].name_length"),
            { .rule = "memg/truncated", .field = "end", .delta = 4, .path = "groups[2].vertex_count" } }),
};

CHECKED_CASES(memg_rules, cases_of_the_structure_have_their_findings, &ap_memg_format, memg_structure_cases,
    structure_cases)

Test(memg_rules, each_rule_fires_in_a_case_and_has_a_near_miss)
{
    const case_table tables[] = { memg_structure_cases, memg_whole_cases, memg_group_cases, memg_number_cases,
        memg_scene_cases, memg_spike_cases, memg_scale_cases };
    check_rules_have_cases(ap_memg_format.rules, tables, sizeof tables / sizeof *tables);
}
