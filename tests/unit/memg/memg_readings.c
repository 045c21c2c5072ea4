/* Tests messages of memg about wrong counts: the count with which the rest of the file would parse, overflowing products, and
   the reported byte order. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/support/lint_case.h"
#include "validators/memg/memg.h"

#define LIST(...) ((const expected[]){ __VA_ARGS__, { .rule = NULL } })

/* Cases of messages that give the right value of a wrong count. */

static const struct {
    const char *path;
    int32_t count;    /* the wrong value of the field `path` */
    const char *at;   /* path of the finding; NULL: `path` */
    const char *says; /* part of the message */
} counts[] = {
    { "frame_count", 1000, NULL, "1000 x 3 need 288000 bytes" },
    { "frame_count", 1000, NULL,
        "but with frame_count 2 the file can be read to its end [frame_count 2, 1000]" },
    { "frame_count", -1, NULL, "with frame_count 2 the file" },
    { "timestep_count", 1000, "frame_count", "but with timestep_count 3 the file can be read to its end" },
    { "timestep_count", -1, NULL, "with timestep_count 3 the file" },
    { "groups[0].name_length", 100000, NULL, "with 4 the file can be read to its end [4, 100000]" },
    { "groups[1].name_length", -1, NULL, "with 4 the file" },
    { "groups[0].vertex_count", -1, NULL, "with 2 the file" },
    { "groups[1].vertex_count", INT32_MAX, NULL, "with 1 the file" },
    { "groups[0].basis.rows", -1, NULL, "with rows 6 the file" },
    { "groups[0].basis.rows", 1 << 20, NULL,
        "with rows 6 the file can be read to its end [rows 6, 1048576]" },
    { "groups[0].basis.columns", 1 << 20, "groups[0].basis.rows", "with columns 2 the file" },
    { "groups[1].coefficients.rows", -1, NULL, "with rows 2 the file" },
    { "groups[1].coefficients.columns", INT32_MIN, NULL, "with columns 3 the file" },
};

static void check_inferred_counts(void (*build)(file_build *file))
{
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        AT_END(file_build_free) file_build file;
        const char *at = counts[i].at != NULL ? counts[i].at : counts[i].path;
        build(&file);
        set_i32(&file, counts[i].path, counts[i].count);
        const expected finding = { counts[i].count < 0 ? "memg/count-negative" : "memg/count-exceeds-file",
            offset_of_field(&file, at), 4, at, 0, 0 };
        expect_message(
            &ap_memg_format, file_build_view(&file), NULL, finding, counts[i].says, counts[i].path);
        file_build_truncate(&file, file.size - 1);
        if (strstr(counts[i].says, "the file") != NULL)
            expect_message(&ap_memg_format, file_build_view(&file), NULL, finding, "!the file can be read",
                counts[i].path);
    }
}

/* Without name_length the first letters of the name are read as the length. */
Test(memg_inferred, letters_in_place_of_a_length_are_shown)
{
    static const struct {
        const char *bytes, *says;
    } lengths[] = {
        { "flag", "; the four bytes are the text \"flag\", as if the name had no length before it" },
        { "~!~!", "the text \"~!~!\"" },
        { "fl g", "!the text" },
        { "fla\x7f", "!the text" },
    };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        AT_END(file_build_free) file_build file;
        const char *at = "groups[0].name_length";
        build_plain_memg(&file);
        memcpy(file.bytes + offset_of_field(&file, at), lengths[i].bytes, 4);
        const expected finding = { "memg/count-exceeds-file", offset_of_field(&file, at), 4, at, 0, 0 };
        expect_message(
            &ap_memg_format, file_build_view(&file), NULL, finding, lengths[i].says, lengths[i].bytes);
    }
}

Test(memg_inferred, the_count_that_makes_the_rest_parse_is_given)
{
    check_inferred_counts(build_plain_memg);
}

Test(memg_inferred, the_count_that_makes_the_rest_of_a_big_endian_file_parse_is_given)
{
    check_inferred_counts(build_big_endian_memg);
}

/* The inferred name length is the smallest with which the name has no byte below 0x20 and no 0x7f. */
Test(memg_inferred, a_name_length_is_inferred_only_for_a_printable_name)
{
    static const struct {
        const char *name;
        size_t bytes;
        const char *says;
    } names[] = { { "a b", 3, "with 3 the file" }, { "a\xc3\xa9", 3, "with 3 the file" },
        { "a\x1f", 2, "!the file" }, { "\x7f", 1, "!the file" }, { "a\0b", 3, "!the file" } };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        AT_END(file_build_free) file_build file;
        const memg_group_spec group = {
            .name = names[i].name, .name_bytes = names[i].bytes, .vertices = 1, .modes = 1
        };
        memg_build(&file, &(memg_spec){ .frames = 1, .timesteps = 1, .groups = { group } });
        set_i32(&file, "groups[0].name_length", -1);
        const expected finding = { "memg/count-negative", 112, 4, "groups[0].name_length", 0, 0 };
        expect_message(&ap_memg_format, file_build_view(&file), NULL, finding, names[i].says, names[i].name);
    }
}

/* With name_length 0 the rest of the file would parse, but a group needs a name. */
Test(memg_inferred, a_name_length_of_0_is_not_inferred)
{
    AT_END(file_build_free) file_build file;
    const memg_group_spec group = { .name = "a", .vertices = 1, .modes = 1 };
    memg_build(&file, &(memg_spec){ .frames = 1, .timesteps = 1, .groups = { group } });
    file_build_truncate(&file, 112);
    file_build_append(&file, "\xff\xff\xff\xff\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 28);
    const expected finding = { "memg/count-negative", 112, 4, "groups[0].name_length", 0, 0 };
    expect_message(&ap_memg_format, file_build_view(&file), NULL, finding, "!the file", "an empty name");
}

Test(memg_inferred, a_frame_count_is_not_inferred_if_timestep_count_is_0_or_less)
{
    static const int32_t factors[] = { 0, -3, INT32_MIN };
    AT_END(file_build_free) file_build file;
    const memg_group_spec group = { .name = "a", .vertices = 1, .modes = 1 };
    memg_build(&file, &(memg_spec){ .frames = 2, .timesteps = 0, .groups = { group } });
    set_i32(&file, "frame_count", -1);
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        set_i32(&file, "timestep_count", factors[i]);
        expect_message(&ap_memg_format, file_build_view(&file), NULL,
            (expected){ "memg/count-negative", 8, 4, "frame_count", 0, 0 }, "!the file can be read",
            "the file can be read with any frame count");
    }
}

/* Products of counts that overflow, and huge counts of elements of 0 bytes. */

Test(memg_overflow, frames_x_timesteps_x_96_bytes_above_64_bits_are_reported)
{
    static const int32_t factors[][2] = { { 1 << 30, 1 << 29 }, { 1 << 29, 1 << 30 },
        { INT32_MAX, INT32_MAX } };
    AT_END(file_build_free) file_build file;
    build_plain_memg(&file);
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        set_i32(&file, "frame_count", factors[i][0]);
        set_i32(&file, "timestep_count", factors[i][1]);
        expect_findings(&ap_memg_format, file_build_view(&file), NULL,
            LIST({ "memg/count-exceeds-file", 8, 4, "frame_count", 0, 0 }), "frames x timesteps");
        expect_message(&ap_memg_format, file_build_view(&file), NULL,
            (expected){ "memg/count-exceeds-file", 8, 4, "frame_count", 0, 0 }, i < 2 ? "more than" : "need",
            "frames x timesteps");
    }
}

Test(memg_overflow, a_matrix_of_more_than_32_bits_is_reported)
{
    AT_END(file_build_free) file_build file;
    build_plain_memg(&file);
    const size_t rows_at = offset_of_field(&file, "groups[1].basis.rows");
    set_i32(&file, "groups[1].basis.rows", 1 << 16);
    set_i32(&file, "groups[1].basis.columns", 1 << 16);
    expect_message(&ap_memg_format, file_build_view(&file), NULL,
        (expected){ "memg/count-exceeds-file", rows_at, 4, "groups[1].basis.rows", 0, 0 },
        "65536 x 65536 need 34359738368 bytes", "a matrix of 2^32 numbers");
}

Test(memg_overflow, a_huge_count_multiplied_by_0_needs_no_bytes)
{
    AT_END(file_build_free) file_build file;
    const memg_group_spec group = { .name = "a", .vertices = 1, .modes = 1 };
    memg_build(&file, &(memg_spec){ .frames = INT32_MAX, .timesteps = 0, .groups = { group } });
    const size_t columns_at = offset_of_field(&file, "groups[0].basis.columns");
    expect_findings(&ap_memg_format, file_build_view(&file), NULL,
        LIST({ "memg/no-timesteps", 12, 4, "timestep_count", 0, 0 },
            { "memg/modes-exceed", columns_at, 4, "groups[0].basis.columns", 0, 0 }),
        "2^31-1 frames, no timesteps");
    set_i32(&file, "frame_count", 0);
    set_i32(&file, "timestep_count", INT32_MAX);
    expect_findings(&ap_memg_format, file_build_view(&file), NULL,
        LIST({ "memg/no-frames", 8, 4, "frame_count", 0, 0 },
            { "memg/counts-swapped", 8, 4, "frame_count", 0, 0 }),
        "no frames, 2^31-1 timesteps");
}

Test(memg_result, the_byte_order_is_reported_if_it_is_known)
{
    static const struct {
        uint32_t endian;
        size_t bytes;
        const char *variant;
    } cases[] = { { 1, 16, "little-endian" }, { 0x01000000, 4, "big-endian" }, { 2, 16, NULL },
        { 1, 3, NULL } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AT_END(file_build_free) file_build file;
        AT_END(lint_end) lint_run run;
        build_plain_memg(&file);
        set_u32(&file, "endian", cases[i].endian);
        file_build_truncate(&file, cases[i].bytes);
        lint_begin(&run, &ap_memg_format, file_build_view(&file), NULL);
        const char *variant = run.result.variant;
        cr_assert((variant == NULL) == (cases[i].variant == NULL), "case %zu", i);
        cr_assert(variant == NULL || strcmp(variant, cases[i].variant) == 0, "case %zu: %s", i, variant);
        cr_assert_null(run.result.version);
    }
}
