/* Issue 4: what makers make lints without an error, and without any finding unless it is wild. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/made_file.h"
#include "tests/unit/support/test_arena.h"
#include "tests/unit/support/test_choices.h"
#include "tests/unit/support/test_sample.h"
#include "validators/companion_use.h"
#include "validators/memg/memg.h"
#include "validators/memg/obj/obj.h"
#include "validators/registry.h"

enum { FILES = 120, LONGEST_BYTES = 300 };

ARENA_SUITE(generated_files);

/* Ways of turning the knobs, and what the files are read with. */
typedef struct setting {
    const char *format, *knobs;
    ap_lint_options options;
    const char *version, *variant; /* what reading must say; NULL: not asked */
    const char *only;              /* the one rule that may be found in files that are not wild */
} setting;

static const setting settings[] = {
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

/* Nothing but the one rule is found; of a wild file, no error of another. */
static void expect_clean(const setting *s, const lint_run *run, bool wild, uint64_t number)
{
    for (const ap_finding *finding = run->findings.first; finding != NULL; finding = finding->next)
        cr_assert((wild && finding->rule->severity != AP_ERROR)
                      || (s->only != NULL && strcmp(finding->rule->id, s->only) == 0),
            "%s %s, %sfile %d: %s at %zu (%s)", s->format, s->knobs, wild ? "wild " : "", (int)number,
            finding->rule->id, finding->span.offset, finding->message);
}

static void expect_valid(const setting *s, const made_file *made, uint64_t number)
{
    lint_run run;
    lint_begin(&run, made->generator->format, pile_view(&made->bytes), &s->options);
    expect_clean(s, &run, made->wild, number);
    if (s->version != NULL)
        cr_assert_str_eq(run.result.version, s->version);
    if (s->variant != NULL)
        cr_assert_str_eq(run.result.variant, s->variant);
    lint_end(&run);
}

/* The same bytes come back through the writer: of binary formats, and for now only without a fault. */
static void expect_rewritable(const setting *s, made_file *made)
{
    if (!made->generator->format->text)
        expect_same(made->generator->format, pile_view(&made->bytes), &s->options, &made->arena, s->format);
}

static void make_all(bool wild)
{
    for (size_t i = 0; i < SETTINGS; i++) {
        made_file made;
        made_init(&made, settings[i].format, settings[i].knobs);
        made.wild = wild;
        for (uint64_t number = 1, files = test_share(FILES); number <= files; number++) {
            cr_assert(make_seeded(&made, 20261121, number));
            expect_valid(&settings[i], &made, number);
            expect_rewritable(&settings[i], &made);
        }
        made_free(&made);
    }
}

Test(generated_files, tame)
{
    make_all(false);
}

Test(generated_files, wild)
{
    make_all(true);
}

/* A fuzzer's bytes, none among them: any make a valid file, no larger than the knobs let it be. */
static void make_of_random_bytes(bool wild)
{
    const size_t most_bytes = 4 << 20;
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    choices random = { 4 };
    for (size_t i = 0; i < count; i++) {
        made_file made;
        made_init(&made, formats[i]->name, NULL);
        made.wild = wild;
        for (uint64_t number = 0; number < FILES; number++) {
            uint8_t bytes[LONGEST_BYTES];
            const size_t size = number == 0 ? 0 : choice_below(&random, LONGEST_BYTES);
            for (size_t b = 0; b < size; b++)
                bytes[b] = number == 1 ? 0xff : (uint8_t)choice_next(&random);
            cr_assert(make_of_bytes(&made, (ap_view){ bytes, size }));
            cr_assert_leq(made.bytes.size, most_bytes);
            expect_valid(&(setting){ .format = formats[i]->name, .only = wild ? NULL : "memg/rigid-group" },
                &made, number);
        }
        made_free(&made);
    }
}

Test(generated_files, of_bytes)
{
    make_of_random_bytes(false);
}

Test(generated_files, of_bytes_wild)
{
    make_of_random_bytes(true);
}

/* The .obj beside a motion: neither side has a word to say. */
Test(generated_files, scene)
{
    made_file made;
    size_t fitting = 0;
    made_init(&made, "memg", "groups=0..5 vertices=1..30");
    for (uint64_t number = 1; number <= 2 * FILES; number++) {
        made.wild = number > FILES;
        cr_assert(make_seeded(&made, 9, number));
        if (!made.companion_fits)
            continue;
        fitting++;
        arena_renew();
        ap_companion_use use;
        cr_assert(ap_use_companion(&use, ap_memg_format.companion, pile_view(&made.companion), &findings));
        const setting s = {
            .format = "memg", .only = made.wild ? NULL : "memg/no-groups", .options = { .companions = &use }
        };
        expect_valid(&s, &made, number);
        cr_assert_eq(findings.counts[AP_ERROR] + findings.counts[AP_WARNING], 0, "file %d", (int)number);
    }
    cr_assert_gt(fitting, FILES + FILES / 4);
    made_free(&made);
}

/* Memory that runs out, and a writer that fails, end the making, with false. */
Test(generated_files, no_memory)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        made_file made;
        made_init(&made, formats[i]->name, NULL);
        made.wild = true;
        for (uint64_t number = 1; number <= 5; number++) {
            size_t failing = 0;
            do {
                made.arena.allocations = 0;
                made.arena.fail_at = ++failing;
                cr_assert_neq(
                    make_seeded(&made, 3, number), made.arena.failed, "%s %zu", formats[i]->name, failing);
            } while (made.arena.failed);
            made.arena.fail_at = 0;
        }
        made_free(&made);
    }
}
