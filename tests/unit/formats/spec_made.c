/* Descriptions of formats that are made up: what is learnt of a layout, what cannot be, and what is then said. */
#include <criterion/criterion.h>
#include <string.h>

#include "validators/spec/spec.h"

/* What a file of all of these formats holds; a layout uses what it needs. */
typedef struct made_file {
    int32_t version, count, other;
    uint8_t flags[4];
} made_file;

static made_file content; /* of the layout that runs */
static bool (*layout)(ap_io *io);

static bool fill(const ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *writer)
{
    ap_io io;
    (void)variant, (void)arena;
    ap_io_init_writer(&io, writer, false);
    io.filler = filler;
    content = (made_file){ .version = 0 };
    return layout(&io);
}

enum { RULES = AP_SPEC_RULES + 1 };

static ap_rule rules[RULES];
static size_t found; /* so many of them, the last one first, at the first byte */

static void lint(ap_view input, const ap_lint_options *options, ap_findings *findings, ap_lint_result *result)
{
    (void)input, (void)options, (void)result;
    for (size_t i = found; i-- > 0;) {
        rules[i] = (ap_rule){ .id = "made/rule", .severity = AP_NOTE };
        (void)ap_findings_add(findings, &rules[i], (ap_span){ 0, 1 });
    }
}

static const ap_format made_format = { .name = "made", .title = "made up", .lint = lint, .fill = fill };

static const ap_spec *make(bool (*of)(ap_io *io), ap_arena *arena, const char **fault)
{
    layout = of;
    return ap_spec_make(&made_format, NULL, arena, fault);
}

static void expect_fault(bool (*of)(ap_io *io), const char *words)
{
    ap_arena arena;
    const char *fault;
    ap_arena_init(&arena, 0);
    cr_expect_null(make(of, &arena, &fault), "described, instead of: %s", words);
    cr_assert_not_null(fault, "%s", words);
    cr_expect_str_eq(fault, words);
    ap_arena_free(&arena);
}

static bool byte(ap_io *io, void *record)
{
    uint8_t value = 0;
    (void)record;
    return ap_u8(io, NULL, &value, AP_ROLE_NUMBER);
}

static const ap_element bytes_element = { 1, 1, NULL, byte, NULL };

static bool bytes(ap_io *io, const char *name, int32_t count)
{
    ap_view view;
    return ap_array(io, name, (size_t)count, &bytes_element, NULL, &view);
}

static bool number(ap_io *io, const char *name)
{
    uint8_t value = 0;
    return ap_u8(io, name, &value, AP_ROLE_NUMBER);
}

static bool flag(ap_io *io, const char *name, size_t index)
{
    return ap_u8(io, name, &content.flags[index], AP_ROLE_FLAG);
}

static bool two_counts(ap_io *io)
{
    return ap_count(io, "count", &content.count, 0) && ap_count(io, "other", &content.other, 0);
}

/* Lengths */

static bool with_arrays(ap_io *io)
{
    return two_counts(io) && bytes(io, "five", 5) && bytes(io, "twice", 2 * content.other)
           && bytes(io, "table", content.count * content.other)
           && bytes(io, "guarded", content.other == 0 ? 0 : content.count);
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
    const ap_spec *spec = make(with_arrays, &arena, &fault);
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

static bool with_sum(ap_io *io)
{
    return two_counts(io) && bytes(io, "both", content.count + content.other);
}

Test(spec_made, a_length_that_no_product_tells_is_a_fault)
{
    expect_fault(with_sum, "Of 'both' in 'made' the runs do not tell when it is there, or how long it is.");
}

/* Conditions */

static bool with_flags(ap_io *io)
{
    return flag(io, "first", 0) && flag(io, "second", 1) && (content.flags[0] == 0 || flag(io, "third", 2))
           && (content.flags[0] == 0 || content.flags[2] == 0 || number(io, "in_both"))
           && (content.flags[0] != 0 || content.flags[1] != 0 || number(io, "in_none"));
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
    const ap_spec *spec = make(with_flags, &arena, &fault);
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

static bool with_three(ap_io *io)
{
    return flag(io, "a", 0) && flag(io, "b", 1) && flag(io, "c", 2)
           && (content.flags[0] == 0 || content.flags[1] == 0 || content.flags[2] == 0 || number(io, "all"));
}

Test(spec_made, a_condition_of_three_flags_is_a_fault)
{
    expect_fault(with_three, "Of 'all' in 'made' the runs do not tell when it is there, or how long it is.");
}

static bool with_parity(ap_io *io)
{
    int32_t value = 0;
    return ap_i32(io, "value", &value, AP_ROLE_NUMBER) && ((value & 1) == 0 || number(io, "odd"));
}

Test(spec_made, what_depends_on_a_plain_number_is_a_fault)
{
    expect_fault(with_parity, "Of 'odd' in 'made' the runs do not tell when it is there, or how long it is.");
}

/* Versions and flags */

static bool version(ap_io *io, bool known)
{
    return known || ap_fill_refuse(io, "version", "is not known");
}

static bool with_versions(ap_io *io)
{
    int32_t minor = 0;
    return ap_i32(io, "major", &content.version, AP_ROLE_VERSION)
           && ap_i32(io, "minor", &minor, AP_ROLE_VERSION)
           && version(io, content.version == 2 ? minor == 1 : content.version == 3 && minor < 2);
}

Test(spec_made, versions_that_are_not_all_combinations_are_a_fault)
{
    expect_fault(with_versions, "Not every combination of the numbers of a version is a version.");
}

static bool without_version(ap_io *io)
{
    return ap_i32(io, "version", &content.version, AP_ROLE_VERSION) && version(io, false);
}

static bool with_every_version(ap_io *io)
{
    int32_t minor = 0;
    return ap_i32(io, "major", &content.version, AP_ROLE_VERSION)
           && ap_i32(io, "minor", &minor, AP_ROLE_VERSION);
}

static bool with_third_number(ap_io *io)
{
    int32_t patch = 0;
    return with_every_version(io) && ap_i32(io, "patch", &patch, AP_ROLE_VERSION);
}

static bool with_many_flags(ap_io *io)
{
    static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!flag(io, names[i], 0))
            return false;
    }
    return true;
}

Test(spec_made, what_cannot_be_tried_is_a_fault)
{
    expect_fault(without_version, "The layout refuses every version.");
    expect_fault(with_every_version, "The format has more versions than can be told.");
    expect_fault(with_third_number, "The format has more versions or flags than can be tried.");
    expect_fault(with_many_flags, "The format has more versions or flags than can be tried.");
}

/* Records */

static bool with_orders(ap_io *io)
{
    return flag(io, "turned", 0)
           && (content.flags[0] != 0 ? number(io, "b") && number(io, "a")
                                     : number(io, "a") && number(io, "b"));
}

static bool in_record(ap_io *io, const char *name, const char *kind, const char *field)
{
    ap_enter(io, name);
    ap_kind(io, kind);
    const bool whole = number(io, field);
    ap_leave(io);
    return whole;
}

static bool with_kinds(ap_io *io)
{
    return flag(io, "other", 0) && in_record(io, "part", content.flags[0] != 0 ? "one" : "two", "value");
}

static bool with_refusal(ap_io *io)
{
    return flag(io, "needed", 0) && (content.flags[0] != 0 || ap_fill_refuse(io, "needed", "is 0"));
}

Test(spec_made, what_runs_say_against_each_other_is_a_fault)
{
    expect_fault(with_orders, "The fields of 'made' come in more than one order.");
    expect_fault(with_kinds, "'part' is a 'two' and a 'one'.");
    expect_fault(with_refusal, "The layout refuses what it has asked for.");
}

static bool with_like_records(ap_io *io)
{
    return in_record(io, "left", "side", "value") && in_record(io, "right", "side", "value")
           && in_record(io, "alone", NULL, "value");
}

Test(spec_made, records_of_a_kind_are_described_once)
{
    ap_arena arena;
    const char *fault;
    ap_arena_init(&arena, 0);
    const ap_spec *spec = make(with_like_records, &arena, &fault);
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
    return number(io, "one") && number(io, "two");
}

Test(spec_made, rules_of_a_field_are_those_that_point_at_it)
{
    ap_arena arena;
    const char *fault;
    ap_arena_init(&arena, 0);
    found = 3;
    const ap_spec *spec = make(one_number, &arena, &fault);
    cr_assert_not_null(spec, "%s", fault);
    const ap_spec_field *one = spec->root->fields;
    cr_expect(one->rule_count == 3 && one->next->rule_count == 0);
    for (size_t i = 0; i < one->rule_count; i++)
        cr_expect_eq(one->rules[i], &rules[i], "they are in the order of their table");
    ap_arena_free(&arena);
}

Test(spec_made, more_rules_than_there_is_room_for_are_a_fault)
{
    found = RULES;
    expect_fault(one_number, "A field has more rules than there is room for.");
}

/* Memory */

/* Each allocation is made to fail, alone. */
static void expect_no_description(bool (*of)(ap_io *io))
{
    ap_arena arena;
    const char *fault;
    ap_arena_init(&arena, 0);
    cr_assert_not_null(make(of, &arena, &fault));
    const size_t all = arena.allocations;
    for (size_t fail_at = 1; fail_at <= all; fail_at++) {
        ap_arena_free(&arena);
        ap_arena_init(&arena, 0);
        arena.fail_at = fail_at;
        cr_expect_null(make(of, &arena, &fault), "allocation %zu of %zu", fail_at, all);
        cr_expect(arena.failed, "allocation %zu", fail_at);
    }
    ap_arena_free(&arena);
}

Test(spec_made, without_memory_there_is_no_description)
{
    expect_no_description(with_arrays);
    expect_no_description(with_like_records);
}

Test(spec_made, nor_is_there_where_findings_take_it)
{
    ap_arena arena;
    const char *fault;
    ap_arena_init(&arena, 0);
    cr_assert_not_null(make(one_number, &arena, &fault));
    const size_t held = arena.held_bytes;
    ap_arena_free(&arena);
    ap_arena_init(&arena, held);
    found = RULES - 1;
    cr_expect_null(make(one_number, &arena, &fault), "%zu bytes are no room for findings", held);
    cr_expect(arena.failed);
    ap_arena_free(&arena);
}
