/* What must be found of a changed file, and how it is compared with what is found. */
#include <criterion/criterion.h>
#include <string.h>

#include "corpus/defect/compare_findings.h"
#include "tests/unit/support/test_arena.h"

ARENA_SUITE(detect);

static ap_expectation at(const char *rule, size_t offset)
{
    return (ap_expectation){ .rule = rule, .span = { offset, 4 }, .path = "" };
}

/* A defect that expects three findings, told in no order. */
static ap_damage three(const ap_defect *defect)
{
    ap_damage damage = { .defect = defect, .arena = &arena, .expected_count = 3 };
    damage.expected[0] = at("mrtk/wrap-mode", 60);
    damage.expected[1] = at("mrtk/flag", 17);
    damage.expected[2] = at("mrtk/wrap-mode", 30);
    return damage;
}

Test(detect, wanted_are_sorted)
{
    const ap_defect defect = { .name = "three" };
    const ap_expectation *items;
    size_t count;
    const ap_damage damage = three(&defect);
    cr_assert(ap_list_wanted(&damage, false, &findings, &items, &count));
    cr_assert_eq(count, 3);
    cr_assert_str_eq(items[0].rule, "mrtk/flag");
    cr_assert_eq(items[1].span.offset, 30);
    cr_assert_eq(items[2].span.offset, 60);
}

Test(detect, without_memory)
{
    const ap_defect defect = { .name = "three" };
    for (size_t n = 1; n <= 2; n++) {
        ap_detection detection;
        arena_renew();
        const ap_damage damage = three(&defect);
        arena.fail_at = arena.allocations + n;
        cr_assert_not(ap_detect(&damage, false, &findings, &findings, &detection), "allocation %zu fails", n);
    }
}

typedef struct comparison {
    const char *name;
    ap_expectation wanted[3], made[3];
    size_t wanted_count, made_count;
    size_t hits, misplaced, missing, unexpected;
} comparison;

Test(detect, comparisons)
{
    static const char flag[] = "mrtk/flag", mode[] = "mrtk/wrap-mode";
    const comparison rows[] = {
        { "the same, in another order", { at(flag, 1), at(mode, 2) }, { at(mode, 2), at(flag, 1) }, 2, 2, 2,
            0, 0, 0 },
        { "at another place", { at(flag, 1), at(mode, 2) }, { at(flag, 1), at(mode, 3) }, 2, 2, 1, 1, 0, 0 },
        { "as another rule", { at(flag, 1) }, { at(mode, 1) }, 1, 1, 0, 0, 1, 1 },
        { "not at all", { at(flag, 1), at(mode, 2) }, { at(mode, 2) }, 2, 1, 1, 0, 1, 0 },
        { "too much", { at(flag, 1) }, { at(flag, 1), at(flag, 9), at(mode, 9) }, 1, 3, 1, 0, 0, 2 },
        { "nothing", { at(flag, 1) }, { at(flag, 1) }, 0, 0, 0, 0, 0, 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        comparison row = rows[i];
        ap_detection detection;
        ap_compare_expectations(row.wanted, row.wanted_count, row.made, row.made_count, &detection);
        cr_expect_eq(detection.hits, row.hits, "%s: %zu hits", row.name, detection.hits);
        cr_expect_eq(detection.misplaced, row.misplaced, "%s: %zu misplaced", row.name, detection.misplaced);
        cr_expect_eq(detection.missing, row.missing, "%s: %zu missing", row.name, detection.missing);
        cr_expect_eq(
            detection.unexpected, row.unexpected, "%s: %zu unexpected", row.name, detection.unexpected);
        cr_expect_eq(ap_detected(&detection), row.misplaced + row.missing + row.unexpected == 0,
            "%s: detected", row.name);
    }
}
