/* Descriptions of formats that are made up: what cannot be learnt of a layout, and what is then said. */
#include <criterion/criterion.h>

#include "tests/unit/support/spec_case.h"
#include "validators/spec/spec_trace.h"

static bool two_counts(ap_io *io)
{
    return ap_count(io, "count", &made_content.count, 0) && ap_count(io, "other", &made_content.other, 0);
}

static bool with_sum(ap_io *io)
{
    return two_counts(io) && made_bytes(io, "both", made_content.count + made_content.other);
}

Test(spec_faults, a_length_that_no_product_tells_is_a_fault)
{
    expect_spec_fault(
        with_sum, "Of 'both' in 'made' the runs do not tell when it is there, or how long it is.");
}

static bool with_three(ap_io *io)
{
    return made_flag(io, "a", 0) && made_flag(io, "b", 1) && made_flag(io, "c", 2)
           && (made_content.flags[0] == 0 || made_content.flags[1] == 0 || made_content.flags[2] == 0
               || made_number(io, "all"));
}

Test(spec_faults, a_condition_of_three_flags_is_a_fault)
{
    expect_spec_fault(
        with_three, "Of 'all' in 'made' the runs do not tell when it is there, or how long it is.");
}

static bool with_parity(ap_io *io)
{
    int32_t value = 0;
    return ap_i32(io, "value", &value, AP_ROLE_NUMBER) && ((value & 1) == 0 || made_number(io, "odd"));
}

Test(spec_faults, what_depends_on_a_plain_number_is_a_fault)
{
    expect_spec_fault(
        with_parity, "Of 'odd' in 'made' the runs do not tell when it is there, or how long it is.");
}

/* Versions and flags */

static bool with_versions(ap_io *io)
{
    int32_t minor = 0;
    return ap_i32(io, "major", &made_content.version, AP_ROLE_VERSION)
           && ap_i32(io, "minor", &minor, AP_ROLE_VERSION)
           && made_known(io, made_content.version == 2 ? minor == 1 : made_content.version == 3 && minor < 2);
}

Test(spec_faults, versions_that_are_not_all_combinations_are_a_fault)
{
    expect_spec_fault(with_versions, "Not every combination of the numbers of a version is a version.");
}

static bool without_version(ap_io *io)
{
    return ap_i32(io, "version", &made_content.version, AP_ROLE_VERSION) && made_known(io, false);
}

static bool with_every_version(ap_io *io)
{
    int32_t minor = 0;
    return ap_i32(io, "major", &made_content.version, AP_ROLE_VERSION)
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
        if (!made_flag(io, names[i], 0))
            return false;
    }
    return true;
}

Test(spec_faults, what_cannot_be_tried_is_a_fault)
{
    expect_spec_fault(without_version, "The layout refuses every version.");
    expect_spec_fault(with_every_version, "The format has more versions than can be told.");
    expect_spec_fault(with_third_number, "The format has more versions or flags than can be tried.");
    expect_spec_fault(with_many_flags, "The format has more versions or flags than can be tried.");
}

static bool with_name_of(ap_io *io, size_t size)
{
    ap_view name;
    return ap_name(io, "name", size, &name);
}

static bool with_long_name(ap_io *io)
{
    return with_name_of(io, AP_SPEC_MOST + 1);
}

Test(spec_faults, a_name_longer_than_what_is_drawn_is_refused)
{
    expect_spec_fault(with_long_name, "The layout refuses every version.");
}

/* Records */

static bool with_orders(ap_io *io)
{
    return made_flag(io, "turned", 0)
           && (made_content.flags[0] != 0 ? made_number(io, "b") && made_number(io, "a")
                                          : made_number(io, "a") && made_number(io, "b"));
}

static bool with_kinds(ap_io *io)
{
    return made_flag(io, "other", 0)
           && made_record(io, "part", made_content.flags[0] != 0 ? "one" : "two", "value");
}

static bool one_value(ap_io *io, void *record)
{
    (void)record;
    return made_number(io, "value");
}

static bool with_kinds_of_elements(ap_io *io)
{
    static const ap_element kinds[] = { { 1, 1, NULL, one_value, "two" }, { 1, 1, NULL, one_value, "one" } };
    ap_view view;
    return made_flag(io, "other", 0)
           && ap_array(io, "parts", 2, &kinds[made_content.flags[0] != 0 ? 1 : 0], NULL, &view);
}

static bool odd_in_record(ap_io *io)
{
    ap_enter(io, "part");
    const bool whole = with_parity(io);
    ap_leave(io);
    return whole;
}

static bool with_refusal(ap_io *io)
{
    return made_flag(io, "needed", 0) && (made_content.flags[0] != 0 || ap_fill_refuse(io, "needed", "is 0"));
}

Test(spec_faults, what_runs_say_against_each_other_is_a_fault)
{
    expect_spec_fault(with_orders, "The fields of 'made' come in more than one order.");
    expect_spec_fault(with_kinds, "'part' is a 'two' and a 'one'.");
    expect_spec_fault(with_kinds_of_elements, "'parts' is a 'two' and a 'one'.");
    expect_spec_fault(
        odd_in_record, "Of 'odd' in 'part' the runs do not tell when it is there, or how long it is.");
    expect_spec_fault(with_refusal, "The layout refuses what it has asked for.");
}

/* Rules */

static bool five_bytes(ap_io *io)
{
    return made_bytes(io, "five", 5);
}

Test(spec_faults, more_rules_than_there_is_room_for_are_a_fault)
{
    made_found = MADE_RULES;
    expect_spec_fault(with_orders, "A field has more rules than there is room for.");
    expect_spec_fault(five_bytes, "A field has more rules than there is room for.");
}
