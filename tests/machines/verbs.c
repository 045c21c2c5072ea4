/* What the library says and makes, for comparing machines: verbs [--show WORDS] <LIST

   LIST has a path a line, and after a tab that of the file which belongs with it. Each file is given to each verb; then
   makers make files, and a standard corpus is made and each file of it given to each verb. A line for each is
   printed: a hash of all that was said, and the verb with the file. --show prints, instead of lines, what was said
   where the line has those words. No system is asked for anything but files that are read. */
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
    STANDARD_FILES = 1000, /* as cli/corpus/corpus_build.c has it */
    CORPUS_SEED = 1,
};

typedef struct judged {
    const char *name;
    ap_view bytes, companion;
    const ap_format *format; /* NULL: none */
} judged;

/* One line. */
typedef struct saying {
    FILE *stream;
    char *text;
    size_t size;
} saying;

static const char *shown;
static size_t lines;

static void fail(const char *what, const char *name)
{
    fprintf(stderr, "verbs: %s: %s\n", name, what);
    exit(3);
}

static void begin(saying *said)
{
    said->stream = open_memstream(&said->text, &said->size);
    if (said->stream == NULL)
        fail("no memory", "a text");
}

static void end(saying *said, const char *verb, const char *name)
{
    char words[PATH_BYTES];
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    if (fclose(said->stream) != 0)
        fail("no memory", name);
    for (size_t i = 0; i < said->size; i++)
        hash = (hash ^ (uint8_t)said->text[i]) * UINT64_C(1099511628211);
    snprintf(words, sizeof words, "%s %s", verb, name);
    if (shown == NULL)
        printf("%016" PRIx64 " %s\n", hash, words);
    else if (strcmp(shown, words) == 0)
        fwrite(said->text, 1, said->size, stdout);
    lines++;
    free(said->text);
}

static void say_bytes(const saying *said, const void *bytes, size_t size)
{
    if (size > 0)
        fwrite(bytes, 1, size, said->stream);
}

/* Every report there is, one after the other. */
static void reports(const judged *subject, saying *said, bool no_simd)
{
    size_t count;
    const ap_reporter *const *reporters = ap_reporters(&count);
    for (size_t i = 0; i < count; i++) {
        const web_file file = { .name = subject->name,
            .bytes = subject->bytes,
            .companion = subject->companion,
            .reporter = reporters[i],
            .no_simd = no_simd };
        size_t size;
        char *text = web_lint_text(&file, &size);
        if (text == NULL)
            fail("no report", subject->name);
        fprintf(said->stream, "== %s\n", reporters[i]->name);
        say_bytes(said, text, size);
        free(text);
    }
}

/* What a page says of it (web/). */
static void page(const judged *subject, saying *said, ap_arena *arena)
{
    const web_file file = {
        .name = subject->name, .bytes = subject->bytes, .reporter = ap_find_reporter("json")
    };
    size_t size;
    char *text = web_lint_text(&file, &size);
    (void)arena;
    if (text == NULL)
        fail("no report", subject->name);
    say_bytes(said, text, size);
    free(text);
}

static void say_piece(void *context, const ap_segment *segment)
{
    saying *said = context;
    char path[PATH_BYTES], value[AP_SEGMENT_TEXT_BYTES];
    fprintf(said->stream, "%zu+%zu ", segment->span.offset, segment->span.length);
    if (segment->unread) {
        fputs("unread\n", said->stream);
        return;
    }
    ap_field_path_text(segment->path, segment->name, path, sizeof path);
    ap_segment_text(segment, value);
    fprintf(said->stream, "%s %s %s = %s\n", path, ap_type_name(segment->type), ap_role_name(segment->role),
        value);
}

static void listen(const judged *subject, ap_arena *arena, const ap_listener *listener)
{
    ap_findings findings;
    ap_lint_options options = { .listener = listener };
    ap_lint_result about;
    ap_findings_init(&findings, arena, NULL, 1, 1);
    ap_lint_as(subject->format, subject->bytes, &options, &findings, &about);
}

/* Each field, and the file as JSON. */
static void fields(const judged *subject, saying *said, ap_arena *arena)
{
    ap_field_map map;
    ap_json_tree tree;
    ap_store store;
    ap_writer writer;
    ap_field_map_init(&map, subject->bytes, !subject->format->text, say_piece, said);
    listen(subject, arena, &map.listener);
    ap_field_map_finish(&map);
    ap_store_init(&store);
    ap_store_writer(&store, &writer);
    ap_json_tree_begin(&tree, &writer, subject->bytes, subject->format->name, NULL);
    listen(subject, arena, &tree.listener);
    ap_json_tree_end(&tree);
    if (!ap_writer_finish(&writer))
        fail("no memory", subject->name);
    say_bytes(said, store.bytes, store.size);
    ap_store_free(&store);
}

static void say_store(const saying *said, const char *what, ap_store *store, bool made)
{
    fprintf(said->stream, "== %s: %s, %zu bytes\n", what, made ? "made" : "not made", store->size);
    say_bytes(said, store->bytes, store->size);
    store->size = 0;
}

/* The file written again, without what never changes, and what its round trip comes to. */
static void rewriting(const judged *subject, saying *said, ap_arena *arena)
{
    static const ap_lint_options usual;
    ap_store store;
    ap_writer writer;
    ap_rewrite trip = { .written = 0 };
    const ap_format *format = subject->format;
    ap_store_init(&store);
    ap_store_writer(&store, &writer);
    bool made = format->write(subject->bytes, &usual, arena, &writer) && ap_writer_finish(&writer);
    say_store(said, "written", &store, made);
    if (format->prune != NULL) {
        ap_store_writer(&store, &writer);
        made = format->prune(subject->bytes, arena, &writer) && ap_writer_finish(&writer);
        say_store(said, "pruned", &store, made);
    }
    ap_store_free(&store);
    const ap_rewrite_result result = ap_rewrite_check(format, subject->bytes, &usual, arena, &trip);
    fprintf(said->stream, "== round trip: %d, %zu bytes, %zu\n", (int)result, trip.written, trip.at);
}

static void mutants(const judged *subject, saying *said, ap_arena *arena)
{
    const ap_view none = { NULL, 0 };
    const size_t room = subject->bytes.size + MUTANT_ROOM;
    uint8_t *mutant = malloc(room);
    if (mutant == NULL)
        fail("no memory", subject->name);
    for (uint64_t seed = 0; seed < MUTATIONS; seed++) {
        ap_choices choices;
        ap_mutation what = AP_MUTATIONS;
        ap_choices_seed(&choices, seed);
        const size_t size =
            ap_mutate_some(subject->format, subject->bytes, none, &choices, arena, mutant, room, &what);
        fprintf(said->stream, "== %d, %zu bytes\n", (int)what, size);
        say_bytes(said, mutant, size);
    }
    free(mutant);
}

static void say_all(judged *subject)
{
    saying said;
    ap_arena arena;
    static void (*const verbs[])(const judged *, saying *, ap_arena *) = { page, fields, rewriting, mutants };
    static const char *const names[] = { "page", "fields", "rewriting", "mutants" };
    for (int no_simd = 0; no_simd < 2; no_simd++) {
        begin(&said);
        reports(subject, &said, no_simd != 0);
        end(&said, no_simd != 0 ? "reports-portable" : "reports", subject->name);
    }
    subject->format = ap_choose_format(subject->bytes, subject->name, NULL);
    const size_t count = subject->format != NULL ? sizeof verbs / sizeof *verbs : 1;
    for (size_t i = 0; i < count; i++) {
        ap_arena_init(&arena, 0);
        begin(&said);
        verbs[i](subject, &said, &arena);
        end(&said, names[i], subject->name);
        ap_arena_free(&arena);
    }
}

/* Bytes that the caller frees. */
static ap_view load(const char *path)
{
    uint8_t *bytes = NULL;
    size_t size = 0, room = MUTANT_ROOM;
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        fail("cannot be read", path);
    for (size_t got = 1; got > 0; size += got) {
        room = room - size < MUTANT_ROOM ? 2 * room : room;
        bytes = realloc(bytes, room);
        if (bytes == NULL)
            fail("no memory", path);
        got = fread(bytes + size, 1, room - size, stream);
    }
    if (ferror(stream))
        fail("cannot be read", path);
    fclose(stream);
    return (ap_view){ bytes, size };
}

static void say_files(FILE *list)
{
    char line[PATH_BYTES];
    while (fgets(line, sizeof line, list) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *tab = strchr(line, '\t');
        if (tab != NULL)
            *tab = '\0';
        judged one = { .name = line, .bytes = load(line) };
        if (tab != NULL)
            one.companion = load(tab + 1);
        say_all(&one);
        free((uint8_t *)(uintptr_t)one.bytes.bytes);
        free((uint8_t *)(uintptr_t)one.companion.bytes);
    }
}

static void say_made(const ap_generator *generator, uint64_t seed, bool wild)
{
    saying said;
    char name[PATH_BYTES];
    ap_store stores[2];
    ap_writer writers[2];
    ap_arena arena;
    ap_choices choices;
    ap_range ranges[AP_GENERATOR_KNOBS];
    ap_arena_init(&arena, 0);
    ap_choices_seed(&choices, seed);
    ap_usual_ranges(generator, ranges);
    for (size_t i = 0; i < 2; i++) {
        ap_store_init(&stores[i]);
        ap_store_writer(&stores[i], &writers[i]);
    }
    ap_make make = { .choices = &choices,
        .ranges = ranges,
        .wild = wild,
        .arena = &arena,
        .writer = &writers[0],
        .companion = generator->companion_extension == NULL ? NULL : &writers[1] };
    const bool made =
        generator->make(&make) && ap_writer_finish(&writers[0]) && ap_writer_finish(&writers[1]);
    begin(&said);
    say_store(&said, "file", &stores[0], made);
    say_store(&said, "companion", &stores[1], make.companion_fits);
    snprintf(name, sizeof name, "%s %" PRIu64 "%s", generator->format->name, seed, wild ? " wild" : "");
    end(&said, "made", name);
    ap_store_free(&stores[0]);
    ap_store_free(&stores[1]);
    ap_arena_free(&arena);
}

static void list_generators(void)
{
    size_t count;
    const ap_corpus_format *const *kits = ap_corpus_formats(&count);
    for (size_t i = 0; i < count; i++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            say_made(kits[i]->generator, seed, false);
            say_made(kits[i]->generator, seed, true);
        }
    }
}

static void say_case(const ap_planned_case *planned, const ap_made_case *made)
{
    saying said;
    char name[PATH_BYTES];
    snprintf(
        name, sizeof name, "%s.%zu%s", planned->name, planned->round, planned->generator->format->extension);
    begin(&said);
    say_bytes(&said, made->file.bytes, made->file.size);
    fputs("\n== companion\n", said.stream);
    say_bytes(&said, made->companion.bytes, made->companion.size);
    end(&said, "case", name);
    judged one = { .name = name, .bytes = made->file, .companion = made->companion };
    say_all(&one);
}

static void say_corpus(void)
{
    ap_case_generator generator;
    ap_case_plan plan;
    ap_planned_case planned;
    ap_made_case made;
    size_t files = 0, last_round = 0;
    ap_case_generator_init(&generator, CORPUS_SEED, 0);
    ap_case_plan_init(&plan, NULL, false);
    for (ap_case_plan_next(&plan, &planned); planned.round <= last_round || files < STANDARD_FILES;
         ap_case_plan_next(&plan, &planned), files++) {
        last_round = planned.round;
        if (ap_make_case(&generator, &planned, &made) != AP_CASE_MADE)
            fail("not made", planned.name);
        say_case(&planned, &made);
    }
    ap_case_generator_free(&generator);
}

int main(int count, char **words)
{
    if (count == 3 && strcmp(words[1], "--show") == 0)
        shown = words[2];
    else if (count != 1)
        return 2;
    say_files(stdin);
    list_generators();
    say_corpus();
    if (shown == NULL)
        printf("%zu lines\n", lines);
    return 0;
}
