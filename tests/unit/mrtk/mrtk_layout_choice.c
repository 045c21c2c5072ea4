/* Tests how the reader chooses between the two layouts of an MRTK file: the published one and the one that MRTK writes. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/rule_case.h"
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

/* A file, and the layout and version that the reader reports. */
static const struct {
    const char *name;
    void (*build)(file_build *file);
    const char *variant, *version; /* NULL: not reported */
    edit edits[CASE_EDITS];
    ap_mrtk_variant choice;
} cases[] = {
    /* The layout that ends at the end of the file is chosen, also if the file has an error. */
    { "version 1.0 in the writer's layout", build_mrtk_10, "writer", .version = "1.0" },
    { "version 1.0 in the published layout", build_mrtk_10_published, "published", .version = "1.0" },
    { "version 1.1 in the writer's layout", build_mrtk_11, "writer", .version = "1.1" },
    { "version 1.1 in the published layout", build_mrtk_11_published, "published", .version = "1.1" },
    { "a file of 23 bytes", build_mrtk_11_bare, "writer", .version = "1.1" },
    { "a file in the published layout with an error in the first curve", build_mrtk_11_published, "published",
        .version = "1.1", { INT("camera.position_x.pre_wrap", 16) } },
    { "a file in the writer's layout with an error in the first curve", build_mrtk_11, "writer",
        .version = "1.1", { INT("camera.position_x.post_wrap", -1) } },
    { "a file that both layouts read to its end", build_file_of_both_layouts, "writer", .version = "1.1" },
    /* Neither layout ends at the end of the file. The layout that reads more complete curves before its first error is chosen;
       the writer's if both read equally many. */
    { "12 complete curves in the published layout", build_mrtk_11_published, "published", .version = "1.1",
        { CUT("gaze.direction_z.keys[2].weighted_mode", 3) } },
    { "1 complete curve in the writer's layout", build_mrtk_11, "writer", .version = "1.1",
        { CUT("camera.position_y.keys[0].time", 0) } },
    { "2 complete curves in the published layout; 1 in the writer's layout, then an unknown wrap mode",
        build_mrtk_11_published, "published", .version = "1.1",
        { CUT("camera.position_z.keys[2].weighted_mode", 0) } },
    { "warnings in the published layout", build_mrtk_11_published, "published", .version = "1.1",
        { F32("camera.position_x.keys[1].value", NAN), INT("camera.position_y.pre_wrap", 3), APPEND("\0") } },
    { "a file in the published layout with a flag of 7", build_mrtk_11_published, "published",
        .version = "1.1", { BYTE("has_camera", 7), APPEND("\0") } },
    { "no complete curve before the first error in either layout", build_mrtk_11_published, "writer",
        .version = "1.1", { INT("camera.position_x.pre_wrap", 16), APPEND("\0") } },
    { "389 complete curves in either layout", build_mrtk_10_published, "writer", .version = "1.0",
        { APPEND("\0") } },
    { "a file that ends inside the flags", build_mrtk_11, "writer", .version = "1.1",
        { CUT("has_hand", 0) } },
    /* The layout that can be read to the end of the file with another value of one key count is chosen. */
    { "the writer's layout reads more curves before its first error", build_mrtk_11_published, "published",
        .version = "1.1", { INT("camera.position_x.key_count", 0) } },
    /* The layout that reads more curves and keys without an error or an unlikely value is chosen. */
    { "1 curve without a finding in the published layout, none in the writer's layout",
        build_mrtk_11_published, "published", .version = "1.1",
        { CUT("camera.position_y.keys[2].weighted_mode", 0) } },
    { "2 keys without a finding in the published layout, 1 in the writer's layout", build_mrtk_11_published,
        "published", .version = "1.1", { CUT("camera.position_x.keys[2].weighted_mode", 0) } },
    { "1 key without a finding in either layout", build_mrtk_11_published, "writer", .version = "1.1",
        { CUT("camera.position_x.keys[1].weighted_mode", 0) } },
    /* The option gives the layout. */
    { "a file in the writer's layout, read in the published layout", build_mrtk_10, "published",
        .version = "1.0", .choice = AP_MRTK_PUBLISHED },
    { "a file in the published layout, read in the writer's layout", build_mrtk_10_published, "writer",
        .version = "1.0", .choice = AP_MRTK_WRITER },
    /* No layout is reported if reading stops in the header. */
    { "an empty file", build_mrtk_11, NULL, .version = NULL, { CUT("magic", 0) } },
    { "a file that ends inside the version", build_mrtk_11, NULL, .version = NULL,
        { CUT("version.minor", 3) }, AP_MRTK_WRITER },
    { "a file that ends after the version", build_mrtk_11, "writer", .version = "1.1",
        { CUT("has_camera", 0) } },
    { "a wrong version", build_mrtk_11, NULL, .version = NULL, { INT("version.minor", AP_MRTK_VERSIONS) },
        AP_MRTK_PUBLISHED },
    { "a wrong magic", build_mrtk_11, NULL, .version = NULL, { BITS64("magic", 0) }, AP_MRTK_PUBLISHED },
};

Test(mrtk_layout, the_layout_that_explains_most_of_the_file_is_chosen)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AT_END(file_build_free) file_build file;
        AT_END(lint_end) lint_run run;
        const char *what = cases[i].name, *variant = cases[i].variant;
        const ap_lint_options options = { .choices[AP_MRTK_VARIANT_CHOICE] = cases[i].choice };
        cases[i].build(&file);
        apply_edits(&file, cases[i].edits);
        lint_begin(&run, &ap_mrtk_format, file_build_view(&file), &options);
        cr_expect(are_texts_equal(run.result.variant, variant), "%s: the layout is %s", what,
            run.result.variant != NULL ? run.result.variant : "none");
        cr_expect(are_texts_equal(run.result.version, cases[i].version), "%s: the version is %s", what,
            run.result.version != NULL ? run.result.version : "none");
        if (cases[i].choice == AP_MRTK_AUTO && variant != NULL && strcmp(variant, "published") == 0)
            check_rule(&run.findings, (expected)PUBLISHED_WARNING, what);
        else
            check_rule_absent(&run.findings, "mrtk/layout-published", what);
    }
}

static const ap_lint_options writer = { .choices[AP_MRTK_VARIANT_CHOICE] = AP_MRTK_WRITER };
static const ap_lint_options published = { .choices[AP_MRTK_VARIANT_CHOICE] = AP_MRTK_PUBLISHED };

Test(mrtk_layout, a_file_of_both_layouts_has_the_findings_of_the_layout_in_use)
{
    AT_END(file_build_free) file_build file;
    build_file_of_both_layouts(&file);
    expect_findings(&ap_mrtk_format, file_build_view(&file), NULL,
        LIST({ "mrtk/component-mismatch", 19 + 20 + 8, 4, "gaze.origin_y.key_count", 0, 0 },
            { "mrtk/no-duration", 8, 8, "version", 0, 0 }),
        "a file of both layouts, read in the writer's layout");
    expect_findings(&ap_mrtk_format, file_build_view(&file), &published,
        LIST({ "mrtk/components-apart", 19 + 40 + 8, 4, "gaze.origin_y.key_count", 0, 0 },
            { "mrtk/wrap-mode-combined", 19 + 88, 4, "gaze.direction_z.pre_wrap", 0, 0 },
            { "mrtk/no-duration", 8, 8, "version", 0, 0 }),
        "a file of both layouts, read in the published layout");
}

Test(mrtk_layout, a_layout_given_by_option_is_used)
{
    AT_END(file_build_free) file_build file;
    build_mrtk_10(&file);
    expect_findings(&ap_mrtk_format, file_build_view(&file), &published,
        LIST({ "mrtk/trailing-bytes", offset_of_field(&file, "marker_count"), 22, "", 0, 0 }),
        "markers must be trailing bytes in the published layout");
    file_build_free(&file);
    build_mrtk_10_published(&file);
    expect_findings(&ap_mrtk_format, file_build_view(&file), &writer,
        LIST({ "mrtk/truncated", file.size, 0, "marker_count", 0, 0 }), "markers are missing");
}

Test(mrtk_layout, a_file_of_version_1_1_and_19_bytes_is_published)
{
    AT_END(file_build_free) file_build file;
    mrtk_build(&file, &(mrtk_spec){ .minor = 1, .published = true });
    cr_assert_eq(file.size, 19);
    expect_findings(&ap_mrtk_format, file_build_view(&file), NULL, LIST(PUBLISHED_WARNING, NO_KEYS),
        "19 bytes without option");
    expect_findings(&ap_mrtk_format, file_build_view(&file), &writer,
        LIST(NO_KEYS, { "mrtk/truncated", 19, 0, "marker_count", 0, 0 }),
        "a file of 19 bytes, read in the writer's layout");
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
