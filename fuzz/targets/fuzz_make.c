/* Fuzz target for the generators, defects and equivalent changes of the corpus. A generator makes a file from the
   bytes of the input. The file must have no errors. Then either a defect is applied, and must cause exactly the findings that it
   declares; or the file must be unchanged after a rewrite, or is changed so that its meaning stays, and must compare as equal, or
   is generated again with a failing allocation or writer, which must be reported. The first three bytes of the input choose among
   these checks, the defect or change, and whether values are extreme. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/corpus_formats.h"
#include "corpus/defect/compare_findings.h"
#include "corpus/defect/lint_pair.h"
#include "corpus/equivalent/equivalent.h"
#include "fuzz/oracle.h"
#include "validators/rewrite.h"
#include "validators/services/compare/changes.h"

enum {
    CHOICE_BYTES = 3,
    CHOOSE_WILD = 1,
    CHOOSE_DEFECT = 2,
    CHOOSE_PAIR = 4,    /* without a defect: also generate the companion */
    CHOOSE_FULL = 0xf8, /* if all these bits are set, an MRTK file may have any version, and hands */
    MOST_OF_A_KIND = 3, /* limit for each count of keys, joints, groups …, so that generation is fast */
};

/* A generated file, its companion, and their findings before and after the defect. */
typedef struct generated_pair {
    ap_buffer file, companion, broken;
    bool has_companion;
    ap_pair_findings before, after;
    ap_arena arena;
    ap_view bytes;
    size_t allocations; /* number of allocations that the generator made */
    ap_choices choices;
    ap_writer writer, companion_writer;
} generated_pair;

static ap_view companion_of(const generated_pair *m)
{
    return m->has_companion ? fuzz_stored_bytes(&m->companion) : (ap_view){ NULL, 0 };
}

/* If the environment variable FUZZ_KEEP is set, writes the bytes to the file $FUZZ_KEEP.`what`: for debugging, and for
   fuzz/campaign/linting.py. */
static void keep_bytes_if_requested(const ap_buffer *store, const char *what)
{
    const char *name = getenv("FUZZ_KEEP");
    char path[1024];
    if (name == NULL)
        return;
    snprintf(path, sizeof path, "%s.%s", name, what);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return;
    fwrite(fuzz_stored_bytes(store).bytes, 1, store->size, file);
    fclose(file);
}

/* Returns the defect with this number modulo the number of defects, or NULL if the format has none. */
static const ap_defect *pick_defect_or_null(const ap_corpus_format *corpus_format, size_t number)
{
    size_t count = 0;
    while (ap_nth_defect_of_format(corpus_format, count) != NULL)
        count++;
    return count == 0 ? NULL : ap_nth_defect_of_format(corpus_format, number % count);
}

static void set_knobs(
    const ap_generator *generator, const char *list, ap_knob_range ranges[AP_GENERATOR_KNOBS])
{
    char knob[128];
    while (list != NULL && *list != '\0') {
        const size_t length = strcspn(list, " ");
        snprintf(knob, sizeof knob, "%.*s", (int)length, list);
        fuzz_require(ap_set_knob(generator, knob, ranges) == AP_KNOB_SET, "no such knob: %s", knob);
        list += length + (list[length] == ' ');
    }
}

/* Sets the ranges of the knobs: small numbers, both layouts if the format has two, and the values that the defect needs. The
   hands of an MRTK file are 382 curves: they are generated only if CHOOSE_FULL or the defect allows it. */
static void choose_ranges(const ap_generator *generator, unsigned choice, const ap_defect *defect,
    ap_knob_range ranges[AP_GENERATOR_KNOBS])
{
    ap_default_knob_ranges(generator, ranges);
    for (size_t i = 0; i < generator->knob_count; i++) {
        const bool is_fixed = ranges[i].least == ranges[i].greatest;
        if (generator->knobs[i].words != NULL || is_fixed)
            continue;
        ranges[i].least = generator->knobs[i].least;
        if (ranges[i].greatest > MOST_OF_A_KIND)
            ranges[i].greatest = MOST_OF_A_KIND;
    }
    (void)ap_set_knob(generator, "layout=writer..published", ranges);
    if ((choice & CHOOSE_FULL) != CHOOSE_FULL) {
        (void)ap_set_knob(generator, "version=1.1", ranges);
        (void)ap_set_knob(generator, "has_hand=no", ranges);
    }
    set_knobs(generator, defect == NULL ? NULL : defect->knobs, ranges);
}

/* Returns true if the companion is generated too. Most defects need none, and generating the companion takes
   as long as generating the file. */
static bool needs_companion_file(const ap_generator *generator, unsigned choice, const ap_defect *defect)
{
    if (generator->companion_extension == NULL)
        return false;
    return defect == NULL ? (choice & CHOOSE_PAIR) != 0 : defect->needs_companion || defect->in_companion;
}

static ap_generation_request request_of_generation(
    generated_pair *m, const ap_knob_range *ranges, bool wild, bool wants_companion)
{
    return (ap_generation_request){ .choices = &m->choices,
        .ranges = ranges,
        .wild = wild,
        .arena = &m->arena,
        .writer = &m->writer,
        .companion = wants_companion ? &m->companion_writer : NULL };
}

static void generate_pair(generated_pair *m, const ap_generator *generator, const ap_knob_range *ranges,
    bool wild, bool wants_companion)
{
    ap_buffer_init_writer(&m->file, &m->writer);
    ap_buffer_init_writer(&m->companion, &m->companion_writer);
    ap_generation_request make = request_of_generation(m, ranges, wild, wants_companion);
    fuzz_require(generator->make(&make), "the generator failed");
    m->allocations = m->arena.allocations;
    fuzz_require(ap_writer_flush(&m->writer) && ap_writer_flush(&m->companion_writer), "out of memory");
    m->has_companion = wants_companion && make.companion_fits;
    keep_bytes_if_requested(&m->file, "file");
    keep_bytes_if_requested(&m->companion, "companion");
}

static void expect_valid(generated_pair *m, const ap_format *format)
{
    fuzz_require(ap_lint_pair(&m->before, format, fuzz_stored_bytes(&m->file), companion_of(m)),
        "linting exceeds the memory limit");
    const ap_findings *const found[] = { &m->before.of_file, &m->before.of_companion };
    for (size_t i = 0; i < 2; i++) {
        const ap_finding *error = found[i]->first;
        while (error != NULL && error->severity != AP_ERROR)
            error = error->next;
        if (error != NULL)
            fuzz_fail("a generated %s has %s at %zu %s: %s", i == 0 ? "file" : "companion", error->rule->id,
                error->span.offset, error->path, error->message);
    }
}

static void expect_written_back(generated_pair *m, const ap_format *format)
{
    ap_rewrite about;
    const ap_lint_options options = fuzz_options_of_variant(0);
    const ap_rewrite_result result =
        ap_rewrite_and_compare(format, fuzz_stored_bytes(&m->file), &options, &m->arena, &about);
    fuzz_require(result != AP_REWRITE_FAILED, "a generated file cannot be written back");
    fuzz_require(result == AP_REWRITE_SAME,
        "byte %zu of a generated file changed: field %s was read, %s written", about.at,
        about.read.field.path, about.wrote.field.path);
}

/* Changes the file so that it means the same, and requires that compare lists only changes that keep the meaning. Does nothing if
   the kind of change always causes a lint error. */
static void expect_same_meaning(generated_pair *m, const ap_format *format, size_t number)
{
    size_t count;
    const ap_equivalent_kind *kinds = ap_equivalent_kinds(&count), *kind = &kinds[number % count];
    const ap_lint_options options = fuzz_options_of_variant(0);
    const ap_view file = fuzz_stored_bytes(&m->file);
    ap_choices choices;
    ap_changes changes;
    ap_choices_from_seed(&choices, number / count);
    if (!ap_is_equivalent_kind_for(kind, format) || kind->rule != NULL)
        return;
    const ap_view changed = ap_make_equivalent_file(kind, format, file, &options, &choices, &m->arena);
    fuzz_require(!m->arena.failed, "%s exceeds the memory limit", kind->name);
    if (changed.bytes == NULL)
        return;
    const ap_compare_source source = { file, changed, &options, &options };
    ap_changes_init(&changes, &m->arena);
    fuzz_require(
        ap_compare(format, &source, &changes), "%s: the changed file cannot be compared", kind->name);
    for (const ap_change *one = changes.first; one != NULL; one = one->next)
        fuzz_require(ap_change_keeps_meaning(one), "%s: %s", kind->name, one->message);
}

static void expect_detected(
    const ap_damage *damage, bool companion, const ap_findings *before, const ap_findings *after)
{
    ap_findings_comparison d;
    fuzz_require(
        ap_compare_with_expected(damage, companion, before, after, &d), "comparing exceeds the memory limit");
    if (ap_is_detected(&d))
        return;
    const ap_expectation none = { "nothing", { 0, 0 }, "", false };
    const ap_expectation missing = d.first_missing.rule != NULL ? d.first_missing : none;
    const ap_expectation more = d.first_unexpected.rule != NULL ? d.first_unexpected : none;
    fuzz_fail("%s: expected %s at %zu+%zu '%s', found %s at %zu+%zu '%s'", damage->defect->name, missing.rule,
        missing.span.offset, missing.span.length, missing.path, more.rule, more.span.offset, more.span.length,
        more.path);
}

static void check_defect_is_found(
    generated_pair *m, const ap_format *format, const ap_defect *defect, uint64_t seed)
{
    const ap_lint_options options = fuzz_options_of_variant(0);
    ap_choices choices;
    ap_choices_from_seed(&choices, seed);
    ap_damage damage = { .defect = defect,
        .format = format,
        .input = fuzz_stored_bytes(&m->file),
        .companion = companion_of(m),
        .choices = &choices,
        .arena = &m->arena };
    if (!ap_apply_defect(&damage, &options)) {
        fuzz_require(!m->arena.failed, "%s exceeds the memory limit", defect->name);
        return;
    }
    if (defect->drops_companion)
        fuzz_require(ap_lint_pair(&m->before, format, damage.input, damage.companion),
            "linting exceeds the memory limit");
    ap_buffer_init_writer(&m->broken, &m->writer);
    fuzz_require(ap_write_damaged(&damage, &m->writer) && ap_writer_flush(&m->writer), "out of memory");
    const ap_view broken = fuzz_stored_bytes(&m->broken);
    keep_bytes_if_requested(&m->broken, "broken");
    fuzz_require(ap_lint_pair(&m->after, format, defect->in_companion ? damage.input : broken,
                     defect->in_companion ? broken : damage.companion),
        "linting exceeds the memory limit");
    expect_detected(&damage, false, &m->before.of_file, &m->after.of_file);
    expect_detected(&damage, true, &m->before.of_companion, &m->after.of_companion);
}

/* Generates the file again with a failing allocation; the generator must report the failure. */
static void generate_without_memory(
    generated_pair *m, const ap_generator *generator, const ap_knob_range *ranges, bool wild, size_t choice)
{
    ap_generation_request make = request_of_generation(m, ranges, wild, m->companion.size > 0);
    ap_choices_from_bytes(&m->choices, m->bytes);
    ap_buffer_init_writer(&m->broken, &m->writer);
    ap_buffer_init_writer(&m->companion, &m->companion_writer);
    m->arena.fail_at = m->arena.allocations + fuzz_pick_failing_allocation(choice, m->allocations);
    const bool complete = generator->make(&make);
    fuzz_require(complete == !m->arena.failed,
        "generating: it succeeds although an allocation failed, or fails although none did");
}

/* Generates the file again with a writer that fails before the end of the file or of its companion; the
   generator must report the failure. */
static void generate_with_failing_writer(
    generated_pair *m, const ap_generator *generator, const ap_knob_range *ranges, bool wild, size_t choice)
{
    const bool of_companion = m->companion.size > 0 && choice % 2 == 0;
    ap_writer *full = of_companion ? &m->companion_writer : &m->writer;
    const size_t size = of_companion ? m->companion.size : m->file.size;
    ap_generation_request make = request_of_generation(m, ranges, wild, of_companion);
    ap_choices_from_bytes(&m->choices, m->bytes);
    ap_buffer_init_writer(&m->broken, &m->writer);
    const size_t most = size < AP_WRITER_BYTES ? size : AP_WRITER_BYTES;
    fuzz_init_full_writer(full, most - 1 - choice / 2 % most);
    fuzz_require(!(generator->make(&make) && ap_writer_flush(full)) && full->failed && !m->arena.failed,
        "a generator with too little room for a file reports success");
}

enum { WRITTEN_BACK_TURNS = 8, BREAK_TURNS = 2 };

static void generate_and_check(
    generated_pair *m, const ap_generator *generator, unsigned choice, const ap_defect *defect, size_t number)
{
    ap_knob_range ranges[AP_GENERATOR_KNOBS];
    choose_ranges(generator, choice, defect, ranges);
    generate_pair(
        m, generator, ranges, (choice & CHOOSE_WILD) != 0, needs_companion_file(generator, choice, defect));
    expect_valid(m, generator->format);
    if (defect != NULL)
        check_defect_is_found(m, generator->format, defect, choice);
    else if (fuzz_is_check_selected(m->bytes, 0, WRITTEN_BACK_TURNS))
        expect_written_back(m, generator->format);
    if (defect == NULL && number % 8 == 1)
        generate_with_failing_writer(m, generator, ranges, (choice & CHOOSE_WILD) != 0, number / 8);
    else if (defect == NULL && number % 8 == 2)
        generate_without_memory(m, generator, ranges, (choice & CHOOSE_WILD) != 0, number / 8);
    else if (defect == NULL && number % 8 == 3)
        expect_same_meaning(m, generator->format, number / 8);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    generated_pair m;
    const ap_corpus_format *corpus_format = ap_find_corpus_format(FUZZ_FORMAT);
    fuzz_require(corpus_format != NULL, "no corpus format " FUZZ_FORMAT);
    if (size < CHOICE_BYTES)
        return 0;
    const size_t number = (size_t)data[1] | (size_t)data[2] << 8;
    const bool breaks =
        (data[0] & CHOOSE_DEFECT) != 0 && fuzz_is_check_selected((ap_view){ data, size }, 0, BREAK_TURNS);
    ap_buffer_init(&m.file);
    ap_buffer_init(&m.companion);
    ap_buffer_init(&m.broken);
    ap_arena_init(&m.before.arena, FUZZ_ENOUGH_MEMORY);
    ap_arena_init(&m.after.arena, FUZZ_ENOUGH_MEMORY);
    ap_arena_init(&m.arena, FUZZ_ENOUGH_MEMORY);
    m.bytes = (ap_view){ data + CHOICE_BYTES, size - CHOICE_BYTES };
    ap_choices_from_bytes(&m.choices, m.bytes);
    generate_and_check(&m, corpus_format->generator, data[0],
        breaks ? pick_defect_or_null(corpus_format, number) : NULL, number);
    ap_arena_free(&m.arena);
    ap_pair_findings_free(&m.before);
    ap_pair_findings_free(&m.after);
    ap_buffer_free(&m.file);
    ap_buffer_free(&m.companion);
    ap_buffer_free(&m.broken);
    return 0;
}
