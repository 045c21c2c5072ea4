/* Tests that the first finding after a wrong count names the count and its right value. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/wrong_count.h"
#include "validators/memg/memg.h"

/* The group "arm", then the groups of build_plain_memg. */
MEMG_FILE(three_groups, .frames = 2, .timesteps = 3,
    .groups = { { .name = "arm", .vertices = 3, .first_vertex = 5, .modes = 1 },
        { .name = "body", .vertices = 2, .modes = 2 },
        { .name = "head", .vertices = 1, .first_vertex = 3, .parent = 1, .modes = 2 } })

static const wrong_count_case cases[] = {
    { "frame_count 0: transforms are read as groups", build_plain_memg, "frame_count", 2, 0, NULL },
    { "timestep_count is doubled: groups are read as transforms", build_plain_memg, "timestep_count", 3, 6,
        NULL },
    { "timestep_count exceeds the file, reported at frame_count", build_plain_memg, "timestep_count", 3, 64,
        "timestep_count 3" },
    { "vertex_count is one too large in a big-endian file", build_big_endian_memg, "groups[0].vertex_count",
        2, 3, NULL },
    { "name_length is one too large", build_plain_memg, "groups[0].name_length", 4, 5, NULL },
    { "name_length is 0", build_plain_memg, "groups[1].name_length", 4, 0, NULL },
    { "vertex_count is one too large", build_plain_memg, "groups[0].vertex_count", 2, 3, NULL },
    { "vertex_count is 0", three_groups, "groups[1].vertex_count", 2, 0, NULL },
    { "the basis has one row too many", build_plain_memg, "groups[0].basis.rows", 6, 7, "6" },
    { "the basis has one column too few", three_groups, "groups[1].basis.columns", 2, 1, NULL },
    { "the basis has 0 columns", build_plain_memg, "groups[0].basis.columns", 2, 0, NULL },
    { "the coefficients have one row too few", build_plain_memg, "groups[0].coefficients.rows", 2, 1, "2" },
    { "the coefficients have one column too many", three_groups, "groups[0].coefficients.columns", 3, 4,
        "3" },
    { "vertex_count of the last group is one too large", three_groups, "groups[2].vertex_count", 1, 2, NULL },
};

Test(memg_wrong_counts, the_wrong_count_is_named)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_wrong_count_named(&ap_memg_format, &cases[i]);
}

/* The message about a count that exceeds the file already gives that count. */
Test(memg_wrong_counts, the_count_with_the_finding_is_not_named_again)
{
    expect_count_not_named(
        &ap_memg_format, three_groups, "groups[1].vertex_count", INT32_MAX, "groups[1].vertex_count", 0);
}

/* With a second fault after the count, no value of the count makes the rest of the file parse. */
Test(memg_wrong_counts, a_wrong_count_is_not_named_in_a_file_with_a_second_fault)
{
    expect_count_not_named(
        &ap_memg_format, three_groups, "groups[0].vertex_count", 4, "groups[0].vertex_count", 8);
    expect_count_not_named(
        &ap_memg_format, three_groups, "groups[0].basis.columns", 2, "groups[0].basis.columns", 8);
}

Test(memg_wrong_counts, no_count_is_named_in_a_file_that_is_read_to_its_end)
{
    expect_count_not_named(
        &ap_memg_format, three_groups, "groups[2].parent_frame", 7, "groups[2].vertex_count", 0);
}

MEMG_FILE(one_group, .frames = 1, .timesteps = 1, .groups = { { .name = "g00", .vertices = 1, .modes = 1 } })

/* While the right length of a name is searched, the set of names, which grows with this many groups, must use the length that is
   tried, not the length in the file. */
Test(memg_wrong_counts, a_wrong_name_length_in_a_file_of_many_groups_is_an_error)
{
    enum { GROUPS = 60 };
    AT_END(file_build_free) file_build file;
    one_group(&file);
    const size_t first = offset_of_field(&file, "groups[0].name_length");
    const ap_view group = copy_view((ap_view){ file.bytes + first, file.size - first });
    for (int i = 1; i < GROUPS; i++) {
        file_build_append(&file, group.bytes, group.size);
        uint8_t *name = file.bytes + file.size - group.size + 4;
        name[1] = (uint8_t)('0' + i / 10);
        name[2] = (uint8_t)('0' + i % 10);
    }
    for (int32_t length = 0x7fffffff; length > 0x100; length /= 3) {
        AT_END(lint_end) lint_run run;
        set_i32(&file, "groups[0].name_length", length);
        lint_begin(&run, &ap_memg_format, file_build_view(&file), NULL);
        cr_expect(run.findings.counts[AP_ERROR] > 0, "name length %d", length);
    }
    free((void *)group.bytes);
}
