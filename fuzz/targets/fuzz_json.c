/* Fuzz target for conversion to and from JSON. A file without errors, converted to a document and back, must
   have the same bytes (in text formats: those of its canonical form). An input that begins with a brace or
   bracket is itself a document: it may be refused; otherwise the file built from it is linted and, without
   errors, converted like other files. The number of blanks after a document selects an allocation that fails,
   which must be reported. */
#include <stdlib.h>
#include <string.h>

#include "core/json/json_filler.h"
#include "core/json/json_tree.h"
#include "fuzz/oracle.h"
#include "validators/mrtk/mrtk.h"
#include "validators/recognize.h"
#include "validators/registry.h"

enum { TURN_MADE = 0, TURN_CANONICAL = 1, TURNS = 4 };

/* Converts the file to a document. The caller frees the bytes of the document. */
static ap_view make_document_to_free(
    const ap_format *format, ap_view input, ap_lint_options options, const char *variant, ap_arena *arena)
{
    ap_json_tree_writer tree;
    ap_buffer text;
    ap_writer writer;
    ap_lint_result about = { .version = NULL };
    ap_findings *findings = ap_alloc(arena, sizeof *findings);
    fuzz_require(findings != NULL, "out of memory for a JSON document");
    ap_buffer_init(&text);
    ap_buffer_init_writer(&text, &writer);
    ap_findings_init(findings, arena, NULL, 1, 1);
    ap_json_tree_begin(&tree, &writer, input, format->name, variant);
    options.listener = &tree.listener;
    format->lint(input, &options, findings, &about);
    ap_json_tree_end(&tree);
    fuzz_require(ap_writer_flush(&writer) && !arena->failed, "out of memory for a JSON document");
    return (ap_view){ text.bytes, text.size };
}

/* Builds the file of a document. Returns false if the document is refused, with json->fault set, or when out of memory. */
static bool fill_document(ap_json_filler *json, const ap_format *format, ap_arena *arena, ap_buffer *made)
{
    ap_writer writer;
    ap_buffer_init(made);
    ap_buffer_init_writer(made, &writer);
    const bool complete = format->fill(&json->filler, json->variant, arena, &writer)
                          && ap_writer_flush(&writer) && ap_json_filler_check_all_used(json);
    fuzz_require(complete || json->fault[0] != '\0' || arena->failed || made->no_memory,
        "a document is refused without a reason");
    return complete;
}

/* Compares the canonical forms of `input` and `made`. The bytes themselves may differ: a document keeps
   values that the canonical form changes, such as md5anim's start indices. */
static void expect_same_canonical_form(
    const ap_format *format, ap_view input, ap_arena *arena, const ap_buffer *made)
{
    ap_buffer canonical, of_made;
    const bool written = fuzz_rewrite(format, input, NULL, arena, &canonical);
    fuzz_require(fuzz_rewrite(format, fuzz_stored_bytes(made), NULL, arena, &of_made) && written,
        "a file without errors cannot be written");
    fuzz_expect_equal_bytes(
        fuzz_stored_bytes(&of_made), fuzz_stored_bytes(&canonical), "the canonical form after JSON and back");
    ap_buffer_free(&canonical);
    ap_buffer_free(&of_made);
}

/* Converts a file without errors to a document and back. */
static void check_round_trip(
    const ap_format *format, ap_view input, const fuzz_check *check, const ap_lint_options *options)
{
    ap_arena arena;
    ap_json_filler json;
    ap_buffer made;
    ap_arena_init(&arena, FUZZ_ENOUGH_MEMORY);
    const ap_view text = make_document_to_free(format, input, *options, check->about.variant, &arena);
    fuzz_require(ap_json_filler_open(&json, text, &arena),
        "a JSON document of the program cannot be opened: %s", json.fault);
    fuzz_require(
        strcmp(json.format, format->name) == 0, "the JSON document names another format: %s", json.format);
    fuzz_require(fill_document(&json, format, &arena, &made), "the document is refused: %s", json.fault);
    if (!format->text)
        fuzz_expect_equal_bytes(fuzz_stored_bytes(&made), input, "the file after JSON and back");
    else if (fuzz_is_check_selected(input, TURN_CANONICAL, TURNS))
        expect_same_canonical_form(format, input, &arena, &made);
    ap_buffer_free(&made);
    ap_arena_free(&arena);
    free((uint8_t *)text.bytes);
}

static void check_file(
    const ap_format *format, ap_view input, const ap_lint_options *options, bool goes_round)
{
    ap_arena arena;
    fuzz_check check;
    ap_arena_init(&arena, FUZZ_ENOUGH_MEMORY);
    fuzz_lint(&check, &arena, format, input, options);
    fuzz_expect_consistent(&check, format, input, "a file");
    if (goes_round && fuzz_is_valid(&check))
        check_round_trip(format, input, &check, options);
    ap_arena_free(&arena);
}

static void check_file_of_document(const ap_json_filler *json, const ap_format *format, const ap_buffer *made)
{
    ap_lint_options options = fuzz_options_of_variant(0);
    if (json->variant != NULL && strcmp(json->variant, "published") == 0)
        options.choices[AP_MRTK_VARIANT_CHOICE] = AP_MRTK_PUBLISHED;
    const ap_view file = fuzz_stored_bytes(made);
    check_file(format, file, &options, fuzz_is_check_selected(file, TURN_MADE, TURNS));
}

/* Returns the number of blanks at the end of the text. */
static size_t count_trailing_blanks(ap_view text)
{
    size_t count = 0;
    while (count < text.size && text.bytes[text.size - 1 - count] == ' ')
        count++;
    return count;
}

static void fill_without_memory(ap_view text, const ap_format *format, bool refused, size_t fail_at)
{
    ap_arena arena;
    ap_json_filler json;
    ap_buffer made;
    ap_arena_init(&arena, FUZZ_ENOUGH_MEMORY);
    arena.fail_at = fail_at;
    if (ap_json_filler_open(&json, text, &arena)) {
        const bool complete = fill_document(&json, format, &arena, &made);
        fuzz_require(complete ? !arena.failed : arena.failed || refused,
            "reading a document: it succeeds although an allocation failed, or fails although none did");
        ap_buffer_free(&made);
    } else {
        fuzz_require(arena.failed, "a document cannot be opened a second time: %s", json.fault);
    }
    ap_arena_free(&arena);
}

static void check_document(ap_view text)
{
    ap_arena arena;
    ap_json_filler json;
    ap_buffer made;
    ap_arena_init(&arena, FUZZ_ENOUGH_MEMORY);
    const bool open = ap_json_filler_open(&json, text, &arena);
    const ap_format *format = open ? ap_find_format(json.format) : NULL;
    fuzz_require(open || json.fault[0] != '\0', "a document cannot be opened, without a reason");
    if (format != NULL) {
        const bool complete = fill_document(&json, format, &arena, &made);
        if (count_trailing_blanks(text) > 0)
            fill_without_memory(text, format, !complete, count_trailing_blanks(text));
        if (complete)
            check_file_of_document(&json, format, &made);
        ap_buffer_free(&made);
    }
    ap_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const ap_view input = { data, size };
    const ap_lint_options options = fuzz_options_of_variant(0);
    const ap_format *format = ap_recognize(input, AP_MATCH_RESEMBLES);
    if (size > 0 && (data[0] == '{' || data[0] == '['))
        check_document(input);
    else if (format != NULL)
        check_file(format, input, &options, true);
    return 0;
}
