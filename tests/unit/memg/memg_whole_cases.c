/* memg.md, rules: what explains a whole file. See memg_layouts.c for each mistake of other-layout. */
#include <criterion/criterion.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/memg/memg_cases.h"
#include "validators/memg/memg.h"

#define OTHER   "memg/other-layout"
#define SWAPPED "memg/counts-swapped"
#define LOCAL   "memg/mapping-local"

/* Two groups that map their vertices to the first of the .obj. */
MEMG_FILE(local, .frames = 1, .timesteps = 1,
    .groups = { { .name = "body", .vertices = 2 }, { .name = "head", .vertices = 3 } })
MEMG_FILE(local_of_one, .frames = 1, .timesteps = 1,
    .groups = { { .name = "body", .vertices = 2 }, { .name = "head", .vertices = 1 } })
MEMG_FILE(one_local, .frames = 1, .timesteps = 1, .groups = { { .name = "body", .vertices = 2 } })

#define RIGID(group)     AT("memg/rigid-group", "groups[" #group "].basis.columns", 4)
#define Q_COLUMNS(group) "groups[" #group "].coefficients.columns"

static const rule_case whole_cases[] = {
    SAYS_AT(OTHER, "a timestep more", memg_plain, "timestep_count", 4,
        "the file reads to its end if timestep_count is 3; write how many timesteps there are [, "
        "timesteps+1]",
        INT("timestep_count", 2), F64("transforms[1][1][0]", 7)),
    FIRES_IN(OTHER, "the byte order and the framerate stay", memg_swapped,
        { INT("timestep_count", 2), INT("framerate", 0) },
        { AT("memg/byte-order", "endian", 4), AT("memg/framerate", "framerate", 4),
            AT(OTHER, "timestep_count", 4) }),
    SILENT_IN(OTHER, "a group is not sound", memg_plain,
        { INT("timestep_count", 2), INT("groups[1].parent_frame", 2) },
        { AT_AS("memg/name-empty", "transforms[2][0]", 4, "groups[0].name_length"),
            { .rule = "memg/count-exceeds-file",
                .field = "transforms[2][0]",
                .delta = 4,
                .length = 4,
                .path = "groups[0].vertex_count" } }),
    SILENT_IN(OTHER, "the structure holds", memg_plain, { INT("groups[1].parent_frame", 2) },
        { AT("memg/parent-range", "groups[1].parent_frame", 4) }),

    SAYS_AT(SWAPPED, "3 frames, 2 timesteps", memg_plain, "frame_count", 4,
        "frame_count is 3; it must be 2: all groups fit 2 frames and 3 timesteps", INT("frame_count", 3),
        INT("timestep_count", 2)),
    FIRES_AT(SWAPPED, "parents beyond the stored count, and more modes than stored timesteps", memg_plain,
        "frame_count", 4, INT("frame_count", 3), INT("timestep_count", 2), INT("groups[1].parent_frame", 1),
        INT("groups[0].parent_frame", 0)),
    SILENT_IN(SWAPPED, "a parent is not below the stored timesteps", memg_plain,
        { INT("frame_count", 3), INT("timestep_count", 2), INT("groups[1].parent_frame", 2) },
        { AT("memg/coefficients-columns", Q_COLUMNS(0), 4),
            AT("memg/coefficients-columns", Q_COLUMNS(1), 4) }),
    SILENT_IN(SWAPPED, "a byte follows", memg_plain,
        { INT("frame_count", 3), INT("timestep_count", 2), APPEND("\1") },
        { AT("memg/coefficients-columns", Q_COLUMNS(0), 4), AT("memg/coefficients-columns", Q_COLUMNS(1), 4),
            { .rule = "memg/trailing-bytes", .field = "end", .length = 1, .path = "" } }),
    SILENT_IN(SWAPPED, "no group", memg_groupless, { INT("frame_count", 3), INT("timestep_count", 2) },
        { AT_AS("memg/no-groups", "end", 0, "groups") }),

    FIRES_IN(LOCAL, "2 and 3 vertices", local,
        .wants = { AT_AS(LOCAL, "groups[1].mapping[0]", 12, "groups[1].mapping"), RIGID(0), RIGID(1) }),
    FIRES_IN(LOCAL, "instead of vertices that are not mapped", local,
        .wants = { AT_AS(LOCAL, "groups[1].mapping[0]", 12, "groups[1].mapping"), RIGID(0), RIGID(1) },
        .scene = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1 1 1\ng body\nf 3 4 5\ng head\nf 3 4 5\n"),
    SILENT_IN(LOCAL, "one of one vertex", local_of_one, .wants = { RIGID(0), RIGID(1) }),
    SILENT_IN(LOCAL, "one group", one_local, .wants = { RIGID(0) }),
    SILENT_IN(LOCAL, "a gap", local, { INT("groups[1].mapping[2]", 4) }, { RIGID(0), RIGID(1) }),
    SILENT_IN(LOCAL, "the first group begins at 2", local,
        { INT("groups[0].mapping[0]", 2), INT("groups[0].mapping[1]", 3) }, { RIGID(0), RIGID(1) }),
    SILENT_IN(LOCAL, "not in order", local,
        { INT("groups[1].mapping[0]", 2), INT("groups[1].mapping[1]", 1) }, { RIGID(0), RIGID(1) }),
    SILENT_IN(LOCAL, "a byte follows", local, { APPEND("\1") },
        { RIGID(0), RIGID(1), { .rule = "memg/trailing-bytes", .field = "end", .length = 1, .path = "" } }),
};

CHECKED_CASES(memg_rules, what_explains_a_whole_file, &ap_memg_format, memg_explained_cases, whole_cases)
