/* core/finding/rule_settings.h: rules that are on, and the severity of each. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/finding/rule_settings.h"

static const ap_rule first_rules[] = {
    { .id = "mrtk/magic", .severity = AP_ERROR },
    { .id = "mrtk/marker-name", .severity = AP_WARNING },
    { .id = "mrtk/marker-order", .severity = AP_NOTE },
};
static const ap_rule second_rules[] = {
    { .id = "md5/magic", .severity = AP_ERROR },
    { .id = "md5/layout", .severity = AP_WARNING },
};
static const ap_rule_table tables[] = { { first_rules, 3 }, { second_rules, 2 } };

enum { RULES = 5, ALL = (1 << RULES) - 1 };

static const ap_rule *rule_with_number(size_t number)
{
    return number < 3 ? &first_rules[number] : &second_rules[number - 3];
}

static ap_rule_settings default_rule_settings(void)
{
    ap_rule_settings rule_settings;
    memset(&rule_settings, 0x55, sizeof rule_settings);
    ap_rule_settings_init(&rule_settings, tables, 2);
    return rule_settings;
}

/* Returns a bit mask of the rules with this level. */
static unsigned bit_mask_of_rules_with_level(const ap_rule_settings *rule_settings, ap_severity level)
{
    unsigned set = 0;
    for (size_t i = 0; i < RULES; i++)
        set |= (unsigned)(ap_rule_settings_level(rule_settings, rule_with_number(i)) == level) << i;
    return set;
}

Test(core_rule_settings, by_default_each_rule_has_its_own_severity)
{
    ap_rule_settings rule_settings = default_rule_settings();
    for (size_t i = 0; i < RULES; i++) {
        cr_assert_eq(ap_rule_settings_level(&rule_settings, rule_with_number(i)),
            rule_with_number(i)->severity, "wrong severity of rule %zu", i);
        cr_assert_eq(ap_rule_settings_level(NULL, rule_with_number(i)), rule_with_number(i)->severity,
            "wrong severity of rule %zu", i);
    }
}

Test(core_rule_settings, a_pattern_is_an_id_a_glob_or_a_format)
{
    static const struct {
        const char *pattern;
        unsigned rules; /* bit mask of the rules that match */
    } cases[] = {
        { "mrtk/magic", 1 },
        { "md5/layout", 16 },
        { "mrtk", 7 },
        { "md5", 24 },
        { "mrtk/*", 7 },
        { "mrtk/marker-*", 6 },
        { "*/magic", 9 },
        { "*magic", 9 },
        { "m?tk/magic", 1 },
        { "m[rd]*/m*c", 9 },
        { "*", ALL },
        { "mrt", 0 },
        { "mrtk/", 0 },
        { "mrtk/mag", 0 },
        { "mrtk/magicx", 0 },
        { "magic", 0 },
        { "MRTK/magic", 0 },
        { "", 0 },
        { "memg/*", 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ap_rule_settings rule_settings = default_rule_settings();
        size_t matched = ap_rule_settings_set_level(&rule_settings, cases[i].pattern, AP_OFF);
        cr_assert_eq(bit_mask_of_rules_with_level(&rule_settings, AP_OFF), cases[i].rules,
            "\"%s\" matches other rules than expected", cases[i].pattern);
        cr_assert_eq(matched, (size_t)__builtin_popcount(cases[i].rules), "\"%s\": wrong number of matches",
            cases[i].pattern);
    }
}

Test(core_rule_settings, the_last_setting_holds)
{
    ap_rule_settings rule_settings = default_rule_settings();
    ap_rule_settings_set_level(&rule_settings, "mrtk", AP_OFF);
    ap_rule_settings_set_level(&rule_settings, "mrtk/magic", AP_NOTE);
    cr_assert_eq(bit_mask_of_rules_with_level(&rule_settings, AP_OFF), 6U);
    cr_assert_eq(bit_mask_of_rules_with_level(&rule_settings, AP_NOTE), 1U);
    cr_assert_eq(bit_mask_of_rules_with_level(&rule_settings, AP_ERROR), 8U,
        "rules of the other format must not change");
}

Test(core_rule_settings, select_turns_off_rules_that_no_pattern_names)
{
    static const char *const patterns[] = { "mrtk/marker-*", "md5/magic" };
    const char *unknown = NULL;
    ap_rule_settings rule_settings = default_rule_settings();
    cr_assert(ap_rule_settings_select_plus_stopping(&rule_settings, patterns, 2, &unknown));
    cr_assert_eq(bit_mask_of_rules_with_level(&rule_settings, AP_OFF), 1U | 16U);
    cr_assert_eq(
        bit_mask_of_rules_with_level(&rule_settings, AP_WARNING), 2U, "a selected rule must keep its level");
    cr_assert_eq(bit_mask_of_rules_with_level(&rule_settings, AP_NOTE), 4U);
    cr_assert_eq(bit_mask_of_rules_with_level(&rule_settings, AP_ERROR), 8U);
    cr_assert(ap_rule_settings_select_plus_stopping(&rule_settings, patterns, 0, &unknown));
    cr_assert_eq(bit_mask_of_rules_with_level(&rule_settings, AP_OFF), (unsigned)ALL,
        "without a pattern every rule is off");
}

/* A rule that may stop checking a file is turned off only by its own id. */
Test(core_rule_settings, rules_that_may_stop_checking_stay_on)
{
    static const ap_rule stopping[] = {
        { .id = "a/cut", .severity = AP_ERROR, .kind = AP_MALFORMED },
        { .id = "a/other-version", .severity = AP_ERROR, .kind = AP_INVALID, .may_stop = true },
        { .id = "a/value", .severity = AP_ERROR, .kind = AP_INVALID },
    };
    static const ap_rule_table table = { stopping, 3 };
    static const char *const patterns[] = { "a", "*", "a/*", "a/c?t", "a/cut*", "a/other-*" }, *const value =
                                                                                                   "a/value";
    const char *unknown;
    ap_rule_settings rule_settings;
    ap_rule_settings_init(&rule_settings, &table, 1);
    cr_assert(ap_rule_settings_select_plus_stopping(&rule_settings, &value, 1, &unknown));
    cr_expect(rule_settings.levels[0] == AP_ERROR && rule_settings.levels[1] == AP_ERROR
              && rule_settings.levels[2] == AP_ERROR);
    cr_expect(!ap_rule_settings_is_on_and_selected(&rule_settings, &stopping[0])
              && ap_rule_settings_is_on_and_selected(&rule_settings, &stopping[2]));
    ap_rule_settings_init(&rule_settings, &table, 1);
    cr_assert(ap_rule_settings_select_plus_stopping(&rule_settings, patterns + 3, 1, &unknown));
    cr_expect(ap_rule_settings_is_on_and_selected(&rule_settings, &stopping[0])
              && !ap_rule_settings_is_on_and_selected(&rule_settings, &stopping[2]));
    cr_expect(rule_settings.levels[0] == AP_ERROR && rule_settings.levels[1] == AP_ERROR
              && rule_settings.levels[2] == AP_OFF);
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        ap_rule_settings_init(&rule_settings, &table, 1);
        cr_expect_gt(ap_rule_settings_set_level(&rule_settings, patterns[i], AP_OFF), 0);
        cr_expect(rule_settings.levels[0] == AP_ERROR && rule_settings.levels[1] == AP_ERROR,
            "pattern %s must not turn off a rule that stops checking", patterns[i]);
        (void)ap_rule_settings_set_level(&rule_settings, patterns[i], AP_NOTE);
        cr_expect(rule_settings.levels[0] == AP_NOTE || rule_settings.levels[1] == AP_NOTE,
            "pattern %s must change the severity of a rule that stops checking", patterns[i]);
    }
    for (size_t i = 0; i < 2; i++) {
        cr_expect_eq(ap_rule_settings_set_level(&rule_settings, stopping[i].id, AP_OFF), 1);
        cr_expect_eq(rule_settings.levels[i], AP_OFF);
    }
    cr_assert(ap_rule_settings_select_plus_stopping(&rule_settings, patterns, 1, &unknown));
    cr_expect(rule_settings.levels[0] == AP_OFF && rule_settings.levels[1] == AP_OFF,
        "rules that were off must stay off");
}

Test(core_rule_settings, select_keeps_a_rule_off_that_was_off)
{
    static const char *const patterns[] = { "mrtk" };
    const char *unknown = NULL;
    ap_rule_settings rule_settings = default_rule_settings();
    ap_rule_settings_set_level(&rule_settings, "mrtk/magic", AP_OFF);
    cr_assert(ap_rule_settings_select_plus_stopping(&rule_settings, patterns, 1, &unknown));
    cr_assert_eq(bit_mask_of_rules_with_level(&rule_settings, AP_OFF), 1U | 8U | 16U);
}

Test(core_rule_settings, an_unknown_pattern_is_named_and_selects_no_rule)
{
    static const char *const patterns[] = { "mrtk/magic", "mrtk/magik", "nonsense" };
    const char *unknown = NULL;
    ap_rule_settings rule_settings = default_rule_settings();
    cr_assert_not(ap_rule_settings_select_plus_stopping(&rule_settings, patterns, 3, &unknown));
    cr_assert_str_eq(unknown, "mrtk/magik");
    cr_assert_eq(bit_mask_of_rules_with_level(&rule_settings, AP_OFF), 2U | 4U | 8U | 16U);
}

Test(core_rule_settings, strict_turns_enabled_warnings_into_errors)
{
    ap_rule_settings rule_settings = default_rule_settings();
    ap_rule_settings_set_level(&rule_settings, "md5/layout", AP_OFF);
    ap_rule_settings_set_level(&rule_settings, "mrtk/magic", AP_WARNING);
    ap_rule_settings_raise_warnings(&rule_settings);
    cr_assert_eq(bit_mask_of_rules_with_level(&rule_settings, AP_ERROR), 1U | 2U | 8U);
    cr_assert_eq(bit_mask_of_rules_with_level(&rule_settings, AP_NOTE), 4U, "notes must stay notes");
    cr_assert_eq(
        bit_mask_of_rules_with_level(&rule_settings, AP_OFF), 16U, "rules that are off must stay off");
}

Test(core_rule_settings, severities_classes_and_sources_have_names)
{
    cr_assert_str_eq(ap_severity_name(AP_OFF), "off");
    cr_assert_str_eq(ap_severity_name(AP_NOTE), "note");
    cr_assert_str_eq(ap_severity_name(AP_WARNING), "warning");
    cr_assert_str_eq(ap_severity_name(AP_ERROR), "error");
    cr_assert_str_eq(ap_validity_class_name(AP_INFO), "info");
    cr_assert_str_eq(ap_validity_class_name(AP_SUSPICIOUS), "suspicious");
    cr_assert_str_eq(ap_validity_class_name(AP_INVALID), "invalid");
    cr_assert_str_eq(ap_validity_class_name(AP_MALFORMED), "malformed");
    cr_assert_str_eq(ap_source_grade_name(AP_PUBLISHED), "published");
    cr_assert_str_eq(ap_source_grade_name(AP_WRITER), "writer");
    cr_assert_str_eq(ap_source_grade_name(AP_DERIVED), "derived");
    cr_assert_str_eq(ap_source_grade_name(AP_CHOICE), "choice");
    for (int source = AP_PUBLISHED; source <= AP_CHOICE; source++)
        cr_assert_str_not_empty(ap_source_grade_meaning((ap_source_grade)source));
}
