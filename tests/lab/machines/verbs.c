/* Prints hashes of the library's output, for comparing machines: verbs [--show "VERB FILE"] <LIST

   LIST has a path on each line, and after a tab the path of its companion. The program runs each verb on each file, runs
   the generators, generates a standard corpus, and runs each verb on the corpus. Each line has a hash of the output, the
   verb and the file. --show prints the output itself for one line. The only system calls needed are those for
   reading files and writing the output. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/files/sink.h"
#include "core/json/json_tree.h"
#include "core/layout/field_map.h"
#include "corpus/cases/case_make.h"
#include "corpus/mutator/mutator.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"
#include "validators/rewrite.h"
#include "web/lint_text.h"

enum {
    PATH_BYTES = 4096,
    SEEDS = 20,
    MUTATIONS = 4,
    MUTANT_ROOM = 4096,
    STANDARD_FILES = 1000, /* number of files of a standard corpus, as in cli/corpus/corpus_build.c */
    CORPUS_SEED = 1,
};

/* A file on which verbs run. */
typedef struct input_file {
    const char *name;
    ap_view bytes, companion;
    const ap_format *format; /* NULL if the file has no known format */
} input_file;

/* The output of one verb on one file. */
typedef struct output_stream {
    FILE *stream;
    char *text;
    size_t size;
} output_stream;

static const char *shown; /* argument of --show, or NULL */
static size_t lines;      /* number of output lines written so far */

static void exit_with_error(const char *what, const char *name)
{
    fprintf(stderr, "verbs: %s: %s\n", name, what);
    exit(3);
}

static void open_output_stream(output_stream *out)
{
    out->stream = open_memstream(&out->text, &out->size);
    if (out->stream == NULL)
        exit_with_error("out of memory", "output");
}

static void print_line_and_close_output(output_stream *out, const char *verb, const char *name)
{
    char words[PATH_BYTES];
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    if (fclose(out->stream) != 0)
        exit_with_error("out of memory", name);
    for (size_t i = 0; i < out->size; i++)
        hash = (hash ^ (uint8_t)out->text[i]) * UINT64_C(1099511628211);
    snprintf(words, sizeof words, "%s %s", verb, name);
    if (shown == NULL)
        printf("%016" PRIx64 " %s\n", hash, words);
    else if (strcmp(shown, words) == 0)
        fwrite(out->text, 1, out->size, stdout);
    lines++;
    free(out->text);
}

static void write_bytes(const output_stream *out, const void *bytes, size_t size)
{
    if (size > 0)
        fwrite(bytes, 1, size, out->stream);
}

/* Returns the file and its companion as a page lints them. */
static web_set_file page_file_of(const input_file *subject)
{
    return (web_set_file){ .name = subject->name,
        .bytes = subject->bytes,
        .companion = subject->companion,
        .format = ap_choose_format(subject->bytes, subject->name, NULL) };
}

/* Writes the reports of all reporters. */
static void write_reports(const input_file *subject, output_stream *out, bool no_simd)
{
    size_t count;
    const ap_reporter *const *reporters = ap_reporters(&count);
    for (size_t i = 0; i < count; i++) {
        const web_lint_request request = {
            .file = page_file_of(subject), .reporter = reporters[i], .no_simd = no_simd
        };
        size_t size;
        char *text = web_lint_text(&request, &size);
        if (text == NULL)
            exit_with_error("the report failed", subject->name);
        fprintf(out->stream, "== %s\n", reporters[i]->name);
        write_bytes(out, text, size);
        free(text);
    }
}

/* Writes the JSON report of web/ for the file without its companion. */
static void write_json_report_of_page(const input_file *subject, output_stream *out, ap_arena *arena)
{
    web_lint_request request = { .file = page_file_of(subject), .reporter = ap_find_reporter("json") };
    request.file.companion = (ap_view){ NULL, 0 };
    size_t size;
    char *text = web_lint_text(&request, &size);
    (void)arena;
    if (text == NULL)
        exit_with_error("the report failed", subject->name);
    write_bytes(out, text, size);
    free(text);
}

static void write_segment(void *context, const ap_segment *segment)
{
    output_stream *out = context;
    char path[PATH_BYTES], value[AP_SEGMENT_TEXT_BYTES];
    fprintf(out->stream, "%zu+%zu ", segment->span.offset, segment->span.length);
    if (segment->unread) {
        fputs("unread\n", out->stream);
        return;
    }
    ap_snprint_field_path(segment->path, segment->name, path, sizeof path);
    ap_segment_text(segment, value);
    fprintf(out->stream, "%s %s %s = %s\n", path, ap_field_type_name(segment->type),
        ap_field_role_name(segment->role), value);
}

static void lint_with_listener(const input_file *subject, ap_arena *arena, const ap_listener *listener)
{
    ap_findings findings;
    ap_lint_options options = { .listener = listener };
    ap_lint_result about;
    ap_findings_init(&findings, arena, NULL, 1, 1);
    ap_lint_as(subject->format, subject->bytes, &options, &findings, &about);
}

/* Writes each field, and the file converted to JSON. */
static void write_fields_and_json(const input_file *subject, output_stream *out, ap_arena *arena)
{
    ap_field_map map;
    ap_json_tree_writer tree;
    ap_buffer store;
    ap_writer writer;
    ap_field_map_init(&map, subject->bytes, !subject->format->text, write_segment, out);
    lint_with_listener(subject, arena, &map.listener);
    ap_field_map_pass_rest_if_gapless(&map);
    ap_buffer_init(&store);
    ap_buffer_init_writer(&store, &writer);
    ap_json_tree_begin(&tree, &writer, subject->bytes, subject->format->name, NULL);
    lint_with_listener(subject, arena, &tree.listener);
    ap_json_tree_end(&tree);
    if (!ap_writer_flush(&writer))
        exit_with_error("out of memory", subject->name);
    write_bytes(out, store.bytes, store.size);
    ap_buffer_free(&store);
}

static void write_and_clear_store(const output_stream *out, const char *what, ap_buffer *store, bool made)
{
    fprintf(out->stream, "== %s: %s, %zu bytes\n", what, made ? "written" : "failed", store->size);
    write_bytes(out, store->bytes, store->size);
    store->size = 0;
}

/* Writes the file as rewritten, as pruned, and the result of the round trip. */
static void write_rewritten(const input_file *subject, output_stream *out, ap_arena *arena)
{
    static const ap_lint_options usual;
    ap_buffer store;
    ap_writer writer;
    ap_rewrite trip = { .written = 0 };
    const ap_format *format = subject->format;
    ap_buffer_init(&store);
    ap_buffer_init_writer(&store, &writer);
    bool made = format->write(subject->bytes, &usual, arena, &writer) && ap_writer_flush(&writer);
    write_and_clear_store(out, "written", &store, made);
    if (format->prune != NULL) {
        ap_buffer_init_writer(&store, &writer);
        made = format->prune(subject->bytes, arena, &writer) && ap_writer_flush(&writer);
        write_and_clear_store(out, "pruned", &store, made);
    }
    ap_buffer_free(&store);
    const ap_rewrite_result result = ap_rewrite_and_compare(format, subject->bytes, &usual, arena, &trip);
    fprintf(out->stream, "== round trip: %d, %zu bytes, %zu\n", (int)result, trip.written, trip.at);
}

static void write_mutants(const input_file *subject, output_stream *out, ap_arena *arena)
{
    const ap_view none = { NULL, 0 };
    const size_t room = subject->bytes.size + MUTANT_ROOM;
    uint8_t *mutant = malloc(room);
    if (mutant == NULL)
        exit_with_error("out of memory", subject->name);
    for (uint64_t seed = 0; seed < MUTATIONS; seed++) {
        ap_choices choices;
        ap_mutation what = AP_MUTATIONS;
        ap_choices_from_seed(&choices, seed);
        const size_t size = ap_mutate_several_times(
            subject->format, subject->bytes, none, &choices, arena, mutant, room, &what);
        fprintf(out->stream, "== %d, %zu bytes\n", (int)what, size);
        write_bytes(out, mutant, size);
    }
    free(mutant);
}

static void write_outputs_of_verbs(input_file *subject)
{
    output_stream out;
    ap_arena arena;
    static void (*const verbs[])(const input_file *, output_stream *,
        ap_arena *) = { write_json_report_of_page, write_fields_and_json, write_rewritten, write_mutants };
    static const char *const names[] = { "page", "fields", "rewriting", "mutants" };
    for (int no_simd = 0; no_simd < 2; no_simd++) {
        open_output_stream(&out);
        write_reports(subject, &out, no_simd != 0);
        print_line_and_close_output(&out, no_simd != 0 ? "reports-portable" : "reports", subject->name);
    }
    subject->format = ap_choose_format(subject->bytes, subject->name, NULL);
    const size_t count = subject->format != NULL ? sizeof verbs / sizeof *verbs : 1;
    for (size_t i = 0; i < count; i++) {
        ap_arena_init(&arena, 0);
        open_output_stream(&out);
        verbs[i](subject, &out, &arena);
        print_line_and_close_output(&out, names[i], subject->name);
        ap_arena_free(&arena);
    }
}

/* Returns the content of a file, which the caller frees. */
static ap_view load_file(const char *path)
{
    uint8_t *bytes = NULL;
    size_t size = 0, room = MUTANT_ROOM;
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        exit_with_error("cannot be read", path);
    for (size_t got = 1; got > 0; size += got) {
        room = room - size < MUTANT_ROOM ? 2 * room : room;
        bytes = realloc(bytes, room);
        if (bytes == NULL)
            exit_with_error("out of memory", path);
        got = fread(bytes + size, 1, room - size, stream);
    }
    if (ferror(stream))
        exit_with_error("cannot be read", path);
    fclose(stream);
    return (ap_view){ bytes, size };
}

static void write_outputs_of_files(FILE *list)
{
    char line[PATH_BYTES];
    while (fgets(line, sizeof line, list) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *tab = strchr(line, '\t');
        if (tab != NULL)
            *tab = '\0';
        input_file one = { .name = line, .bytes = load_file(line) };
        if (tab != NULL)
            one.companion = load_file(tab + 1);
        write_outputs_of_verbs(&one);
        free((uint8_t *)(uintptr_t)one.bytes.bytes);
        free((uint8_t *)(uintptr_t)one.companion.bytes);
    }
}

static void write_generated_file_and_companion(const ap_generator *generator, uint64_t seed, bool wild)
{
    output_stream out;
    char name[PATH_BYTES];
    ap_buffer stores[2];
    ap_writer writers[2];
    ap_arena arena;
    ap_choices choices;
    ap_knob_range ranges[AP_GENERATOR_KNOBS];
    ap_arena_init(&arena, 0);
    ap_choices_from_seed(&choices, seed);
    ap_default_knob_ranges(generator, ranges);
    for (size_t i = 0; i < 2; i++) {
        ap_buffer_init(&stores[i]);
        ap_buffer_init_writer(&stores[i], &writers[i]);
    }
    ap_generation_request make = { .choices = &choices,
        .ranges = ranges,
        .wild = wild,
        .arena = &arena,
        .writer = &writers[0],
        .companion = generator->companion_extension == NULL ? NULL : &writers[1] };
    const bool made = generator->make(&make) && ap_writer_flush(&writers[0]) && ap_writer_flush(&writers[1]);
    open_output_stream(&out);
    write_and_clear_store(&out, "file", &stores[0], made);
    write_and_clear_store(&out, "companion", &stores[1], make.companion_fits);
    snprintf(name, sizeof name, "%s %" PRIu64 "%s", generator->format->name, seed, wild ? " wild" : "");
    print_line_and_close_output(&out, "generated", name);
    ap_buffer_free(&stores[0]);
    ap_buffer_free(&stores[1]);
    ap_arena_free(&arena);
}

static void write_outputs_of_generators(void)
{
    size_t count;
    const ap_corpus_format *const *formats = ap_corpus_formats(&count);
    for (size_t i = 0; i < count; i++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            write_generated_file_and_companion(formats[i]->generator, seed, false);
            write_generated_file_and_companion(formats[i]->generator, seed, true);
        }
    }
}

static void write_outputs_of_case(const ap_planned_case *planned, const ap_generated_case *made)
{
    output_stream out;
    char name[PATH_BYTES];
    snprintf(
        name, sizeof name, "%s.%zu%s", planned->name, planned->round, planned->generator->format->extension);
    open_output_stream(&out);
    write_bytes(&out, made->file.bytes, made->file.size);
    fputs("\n== companion\n", out.stream);
    write_bytes(&out, made->companion.bytes, made->companion.size);
    print_line_and_close_output(&out, "case", name);
    input_file one = { .name = name, .bytes = made->file, .companion = made->companion };
    write_outputs_of_verbs(&one);
}

static void write_outputs_of_corpus(void)
{
    ap_case_generator generator;
    ap_case_plan plan;
    ap_planned_case planned;
    ap_generated_case made;
    size_t files = 0, last_round = 0;
    ap_case_generator_init(&generator, CORPUS_SEED, 0);
    ap_case_plan_init(&plan, NULL, false);
    for (ap_case_plan_next_or_begin_round(&plan, &planned);
         planned.round <= last_round || files < STANDARD_FILES;
         ap_case_plan_next_or_begin_round(&plan, &planned), files++) {
        last_round = planned.round;
        if (ap_generate_case(&generator, &planned, &made) != AP_CASE_MADE)
            exit_with_error("the case cannot be generated", planned.name);
        write_outputs_of_case(&planned, &made);
    }
    ap_case_generator_free(&generator);
}

int main(int count, char **words)
{
    if (count == 3 && strcmp(words[1], "--show") == 0)
        shown = words[2];
    else if (count != 1)
        return 2;
    write_outputs_of_files(stdin);
    write_outputs_of_generators();
    write_outputs_of_corpus();
    if (shown == NULL)
        printf("%zu lines\n", lines);
    return 0;
}
