/* README.md, "Several findings in one file": "what depended on a broken part is not reported on; it is
   counted as skipped checks". */
#include <criterion/criterion.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "validators/companion_use.h"
#include "validators/memg/memg.h"
#include "validators/memg/obj/obj.h"
#include "validators/mrtk/mrtk.h"

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

/* Curves after the broken one, and the marker list where there is one. */
Test(binary_skipped, mrtk_curves)
{
    file_build file;
    mrtk_11(&file);
    cr_assert_eq(skipped(&ap_mrtk_format, &file, NULL), 0, "nothing is broken");
    mrtk_11(&file);
    set_i32(&file, "camera.position_x.pre_wrap", -1);
    set_f32(&file, "markers[1].time", -1);
    cr_assert_eq(skipped(&ap_mrtk_format, &file, NULL), 0, "wrong values stop nothing");
    mrtk_11(&file);
    set_i32(&file, "gaze.origin_x.key_count", -1);
    cr_assert_eq(skipped(&ap_mrtk_format, &file, NULL), 5 + 1);
    mrtk_11(&file);
    set_i32(&file, "gaze.direction_z.key_count", -1);
    cr_assert_eq(skipped(&ap_mrtk_format, &file, NULL), 0 + 1);
    mrtk_11_published(&file);
    set_i32(&file, "gaze.direction_x.key_count", -1);
    cr_assert_eq(skipped(&ap_mrtk_format, &file, NULL), 2, "as published there are no markers");
    mrtk_10(&file);
    set_i32(&file, "hand_joints_right[26].position_x.key_count", -1);
    cr_assert_eq(skipped(&ap_mrtk_format, &file, NULL), 6 + 1);
}

Test(binary_skipped, mrtk_flags_markers_and_rotations)
{
    file_build file;
    mrtk_11(&file);
    build_cut(&file, 17);
    cr_assert_eq(skipped(&ap_mrtk_format, &file, NULL), 2, "curves and markers");
    mrtk_build(&file, &(mrtk_spec){ .minor = 1, .camera = true, .keys = 1, .markers = 5 });
    set_u8(&file, "markers[1].prefix", 127);
    cr_assert_eq(skipped(&ap_mrtk_format, &file, NULL), 3, "the markers behind the broken one");
    mrtk_build(&file, &(mrtk_spec){ .minor = 1, .camera = true, .keys = 2, .fewer = "camera.rotation_w" });
    cr_assert_eq(skipped(&ap_mrtk_format, &file, NULL), 1, "the rotation of curves that do not agree");
    mrtk_build(&file, &(mrtk_spec){ .minor = 1, .gaze = true, .keys = 2, .fewer = "gaze.direction_z" });
    cr_assert_eq(skipped(&ap_mrtk_format, &file, NULL), 1, "the direction of curves that do not agree");
    mrtk_build(&file, &(mrtk_spec){ .minor = 1, .gaze = true, .keys = 2, .fewer = "gaze.origin_z" });
    cr_assert_eq(skipped(&ap_mrtk_format, &file, NULL), 0, "an origin has no such rule");
}

Test(binary_skipped, memg)
{
    file_build file;
    ap_arena arena;
    ap_findings findings;
    ap_lint_options options = { .listener = NULL };
    static const char *const broken[] = { "groups[1].name_length", "groups[1].vertex_count" };
    memg_plain(&file);
    cr_assert_eq(skipped(&ap_memg_format, &file, NULL), 0, "nothing is broken");
    memg_plain(&file);
    set_i32(&file, "groups[0].parent_frame", -1);
    cr_assert_eq(skipped(&ap_memg_format, &file, NULL), 0, "wrong values stop nothing");
    memg_plain(&file);
    set_i32(&file, "frame_count", -1);
    cr_assert_eq(skipped(&ap_memg_format, &file, NULL), 2, "transforms and groups");
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        memg_plain(&file);
        set_i32(&file, broken[i], -1);
        cr_assert_eq(
            skipped(&ap_memg_format, &file, NULL), 5 - i, "%s: its part and those after it", broken[i]);
    }
    memg_plain(&file);
    build_cut(&file, offset_of(&file, "groups[1].parent_frame"));
    cr_assert_eq(skipped(&ap_memg_format, &file, NULL), 3, "parent, basis and coefficients");
    memg_plain(&file);
    set_i32(&file, "groups[1].basis.columns", -1);
    cr_assert_eq(skipped(&ap_memg_format, &file, NULL), 2, "basis and coefficients");
    memg_plain(&file);
    set_i32(&file, "groups[1].coefficients.rows", -1);
    cr_assert_eq(skipped(&ap_memg_format, &file, NULL), 1, "coefficients");
    memg_plain(&file);
    set_i32(&file, "timestep_count", 2);
    cr_assert_eq(
        skipped(&ap_memg_format, &file, NULL), 2, "of a file in another layout: transforms and groups");
    ap_arena_init(&arena, 0);
    ap_findings_init(&findings, &arena, NULL, 0, 0);
    ap_companion_use use;
    cr_assert(ap_use_companion(&use, ap_memg_format.companion, text_view("g body\ng head\n"), &findings));
    options.companions = &use;
    memg_plain(&file);
    build_append(&file, "", 1);
    cr_assert_eq(skipped(&ap_memg_format, &file, &options), 1, "the groups of the .obj without motion");
    ap_arena_free(&arena);
}
