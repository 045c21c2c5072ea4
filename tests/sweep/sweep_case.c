#include "tests/sweep/sweep_case.h"

#include <string.h>

#include "core/files/sink.h"
#include "core/json/json_filler.h"
#include "validators/companion_use.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"
#include "validators/rewrite.h"

enum { MOST_MEMORY_BYTES = 256 * 1024 * 1024 };

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text), end = strlen(ending);
    return length >= end && strcmp(text + length - end, ending) == 0;
}

/* By the front door, without a word about which files have errors. */
static bool is_valid(sweep_file *file)
{
    fuzz_check judgement;
    const ap_lint_options options = fuzz_variant(0);
    fuzz_lint(&judgement, &file->arena, file->format, file->whole, &options);
    return fuzz_is_valid(&judgement);
}

void sweep_file_init(sweep_file *file, const char *path, ap_view whole)
{
    const char *slash = strrchr(path, '/');
    *file = (sweep_file){ .path = path, .name = slash == NULL ? path : slash + 1, .whole = whole };
    file->scene = ends_with(path, ".obj");
    file->document = ends_with(path, ".json");
    if (!file->scene && !file->document)
        file->format = ap_choose_format(whole, file->name, NULL);
    ap_arena_init(&file->arena, MOST_MEMORY_BYTES);
    file->valid = file->format != NULL && is_valid(file);
}

void sweep_file_free(sweep_file *file)
{
    ap_arena_free(&file->arena);
}

static void write_whole(const ap_format *format, ap_view input, ap_arena *arena, ap_store *store)
{
    const ap_lint_options options = fuzz_variant(0);
    ap_writer writer;
    ap_store_init(store);
    ap_store_writer(store, &writer);
    fuzz_require(format->write(input, &options, arena, &writer) && ap_writer_finish(&writer),
        "a file without errors is not written");
}

/* A file that has no error though its end was cut off is whole: of a binary format it ends where a record may be the last
   one, and comes back byte for byte; of a text format it has all the values that were there before. */
static void expect_whole(sweep_file *file, ap_view input)
{
    ap_store whole, rest;
    write_whole(file->format, file->format->text ? file->whole : input, &file->arena, &whole);
    write_whole(file->format, input, &file->arena, &rest);
    const ap_view wanted = file->format->text ? (ap_view){ whole.bytes, whole.size } : input;
    fuzz_require(wanted.size == rest.size && memcmp(wanted.bytes, rest.bytes, rest.size) == 0,
        "cut at %zu of %zu bytes, without an error, and not whole", input.size, file->whole.size);
    ap_store_free(&whole);
    ap_store_free(&rest);
}

static bool check_as(sweep_file *file, const ap_format *format, ap_view input, sweep_counts *counts)
{
    fuzz_check judgement;
    const ap_lint_options options = fuzz_variant(0);
    fuzz_lint(&judgement, &file->arena, format, input, &options);
    fuzz_require(!file->arena.failed, "%zu bytes take too much memory", input.size);
    fuzz_expect_consistent_findings(&judgement.findings, format != NULL && format->text, input,
        format == NULL ? "as no format" : format->name);
    const bool valid = fuzz_is_valid(&judgement);
    fuzz_require(format != NULL || !valid, "a file of no format has no error");
    counts->valid += valid;
    counts->broken += !valid;
    return valid;
}

static void check_companion(
    sweep_file *file, const ap_companion *companion, ap_view input, sweep_counts *counts)
{
    ap_findings findings;
    ap_companion_use use;
    ap_findings_init(&findings, &file->arena, NULL, 0, FUZZ_KEPT_OF_A_RULE);
    fuzz_require(ap_use_companion(&use, companion, input, &findings), "a companion takes too much memory");
    ap_settle_findings(&findings, input, true);
    fuzz_expect_consistent_findings(&findings, true, input, companion->name);
    counts->valid += findings.counts[AP_ERROR] == 0;
    counts->broken += findings.counts[AP_ERROR] > 0;
}

/* Of the formats' companions, the one that the file is by its name. */
static const ap_companion *companion_of(const sweep_file *file)
{
    size_t index = 0;
    const ap_companion *companion = ap_companion_at(index);
    while (companion != NULL && !ends_with(file->name, companion->extension))
        companion = ap_companion_at(++index);
    return companion;
}

/* Makes the file that a document says. False: refused, or memory has run out. */
static bool fill(
    ap_arena *arena, ap_view text, ap_json_filler *json, const ap_format **format, ap_store *made)
{
    ap_writer writer;
    ap_store_init(made);
    ap_store_writer(made, &writer);
    *format = NULL;
    if (!ap_json_open(json, text, arena))
        return false;
    *format = ap_find_format(json->format);
    return *format != NULL && (*format)->fill(&json->filler, json->variant, arena, &writer)
           && ap_writer_finish(&writer) && ap_json_all_used(json);
}

static bool is_blank(ap_view text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (memchr(" \t\r\n", text.bytes[i], 4) == NULL)
            return false;
    }
    return true;
}

static void check_document(sweep_file *file, ap_view text, bool cut, sweep_counts *counts)
{
    static const uint8_t nothing[1];
    ap_json_filler json;
    const ap_format *format;
    ap_store made;
    if (fill(&file->arena, text, &json, &format, &made)) {
        const ap_view lost = { file->whole.bytes + text.size, file->whole.size - text.size };
        fuzz_require(!cut || is_blank(lost), "a document is cut at %zu of %zu bytes, and makes a file",
            text.size, file->whole.size);
        check_as(file, format, (ap_view){ made.bytes != NULL ? made.bytes : nothing, made.size }, counts);
    } else {
        fuzz_require(!file->arena.failed && !made.no_memory, "a document takes too much memory");
        fuzz_require(json.fault[0] != '\0' || format == NULL, "a document is refused, and nothing is said");
        fuzz_expect_printable(json.fault, sizeof json.fault, "a document's fault");
        counts->refused++;
    }
    ap_store_free(&made);
}

void sweep_check(sweep_file *file, ap_view input, bool cut, sweep_counts *counts)
{
    const ap_companion *companion = companion_of(file);
    counts->cases++;
    ap_arena_reset(&file->arena);
    if (file->document) {
        check_document(file, input, cut, counts);
        return;
    }
    if (companion != NULL)
        check_companion(file, companion, input, counts);
    if (file->scene)
        return;
    const ap_format *chosen = ap_choose_format(input, file->name, NULL);
    if (chosen != file->format)
        check_as(file, chosen, input, counts);
    if (check_as(file, file->format, input, counts) && cut && file->valid)
        expect_whole(file, input);
}

/* What came of one file: by it, a second time is compared with the first. */
typedef struct outcome {
    size_t counts[AP_ERROR + 1], skipped;
    bool whole; /* it was written back, or made of its document */
} outcome;

static outcome check_once(sweep_file *file, ap_arena *arena)
{
    ap_findings findings;
    ap_companion_use use;
    fuzz_check judgement = { .findings.skipped_checks = 0 };
    const ap_lint_options options = fuzz_variant(0);
    outcome result = { .whole = false };
    if (file->document) {
        ap_json_filler json;
        const ap_format *format;
        ap_store made;
        result.whole = fill(arena, file->whole, &json, &format, &made);
        fuzz_require(result.whole || arena->failed || json.fault[0] != '\0' || format == NULL,
            "a document is refused, and nothing is said");
        ap_store_free(&made);
        return result;
    }
    if (file->scene) {
        ap_findings_init(&findings, arena, NULL, 0, FUZZ_KEPT_OF_A_RULE);
        const bool parsed = ap_use_companion(&use, companion_of(file), file->whole, &findings);
        fuzz_require(parsed || arena->failed, "a scene is not parsed, and memory has not run out");
        memcpy(result.counts, findings.counts, sizeof result.counts);
        return result;
    }
    fuzz_lint(&judgement, arena, file->format, file->whole, &options);
    memcpy(result.counts, judgement.findings.counts, sizeof result.counts);
    result.skipped = judgement.findings.skipped_checks;
    if (file->valid && !arena->failed) {
        ap_rewrite about;
        result.whole =
            ap_rewrite_check(file->format, file->whole, &options, arena, &about) == AP_REWRITE_SAME;
    }
    return result;
}

size_t sweep_allocations(sweep_file *file)
{
    ap_arena arena;
    ap_arena_init(&arena, MOST_MEMORY_BYTES);
    (void)check_once(file, &arena);
    fuzz_require(!arena.failed, "it takes too much memory");
    const size_t allocations = arena.allocations;
    ap_arena_free(&arena);
    return allocations;
}

void sweep_without_memory(sweep_file *file, size_t fail_at, size_t limit_bytes, sweep_counts *counts)
{
    ap_arena arena;
    ap_arena_reset(&file->arena);
    const outcome wanted = check_once(file, &file->arena);
    ap_arena_init(&arena, limit_bytes > 0 ? limit_bytes : MOST_MEMORY_BYTES);
    arena.fail_at = fail_at;
    const outcome without = check_once(file, &arena);
    counts->cases++;
    counts->failures += arena.failed;
    fuzz_require(fail_at == 0 || arena.failed == (arena.allocations >= fail_at),
        "allocation %zu of %zu failed, and that is %s", fail_at, arena.allocations,
        arena.failed ? "said" : "not said");
    fuzz_require(arena.failed || memcmp(&without, &wanted, sizeof wanted) == 0,
        "with memory enough, it came out else");
    fuzz_require(!arena.failed || !without.whole, "memory ran out, and it was written whole");
    ap_arena_reset(&arena);
    arena.fail_at = 0;
    arena.limit_bytes = MOST_MEMORY_BYTES;
    const outcome after = check_once(file, &arena);
    fuzz_require(
        !arena.failed && memcmp(&after, &wanted, sizeof wanted) == 0, "after a failure, it came out else");
    ap_arena_free(&arena);
}
