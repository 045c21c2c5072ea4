/* Tests how the reader chooses between the two layouts of an MRTK file: the published one and the one that MRTK writes. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "validators/mrtk/mrtk.h"

#define PUBLISHED_WARNING                                                                                    \
    {                                                                                                        \
        "mrtk/layout-published", 8, 8, "version", 0, 0                                                       \
    }
#define NO_KEYS                                                                                              \
    {                                                                                                        \
        "mrtk/no-keys", 8, 8, "version", 0, 0                                                                \
    }
#define LIST(...) ((const expected[]){ __VA_ARGS__, { .rule = NULL } })

static bool are_texts_equal(const char *a, const char *b)
{
    return (a == NULL || b == NULL) ? a == b : strcmp(a, b) == 0;
}

/* Lints the file with the option `choice` and checks the reported layout and version; NULL: not reported. */
static void check_layout(
    ap_view input, ap_mrtk_variant choice, const char *variant, const char *version, const char *what)
{
    AT_END(lint_end) lint_run run;
    const ap_lint_options options = { .choices[AP_MRTK_VARIANT_CHOICE] = choice };
    lint_begin(&run, &ap_mrtk_format, input, &options);
    cr_assert(are_texts_equal(run.result.variant, variant), "%s: the layout is %s", what,
        run.result.variant != NULL ? run.result.variant : "none");
    cr_assert(are_texts_equal(run.result.version, version), "%s: the version is %s", what,
        run.result.version != NULL ? run.result.version : "none");
    if (choice == AP_MRTK_AUTO && variant != NULL && strcmp(variant, "published") == 0)
        check_rule(&run.findings, (expected)PUBLISHED_WARNING, what);
    else
        check_rule_absent(&run.findings, "mrtk/layout-published", what);
}

static void check_layout_and_free(file_build *file, const char *variant, const char *what)
{
    check_layout(file_build_view(file), AP_MRTK_AUTO, variant, "1.1", what);
    file_build_free(file);
}

Test(mrtk_layout, the_layout_that_ends_at_the_end_of_the_file_is_chosen)
{
    file_build file;
    build_mrtk_10(&file);
    check_layout(file_build_view(&file), AP_MRTK_AUTO, "writer", "1.0", "version 1.0 in the writer's layout");
    file_build_free(&file);
    build_mrtk_10_published(&file);
    check_layout(
        file_build_view(&file), AP_MRTK_AUTO, "published", "1.0", "version 1.0 in the published layout");
    file_build_free(&file);
    build_mrtk_11(&file);
    check_layout_and_free(&file, "writer", "version 1.1 in the writer's layout");
    build_mrtk_11_published(&file);
    check_layout_and_free(&file, "published", "version 1.1 in the published layout");
}

Test(mrtk_layout, an_error_does_not_matter_if_a_layout_ends_at_the_end_of_the_file)
{
    file_build file;
    build_mrtk_11_published(&file);
    set_i32(&file, "camera.position_x.pre_wrap", 16);
    check_layout_and_free(
        &file, "published", "a file in the published layout with an error in the first curve");
    build_mrtk_11(&file);
    set_i32(&file, "camera.position_x.post_wrap", -1);
    check_layout_and_free(&file, "writer", "a file in the writer's layout with an error in the first curve");
}

/* Builds a file that both layouts read to its end: a gaze with one key in the first curve, of 8 or 28 bytes. The same bytes are
   a marker with a name of 11 bytes in the writer's layout, and the last two curves in the published layout. */
static void build_file_of_both_layouts(file_build *file)
{
    static const uint8_t zeros[100];
    build_mrtk_11_bare(file);
    file_build_truncate(file, 19);
    set_u8(file, "has_gaze", 1);
    file_build_append(file, zeros, sizeof zeros);
    uint8_t *curves = file->bytes + 19;
    curves[8] = 1;   /* key_count of the first curve */
    curves[80] = 1;  /* marker_count, or post_wrap of the fifth curve */
    curves[88] = 11; /* length of the name, or pre_wrap of the sixth curve */
}

Test(mrtk_layout, the_writers_layout_is_chosen_if_both_end_at_the_end_of_the_file)
{
    AT_END(file_build_free) file_build file;
    build_file_of_both_layouts(&file);
    check_layout(
        file_build_view(&file), AP_MRTK_AUTO, "writer", "1.1", "a file that both layouts read to its end");
    expect_findings(&ap_mrtk_format, file_build_view(&file), NULL,
        LIST({ "mrtk/component-mismatch", 19 + 20 + 8, 4, "gaze.origin_y.key_count", 0, 0 },
            { "mrtk/no-duration", 8, 8, "version", 0, 0 }),
        "a file of both layouts, read in the writer's layout");
    expect_findings(&ap_mrtk_format, file_build_view(&file),
        &(ap_lint_options){ .choices[AP_MRTK_VARIANT_CHOICE] = AP_MRTK_PUBLISHED },
        LIST({ "mrtk/components-apart", 19 + 40 + 8, 4, "gaze.origin_y.key_count", 0, 0 },
            { "mrtk/wrap-mode-combined", 19 + 88, 4, "gaze.direction_z.pre_wrap", 0, 0 },
            { "mrtk/no-duration", 8, 8, "version", 0, 0 }),
        "a file of both layouts, read in the published layout");
}

/* Neither layout ends at the end of the file. The layout that reads more complete curves before its first error is chosen. */
Test(mrtk_layout, the_layout_with_more_complete_curves_is_chosen)
{
    file_build file;
    build_mrtk_11_published(&file);
    file_build_truncate(&file, file.size - 1);
    check_layout_and_free(&file, "published", "12 complete curves in the published layout");
    build_mrtk_11(&file);
    file_build_truncate(&file, offset_of_field(&file, "camera.position_y.keys[0].time"));
    check_layout_and_free(&file, "writer", "1 complete curve in the writer's layout");
    build_mrtk_11_published(&file);
    file_build_truncate(&file, offset_of_field(&file, "camera.position_z.keys[2].weighted_mode"));
    check_layout_and_free(&file, "published",
        "2 complete curves in the published layout; 1 in the writer's layout, then an unknown wrap mode");
    build_mrtk_11_published(&file);
    set_f32(&file, "camera.position_x.keys[1].value", NAN);
    set_i32(&file, "camera.position_y.pre_wrap", 3);
    file_build_append(&file, "", 1);
    check_layout_and_free(&file, "published", "warnings in the published layout");
}

/* Neither layout ends at the end of the file. The layout that reads more curves and keys without an error or an unlikely value is
   chosen. */
Test(mrtk_layout, the_layout_with_more_valid_curves_and_keys_is_chosen)
{
    file_build file;
    build_mrtk_11_published(&file);
    file_build_truncate(&file, offset_of_field(&file, "camera.position_y.keys[2].weighted_mode"));
    check_layout_and_free(
        &file, "published", "1 curve without a finding in the published layout, none in the writer's layout");
    build_mrtk_11_published(&file);
    file_build_truncate(&file, offset_of_field(&file, "camera.position_x.keys[2].weighted_mode"));
    check_layout_and_free(
        &file, "published", "2 keys without a finding in the published layout, 1 in the writer's layout");
    build_mrtk_11_published(&file);
    file_build_truncate(&file, offset_of_field(&file, "camera.position_x.keys[1].weighted_mode"));
    check_layout_and_free(&file, "writer", "1 key without a finding in either layout");
}

/* An error in the first curve ends the count of complete curves in both layouts. */
Test(mrtk_layout, the_writers_layout_is_chosen_if_both_have_equally_many_curves)
{
    file_build file;
    build_mrtk_11_published(&file);
    set_i32(&file, "camera.position_x.pre_wrap", 16);
    file_build_append(&file, "", 1);
    check_layout_and_free(&file, "writer", "no complete curve before the first error in either layout");
    build_mrtk_10_published(&file);
    file_build_append(&file, "", 1);
    check_layout(
        file_build_view(&file), AP_MRTK_AUTO, "writer", "1.0", "389 complete curves in either layout");
    file_build_free(&file);
    build_mrtk_11(&file);
    file_build_truncate(&file, 17);
    check_layout_and_free(&file, "writer", "a file that ends inside the flags");
}

Test(mrtk_layout, a_wrong_flag_does_not_count_as_an_error)
{
    file_build file;
    build_mrtk_11_published(&file);
    set_u8(&file, "has_camera", 7);
    file_build_append(&file, "", 1);
    check_layout_and_free(&file, "published", "a file in the published layout with a flag of 7");
}

Test(mrtk_layout, a_layout_given_by_option_is_used)
{
    AT_END(file_build_free) file_build file;
    const ap_lint_options writer = { .choices[AP_MRTK_VARIANT_CHOICE] = AP_MRTK_WRITER };
    const ap_lint_options published = { .choices[AP_MRTK_VARIANT_CHOICE] = AP_MRTK_PUBLISHED };
    build_mrtk_10(&file);
    check_layout(file_build_view(&file), AP_MRTK_PUBLISHED, "published", "1.0",
        "a file in the writer's layout, read in the published layout");
    expect_findings(&ap_mrtk_format, file_build_view(&file), &published,
        LIST({ "mrtk/trailing-bytes", offset_of_field(&file, "marker_count"), 22, "", 0, 0 }),
        "markers must be trailing bytes in the published layout");
    file_build_free(&file);
    build_mrtk_10_published(&file);
    check_layout(file_build_view(&file), AP_MRTK_WRITER, "writer", "1.0",
        "a file in the published layout, read in the writer's layout");
    expect_findings(&ap_mrtk_format, file_build_view(&file), &writer,
        LIST({ "mrtk/truncated", file.size, 0, "marker_count", 0, 0 }), "markers are missing");
}

Test(mrtk_layout, a_file_of_version_1_1_and_19_bytes_is_published)
{
    file_build file;
    const ap_lint_options writer = { .choices[AP_MRTK_VARIANT_CHOICE] = AP_MRTK_WRITER };
    mrtk_build(&file, &(mrtk_spec){ .minor = 1, .published = true });
    cr_assert_eq(file.size, 19);
    expect_findings(&ap_mrtk_format, file_build_view(&file), NULL, LIST(PUBLISHED_WARNING, NO_KEYS),
        "19 bytes without option");
    expect_findings(&ap_mrtk_format, file_build_view(&file), &writer,
        LIST(NO_KEYS, { "mrtk/truncated", 19, 0, "marker_count", 0, 0 }),
        "a file of 19 bytes, read in the writer's layout");
    file_build_free(&file);
    build_mrtk_11_bare(&file);
    cr_assert_eq(file.size, 23);
    check_layout_and_free(&file, "writer", "a file of 23 bytes");
}

/* The sizes are computed from the description of the format. */
Test(mrtk_layout, the_smallest_file_of_each_combination_of_flags_has_no_error)
{
    static const size_t sizes[8] = { 23, 95, 4607, 4679, 107, 179, 4691, 4763 };
    file_build file;
    mrtk_build(&file, &(mrtk_spec){ .minor = 0 });
    cr_assert_eq(file.size, 4688);
    expect_findings(&ap_mrtk_format, file_build_view(&file), NULL, LIST(NO_KEYS), "version 1.0 without keys");
    file_build_free(&file);
    for (unsigned flags = 0; flags < 8; flags++) {
        mrtk_build(&file,
            &(mrtk_spec){
                .minor = 1, .camera = (flags & 4) != 0, .hand = (flags & 2) != 0, .gaze = (flags & 1) != 0 });
        cr_assert_eq(file.size, sizes[flags]);
        expect_findings(
            &ap_mrtk_format, file_build_view(&file), NULL, LIST(NO_KEYS), "version 1.1 without keys");
        file_build_free(&file);
    }
}

Test(mrtk_layout, no_layout_is_reported_if_reading_stops_in_the_header)
{
    AT_END(file_build_free) file_build file;
    build_mrtk_11(&file);
    check_layout((ap_view){ file.bytes, 0 }, AP_MRTK_AUTO, NULL, NULL, "an empty file");
    check_layout(
        (ap_view){ file.bytes, 15 }, AP_MRTK_WRITER, NULL, NULL, "a file that ends inside the version");
    check_layout(
        (ap_view){ file.bytes, 16 }, AP_MRTK_AUTO, "writer", "1.1", "a file that ends after the version");
    set_i32(&file, "version.minor", AP_MRTK_VERSIONS);
    check_layout(file_build_view(&file), AP_MRTK_PUBLISHED, NULL, NULL, "a wrong version");
    set_u64(&file, "magic", 0);
    check_layout(file_build_view(&file), AP_MRTK_PUBLISHED, NULL, NULL, "a wrong magic");
}
