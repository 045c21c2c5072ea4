#include "validators/own_rules.h"

#include <math.h>
#include <stdio.h>

#include "core/layout/io.h"

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

/* Appends "24, 30 or 60". */
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

void ap_own_rule_describe(ap_own_rule *rule)
{
    char number[NUMBER_BYTES];
    const char *unit = rule->figures[0]->unit;
    size_t used = 0;
    rule->allowed[0] = '\0';
    if (rule->one_of_count > 0) {
        list_numbers(rule, unit, rule->allowed, sizeof rule->allowed);
        return;
    }
    if (isfinite(rule->least))
        used = (size_t)snprintf(rule->allowed, sizeof rule->allowed, "at least %s%s",
            number_text(rule->least, unit, number), isfinite(rule->most) ? " and " : "");
    if (isfinite(rule->most))
        snprintf(rule->allowed + used, sizeof rule->allowed - used, "at most %s",
            number_text(rule->most, unit, number));
}

/* Returns true if a figure is above a limit. Whole numbers are compared exactly, others as float32: times in files are float32,
   and a quotient of doubles that is 0.1 as float32 is not above a limit of 0.1. */
static bool is_above(double figure, double limit)
{
    return figure == nearbyint(figure) ? figure > limit : (float)figure > (float)limit;
}

static bool is_allowed(const ap_own_rule *rule, double figure)
{
    for (size_t i = 0; i < rule->one_of_count; i++) {
        if (!is_above(figure, rule->one_of[i]) && !is_above(rule->one_of[i], figure))
            return true;
    }
    return rule->one_of_count == 0 && !is_above(figure, rule->most) && !is_above(rule->least, figure);
}

static void measure(ap_own_check *check, ap_arena *arena)
{
    ap_lint_options options = *check->options;
    options.listener = NULL;
    options.prefetch = NULL;
    check->is_measured = true;
    check->facts = check->format->figures->measure(check->input, &options, arena);
}

static void check_figure(
    ap_own_check *check, const ap_own_rule *rule, const ap_figure *figure, ap_findings *findings)
{
    ap_io io;
    char found[NUMBER_BYTES];
    if (!check->is_measured)
        measure(check, findings->arena);
    const double value = check->facts == NULL ? (double)NAN : figure->value(check->facts);
    if (!isfinite(value) || is_allowed(rule, value))
        return;
    ap_io_init(&io, check->input, findings, findings->arena, NULL);
    (void)number_text(value, figure->unit, found);
    ap_found_at(&io, rule->rule, (ap_span){ 0, 0 }, NULL, ap_text_value(rule->allowed), ap_text_value(found),
        "%s: the figure %s is %s, and the rule allows %s (%s)", rule->rule->summary, figure->name, found,
        rule->allowed, rule->origin.text);
}

void ap_own_rules_check(ap_own_check *check, ap_findings *findings)
{
    const ap_own_rule_list *own = check->options->own;
    for (size_t i = 0; own != NULL && i < own->count; i++) {
        const ap_own_rule *rule = &own->items[i];
        for (size_t f = 0; f < rule->format_count; f++) {
            if (rule->formats[f] == check->format
                && ap_rule_settings_level(findings->rule_settings, rule->rule) != AP_OFF)
                check_figure(check, rule, rule->figures[f], findings);
        }
    }
}
