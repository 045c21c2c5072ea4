/* Tests the number of skipped checks: checks that depend on a broken part of a file are skipped and counted. */
#include "tests/unit/memg/memg_build.h"
#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"
#include "validators/companion_use.h"
#include "validators/memg/memg.h"
#include "validators/memg/obj/obj.h"
#include "validators/mrtk/mrtk.h"

ARENA_SUITE(binary_skipped);

/* Lints the file, frees it, and returns the number of skipped checks. */
static size_t count_skipped_checks_and_free_file(
    const ap_format *format, file_build *file, const ap_lint_options *options)
{
    AT_END(lint_end) lint_run run;
    lint_begin(&run, format, file_build_view(file), options);
    const size_t checks = run.findings.skipped_checks;
    file_build_free(file);
    return checks;
}

/* A file in which one field is set to `value`, or which ends before the field. */
typedef struct changed_field_skip_case {
    const char *name;
    void (*build)(file_build *file); /* NULL: the file is built from `spec` */
    const char *path;                /* path of the changed field; NULL: nothing is changed */
    int32_t value;
    bool cut;       /* the file ends before the field */
    size_t skipped; /* expected number of skipped checks */
    mrtk_spec spec;
} changed_field_skip_case;

static void check_skip_cases(const ap_format *format, const changed_field_skip_case *rows, size_t count)
{
    for (const changed_field_skip_case *one = rows; one < rows + count; one++) {
        file_build file;
        if (one->build == NULL)
            mrtk_build(&file, &one->spec);
        else
            one->build(&file);
        if (one->cut)
            file_build_truncate(&file, offset_of_field(&file, one->path));
        else if (one->path != NULL && field_with_path(&file, one->path)->length == 1)
            set_u8(&file, one->path, (uint8_t)one->value);
        else if (one->path != NULL)
            set_i32(&file, one->path, one->value);
        const size_t checks = count_skipped_checks_and_free_file(format, &file, NULL);
        cr_expect_eq(checks, one->skipped, "%s: %zu checks skipped", one->name, checks);
    }
}

/* The curves after a broken one are skipped, and the marker list if the layout has one. */
Test(binary_skipped, mrtk_skips_what_follows_a_broken_curve)
{
    static const changed_field_skip_case rows[] = {
        { "a valid file", build_mrtk_11, .skipped = 0 },
        { "a wrong value stops no check", build_mrtk_11, "camera.position_x.pre_wrap", -1, .skipped = 0 },
        { "a time of -1 stops no check", build_mrtk_11, "markers[1].time", INT32_C(-0x40800000),
            .skipped = 0 },
        { "five curves and the markers are skipped", build_mrtk_11, "gaze.origin_x.key_count", -1,
            .skipped = 5 + 1 },
        { "the markers are skipped", build_mrtk_11, "gaze.direction_z.key_count", -1, .skipped = 0 + 1 },
        { "the published layout has no markers", build_mrtk_11_published, "gaze.direction_x.key_count", -1,
            .skipped = 2 },
        { "six curves of a hand and the markers are skipped", build_mrtk_10,
            "hand_joints_right[26].position_x.key_count", -1, .skipped = 6 + 1 },
    };
    check_skip_cases(&ap_mrtk_format, rows, sizeof rows / sizeof *rows);
}

Test(binary_skipped, mrtk_skips_what_follows_a_broken_flag_marker_or_time)
{
    static const changed_field_skip_case rows[] = {
        { "curves and markers are skipped", build_mrtk_11, "has_hand", .cut = true, .skipped = 2 },
        { "three markers after the broken one are skipped", NULL, "markers[1].prefix", 127, .skipped = 3,
            .spec = { .minor = 1, .camera = true, .keys = 1, .markers = 5 } },
        { "a rotation is skipped if its curves differ in length", .skipped = 1,
            .spec = { .minor = 1, .camera = true, .keys = 2, .fewer = "camera.rotation_w" } },
        { "a direction is skipped if its curves differ in length", .skipped = 1,
            .spec = { .minor = 1, .gaze = true, .keys = 2, .fewer = "gaze.direction_z" } },
        { "an origin has no rule that could be skipped", .skipped = 0,
            .spec = { .minor = 1, .gaze = true, .keys = 2, .fewer = "gaze.origin_z" } },
    };
    check_skip_cases(&ap_mrtk_format, rows, sizeof rows / sizeof *rows);
}

Test(binary_skipped, memg_skips_what_follows_a_broken_part)
{
    static const changed_field_skip_case rows[] = {
        { "a valid file", build_plain_memg, .skipped = 0 },
        { "a wrong value stops no check", build_plain_memg, "groups[0].parent_frame", -1, .skipped = 0 },
        { "transforms and groups are skipped", build_plain_memg, "frame_count", -1, .skipped = 2 },
        { "a name and four parts after it are skipped", build_plain_memg, "groups[1].name_length", -1,
            .skipped = 5 },
        { "a mapping and three parts after it are skipped", build_plain_memg, "groups[1].vertex_count", -1,
            .skipped = 4 },
        { "parent, basis and coefficients are skipped", build_plain_memg, "groups[1].parent_frame",
            .cut = true, .skipped = 3 },
        { "basis and coefficients are skipped", build_plain_memg, "groups[1].basis.columns", -1,
            .skipped = 2 },
        { "coefficients are skipped", build_plain_memg, "groups[1].coefficients.rows", -1, .skipped = 1 },
        { "transforms and groups of another layout are skipped", build_plain_memg, "timestep_count", 2,
            .skipped = 2 },
    };
    check_skip_cases(&ap_memg_format, rows, sizeof rows / sizeof *rows);
    file_build file;
    ap_companion_use use;
    const ap_lint_options options = { .companions = &use };
    cr_assert(
        ap_parse_companion_for_use(&use, ap_memg_format.companion, text_view("g body\ng head\n"), &findings));
    build_plain_memg(&file);
    file_build_append(&file, "", 1);
    cr_expect_eq(count_skipped_checks_and_free_file(&ap_memg_format, &file, &options), 1,
        "the check of the .obj's groups without motion is skipped");
}
