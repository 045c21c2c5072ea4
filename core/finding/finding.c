#include "core/finding/finding.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/finding/suppression.h"

void ap_findings_init(ap_findings *findings, ap_arena *arena, const ap_rule_settings *rule_settings,
    size_t max_findings, size_t max_per_rule)
{
    memset(findings, 0, sizeof *findings);
    findings->arena = arena;
    findings->rule_settings = rule_settings;
    findings->max_findings = max_findings;
    findings->max_per_rule = max_per_rule;
}

void ap_findings_clear(ap_findings *findings)
{
    const size_t counted =
        findings->counts[AP_NOTE] + findings->counts[AP_WARNING] + findings->counts[AP_ERROR];
    if (counted > 0)
        memset(findings->tallies, 0, sizeof findings->tallies);
    memset(findings->counts, 0, sizeof findings->counts);
    findings->unsorted = false;
    findings->reported = findings->faults = findings->remarks = findings->unfinished = 0;
    findings->kept = findings->truncated = findings->skipped_checks = 0;
    findings->replacements_left_out = 0;
    findings->watched_from = findings->watched_faults = findings->last_fault = 0;
    findings->first = findings->last = findings->latest = NULL;
    findings->comment_count = findings->comment_room = findings->suppressing_name_count =
        findings->suppressed = 0;
    findings->suppressing_names = NULL;
    findings->first_suppressed = findings->last_suppressed = NULL;
}

/* Returns the rule's slot in the hash table, or the free slot to use for the rule. */
static size_t tally_slot_of_rule(const ap_findings *findings, const ap_rule *rule)
{
    size_t slot = (uintptr_t)rule / sizeof(ap_rule) % AP_RULE_SLOTS;
    while (findings->tallies[slot].rule != NULL && findings->tallies[slot].rule != rule)
        slot = (slot + 1) % AP_RULE_SLOTS;
    return slot;
}

void ap_findings_watch_errors_at_or_after(ap_findings *findings, size_t from)
{
    findings->watched_from = from;
    findings->watched_faults = findings->faults > 0 && findings->last_fault >= from;
}

size_t ap_findings_count_of_rule(const ap_findings *findings, const ap_rule *rule)
{
    return findings->tallies[tally_slot_of_rule(findings, rule)].count;
}

void ap_findings_append_and_count_kept(ap_findings *findings, ap_finding *finding)
{
    finding->next = NULL;
    if (findings->last == NULL)
        findings->first = finding;
    else
        findings->last->next = finding;
    findings->unsorted |= findings->last != NULL && finding->span.offset < findings->last->span.offset;
    findings->last = finding;
    findings->kept++;
}

void ap_findings_add_to_count(ap_findings *findings, const ap_rule *rule, size_t count)
{
    ap_rule_tally *tally = &findings->tallies[tally_slot_of_rule(findings, rule)];
    tally->rule = rule;
    tally->count += count;
}

/* Appends one list of findings to another. */
static void append_list(ap_finding **first, ap_finding **last, ap_finding *more_first, ap_finding *more_last)
{
    if (more_first == NULL)
        return;
    *(*last == NULL ? first : &(*last)->next) = more_first;
    *last = more_last;
}

/* Adds the counts per rule of another list. */
static void add_tallies(ap_findings *findings, const ap_findings *more)
{
    for (size_t i = 0; i < AP_RULE_SLOTS; i++) {
        const ap_rule_tally *from = &more->tallies[i];
        if (from->rule != NULL && from->count > 0)
            ap_findings_add_to_count(findings, from->rule, from->count);
    }
}

void ap_findings_move_from(ap_findings *findings, ap_findings *more)
{
    append_list(&findings->first, &findings->last, more->first, more->last);
    append_list(&findings->first_suppressed, &findings->last_suppressed, more->first_suppressed,
        more->last_suppressed);
    findings->unsorted |= more->first != NULL;
    if (findings->max_findings == 0)
        findings->max_findings = more->max_findings;
    findings->latest = NULL;
    findings->reported += more->reported;
    findings->faults += more->faults;
    findings->remarks += more->remarks;
    findings->unfinished += more->unfinished;
    for (size_t level = 0; level <= AP_ERROR; level++)
        findings->counts[level] += more->counts[level];
    findings->kept += more->kept;
    findings->truncated += more->truncated;
    findings->skipped_checks += more->skipped_checks;
    findings->replacements_left_out += more->replacements_left_out;
    findings->suppressed += more->suppressed;
    add_tallies(findings, more);
    ap_findings_clear(more);
}

bool ap_findings_are_complete_without_error(const ap_findings *findings)
{
    return findings->counts[AP_ERROR] == 0 && findings->unfinished == 0;
}

bool ap_findings_report_is_empty(const ap_findings *findings)
{
    return findings->counts[AP_ERROR] + findings->counts[AP_WARNING] + findings->counts[AP_NOTE]
               + findings->truncated + findings->skipped_checks + findings->suppressed + findings->unfinished
           == 0;
}

void ap_findings_subtract_count(ap_findings *findings, const ap_finding *finding)
{
    findings->tallies[tally_slot_of_rule(findings, finding->rule)].count--;
    findings->counts[finding->severity]--;
    findings->kept--;
}

static bool is_within_limits(const ap_findings *findings, size_t of_this_rule)
{
    return (findings->max_findings == 0 || findings->kept < findings->max_findings)
           && (findings->max_per_rule == 0 || of_this_rule <= findings->max_per_rule);
}

static ap_finding *new_finding(ap_findings *findings, const ap_rule *rule, ap_severity severity, ap_span span)
{
    ap_finding *finding = ap_alloc(findings->arena, sizeof *finding);
    if (finding != NULL)
        *finding =
            (ap_finding){ .rule = rule, .severity = severity, .span = span, .path = "", .message = "" };
    return finding;
}

static ap_finding *add_suppressed(
    ap_findings *findings, const ap_rule *rule, ap_severity severity, ap_span span)
{
    if (findings->suppressed++ >= findings->max_findings && findings->max_findings > 0)
        return NULL;
    ap_finding *finding = new_finding(findings, rule, severity, span);
    if (finding == NULL)
        return NULL;
    if (findings->last_suppressed == NULL)
        findings->first_suppressed = finding;
    else
        findings->last_suppressed->next = finding;
    findings->last_suppressed = finding;
    findings->latest = finding;
    return finding;
}

ap_finding *ap_findings_add(ap_findings *findings, const ap_rule *rule, ap_span span)
{
    ap_severity severity = ap_rule_settings_level(findings->rule_settings, rule);
    findings->reported++;
    findings->faults += rule->severity == AP_ERROR;
    findings->remarks += rule->severity == AP_NOTE;
    findings->unfinished += rule->kind == AP_MALFORMED;
    findings->watched_faults += rule->severity == AP_ERROR && span.offset >= findings->watched_from;
    if (rule->severity == AP_ERROR)
        findings->last_fault = span.offset;
    findings->latest = NULL;
    if (severity == AP_OFF)
        return NULL;
    if (findings->suppressing_name_count > 0 && ap_find_and_mark_suppressions(findings, rule, span))
        return add_suppressed(findings, rule, severity, span);
    ap_rule_tally *tally = &findings->tallies[tally_slot_of_rule(findings, rule)];
    tally->rule = rule;
    tally->count++;
    findings->counts[severity]++;
    if (findings->count_only || !is_within_limits(findings, tally->count)) {
        findings->truncated++;
        return NULL;
    }
    ap_finding *finding = new_finding(findings, rule, severity, span);
    if (finding == NULL)
        return NULL;
    ap_findings_append_and_count_kept(findings, finding);
    findings->latest = finding;
    return finding;
}

void ap_findings_add_related(ap_findings *findings, ap_span span, const char *label)
{
    if (findings->latest != NULL)
        ap_add_related(findings->arena, findings->latest, span, label);
}

ap_related *ap_add_related(ap_arena *arena, ap_finding *finding, ap_span span, const char *label)
{
    ap_related *related = ap_alloc(arena, sizeof *related);
    if (related == NULL)
        return NULL;
    ap_related **end = &finding->related;
    while (*end != NULL)
        end = &(*end)->next;
    *related = (ap_related){ .label = label, .span = span };
    *end = related;
    return related;
}

/* Splits off the run of ascending offsets at the head of the list, and sets *rest to the findings after
   the run. */
static ap_finding *split_run(ap_finding *list, ap_finding **rest)
{
    ap_finding *last = list;
    while (last->next != NULL && last->span.offset <= last->next->span.offset)
        last = last->next;
    *rest = last->next;
    last->next = NULL;
    return list;
}

static ap_finding *merge_runs(ap_finding *earlier, ap_finding *later)
{
    ap_finding *merged = NULL;
    ap_finding **end = &merged;
    while (earlier != NULL && later != NULL) {
        ap_finding **from = later->span.offset < earlier->span.offset ? &later : &earlier;
        *end = *from;
        end = &(*from)->next;
        *from = (*from)->next;
    }
    *end = earlier != NULL ? earlier : later;
    return merged;
}

/* Sorts a list by a natural merge sort, stable and in place. Findings are added nearly in order, so there
   are few runs. An insertion sort would walk the list for each finding out of order, which takes quadratic
   time on files with many findings. */
static void sort_list(ap_finding **first, ap_finding **last)
{
    if (*first == *last)
        return;
    /* runs[i] is NULL or a merge of 2^i runs, as in a binary counter */
    ap_finding *runs[8 * sizeof(size_t)] = { NULL };
    ap_finding *rest = *first;
    while (rest != NULL) {
        ap_finding *run = split_run(rest, &rest);
        size_t i = 0;
        for (; runs[i] != NULL; i++) {
            run = merge_runs(runs[i], run);
            runs[i] = NULL;
        }
        runs[i] = run;
    }
    ap_finding *sorted = NULL;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        if (runs[i] != NULL)
            sorted = merge_runs(runs[i], sorted);
    }
    *first = sorted;
    for (*last = sorted; (*last)->next != NULL;)
        *last = (*last)->next;
}

void ap_findings_sort(ap_findings *findings)
{
    if (findings->unsorted) /* most lists are in order, and are not read again */
        sort_list(&findings->first, &findings->last);
    sort_list(&findings->first_suppressed, &findings->last_suppressed);
    findings->unsorted = false;
}

const char *ap_arena_copy_text(ap_arena *arena, const char *text, size_t length)
{
    char *copy = ap_alloc(arena, length + 1);
    if (copy == NULL)
        return NULL;
    if (length > 0) /* an empty text may be NULL */
        memcpy(copy, text, length);
    return copy;
}

const char *ap_arena_format(ap_arena *arena, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : ap_alloc(arena, (size_t)length + 1);
    if (text != NULL)
        vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

const char *ap_arena_print(ap_arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = ap_arena_format(arena, format, arguments);
    va_end(arguments);
    return text;
}
