/* mrtk.md, "The page and the writer disagree": which of the two layouts a file is read in. */
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

static bool same_text(const char *a, const char *b)
{
    return (a == NULL || b == NULL) ? a == b : strcmp(a, b) == 0;
}

/* Lints the file under the option and asks which layout and version were named; NULL: none. */
static void check_layout(
    ap_view input, ap_mrtk_variant choice, const char *variant, const char *version, const char *what)
{
    lint_run run;
    const ap_lint_options options = { .choices[AP_MRTK_VARIANT_CHOICE] = choice };
    lint_begin(&run, &ap_mrtk_format, input, &options);
    cr_assert(same_text(run.result.variant, variant), "%s: the layout is %s", what,
        run.result.variant != NULL ? run.result.variant : "none");
    cr_assert(same_text(run.result.version, version), "%s: the version is %s", what,
        run.result.version != NULL ? run.result.version : "none");
    if (variant != NULL && strcmp(variant, "published") == 0)
        check_rule(&run.findings, (expected)PUBLISHED_WARNING, what);
    else
        check_silent(&run.findings, "mrtk/layout-published", what);
    lint_end(&run);
}

static void check_built(file_build *file, const char *variant, const char *what)
{
    check_layout(build_view(file), AP_MRTK_AUTO, variant, "1.1", what);
    build_free(file);
}

Test(mrtk_layout, what_consumes_the_file_exactly_is_it)
{
    file_build file;
    mrtk_10(&file);
    check_layout(build_view(&file), AP_MRTK_AUTO, "writer", "1.0", "1.0 as written");
    build_free(&file);
    mrtk_10_published(&file);
    check_layout(build_view(&file), AP_MRTK_AUTO, "published", "1.0", "1.0 as published");
    build_free(&file);
    mrtk_11(&file);
    check_built(&file, "writer", "1.1 as written");
    mrtk_11_published(&file);
    check_built(&file, "published", "1.1 as published");
}

/* An error of any rule does not matter where one layout ends at the end of the file. */
Test(mrtk_layout, exactly_comes_before_errors)
{
    file_build file;
    mrtk_11_published(&file);
    set_i32(&file, "camera.position_x.pre_wrap", 16);
    check_built(&file, "published", "an error in the first curve");
    mrtk_11(&file);
    set_i32(&file, "camera.position_x.post_wrap", -1);
    check_built(&file, "writer", "an error in the first curve");
}

/* A gaze of which the first curve has one key, of 8 or of 28 bytes; all else is zero but where the one reads
   a marker of an 11-byte name and the other the last two curves. */
static void both_ways(file_build *file)
{
    static const uint8_t zeros[100];
    mrtk_11_bare(file);
    build_cut(file, 19);
    set_u8(file, "has_gaze", 1);
    build_append(file, zeros, sizeof zeros);
    uint8_t *curves = file->bytes + 19;
    curves[8] = 1;   /* key_count of the first curve */
    curves[80] = 1;  /* marker_count, or post_wrap of the fifth curve */
    curves[88] = 11; /* length of the name, or pre_wrap of the sixth curve */
}

Test(mrtk_layout, both_consume_the_file_exactly)
{
    file_build file;
    both_ways(&file);
    check_layout(build_view(&file), AP_MRTK_AUTO, "writer", "1.1", "both do");
    expect_findings(&ap_mrtk_format, build_view(&file), NULL,
        LIST({ "mrtk/component-mismatch", 19 + 20 + 8, 4, "gaze.origin_y.key_count", 0, 0 }), "as written");
    expect_findings(&ap_mrtk_format, build_view(&file),
        &(ap_lint_options){ .choices[AP_MRTK_VARIANT_CHOICE] = AP_MRTK_PUBLISHED },
        LIST(PUBLISHED_WARNING,
            { "mrtk/component-mismatch", 19 + 40 + 8, 4, "gaze.origin_y.key_count", 0, 0 },
            { "mrtk/wrap-mode-combined", 19 + 88, 4, "gaze.direction_z.pre_wrap", 0, 0 }),
        "as published");
    build_free(&file);
}

/* Neither does: "the one that reads more whole curves before its first error finding of any rule". */
Test(mrtk_layout, more_whole_curves)
{
    file_build file;
    mrtk_11_published(&file);
    build_cut(&file, file.size - 1);
    check_built(&file, "published", "12 whole curves");
    mrtk_11(&file);
    build_cut(&file, offset_of(&file, "camera.position_y.keys[0].time"));
    check_built(&file, "writer", "1 whole curve");
    mrtk_11_published(&file);
    build_cut(&file, offset_of(&file, "camera.position_z.keys[2].weighted_mode"));
    check_built(&file, "published", "2 whole curves; as written there is 1 before an unknown wrap mode");
    mrtk_11_published(&file);
    set_f32(&file, "camera.position_x.keys[1].value", NAN);
    set_i32(&file, "camera.position_y.pre_wrap", 3);
    build_append(&file, "", 1);
    check_built(&file, "published", "warnings are no errors");
}

/* An error that both meet in the first curve ends the counting for both: a tie. */
Test(mrtk_layout, a_tie_is_the_writers)
{
    file_build file;
    mrtk_11_published(&file);
    set_i32(&file, "camera.position_x.pre_wrap", 16);
    build_append(&file, "", 1);
    check_built(&file, "writer", "no whole curve before an error");
    mrtk_11_published(&file);
    build_cut(&file, offset_of(&file, "camera.position_y.keys[2].weighted_mode"));
    check_built(&file, "writer", "1 whole curve either way");
    mrtk_10_published(&file);
    build_append(&file, "", 1);
    check_layout(build_view(&file), AP_MRTK_AUTO, "writer", "1.0", "389 curves either way");
    build_free(&file);
    mrtk_11(&file);
    build_cut(&file, 17);
    check_built(&file, "writer", "a flag is missing");
}

Test(mrtk_layout, flags_do_not_count_as_errors)
{
    file_build file;
    mrtk_11_published(&file);
    set_u8(&file, "has_camera", 7);
    build_append(&file, "", 1);
    check_built(&file, "published", "a flag of 7");
}

Test(mrtk_layout, a_forced_layout_is_used)
{
    file_build file;
    const ap_lint_options writer = { .choices[AP_MRTK_VARIANT_CHOICE] = AP_MRTK_WRITER };
    const ap_lint_options published = { .choices[AP_MRTK_VARIANT_CHOICE] = AP_MRTK_PUBLISHED };
    mrtk_10(&file);
    check_layout(build_view(&file), AP_MRTK_PUBLISHED, "published", "1.0", "forced");
    expect_findings(&ap_mrtk_format, build_view(&file), &published,
        LIST(PUBLISHED_WARNING, { "mrtk/trailing-bytes", offset_of(&file, "marker_count"), 22, "", 0, 0 }),
        "markers are trailing bytes");
    build_free(&file);
    mrtk_10_published(&file);
    check_layout(build_view(&file), AP_MRTK_WRITER, "writer", "1.0", "forced");
    expect_findings(&ap_mrtk_format, build_view(&file), &writer,
        LIST({ "mrtk/truncated", file.size, 0, "marker_count", 0, 0 }), "markers are missing");
    build_free(&file);
}

Test(mrtk_layout, a_11_file_of_19_bytes_is_published)
{
    file_build file;
    const ap_lint_options writer = { .choices[AP_MRTK_VARIANT_CHOICE] = AP_MRTK_WRITER };
    mrtk_build(&file, &(mrtk_spec){ .minor = 1, .published = true });
    cr_assert_eq(file.size, 19);
    expect_findings(&ap_mrtk_format, build_view(&file), NULL, LIST(PUBLISHED_WARNING, NO_KEYS), "auto");
    expect_findings(&ap_mrtk_format, build_view(&file), &writer,
        LIST(NO_KEYS, { "mrtk/truncated", 19, 0, "marker_count", 0, 0 }), "forced");
    build_free(&file);
    mrtk_11_bare(&file);
    cr_assert_eq(file.size, 23);
    check_built(&file, "writer", "23 bytes");
}

/* The smallest files of the page */
Test(mrtk_layout, the_smallest_files_have_the_sizes_of_the_page)
{
    static const size_t sizes[8] = { 23, 95, 4607, 4679, 107, 179, 4691, 4763 };
    file_build file;
    mrtk_build(&file, &(mrtk_spec){ .minor = 0 });
    cr_assert_eq(file.size, 4688);
    expect_findings(&ap_mrtk_format, build_view(&file), NULL, LIST(NO_KEYS), "1.0");
    build_free(&file);
    for (unsigned flags = 0; flags < 8; flags++) {
        mrtk_build(&file,
            &(mrtk_spec){
                .minor = 1, .camera = (flags & 4) != 0, .hand = (flags & 2) != 0, .gaze = (flags & 1) != 0 });
        cr_assert_eq(file.size, sizes[flags]);
        expect_findings(&ap_mrtk_format, build_view(&file), NULL, LIST(NO_KEYS), "1.1");
        build_free(&file);
    }
}

Test(mrtk_layout, none_is_named_when_reading_stops_before_it)
{
    file_build file;
    mrtk_11(&file);
    check_layout((ap_view){ file.bytes, 0 }, AP_MRTK_AUTO, NULL, NULL, "empty");
    check_layout((ap_view){ file.bytes, 15 }, AP_MRTK_WRITER, NULL, NULL, "in the version");
    check_layout((ap_view){ file.bytes, 16 }, AP_MRTK_AUTO, "writer", "1.1", "behind the version");
    set_i32(&file, "version.minor", 2);
    check_layout(build_view(&file), AP_MRTK_PUBLISHED, NULL, NULL, "a wrong version");
    set_u64(&file, "magic", 0);
    check_layout(build_view(&file), AP_MRTK_PUBLISHED, NULL, NULL, "a wrong magic");
    build_free(&file);
}
