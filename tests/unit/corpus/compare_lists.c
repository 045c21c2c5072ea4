/* corpus/defect/compare_findings.h: compares the findings of a changed file with those that its defect expects. */
#include <criterion/criterion.h>
#include <string.h>

#include "corpus/defect/compare_findings.h"
#include "tests/unit/support/test_arena.h"

ARENA_SUITE(compare_findings);

static ap_expectation expectation_at(const char *rule, size_t offset)
{
    return (ap_expectation){ .rule = rule, .span = { offset, 4 }, .path = "" };
}

/* Returns the damage of a defect that expects three findings, not ordered by offset. */
static ap_damage damage_with_three_expectations(const ap_defect *defect)
{
    ap_damage damage = { .defect = defect, .arena = &arena, .expected_count = 3 };
    damage.expected[0] = expectation_at("mrtk/wrap-mode", 60);
    damage.expected[1] = expectation_at("mrtk/flag", 17);
    damage.expected[2] = expectation_at("mrtk/wrap-mode", 30);
    return damage;
}

Test(compare_findings, expected_findings_are_sorted)
{
    const ap_defect defect = { .name = "three" };
    const ap_expectation *items;
    size_t count;
    const ap_damage damage = damage_with_three_expectations(&defect);
    cr_assert(ap_list_expected_findings(&damage, false, &findings, &items, &count));
    cr_assert_eq(count, 3);
    cr_assert_str_eq(items[0].rule, "mrtk/flag");
    cr_assert_eq(items[1].span.offset, 30);
    cr_assert_eq(items[2].span.offset, 60);
}

/* A defect marks the findings of the bytes 10 to 14 as vanished. */
Test(compare_findings, findings_at_the_end_of_a_vanished_span_vanish_only_if_they_are_empty)
{
    static const ap_rule rule = { .id = "mrtk/flag" };
    const ap_defect defect = { .name = "vanished" };
    const ap_damage damage = {
        .defect = &defect, .arena = &arena, .vanished = { { NULL, { 10, 5 } } }, .vanished_count = 1
    };
    ap_finding after = { .rule = &rule, .span = { 15, 4 }, .path = "" };
    ap_finding empty = { .rule = &rule, .span = { 15, 0 }, .path = "", .next = &after };
    ap_finding inside = { .rule = &rule, .span = { 14, 4 }, .path = "", .next = &empty };
    const ap_findings of_input = { .first = &inside, .kept = 3 };
    const ap_expectation *items;
    size_t count;
    cr_assert(ap_list_expected_findings(&damage, true, &of_input, &items, &count));
    cr_assert_eq(count, 1);
    cr_expect_eq(items[0].span.length, 4);
    cr_expect_eq(items[0].span.offset, 15);
}

Test(compare_findings, detection_fails_without_memory)
{
    const ap_defect defect = { .name = "three" };
    for (size_t n = 1; n <= 2; n++) {
        ap_findings_comparison detection;
        arena_replace();
        const ap_damage damage = damage_with_three_expectations(&defect);
        arena.fail_at = arena.allocations + n;
        cr_assert_not(ap_compare_with_expected(&damage, false, &findings, &findings, &detection),
            "detection must fail if allocation %zu fails", n);
    }
}

typedef struct comparison_case {
    const char *name;
    ap_expectation wanted[3], found[3];
    size_t wanted_count, found_count;
    size_t hits, misplaced, missing, unexpected;
} comparison_case;

Test(compare_findings, findings_are_compared_with_the_expected_ones)
{
    static const char flag[] = "mrtk/flag", mode[] = "mrtk/wrap-mode";
    const comparison_case rows[] = {
        { "equal findings in another order", { expectation_at(flag, 1), expectation_at(mode, 2) },
            { expectation_at(mode, 2), expectation_at(flag, 1) }, 2, 2, 2, 0, 0, 0 },
        { "another offset", { expectation_at(flag, 1), expectation_at(mode, 2) },
            { expectation_at(flag, 1), expectation_at(mode, 3) }, 2, 2, 1, 1, 0, 0 },
        { "another rule", { expectation_at(flag, 1) }, { expectation_at(mode, 1) }, 1, 1, 0, 0, 1, 1 },
        { "a missing finding", { expectation_at(flag, 1), expectation_at(mode, 2) },
            { expectation_at(mode, 2) }, 2, 1, 1, 0, 1, 0 },
        { "unexpected findings", { expectation_at(flag, 1) },
            { expectation_at(flag, 1), expectation_at(flag, 9), expectation_at(mode, 9) }, 1, 3, 1, 0, 0, 2 },
        { "no findings", { expectation_at(flag, 1) }, { expectation_at(flag, 1) }, 0, 0, 0, 0, 0, 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        comparison_case row = rows[i];
        ap_findings_comparison detection;
        ap_compare_expectations(row.wanted, row.wanted_count, row.found, row.found_count, &detection);
        cr_expect_eq(detection.hits, row.hits, "%s: wrong number of hits %zu", row.name, detection.hits);
        cr_expect_eq(detection.misplaced, row.misplaced, "%s: wrong number of misplaced findings %zu",
            row.name, detection.misplaced);
        cr_expect_eq(detection.missing, row.missing, "%s: wrong number of missing findings %zu", row.name,
            detection.missing);
        cr_expect_eq(detection.unexpected, row.unexpected, "%s: wrong number of unexpected findings %zu",
            row.name, detection.unexpected);
        cr_expect_eq(ap_is_detected(&detection), row.misplaced + row.missing + row.unexpected == 0,
            "%s: a defect must be detected exactly if both lists are equal", row.name);
    }
}
