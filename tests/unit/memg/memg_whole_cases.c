/* Cases of memg rules that explain a whole file: other-layout, counts-swapped, mapping-local. See memg_layouts.c for each mistake
   of other-layout. */
#include <criterion/criterion.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/memg/memg_cases.h"
#include "validators/memg/memg.h"

#define OTHER   "memg/other-layout"
#define SWAPPED "memg/counts-swapped"
#define LOCAL   "memg/mapping-local"

/* Two groups that map their vertices to the first vertices of the .obj. */
MEMG_FILE(local, .frames = 1, .timesteps = 1,
    .groups = { { .name = "body", .vertices = 2 }, { .name = "head", .vertices = 3 } })
MEMG_FILE(local_of_one, .frames = 1, .timesteps = 1,
    .groups = { { .name = "body", .vertices = 2 }, { .name = "head", .vertices = 1 } })
MEMG_FILE(one_local, .frames = 1, .timesteps = 1, .groups = { { .name = "body", .vertices = 2 } })

#define RIGID(group)     AT("memg/rigid-group", "groups[" #group "].basis.columns", 4)
#define Q_COLUMNS(group) "groups[" #group "].coefficients.columns"

static const rule_case whole_cases[] = {
    SAYS_AT(OTHER, "timestep_count is one less than the file has", build_plain_memg, "timestep_count", 4,
        "the file can be read to its end if timestep_count is 3; write the number of timesteps [, "
        "timesteps+1]",
        INT("timestep_count", 2), F64("transforms[1][1][0]", 7)),
    FIRES_IN(OTHER, "findings of byte order and framerate are still reported", build_big_endian_memg,
        { INT("timestep_count", 2), INT("framerate", 0) },
        { AT("memg/byte-order", "endian", 4), AT("memg/framerate", "framerate", 4),
            AT(OTHER, "timestep_count", 4) }),
    SILENT_IN(OTHER, "timestep_count is wrong and a parent_frame is out of range", build_plain_memg,
        { INT("timestep_count", 2), INT("groups[1].parent_frame", 2) },
        { AT_AS("memg/name-empty", "transforms[2][0]", 4, "groups[0].name_length"),
            { .rule = "memg/count-exceeds-file",
                .field = "transforms[2][0]",
                .delta = 4,
                .length = 4,
                .path = "groups[0].vertex_count" } }),
    SILENT_IN(OTHER, "the counts are right and a parent_frame is out of range", build_plain_memg,
        { INT("groups[1].parent_frame", 2) }, { AT("memg/parent-range", "groups[1].parent_frame", 4) }),

    SAYS_AT(SWAPPED, "frame_count and timestep_count are swapped", build_plain_memg, "frame_count", 4,
        "frame_count is 3; it must be 2: all groups fit 2 frames and 3 timesteps", INT("frame_count", 3),
        INT("timestep_count", 2)),
    FIRES_AT(SWAPPED, "swapped counts: no finding of parent-range or modes-exceed", build_plain_memg,
        "frame_count", 4, INT("frame_count", 3), INT("timestep_count", 2), INT("groups[1].parent_frame", 1),
        INT("groups[0].parent_frame", 0)),
    SILENT_IN(SWAPPED, "swapped counts and a parent_frame out of range", build_plain_memg,
        { INT("frame_count", 3), INT("timestep_count", 2), INT("groups[1].parent_frame", 2) },
        { AT("memg/coefficients-columns", Q_COLUMNS(0), 4),
            AT("memg/coefficients-columns", Q_COLUMNS(1), 4) }),
    SILENT_IN(SWAPPED, "swapped counts and a byte after the groups", build_plain_memg,
        { INT("frame_count", 3), INT("timestep_count", 2), APPEND("\1") },
        { AT("memg/coefficients-columns", Q_COLUMNS(0), 4), AT("memg/coefficients-columns", Q_COLUMNS(1), 4),
            { .rule = "memg/trailing-bytes", .field = "end", .length = 1, .path = "" } }),
    SILENT_IN(SWAPPED, "swapped counts in a file without groups", build_memg_without_groups,
        { INT("frame_count", 3), INT("timestep_count", 2) }, { AT_AS("memg/no-groups", "end", 0, "groups") }),

    FIRES_IN(LOCAL, "two groups of 2 and 3 vertices map from vertex 1", local,
        .wants = { AT_AS(LOCAL, "groups[1].mapping[0]", 12, "groups[1].mapping"), RIGID(0), RIGID(1) }),
    FIRES_IN(LOCAL, "local mapping in place of vertex-unmapped", local,
        .wants = { AT_AS(LOCAL, "groups[1].mapping[0]", 12, "groups[1].mapping"), RIGID(0), RIGID(1) },
        .scene = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1 1 1\ng body\nf 3 4 5\ng head\nf 3 4 5\n"),
    SILENT_IN(LOCAL, "one of two groups with local mapping has one vertex", local_of_one,
        .wants = { RIGID(0), RIGID(1) }),
    SILENT_IN(LOCAL, "the file has one group", one_local, .wants = { RIGID(0) }),
    SILENT_IN(LOCAL, "the mapping of the second group has a gap", local, { INT("groups[1].mapping[2]", 4) },
        { RIGID(0), RIGID(1) }),
    SILENT_IN(LOCAL, "the mapping of the first group begins at vertex 2", local,
        { INT("groups[0].mapping[0]", 2), INT("groups[0].mapping[1]", 3) }, { RIGID(0), RIGID(1) }),
    SILENT_IN(LOCAL, "the mapping of the second group is not ascending", local,
        { INT("groups[1].mapping[0]", 2), INT("groups[1].mapping[1]", 1) }, { RIGID(0), RIGID(1) }),
    SILENT_IN(LOCAL, "a byte after the groups", local, { APPEND("\1") },
        { RIGID(0), RIGID(1), { .rule = "memg/trailing-bytes", .field = "end", .length = 1, .path = "" } }),
};

CHECKED_CASES(memg_rules, cases_of_rules_that_explain_a_whole_file_have_their_findings, &ap_memg_format,
    memg_whole_cases, whole_cases)
