/* memg.md, rules: names, mappings, parents and sizes of matrices. */
#include <criterion/criterion.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/memg/memg_cases.h"
#include "validators/memg/memg.h"

static void one_group(file_build *file, const char *name, int vertices, int modes)
{
    memg_build(file, &(memg_spec){ .frames = 1,
                         .timesteps = 3,
                         .groups = { { .name = name, .vertices = vertices, .modes = modes } } });
}

static void nameless(file_build *file)
{
    one_group(file, "", 1, 1);
}

static void rigid(file_build *file)
{
    one_group(file, "body", 1, 0);
}

static void one_mode(file_build *file)
{
    one_group(file, "body", 1, 1);
}

static void three_modes(file_build *file)
{
    one_group(file, "body", 1, 3);
}

static void four_modes(file_build *file)
{
    one_group(file, "body", 2, 4);
}

static void no_vertices(file_build *file)
{
    one_group(file, "body", 0, 0);
}

static void no_vertices_but_a_mode(file_build *file)
{
    one_group(file, "body", 0, 1);
}

static void frameless(file_build *file)
{
    memg_build(
        file, &(memg_spec){ .timesteps = 1, .groups = { { .name = "body", .vertices = 1, .modes = 1 } } });
}

static void three_namesakes(file_build *file)
{
    const memg_group_spec body = { .name = "body", .vertices = 1, .modes = 1 };
    memg_build(
        file, &(memg_spec){ .frames = 1, .timesteps = 1, .groups = { body, body, { .name = "x" }, body } });
}

#define NAME "groups[1].name"
#define RENAMED(new_name)                                                                                    \
    {                                                                                                        \
        SPLICE(NAME, 4, new_name)                                                                            \
    }
#define DUPLICATE "memg/name-duplicate"
#define CHARACTER "memg/name-character"
#define NOT_ASCII "memg/name-not-ascii"

static const rule_case name_cases[] = {
    { .rule = "memg/name-empty",
        .name = "only that",
        .build = nameless,
        .wants = { AT("memg/name-empty", "groups[0].name_length", 4) },
        .says = "[at least 1, 0]" },
    { .rule = "memg/name-empty",
        .near_miss = true,
        .name = "one byte",
        .build = memg_plain,
        .edits = { INT("groups[1].name_length", 1), SPLICE(NAME, 4, "a") } },

    { .rule = DUPLICATE,
        .name = "twice",
        .build = memg_plain,
        .edits = RENAMED("body"),
        .wants = { AT(DUPLICATE, NAME, 4) },
        .says = "the group at byte 592 has the same name" },
    { .rule = DUPLICATE,
        .name = "a third time",
        .build = three_namesakes,
        .wants = { AT(DUPLICATE, "groups[1].name", 4), AT("memg/no-vertices", "groups[2].vertex_count", 4),
            AT("memg/rigid-group", "groups[2].basis.columns", 4), AT(DUPLICATE, "groups[3].name", 4) } },
    { .rule = DUPLICATE,
        .name = "big-endian",
        .build = memg_swapped,
        .edits = RENAMED("body"),
        .wants = { AT("memg/byte-order", "endian", 4), AT(DUPLICATE, NAME, 4) } },
    { .rule = DUPLICATE,
        .near_miss = true,
        .name = "another case",
        .build = memg_plain,
        .edits = RENAMED("Body") },
    { .rule = DUPLICATE,
        .near_miss = true,
        .name = "the beginning of another",
        .build = memg_plain,
        .edits = { INT("groups[1].name_length", 3), SPLICE(NAME, 4, "bod") } },

    { .rule = CHARACTER,
        .name = "a space, and another: once",
        .build = memg_plain,
        .edits = RENAMED("h d "),
        .wants = { AT(CHARACTER, NAME, 4) },
        .says = "its byte 1 is 0x20" },
    { .rule = CHARACTER,
        .name = "a trailing NUL",
        .build = memg_plain,
        .edits = RENAMED("hea\0"),
        .wants = { AT(CHARACTER, NAME, 4) },
        .says = "it ends in a NUL: write the name without it, and name_length 3" },
    { .rule = CHARACTER,
        .name = "a NUL inside",
        .build = memg_plain,
        .edits = RENAMED("he\0d"),
        .wants = { AT(CHARACTER, NAME, 4) },
        .says = "!ends in a NUL" },
    { .rule = CHARACTER,
        .name = "0x7f",
        .build = memg_plain,
        .edits = RENAMED("hea\x7f"),
        .wants = { AT(CHARACTER, NAME, 4) } },
    { .rule = CHARACTER,
        .name = "beside a byte that is not ASCII",
        .build = memg_plain,
        .edits = RENAMED("h\xc3\xa4\n"),
        .wants = { AT(CHARACTER, NAME, 4), AT(NOT_ASCII, NAME, 4) } },
    { .rule = CHARACTER,
        .near_miss = true,
        .name = "0x21 and 0x7e",
        .build = memg_plain,
        .edits = RENAMED("!ea~") },
    { .rule = CHARACTER,
        .near_miss = true,
        .name = "0x80",
        .build = memg_plain,
        .edits = RENAMED("hea\x80"),
        .wants = { AT(NOT_ASCII, NAME, 4) } },

    { .rule = NOT_ASCII,
        .name = "two: once",
        .build = memg_plain,
        .edits = RENAMED("\xff\xfe"
                         "ad"),
        .wants = { AT(NOT_ASCII, NAME, 4) } },
    { .rule = NOT_ASCII, .near_miss = true, .name = "0x7e", .build = memg_plain, .edits = RENAMED("hea~") },
    { .rule = NOT_ASCII,
        .near_miss = true,
        .name = "0x7f",
        .build = memg_plain,
        .edits = RENAMED("hea\x7f"),
        .wants = { AT(CHARACTER, NAME, 4) } },
};

#define ENTRY(i) "groups[0].mapping[" #i "]"
#define RANGE    "memg/mapping-range"
#define TWICE    "memg/mapping-duplicate"
#define PARENT   "groups[1].parent_frame"

static const rule_case mapping_cases[] = {
    { .rule = RANGE,
        .name = "0",
        .build = memg_plain,
        .edits = { INT(ENTRY(0), 0) },
        .wants = { AT(RANGE, ENTRY(0), 4) },
        .says = "0-based?" },
    { .rule = RANGE,
        .name = "-1, and each entry",
        .build = memg_plain,
        .edits = { INT(ENTRY(0), -1), INT(ENTRY(1), INT32_MIN) },
        .wants = { AT(RANGE, ENTRY(0), 4), AT(RANGE, ENTRY(1), 4) },
        .says = "!0-based?" },
    { .rule = RANGE,
        .near_miss = true,
        .name = "the most of all, without an .obj",
        .build = memg_plain,
        .edits = { INT(ENTRY(1), INT32_MAX) } },
    { .rule = RANGE, .near_miss = true, .name = "1 and 2", .build = memg_plain },

    { .rule = TWICE,
        .name = "the later entry",
        .build = memg_plain,
        .edits = { INT(ENTRY(1), 1) },
        .wants = { AT(TWICE, ENTRY(1), 4) },
        .says = "groups[0].mapping[1] is 1; an earlier entry of the group is the same vertex" },
    { .rule = TWICE,
        .name = "far from 0",
        .build = memg_plain,
        .edits = { INT(ENTRY(0), INT32_MAX), INT(ENTRY(1), INT32_MAX) },
        .wants = { AT(TWICE, ENTRY(1), 4) } },
    { .rule = TWICE,
        .near_miss = true,
        .name = "0 twice is out of range",
        .build = memg_plain,
        .edits = { INT(ENTRY(0), 0), INT(ENTRY(1), 0) },
        .wants = { AT(RANGE, ENTRY(0), 4), AT(RANGE, ENTRY(1), 4) } },
    { .rule = TWICE,
        .near_miss = true,
        .name = "in two groups",
        .build = memg_plain,
        .edits = { INT("groups[1].mapping[0]", 1) } },
    { .rule = TWICE,
        .near_miss = true,
        .name = "falling entries",
        .build = memg_plain,
        .edits = { INT(ENTRY(0), 9), INT(ENTRY(1), 8) } },

    { .rule = "memg/parent-range",
        .name = "k",
        .build = memg_plain,
        .edits = { INT(PARENT, 2) },
        .wants = { AT("memg/parent-range", PARENT, 4) },
        .says = "it must be less than 2: the file has 2 frames, counted from 0 [less than 2, 2]" },
    { .rule = "memg/parent-range",
        .name = "-1",
        .build = memg_plain,
        .edits = { INT(PARENT, -1) },
        .wants = { AT("memg/parent-range", PARENT, 4) },
        .says = "[at least 0, -1]" },
    { .rule = "memg/parent-range",
        .name = "there are no frames",
        .build = frameless,
        .wants = { AT("memg/no-frames", "frame_count", 4),
            AT("memg/parent-range", "groups[0].parent_frame", 4) },
        .says = "the file has no frames" },
    { .rule = "memg/parent-range",
        .name = "1 of 1",
        .build = one_mode,
        .edits = { INT("groups[0].parent_frame", 1) },
        .wants = { AT("memg/parent-range", "groups[0].parent_frame", 4) },
        .says = "the file has 1 frame, counted from 0 [less than 1, 1]" },
    { .rule = "memg/parent-range", .near_miss = true, .name = "k - 1 and 0", .build = memg_plain },

    { .rule = "memg/no-vertices",
        .name = "0",
        .build = no_vertices,
        .wants = { AT("memg/no-vertices", "groups[0].vertex_count", 4),
            AT("memg/rigid-group", "groups[0].basis.columns", 4) },
        .says = "[at least 1, 0]" },
    { .rule = "memg/no-vertices", .near_miss = true, .name = "1", .build = one_mode },
};

#define ROWS      "groups[0].basis.rows"
#define COLUMNS   "groups[0].basis.columns"
#define Q_ROWS    "groups[0].coefficients.rows"
#define Q_COLUMNS "groups[0].coefficients.columns"
#define Q_VALUES  "groups[0].coefficients.values"
#define ZEROS8    "\0\0\0\0\0\0\0\0"
#define ZEROS24   ZEROS8 ZEROS8 ZEROS8

static const rule_case matrix_cases[] = {
    { .rule = "memg/basis-rows",
        .name = "4, and no bytes",
        .build = rigid,
        .edits = { INT(ROWS, 4) },
        .wants = { AT("memg/basis-rows", ROWS, 4), AT("memg/rigid-group", COLUMNS, 4) },
        .says = "[3, 4]" },
    { .rule = "memg/basis-rows",
        .name = "the most of all, and no bytes",
        .build = rigid,
        .edits = { INT(ROWS, INT32_MAX) },
        .wants = { AT("memg/basis-rows", ROWS, 4), AT("memg/rigid-group", COLUMNS, 4) } },
    { .rule = "memg/basis-rows",
        .name = "the stored sizes are used to read on",
        .build = memg_plain,
        .edits = { INT(ROWS, 4), INT(COLUMNS, 3) },
        .wants = { AT("memg/basis-rows", ROWS, 4), AT("memg/coefficients-rows", Q_ROWS, 4) } },
    { .rule = "memg/basis-rows", .near_miss = true, .name = "3v", .build = one_mode },

    { .rule = "memg/coefficients-rows",
        .name = "r + 1",
        .build = one_mode,
        .edits = { INT(Q_ROWS, 2), SPLICE(Q_VALUES, 0, ZEROS24) },
        .wants = { AT("memg/coefficients-rows", Q_ROWS, 4) },
        .says = "[1, 2]" },
    { .rule = "memg/coefficients-rows", .near_miss = true, .name = "r", .build = one_mode },
    { .rule = "memg/coefficients-columns",
        .name = "n + 1",
        .build = one_mode,
        .edits = { INT(Q_COLUMNS, 4), SPLICE(Q_VALUES, 0, ZEROS8) },
        .wants = { AT("memg/coefficients-columns", Q_COLUMNS, 4) },
        .says = "it must be 3: the file has 3 timesteps [3, 4]" },
    { .rule = "memg/coefficients-columns",
        .name = "of a rigid group, the most of all, and no bytes",
        .build = rigid,
        .edits = { INT(Q_COLUMNS, INT32_MAX) },
        .wants = { AT("memg/rigid-group", COLUMNS, 4), AT("memg/coefficients-columns", Q_COLUMNS, 4) } },
    { .rule = "memg/coefficients-columns", .near_miss = true, .name = "n", .build = one_mode },

    { .rule = "memg/modes-exceed",
        .name = "more than timesteps",
        .build = four_modes,
        .wants = { AT("memg/modes-exceed", COLUMNS, 4) },
        .says = "[at most 3, 4]" },
    { .rule = "memg/modes-exceed",
        .name = "more than 3v",
        .build = no_vertices_but_a_mode,
        .wants = { AT("memg/no-vertices", "groups[0].vertex_count", 4),
            AT("memg/modes-exceed", COLUMNS, 4) } },
    { .rule = "memg/modes-exceed",
        .near_miss = true,
        .name = "as many as 3v and timesteps",
        .build = three_modes },

    { .rule = "memg/rigid-group",
        .name = "0",
        .build = rigid,
        .wants = { AT("memg/rigid-group", COLUMNS, 4) },
        .says = "[, 0]" },
    { .rule = "memg/rigid-group", .near_miss = true, .name = "1", .build = one_mode },
    { .rule = "memg/rigid-group",
        .near_miss = true,
        .name = "the file ends before the values",
        .build = one_mode,
        .edits = { INT(COLUMNS, 0), CUT(COLUMNS, 3) },
        .wants = { AT("memg/truncated", COLUMNS, 3) } },
};

const case_table memg_name_cases = CASES(name_cases);
const case_table memg_mapping_cases = CASES(mapping_cases);
const case_table memg_matrix_cases = CASES(matrix_cases);

Test(memg_rules, names)
{
    check_cases(&ap_memg_format, memg_name_cases);
}

Test(memg_rules, mappings_and_parents)
{
    check_cases(&ap_memg_format, memg_mapping_cases);
}

Test(memg_rules, sizes_of_matrices)
{
    check_cases(&ap_memg_format, memg_matrix_cases);
}
