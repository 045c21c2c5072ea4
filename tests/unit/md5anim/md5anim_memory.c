/* Tests that running out of memory while reading a .md5anim and its .md5mesh sets arena.failed and does not crash. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/md5/md5_random.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "tests/unit/support/test_sample.h"
#include "validators/companion_use.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5mesh/md5mesh.h"

ARENA_SUITE(md5anim_memory);

/* Reads the mesh, then the animation with the mesh. Allocation number `fail_at` fails; 0: no allocation fails. Returns the
   number of allocations. */
static size_t read_mesh_and_animation(ap_view animation, ap_view mesh, size_t fail_at, bool *failed)
{
    ap_companion_use use;
    ap_lint_options options = { .companions = NULL };
    ap_lint_result result = { .version = NULL };
    arena_replace();
    arena.fail_at = fail_at;
    const bool parsed = ap_parse_companion_for_use(&use, ap_md5anim_format.companion, mesh, &findings);
    cr_assert(parsed || arena.failed, "the mesh was not read, though memory did not run out");
    options.companions = parsed ? &use : NULL;
    ap_md5anim_format.lint(animation, &options, &findings, &result);
    ap_findings_sort(&findings);
    for (const ap_finding *f = findings.first; f != NULL; f = f->next)
        cr_assert(f->path != NULL && f->message != NULL,
            "allocation %zu fails: a finding has a path or message that is NULL", fail_at);
    *failed = arena.failed;
    return arena.allocations;
}

/* Reads the files repeatedly; each time another allocation fails, in steps of `step`. Expects at least
   `least_expected_allocations` allocations. */
static void fail_allocations_in_steps(
    ap_view animation, ap_view mesh, size_t least_expected_allocations, size_t step)
{
    bool failed;
    const size_t allocations = read_mesh_and_animation(animation, mesh, 0, &failed);
    cr_assert_not(failed);
    cr_assert_geq(allocations, least_expected_allocations, "only %zu allocations", allocations);
    for (size_t n = 1; n <= allocations; n += step) {
        read_mesh_and_animation(animation, mesh, n, &failed);
        cr_assert(failed, "allocation %zu of %zu failed, but arena.failed is false", n, allocations);
    }
    read_mesh_and_animation(animation, mesh, allocations + 1, &failed);
    cr_assert_not(failed);
}

Test(md5anim_memory, running_out_in_valid_files_is_reported)
{
    fail_allocations_in_steps(text_view(md5_animation), text_view(md5_mesh), 8, 1);
}

Test(md5anim_memory, running_out_in_nearly_empty_files_is_reported)
{
    fail_allocations_in_steps(text_view(""), text_view(""), 2, 1);
    fail_allocations_in_steps(text_view("MD5Version 10"), text_view("joints {"), 2, 1);
}

Test(md5anim_memory, running_out_in_files_with_many_findings_is_reported)
{
    static const fault_rates rates = { 4, 20, 3, 10 };
    static random_animation animation;
    choices random = { 5 };
    for (int i = 0; i < 40; i++) {
        random_animation_generate(&animation, &random, rates);
        fail_allocations_in_steps(
            (ap_view){ (const uint8_t *)animation.text, animation.used }, text_view(md5_mesh), 8, 1);
    }
}

/* 140 joints exceed the first capacity of the list, so the list grows. */
Test(md5anim_memory, running_out_in_a_file_of_many_joints_is_reported)
{
    enum { JOINTS = 140 };
    FILE *stream = open_text_stream();
    fprintf(stream, "MD5Version 10\ncommandline \"\"\nnumFrames 1\nnumJoints %d\nframeRate 1\n", JOINTS);
    fprintf(stream, "numAnimatedComponents %d\nhierarchy {\n", JOINTS);
    for (int i = 0; i < JOINTS; i++)
        fprintf(stream, "\t\"joint %d\" %d 8 %d\n", i / 2, i - 1, i);
    fprintf(stream, "}\nbounds {\n\t( 0 0 0 ) ( 0 0 0 )\n}\nbaseframe {\n");
    for (int i = 0; i < JOINTS; i++)
        fprintf(stream, "\t( 0 0 0 ) ( 0 1 0 )\n");
    fprintf(stream, "}\nframe 0 {\n");
    for (int i = 0; i < JOINTS; i++)
        fprintf(stream, "0.0%d\n", i);
    fprintf(stream, "}\n");
    fail_allocations_in_steps(text_view(close_text_stream(NULL)), text_view(md5_mesh), 100, sample_step());
}

/* Lints the animation without a mesh. Allocation number `fail_at` fails; 0: no allocation fails. */
static void lint_with_failing_allocation(ap_view animation, size_t fail_at)
{
    const ap_lint_options options = { .companions = NULL };
    ap_lint_result result = { .version = NULL };
    arena_replace();
    arena.fail_at = fail_at;
    ap_md5anim_format.lint(animation, &options, &findings, &result);
}

/* Two unusual blanks, in the first and last line, are one finding with a count. Without memory for the whole file, the finding
   is not reported with a count of 1. */
Test(md5anim_memory, a_finding_with_a_count_is_reported_only_for_the_whole_file)
{
    char text[4096];
    (void)snprintf(text, sizeof text, "%s", md5_animation);
    *strchr(text, ' ') = *strrchr(text, ' ') = '\v';
    lint_with_failing_allocation(text_view(text), 0);
    const size_t allocations = arena.allocations;
    cr_assert(findings.first != NULL && strstr(findings.first->message, "2 bytes") != NULL);
    for (size_t n = 1; n <= allocations; n++) {
        lint_with_failing_allocation(text_view(text), n);
        const char *message = findings.first == NULL ? "" : findings.first->message;
        cr_assert(*message == '\0' || strstr(message, "2 bytes") != NULL, "allocation %zu of %zu: %s", n,
            allocations, message);
    }
}

Test(md5anim_memory, exceeding_the_limit_of_the_arena_is_reported)
{
    for (size_t limit = 1; limit < 20000; limit += 61) {
        ap_lint_options options = { .companions = NULL };
        ap_lint_result result = { .version = NULL };
        arena_replace();
        arena.limit_bytes = limit;
        ap_md5anim_format.lint(text_view(md5_animation), &options, &findings, &result);
        cr_assert_leq(arena.held_bytes, limit);
        cr_assert(arena.failed || limit > 1000, "reading must fail with a limit of %zu bytes", limit);
        cr_assert(!arena.failed || limit < 19000, "reading must succeed with a limit of %zu bytes", limit);
        cr_assert_null(findings.first);
    }
}
