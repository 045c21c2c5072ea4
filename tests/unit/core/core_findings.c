/* core/finding/finding.h: limits, findings over the limits, rule settings, and order. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "core/finding/suppression.h"
#include "tests/unit/support/test_arena.h"
#include "tests/unit/support/test_choices.h"

enum { RULES = 4 };

static const ap_rule rules[RULES] = {
    { .id = "x/error", .severity = AP_ERROR },
    { .id = "x/warning", .severity = AP_WARNING },
    { .id = "x/note", .severity = AP_NOTE },
    { .id = "x/other", .severity = AP_ERROR },
};
static const ap_rule_table table = { rules, RULES };

ARENA_SUITE(core_findings);

static void init_findings_with_limits(size_t max_findings, size_t max_per_rule)
{
    ap_findings_init(&findings, &arena, NULL, max_findings, max_per_rule);
}

static void add_finding(size_t rule, size_t offset)
{
    (void)ap_findings_add(&findings, &rules[rule], (ap_span){ offset, 0 });
}

static size_t count_listed_findings(void)
{
    size_t length = 0;
    for (const ap_finding *f = findings.first; f != NULL; f = f->next)
        length++;
    return length;
}

Test(core_findings, a_finding_has_its_rule_severity_and_span_and_empty_text)
{
    ap_finding *finding = ap_findings_add(&findings, &rules[1], (ap_span){ 7, 3 });
    cr_assert_not_null(finding);
    cr_assert_eq(finding->rule, &rules[1]);
    cr_assert_eq(finding->severity, AP_WARNING);
    cr_assert_eq(finding->span.offset, 7U);
    cr_assert_eq(finding->span.length, 3U);
    cr_assert_str_empty(finding->path);
    cr_assert_str_empty(finding->message);
    cr_assert_null(finding->expected);
    cr_assert_null(finding->found);
    cr_assert_eq(findings.first, finding);
    cr_assert_eq(findings.last, finding);
}

Test(core_findings, without_limits_all_findings_are_kept_and_counted_by_severity)
{
    for (size_t i = 0; i < 100; i++)
        cr_assert_not_null(ap_findings_add(&findings, &rules[i % RULES], (ap_span){ i, 0 }));
    cr_assert_eq(findings.counts[AP_ERROR], 50U);
    cr_assert_eq(findings.counts[AP_WARNING], 25U);
    cr_assert_eq(findings.counts[AP_NOTE], 25U);
    cr_assert_eq(findings.kept, 100U);
    cr_assert_eq(findings.truncated, 0U);
    cr_assert_eq(count_listed_findings(), 100U);
    for (size_t i = 0; i < RULES; i++)
        cr_assert_eq(ap_findings_count_of_rule(&findings, &rules[i]), 25U);
}

Test(core_findings, findings_over_the_limit_are_dropped_but_counted)
{
    init_findings_with_limits(10, 0);
    for (size_t i = 0; i < 100; i++) {
        bool kept = ap_findings_add(&findings, &rules[i % RULES], (ap_span){ i, 0 }) != NULL;
        cr_assert_eq(kept, i < 10, "exactly the first 10 findings must be kept; finding %zu is wrong", i);
    }
    cr_assert_eq(findings.kept, 10U);
    cr_assert_eq(findings.truncated, 90U);
    cr_assert_eq(findings.counts[AP_ERROR], 50U, "the limit must not change the counts");
    cr_assert_eq(ap_findings_count_of_rule(&findings, &rules[2]), 25U);
    cr_assert_eq(count_listed_findings(), 10U);
}

Test(core_findings, a_limit_per_rule_drops_findings_of_that_rule_only)
{
    init_findings_with_limits(0, 3);
    for (size_t i = 0; i < 10; i++)
        add_finding(0, i);
    cr_assert_not_null(ap_findings_add(&findings, &rules[3], (ap_span){ 10, 0 }));
    cr_assert_eq(findings.kept, 4U);
    cr_assert_eq(findings.truncated, 7U);
    cr_assert_eq(findings.counts[AP_ERROR], 11U);
    cr_assert_eq(ap_findings_count_of_rule(&findings, &rules[0]), 10U);
}

Test(core_findings, both_limits_hold_together)
{
    init_findings_with_limits(5, 2);
    for (size_t i = 0; i < 12; i++)
        add_finding(i % 3, i);
    cr_assert_eq(findings.kept, 5U);
    cr_assert_eq(findings.truncated, 7U);
    cr_assert_eq(count_listed_findings(), 5U);
}

Test(core_findings, count_only_keeps_no_finding)
{
    findings.count_only = true;
    for (size_t i = 0; i < 10; i++)
        cr_assert_null(ap_findings_add(&findings, &rules[1], (ap_span){ i, 0 }));
    cr_assert_eq(findings.counts[AP_WARNING], 10U);
    cr_assert_eq(findings.kept, 0U);
    cr_assert_eq(arena.allocations, 0U, "findings that are not kept must take no memory");
}

Test(core_findings, a_rule_that_is_off_is_neither_kept_nor_counted_nor_dropped)
{
    ap_rule_settings rule_settings;
    ap_rule_settings_init(&rule_settings, &table, 1);
    ap_rule_settings_set_level(&rule_settings, "x/error", AP_OFF);
    ap_rule_settings_set_level(&rule_settings, "x/note", AP_WARNING);
    ap_findings_init(&findings, &arena, &rule_settings, 1, 0);
    cr_assert_null(ap_findings_add(&findings, &rules[0], (ap_span){ 0, 0 }));
    cr_assert_eq(ap_findings_count_of_rule(&findings, &rules[0]), 0U);
    cr_assert_eq(findings.truncated, 0U);
    cr_assert_eq(findings.counts[AP_ERROR], 0U);
    ap_finding *note = ap_findings_add(&findings, &rules[2], (ap_span){ 0, 0 });
    cr_assert_eq(note->severity, AP_WARNING, "the finding must have the severity of the rule settings");
    cr_assert_eq(findings.counts[AP_WARNING], 1U);
}

/* AP_MOST_RULES rules: as many as the rule settings can hold. */
Test(core_findings, each_rule_is_counted_by_itself)
{
    static ap_rule many[AP_MOST_RULES];
    init_findings_with_limits(0, 3);
    for (size_t i = 0; i < AP_MOST_RULES; i++)
        many[i] = (ap_rule){ .id = "x/many", .severity = AP_NOTE };
    for (size_t round = 0; round < 5; round++) {
        for (size_t i = 0; i < AP_MOST_RULES; i += 2)
            ap_findings_add(&findings, &many[i], (ap_span){ i, 0 });
        for (size_t i = 0; i < AP_MOST_RULES; i++)
            cr_assert_eq(ap_findings_count_of_rule(&findings, &many[i]), i % 2 == 0 ? round + 1 : 0,
                "wrong count of rule %zu", i);
    }
    cr_assert_eq(findings.kept, 3U * AP_MOST_RULES / 2);
    cr_assert_eq(findings.truncated, 2U * AP_MOST_RULES / 2);
}

Test(core_findings, without_memory_a_finding_is_counted_and_the_arena_has_failed)
{
    arena.fail_at = 2;
    cr_assert_not_null(ap_findings_add(&findings, &rules[0], (ap_span){ 0, 0 }));
    cr_assert_null(ap_findings_add(&findings, &rules[0], (ap_span){ 1, 0 }));
    cr_assert(arena.failed);
    cr_assert_eq(findings.counts[AP_ERROR], 2U);
    cr_assert_eq(count_listed_findings(), 1U);
}

/* Adds `count` findings to a new list, at the offsets that offset() returns. The length of a finding is its number, to check
   the order. */
static void fill_new_list_of_findings(size_t count, size_t (*offset)(size_t number))
{
    arena_replace();
    for (size_t i = 0; i < count; i++)
        ap_findings_add(&findings, &rules[i % RULES], (ap_span){ offset(i), i });
}

static void sort_and_expect_order(size_t count)
{
    const size_t allocations = arena.allocations;
    const ap_finding *before = NULL;
    ap_findings_sort(&findings);
    cr_assert_eq(arena.allocations, allocations, "sorting must take no memory");
    for (const ap_finding *f = findings.first; f != NULL; before = f, f = f->next) {
        if (before == NULL)
            continue;
        cr_assert_leq(before->span.offset, f->span.offset);
        cr_assert(before->span.offset < f->span.offset || before->span.length < f->span.length,
            "findings at offset %zu must keep their order", f->span.offset);
    }
    cr_assert_eq(count_listed_findings(), count);
    cr_assert_eq(findings.last, before);
}

static size_t ascending_offset(size_t number)
{
    return number;
}

static size_t descending_offset(size_t number)
{
    return 1000000 - number;
}

static size_t equal_offset(size_t number)
{
    (void)number;
    return 5;
}

static size_t offset_in_alternating_ranges(size_t number)
{
    return number % 2 == 0 ? number : 500000 + number % 7;
}

static size_t random_offset(size_t number)
{
    choices random = { number + 1 };
    next_random_number(&random);
    return random_number_below(&random, 1000);
}

Test(core_findings, sort_is_by_offset_and_stable)
{
    static size_t (*const offsets[])(size_t) = { ascending_offset, descending_offset, equal_offset,
        offset_in_alternating_ranges, random_offset };
    static const size_t counts[] = { 0, 1, 2, 3, 7, 64, 1000, 100000 };
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            fill_new_list_of_findings(counts[c], offsets[i]);
            sort_and_expect_order(counts[c]);
            sort_and_expect_order(counts[c]);
        }
    }
}

Test(core_findings, after_sorting_more_can_be_added)
{
    fill_new_list_of_findings(10, descending_offset);
    ap_findings_sort(&findings);
    ap_finding *more = ap_findings_add(&findings, &rules[0], (ap_span){ 3, 0 });
    cr_assert_eq(findings.last, more);
    cr_assert_eq(count_listed_findings(), 11U);
}

Test(core_findings, text_is_copied_into_the_arena)
{
    char original[] = "message and more";
    const char *copy = ap_arena_copy_text(&arena, original, 7);
    original[0] = '#';
    cr_assert_str_eq(copy, "message");
    arena.fail_at = arena.allocations + 1;
    cr_assert_null(ap_arena_copy_text(&arena, original, 7));
}

Test(core_findings, a_cleared_list_equals_a_new_one_whatever_findings_it_had)
{
    static ap_findings fresh;
    for (size_t rule = 0; rule <= RULES; rule++) {
        init_findings_with_limits(2, 1);
        memcpy(&fresh, &findings, sizeof fresh);
        for (size_t i = 0; i < 4 && rule < RULES; i++)
            add_finding(rule, i);
        findings.skipped_checks = 3;
        ap_findings_clear(&findings);
        cr_expect_eq(memcmp(&findings, &fresh, sizeof fresh), 0,
            "the list must equal a new one after findings of rule %zu", rule);
    }
}

/* Nothing of the previous file may be left. */
Test(core_findings, clearing_a_list_clears_every_counter)
{
    ap_findings fresh;
    init_findings_with_limits(7, 3);
    fresh = findings;
    ap_findings_clear(&fresh);
    memset(&findings.counts, 1, sizeof findings.counts);
    memset(&findings.tallies, 1, sizeof findings.tallies);
    findings.reported = findings.faults = findings.kept = findings.truncated = findings.skipped_checks = 1;
    findings.replacements_left_out = findings.watched_from = findings.watched_faults = 1;
    findings.remarks = findings.last_fault = findings.unfinished = 1;
    findings.comment_count = findings.comment_room = findings.suppressing_name_count = findings.suppressed =
        1;
    ap_findings_clear(&findings);
    cr_assert_arr_eq(&findings, &fresh, sizeof findings);
}

/* Rules with the same slot of the hash table are counted separately. */
Test(core_findings, rules_with_the_same_hash_slot_are_counted_apart)
{
    static ap_rule many[2 * AP_RULE_SLOTS + 1];
    ap_findings more;
    ap_findings_init(&more, &arena, NULL, 0, 0);
    for (size_t i = 0; i < sizeof many / sizeof *many; i++)
        many[i] = (ap_rule){ .id = "a/b", .severity = AP_ERROR };
    for (size_t i = 0; i < 3; i++) {
        for (size_t n = 0; n <= i; n++) {
            cr_assert_not_null(ap_findings_add(&findings, &many[i * AP_RULE_SLOTS], (ap_span){ n, 1 }));
            cr_assert_not_null(ap_findings_add(&more, &many[(2 - i) * AP_RULE_SLOTS], (ap_span){ n, 1 }));
        }
    }
    for (size_t i = 0; i < 3; i++)
        cr_expect_eq(ap_findings_count_of_rule(&findings, &many[i * AP_RULE_SLOTS]), i + 1,
            "wrong count of rule %zu", i);
    cr_expect_eq(ap_findings_count_of_rule(&findings, &many[1]), 0);
    ap_findings_move_from(&findings, &more);
    for (size_t i = 0; i < 3; i++)
        cr_expect_eq(ap_findings_count_of_rule(&findings, &many[i * AP_RULE_SLOTS]), 4,
            "wrong count of rule %zu after moving", i);
}

static const ap_finding *finding_at_or_null(const ap_finding *first, size_t number)
{
    while (number-- > 0 && first != NULL)
        first = first->next;
    return first;
}

/* ap_findings_move_from moves all findings, suppressed ones too, and leaves the other list empty. */
Test(core_findings, moving_appends_all_findings_and_empties_the_other_list)
{
    static ap_findings more, empty;
    ap_suppressing_name suppression = { .line = { 4, 4 }, .pattern = "x/other" };
    ap_findings_init(&more, &arena, NULL, 0, 0);
    empty = more;
    cr_expect(ap_findings_report_is_empty(&more));
    (void)ap_findings_add(&findings, &rules[0], (ap_span){ 9, 1 });
    findings.suppressing_names = more.suppressing_names = &suppression;
    findings.suppressing_name_count = more.suppressing_name_count = 1;
    (void)ap_findings_add(&more, &rules[3], (ap_span){ 6, 1 });
    cr_expect_not(ap_findings_report_is_empty(&more), "a list with a suppressed finding is not empty");
    (void)ap_findings_add(&findings, &rules[3], (ap_span){ 7, 1 });
    (void)ap_findings_add(&more, &rules[2], (ap_span){ 2, 1 });
    more.truncated = more.skipped_checks = more.replacements_left_out = more.unfinished = 2;
    ap_findings_move_from(&findings, &more);
    cr_expect_eq(memcmp(&more, &empty, sizeof more), 0);
    ap_findings_sort(&findings);
    cr_expect(finding_at_or_null(findings.first, 0)->span.offset == 2
              && finding_at_or_null(findings.first, 1)->span.offset == 9);
    cr_expect(findings.last == finding_at_or_null(findings.first, 1) && findings.last->next == NULL);
    cr_expect(finding_at_or_null(findings.first_suppressed, 0)->span.offset == 6
              && finding_at_or_null(findings.first_suppressed, 1)->span.offset == 7);
    cr_expect(findings.last_suppressed == finding_at_or_null(findings.first_suppressed, 1));
    cr_expect(findings.kept == 2 && findings.suppressed == 2 && findings.reported == 4 && findings.faults == 3
              && findings.remarks == 1 && findings.counts[AP_ERROR] == 1 && findings.counts[AP_NOTE] == 1);
    cr_expect(findings.truncated == 2 && findings.skipped_checks == 2 && findings.replacements_left_out == 2
              && findings.unfinished == 2);
    cr_expect(ap_findings_count_of_rule(&findings, &rules[2]) == 1
              && ap_findings_count_of_rule(&findings, &rules[0]) == 1);
    ap_findings_move_from(&findings, &more);
    cr_expect(findings.kept == 2 && findings.last_suppressed->next == NULL,
        "moving from an empty list must add nothing");
}

/* Related places keep their order. A related place is dropped if there is no finding before it or no memory. */
Test(core_findings, related_places_keep_their_order)
{
    ap_findings_add_related(&findings, (ap_span){ 1, 1 }, "nothing");
    const ap_finding *finding = ap_findings_add(&findings, &rules[0], (ap_span){ 5, 1 });
    static const char *const labels[] = { "one", "two", "three" };
    for (size_t i = 0; i < 3; i++)
        ap_findings_add_related(&findings, (ap_span){ i, i + 1 }, labels[i]);
    arena.fail_at = arena.allocations + 1;
    ap_findings_add_related(&findings, (ap_span){ 9, 9 }, "four");
    const ap_related *related = finding->related;
    for (size_t i = 0; i < 3; i++, related = related->next) {
        cr_assert_not_null(related);
        cr_expect(related->span.offset == i && related->span.length == i + 1);
        cr_expect_str_eq(related->label, labels[i]);
    }
    cr_expect_null(related);
}
