/* memg.md, rules: numbers, rotations, and the order of a basis. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/memg/memg_cases.h"
#include "validators/memg/memg.h"

#define E(i)      "transforms[1][0][" #i "]" /* of the identity, moved */
#define TRANSFORM "transforms[1][0]"

/* 2 timesteps of 1 frame that is turned and moved: by column, or with the translation last. */
static void by_column(file_build *file)
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

#define F(t, i) "transforms[" #t "][0][" #i "]" /* of that file */

static const rule_case order_of_transforms_cases[] = {
    FIRES_IN("memg/transform-order", "each transform; none is a rotation besides", by_column,
        .wants = { AT_AS("memg/transform-order", F(0, 0), 192, "transforms") },
        .says = "the first nine values of each transform are a rotation"),
    FIRES_IN("memg/transform-order", "mirrored", by_column, { F64(F(1, 8), -1) },
        { AT_AS("memg/transform-order", F(0, 0), 192, "transforms") }),
    FIRES_IN("memg/transform-order", "within the limit", by_column, { F64(F(1, 8), 1 + 4.99e-7) },
        { AT_AS("memg/transform-order", F(0, 0), 192, "transforms") }),
    SILENT_IN("memg/transform-order", "all but one", by_column, { F64(F(1, 8), 1 + 1e-6) },
        { AT("memg/rotation", "transforms[0][0]", 96), AT("memg/rotation", "transforms[1][0]", 96) }),
    SILENT_IN("memg/transform-order", "all but the first", by_column, { F64(F(0, 0), 1) },
        { AT("memg/rotation", "transforms[0][0]", 96), AT("memg/rotation", "transforms[1][0]", 96) }),
    SILENT_IN("memg/transform-order", "a translation that is not finite", by_column,
        { F64(F(1, 11), INFINITY) },
        { AT("memg/not-finite", F(1, 11), 8), AT("memg/rotation", "transforms[0][0]", 96),
            AT("memg/rotation", "transforms[1][0]", 96) }),
    SILENT_IN("memg/transform-order", "rows", memg_plain),
};

static const rule_case number_cases[] = {
    FIRES_IN("memg/not-finite", "a translation; the rotation is judged all the same", memg_plain,
        { F64(E(3), INFINITY), F64(E(10), -1) },
        { AT("memg/not-finite", E(3), 8), AT("memg/reflection", TRANSFORM, 96) }),
    FIRES_IN("memg/not-finite", "each number of all kinds", memg_plain,
        { BITS64("groups[0].mean[5]", QUIET_NAN64), F64("groups[0].basis.values[11]", -INFINITY),
            BITS64("groups[1].coefficients.values[0]", UINT64_C(0xfff0000000000001)),
            F64("groups[1].mean[0]", INFINITY) },
        { AT("memg/not-finite", "groups[0].mean[5]", 8),
            AT("memg/not-finite", "groups[0].basis.values[11]", 8),
            AT("memg/not-finite", "groups[1].mean[0]", 8),
            AT("memg/not-finite", "groups[1].coefficients.values[0]", 8) }),
    SILENT_IN("memg/not-finite", "the greatest finite number", memg_plain,
        { F64(E(7), DBL_MAX), F64("groups[0].mean[5]", -DBL_MAX) }),

    FIRES_AT("memg/rotation", "too long by 1e-6", memg_plain, TRANSFORM, 96, F64(E(0), 1 + 1e-6)),
    FIRES_AT("memg/rotation", "rows that lean by 1.01e-6", memg_plain, TRANSFORM, 96, F64(E(9), 1.01e-6)),
    FIRES_AT(
        "memg/rotation", "the first and the third row lean", memg_plain, TRANSFORM, 96, F64(E(2), -1.01e-6)),
    FIRES_AT("memg/rotation", "products that overflow", memg_plain, TRANSFORM, 96, F64(E(0), DBL_MAX),
        F64(E(1), DBL_MAX), F64(E(4), DBL_MAX), F64(E(5), -DBL_MAX)),
    SAYS_AT("memg/rotation", "of the last transform", memg_plain, "transforms[2][1]", 96,
        "[at most 1e-06, 1]", F64("transforms[2][1][10]", 0)),
    SILENT_IN("memg/rotation", "too long by 4.99e-7", memg_plain, { F64(E(0), 1 + 4.99e-7) }),
    SILENT_IN("memg/rotation", "rows that lean by 0.99e-6", memg_plain, { F64(E(9), 0.99e-6) }),
    SILENT_IN("memg/rotation", "rows that lean by the limit itself, beside a transform with a finding",
        memg_plain, { F64("transforms[1][1][3]", INFINITY), F64(E(9), 1e-6) },
        { AT("memg/not-finite", "transforms[1][1][3]", 8) }),
    SILENT_IN("memg/rotation", "a number is not finite", memg_plain, { F64(E(0), INFINITY), F64(E(5), 3) },
        { AT("memg/not-finite", E(0), 8) }),

    SAYS_AT("memg/reflection", "one axis", memg_plain, TRANSFORM, 96, "[1, -1]", F64(E(5), -1)),
    FIRES_AT("memg/reflection", "all axes", memg_plain, TRANSFORM, 96, F64(E(0), -1), F64(E(5), -1),
        F64(E(10), -1)),
    SILENT_IN("memg/reflection", "two axes", memg_plain, { F64(E(0), -1), F64(E(10), -1) }),
    SILENT_IN("memg/reflection", "no rotation either", memg_plain, { F64(E(10), -1.1) },
        { AT("memg/rotation", TRANSFORM, 96) }),
};

/* The 3 x 2 basis of the second group, in the order of its bytes. */
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

static const rule_case order_cases[] = {
    FIRES_IN(ORDER, "orthonormal by rows", memg_plain, BASIS(1, 0, 0, 1, 0, 0), FIRES,
        .says = "[column by column, row by row]"),
    FIRES_IN(ORDER, "orthonormal by columns, rows in use", memg_plain, BASIS(1, 0, 0, 0, 1, 0), FIRES,
        .says = "[row by row, column by column]", .order = AP_MEMG_ROW),
    FIRES_IN(ORDER, "just within 1e-6", memg_plain, BASIS(1, 0.99e-6, 0, 1, 0, 0), FIRES),
    FIRES_IN(ORDER, "big-endian", memg_swapped, BASIS(0, 0, 0.6, 0.8, -0.8, 0.6),
        { AT("memg/byte-order", "endian", 4), AT(ORDER, "groups[1].basis.values", 48) }),
    SILENT_IN(ORDER, "orthonormal by columns", memg_plain, BASIS(1, 0, 0, 0, 1, 0)),
    SILENT_IN(
        ORDER, "orthonormal by rows, rows in use", memg_plain, BASIS(1, 0, 0, 1, 0, 0), .order = AP_MEMG_ROW),
    SILENT_IN(ORDER, "just above 1e-6", memg_plain, BASIS(1, 1.01e-6, 0, 1, 0, 0)),
    SILENT_IN(ORDER, "a length off by 1.2e-6", memg_plain, BASIS(1 + 6e-7, 0, 0, 1, 0, 0)),
    SILENT_IN(ORDER, "a number is not finite", memg_plain, BASIS(1, 0, 0, 1, 0, INFINITY),
        { AT("memg/not-finite", U(5), 8) }),
};

const case_table memg_number_cases = CASES(number_cases);

Test(memg_rules, numbers_and_rotations)
{
    check_cases(&ap_memg_format, memg_number_cases);
    check_cases(&ap_memg_format, memg_transform_order_cases);
}

CHECKED_CASES(memg_rules, the_order_of_a_basis, &ap_memg_format, memg_order_cases, order_cases)

/* memg.md: "in the other order and not in the one in use" */
Test(memg_rules, a_basis_that_is_orthonormal_in_both_orders_says_nothing)
{
    file_build file;
    memg_build(
        &file, &(memg_spec){
                   .frames = 1, .timesteps = 3, .groups = { { .name = "a", .vertices = 1, .modes = 3 } } });
    for (unsigned i = 0; i < 9; i++) {
        char path[FIELD_PATH_BYTES];
        snprintf(path, sizeof path, "groups[0].basis.values[%u]", i);
        set_f64(&file, path, i % 4 == 0);
    }
    expect_findings(&ap_memg_format, build_view(&file), NULL, NULL, "the identity");
    build_free(&file);
}
const case_table memg_transform_order_cases = CASES(order_of_transforms_cases);
