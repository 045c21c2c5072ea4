/* Tests the formats' tables of figures, and measuring of files that are cut or too large for the memory. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/generated_file.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "validators/figure.h"
#include "validators/registry.h"

ARENA_SUITE(figure_rows);

/* Returns the unit of the figure in the formats before `count`; NULL if none of these formats has the figure. */
static const char *find_earlier_unit_of_figure(
    const ap_format *const *formats, size_t count, const char *name)
{
    const ap_figure *figure = NULL;
    for (size_t f = 0; f < count && figure == NULL; f++)
        figure = ap_find_figure(formats[f], name);
    return figure == NULL ? NULL : figure->unit;
}

Test(figure_rows, figures_have_names_and_one_unit_in_all_formats)
{
    size_t count, names = 0;
    const ap_format *const *formats = ap_formats(&count);
    cr_assert_leq(count, AP_MOST_FORMATS);
    for (size_t f = 0; f < count; f++) {
        const ap_figure_table *figures = formats[f]->figures;
        cr_assert_not_null(figures, "%s must have figures", formats[f]->name);
        cr_expect_leq(figures->count, AP_MOST_FIGURES, "%s has too many figures", formats[f]->name);
        cr_expect_str_eq(figures->rows[0].name, "bytes");
        for (size_t i = 0; i < figures->count; i++) {
            const ap_figure *figure = &figures->rows[i];
            const char *unit = find_earlier_unit_of_figure(formats, f, figure->name);
            cr_expect_eq(strspn(figure->name, "abcdefghijklmnopqrstuvwxyz-"), strlen(figure->name),
                "%s must have only lower-case letters and hyphens", figure->name);
            cr_expect(unit == NULL || strcmp(unit, figure->unit) == 0, "%s has two units", figure->name);
            cr_expect(figure->text[0] != '\0' && islower((unsigned char)figure->name[0]));
            names += unit == NULL;
        }
    }
    cr_expect_leq(names, AP_MOST_FIGURE_NAMES, "there are too many names of figures");
}

/* Measures the input as a file of the format. `fail_at`: number of the allocation that fails; 0: none. */
static const double *measure_figures(const ap_format *format, ap_view input, size_t fail_at)
{
    static const ap_lint_options options = { .listener = NULL };
    arena_replace();
    arena.fail_at = fail_at;
    return format->figures->measure(input, &options, &arena);
}

/* Returns a figure of an input, which must be measurable. */
static double measure_figure(const char *format_name, ap_view input, const char *name)
{
    const ap_format *format = ap_find_format(format_name);
    const double *figures = measure_figures(format, input, 0);
    cr_assert_not_null(figures, "the %s must be measured", format_name);
    const ap_figure *figure = ap_find_figure(format, name);
    cr_assert_not_null(figure, "%s has no figure %s", format_name, name);
    return figures[figure - format->figures->rows];
}

#define EXPECT_FIGURE(format, input, name, wanted)                                                           \
    cr_expect_float_eq(measure_figure(format, input, name), wanted, 1e-9, "%s is %g", name,                  \
        measure_figure(format, input, name))

Test(figure_rows, a_small_animation_has_its_figures)
{
    const ap_view input = text_view(md5_animation);
    EXPECT_FIGURE("md5anim", input, "bytes", (double)strlen(md5_animation));
    EXPECT_FIGURE("md5anim", input, "joints", 2);
    EXPECT_FIGURE("md5anim", input, "frames", 2);
    EXPECT_FIGURE("md5anim", input, "duration", 1.0 / 24);
    EXPECT_FIGURE("md5anim", input, "rate", 24);
    EXPECT_FIGURE("md5anim", input, "animated", 7);
    EXPECT_FIGURE("md5anim", input, "prunable", 0);
}

/* Joint 0 moves by 1 along x, and joint 1 does not move relative to it. */
Test(figure_rows, a_joint_that_moves_with_its_parent_can_be_pruned)
{
    const ap_view input =
        text_view(text_with_replaced_part(md5_animation, "20 21 22 0.5 0.4 0.3", "10 11 12 0.7 0.1 0.2"));
    EXPECT_FIGURE("md5anim", input, "prunable", 6);
    EXPECT_FIGURE("md5anim", input, "motion", 1);
    EXPECT_FIGURE("md5anim", input, "step", 1);
}

Test(figure_rows, a_small_mesh_has_its_figures)
{
    const ap_view input = text_view(md5_mesh);
    EXPECT_FIGURE("md5mesh", input, "joints", 2);
    EXPECT_FIGURE("md5mesh", input, "meshes", 1);
    EXPECT_FIGURE("md5mesh", input, "materials", 1);
    EXPECT_FIGURE("md5mesh", input, "vertices", 3);
    EXPECT_FIGURE("md5mesh", input, "triangles", 1);
    EXPECT_FIGURE("md5mesh", input, "weights", 4);
    EXPECT_FIGURE("md5mesh", input, "influences", 2);
    EXPECT_FIGURE("md5mesh", input, "mean-influences", 4.0 / 3);
}

/* Generates the first file of a seed, with the usual ranges of the knobs. */
static void generate_usual_file(generated_file *generated, const ap_format *format)
{
    generated_init(generated, format->name, NULL);
    cr_assert(generate_seeded(generated, 1, 0), "%s must be generated", format->name);
}

Test(figure_rows, each_failing_allocation_is_reported)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t f = 0; f < count; f++) {
        AT_END(generated_free) generated_file generated;
        generate_usual_file(&generated, formats[f]);
        const ap_view input = { generated.bytes.bytes, generated.bytes.size };
        cr_assert_not_null(measure_figures(formats[f], input, 0), "a %s must be measured", formats[f]->name);
        const size_t allocations = arena.allocations;
        for (size_t at = 1; at <= allocations; at++) {
            const double *figures = measure_figures(formats[f], input, at);
            cr_expect(figures == NULL && arena.failed, "%s: allocation %zu fails", formats[f]->name, at);
        }
    }
}

Test(figure_rows, a_file_that_is_cut_has_figures_only_if_it_has_no_error)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t f = 0; f < count; f++) {
        AT_END(generated_free) generated_file generated;
        generate_usual_file(&generated, formats[f]);
        const size_t size = generated.bytes.size - 1, step = size / 200 + 1;
        for (size_t cut = 0; cut < size; cut += step) {
            const ap_view input = { generated.bytes.bytes, cut };
            const double *figures = measure_figures(formats[f], input, 0);
            cr_expect_not(arena.failed);
            cr_expect(figures == NULL || is_without_error(formats[f], input),
                "%s: %zu of %zu bytes are measured", formats[f]->name, cut, size + 1);
        }
    }
}

Test(figure_rows, a_part_of_a_camera_has_no_figures)
{
    const ap_format *format = ap_find_format("md5camera");
    const size_t size = strlen(md5_camera) - strlen("\n}\n");
    cr_expect_not_null(measure_figures(format, text_view(md5_camera), 0));
    for (size_t bytes = 0; bytes <= size; bytes++)
        cr_expect_null(
            measure_figures(format, (ap_view){ (const uint8_t *)md5_camera, bytes }, 0), "%zu bytes", bytes);
}
