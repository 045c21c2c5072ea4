/* Cases of memg rules about groups: names, mappings, parents and sizes of matrices. */
#include <criterion/criterion.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/memg/memg_cases.h"
#include "validators/memg/memg.h"

#define ONE_GROUP(function, title, vertex_count, mode_count)                                                 \
    MEMG_FILE(function, .frames = 1, .timesteps = 3,                                                         \
        .groups = { { .name = (title), .vertices = (vertex_count), .modes = (mode_count) } })

ONE_GROUP(nameless, "", 1, 1)
ONE_GROUP(rigid, "body", 1, 0)
ONE_GROUP(one_mode, "body", 1, 1)
ONE_GROUP(three_modes, "body", 1, 3)
ONE_GROUP(four_modes, "body", 2, 4)
ONE_GROUP(no_vertices, "body", 0, 0)
ONE_GROUP(no_vertices_but_a_mode, "body", 0, 1)
MEMG_FILE(frameless, .timesteps = 1, .groups = { { .name = "body", .vertices = 1, .modes = 1 } })

static void build_three_groups_of_one_name(file_build *file)
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

#define ENTRY(i) "groups[0].mapping[" #i "]"
#define RANGE    "memg/mapping-range"
#define TWICE    "memg/mapping-duplicate"
#define PARENT   "groups[1].parent_frame"

#define ROWS      "groups[0].basis.rows"
#define COLUMNS   "groups[0].basis.columns"
#define Q_ROWS    "groups[0].coefficients.rows"
#define Q_COLUMNS "groups[0].coefficients.columns"
#define Q_VALUES  "groups[0].coefficients.values"
#define ZEROS8    "\0\0\0\0\0\0\0\0"
#define ZEROS24   ZEROS8 ZEROS8 ZEROS8

static const rule_case group_cases[] = {
    FIRES_IN("memg/name-empty", "name_length 0 has no other finding", nameless,
        .wants = { AT("memg/name-empty", "groups[0].name_length", 4) }, .says = "[at least 1, 0]"),
    SILENT_IN("memg/name-empty", "a name of one byte", build_plain_memg,
        { INT("groups[1].name_length", 1), SPLICE(NAME, 4, "a") }),

    FIRES_IN(DUPLICATE, "two groups of one name", build_plain_memg, RENAMED("body"),
        { AT(DUPLICATE, NAME, 4) }, .says = "the group at byte 592 has the same name"),
    FIRES_IN(DUPLICATE, "three groups of one name have two findings", build_three_groups_of_one_name,
        .wants = { AT(DUPLICATE, "groups[1].name", 4), AT("memg/no-vertices", "groups[2].vertex_count", 4),
            AT("memg/rigid-group", "groups[2].basis.columns", 4), AT(DUPLICATE, "groups[3].name", 4) }),
    FIRES_IN(DUPLICATE, "two groups of one name in a big-endian file", build_big_endian_memg, RENAMED("body"),
        { AT("memg/byte-order", "endian", 4), AT(DUPLICATE, NAME, 4) }),
    SILENT_IN(DUPLICATE, "names that differ in case", build_plain_memg, RENAMED("Body")),
    SILENT_IN(DUPLICATE, "a name that is the start of another group's name", build_plain_memg,
        { INT("groups[1].name_length", 3), SPLICE(NAME, 4, "bod") }),

    FIRES_IN(CHARACTER, "two spaces in a name are one finding", build_plain_memg, RENAMED("h d "),
        { AT(CHARACTER, NAME, 4) }, .says = "its byte 1 is 0x20"),
    FIRES_IN(CHARACTER, "a NUL at the end of a name", build_plain_memg, RENAMED("hea\0"),
        { AT(CHARACTER, NAME, 4) }, .says = "it ends in a NUL: write the name without it, and name_length 3"),
    FIRES_IN(CHARACTER, "a NUL inside a name", build_plain_memg, RENAMED("he\0d"), { AT(CHARACTER, NAME, 4) },
        .says = "!ends in a NUL"),
    FIRES_IN(CHARACTER, "a name with 0x7f", build_plain_memg, RENAMED("hea\x7f"), { AT(CHARACTER, NAME, 4) }),
    FIRES_IN(CHARACTER, "a name with a control byte and two bytes that are not ASCII", build_plain_memg,
        RENAMED("h\xc3\xa4\n"), { AT(CHARACTER, NAME, 4), AT(NOT_ASCII, NAME, 4) }),
    SILENT_IN(CHARACTER, "a name with 0x21 and 0x7e, the limits of allowed bytes", build_plain_memg,
        RENAMED("!ea~")),
    SILENT_IN(CHARACTER, "0x80 is reported as name-not-ascii", build_plain_memg, RENAMED("hea\x80"),
        { AT(NOT_ASCII, NAME, 4) }),

    FIRES_IN(NOT_ASCII, "two bytes that are not ASCII are one finding", build_plain_memg,
        RENAMED("\xff\xfe"
                "ad"),
        { AT(NOT_ASCII, NAME, 4) }),
    SILENT_IN(NOT_ASCII, "a name with 0x7e", build_plain_memg, RENAMED("hea~")),
    SILENT_IN(NOT_ASCII, "0x7f is reported as name-character", build_plain_memg, RENAMED("hea\x7f"),
        { AT(CHARACTER, NAME, 4) }),
    SAYS_AT(RANGE, "mapping entry 0: the message suggests 0-based indices", build_plain_memg, ENTRY(0), 4,
        "0-based?", INT(ENTRY(0), 0)),
    FIRES_IN(RANGE, "each negative mapping entry is reported", build_plain_memg,
        { INT(ENTRY(0), -1), INT(ENTRY(1), INT32_MIN) }, { AT(RANGE, ENTRY(0), 4), AT(RANGE, ENTRY(1), 4) },
        .says = "!0-based?"),
    SILENT_IN(
        RANGE, "mapping entry INT32_MAX without an .obj", build_plain_memg, { INT(ENTRY(1), INT32_MAX) }),
    SILENT_IN(RANGE, "mapping entries 1 and 2", build_plain_memg),

    SAYS_AT(TWICE, "the later of two equal mapping entries is reported", build_plain_memg, ENTRY(1), 4,
        "groups[0].mapping[1] is 1; an earlier entry of the group is the same vertex", INT(ENTRY(1), 1)),
    FIRES_AT(TWICE, "two mapping entries INT32_MAX", build_plain_memg, ENTRY(1), 4, INT(ENTRY(0), INT32_MAX),
        INT(ENTRY(1), INT32_MAX)),
    SILENT_IN(TWICE, "two entries 0 are reported as mapping-range", build_plain_memg,
        { INT(ENTRY(0), 0), INT(ENTRY(1), 0) }, { AT(RANGE, ENTRY(0), 4), AT(RANGE, ENTRY(1), 4) }),
    SILENT_IN(TWICE, "one vertex mapped by two groups", build_plain_memg, { INT("groups[1].mapping[0]", 1) }),
    SILENT_IN(
        TWICE, "mapping entries in falling order", build_plain_memg, { INT(ENTRY(0), 9), INT(ENTRY(1), 8) }),

    SAYS_AT("memg/parent-range", "parent_frame equals frame_count", build_plain_memg, PARENT, 4,
        "it must be less than 2: the file has 2 frames, counted from 0 [less than 2, 2]", INT(PARENT, 2)),
    SAYS_AT("memg/parent-range", "parent_frame -1", build_plain_memg, PARENT, 4, "[at least 0, -1]",
        INT(PARENT, -1)),
    FIRES_IN("memg/parent-range", "parent_frame 0 in a file without frames", frameless,
        .wants = { AT("memg/no-frames", "frame_count", 4),
            AT("memg/parent-range", "groups[0].parent_frame", 4) },
        .says = "the file has no frames"),
    SAYS_AT("memg/parent-range", "parent_frame 1 in a file of 1 frame", one_mode, "groups[0].parent_frame", 4,
        "the file has 1 frame, counted from 0 [less than 1, 1]", INT("groups[0].parent_frame", 1)),
    SILENT_IN(
        "memg/parent-range", "parent_frame 0, and parent_frame equal to frame_count - 1", build_plain_memg),

    FIRES_IN("memg/no-vertices", "vertex_count 0", no_vertices,
        .wants = { AT("memg/no-vertices", "groups[0].vertex_count", 4),
            AT("memg/rigid-group", "groups[0].basis.columns", 4) },
        .says = "[at least 1, 0]"),
    SILENT_IN("memg/no-vertices", "vertex_count 1", one_mode),
    FIRES_IN("memg/basis-rows", "a matrix of 4 rows and 0 columns for 1 vertex", rigid, { INT(ROWS, 4) },
        { AT("memg/basis-rows", ROWS, 4), AT("memg/rigid-group", COLUMNS, 4) }, .says = "[3, 4]"),
    FIRES_IN("memg/basis-rows", "a matrix of INT32_MAX rows and 0 columns", rigid, { INT(ROWS, INT32_MAX) },
        { AT("memg/basis-rows", ROWS, 4), AT("memg/rigid-group", COLUMNS, 4) }),
    FIRES_IN("memg/basis-rows", "reading goes on by the stored size of the matrix", build_plain_memg,
        { INT(ROWS, 4), INT(COLUMNS, 3) },
        { AT("memg/basis-rows", ROWS, 4), AT("memg/coefficients-rows", Q_ROWS, 4) }),
    SILENT_IN("memg/basis-rows", "three rows for each vertex", one_mode),

    SAYS_AT("memg/coefficients-rows", "coefficients with one row more than the basis has columns", one_mode,
        Q_ROWS, 4, "[1, 2]", INT(Q_ROWS, 2), SPLICE(Q_VALUES, 0, ZEROS24)),
    SILENT_IN("memg/coefficients-rows", "coefficients with a row for each column of the basis", one_mode),
    SAYS_AT("memg/coefficients-columns", "coefficients with one column more than timesteps", one_mode,
        Q_COLUMNS, 4, "it must be 3: the file has 3 timesteps [3, 4]", INT(Q_COLUMNS, 4),
        SPLICE(Q_VALUES, 0, ZEROS8)),
    FIRES_IN("memg/coefficients-columns", "coefficients with 0 rows and INT32_MAX columns", rigid,
        { INT(Q_COLUMNS, INT32_MAX) },
        { AT("memg/rigid-group", COLUMNS, 4), AT("memg/coefficients-columns", Q_COLUMNS, 4) }),
    SILENT_IN("memg/coefficients-columns", "coefficients with a column for each timestep", one_mode),

    FIRES_IN("memg/modes-exceed", "more modes than timesteps", four_modes,
        .wants = { AT("memg/modes-exceed", COLUMNS, 4) }, .says = "[at most 3, 4]"),
    FIRES_IN("memg/modes-exceed", "more modes than rows of the basis", no_vertices_but_a_mode,
        .wants = { AT("memg/no-vertices", "groups[0].vertex_count", 4),
            AT("memg/modes-exceed", COLUMNS, 4) }),
    SILENT_IN("memg/modes-exceed", "as many modes as rows of the basis and as timesteps", three_modes),

    FIRES_IN("memg/rigid-group", "a basis without columns", rigid,
        .wants = { AT("memg/rigid-group", COLUMNS, 4) }, .says = "[, 0]"),
    SILENT_IN("memg/rigid-group", "a basis of 1 column", one_mode),
    SILENT_IN("memg/rigid-group", "the file ends inside the number of columns", one_mode,
        { INT(COLUMNS, 0), CUT(COLUMNS, 3) }, { AT("memg/truncated", COLUMNS, 3) }),
};

CHECKED_CASES(memg_rules, cases_of_groups_have_their_findings, &ap_memg_format, memg_group_cases, group_cases)
