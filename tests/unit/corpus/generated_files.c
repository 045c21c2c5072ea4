/* Generated files have no errors. Files with plausible values have only findings of the rule that the knobs provoke; wild files,
   which may have any legal value, may have warnings and notes. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/support/generated_file.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"
#include "tests/unit/support/test_choices.h"
#include "tests/unit/support/test_sample.h"
#include "validators/companion_use.h"
#include "validators/memg/memg.h"
#include "validators/memg/obj/obj.h"
#include "validators/registry.h"

enum { FILES = 120, LONGEST_BYTES = 300 };

ARENA_SUITE(generated_files);

/* Settings of knobs for generated files, with the options and expected results of linting the files. */
typedef struct knob_setting {
    const char *format, *knobs;
    ap_lint_options options;
    const char *version, *variant; /* expected results of linting; NULL: any */
    const char *only;              /* the only rule that plausible files may break */
} knob_setting;

static const knob_setting settings[] = {
    { .format = "mrtk" },
    { .format = "mrtk", .knobs = "version=1.0 keys=1..300", .version = "1.0", .variant = "writer" },
    { .format = "mrtk",
        .knobs = "version=1.1 has_hand=no keys=0..3",
        .version = "1.1",
        .only = "mrtk/no-keys" },
    { .format = "mrtk",
        .knobs = "layout=published keys=1..20",
        .variant = "published",
        .only = "mrtk/layout-published" },
    { .format = "mrtk",
        .knobs = "version=1.1 has_camera=no has_hand=no has_gaze=no markers=0..9 name_bytes=0..200",
        .only = "mrtk/no-keys" },
    { .format = "memg", .variant = "little-endian" },
    { .format = "memg", .knobs = "byte_order=big", .variant = "big-endian", .only = "memg/byte-order" },
    { .format = "memg",
        .knobs = "matrix_order=row modes=2..20 vertices=10..40 timesteps=8..30",
        .options = { .choices[AP_MEMG_ORDER_CHOICE] = AP_MEMG_ROW } },
    { .format = "memg",
        .knobs = "matrix_order=row modes=3 vertices=10 timesteps=8",
        .only = "memg/matrix-order" },
    { .format = "memg", .knobs = "modes=0", .only = "memg/rigid-group" },
    { .format = "memg", .knobs = "vertices=1..2 modes=1..9 timesteps=1 groups=1..20" },
    { .format = "md5anim" },
    { .format = "md5anim", .knobs = "joints=1 frames=1..60" },
    { .format = "md5anim", .knobs = "joints=120 frames=2" },
    { .format = "md5anim", .knobs = "joints=128..200 frames=1 style=id", .only = "md5anim/joint-limit" },
};

enum { SETTINGS = sizeof settings / sizeof *settings };

/* Expects no finding of a rule other than s->only. Wild files may also have warnings and notes. */
static void expect_only_allowed_findings(
    const knob_setting *s, const lint_run *run, bool wild, uint64_t number)
{
    for (const ap_finding *finding = run->findings.first; finding != NULL; finding = finding->next)
        cr_assert((wild && finding->rule->severity != AP_ERROR)
                      || (s->only != NULL && strcmp(finding->rule->id, s->only) == 0),
            "%s %s, %sfile %d: unexpected finding %s at %zu (%s)", s->format, s->knobs, wild ? "wild " : "",
            (int)number, finding->rule->id, finding->span.offset, finding->message);
}

static void expect_valid_file(const knob_setting *s, const generated_file *file, uint64_t number)
{
    lint_run run;
    lint_begin(&run, file->generator->format, buffer_view(&file->bytes), &s->options);
    expect_only_allowed_findings(s, &run, file->wild, number);
    if (s->version != NULL)
        cr_assert_str_eq(run.result.version, s->version);
    if (s->variant != NULL)
        cr_assert_str_eq(run.result.variant, s->variant);
    lint_end(&run);
}

/* Expects binary files to be written back byte for byte. */
static void expect_same_rewrite_if_binary(const knob_setting *s, generated_file *file)
{
    if (!file->generator->format->text)
        expect_rewritten_same(file->generator->format, buffer_view(&file->bytes), &s->options, s->format);
}

static void check_knob_settings(bool wild)
{
    for (size_t i = 0; i < SETTINGS; i++) {
        generated_file file;
        generated_init(&file, settings[i].format, settings[i].knobs);
        file.wild = wild;
        for (uint64_t number = 1, files = sample_size(FILES); number <= files; number++) {
            cr_assert(generate_seeded(&file, 20261121, number));
            expect_valid_file(&settings[i], &file, number);
            expect_same_rewrite_if_binary(&settings[i], &file);
        }
        generated_free(&file);
    }
}

Test(generated_files, plausible_files_have_only_findings_of_their_knobs)
{
    check_knob_settings(false);
}

/* The seed determines version, layout and sections of a recording, and whether the recording has hands. */
Test(generated_files, recordings_of_a_thousand_seeds_have_no_findings)
{
    generated_file file;
    generated_init(&file, "mrtk", NULL);
    for (uint64_t seed = 1, seeds = sample_size(1000); seed <= seeds; seed++) {
        cr_assert(generate_seeded(&file, seed, 1));
        expect_valid_file(&settings[0], &file, seed);
    }
    generated_free(&file);
}

Test(generated_files, wild_files_have_no_errors)
{
    check_knob_settings(true);
}

/* Files generated from a fuzzer's bytes, also from no bytes, have no error and at most 4 MiB. */
static void check_generated_from_bytes(bool wild)
{
    const size_t most_bytes = 4 << 20;
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    choices random = { 4 };
    for (size_t i = 0; i < count; i++) {
        generated_file file;
        generated_init(&file, formats[i]->name, NULL);
        file.wild = wild;
        for (uint64_t number = 0; number < FILES; number++) {
            uint8_t bytes[LONGEST_BYTES];
            const size_t size = number == 0 ? 0 : random_number_below(&random, LONGEST_BYTES);
            for (size_t b = 0; b < size; b++)
                bytes[b] = number == 1 ? 0xff : (uint8_t)next_random_number(&random);
            cr_assert(generate_from_bytes(&file, (ap_view){ bytes, size }));
            cr_assert_leq(file.bytes.size, most_bytes);
            expect_valid_file(
                &(knob_setting){ .format = formats[i]->name, .only = wild ? NULL : "memg/rigid-group" },
                &file, number);
        }
        generated_free(&file);
    }
}

Test(generated_files, files_of_random_bytes_have_at_most_a_rigid_group)
{
    check_generated_from_bytes(false);
}

Test(generated_files, wild_files_of_random_bytes_have_no_errors)
{
    check_generated_from_bytes(true);
}

/* A plausible motion with its .obj has no finding but memg/no-groups, a wild one no error. The .obj has no error and no
   warning. */
Test(generated_files, motions_with_their_scenes_have_no_errors)
{
    generated_file file;
    size_t fitting = 0;
    generated_init(&file, "memg", "groups=0..5 vertices=1..30");
    for (uint64_t number = 1; number <= 2 * FILES; number++) {
        file.wild = number > FILES;
        cr_assert(generate_seeded(&file, 9, number));
        if (!file.companion_fits)
            continue;
        fitting++;
        arena_replace();
        ap_companion_use use;
        cr_assert(ap_parse_companion_for_use(
            &use, ap_memg_format.companion, buffer_view(&file.companion), &findings));
        const knob_setting s = {
            .format = "memg", .only = file.wild ? NULL : "memg/no-groups", .options = { .companions = &use }
        };
        expect_valid_file(&s, &file, number);
        cr_assert_eq(findings.counts[AP_ERROR] + findings.counts[AP_WARNING], 0,
            "file %d: the .obj must have no error and no warning", (int)number);
    }
    cr_assert_gt(fitting, FILES + FILES / 4);
    generated_free(&file);
}

/* Without memory a generator returns false. */
Test(generated_files, generating_fails_without_memory)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        generated_file file;
        generated_init(&file, formats[i]->name, NULL);
        file.wild = true;
        for (uint64_t number = 1; number <= 5; number++) {
            size_t failing = 0;
            do {
                file.arena.allocations = 0;
                file.arena.fail_at = ++failing;
                cr_assert_neq(generate_seeded(&file, 3, number), file.arena.failed,
                    "%s: generating must fail exactly if allocation %zu fails", formats[i]->name, failing);
            } while (file.arena.failed);
            file.arena.fail_at = 0;
        }
        generated_free(&file);
    }
}
