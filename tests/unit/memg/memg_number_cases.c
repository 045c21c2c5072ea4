/* Cases of memg rules about numbers, rotations, and the order of matrices. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/memg/memg_cases.h"
#include "validators/memg/memg.h"

#define E(i)      "transforms[1][0][" #i "]" /* path of entry i of the transform of frame 0 at timestep 1 */
#define TRANSFORM "transforms[1][0]"

/* Writes 2 timesteps of 1 frame with a turn and a translation, stored by column. */
static void build_matrices_by_column(file_build *file)
{
    static const double entries[] = { 0, 1, 0, -1, 0, 0, 0, 0, 1, 5, 6, 7 };
    memg_build(
        file, &(memg_spec){
                  .frames = 1, .timesteps = 2, .groups = { { .name = "a", .vertices = 1, .modes = 1 } } });
    for (int i = 0; i < 24; i++) {
        char path[32];
        snprintf(path, sizeof path, "transforms[%d][0][%d]", i / 12, i % 12);
        set_f64(file, path, entries[i % 12]);
    }
}

#define F(t, i)                                                                                              \
    "transforms[" #t "][0][" #i "]" /* path of entry i of the transform of frame 0 at timestep t */

/* The 3 x 2 basis of the group "head", in file order. */
#define U(i) "groups[1].basis.values[" #i "]"
#define BASIS(a, b, c, d, e, f)                                                                              \
    {                                                                                                        \
        F64(U(0), a), F64(U(1), b), F64(U(2), c), F64(U(3), d), F64(U(4), e), F64(U(5), f)                   \
    }
#define ORDER "memg/matrix-order"
#define FIRES                                                                                                \
    {                                                                                                        \
        AT(ORDER, "groups[1].basis.values", 48)                                                              \
    }

static const rule_case number_cases[] = {
    FIRES_IN("memg/transform-order", "every transform is stored by column: no finding of rotation",
        build_matrices_by_column, .wants = { AT_AS("memg/transform-order", F(0, 0), 192, "transforms") },
        .says = "the first nine values of each transform are a rotation"),
    FIRES_IN("memg/transform-order", "one of the transforms stored by column is a reflection",
        build_matrices_by_column, { F64(F(1, 8), -1) },
        { AT_AS("memg/transform-order", F(0, 0), 192, "transforms") }),
    FIRES_IN("memg/transform-order", "a rotation stored by column, not exact but within the tolerance",
        build_matrices_by_column, { F64(F(1, 8), 1 + 4.99e-7) },
        { AT_AS("memg/transform-order", F(0, 0), 192, "transforms") }),
    SILENT_IN("memg/transform-order", "one of the transforms stored by column is not a rotation",
        build_matrices_by_column, { F64(F(1, 8), 1 + 1e-6) },
        { AT("memg/rotation", "transforms[0][0]", 96), AT("memg/rotation", "transforms[1][0]", 96) }),
    SILENT_IN("memg/transform-order", "the first of the transforms stored by column is not a rotation",
        build_matrices_by_column, { F64(F(0, 0), 1) },
        { AT("memg/rotation", "transforms[0][0]", 96), AT("memg/rotation", "transforms[1][0]", 96) }),
    SILENT_IN("memg/transform-order", "a transform stored by column with an infinite translation",
        build_matrices_by_column, { F64(F(1, 11), INFINITY) },
        { AT("memg/not-finite", F(1, 11), 8), AT("memg/rotation", "transforms[0][0]", 96),
            AT("memg/rotation", "transforms[1][0]", 96) }),
    SILENT_IN("memg/transform-order", "transforms stored by row", build_plain_memg),
    FIRES_IN("memg/not-finite", "an infinite translation: the rotation is still checked", build_plain_memg,
        { F64(E(3), INFINITY), F64(E(10), -1) },
        { AT("memg/not-finite", E(3), 8), AT("memg/reflection", TRANSFORM, 96) }),
    FIRES_IN("memg/not-finite", "numbers of mean, basis and coefficients that are not finite",
        build_plain_memg,
        { BITS64("groups[0].mean[5]", QUIET_NAN64), F64("groups[0].basis.values[11]", -INFINITY),
            BITS64("groups[1].coefficients.values[0]", UINT64_C(0xfff0000000000001)),
            F64("groups[1].mean[0]", INFINITY) },
        { AT("memg/not-finite", "groups[0].mean[5]", 8),
            AT("memg/not-finite", "groups[0].basis.values[11]", 8),
            AT("memg/not-finite", "groups[1].mean[0]", 8),
            AT("memg/not-finite", "groups[1].coefficients.values[0]", 8) }),
    SILENT_IN("memg/not-finite", "the greatest and least finite numbers", build_plain_memg,
        { F64(E(7), DBL_MAX), F64("groups[0].mean[5]", -DBL_MAX) }),

    FIRES_AT(
        "memg/rotation", "a row of length 1 + 1e-6", build_plain_memg, TRANSFORM, 96, F64(E(0), 1 + 1e-6)),
    FIRES_AT("memg/rotation", "two rows with a dot product of 1.01e-6", build_plain_memg, TRANSFORM, 96,
        F64(E(9), 1.01e-6)),
    FIRES_AT("memg/rotation", "the first and third row have a dot product of -1.01e-6", build_plain_memg,
        TRANSFORM, 96, F64(E(2), -1.01e-6)),
    FIRES_AT("memg/rotation", "dot products of rows that overflow", build_plain_memg, TRANSFORM, 96,
        F64(E(0), DBL_MAX), F64(E(1), DBL_MAX), F64(E(4), DBL_MAX), F64(E(5), -DBL_MAX)),
    SAYS_AT("memg/rotation", "the last transform of the file", build_plain_memg, "transforms[2][1]", 96,
        "[at most 1e-06, 1]", F64("transforms[2][1][10]", 0)),
    SILENT_IN("memg/rotation", "a row of length 1 + 4.99e-7", build_plain_memg, { F64(E(0), 1 + 4.99e-7) }),
    SILENT_IN(
        "memg/rotation", "two rows with a dot product of 0.99e-6", build_plain_memg, { F64(E(9), 0.99e-6) }),
    SILENT_IN("memg/rotation",
        "two rows with a dot product of 1e-6, and another transform with an infinite number",
        build_plain_memg, { F64("transforms[1][1][3]", INFINITY), F64(E(9), 1e-6) },
        { AT("memg/not-finite", "transforms[1][1][3]", 8) }),
    SILENT_IN("memg/rotation", "not checked if a number of the rotation is not finite", build_plain_memg,
        { F64(E(0), INFINITY), F64(E(5), 3) }, { AT("memg/not-finite", E(0), 8) }),

    SAYS_AT("memg/reflection", "one axis of the rotation is negated", build_plain_memg, TRANSFORM, 96,
        "[1, -1]", F64(E(5), -1)),
    FIRES_AT("memg/reflection", "three axes of the rotation are negated", build_plain_memg, TRANSFORM, 96,
        F64(E(0), -1), F64(E(5), -1), F64(E(10), -1)),
    SILENT_IN("memg/reflection", "two axes of the rotation are negated", build_plain_memg,
        { F64(E(0), -1), F64(E(10), -1) }),
    SILENT_IN("memg/reflection", "a negated axis of another length is reported as rotation", build_plain_memg,
        { F64(E(10), -1.1) }, { AT("memg/rotation", TRANSFORM, 96) }),
    FIRES_IN(ORDER, "a basis orthonormal by rows, read by columns", build_plain_memg, BASIS(1, 0, 0, 1, 0, 0),
        FIRES, .says = "[column by column, row by row]"),
    FIRES_IN(ORDER, "a basis orthonormal by columns, read by rows", build_plain_memg, BASIS(1, 0, 0, 0, 1, 0),
        FIRES, .says = "[row by row, column by column]", .order = AP_MEMG_ROW),
    FIRES_IN(ORDER, "a basis orthonormal by rows within the tolerance 1e-6", build_plain_memg,
        BASIS(1, 0.99e-6, 0, 1, 0, 0), FIRES),
    FIRES_IN(ORDER, "a basis orthonormal by rows in a big-endian file", build_big_endian_memg,
        BASIS(0, 0, 0.6, 0.8, -0.8, 0.6),
        { AT("memg/byte-order", "endian", 4), AT(ORDER, "groups[1].basis.values", 48) }),
    SILENT_IN(
        ORDER, "a basis orthonormal by columns, read by columns", build_plain_memg, BASIS(1, 0, 0, 0, 1, 0)),
    SILENT_IN(ORDER, "a basis orthonormal by rows, read by rows", build_plain_memg, BASIS(1, 0, 0, 1, 0, 0),
        .order = AP_MEMG_ROW),
    SILENT_IN(ORDER, "a basis orthonormal by rows but for a dot product above 1e-6", build_plain_memg,
        BASIS(1, 1.01e-6, 0, 1, 0, 0)),
    SILENT_IN(ORDER, "a basis orthonormal by rows but for a squared length of 1 + 1.2e-6", build_plain_memg,
        BASIS(1 + 6e-7, 0, 0, 1, 0, 0)),
    SILENT_IN(ORDER, "not checked if a number of the basis is not finite", build_plain_memg,
        BASIS(1, 0, 0, 1, 0, INFINITY), { AT("memg/not-finite", U(5), 8) }),
};

CHECKED_CASES(memg_rules, cases_of_numbers_and_their_order_have_their_findings, &ap_memg_format,
    memg_number_cases, number_cases)
