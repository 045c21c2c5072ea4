#include "validators/services/own_rules/own_rules.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/layout/io.h"
#include "validators/services/own_rules/own_fields.h"

enum { NUMBER_BYTES = 64, SHOWN_ITEMS = 8 };

/* Returns the number as text with its unit: "12.5 s". */
static const char *number_text(double number, const char *unit, char text[NUMBER_BYTES])
{
    const bool is_whole = number == nearbyint(number) && fabs(number) < 0x1p53;
    const size_t used =
        ap_value_text(is_whole ? ap_integer((int64_t)number) : ap_float((float)number), text, NUMBER_BYTES);
    snprintf(text + used, NUMBER_BYTES - used, "%s%s", unit[0] == '\0' ? "" : " ", unit);
    return text;
}

/* Writes the numbers that the rule allows: "24, 30 or 60". */
static void list_numbers(const ap_own_rule *rule, const char *unit, char *text, size_t size)
{
    char number[NUMBER_BYTES];
    size_t used = 0;
    for (size_t i = 0; i < rule->one_of_count && i < SHOWN_ITEMS; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
            i == 0                        ? ""
            : i + 1 == rule->one_of_count ? " or "
                                          : ", ",
            number_text(rule->one_of[i], unit, number));
    if (rule->one_of_count > SHOWN_ITEMS)
        snprintf(text + used, size - used, " or one of %zu more", rule->one_of_count - SHOWN_ITEMS);
}

void ap_own_rule_list_names(const ap_own_rule *rule, const char *last, char *text, size_t size)
{
    size_t used = 0, i = 0;
    text[0] = '\0';
    for (; i < rule->name_count && i < SHOWN_ITEMS; i++) {
        const ap_view name = { (const uint8_t *)rule->names[i], strlen(rule->names[i]) };
        if (used + name.size + NUMBER_BYTES > size)
            break;
        used += (size_t)snprintf(text + used, size - used, "%s",
            i == 0                      ? ""
            : i + 1 == rule->name_count ? last
                                        : ", ");
        used += ap_quote(name, text + used, size - used);
    }
    if (i < rule->name_count)
        snprintf(text + used, size - used, "%s%zu more", last, rule->name_count - i);
}

void ap_own_rule_set_allowed_text(ap_own_rule *rule)
{
    char number[NUMBER_BYTES];
    const char *unit = rule->subject == AP_OWN_FIGURE ? rule->figures[0]->unit : "";
    size_t used = 0;
    rule->allowed[0] = '\0';
    if (rule->one_of_count > 0) {
        list_numbers(rule, unit, rule->allowed, sizeof rule->allowed);
        return;
    }
    if (rule->subject == AP_OWN_JOINTS || (rule->subject == AP_OWN_FIELDS && rule->name_count > 0)) {
        const bool are_joints = rule->subject == AP_OWN_JOINTS;
        const char *last = are_joints ? " and " : " or ";
        used = (size_t)snprintf(rule->allowed, sizeof rule->allowed, "%s",
            !are_joints            ? "values like "
            : rule->name_count > 1 ? "only files with the joints "
                                   : "only files with the joint ");
        ap_own_rule_list_names(rule, last, rule->allowed + used, sizeof rule->allowed - used);
        return;
    }
    if (rule->least == rule->most) {
        snprintf(rule->allowed, sizeof rule->allowed, "only %s", number_text(rule->most, unit, number));
        return;
    }
    if (isfinite(rule->least))
        used = (size_t)snprintf(rule->allowed, sizeof rule->allowed, "at least %s%s",
            number_text(rule->least, unit, number), isfinite(rule->most) ? " and " : "");
    if (isfinite(rule->most))
        snprintf(rule->allowed + used, sizeof rule->allowed - used, "at most %s",
            number_text(rule->most, unit, number));
}

bool ap_own_rule_checks_format(const ap_own_rule *rule, const ap_format *format)
{
    size_t i = 0;
    while (i < rule->format_count && rule->formats[i] != format)
        i++;
    return i < rule->format_count;
}

static bool is_above(double one, double other, bool exactly)
{
    return exactly ? one > other : (float)one > (float)other;
}

bool ap_own_rule_allows(const ap_own_rule *rule, double number, bool as_double)
{
    const bool exactly = as_double || number == nearbyint(number);
    for (size_t i = 0; i < rule->one_of_count; i++) {
        if (!is_above(number, rule->one_of[i], exactly) && !is_above(rule->one_of[i], number, exactly))
            return true;
    }
    return rule->one_of_count == 0 && !is_above(number, rule->most, exactly)
           && !is_above(rule->least, number, exactly);
}

bool ap_own_rule_matches(const ap_own_rule *rule, ap_view text)
{
    size_t i = 0;
    while (i < rule->name_count && !ap_policy_pattern_matches(rule->names[i], text))
        i++;
    return i < rule->name_count;
}

static void measure_checked_file(ap_own_check *check, ap_arena *arena)
{
    ap_lint_options options = *check->options;
    options.listener = NULL;
    options.prefetch = NULL;
    check->is_measured = true;
    check->figures = check->format->figures->measure(check->input, &options, arena);
}

static void check_figure(
    ap_own_check *check, const ap_own_rule *rule, const ap_figure *figure, ap_findings *findings)
{
    ap_io io;
    char found[NUMBER_BYTES];
    if (!check->is_measured)
        measure_checked_file(check, findings->arena);
    const double value =
        check->figures == NULL ? (double)NAN : check->figures[figure - check->format->figures->rows];
    if (!isfinite(value) || ap_own_rule_allows(rule, value, false))
        return;
    ap_io_init(&io, check->input, findings, findings->arena, NULL);
    (void)number_text(value, figure->unit, found);
    ap_add_finding_at(&io, rule->rule, (ap_span){ 0, 0 }, NULL, ap_text_value(rule->allowed),
        ap_text_value(found), "%s: the figure %s is %s, and the rule allows %s (%s)", rule->rule->summary,
        figure->name, found, rule->allowed, rule->origin.text);
}

/* Checks a rule about a figure if the rule is on and applies to the format of the file. */
static void check_figure_rule(ap_own_check *check, const ap_own_rule *rule, ap_findings *findings)
{
    for (size_t f = 0; f < rule->format_count; f++) {
        if (rule->formats[f] == check->format
            && ap_rule_settings_level(findings->rule_settings, rule->rule) != AP_OFF)
            check_figure(check, rule, rule->figures[f], findings);
    }
}

void ap_own_rules_check(ap_own_check *check, ap_findings *findings)
{
    const ap_own_rule_list *own = check->options->own;
    for (size_t i = 0; own != NULL && i < own->count; i++) {
        if (own->items[i].subject == AP_OWN_FIGURE)
            check_figure_rule(check, &own->items[i], findings);
    }
    if (own != NULL && findings->unfinished == 0)
        ap_own_check_field_rules(check, findings);
}
