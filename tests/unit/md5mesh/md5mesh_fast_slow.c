/* Tests that the fast paths of vertices, triangles and weights find what the reference path finds. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/reading_ways.h"
#include "validators/md5mesh/md5mesh.h"

Test(md5mesh_fast_slow, both_paths_find_the_same_if_any_byte_of_the_lists_is_changed)
{
    uint8_t text[1024];
    const size_t size = strlen(md5_mesh), from = (size_t)(strstr(md5_mesh, "numverts") - md5_mesh);
    memset(text, ' ', sizeof text); /* the fast path needs bytes after the last line */
    memcpy(text, md5_mesh, size);
    cr_assert_eq(expect_equal_readings(&ap_md5mesh_format, (ap_view){ text, sizeof text }, -1), 0U);
    const size_t findings =
        expect_equal_readings_after_changes(&ap_md5mesh_format, text, sizeof text, from, size);
    cr_assert_gt(findings, 2000U, "only %zu findings", findings);
}
