/* Tests messages of memg about wrong counts, which give the count with which the rest of the file would parse, and the reported
   byte order. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/support/lint_case.h"
#include "validators/memg/memg.h"

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

Test(memg_inferred, the_count_that_makes_the_rest_parse_is_given)
{
    check_inferred_counts(build_plain_memg);
}

Test(memg_inferred, the_count_that_makes_the_rest_of_a_big_endian_file_parse_is_given)
{
    check_inferred_counts(build_big_endian_memg);
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
