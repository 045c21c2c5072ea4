#include "corpus/cases/case_make.h"

#include <stdio.h>
#include <string.h>

#include "corpus/defect/compare_findings.h"
#include "validators/registry.h"

enum { ATTEMPTS = 64 /* number of valid files to try before giving up on a defect */ };

void ap_case_generator_init(ap_case_generator *generator, uint64_t seed, size_t max_memory_bytes)
{
    *generator = (ap_case_generator){ .seed = seed };
    ap_pair_findings_init(&generator->linted, max_memory_bytes);
    ap_arena_init(&generator->arena, max_memory_bytes);
    ap_buffer_init(&generator->file);
    ap_buffer_init(&generator->companion);
    ap_buffer_init(&generator->broken);
}

void ap_case_generator_free(ap_case_generator *generator)
{
    ap_pair_findings_free(&generator->linted);
    ap_arena_free(&generator->arena);
    ap_buffer_free(&generator->file);
    ap_buffer_free(&generator->companion);
    ap_buffer_free(&generator->broken);
}

static ap_view view_of(const ap_buffer *store)
{
    static const uint8_t nothing[1];
    return (ap_view){ store->bytes != NULL ? store->bytes : nothing, store->size };
}

/* Returns the FNV-1a hash of a case's name. The seed of the case is made from the hash and the seed of the corpus, so that the
   case does not depend on other cases. */
static uint64_t hash_name(const char *name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *name != '\0'; name++)
        hash = (hash ^ (uint8_t)*name) * UINT64_C(0x100000001b3);
    return hash;
}

/* Sets the ranges of all knobs to their defaults, and then the knobs of a list such as "version=1.1 layout=writer" to the values
   of the list. The lists come from tables of this program: an unknown name or value is a bug. */
static void set_knobs_of_list(
    const ap_generator *generator, const char *list, ap_knob_range ranges[AP_GENERATOR_KNOBS])
{
    char knob[AP_CASE_KNOBS_BYTES];
    ap_default_knob_ranges(generator, ranges);
    while (list != NULL && *list != '\0') {
        const size_t length = strcspn(list, " ");
        snprintf(knob, sizeof knob, "%.*s", (int)length, list);
        const ap_knob_result set = ap_set_knob(generator, knob, ranges);
        assert(set == AP_KNOB_SET);
        (void)set;
        list += length + (list[length] == ' ');
    }
}

/* Generates a valid file and, if the format has companions, a companion. Lints the file, with the companion if it fits the file.
   Returns false when out of memory. */
static bool generate_and_lint_pair(
    ap_case_generator *generator, const ap_generator *of_format, const char *knobs, bool wild)
{
    ap_knob_range ranges[AP_GENERATOR_KNOBS];
    const bool wants_companion = of_format->companion_extension != NULL;
    set_knobs_of_list(of_format, knobs, ranges);
    ap_arena_reset(&generator->arena);
    ap_buffer_init_writer(&generator->file, &generator->writer);
    ap_buffer_init_writer(&generator->companion, &generator->companion_writer);
    ap_generation_request make = { .choices = &generator->choices,
        .ranges = ranges,
        .wild = wild,
        .arena = &generator->arena,
        .writer = &generator->writer,
        .companion = wants_companion ? &generator->companion_writer : NULL };
    if (!of_format->make(&make) || !ap_writer_flush(&generator->writer)
        || !ap_writer_flush(&generator->companion_writer))
        return false;
    generator->has_companion = wants_companion && make.companion_fits;
    const ap_view none = { NULL, 0 };
    return ap_lint_pair(&generator->linted, of_format->format, view_of(&generator->file),
        generator->has_companion ? view_of(&generator->companion) : none);
}

/* The expected findings in the form of the manifest. */

typedef struct expected_findings {
    ap_manifest_finding *items;
    size_t count;
} expected_findings;

static bool make_room(ap_case_generator *generator, expected_findings *list, size_t room)
{
    list->items = ap_alloc_array(&generator->arena, room, sizeof *list->items);
    list->count = 0;
    return list->items != NULL;
}

static void add_expected_finding(
    expected_findings *list, const char *id, ap_span span, const char *path, bool companion)
{
    const ap_rule *rule = ap_find_rule(id);
    assert(rule != NULL);
    list->items[list->count++] = (ap_manifest_finding){
        .rule = id, .severity = rule->severity, .span = span, .path = path, .companion = companion
    };
}

static void add_expected_findings(expected_findings *list, const ap_findings *findings, bool companion)
{
    for (const ap_finding *f = findings->first; f != NULL; f = f->next)
        add_expected_finding(list, f->rule->id, f->span, f->path, companion);
}

static bool list_findings_of_valid_pair(ap_case_generator *generator, expected_findings *list)
{
    if (!make_room(generator, list, generator->linted.of_file.kept + generator->linted.of_companion.kept))
        return false;
    add_expected_findings(list, &generator->linted.of_file, false);
    add_expected_findings(list, &generator->linted.of_companion, true);
    return true;
}

static bool expect_findings_of_damaged_pair(
    ap_case_generator *generator, const ap_damage *damage, expected_findings *list)
{
    const ap_findings *const found[] = { &generator->linted.of_file, &generator->linted.of_companion };
    if (!make_room(generator, list, found[0]->kept + found[1]->kept + AP_DEFECT_EXPECTATIONS))
        return false;
    for (int companion = 0; companion <= 1; companion++) {
        const ap_expectation *items;
        size_t count;
        if (!ap_list_expected_findings(damage, companion, found[companion], &items, &count))
            return false;
        for (size_t i = 0; i < count; i++)
            add_expected_finding(list, items[i].rule, items[i].span, items[i].path, companion);
    }
    return true;
}

/* Returns the answer that a reader must give to a file with the findings of `list`. An error in the companion
   does not require the reader to refuse the file, since a reader may ignore the companion. */
static ap_expected_answer answer_for_expected_list(const expected_findings *list)
{
    ap_expected_answer worst = AP_ANSWER_ACCEPT;
    for (size_t i = 0; i < list->count; i++) {
        const ap_manifest_finding *found = &list->items[i];
        ap_expected_answer answer = ap_expected_answer_of_rule(found->rule);
        if (found->companion && answer == AP_ANSWER_REFUSE)
            answer = AP_ANSWER_DIFFER;
        worst = answer < worst ? answer : worst;
    }
    return worst;
}

__attribute__((format(printf, 2, 3))) static const char *format_text(ap_arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = ap_arena_format(arena, format, arguments);
    va_end(arguments);
    return text != NULL ? text : "";
}

static bool fill_manifest_entry(ap_case_generator *generator, const ap_planned_case *planned, uint64_t seed,
    const expected_findings *list, ap_generated_case *made)
{
    static const char mark[] = {
        [AP_ANSWER_REFUSE] = 'n', [AP_ANSWER_DIFFER] = 'i', [AP_ANSWER_ACCEPT] = 'y'
    };
    const ap_format *format = planned->generator->format;
    const ap_defect *defect = planned->defect;
    ap_arena *arena = &generator->arena;
    ap_manifest_case *entry = &made->entry;
    const ap_expected_answer answer = answer_for_expected_list(list);
    *entry = (ap_manifest_case){ .answer = answer,
        .format = format->name,
        .version = generator->linted.about.version,
        .variant = generator->linted.about.variant,
        .expected = list->items,
        .expected_count = list->count,
        .seed = seed & INT64_MAX };
    entry->id = format_text(arena, "%c_%s", mark[answer], planned->name);
    entry->file = format_text(arena, "%s/%s%s", format->name, entry->id, format->extension);
    if (made->companion.bytes != NULL)
        entry->companion =
            format_text(arena, "%s/%s%s", format->name, entry->id, format->companion->extension);
    if (defect != NULL) {
        entry->defect = format_text(arena, "%s/%s", format->name, defect->name);
        entry->reason = defect->reason;
        entry->source = ap_find_rule(defect->rule)->source;
    } else {
        entry->reason = format_text(arena, "a valid file: %s", planned->shape);
    }
    return !arena->failed;
}

static bool make_valid_case(
    ap_case_generator *generator, const ap_planned_case *planned, ap_generated_case *made)
{
    expected_findings list;
    const uint64_t seed = ap_make_item_seed(ap_make_item_seed(generator->seed, hash_name(planned->name)), 0);
    const bool wild = strcmp(planned->shape, "wild") == 0;
    const bool usual = strcmp(planned->shape, "usual") == 0;
    ap_choices_from_seed(&generator->choices, seed);
    if (!generate_and_lint_pair(generator, planned->generator, wild || usual ? NULL : planned->shape, wild))
        return false;
    made->file = view_of(&generator->file);
    made->companion = generator->has_companion ? view_of(&generator->companion) : (ap_view){ NULL, 0 };
    return list_findings_of_valid_pair(generator, &list)
           && fill_manifest_entry(generator, planned, seed, &list, made);
}

static bool write_broken_file(ap_case_generator *generator, const ap_damage *damage, ap_generated_case *made)
{
    ap_buffer_init_writer(&generator->broken, &generator->writer);
    if (!ap_write_damaged(damage, &generator->writer) || !ap_writer_flush(&generator->writer))
        return false;
    made->file = damage->input;
    made->companion = damage->companion;
    made->original = damage->defect->in_companion ? (ap_view){ NULL, 0 } : damage->input;
    *(damage->defect->in_companion ? &made->companion : &made->file) = view_of(&generator->broken);
    return true;
}

/* Removes the companion and lints the file again. Returns false when out of memory. */
static bool remove_companion_and_lint_again(ap_case_generator *generator, const ap_planned_case *planned)
{
    const ap_view none = { NULL, 0 };
    generator->has_companion = false;
    return ap_lint_pair(&generator->linted, planned->generator->format, view_of(&generator->file), none);
}

/* Returns true if the file has a companion that the defect does not need, and the expected findings demand a stricter answer of
   a reader than a finding of the defect's rule does. For example, a joint name that is too long is a warning, but the companion
   mesh then has no joint of that name, which is an error. */
static bool causes_graver_finding_with_companion(const ap_damage *damage, const expected_findings *list)
{
    const ap_defect *defect = damage->defect;
    return damage->companion.bytes != NULL && !defect->needs_companion
           && answer_for_expected_list(list) < ap_expected_answer_of_defect(defect);
}

/* Generates one valid file and applies the defect. Returns AP_CASE_NO_CANDIDATE if the defect does not fit the file, or if the
   companion makes the findings graver. If drop_companion is true or the defect demands it, first removes the companion, since
   some changes would also break rules that compare the file with its companion. */
static ap_case_status generate_broken_file(ap_case_generator *generator, const ap_planned_case *planned,
    bool drop_companion, uint64_t seed, ap_generated_case *made)
{
    static const ap_lint_options options = { .listener = NULL };
    expected_findings list;
    ap_choices_from_seed(&generator->choices, seed);
    if (!generate_and_lint_pair(generator, planned->generator, planned->defect->knobs, false))
        return AP_CASE_NO_MEMORY;
    const ap_view companion = view_of(&generator->companion), none = { NULL, 0 };
    if ((drop_companion || planned->defect->drops_companion)
        && !remove_companion_and_lint_again(generator, planned))
        return AP_CASE_NO_MEMORY;
    ap_damage damage = { .defect = planned->defect,
        .format = planned->generator->format,
        .input = view_of(&generator->file),
        .companion = generator->has_companion ? companion : none,
        .known_clean = ap_pair_has_no_finding(&generator->linted),
        .choices = &generator->choices,
        .arena = &generator->arena };
    if (!ap_apply_defect(&damage, &options))
        return generator->arena.failed ? AP_CASE_NO_MEMORY : AP_CASE_NO_CANDIDATE;
    if (!write_broken_file(generator, &damage, made)
        || !expect_findings_of_damaged_pair(generator, &damage, &list))
        return AP_CASE_NO_MEMORY;
    if (causes_graver_finding_with_companion(&damage, &list))
        return AP_CASE_NO_CANDIDATE;
    return fill_manifest_entry(generator, planned, seed, &list, made) ? AP_CASE_MADE : AP_CASE_NO_MEMORY;
}

ap_case_status ap_generate_case(
    ap_case_generator *generator, const ap_planned_case *planned, ap_generated_case *made)
{
    *made = (ap_generated_case){ .file = { NULL, 0 } };
    if (planned->defect == NULL)
        return make_valid_case(generator, planned, made) ? AP_CASE_MADE : AP_CASE_NO_MEMORY;
    const uint64_t seed = ap_make_item_seed(generator->seed, hash_name(planned->name));
    ap_case_status status = AP_CASE_NO_CANDIDATE;
    for (uint64_t attempt = 0; attempt < ATTEMPTS && status == AP_CASE_NO_CANDIDATE; attempt++)
        status = generate_broken_file(
            generator, planned, attempt % 2 == 1, ap_make_item_seed(seed, attempt), made);
    return status;
}
