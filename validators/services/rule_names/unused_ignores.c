#include "validators/services/rule_names/unused_ignores.h"

#include <stdio.h>
#include <string.h>

#include "core/finding/suppression.h"
#include "validators/file/file_table.h"
#include "validators/registry.h"
#include "validators/services/rule_names/nearest.h"

enum { SHOWN_BYTES = 64, QUOTED_BYTES = 4 * SHOWN_BYTES + 8, MESSAGE_BYTES = 640 };

/* Returns the number of rules that the pattern matches; *on becomes the number of those that are on. */
static size_t count_rules_matching_pattern(const ap_findings *findings, const char *pattern, size_t *on)
{
    size_t named = 0;
    const ap_rule *rule;
    *on = 0;
    for (size_t i = 0; (rule = ap_rule_of_settings_at(findings->rule_settings, i)) != NULL; i++) {
        if (!ap_rule_matches_glob_or_format(rule, pattern))
            continue;
        named++;
        *on += ap_rule_settings_level(findings->rule_settings, rule) != AP_OFF;
    }
    return named;
}

static void put_unused_ignore_message(const ap_rule_settings *rule_settings, const ap_suppressing_name *name,
    bool known, char message[MESSAGE_BYTES])
{
    char quoted[QUOTED_BYTES], meant[256] = "";
    const size_t length = name->word.length;
    const ap_view word = { (const uint8_t *)name->pattern, length < SHOWN_BYTES ? length : SHOWN_BYTES };
    const size_t bytes = ap_quote(word, quoted, sizeof quoted);
    if (!known)
        ap_put_nearest_rules_text(rule_settings, name->pattern, meant, sizeof meant);
    snprintf(message, MESSAGE_BYTES,
        known ? "no finding of %.*s is on this line%s" : "no rule is named %.*s%s", (int)bytes, quoted,
        meant);
}

static void report_unused_name_unless_rules_off(ap_findings *findings, const ap_suppressing_name *name)
{
    char message[MESSAGE_BYTES];
    size_t on = 0;
    const size_t named =
        name->pattern == NULL ? 0 : count_rules_matching_pattern(findings, name->pattern, &on);
    if (named > 0 && on == 0)
        return; /* all rules of the pattern are off, so the comment cannot be shown to be unused */
    ap_finding *finding = ap_findings_add(findings, &ap_file_rules[FILE_UNUSED_IGNORE], name->word);
    if (finding == NULL)
        return;
    if (name->pattern == NULL)
        snprintf(message, sizeof message,
            "a comment to the linter must be \"// animproof: ignore RULE, RULE\" with at most %d rules",
            AP_MOST_SUPPRESSING_NAMES);
    else
        put_unused_ignore_message(findings->rule_settings, name, named > 0, message);
    const char *text = ap_arena_copy_text(findings->arena, message, strlen(message));
    finding->message = text == NULL ? "" : text;
}

void ap_report_unused_ignores_and_end_suppression(ap_findings *findings)
{
    const ap_suppressing_name *names = findings->suppressing_names;
    const size_t count = findings->suppressing_name_count;
    findings->suppressing_name_count =
        0; /* disables suppression: findings about the comments themselves cannot
                                        be suppressed */
    for (size_t i = 0; i < count; i++) {
        if (!names[i].used)
            report_unused_name_unless_rules_off(findings, &names[i]);
    }
}
