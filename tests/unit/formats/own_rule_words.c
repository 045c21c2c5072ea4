/* Tests validators/services/own_rules/own_rules.h: which figures a rule of a configuration allows, its message, and failing
   allocations. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"
#include "validators/services/own_rules/own_fields.h"
#include "validators/services/policy/own_table.h"

static ap_own_table table;
static ap_rule_settings rule_settings;

static const ap_rule *add_rule(const char *name, ap_severity severity)
{
    ap_rule rule;
    cr_assert(ap_own_rule_init(&rule, name, severity, "joints are few", "A rule of this test."));
    const ap_rule *added = ap_own_table_add_if_room(&table, &rule, 1);
    if (added == NULL)
        ap_own_rule_free(&rule);
    return added;
}

static void free_rule_table_and_arena(void)
{
    ap_own_table_free(&table);
    arena_end();
}

TestSuite(own_rule_words, .init = arena_begin, .fini = free_rule_table_and_arena);

/* Makes a rule that limits a figure of md5_animation to the range from `least` to `most`. */
static ap_own_rule own_rule_about_figure(const char *figure, double least, double most)
{
    const ap_format *format = ap_find_format("md5anim");
    ap_own_rule rule = { .formats = { format },
        .figures = { ap_find_figure(format, figure) },
        .format_count = 1,
        .least = least,
        .most = most,
        .origin = { "x.ini:7" } };
    cr_assert_not_null(rule.figures[0]);
    rule.rule = add_rule("tested", AP_WARNING);
    cr_assert_not_null(rule.rule);
    return rule;
}

/* Returns "MESSAGE [EXPECTED, FOUND]" of the finding of the rule in md5_animation; "" if there is no finding. */
static const char *message_with_expected_and_found(ap_own_rule *rule)
{
    ap_own_rule_set_allowed_text(rule);
    const ap_own_rule_list list = { rule, 1, { { { rule->rule, 1 } } } };
    const ap_lint_options options = { .own = &list };
    return text_of_finding_of_rule(rule->formats[0], text_view(md5_animation), &options, rule->rule->id);
}

Test(own_rule_words, limits_are_inclusive_and_named)
{
    static const double none = (double)INFINITY;
    const struct {
        const char *figure;
        double least, most;
        const char *message; /* "" if the file is allowed */
    } cases[] = {
        { "joints", -none, 2, "" },
        { "joints", 2, none, "" },
        { "joints", 2, 2, "" },
        { "joints", -none, 1,
            "joints are few: the figure joints is 2, and the rule allows at most 1 (x.ini:7) [at most 1, "
            "2]" },
        { "joints", 3, none,
            "joints are few: the figure joints is 2, and the rule allows at least 3 (x.ini:7) [at least 3, "
            "2]" },
        { "joints", 3, 4.5,
            "joints are few: the figure joints is 2, and the rule allows at least 3 and at most 4.5 "
            "(x.ini:7) "
            "[at least 3 and at most 4.5, 2]" },
        { "rate", -none, 23.5,
            "joints are few: the figure rate is 24 frames/s, and the rule allows at most 23.5 frames/s "
            "(x.ini:7) "
            "[at most 23.5 frames/s, 24 frames/s]" },
        { "duration", (double)(1.0F / 24), none, "" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ap_own_rule rule = own_rule_about_figure(cases[i].figure, cases[i].least, cases[i].most);
        cr_expect_str_eq(message_with_expected_and_found(&rule), cases[i].message);
    }
}

/* 10 and 16777216 are the float32 nearest to all numbers of their rows. */
Test(own_rule_words, only_fractions_are_rounded_to_float32_before_they_are_compared)
{
    static const struct {
        double number, limit;
        bool as_double, allowed;
    } cases[] = {
        { 9.99999978, 10, false, true },
        { 10.00000022, 10, false, true },
        { 9.99999978, 10, true, false },
        { 10.00000022, 10, true, false },
        { 16777217, 16777216, false, false },
        { 16777215.9, 16777216, false, true },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double limit = cases[i].limit;
        const ap_own_rule range = { .least = limit, .most = limit },
                          list = { .one_of = { limit }, .one_of_count = 1 };
        cr_expect_eq(ap_own_rule_allows(&range, cases[i].number, cases[i].as_double), cases[i].allowed,
            "range, case %zu", i);
        cr_expect_eq(ap_own_rule_allows(&list, cases[i].number, cases[i].as_double), cases[i].allowed,
            "list, case %zu", i);
    }
}

Test(own_rule_words, a_list_names_the_first_eight_values)
{
    ap_own_rule rule = own_rule_about_figure("rate", 0, 0);
    rule.one_of[0] = 30;
    rule.one_of[1] = 24;
    rule.one_of_count = 2;
    cr_expect_str_eq(message_with_expected_and_found(&rule), "");
    rule.one_of_count = 1;
    cr_expect_not_null(strstr(message_with_expected_and_found(&rule), "allows 30 frames/s ("));
    rule.one_of[1] = 60;
    rule.one_of_count = 2;
    cr_expect_not_null(strstr(message_with_expected_and_found(&rule), "allows 30 frames/s or 60 frames/s ("));
    for (size_t i = 0; i < AP_POLICY_ITEMS; i++)
        rule.one_of[i] = (double)i + 1000.5;
    rule.one_of_count = AP_POLICY_ITEMS;
    cr_expect_not_null(strstr(message_with_expected_and_found(&rule), "1007.5 frames/s or one of 24 more ("));
}

/* Makes a rule on the fields of md5_animation that `path` matches. */
static ap_own_rule own_rule_about_fields(ap_own_rule_subject subject, const char *path)
{
    ap_own_rule rule = own_rule_about_figure("joints", -(double)INFINITY, 0);
    rule.subject = subject;
    rule.path = path;
    cr_assert(ap_own_is_field_path_pattern(path, &rule.names_joints));
    return rule;
}

/* A list that does not fit into its room says how many names are left. */
Test(own_rule_words, a_list_of_long_names_is_cut)
{
    char name[200], text[256];
    const char *const names[] = { name, "b", name };
    ap_own_rule rule = { .names = names, .name_count = 3 };
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    ap_own_rule_list_names(&rule, " or ", text, sizeof text);
    cr_expect_str_eq(text, " or 3 more");
    name[20] = '\0';
    ap_own_rule_list_names(&rule, " or ", text, sizeof text);
    cr_expect_str_eq(text, "\"aaaaaaaaaaaaaaaaaaaa\", \"b\" or \"aaaaaaaaaaaaaaaaaaaa\"");
}

Test(own_rule_words, without_memory_no_field_matches)
{
    ap_own_rule rule = own_rule_about_fields(AP_OWN_FIELDS, "num_joints");
    cr_expect_eq(ap_own_count_matching_fields(&rule, rule.formats[0], text_view(md5_animation), &arena), 1);
    const size_t all = arena.allocations;
    for (size_t i = 1; i <= all; i++) {
        arena_replace();
        arena.fail_at = i;
        cr_expect_eq(
            ap_own_count_matching_fields(&rule, rule.formats[0], text_view(md5_animation), &arena), 0);
        cr_expect(arena.failed);
    }
}

Test(own_rule_words, a_file_with_an_error_has_no_finding)
{
    ap_own_rule rule = own_rule_about_figure("bytes", 0, 0);
    ap_own_rule_set_allowed_text(&rule);
    const ap_own_rule_list list = { &rule, 1, { { { rule.rule, 1 } } } };
    const ap_lint_options options = { .own = &list };
    const ap_format *format = rule.formats[0];
    expect_rule_absent(format, text_view("MD5Version 10\n"), &options, "own/tested", "cut");
    expect_rule_absent(
        ap_find_format("md5mesh"), text_view(md5_mesh), &options, "own/tested", "another format");
    expect_rule(
        format, text_view(md5_animation), &options, (expected){ "own/tested", 0, 0, "", 1, 1 }, "whole");
}

/* Makes each allocation fail once and expects a reported failure; if no allocation fails, the rule must have a finding. */
static void fail_each_allocation(ap_own_rule rule)
{
    ap_own_rule_set_allowed_text(&rule);
    const ap_own_rule_list list = { &rule, 1, { { { rule.rule, 1 } } } };
    const ap_lint_options options = { .own = &list };
    size_t allocations = 1;
    for (size_t at = 0; at <= allocations; at++) {
        ap_lint_result result;
        arena_replace();
        arena.fail_at = at;
        ap_lint_as(rule.formats[0], text_view(md5_animation), &options, &findings, &result);
        cr_expect_eq(arena.failed, at > 0, "allocation %zu", at);
        cr_expect(arena.failed || ap_findings_count_of_rule(&findings, rule.rule) == 1);
        allocations = at == 0 ? arena.allocations : allocations;
    }
}

Test(own_rule_words, each_failing_allocation_is_noticed)
{
    fail_each_allocation(own_rule_about_figure("joints", 0, 1));
    fail_each_allocation(own_rule_about_fields(AP_OWN_FIELDS, "num_joints"));
    fail_each_allocation(own_rule_about_fields(AP_OWN_COUNT, "hierarchy[*].name"));
    ap_own_rule joints = own_rule_about_fields(AP_OWN_JOINTS, "unused");
    joints.names = (const char *const[]){ "hips", "Root", "absent" };
    joints.name_count = 3;
    fail_each_allocation(joints);
}

Test(own_rule_words, a_rule_over_fields_names_the_worst_field)
{
    ap_own_rule rule = own_rule_about_fields(AP_OWN_FIELDS, "hierarchy[*].flags");
    rule.most = 63;
    cr_expect_str_eq(message_with_expected_and_found(&rule), "");
    rule.most = -1;
    cr_expect_str_eq(message_with_expected_and_found(&rule),
        "joints are few: hierarchy[1 hips].flags is 63, and the rule allows "
        "at most -1 (x.ini:7); 1 other field breaks "
        "the rule too [at most -1, 63]");
}

Test(own_rule_words, patterns_of_paths_are_checked)
{
    const struct {
        const char *pattern;
        int joints; /* -1: not a pattern */
    } cases[] = {
        { "version", 0 },
        { "frames[*].values[12]", 0 },
        { "transforms[1][2][*]", 0 },
        { "a*", 1 },
        { "*.time", 1 },
        { "hierarchy[hips].flags", 1 },
        { "hierarchy[7 hips]", 1 },
        { "hierarchy[\"a]b\"].flags", 1 },
        { "frames[*].values[hips T*]", 1 },
        { "", -1 },
        { "[1]", -1 },
        { "a[", -1 },
        { "a[]", -1 },
        { "a[*", -1 },
        { "a]", -1 },
        { "a.", -1 },
        { ".a", -1 },
        { "a..b", -1 },
        { "a b", -1 },
        { "a[1]b", -1 },
        { "a[\"b]", -1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool joints;
        const bool is_pattern = ap_own_is_field_path_pattern(cases[i].pattern, &joints);
        cr_expect_eq(is_pattern ? joints : -1, cases[i].joints, "%s", cases[i].pattern);
    }
}

Test(own_rule_words, equal_rules_in_the_same_order_are_added_once)
{
    const char *const orders[] = { "ab", "ab", "b", "ba", "abb", "aa" };
    const size_t first[] = { 0, 0, 1, 2, 0, 4 };
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        ap_rule rules[3];
        const size_t count = strlen(orders[i]);
        for (size_t r = 0; r < count; r++)
            cr_assert(ap_own_rule_init(&rules[r], (char[]){ orders[i][r], '\0' }, AP_ERROR, "s", "m"));
        cr_expect_eq(ap_own_table_add_if_room(&table, rules, count), &table.rules[first[i]], "%s", orders[i]);
    }
    cr_expect_eq(table.count, 6);
    cr_expect_neq(add_rule("a", AP_NOTE), add_rule("a", AP_WARNING));
    cr_expect_str_eq(table.rules[1].id, "own/b");
    cr_expect_str_eq(table.rules[1].meaning, "m");
}

Test(own_rule_words, a_table_holds_128_rules)
{
    for (size_t i = 0; i < AP_OWN_RULES + 2; i++) {
        char name[8];
        snprintf(name, sizeof name, "n%zu", i);
        cr_expect_eq(add_rule(name, AP_ERROR) == NULL, i >= AP_OWN_RULES, "%zu", i);
    }
    cr_expect_eq(table.count, AP_OWN_RULES);
}

Test(own_rule_words, settings_list_the_rules_of_one_configuration)
{
    size_t fixed = 0;
    const ap_rule *first = add_rule("first", AP_NOTE), *second = add_rule("second", AP_WARNING);
    ap_rule_settings_init_all(&rule_settings);
    while (ap_rule_settings_rule(&rule_settings, fixed) != NULL)
        fixed++;
    cr_expect_null(ap_rule_settings_rule_at_run_index(&rule_settings, fixed));
    ap_rule_settings_replace_own(&rule_settings,
        (ap_configured_rule_tables){ .items = { { second, 1 }, { first, 1 } } },
        ap_own_table_rules_with_unused(&table));
    cr_expect_eq(ap_rule_settings_rule(&rule_settings, fixed), second);
    cr_expect_eq(ap_rule_settings_rule(&rule_settings, fixed + 1), first);
    cr_expect_null(ap_rule_settings_rule(&rule_settings, fixed + 2));
    cr_expect_eq(ap_rule_settings_level(&rule_settings, second), AP_WARNING);
    cr_expect_eq(ap_rule_settings_set_level(&rule_settings, "own", AP_OFF), 2);
    cr_expect_eq(ap_rule_settings_index_common_to_run(&rule_settings, first), fixed);
    cr_expect_eq(ap_rule_settings_index_common_to_run(&rule_settings, second), fixed + 1);
    cr_expect_eq(ap_rule_settings_rule_at_run_index(&rule_settings, fixed), first);
    cr_expect_null(ap_rule_settings_rule_at_run_index(&rule_settings, fixed + 2));
    cr_expect_eq(ap_rule_of_settings_at(&rule_settings, fixed), second);
    cr_expect_null(ap_rule_of_settings_at(NULL, fixed));
    cr_expect_eq(ap_rule_of_settings_at(NULL, 0), ap_rule_at(0));
}
