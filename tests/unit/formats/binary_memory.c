/* Tests that a failing allocation while a binary file is linted sets arena.failed and does not crash, and that each reported
   finding is one that the complete lint also reports. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"
#include "tests/unit/support/test_sample.h"
#include "validators/companion_use.h"
#include "validators/lint_bytes.h"
#include "validators/memg/memg.h"
#include "validators/memg/obj/obj.h"
#include "validators/mrtk/mrtk.h"

#ifdef TEST_IS_SANITIZED
#include <sanitizer/lsan_interface.h>
#define CHECK_LEAKS() cr_assert(__lsan_do_recoverable_leak_check() == 0)
#else
#define CHECK_LEAKS() ((void)0)
#endif

enum { MOST_ALLOCATIONS = 5000 };

ARENA_SUITE(binary_memory);

static bool is_in_findings(const ap_finding *one, const ap_findings *all)
{
    for (const ap_finding *finding = all->first; finding != NULL; finding = finding->next) {
        if (finding->rule == one->rule && finding->span.offset == one->span.offset
            && finding->span.length == one->span.length)
            return true;
    }
    return false;
}

static void check_findings_are_subset(
    const ap_findings *some, const ap_findings *all, const char *what, size_t n)
{
    for (const ap_finding *finding = some->first; finding != NULL; finding = finding->next) {
        cr_assert(is_in_findings(finding, all),
            "%s: %s at %zu must be reported by the complete lint too, not only if allocation %zu fails", what,
            finding->rule->id, finding->span.offset, n);
        cr_assert(finding->message != NULL && finding->path != NULL);
    }
    cr_assert(some->kept <= all->kept);
}

/* Lints repeatedly with allocation 1, 2, … failing, until no allocation fails. Returns the number of allocations. */
static size_t fail_each_allocation(
    const ap_format *format, ap_view input, const ap_lint_options *options, const char *what)
{
    lint_run without_failure;
    lint_begin(&without_failure, format, input, options);
    for (size_t n = 1; n < MOST_ALLOCATIONS; n++) {
        ap_lint_result result = { .version = NULL };
        arena_replace();
        arena.fail_at = n;
        ap_lint_as(format, without_failure.input, options, &findings, &result);
        cr_assert_eq(arena.failed, arena.allocations >= n,
            "%s: allocation %zu of %zu fails, but arena.failed is wrong", what, n, arena.allocations);
        check_findings_are_subset(&findings, &without_failure.findings, what, n);
        if (!arena.failed) {
            cr_assert_eq(findings.kept, without_failure.findings.kept,
                "%s: without a failure, findings are missing", what);
            lint_end(&without_failure);
            return n - 1;
        }
    }
    cr_assert_fail("%s: more allocations than MOST_ALLOCATIONS", what);
    return 0;
}

Test(binary_memory, mrtk_reports_each_failing_allocation)
{
    file_build file;
    const ap_lint_options options = { .listener = NULL };
    build_mrtk_10(&file);
    set_i32(&file, "camera.position_x.pre_wrap", 3);
    set_f32(&file, "camera.position_y.keys[1].time", 0);
    set_f32(&file, "camera.rotation_w.keys[1].value", 0);
    set_f32(&file, "hand_tracked_left.keys[1].value", 1);
    set_u8(&file, "markers[1].prefix", 9);
    cr_assert_gt(
        fail_each_allocation(&ap_mrtk_format, file_build_view(&file), &options, "a file with many findings"),
        10);
    set_i32(&file, "hand_joints_left[3].rotation_w.key_count", 1000);
    cr_assert_gt(fail_each_allocation(
                     &ap_mrtk_format, file_build_view(&file), &options, "a file with a search for a count"),
        10);
    file_build_truncate(&file, file.size - 1);
    fail_each_allocation(
        &ap_mrtk_format, file_build_view(&file), &options, "a file with a choice of layouts");
    file_build_truncate(&file, 0);
    fail_each_allocation(&ap_mrtk_format, file_build_view(&file), &options, "an empty file");
    file_build_free(&file);
    CHECK_LEAKS();
}

Test(binary_memory, memg_reports_each_failing_allocation)
{
    file_build file;
    const ap_lint_options options = { .listener = NULL };
    build_big_endian_memg(&file);
    set_f64(&file, "transforms[0][1][0]", 7);
    set_i32(&file, "groups[0].mapping[0]", 1000000);
    set_i32(&file, "groups[0].mapping[1]", 1000000);
    set_i32(&file, "groups[1].mapping[0]", 0);
    memcpy(file.bytes + offset_of_field(&file, "groups[1].name"), "body", 4);
    cr_assert_gt(
        fail_each_allocation(&ap_memg_format, file_build_view(&file), &options, "a file with many findings"),
        10);
    set_i32(&file, "groups[1].vertex_count", -1);
    cr_assert_gt(fail_each_allocation(
                     &ap_memg_format, file_build_view(&file), &options, "a file with a search for a count"),
        10);
    set_i32(&file, "frame_count", 1);
    set_i32(&file, "timestep_count", 2);
    cr_assert_gt(fail_each_allocation(&ap_memg_format, file_build_view(&file), &options,
                     "a file with last indices in place of counts"),
        5);
    file_build_free(&file);
    CHECK_LEAKS();
}

#define SCENE                                                                                                \
    "v 0 0 0\nv 0 0 0\nv 0 0 0\nv 0 0 0 0 0\ng body tail\nf 1 2 4 9\ng legs\nf 1 x 3\ng\nf -1 -2 -3\n"

/* Makes each allocation for the .memg file fail. The .obj is read into an arena and a list of findings of its own. */
Test(binary_memory, memg_with_an_obj_reports_each_failing_allocation)
{
    file_build file;
    lint_run scene = { .input = { NULL, 0 } };
    ap_companion_use use;
    const ap_lint_options options = { .companions = &use };
    ap_findings_init(&scene.findings, &scene.arena, NULL, 0, 0);
    cr_assert(ap_parse_companion_for_use(&use, ap_memg_format.companion, text_view(SCENE), &scene.findings));
    build_plain_memg(&file);
    cr_assert_gt(
        fail_each_allocation(&ap_memg_format, file_build_view(&file), &options, "a file with an .obj"), 5);
    file_build_free(&file);
    lint_end(&scene);
    CHECK_LEAKS();
}

Test(binary_memory, obj_reports_each_failing_allocation)
{
    for (size_t n = 1; n < MOST_ALLOCATIONS; n++) {
        arena_replace();
        arena.fail_at = n;
        const bool complete = ap_obj_parse(text_view(SCENE), &findings) != NULL;
        cr_assert_eq(complete, !arena.failed, "allocation %zu", n);
        cr_assert_eq(arena.failed, arena.allocations >= n, "allocation %zu", n);
        if (complete) {
            cr_assert_gt(n, 20, "only %zu allocations", n);
            break;
        }
    }
    CHECK_LEAKS();
}

/* After ap_arena_reset a full arena can be used again. */
Test(binary_memory, an_arena_that_was_full_can_be_used_for_the_next_file)
{
    file_build file;
    ap_lint_result result = { .version = NULL };
    const ap_lint_options options = { .listener = NULL };
    build_plain_memg(&file);
    ap_arena_init(&arena, 1 << 20);
    cr_assert_null(ap_alloc(&arena, 1 << 21));
    cr_assert(arena.failed);
    ap_arena_reset(&arena);
    ap_memg_format.lint(file_build_view(&file), &options, &findings, &result);
    cr_assert(!arena.failed);
    check_findings(&findings, file.size, NULL, "a valid file after a failed allocation");
    arena_end();
    file_build_free(&file);
    CHECK_LEAKS();
}
