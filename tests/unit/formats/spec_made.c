/* Descriptions of formats that are made up: what is learnt of a layout, and that memory for it may run out. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/support/spec_case.h"

static bool two_counts(ap_io *io)
{
    return ap_count(io, "count", &made_content.count, 0) && ap_count(io, "other", &made_content.other, 0);
}

/* Lengths */

static bool with_arrays(ap_io *io)
{
    return two_counts(io) && made_bytes(io, "five", 5) && made_bytes(io, "twice", 2 * made_content.other)
           && made_bytes(io, "table", made_content.count * made_content.other)
           && made_bytes(io, "guarded", made_content.other == 0 ? 0 : made_content.count);
}

static void expect_length(
    const ap_spec_field *field, const char *name, size_t factor, size_t counts, bool guarded)
{
    cr_expect_str_eq(field->name, name);
    cr_expect(field->array && !field->length.to_end && field->when.test_count == 0, "%s", name);
    cr_expect_eq(field->length.factor, factor, "%s", name);
    cr_expect_eq(field->length.count_count, counts, "%s", name);
    cr_expect_eq(field->length.guarded, guarded, "%s", name);
}

Test(spec_made, lengths_are_the_simplest_that_hold)
{
    ap_arena arena;
    const char *fault;
    ap_arena_init(&arena, 0);
    const ap_spec *spec = make_spec(with_arrays, &arena, &fault);
    cr_assert_not_null(spec, "%s", fault);
    const ap_spec_field *count = spec->root->fields, *other = count->next, *five = other->next;
    const ap_spec_field *twice = five->next, *table = twice->next, *guarded = table->next;
    expect_length(five, "five", 5, 0, false);
    expect_length(twice, "twice", 2, 1, false);
    cr_expect_eq(twice->length.counts[0].names[0], other);
    expect_length(table, "table", 1, 2, false);
    expect_length(guarded, "guarded", 1, 2, true);
    cr_expect(guarded->length.counts[0].names[0] == count && guarded->length.counts[1].names[0] == other);
    cr_expect_null(guarded->next);
    cr_expect(spec->order == NULL && spec->records == spec->root);
    ap_arena_free(&arena);
}

/* Conditions */

static bool with_flags(ap_io *io)
{
    return made_flag(io, "first", 0) && made_flag(io, "second", 1)
           && (made_content.flags[0] == 0 || made_flag(io, "third", 2))
           && (made_content.flags[0] == 0 || made_content.flags[2] == 0 || made_number(io, "in_both"))
           && (made_content.flags[0] != 0 || made_content.flags[1] != 0 || made_number(io, "in_none"));
}

static const ap_spec_field *field_named(const ap_spec *spec, const char *name)
{
    const ap_spec_field *field = spec->root->fields;
    while (field != NULL && strcmp(field->name, name) != 0)
        field = field->next;
    cr_assert_not_null(field, "%s", name);
    return field;
}

Test(spec_made, a_field_that_is_missing_is_never_asked_for)
{
    ap_arena arena;
    const char *fault;
    ap_arena_init(&arena, 0);
    const ap_spec *spec = make_spec(with_flags, &arena, &fault);
    cr_assert_not_null(spec, "%s", fault);
    const ap_spec_field *first = field_named(spec, "first"), *third = field_named(spec, "third");
    const ap_spec_condition *both = &field_named(spec, "in_both")->when,
                            *none = &field_named(spec, "in_none")->when;
    cr_expect(third->when.test_count == 1 && !third->when.tests[0].equal && third->when.tests[0].value == 0);
    /* `third` alone would say as much where it is, but is only there when `first` is set */
    cr_expect(both->test_count == 2 && !both->any && both->tests[0].field.names[0] == first
              && both->tests[1].field.names[0] == third);
    cr_expect(none->test_count == 2 && !none->any && none->tests[0].equal && none->tests[1].equal);
    ap_arena_free(&arena);
}

/* One version of three has a field that the other two have not, and lacks one that they have. */
static int32_t special;

static bool with_special_version(ap_io *io)
{
    return ap_i32(io, "version", &made_content.version, AP_ROLE_VERSION)
           && made_known(io, made_content.version >= 1 && made_content.version <= 3)
           && made_number(io, made_content.version == special ? "alone" : "elsewhere");
}

Test(spec_made, a_field_of_one_version_of_three_and_of_all_but_one)
{
    for (special = 1; special <= 3; special++) {
        ap_arena arena;
        const char *fault;
        ap_arena_init(&arena, 0);
        const ap_spec *spec = make_spec(with_special_version, &arena, &fault);
        cr_assert_not_null(spec, "%d: %s", special, fault);
        for (int equal = 0; equal <= 1; equal++) {
            const ap_spec_condition *when = &field_named(spec, equal ? "alone" : "elsewhere")->when;
            cr_expect(when->test_count == 1 && when->tests[0].value == (uint64_t)special
                          && when->tests[0].equal == (equal != 0),
                "%d, %d", special, equal);
        }
        ap_arena_free(&arena);
    }
}

static bool with_name_of(ap_io *io, size_t size)
{
    ap_view name;
    return ap_name(io, "name", size, &name);
}

static bool with_name(ap_io *io)
{
    return with_name_of(io, 2);
}

/* Records */

static bool with_like_records(ap_io *io)
{
    return made_record(io, "left", "side", "value") && made_record(io, "right", "side", "value")
           && made_record(io, "alone", NULL, "value");
}

Test(spec_made, records_of_a_kind_are_described_once)
{
    ap_arena arena;
    const char *fault;
    ap_arena_init(&arena, 0);
    const ap_spec *spec = make_spec(with_like_records, &arena, &fault);
    cr_assert_not_null(spec, "%s", fault);
    const ap_spec_field *left = spec->root->fields, *right = left->next, *alone = right->next;
    cr_expect(left->record == right->record && left->record != alone->record);
    cr_expect_str_eq(left->record->name, "side");
    cr_expect_str_eq(alone->record->name, "alone", "without a word on it, its name is its kind");
    cr_expect(spec->records == left->record && spec->records->next == alone->record
              && alone->record->next == spec->root && spec->root->next == NULL);
    ap_arena_free(&arena);
}

/* Rules */

static bool one_number(ap_io *io)
{
    return made_number(io, "one") && made_number(io, "two");
}

Test(spec_made, rules_of_a_field_are_those_that_point_at_it)
{
    ap_arena arena;
    const char *fault;
    ap_arena_init(&arena, 0);
    made_found = 3;
    const ap_spec *spec = make_spec(one_number, &arena, &fault);
    cr_assert_not_null(spec, "%s", fault);
    const ap_spec_field *one = spec->root->fields;
    cr_expect(one->rule_count == 3 && one->next->rule_count == 0);
    for (size_t i = 0; i < one->rule_count; i++)
        cr_expect_eq(one->rules[i], &made_rules[i], "they are in the order of their table");
    ap_arena_free(&arena);
}

/* Memory */

/* Each allocation is made to fail, alone. */
static void expect_no_description(bool (*of)(ap_io *io))
{
    ap_arena arena;
    const char *fault;
    ap_arena_init(&arena, 0);
    cr_assert_not_null(make_spec(of, &arena, &fault));
    const size_t all = arena.allocations;
    for (size_t fail_at = 1; fail_at <= all; fail_at++) {
        ap_arena_free(&arena);
        ap_arena_init(&arena, 0);
        arena.fail_at = fail_at;
        cr_expect_null(make_spec(of, &arena, &fault), "allocation %zu of %zu", fail_at, all);
        cr_expect(arena.failed, "allocation %zu", fail_at);
    }
    ap_arena_free(&arena);
}

Test(spec_made, without_memory_there_is_no_description)
{
    expect_no_description(with_arrays);
    expect_no_description(with_like_records);
    expect_no_description(with_name);
}

Test(spec_made, nor_is_there_where_findings_take_it)
{
    ap_arena arena;
    const char *fault;
    ap_arena_init(&arena, 0);
    cr_assert_not_null(make_spec(one_number, &arena, &fault));
    const size_t held = arena.held_bytes;
    ap_arena_free(&arena);
    ap_arena_init(&arena, held);
    made_found = MADE_RULES - 1;
    cr_expect_null(make_spec(one_number, &arena, &fault), "%zu bytes are no room for findings", held);
    cr_expect(arena.failed);
    ap_arena_free(&arena);
}
