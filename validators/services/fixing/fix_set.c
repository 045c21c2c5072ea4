#include "validators/services/fixing/fix_set.h"

#include <string.h>

const char ap_fix_is_useless[] = "the fix does not remove the finding";
static const char worse[] = "the fix would add a finding";

bool ap_fix_set_apply(ap_fixing *fixing, const ap_fix_set *set)
{
    const ap_view from = ap_fixing_current_version(fixing)->text;
    ap_text_version *to = &fixing->versions[1 - fixing->now];
    size_t size = from.size, at = 0;
    ap_arena_reset(&to->arena);
    for (size_t i = 0; i < set->count; i++)
        size = size - set->fixes[i].span.length + set->fixes[i].text.size;
    uint8_t *out = ap_alloc(&to->arena, size);
    if (out == NULL)
        return false;
    to->text = (ap_view){ out, size };
    for (size_t i = 0; i < set->count; i++) {
        const ap_fix *fix = &set->fixes[i];
        const size_t kept = fix->span.offset - at;
        if (kept > 0)
            memcpy(out, from.bytes + at, kept);
        if (fix->text.size > 0)
            memcpy(out + kept, fix->text.bytes, fix->text.size);
        out += kept + fix->text.size;
        at = ap_span_end(fix->span);
    }
    if (from.size > at)
        memcpy(out, from.bytes + at, from.size - at);
    return true;
}

/* Returns true if each fix removed a finding of the rule. */
static bool has_each_fix_removed_a_finding(const ap_fixing *fixing, const ap_fix_set *set)
{
    const ap_rule *rule = set->fixer->rule;
    const size_t before = ap_findings_count_of_rule(&fixing->versions[fixing->now].findings, rule);
    return ap_findings_count_of_rule(&fixing->versions[1 - fixing->now].findings, rule) + set->count
           <= before;
}

bool ap_fix_set_drop_useless_fixes(const ap_fixing *fixing, ap_fix_set *set)
{
    const ap_finding *f = fixing->versions[1 - fixing->now].findings.first;
    size_t kept = 0;
    size_t old_end = 0, new_end = 0; /* ends of the fix before, in the current text and in the tried text */
    if (has_each_fix_removed_a_finding(fixing, set))
        return false;
    for (size_t i = 0; i < set->count; i++) {
        const ap_fix fix = set->fixes[i];
        const size_t start = fix.span.offset - old_end + new_end;
        old_end = ap_span_end(fix.span);
        new_end = start + fix.text.size;
        while (f != NULL && (f->rule != set->fixer->rule || f->span.offset < start))
            f = f->next;
        if (f != NULL && f->span.offset <= new_end)
            continue;
        set->fixes[kept] = fix;
        set->findings[kept++] = set->findings[i];
    }
    const bool drops = kept > 0 && kept < set->count;
    set->count = drops ? kept : set->count;
    return drops;
}

bool ap_fix_set_is_tried_text_better(const ap_fixing *fixing, ap_fix_set *set)
{
    const ap_findings *before = &fixing->versions[fixing->now].findings;
    const ap_findings *after = &fixing->versions[1 - fixing->now].findings;
    const ap_rule_table rules = fixing->format->rules;
    for (size_t r = 0; r < rules.count; r++) {
        const ap_rule *rule = &rules.rules[r];
        const bool may_show = set->fixer->reveals && rule->severity < AP_ERROR && rule != set->fixer->rule;
        if (!may_show && ap_findings_count_of_rule(after, rule) > ap_findings_count_of_rule(before, rule)) {
            set->refused = worse;
            set->adds = rule;
            return false;
        }
    }
    set->refused = ap_fix_is_useless;
    const ap_rule *own = set->fixer->rule;
    return ap_findings_count_of_rule(after, own) < ap_findings_count_of_rule(before, own);
}
