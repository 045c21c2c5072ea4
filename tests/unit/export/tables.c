/* Tables and hierarchies with unusual names, poses of truncated files, and a binary form without descriptors. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "tests/unit/export/export_case.h"
#include "tests/unit/md5/md5_case.h"
#include "tests/unit/memg/memg_build.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "validators/md5anim/md5anim_poses.h"
#include "validators/md5anim/md5anim_prune.h"
#include "validators/services/export/export_csv.h"
#include "validators/services/export/export_gltf.h"

#include "core/files/sink.h"

ARENA_SUITE(tables);

Test(tables, cells_are_quoted_and_separated)
{
    ap_csv csv = { .stream = open_text_stream() };
    static const double numbers[] = { 0.1, -0.0 };
    ap_csv_put_column_names(&csv, "a,b");
    ap_csv_put_column_names(&csv, "c");
    ap_csv_end_row(&csv);
    ap_csv_put_quoted_text(&csv, text_view("say \"a\", b"));
    ap_csv_put_empty_cell(&csv);
    ap_csv_put_count(&csv, 7);
    ap_csv_put_float(&csv, 0.1F);
    ap_csv_put_doubles(&csv, numbers, 2);
    ap_csv_end_row(&csv);
    ap_csv_put_empty_cell(&csv);
    ap_csv_end_row(&csv);
    const char *text = close_text_stream(NULL);
    cr_expect_str_eq(text, "a,b,c\n\"say \"\"a\"\", b\",,7,0.1,0.1,-0\n\n", "wrong table %s", text);
}

/* Names in a .bvh have no spaces, braces or control characters. */
Test(tables, names_of_a_hierarchy_have_no_spaces)
{
    static const struct {
        const char *name, *shown;
    } names[] = { { "root", "JOINT root\n" }, { "a b", "JOINT a_b\n" }, { "{a}", "JOINT _a_\n" },
        { "a\x7f", "JOINT a_\n" }, { "a\tb", "JOINT a_b\n" } };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        AT_END(export_result_free) export_result result;
        const char *text = text_with_replaced_part(md5_animation, "root", names[i].name);
        export_file_in_form(EXPORT_BVH, "md5anim", text_view(text), (ap_view){ NULL, 0 }, 0, &result);
        cr_assert(result.complete, "'%s' must be exported", names[i].name);
        cr_expect(strstr(result.text, names[i].shown) != NULL, "'%s' is exported with the wrong name: %.60s",
            names[i].name, result.text);
    }
}

/* Positions of joints and the pruned file exist only if the file is complete. */
Test(tables, truncated_files_have_no_poses)
{
    static const double seconds[] = { 0, 0.02 };
    static ap_writer writer;
    const size_t complete_size = strlen(md5_animation) - 1; /* the last byte only ends the last line */
    for (size_t size = 0; size <= complete_size; size++) {
        uint8_t room[2048];
        ap_fixed_buffer keeper;
        ap_md5anim_poses poses;
        const ap_view input = { (const uint8_t *)md5_animation, size };
        arena_replace();
        ap_fixed_buffer_init(&keeper, &writer, room, sizeof room);
        cr_expect_eq(ap_md5anim_compute_poses(input, seconds, 2, &arena, &poses), size == complete_size,
            "%zu bytes: only the complete file has poses", size);
        cr_expect_eq(ap_md5anim_prune(input, &arena, &writer), size == complete_size,
            "%zu bytes: only the complete file can be pruned", size);
        cr_expect_not(arena.failed);
    }
}

/* The length of the JSON in a .glb is measured without a temporary file. */
Test(tables, a_binary_export_needs_no_descriptor)
{
    struct rlimit before;
    AT_END(file_build_free) file_build file;
    AT_END(export_result_free) export_result result;
    build_plain_memg(&file);
    cr_assert_eq(getrlimit(RLIMIT_NOFILE, &before), 0);
    const struct rlimit less = { 0, before.rlim_max };
    setrlimit(RLIMIT_NOFILE, &less);
    export_file_in_form(EXPORT_GLB, "memg", file_build_view(&file), (ap_view){ NULL, 0 }, 0, &result);
    setrlimit(RLIMIT_NOFILE, &before);
    cr_expect(result.complete && result.size > 100);
}
