/* README.md, "Several findings in one file": "what depended on a broken part is not reported on; it is
   counted as skipped checks". */
#include "tests/unit/memg/memg_build.h"
#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"
#include "validators/companion_use.h"
#include "validators/memg/memg.h"
#include "validators/memg/obj/obj.h"
#include "validators/mrtk/mrtk.h"

ARENA_SUITE(binary_skipped);

/* Lints, gives the file's memory back, and returns how many checks were skipped. */
static size_t skipped(const ap_format *format, file_build *file, const ap_lint_options *options)
{
    lint_run run;
    lint_begin(&run, format, build_view(file), options);
    const size_t checks = run.findings.skipped_checks;
    lint_end(&run);
    build_free(file);
    return checks;
}

/* A file in which a field is another, or which ends before it. */
typedef struct skip_case {
    const char *name;
    void (*build)(file_build *file); /* NULL: it is built of `spec` */
    const char *path;                /* NULL: nothing is changed */
    int32_t value;
    bool cut;
    size_t skipped;
    mrtk_spec spec;
} skip_case;

static void check_rows(const ap_format *format, const skip_case *rows, size_t count)
{
    for (const skip_case *one = rows; one < rows + count; one++) {
        file_build file;
        if (one->build == NULL)
            mrtk_build(&file, &one->spec);
        else
            one->build(&file);
        if (one->cut)
            build_cut(&file, offset_of(&file, one->path));
        else if (one->path != NULL && field_of(&file, one->path)->length == 1)
            set_u8(&file, one->path, (uint8_t)one->value);
        else if (one->path != NULL)
            set_i32(&file, one->path, one->value);
        const size_t checks = skipped(format, &file, NULL);
        cr_expect_eq(checks, one->skipped, "%s: %zu", one->name, checks);
    }
}

/* Curves after the broken one, and the marker list where there is one. */
Test(binary_skipped, mrtk_curves)
{
    static const skip_case rows[] = {
        { "nothing is broken", mrtk_11, .skipped = 0 },
        { "a wrong value stops nothing", mrtk_11, "camera.position_x.pre_wrap", -1, .skipped = 0 },
        { "a time of -1 stops nothing", mrtk_11, "markers[1].time", INT32_C(-0x40800000), .skipped = 0 },
        { "five curves and the markers", mrtk_11, "gaze.origin_x.key_count", -1, .skipped = 5 + 1 },
        { "the markers", mrtk_11, "gaze.direction_z.key_count", -1, .skipped = 0 + 1 },
        { "as published there are none", mrtk_11_published, "gaze.direction_x.key_count", -1, .skipped = 2 },
        { "of a hand", mrtk_10, "hand_joints_right[26].position_x.key_count", -1, .skipped = 6 + 1 },
    };
    check_rows(&ap_mrtk_format, rows, sizeof rows / sizeof *rows);
}

Test(binary_skipped, mrtk_flags_markers_and_rotations)
{
    static const skip_case rows[] = {
        { "curves and markers", mrtk_11, "has_hand", .cut = true, .skipped = 2 },
        { "the markers after the broken one", NULL, "markers[1].prefix", 127, .skipped = 3,
            .spec = { .minor = 1, .camera = true, .keys = 1, .markers = 5 } },
        { "the rotation of curves that do not agree", .skipped = 1,
            .spec = { .minor = 1, .camera = true, .keys = 2, .fewer = "camera.rotation_w" } },
        { "the direction of curves that do not agree", .skipped = 1,
            .spec = { .minor = 1, .gaze = true, .keys = 2, .fewer = "gaze.direction_z" } },
        { "an origin has no such rule", .skipped = 0,
            .spec = { .minor = 1, .gaze = true, .keys = 2, .fewer = "gaze.origin_z" } },
    };
    check_rows(&ap_mrtk_format, rows, sizeof rows / sizeof *rows);
}

Test(binary_skipped, memg)
{
    static const skip_case rows[] = {
        { "nothing is broken", memg_plain, .skipped = 0 },
        { "a wrong value stops nothing", memg_plain, "groups[0].parent_frame", -1, .skipped = 0 },
        { "transforms and groups", memg_plain, "frame_count", -1, .skipped = 2 },
        { "a name and what follows it", memg_plain, "groups[1].name_length", -1, .skipped = 5 },
        { "a mapping and what follows it", memg_plain, "groups[1].vertex_count", -1, .skipped = 4 },
        { "parent, basis and coefficients", memg_plain, "groups[1].parent_frame", .cut = true, .skipped = 3 },
        { "basis and coefficients", memg_plain, "groups[1].basis.columns", -1, .skipped = 2 },
        { "coefficients", memg_plain, "groups[1].coefficients.rows", -1, .skipped = 1 },
        { "in another layout: transforms and groups", memg_plain, "timestep_count", 2, .skipped = 2 },
    };
    check_rows(&ap_memg_format, rows, sizeof rows / sizeof *rows);
    file_build file;
    ap_companion_use use;
    const ap_lint_options options = { .companions = &use };
    cr_assert(ap_use_companion(&use, ap_memg_format.companion, text_view("g body\ng head\n"), &findings));
    memg_plain(&file);
    build_append(&file, "", 1);
    cr_expect_eq(skipped(&ap_memg_format, &file, &options), 1, "the groups of the .obj without motion");
}
