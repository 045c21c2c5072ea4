/* Cases of memg/obj-scale. In the built files the vertices of a group are in a row along x, each 1 apart from the next. The modes
   stretch the row by the factor 1 + the coefficient of the second mode. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/memg/memg_cases.h"
#include "validators/memg/memg.h"

#define SCALE "memg/obj-scale"

/* The vertices of an .obj in a row along x, and faces with 8 edges. The arguments are the distances of the vertices from the
   first vertex. */
#define ROW(a, b, c, d, e, f, g, h)                                                                          \
    "v 0 0 0\nv " #b " 0 0\nv " #c " 0 0\nv " #d " 0 0\nv " #e " 0 0\nv " #f " 0 0\nv " #g " 0 0\nv " #h     \
    " 0 0\n"
#define ROW_OF_1 ROW(0, 1, 2, 3, 4, 5, 6, 7)
#define FACE     "g a\nf 1 2 3 4 5 6 7 8\n"
#define AT_MEAN(group, vertices)                                                                             \
    AT_AS(SCALE, "groups[" #group "].mean[0]", 24 * (vertices), "groups[" #group "].mean")
#define ALL_MEAN AT_MEAN(0, 8)

/* Sets the coefficient of the second mode at timestep 0; the coefficients are stored by columns. */
#define STRETCH(value) F64("groups[0].coefficients.values[1]", value)

enum { VERTICES = 8, TIMESTEPS = 2, MODES = 2 };

static void set_group_number(file_build *file, int group, const char *array, int index, double value)
{
    char path[FIELD_PATH_BYTES];
    snprintf(path, sizeof path, "groups[%d].%s[%d]", group, array, index);
    set_f64(file, path, value);
}

static void place_vertices(file_build *file, int group, int vertices, bool by_rows)
{
    for (int row = 0; row < 3 * vertices; row++) {
        const double x = row % 3 == 0 ? row / 3 : 0;
        set_group_number(file, group, "mean", row, x);
        for (int mode = 0; mode < MODES; mode++)
            set_group_number(file, group, "basis.values",
                by_rows ? row * MODES + mode : mode * 3 * vertices + row, mode == 1 ? x : 0);
    }
    for (int i = 0; i < MODES * TIMESTEPS; i++)
        set_group_number(file, group, "coefficients.values", i, 0);
}

static void build_spec_and_place_vertices(file_build *file, memg_spec *spec)
{
    spec->frames = 1;
    spec->timesteps = TIMESTEPS;
    memg_build(file, spec);
    for (int group = 0; group < MEMG_SPEC_GROUPS && spec->groups[group].name != NULL; group++)
        place_vertices(file, group, spec->groups[group].vertices, false);
}

static void build_row_of_vertices(file_build *file)
{
    memg_spec spec = { .groups = { { .name = "a", .vertices = VERTICES, .modes = MODES } } };
    build_spec_and_place_vertices(file, &spec);
}

static void build_basis_by_rows(file_build *file)
{
    build_row_of_vertices(file);
    place_vertices(file, 0, VERTICES, true);
}

static void build_big_endian(file_build *file)
{
    memg_spec spec = { .big_endian = true,
        .groups = { { .name = "a", .vertices = VERTICES, .modes = MODES } } };
    build_spec_and_place_vertices(file, &spec);
}

static void build_9_vertices(file_build *file)
{
    memg_spec spec = { .groups = { { .name = "a", .vertices = 9, .modes = MODES } } };
    build_spec_and_place_vertices(file, &spec);
}

/* Maps the vertices of the second group backwards: mappings that count from 1 would be memg/mapping-local. */
static void map_second_group_backwards(file_build *file)
{
    for (int i = 0; i < VERTICES; i++) {
        char path[FIELD_PATH_BYTES];
        snprintf(path, sizeof path, "groups[1].mapping[%d]", i);
        set_i32(file, path, VERTICES - i);
    }
}

static void build_two_groups(file_build *file)
{
    memg_spec spec = { .groups = { { .name = "a", .vertices = VERTICES, .modes = MODES },
                           { .name = "b", .vertices = VERTICES, .modes = MODES } } };
    build_spec_and_place_vertices(file, &spec);
    map_second_group_backwards(file);
}

static void build_groups_of_same_name(file_build *file)
{
    memg_spec spec = { .groups = { { .name = "a", .vertices = VERTICES, .modes = MODES },
                           { .name = "a", .vertices = VERTICES, .modes = MODES } } };
    build_spec_and_place_vertices(file, &spec);
    map_second_group_backwards(file);
}

static const rule_case scale_cases[] = {
    FIRES_IN(SCALE, "the edges are 2.75 times as long as in the .obj", build_row_of_vertices,
        { STRETCH(1.75) }, { ALL_MEAN },
        .says = "the edges at timestep 0 are 2.75 times as long as in the .obj (the median of 8 edges in 1 "
                "group): export both files in one unit",
        .scene = ROW_OF_1 FACE),
    SILENT_IN(SCALE, "the edges are 2.5 times as long as in the .obj", build_row_of_vertices,
        { STRETCH(1.5) }, .scene = ROW_OF_1 FACE),
    SILENT_IN(SCALE, "the edges are 0.4 times as long as in the .obj", build_row_of_vertices,
        .scene = ROW(0, 2.5, 5, 7.5, 10, 12.5, 15, 17.5) FACE),
    FIRES_IN(SCALE, "the edges are 0.25 times as long as in the .obj", build_row_of_vertices,
        .wants = { ALL_MEAN }, .says = "are 0.25 times", .scene = ROW(0, 4, 8, 12, 16, 20, 24, 28) FACE),
    FIRES_IN(SCALE, "the edges are 101.5 times as long as in the .obj", build_row_of_vertices,
        { STRETCH(100.5) }, { ALL_MEAN },
        .says = "as if the motion were in centimetres and the .obj in metres (a factor of 100)",
        .scene = ROW_OF_1 FACE),
    FIRES_IN(SCALE, "the edges are 103 times as long as in the .obj", build_row_of_vertices, { STRETCH(102) },
        { ALL_MEAN }, .says = "!as if", .scene = ROW_OF_1 FACE),
    FIRES_IN(SCALE, "the .obj is in inches", build_row_of_vertices, .wants = { ALL_MEAN },
        .says = "as if the motion were in feet and the .obj in inches",
        .scene = ROW(0, 12, 24, 36, 48, 60, 72, 84) FACE),
    SILENT_IN(SCALE, "the file has no .obj", build_row_of_vertices, { STRETCH(99) }),
    SILENT_IN(SCALE, "only timestep 1 is stretched", build_row_of_vertices,
        { F64("groups[0].coefficients.values[3]", 99) }, .scene = ROW_OF_1 FACE),
    SILENT_IN(SCALE, "the group has 7 edges", build_row_of_vertices, { STRETCH(99) },
        .scene = ROW_OF_1 "g a\nf 1 2 3 4 5 6 7\n"),
    SILENT_IN(SCALE, "an edge of two faces counts once", build_row_of_vertices, { STRETCH(99) },
        .scene = ROW_OF_1 "g a\nf 1 2 3 4 5 6 7\nf 7 6 5 4 3 2 1\ng b a\nf 1 2 1 1\n"),
    FIRES_IN(SCALE, "faces of one group after two statements", build_row_of_vertices, { STRETCH(99) },
        { ALL_MEAN }, .says = "of 9 edges", .scene = ROW_OF_1 "g a\nf 1 2 3 4\ng a\nf 5 6 7 8\nf 1 3 2\n"),
    SILENT_IN(SCALE, "an edge without a length in the .obj", build_row_of_vertices, { STRETCH(99) },
        .scene = ROW(0, 1, 2, 3, 3, 5, 6, 7) FACE),
    SILENT_IN(SCALE, "an edge of a vertex with an error", build_row_of_vertices, { STRETCH(99) },
        { { .rule = "obj/number", .field = "x", .length = 1, .in_scene = true } },
        .scene = ROW(0, 1, 2, 3, 4, x, 6, 7) FACE),
    SILENT_IN(SCALE, "an edge of a face with an error", build_row_of_vertices, { STRETCH(99) },
        { { .rule = "obj/index-range", .field = "0\nf", .length = 1, .in_scene = true } },
        .scene = ROW_OF_1 "g a\nf 1 2 3 4 5 6 7 8 0\nf 1 2 3 4 5 6 7\n"),
    FIRES_IN(SCALE, "the second of two faces, after a face with an error", build_row_of_vertices,
        { STRETCH(99) },
        { ALL_MEAN, { .rule = "obj/statement", .field = "f 1 2\n", .length = 5, .in_scene = true } },
        .scene = ROW_OF_1 "g a\nf 1 2\nf 1 2 3 4 5 6 7 8\n"),
    FIRES_IN(SCALE, "coordinates of the .obj in all forms of numbers", build_row_of_vertices, { STRETCH(99) },
        { ALL_MEAN }, .says = "are 100 times",
        .scene = "v 0 0 0\nv +1 0 0\nv 2. 0 0\nv 30e-1 0 0\nv 0.04E+2 0 0\nv .5e1 0 0\n"
                 "v 6.0000000000000000000000000001 0 0 1\n"
                 "v 700000000000000000000000000000000000000000000000000000000000e-59 0 0 .5 .5 .5\n" FACE),
    SILENT_IN(SCALE, "an edge of a vertex that is not mapped", build_row_of_vertices,
        { STRETCH(99), INT("groups[0].mapping[7]", 7) },
        { AT("memg/mapping-duplicate", "groups[0].mapping[7]", 4) }, .scene = ROW_OF_1 FACE),
    FIRES_IN(SCALE, "of two mapping entries of one vertex, the first counts", build_9_vertices,
        { BITS64("groups[0].mean[24]", QUIET_NAN64), INT("groups[0].mapping[8]", 4), STRETCH(9) },
        { AT("memg/mapping-duplicate", "groups[0].mapping[8]", 4),
            AT("memg/not-finite", "groups[0].mean[24]", 8), AT_MEAN(0, 9) },
        .says = "are 10 times", .scene = ROW_OF_1 FACE),
    FIRES_IN(SCALE, "the mapping has the vertices in another order", build_row_of_vertices,
        { INT("groups[0].mapping[0]", 8), INT("groups[0].mapping[7]", 1), STRETCH(4) }, { ALL_MEAN },
        .says = "are 5 times", .scene = ROW_OF_1 FACE),
    SILENT_IN(SCALE, "half of the edges are longer than in the .obj", build_row_of_vertices, { STRETCH(2) },
        .scene = ROW(0, 1, 2, 3, 4, 7, 10, 13) FACE),
    FIRES_IN(SCALE, "more than half of the edges are longer than in the .obj", build_row_of_vertices,
        { STRETCH(2) }, { ALL_MEAN }, .scene = ROW(0, 1, 2, 3, 4, 5, 8, 11) FACE),
    FIRES_IN(SCALE, "the order of the elements is by rows", build_basis_by_rows,
        { F64("groups[0].coefficients.values[2]", 3) }, { ALL_MEAN }, .says = "are 4 times",
        .order = AP_MEMG_ROW, .scene = ROW_OF_1 FACE),
    SILENT_IN(SCALE, "timestep 1 by rows is stretched", build_basis_by_rows,
        { F64("groups[0].coefficients.values[3]", 3) }, .order = AP_MEMG_ROW, .scene = ROW_OF_1 FACE),
    FIRES_IN(SCALE, "a big-endian file", build_big_endian, { STRETCH(3) },
        { AT("memg/byte-order", "endian", 4), ALL_MEAN }, .says = "are 4 times", .scene = ROW_OF_1 FACE),
    FIRES_IN(SCALE, "a group with a number that is not finite is not compared", build_two_groups,
        { BITS64("groups[0].mean[4]", QUIET_NAN64), F64("groups[1].coefficients.values[1]", 9) },
        { AT("memg/not-finite", "groups[0].mean[4]", 8), AT_MEAN(1, 8) }, .says = "of 8 edges in 1 group)",
        .scene = ROW_OF_1 "g a b\nf 1 2 3 4 5 6 7 8\n"),
    FIRES_IN(SCALE, "all edges of two groups are compared", build_two_groups,
        { STRETCH(9), F64("groups[1].coefficients.values[1]", 9) }, { ALL_MEAN },
        .says = "of 19 edges in 2 groups)", .scene = ROW_OF_1 "g a b\nf 1 2 3 4 5 6 7 8\ng b\nf 1 3 5\n"),
    SILENT_IN(SCALE, "one of two groups is stretched", build_two_groups,
        { F64("groups[1].coefficients.values[1]", 9) }, .scene = ROW_OF_1 "g a b\nf 1 2 3 4 5 6 7 8\n"),
    SILENT_IN(SCALE, "two groups have one name", build_groups_of_same_name,
        { F64("groups[1].coefficients.values[1]", 9) }, { AT("memg/name-duplicate", "groups[1].name", 1) },
        .scene = ROW_OF_1 FACE),
    SILENT_IN(SCALE, "the file has bytes after its groups", build_row_of_vertices,
        { STRETCH(99), APPEND("\0") }, { AT_AS("memg/trailing-bytes", "end", 1, "") },
        .scene = ROW_OF_1 FACE),
    SILENT_IN(SCALE, "a position is infinite", build_row_of_vertices,
        { STRETCH(1e308), F64("groups[0].basis.values[45]", 9) }, .scene = ROW_OF_1 FACE),
};

CHECKED_CASES(
    memg_rules, cases_of_the_scale_have_their_findings, &ap_memg_format, memg_scale_cases, scale_cases)
