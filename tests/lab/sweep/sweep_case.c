#include "tests/lab/sweep/sweep_case.h"

#include <string.h>

#include "core/files/sink.h"
#include "core/json/json_filler.h"
#include "validators/companion_use.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"
#include "validators/rewrite.h"

enum { MEMORY_LIMIT_BYTES = 256 * 1024 * 1024 };

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text), end = strlen(ending);
    return length >= end && strcmp(text + length - end, ending) == 0;
}

/* Returns true if the file has no errors. */
static bool is_file_without_errors(sweep_file *file)
{
    fuzz_check checked;
    const ap_lint_options options = fuzz_options_of_variant(0);
    fuzz_lint(&checked, &file->arena, file->format, file->content, &options);
    return fuzz_is_valid(&checked);
}

void sweep_file_init(sweep_file *file, const char *path, ap_view content)
{
    const char *slash = strrchr(path, '/');
    *file = (sweep_file){ .path = path, .name = slash == NULL ? path : slash + 1, .content = content };
    file->scene = ends_with(path, ".obj");
    file->document = ends_with(path, ".json");
    if (!file->scene && !file->document)
        file->format = ap_choose_format(content, file->name, NULL);
    ap_arena_init(&file->arena, MEMORY_LIMIT_BYTES);
    file->valid = file->format != NULL && is_file_without_errors(file);
}

void sweep_file_free(sweep_file *file)
{
    ap_arena_free(&file->arena);
}

static void write_in_own_format(const ap_format *format, ap_view input, ap_arena *arena, ap_buffer *store)
{
    const ap_lint_options options = fuzz_options_of_variant(0);
    ap_writer writer;
    ap_buffer_init(store);
    ap_buffer_init_writer(store, &writer);
    fuzz_require(format->write(input, &options, arena, &writer) && ap_writer_flush(&writer),
        "a file without errors is not written back");
}

/* Checks a cut file without errors. A binary file must be written back byte for byte, which shows that it ends after a record. A
   text file must have all values of the uncut file. */
static void expect_cut_lost_no_values(sweep_file *file, ap_view input)
{
    ap_buffer complete, cut;
    write_in_own_format(file->format, file->format->text ? file->content : input, &file->arena, &complete);
    write_in_own_format(file->format, input, &file->arena, &cut);
    const ap_view wanted = file->format->text ? (ap_view){ complete.bytes, complete.size } : input;
    fuzz_require(wanted.size == cut.size && memcmp(wanted.bytes, cut.bytes, cut.size) == 0,
        "the file is cut at %zu of %zu bytes and incomplete, but has no error", input.size,
        file->content.size);
    ap_buffer_free(&complete);
    ap_buffer_free(&cut);
}

static bool check_as_format(sweep_file *file, const ap_format *format, ap_view input, sweep_counts *counts)
{
    fuzz_check checked;
    const ap_lint_options options = fuzz_options_of_variant(0);
    fuzz_lint(&checked, &file->arena, format, input, &options);
    fuzz_require(!file->arena.failed, "linting %zu bytes exceeds the memory limit", input.size);
    fuzz_expect_consistent_findings(&checked.findings, format != NULL && format->text, input,
        format == NULL ? "as no format" : format->name);
    const bool valid = fuzz_is_valid(&checked);
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
    fuzz_require(ap_parse_companion_for_use(&use, companion, input, &findings),
        "reading a companion exceeds the memory limit");
    ap_sort_and_locate_findings(&findings, input, true);
    fuzz_expect_consistent_findings(&findings, true, input, companion->name);
    counts->valid += findings.counts[AP_ERROR] == 0;
    counts->broken += findings.counts[AP_ERROR] > 0;
}

/* Returns the companion type with the extension of the file, NULL if the file is not a companion. */
static const ap_companion *companion_of(const sweep_file *file)
{
    size_t index = 0;
    const ap_companion *companion = ap_companion_at(index);
    while (companion != NULL && !ends_with(file->name, companion->extension))
        companion = ap_companion_at(++index);
    return companion;
}

/* Makes the file that a JSON document describes. Returns false if the document is refused or memory has run out. */
static bool make_from_document(
    ap_arena *arena, ap_view text, ap_json_filler *json, const ap_format **format, ap_buffer *made)
{
    ap_writer writer;
    ap_buffer_init(made);
    ap_buffer_init_writer(made, &writer);
    *format = NULL;
    if (!ap_json_filler_open(json, text, arena))
        return false;
    *format = ap_find_format(json->format);
    return *format != NULL && (*format)->fill(&json->filler, json->variant, arena, &writer)
           && ap_writer_flush(&writer) && ap_json_filler_check_all_used(json);
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
    ap_buffer made;
    if (make_from_document(&file->arena, text, &json, &format, &made)) {
        const ap_view lost = { file->content.bytes + text.size, file->content.size - text.size };
        fuzz_require(!cut || is_blank(lost), "a file was made from a document cut at %zu of %zu bytes",
            text.size, file->content.size);
        check_as_format(
            file, format, (ap_view){ made.bytes != NULL ? made.bytes : nothing, made.size }, counts);
    } else {
        fuzz_require(!file->arena.failed && !made.no_memory, "reading a document exceeds the memory limit");
        fuzz_require(json.fault[0] != '\0' || format == NULL, "a document is refused without a message");
        fuzz_expect_printable_text(json.fault, sizeof json.fault, "a document's fault");
        counts->refused++;
    }
    ap_buffer_free(&made);
}

void sweep_check_case(sweep_file *file, ap_view input, bool cut, sweep_counts *counts)
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
        check_as_format(file, chosen, input, counts);
    if (check_as_format(file, file->format, input, counts) && cut && file->valid)
        expect_cut_lost_no_values(file, input);
}

/* The result of one file, which must be equal in each run without a failure. */
typedef struct outcome {
    size_t counts[AP_ERROR + 1]; /* findings by severity */
    size_t skipped;              /* number of skipped checks */
    bool written;                /* the file was written back, or made from its document */
} outcome;

static outcome lint_and_write_file(sweep_file *file, ap_arena *arena)
{
    ap_findings findings;
    ap_companion_use use;
    fuzz_check checked = { .findings.skipped_checks = 0 };
    const ap_lint_options options = fuzz_options_of_variant(0);
    outcome result = { .written = false };
    if (file->document) {
        ap_json_filler json;
        const ap_format *format;
        ap_buffer made;
        result.written = make_from_document(arena, file->content, &json, &format, &made);
        fuzz_require(result.written || arena->failed || json.fault[0] != '\0' || format == NULL,
            "a document is refused without a message");
        ap_buffer_free(&made);
        return result;
    }
    if (file->scene) {
        ap_findings_init(&findings, arena, NULL, 0, FUZZ_KEPT_OF_A_RULE);
        const bool parsed = ap_parse_companion_for_use(&use, companion_of(file), file->content, &findings);
        fuzz_require(parsed || arena->failed, "a scene is not parsed although memory has not run out");
        memcpy(result.counts, findings.counts, sizeof result.counts);
        return result;
    }
    fuzz_lint(&checked, arena, file->format, file->content, &options);
    memcpy(result.counts, checked.findings.counts, sizeof result.counts);
    result.skipped = checked.findings.skipped_checks;
    if (file->valid && !arena->failed) {
        ap_rewrite about;
        result.written =
            ap_rewrite_and_compare(file->format, file->content, &options, arena, &about) == AP_REWRITE_SAME;
    }
    return result;
}

size_t sweep_count_allocations(sweep_file *file)
{
    ap_arena arena;
    ap_arena_init(&arena, MEMORY_LIMIT_BYTES);
    (void)lint_and_write_file(file, &arena);
    fuzz_require(!arena.failed, "the file exceeds the memory limit");
    const size_t allocations = arena.allocations;
    ap_arena_free(&arena);
    return allocations;
}

void sweep_without_memory(sweep_file *file, size_t fail_at, size_t limit_bytes, sweep_counts *counts)
{
    ap_arena arena;
    ap_arena_reset(&file->arena);
    const outcome wanted = lint_and_write_file(file, &file->arena);
    ap_arena_init(&arena, limit_bytes > 0 ? limit_bytes : MEMORY_LIMIT_BYTES);
    arena.fail_at = fail_at;
    const outcome without = lint_and_write_file(file, &arena);
    counts->cases++;
    counts->failures += arena.failed;
    fuzz_require(fail_at == 0 || arena.failed == (arena.allocations >= fail_at),
        "allocation %zu of %zu must fail; the arena reports %s", fail_at, arena.allocations,
        arena.failed ? "a failure" : "no failure");
    fuzz_require(arena.failed || memcmp(&without, &wanted, sizeof wanted) == 0,
        "the result differs although memory sufficed");
    fuzz_require(!arena.failed || !without.written, "the file was written although memory ran out");
    ap_arena_reset(&arena);
    arena.fail_at = 0;
    arena.limit_bytes = MEMORY_LIMIT_BYTES;
    const outcome after = lint_and_write_file(file, &arena);
    fuzz_require(
        !arena.failed && memcmp(&after, &wanted, sizeof wanted) == 0, "the result after a failure differs");
    ap_arena_free(&arena);
}
