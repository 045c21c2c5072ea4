/* Applies each kind of change that keeps the meaning to generated files, and compares the result with the file. */
#include <criterion/criterion.h>
#include <string.h>

#include "corpus/defect/field_list.h"
#include "corpus/equivalent/equivalent.h"
#include "tests/unit/support/generated_file.h"
#include "tests/unit/support/test_arena.h"
#include "tests/unit/support/test_sample.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"
#include "validators/services/compare/changes.h"

ARENA_SUITE(equivalent_kinds);

static const ap_lint_options usual = { .listener = NULL };

/* Compares the file with its changed version. Returns the message of the first difference in meaning, "not compared" if the
   comparison fails, or NULL if the meaning is kept. */
static const char *first_change_of_meaning_or_not_compared(
    const ap_format *format, ap_view file, ap_view changed)
{
    const ap_compare_source source = { file, changed, &usual, &usual };
    ap_changes changes;
    ap_changes_init(&changes, &arena);
    if (!ap_compare(format, &source, &changes))
        return "not compared";
    for (const ap_change *one = changes.first; one != NULL; one = one->next) {
        if (!ap_change_keeps_meaning(one))
            return one->message;
    }
    return NULL;
}

/* Returns the rule id of the first error of the changed file; NULL if there is no error. */
static const char *first_error(const ap_format *format, ap_view file)
{
    ap_lint_result result;
    ap_findings_init(&findings, &arena, NULL, 0, 0);
    ap_lint_as(format, file, &usual, &findings, &result);
    for (const ap_finding *one = findings.first; one != NULL; one = one->next) {
        if (one->severity == AP_ERROR)
            return one->rule->id;
    }
    return NULL;
}

/* Applies a kind of change with a seed. Returns false if the file has no place for the change. Otherwise sets *kept to true if
   the changed file has the same meaning and its first error is of the rule that the kind names, or it has no error if the kind
   names no rule. */
static bool check_equivalent_file(
    const ap_equivalent_kind *kind, const ap_format *format, ap_view file, uint64_t seed, bool *kept)
{
    ap_choices choices;
    arena_replace();
    ap_choices_from_seed(&choices, seed);
    const ap_view changed = ap_make_equivalent_file(kind, format, file, &usual, &choices, &arena);
    cr_expect(!arena.failed);
    if (changed.bytes != NULL) {
        const char *error = first_error(format, changed);
        const char *difference = first_change_of_meaning_or_not_compared(format, file, changed);
        *kept = (kind->rule == NULL ? error == NULL : error != NULL && strcmp(error, kind->rule) == 0)
                && difference == NULL;
        cr_expect(*kept, "%s, %s, seed %d: %s, %s", format->name, kind->name, (int)seed,
            error == NULL ? "no error" : error, difference == NULL ? "equal" : difference);
    }
    return changed.bytes != NULL;
}

static size_t count_files_changed_by_kind(const ap_equivalent_kind *kind, const ap_format *format, bool wild)
{
    enum { FILES = 6, SEEDS = 1 };
    generated_file generated;
    size_t made = 0;
    bool kept = true;
    generated_init(&generated, format->name, NULL);
    generated.wild = wild;
    for (uint64_t number = 1; number <= FILES && kept; number += sample_step()) {
        cr_assert(generate_seeded(&generated, 11, number));
        const ap_view file = { generated.bytes.bytes, generated.bytes.size };
        for (uint64_t seed = 1; seed <= SEEDS && kept; seed++)
            made += check_equivalent_file(kind, format, file, seed, &kept);
    }
    generated_free(&generated);
    return made;
}

Test(equivalent_kinds, each_kind_keeps_the_meaning_of_generated_files)
{
    size_t count, format_count;
    const ap_equivalent_kind *kinds = ap_equivalent_kinds(&count);
    const ap_format *const *formats = ap_formats(&format_count);
    cr_expect_geq(count, 30);
    for (size_t k = 0; k < count; k++) {
        size_t made = 0;
        for (size_t i = 0; i < format_count; i++) {
            if (ap_is_equivalent_kind_for(&kinds[k], formats[i]))
                made += count_files_changed_by_kind(&kinds[k], formats[i], false)
                        + count_files_changed_by_kind(&kinds[k], formats[i], true);
        }
        if (sample_step() == 1) /* a sample of the files may have no place for a rare kind */
            cr_expect_gt(made, 0, "%s: no file has a place for the change", kinds[k].name);
    }
}

/* Returns the last field of the file that is a float or a decimal number; NULL if no field is one. */
static const ap_listed_field *last_number_field(const ap_field_list *list)
{
    for (size_t i = list->count; i-- > 0;) {
        const ap_listed_field *field = &list->items[i];
        if (field->type == AP_TYPE_F32 || field->type == AP_TYPE_F64
            || (field->type == AP_TYPE_TEXT && field->role == AP_ROLE_NUMBER))
            return field;
    }
    return NULL;
}

/* Changes one bit of a float, or one digit of a decimal number. */
static void change_one_digit_or_bit(uint8_t *file, const ap_listed_field *field)
{
    uint8_t *bytes = file + field->span.offset;
    const size_t size = field->span.length;
    if (field->type == AP_TYPE_TEXT) {
        const uint8_t *point = memchr(bytes, '.', size);
        const size_t digit = point == NULL ? size - 1 : (size_t)(point - bytes) + 1;
        bytes[digit < size ? digit : digit - 2] ^= 1;
    } else {
        bytes[field->swap ? 1 : size - 2] ^= 0x20;
    }
}

Test(equivalent_kinds, one_changed_number_is_another_meaning)
{
    size_t format_count;
    const ap_format *const *formats = ap_formats(&format_count);
    for (size_t i = 0; i < format_count; i++) {
        generated_file generated;
        ap_field_list list;
        arena_replace();
        generated_init(&generated, formats[i]->name, NULL);
        cr_assert(generate_seeded(&generated, 11, 1));
        const ap_view file = { generated.bytes.bytes, generated.bytes.size };
        cr_assert(ap_list_fields(formats[i], file, NULL, &arena, &list, NULL));
        uint8_t *planted = ap_alloc_uncleared(&arena, file.size);
        memcpy(planted, file.bytes, file.size);
        cr_expect_null(
            first_change_of_meaning_or_not_compared(formats[i], file, (ap_view){ planted, file.size }));
        cr_assert_not_null(last_number_field(&list));
        change_one_digit_or_bit(planted, last_number_field(&list));
        cr_expect_not_null(
            first_change_of_meaning_or_not_compared(formats[i], file, (ap_view){ planted, file.size }), "%s",
            formats[i]->name);
        generated_free(&generated);
    }
}

Test(equivalent_kinds, kinds_have_names_of_their_own)
{
    size_t count;
    const ap_equivalent_kind *kinds = ap_equivalent_kinds(&count);
    for (size_t k = 0; k < count; k++)
        cr_expect_eq(ap_find_equivalent_kind(kinds[k].name), &kinds[k], "%s", kinds[k].name);
    cr_expect_null(ap_find_equivalent_kind("line-end"));
    cr_expect_null(ap_find_equivalent_kind(""));
}
