#include "validators/services/fixing/fixing.h"

#include <assert.h>
#include <string.h>

#include "validators/lint_bytes.h"

enum {
    MOST_STEPS = 200, /* fixes of one kind, one after the other */
    MOST_ALONE = 32,  /* findings of a rule that are tried one by one */
    ASKED_BYTES = 16, /* that asking a fixer counts for, besides what it reads */
};

static const char no_memory[] = "memory ran out";
static const char worse[] = "the fix would add a finding";
static const char useless[] = "the fix does not take it away";
static const char unsafe_only[] = "the fix is a guess: --unsafe makes it";
static const char too_much[] = "the budget is used up (docs/use/fix.md): fix it again";

const ap_fixer *ap_find_fixer(const ap_format *format, const ap_rule *rule)
{
    for (size_t i = 0; format->fixers != NULL && i < format->fixers->count; i++) {
        if (format->fixers->rows[i].rule == rule)
            return &format->fixers->rows[i];
    }
    return NULL;
}

void ap_fixing_init(ap_fixing *fixing, size_t limit_bytes)
{
    *fixing = (ap_fixing){ .now = 0 };
    fixing->budget = AP_FIXING_BUDGET;
    ap_arena_init(&fixing->states[0].arena, limit_bytes);
    ap_arena_init(&fixing->states[1].arena, limit_bytes);
    ap_arena_init(&fixing->notes_arena, limit_bytes);
}

void ap_fixing_free(ap_fixing *fixing)
{
    ap_arena_free(&fixing->states[0].arena);
    ap_arena_free(&fixing->states[1].arena);
    ap_arena_free(&fixing->notes_arena);
}

void ap_fixing_limit(ap_fixing *fixing, size_t limit_bytes)
{
    fixing->states[0].arena.limit_bytes = limit_bytes;
    fixing->states[1].arena.limit_bytes = limit_bytes;
    fixing->notes_arena.limit_bytes = limit_bytes;
}

/* The text of the state is new: nothing is known of it. */
static bool lint_state(ap_fixing *fixing, ap_fix_state *state)
{
    ap_lint_result result;
    memset(state->memory, 0, sizeof state->memory);
    fixing->used += state->text.size;
    ap_findings_init(&state->findings, &state->arena, NULL, 0, 0);
    ap_lint_as(fixing->format, state->text, fixing->options, &state->findings, &result);
    return !state->arena.failed;
}

static void start_notes(ap_fixing *fixing)
{
    fixing->fixed = fixing->refused = 0;
    fixing->notes = NULL;
    fixing->notes_end = &fixing->notes;
    ap_arena_reset(&fixing->notes_arena);
}

bool ap_fixing_load(ap_fixing *fixing, const ap_format *format, ap_view text)
{
    ap_fix_state *state = &fixing->states[0];
    fixing->format = format;
    fixing->now = 0;
    start_notes(fixing);
    ap_arena_reset(&state->arena);
    uint8_t *copy = ap_alloc(&state->arena, text.size);
    fixing->failed = copy == NULL;
    if (copy == NULL)
        return false;
    if (text.size > 0)
        memcpy(copy, text.bytes, text.size);
    state->text = (ap_view){ copy, text.size };
    const uint64_t linear = ap_product(text.size, fixing->budget.times);
    fixing->most = linear > fixing->budget.bytes ? linear : fixing->budget.bytes;
    fixing->used = 0;
    fixing->exhausted = fixing->stopped = false;
    fixing->failed = !lint_state(fixing, state);
    return !fixing->failed;
}

/* Notes */

static void note(ap_fixing *fixing, const ap_fixer *fixer, const ap_finding *finding, const char *refused,
    const ap_rule *adds)
{
    ap_fix_note *made = ap_alloc(&fixing->notes_arena, sizeof *made);
    if (made == NULL) {
        fixing->failed = true;
        return;
    }
    *made = (ap_fix_note){ fixer, refused, adds, finding->span.offset, finding->line, finding->column, NULL };
    *fixing->notes_end = made;
    fixing->notes_end = &made->next;
    fixing->fixed += refused == NULL;
    fixing->refused += refused != NULL;
}

/* Limits */

/* Returns true unless memory has run out or the caller has stopped the work. */
static bool goes_on(ap_fixing *fixing)
{
    if (fixing->stop != NULL && !fixing->stopped)
        fixing->stopped = fixing->stop(fixing->stop_context);
    return !fixing->failed && !fixing->stopped;
}

/* Returns true if the budget has room for more. If it has not, sets `exhausted` for the caller to report. */
static bool may_read(ap_fixing *fixing)
{
    fixing->exhausted |= fixing->used >= fixing->most;
    return !fixing->exhausted;
}

/* Trying */

/* One fix, or some that do not overlap, in the order of their spans. */
typedef struct fix_set {
    const ap_fixer *fixer;
    ap_fix *fixes;
    const ap_finding **findings;
    size_t count;
    const char *refused; /* why it was undone */
    const ap_rule *adds;
} fix_set;

/* The text with the fixes made, in the other state's arena. */
static bool apply(ap_fixing *fixing, const fix_set *set)
{
    const ap_view from = ap_fixed(fixing)->text;
    ap_fix_state *to = &fixing->states[1 - fixing->now];
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

/* Whether the state that is tried is better than the one that holds. */
static bool is_better(const ap_fixing *fixing, fix_set *set)
{
    const ap_findings *before = &fixing->states[fixing->now].findings;
    const ap_findings *after = &fixing->states[1 - fixing->now].findings;
    const ap_rule_table rules = fixing->format->rules;
    for (size_t r = 0; r < rules.count; r++) {
        const ap_rule *rule = &rules.rules[r];
        const bool may_show = set->fixer->reveals && rule->severity < AP_ERROR && rule != set->fixer->rule;
        if (!may_show && ap_findings_of(after, rule) > ap_findings_of(before, rule)) {
            set->refused = worse;
            set->adds = rule;
            return false;
        }
    }
    set->refused = useless;
    return ap_findings_of(after, set->fixer->rule) < ap_findings_of(before, set->fixer->rule);
}

static bool try_set(ap_fixing *fixing, fix_set *set)
{
    if (set->count == 0 || !goes_on(fixing))
        return false;
    if (!may_read(fixing)) {
        set->refused = too_much;
        return false;
    }
    fixing->used += ap_fixed(fixing)->text.size;
    if (!apply(fixing, set) || !lint_state(fixing, &fixing->states[1 - fixing->now])) {
        fixing->failed = true;
        return false;
    }
    if (!is_better(fixing, set))
        return false;
    for (size_t i = 0; i < set->count; i++)
        note(fixing, set->fixer, set->findings[i], NULL, NULL);
    fixing->now = 1 - fixing->now;
    return true;
}

/* Whether a finding waits for the fixer. */
static bool is_wanted(const ap_fixing *fixing, const ap_fixer *fixer, const ap_finding *finding)
{
    return finding->rule == fixer->rule && ap_rule_settings_is_chosen(fixing->rule_settings, finding->rule);
}

/* Whether it guesses, and nobody has asked for that. */
static bool is_kept_back(const ap_fixing *fixing, const ap_fixer *fixer)
{
    return fixer->unsafe && !fixing->unsafe;
}

static void ask(
    ap_fixing *fixing, const ap_fixer *fixer, const ap_finding *finding, ap_arena *arena, ap_fix *fix)
{
    ap_fix_state *state = &fixing->states[fixing->now];
    ap_fix_memory *memory = &state->memory[fixer - fixing->format->fixers->rows];
    const ap_fix_job job = { state->text, fixing->format, fixing->options, &state->findings, fixing->unsafe,
        arena, memory, NULL };
    *fix = (ap_fix){ .refused = too_much };
    if (!may_read(fixing))
        return;
    fix->refused = NULL;
    memory->arena = &state->arena;
    ap_fixer_ask(fixer, &job, finding, fix);
    fixing->used += ASKED_BYTES + finding->span.length + memory->work;
    memory->work = 0;
    if (is_kept_back(fixing, fixer) && fix->refused == NULL)
        fix->refused = unsafe_only;
    if (arena->failed) {
        fixing->failed = true;
        fix->refused = no_memory;
    }
}

/* All fixes of the rule that do not overlap. */
static bool collect(ap_fixing *fixing, const ap_fixer *fixer, fix_set *set)
{
    ap_fix_state *state = &fixing->states[fixing->now];
    const size_t most = ap_findings_of(&state->findings, fixer->rule);
    *set = (fix_set){ .fixer = fixer,
        .fixes = ap_alloc_array(&state->arena, most, sizeof *set->fixes),
        .findings = ap_alloc_array(&state->arena, most, sizeof *set->findings) };
    if (set->fixes == NULL || set->findings == NULL) {
        fixing->failed = true;
        return false;
    }
    size_t end = 0;
    for (const ap_finding *f = state->findings.first; f != NULL && !fixing->failed; f = f->next) {
        if (!is_wanted(fixing, fixer, f) || (set->count > 0 && f->span.offset < end))
            continue;
        ap_fix *fix = &set->fixes[set->count];
        ask(fixing, fixer, f, &state->arena, fix);
        if (fix->refused != NULL || (set->count > 0 && fix->span.offset < end))
            continue;
        set->findings[set->count++] = f;
        end = ap_span_end(fix->span);
    }
    return !fixing->failed;
}

/* Mends findings of the rule, all at once or, where that would harm, the first that can be. Returns whether the
   text has changed; if not, *why is set for what could not be mended. */
static bool step(ap_fixing *fixing, const ap_fixer *fixer, fix_set *why)
{
    if (ap_findings_of(&ap_fixed(fixing)->findings, fixer->rule) == 0 || is_kept_back(fixing, fixer)
        || !collect(fixing, fixer, why))
        return false;
    if (try_set(fixing, why))
        return true;
    for (size_t i = 0; why->count > 1 && i < why->count && i < MOST_ALONE && goes_on(fixing); i++) {
        fix_set one = *why;
        one.fixes += i;
        one.findings += i;
        one.count = 1;
        if (try_set(fixing, &one))
            return true;
    }
    return false;
}

/* What is left of findings that have a fixer, and why. */
static void report_rest(ap_fixing *fixing, const fix_set *why)
{
    const ap_findings *findings = &ap_fixed(fixing)->findings;
    for (const ap_finding *f = findings->first; f != NULL && !fixing->failed; f = f->next) {
        const ap_fixer *fixer = ap_find_fixer(fixing->format, f->rule);
        ap_fix fix;
        if (fixer == NULL || !is_wanted(fixing, fixer, f))
            continue;
        ap_arena_reset(&fixing->states[1 - fixing->now].arena);
        ask(fixing, fixer, f, &fixing->states[1 - fixing->now].arena, &fix);
        const fix_set *set = &why[fixer - fixing->format->fixers->rows];
        const bool undone = fix.refused == NULL;
        note(fixing, fixer, f,
            !undone                ? fix.refused
            : set->refused != NULL ? set->refused
                                   : useless,
            undone ? set->adds : NULL);
    }
}

bool ap_fixing_run(ap_fixing *fixing)
{
    fix_set why[AP_MOST_FIXERS] = { 0 };
    size_t idle = 0, next = 0;
    const size_t fixers = fixing->format->fixers == NULL ? 0 : fixing->format->fixers->count;
    assert(fixers <= AP_MOST_FIXERS);
    for (size_t steps = 0; steps < MOST_STEPS && idle < fixers && goes_on(fixing);) {
        const bool changed = step(fixing, &fixing->format->fixers->rows[next], &why[next]);
        idle = changed ? 0 : idle + 1;
        steps += changed;
        next = (next + 1) % fixers;
    }
    if (goes_on(fixing))
        report_rest(fixing, why);
    return !fixing->failed;
}

bool ap_fixing_run_one(ap_fixing *fixing, const ap_rule *rule, size_t offset)
{
    const ap_fixer *fixer = ap_find_fixer(fixing->format, rule);
    const ap_finding *f = fixer == NULL ? NULL : ap_fixed(fixing)->findings.first;
    while (f != NULL && (f->span.offset != offset || !is_wanted(fixing, fixer, f)))
        f = f->next;
    if (f == NULL)
        return true;
    ap_fix fix;
    ask(fixing, fixer, f, &fixing->notes_arena, &fix);
    fix_set alone = { .fixer = fixer, .fixes = &fix, .findings = &f, .count = 1 };
    if (fix.refused == NULL)
        (void)try_set(fixing, &alone);
    return !fixing->failed;
}

void ap_fixing_undo(ap_fixing *fixing)
{
    if (fixing->fixed > 0)
        fixing->now = 1 - fixing->now;
    start_notes(fixing);
}
