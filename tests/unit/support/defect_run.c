#include "tests/unit/support/defect_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/same_bytes.h"
#include "core/files/sink.h"
#include "corpus/defect/compare_findings.h"
#include "tests/unit/support/generated_file.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_sample.h"
#include "validators/companion_use.h"
#include "validators/registry.h"

/* Findings of a file and of its companion, and the fields of the file. */
typedef struct linted_pair {
    lint_run file;
    ap_arena companion_arena;
    ap_findings companion_findings;
    ap_view companion; /* copy, owned; bytes NULL: no companion */
    ap_arena fields_arena;
    ap_field_list fields;
    ap_lint_result listing_result; /* result of listing the fields */
} linted_pair;

static const ap_lint_options lint_options = { .listener = NULL };

static void lint_file_and_companion(
    linted_pair *all, const ap_format *format, ap_view file, ap_view companion)
{
    ap_lint_options options = lint_options;
    ap_companion_use use;
    ap_arena_init(&all->companion_arena, 0);
    ap_arena_init(&all->fields_arena, 0);
    ap_findings_init(&all->companion_findings, &all->companion_arena, NULL, 0, 0);
    all->companion = (ap_view){ NULL, 0 };
    if (companion.bytes != NULL) {
        all->companion = copy_view(companion);
        cr_assert(
            ap_parse_companion_for_use(&use, format->companion, all->companion, &all->companion_findings));
        options.companions = &use;
    }
    lint_begin(&all->file, format, file, &options);
}

/* Lists the fields of the file. Callers list them once for all defects of a format: listing takes as long as two lints. */
static void list_fields(linted_pair *all, const ap_format *format, ap_view file)
{
    cr_assert(
        ap_list_fields(format, file, &lint_options, &all->fields_arena, &all->fields, &all->listing_result));
}

static void free_linted_pair(linted_pair *all)
{
    ap_arena_free(&all->fields_arena);
    lint_end(&all->file);
    ap_arena_free(&all->companion_arena);
    free((void *)all->companion.bytes);
}

static ap_view write_damaged_bytes_to_arena(ap_damage *damage)
{
    ap_fixed_buffer keeper;
    ap_view file = damage->defect->in_companion ? damage->companion : damage->input;
    for (size_t i = 0; i < damage->edit_count; i++)
        file.size += damage->edits[i].bytes.size;
    uint8_t *bytes = ap_alloc(damage->arena, file.size);
    ap_writer *writer = ap_alloc(damage->arena, sizeof *writer);
    cr_assert(bytes != NULL && writer != NULL);
    ap_fixed_buffer_init(&keeper, writer, bytes, file.size);
    cr_assert(ap_write_damaged(damage, writer) && ap_writer_flush(writer));
    return (ap_view){ bytes, keeper.size };
}

static void print_expectation(FILE *out, const char *what, const ap_expectation *one)
{
    if (one->rule != NULL)
        fprintf(out, "\n    %s: %s at %zu+%zu '%s'", what, one->rule, one->span.offset, one->span.length,
            one->path);
}

/* Returns true if the findings of the file (if `companion`: of its companion) are the expected ones. Otherwise writes the first
   missing and the first unexpected finding to `out`. */
static bool check_detection(
    FILE *out, const ap_damage *damage, bool companion, const ap_findings *before, const ap_findings *after)
{
    ap_findings_comparison detection;
    cr_assert(ap_compare_with_expected(damage, companion, before, after, &detection));
    if (ap_is_detected(&detection))
        return true;
    fprintf(out, "\n  %s%s: expected %zu findings, found %zu of them", damage->defect->name,
        companion ? " (companion)" : "", detection.wanted, detection.hits);
    print_expectation(out, "missing", &detection.first_missing);
    print_expectation(out, "unexpected", &detection.first_unexpected);
    return false;
}

/* Applies the defect and lints the result. If the result has other findings than expected, or equals the base though it must
   not, writes this to `out`. Returns true if the defect could be applied to the base. */
static bool apply_and_check_defect(FILE *out, const ap_defect *defect, const ap_format *format,
    const defect_base *base, const linted_pair *before, uint64_t seed)
{
    linted_pair after;
    AT_END(ap_arena_free) ap_arena arena;
    ap_choices choices;
    ap_arena_init(&arena, 0);
    ap_choices_from_seed(&choices, seed);
    ap_damage damage = { .defect = defect,
        .format = format,
        .input = base->file,
        .companion = base->companion,
        .fields = before->fields,
        .about = before->listing_result,
        .choices = &choices,
        .arena = &arena };
    const bool placed = ap_apply_defect(&damage, &lint_options);
    cr_assert(!arena.failed);
    if (placed) {
        const ap_view broken = write_damaged_bytes_to_arena(&damage);
        const bool in_companion = defect->in_companion;
        lint_file_and_companion(
            &after, format, in_companion ? base->file : broken, in_companion ? broken : damage.companion);
        bool fine =
            check_detection(out, &damage, false, &before->file.findings, &after.file.findings)
            && check_detection(out, &damage, true, &before->companion_findings, &after.companion_findings);
        const bool edited = !defect->near_miss || damage.edit_count > 0;
        if (fine && edited && ap_same_bytes(broken, in_companion ? base->companion : base->file)) {
            fprintf(out, "\n  defect %s must change the file", defect->name);
            fine = false;
        }
        if (!fine)
            fprintf(out, "\n    base %s, seed %u", base->name, (unsigned)seed);
        free_linted_pair(&after);
    }
    return placed;
}

/* Applies all defects of the format to one base. Sets placed[i] if defect i could be applied. */
static void apply_and_check_all_defects(FILE *out, const ap_format *format, const defect_base *base,
    uint64_t first_seed, size_t seeds, bool *placed)
{
    const ap_corpus_format *corpus_format = ap_find_corpus_format(format->name);
    const ap_defect *defect;
    linted_pair before;
    lint_file_and_companion(&before, format, base->file, base->companion);
    list_fields(&before, format, base->file);
    cr_assert(before.file.findings.counts[AP_ERROR] + before.companion_findings.counts[AP_ERROR] == 0,
        "base %s must have no errors", base->name);
    for (size_t i = 0; (defect = ap_nth_defect_of_format(corpus_format, i)) != NULL; i++) {
        for (size_t seed = 0; seed < seeds; seed++)
            placed[i] |= apply_and_check_defect(out, defect, format, base, &before, first_seed + seed);
    }
    free_linted_pair(&before);
}

/* Closes the text stream. If it has text, fails the test with the text, which describes faults. */
static void close_text_stream_and_expect_no_fault(void)
{
    size_t size;
    const char *text = close_text_stream(&size);
    cr_assert(size == 0, "%s", text);
}

enum { MOST_DEFECTS = 1024 };

void check_defects(const ap_format *format, const defect_base *bases, size_t base_count)
{
    const ap_corpus_format *corpus_format = ap_find_corpus_format(format->name);
    const ap_defect *defect;
    bool placed[MOST_DEFECTS] = { false };
    FILE *out = open_text_stream();
    for (size_t b = 0; b < base_count; b++)
        apply_and_check_all_defects(out, format, &bases[b], 0, DEFECT_SEEDS, placed);
    for (size_t i = 0; (defect = ap_nth_defect_of_format(corpus_format, i)) != NULL; i++) {
        if (!placed[i])
            fprintf(out, "\n  defect %s must apply to at least one base", defect->name);
    }
    close_text_stream_and_expect_no_fault();
}

void check_defects_on_base(const ap_format *format, const defect_base *base, uint64_t seed)
{
    bool placed[MOST_DEFECTS] = { false };
    FILE *out = open_text_stream();
    apply_and_check_all_defects(out, format, base, seed, 1, placed);
    close_text_stream_and_expect_no_fault();
}

bool check_defect_if_possible(
    const ap_format *format, const ap_defect *defect, const defect_base *base, uint64_t seed)
{
    linted_pair before;
    FILE *out = open_text_stream();
    lint_file_and_companion(&before, format, base->file, base->companion);
    list_fields(&before, format, base->file);
    const bool placed = apply_and_check_defect(out, defect, format, base, &before, seed);
    free_linted_pair(&before);
    close_text_stream_and_expect_no_fault();
    return placed;
}

static bool has_defect(const char *rule, bool near_miss)
{
    size_t count;
    const ap_corpus_format *const *formats = ap_corpus_formats(&count);
    const ap_defect *defect;
    for (size_t k = 0; k < count; k++) {
        for (size_t i = 0; (defect = ap_nth_defect_of_format(formats[k], i)) != NULL; i++) {
            if (defect->near_miss == near_miss && strcmp(defect->rule, rule) == 0)
                return true;
        }
    }
    return false;
}

void check_rules_have_defects(ap_rule_table rules)
{
    for (size_t i = 0; i < rules.count; i++) {
        const ap_rule *rule = &rules.rules[i];
        cr_expect_neq(has_defect(rule->id, false), rule->needs_more_files,
            "rule %s must have either a defect or needs_more_files", rule->id);
        cr_expect_neq(has_defect(rule->id, true), rule->needs_more_files,
            "rule %s must have either a near miss or needs_more_files", rule->id);
    }
}

/* Generated files */

enum { ATTEMPTS = 96, PARTS = 4, PLACES = 8 };

/* Applies the defect to generated files, until it was applied to PLACES files (fewer in a small sample) or ATTEMPTS files were
   tried. If the generated companions fit their files, every second file has its companion, or every file if the defect needs
   one. */
static void check_defect_on_generated(const ap_format *format, const ap_defect *defect)
{
    AT_END(generated_free) generated_file made;
    size_t placed = 0;
    generated_init(&made, format->name, defect->knobs);
    for (uint64_t i = 0; i < ATTEMPTS && placed < sample_size(PLACES); i++) {
        cr_assert(generate_seeded(&made, 4, i));
        defect_base base = { .name = "generated", .file = buffer_view(&made.bytes) };
        if (made.companion_fits && (defect->needs_companion || i % 2 == 1))
            base.companion = buffer_view(&made.companion);
        placed += check_defect_if_possible(format, defect, &base, i);
    }
    const bool possible = !defect->needs_companion || made.companion_fits;
    cr_expect(placed > 0 || !possible, "defect %s must apply to at least one generated file", defect->name);
}

void check_defects_on_generated(const ap_format *format, size_t part)
{
    const ap_corpus_format *corpus_format = ap_find_corpus_format(format->name);
    cr_assert_not_null(ap_nth_defect_of_format(corpus_format, part));
    for (size_t i = part; ap_nth_defect_of_format(corpus_format, i) != NULL; i += PARTS)
        check_defect_on_generated(format, ap_nth_defect_of_format(corpus_format, i));
}
