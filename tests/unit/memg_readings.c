/* memg.md, "Exact readings", and README.md, "The inferred count", for memg. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/lint_case.h"
#include "tests/unit/memg_build.h"
#include "validators/memg/memg.h"

#define LIST(...) ((const expected[]){ __VA_ARGS__, { .rule = NULL } })

/* Inferred counts */

static const struct {
    const char *path;
    int32_t count;
    const char *at; /* where the finding is; NULL: there */
    const char *says;
} counts[] = {
    { "frame_count", 1000, NULL, "1000 x 3 needs 288000 bytes" },
    { "frame_count", 1000, NULL,
        "; with frame_count 2 the rest parses to the end of the file [frame_count 2, 1000]" },
    { "frame_count", -1, NULL, "with frame_count 2 the rest" },
    { "timestep_count", 1000, "frame_count",
        "; with timestep_count 3 the rest parses to the end of the file" },
    { "timestep_count", -1, NULL, "with timestep_count 3 the rest" },
    { "groups[0].name_length", 100000, NULL, "with 4 the rest parses to the end of the file [4, 100000]" },
    { "groups[1].name_length", -1, NULL, "with 4 the rest" },
    { "groups[0].vertex_count", -1, NULL, "with 2 the rest" },
    { "groups[1].vertex_count", INT32_MAX, NULL, "with 1 the rest" },
    { "groups[0].basis.rows", -1, NULL, "with rows 6 the rest" },
    { "groups[0].basis.rows", 1 << 20, NULL,
        "with rows 6 the rest parses to the end of the file [rows 6, 1048576]" },
    { "groups[0].basis.columns", 1 << 20, "groups[0].basis.rows", "with columns 2 the rest" },
    { "groups[1].coefficients.rows", -1, NULL, "with rows 2 the rest" },
    { "groups[1].coefficients.columns", INT32_MIN, NULL, "with columns 3 the rest" },
};

static void check_inferred(void (*build)(file_build *file))
{
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        file_build file;
        const char *at = counts[i].at != NULL ? counts[i].at : counts[i].path;
        build(&file);
        set_i32(&file, counts[i].path, counts[i].count);
        const expected finding = { counts[i].count < 0 ? "memg/count-negative" : "memg/count-exceeds-file",
            offset_of(&file, at), 4, at, 0, 0 };
        expect_message(&ap_memg_format, build_view(&file), NULL, finding, counts[i].says, counts[i].path);
        build_cut(&file, file.size - 1);
        if (strstr(counts[i].says, "the rest") != NULL)
            expect_message(
                &ap_memg_format, build_view(&file), NULL, finding, "!the rest parses", counts[i].path);
        build_free(&file);
    }
}

Test(memg_inferred, the_count_that_makes_the_rest_parse)
{
    check_inferred(memg_plain);
}

Test(memg_inferred, the_same_big_endian)
{
    check_inferred(memg_swapped);
}

/* "a factor <= 0 gives none" */
Test(memg_inferred, none_beside_a_factor_of_0_or_less)
{
    static const int32_t factors[] = { 0, -3, INT32_MIN };
    file_build file;
    const memg_group_spec group = { .name = "a", .vertices = 1, .modes = 1 };
    memg_build(&file, &(memg_spec){ .frames = 2, .timesteps = 0, .groups = { group } });
    set_i32(&file, "frame_count", -1);
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        set_i32(&file, "timestep_count", factors[i]);
        expect_message(&ap_memg_format, build_view(&file), NULL,
            (expected){ "memg/count-negative", 8, 4, "frame_count", 0, 0 }, "!the rest parses",
            "frames x no timesteps would do");
    }
    build_free(&file);
}

/* Sizes that overflow, and sizes that take no bytes: "never multiply before comparing", "do not loop on it"
 */

Test(memg_overflow, products_beyond_64_bits)
{
    static const int32_t factors[][2] = { { 1 << 30, 1 << 29 }, { 1 << 29, 1 << 30 },
        { INT32_MAX, INT32_MAX } };
    file_build file;
    memg_plain(&file);
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        set_i32(&file, "frame_count", factors[i][0]);
        set_i32(&file, "timestep_count", factors[i][1]);
        expect_findings(&ap_memg_format, build_view(&file), NULL,
            LIST({ "memg/count-exceeds-file", 8, 4, "frame_count", 0, 0 }), "frames x timesteps");
        expect_message(&ap_memg_format, build_view(&file), NULL,
            (expected){ "memg/count-exceeds-file", 8, 4, "frame_count", 0, 0 }, i < 2 ? "more than" : "needs",
            "product");
    }
    build_free(&file);
}

Test(memg_overflow, a_matrix_beyond_32_bits)
{
    file_build file;
    memg_plain(&file);
    const size_t rows_at = offset_of(&file, "groups[1].basis.rows");
    set_i32(&file, "groups[1].basis.rows", 1 << 16);
    set_i32(&file, "groups[1].basis.columns", 1 << 16);
    expect_message(&ap_memg_format, build_view(&file), NULL,
        (expected){ "memg/count-exceeds-file", rows_at, 4, "groups[1].basis.rows", 0, 0 },
        "65536 x 65536 needs 34359738368 bytes", "2^32 numbers");
    build_free(&file);
}

Test(memg_overflow, huge_counts_beside_0_take_no_bytes)
{
    file_build file;
    const memg_group_spec group = { .name = "a", .vertices = 1, .modes = 1 };
    memg_build(&file, &(memg_spec){ .frames = INT32_MAX, .timesteps = 0, .groups = { group } });
    const size_t columns_at = offset_of(&file, "groups[0].basis.columns");
    expect_findings(&ap_memg_format, build_view(&file), NULL,
        LIST({ "memg/no-timesteps", 12, 4, "timestep_count", 0, 0 },
            { "memg/modes-exceed", columns_at, 4, "groups[0].basis.columns", 0, 0 }),
        "2^31-1 frames, no timesteps");
    set_i32(&file, "frame_count", 0);
    set_i32(&file, "timestep_count", INT32_MAX);
    expect_findings(&ap_memg_format, build_view(&file), NULL,
        LIST({ "memg/no-frames", 8, 4, "frame_count", 0, 0 },
            { "memg/parent-range", offset_of(&file, "groups[0].parent_frame"), 4, "groups[0].parent_frame", 0,
                0 },
            { "memg/coefficients-columns", offset_of(&file, "groups[0].coefficients.columns"), 4,
                "groups[0].coefficients.columns", 0, 0 }),
        "no frames, 2^31-1 timesteps");
    build_free(&file);
}

/* Inclusive counts */

/* A file with frames x timesteps transforms whose counts are one less each. */
static void inclusive(file_build *file, bool big_endian)
{
    memg_build(file, &(memg_spec){ .big_endian = big_endian,
                         .frames = 3,
                         .timesteps = 4,
                         .groups = { { .name = "a", .vertices = 1, .modes = 1 } } });
    set_i32(file, "frame_count", 2);
    set_i32(file, "timestep_count", 3);
}

static const expected misread_name = { "memg/name-empty", 16 + 6 * 96, 4, "groups[0].name_length", 0, 0 };

Test(memg_inclusive, asked_at_the_first_error_behind_the_transforms)
{
    file_build file;
    inclusive(&file, false);
    expect_message(&ap_memg_format, build_view(&file), NULL, misread_name,
        "inclusive counts? with 3 x 4 transforms the groups end at the end of the file", "little-endian");
    expect_message(&ap_memg_format, build_view(&file), NULL,
        (expected){ "memg/count-exceeds-file", misread_name.offset + 4, 4, "groups[0].vertex_count", 0, 0 },
        "!inclusive", "the second error");
    set_i32(&file, "framerate", -1);
    expect_message(&ap_memg_format, build_view(&file), NULL,
        (expected){ "memg/framerate", 4, 4, "framerate", 0, 0 }, "!inclusive",
        "an error before the transforms");
    expect_message(&ap_memg_format, build_view(&file), NULL, misread_name, "inclusive counts?", "behind it");
    build_free(&file);
}

/* Big-endian, the 1.0 that is misread as a name_length does not begin with zeros. */
Test(memg_inclusive, asked_in_a_big_endian_file)
{
    file_build file;
    inclusive(&file, true);
    expect_message(&ap_memg_format, build_view(&file), NULL,
        (expected){ "memg/count-exceeds-file", misread_name.offset, 4, "groups[0].name_length", 0, 0 },
        "inclusive counts?", "big-endian");
    build_free(&file);
}

Test(memg_inclusive, not_asked_where_the_groups_would_not_end_with_the_file)
{
    file_build file;
    inclusive(&file, false);
    build_append(&file, "\1\0\0\0", 4);
    expect_message(&ap_memg_format, build_view(&file), NULL, misread_name, "!inclusive", "another 4 bytes");
    build_free(&file);
    memg_plain(&file);
    set_i32(&file, "groups[1].parent_frame", 7);
    expect_message(&ap_memg_format, build_view(&file), NULL,
        (expected){ "memg/parent-range", offset_of(&file, "groups[1].parent_frame"), 4,
            "groups[1].parent_frame", 0, 0 },
        "!inclusive", "a sound file");
    build_free(&file);
}

/* Which layout is named */

Test(memg_result, the_byte_order_is_named_when_it_is_known)
{
    static const struct {
        uint32_t endian;
        size_t bytes;
        const char *layout;
    } cases[] = { { 1, 16, "little-endian" }, { 0x01000000, 4, "big-endian" }, { 2, 16, NULL },
        { 1, 3, NULL } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        file_build file;
        lint_run run;
        memg_plain(&file);
        set_u32(&file, "endian", cases[i].endian);
        build_cut(&file, cases[i].bytes);
        lint_begin(&run, &ap_memg_format, build_view(&file), NULL);
        const char *layout = run.result.layout;
        cr_assert((layout == NULL) == (cases[i].layout == NULL), "case %zu", i);
        cr_assert(layout == NULL || strcmp(layout, cases[i].layout) == 0, "case %zu: %s", i, layout);
        cr_assert_null(run.result.version);
        lint_end(&run);
        build_free(&file);
    }
}
