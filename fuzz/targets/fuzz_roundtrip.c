/* Writing: a file without errors is written back byte for byte; of a text format, the canonical form has
   nothing wrong with its layout, says the same values, and is its own canonical form. */
#include <stdlib.h>
#include <string.h>

#include "core/sink.h"
#include "fuzz/oracle.h"
#include "validators/rewrite.h"

/* Rules on how a text is laid out: the canonical form breaks none of them, whatever it was made from. */
static bool is_about_layout(const char *id)
{
    static const char *const rules[] = { "md5anim/layout", "md5anim/number-exponent", "md5anim/comment-block",
        "md5anim/before-version", "md5anim/trailing-content", "md5anim/start-index-order" };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (strcmp(rules[i], id) == 0)
            return true;
    }
    return false;
}

/* A rate of 50.0 is written as 50. */
static bool may_go(const char *id)
{
    return strcmp(id, "md5anim/frame-rate-fraction") == 0;
}

static void check_canonical(const ap_format *format, ap_view canonical, const fuzz_judgement *original)
{
    const ap_lint_options options = fuzz_variant(0);
    ap_arena arena;
    fuzz_judgement judgement;
    fuzz_arena_init(&arena, canonical.size);
    fuzz_judge(&judgement, &arena, format, canonical, &options);
    fuzz_expect_sound(&judgement, format, canonical, "canonical");
    fuzz_require(
        fuzz_is_valid(&judgement), "the canonical form has an error: %s", judgement.findings.first->rule->id);
    for (size_t r = 0; r < format->rules.count; r++) {
        const ap_rule *rule = &format->rules.rules[r];
        const size_t now = ap_findings_of(&judgement.findings, rule);
        const size_t before = ap_findings_of(&original->findings, rule);
        if (is_about_layout(rule->id))
            fuzz_require(now == 0, "the canonical form breaks %s", rule->id);
        else
            fuzz_require(now == before || (now == 0 && may_go(rule->id)),
                "%s: %zu, and %zu in the canonical form", rule->id, before, now);
    }
    ap_arena_free(&arena);
}

static bool pass_on(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    (void)writer;
    (void)bytes;
    (void)size;
    return true;
}

/* The canonical form may be longer than the file: its size is asked for first. */
static void check_text(const ap_format *format, ap_view input, const fuzz_judgement *original)
{
    const ap_lint_options options = fuzz_variant(0);
    ap_arena arena;
    ap_writer writer;
    ap_keeper keeper;
    ap_arena_init(&arena, 0);
    ap_writer_init(&writer, pass_on, NULL);
    fuzz_require(format->write(input, &options, &arena, &writer), "a file without errors is not written");
    const size_t size = ap_written(&writer);
    uint8_t *bytes = malloc(size + 1);
    fuzz_require(bytes != NULL, "no memory for the canonical form");
    ap_keep_init(&keeper, &writer, bytes, size);
    fuzz_require(
        format->write(input, &options, &arena, &writer) && ap_writer_finish(&writer) && keeper.size == size,
        "the canonical form has %zu bytes, then %zu", size, keeper.size);
    check_canonical(format, (ap_view){ bytes, size }, original);
    free(bytes);
    ap_arena_free(&arena);
}

static void check(const ap_format *format, ap_view input, ap_arena *arena, const ap_lint_options *options)
{
    ap_rewrite about;
    fuzz_judgement judgement;
    fuzz_judge(&judgement, arena, format, input, options);
    if (!fuzz_is_valid(&judgement))
        return;
    const ap_rewrite_result result = ap_rewrite_check(format, input, options, arena, &about);
    fuzz_require(result != AP_REWRITE_FAILED, "a file without errors is not written");
    fuzz_require(result == AP_REWRITE_SAME, "byte %zu (%s) is written as another (%s)", about.at,
        about.read.field.path, about.wrote.field.path);
    if (format->text)
        check_text(format, input, &judgement);
    else
        fuzz_require(about.written == input.size, "%zu bytes written of %zu", about.written, input.size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const ap_format *format = fuzz_format(FUZZ_FORMAT);
    ap_arena arena;
    fuzz_arena_init(&arena, size);
    for (size_t variant = 0; variant < fuzz_variant_count(format); variant++) {
        const ap_lint_options options = fuzz_variant(variant);
        check(format, (ap_view){ data, size }, &arena, &options);
    }
    ap_arena_free(&arena);
    return 0;
}
