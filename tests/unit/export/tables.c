/* Tables and hierarchies of odd names, poses of files that end too early, and scratch files that cannot be had. */
#include <criterion/criterion.h>
#include <signal.h>
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

Test(tables, cells)
{
    ap_csv csv = { .stream = written_begin() };
    static const double numbers[] = { 0.1, -0.0 };
    ap_csv_put_names(&csv, "a,b");
    ap_csv_put_names(&csv, "c");
    ap_csv_end_row(&csv);
    ap_csv_put_text(&csv, text_view("say \"a\", b"));
    ap_csv_put_nothing(&csv);
    ap_csv_put_count(&csv, 7);
    ap_csv_put_float(&csv, 0.1F);
    ap_csv_put_doubles(&csv, numbers, 2);
    ap_csv_end_row(&csv);
    ap_csv_put_nothing(&csv);
    ap_csv_end_row(&csv);
    const char *text = written_end(NULL);
    cr_expect_str_eq(text, "a,b,c\n\"say \"\"a\"\", b\",,7,0.1,0.1,-0\n\n", "%s", text);
}

/* Names as a .bvh has them: without blanks and braces. */
Test(tables, names_of_a_hierarchy)
{
    static const struct {
        const char *name, *shown;
    } names[] = { { "root", "JOINT root\n" }, { "a b", "JOINT a_b\n" }, { "{a}", "JOINT _a_\n" },
        { "a\x7f", "JOINT a_\n" }, { "a\tb", "JOINT a_b\n" } };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        exported made;
        const char *text = text_with(md5_animation, "root", names[i].name);
        export_as(EXPORT_BVH, "md5anim", text_view(text), (ap_view){ NULL, 0 }, 0, &made);
        cr_assert(made.whole, "'%s'", names[i].name);
        cr_expect(strstr(made.text, names[i].shown) != NULL, "'%s': %.60s", names[i].name, made.text);
        export_free(&made);
    }
}

/* Where joints are, and the file without what does not move: of a file that ends too early, neither. */
Test(tables, poses_of_files_that_end_too_early)
{
    static const double seconds[] = { 0, 0.02 };
    static ap_writer writer;
    const size_t whole = strlen(md5_animation) - 1; /* the last byte ends the last line */
    for (size_t size = 0; size <= whole; size++) {
        uint8_t room[2048];
        ap_keeper keeper;
        ap_md5anim_poses poses;
        const ap_view input = { (const uint8_t *)md5_animation, size };
        arena_renew();
        ap_keep_init(&keeper, &writer, room, sizeof room);
        cr_expect_eq(ap_md5anim_compute_poses(input, seconds, 2, &arena, &poses), size == whole, "%zu", size);
        cr_expect_eq(ap_md5anim_prune(input, &arena, &writer), size == whole, "%zu", size);
        cr_expect_not(arena.failed);
    }
}

/* The binary form needs a scratch file. */
static void check_binary(bool descriptors)
{
    struct rlimit before;
    file_build file;
    exported made;
    memg_plain(&file);
    cr_assert_eq(getrlimit(descriptors ? RLIMIT_NOFILE : RLIMIT_FSIZE, &before), 0);
    const struct rlimit less = { 0, before.rlim_max };
    setrlimit(descriptors ? RLIMIT_NOFILE : RLIMIT_FSIZE, &less);
    export_as(EXPORT_GLB, "memg", build_view(&file), (ap_view){ NULL, 0 }, 0, &made);
    setrlimit(descriptors ? RLIMIT_NOFILE : RLIMIT_FSIZE, &before);
    cr_expect(!made.whole && made.refused == NULL && !made.no_memory);
    export_free(&made);
    export_as(EXPORT_GLB, "memg", build_view(&file), (ap_view){ NULL, 0 }, 0, &made);
    cr_expect(made.whole && made.size > 100);
    export_free(&made);
    build_free(&file);
}

Test(tables, no_room_for_a_temporary_file)
{
    signal(SIGXFSZ, SIG_IGN);
    check_binary(false);
}

Test(tables, no_descriptor_for_a_temporary_file)
{
    check_binary(true);
}
