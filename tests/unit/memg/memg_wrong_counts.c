/* Where reading breaks off behind a wrong count, the first finding names that count, and what it should have been. */
#include <criterion/criterion.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/wrong_count.h"
#include "validators/memg/memg.h"

/* "arm", then as memg_plain. */
MEMG_FILE(three_groups, .frames = 2, .timesteps = 3,
    .groups = { { .name = "arm", .vertices = 3, .first_vertex = 5, .modes = 1 },
        { .name = "body", .vertices = 2, .modes = 2 },
        { .name = "head", .vertices = 1, .first_vertex = 3, .parent = 1, .modes = 2 } })

static const wrong_count_case cases[] = {
    { "no frames: transforms are read as groups", memg_plain, "frame_count", 2, 0, NULL },
    { "twice the timesteps: groups are read as transforms", memg_plain, "timestep_count", 3, 6, NULL },
    { "too many timesteps, reported at frame_count", memg_plain, "timestep_count", 3, 64,
        "timestep_count 3" },
    { "big-endian", memg_swapped, "groups[0].vertex_count", 2, 3, NULL },
    { "a name of one byte more", memg_plain, "groups[0].name_length", 4, 5, NULL },
    { "no name", memg_plain, "groups[1].name_length", 4, 0, NULL },
    { "one vertex more", memg_plain, "groups[0].vertex_count", 2, 3, NULL },
    { "no vertex", three_groups, "groups[1].vertex_count", 2, 0, NULL },
    { "one row more", memg_plain, "groups[0].basis.rows", 6, 7, "6" },
    { "one column less", three_groups, "groups[1].basis.columns", 2, 1, NULL },
    { "no column", memg_plain, "groups[0].basis.columns", 2, 0, NULL },
    { "a row less", memg_plain, "groups[0].coefficients.rows", 2, 1, "2" },
    { "a column more", three_groups, "groups[0].coefficients.columns", 3, 4, "3" },
    { "the last group", three_groups, "groups[2].vertex_count", 1, 2, NULL },
};

Test(memg_wrong_counts, the_wrong_count_is_named)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_wrong_count(&ap_memg_format, &cases[i]);
}

/* Where no count is named at that offset; `append` bytes that no group has are after the last. */
static void expect_none(const char *changed, int32_t wrong, const char *asked, size_t append)
{
    file_build file;
    lint_run run;
    three_groups(&file);
    set_i32(&file, changed, wrong);
    build_append(&file, "\xff\xff\xff\xff\xff\xff\xff\xff", append);
    lint_begin(&run, &ap_memg_format, build_view(&file), NULL);
    cr_expect(run.findings.counts[AP_ERROR] > 0);
    cr_expect_null(wrong_count_at(&run.findings, offset_of(&file, asked)), "%s", changed);
    lint_end(&run);
    build_free(&file);
}

/* The count that the finding is about has its number in the message. */
Test(memg_wrong_counts, not_the_count_at_fault)
{
    expect_none("groups[1].vertex_count", INT32_MAX, "groups[1].vertex_count", 0);
}

/* With a second fault behind it no count explains the file. */
Test(memg_wrong_counts, none_beside_another_fault)
{
    expect_none("groups[0].vertex_count", 4, "groups[0].vertex_count", 8);
    expect_none("groups[0].basis.columns", 2, "groups[0].basis.columns", 8);
}

/* The file reads to its end, so no count is asked. */
Test(memg_wrong_counts, none_of_a_file_that_does_not_break)
{
    expect_none("groups[2].parent_frame", 7, "groups[2].vertex_count", 0);
}
