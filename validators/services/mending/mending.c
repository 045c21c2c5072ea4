#include "validators/services/mending/mending.h"

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

void ap_mending_init(ap_mending *mending, size_t limit_bytes)
{
    *mending = (ap_mending){ .now = 0 };
    mending->budget = AP_MENDING_BUDGET;
    ap_arena_init(&mending->states[0].arena, limit_bytes);
    ap_arena_init(&mending->states[1].arena, limit_bytes);
    ap_arena_init(&mending->notes_arena, limit_bytes);
}

void ap_mending_free(ap_mending *mending)
{
    ap_arena_free(&mending->states[0].arena);
    ap_arena_free(&mending->states[1].arena);
    ap_arena_free(&mending->notes_arena);
}

void ap_mending_limit(ap_mending *mending, size_t limit_bytes)
{
    mending->states[0].arena.limit_bytes = limit_bytes;
    mending->states[1].arena.limit_bytes = limit_bytes;
    mending->notes_arena.limit_bytes = limit_bytes;
}

/* The text of the state is new: nothing is known of it. */
static bool lint_state(ap_mending *mending, ap_mend_state *state)
{
    ap_lint_result result;
    memset(state->memory, 0, sizeof state->memory);
    mending->used += state->text.size;
    ap_findings_init(&state->findings, &state->arena, NULL, 0, 0);
    ap_lint_as(mending->format, state->text, mending->options, &state->findings, &result);
    return !state->arena.failed;
}

static void start_notes(ap_mending *mending)
{
    mending->mended = mending->refused = 0;
    mending->notes = NULL;
    mending->notes_end = &mending->notes;
    ap_arena_reset(&mending->notes_arena);
}

bool ap_mending_load(ap_mending *mending, const ap_format *format, ap_view text)
{
    ap_mend_state *state = &mending->states[0];
    mending->format = format;
    mending->now = 0;
    start_notes(mending);
    ap_arena_reset(&state->arena);
    uint8_t *copy = ap_alloc(&state->arena, text.size);
    mending->failed = copy == NULL;
    if (copy == NULL)
        return false;
    if (text.size > 0)
        memcpy(copy, text.bytes, text.size);
    state->text = (ap_view){ copy, text.size };
    const uint64_t linear = ap_product(text.size, mending->budget.times);
    mending->most = linear > mending->budget.bytes ? linear : mending->budget.bytes;
    mending->used = 0;
    mending->exhausted = mending->stopped = false;
    mending->failed = !lint_state(mending, state);
    return !mending->failed;
}

/* Notes */

static void note(ap_mending *mending, const ap_fixer *fixer, const ap_finding *finding, const char *refused,
    const ap_rule *adds)
{
    ap_mend_note *made = ap_alloc(&mending->notes_arena, sizeof *made);
    if (made == NULL) {
        mending->failed = true;
        return;
    }
    *made =
        (ap_mend_note){ fixer, refused, adds, finding->span.offset, finding->line, finding->column, NULL };
    *mending->notes_end = made;
    mending->notes_end = &made->next;
    mending->mended += refused == NULL;
    mending->refused += refused != NULL;
}

/* Limits */

/* Returns true unless memory has run out or the caller has stopped the work. */
static bool goes_on(ap_mending *mending)
{
    if (mending->stop != NULL && !mending->stopped)
        mending->stopped = mending->stop(mending->stop_context);
    return !mending->failed && !mending->stopped;
}

/* Returns true if the budget has room for more. If it has not, sets `exhausted` for the caller to report. */
static bool may_read(ap_mending *mending)
{
    mending->exhausted |= mending->used >= mending->most;
    return !mending->exhausted;
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
static bool apply(ap_mending *mending, const fix_set *set)
{
    const ap_view from = ap_mended(mending)->text;
    ap_mend_state *to = &mending->states[1 - mending->now];
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
static bool is_better(const ap_mending *mending, fix_set *set)
{
    const ap_findings *before = &mending->states[mending->now].findings;
    const ap_findings *after = &mending->states[1 - mending->now].findings;
    const ap_rule_table rules = mending->format->rules;
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

static bool try_set(ap_mending *mending, fix_set *set)
{
    if (set->count == 0 || !goes_on(mending))
        return false;
    if (!may_read(mending)) {
        set->refused = too_much;
        return false;
    }
    mending->used += ap_mended(mending)->text.size;
    if (!apply(mending, set) || !lint_state(mending, &mending->states[1 - mending->now])) {
        mending->failed = true;
        return false;
    }
    if (!is_better(mending, set))
        return false;
    for (size_t i = 0; i < set->count; i++)
        note(mending, set->fixer, set->findings[i], NULL, NULL);
    mending->now = 1 - mending->now;
    return true;
}

/* Whether a finding waits for the fixer. */
static bool is_wanted(const ap_mending *mending, const ap_fixer *fixer, const ap_finding *finding)
{
    return finding->rule == fixer->rule && ap_rule_settings_is_chosen(mending->rule_settings, finding->rule);
}

/* Whether it guesses, and nobody has asked for that. */
static bool is_kept_back(const ap_mending *mending, const ap_fixer *fixer)
{
    return fixer->unsafe && !mending->unsafe;
}

static void ask(
    ap_mending *mending, const ap_fixer *fixer, const ap_finding *finding, ap_arena *arena, ap_fix *fix)
{
    ap_mend_state *state = &mending->states[mending->now];
    ap_fix_memory *memory = &state->memory[fixer - mending->format->fixers->rows];
    const ap_fix_job job = { state->text, mending->format, mending->options, &state->findings,
        mending->unsafe, arena, memory, NULL };
    *fix = (ap_fix){ .refused = too_much };
    if (!may_read(mending))
        return;
    fix->refused = NULL;
    memory->arena = &state->arena;
    ap_fixer_ask(fixer, &job, finding, fix);
    mending->used += ASKED_BYTES + finding->span.length + memory->work;
    memory->work = 0;
    if (is_kept_back(mending, fixer) && fix->refused == NULL)
        fix->refused = unsafe_only;
    if (arena->failed) {
        mending->failed = true;
        fix->refused = no_memory;
    }
}

/* All fixes of the rule that do not overlap. */
static bool collect(ap_mending *mending, const ap_fixer *fixer, fix_set *set)
{
    ap_mend_state *state = &mending->states[mending->now];
    const size_t most = ap_findings_of(&state->findings, fixer->rule);
    *set = (fix_set){ .fixer = fixer,
        .fixes = ap_alloc_array(&state->arena, most, sizeof *set->fixes),
        .findings = ap_alloc_array(&state->arena, most, sizeof *set->findings) };
    if (set->fixes == NULL || set->findings == NULL) {
        mending->failed = true;
        return false;
    }
    size_t end = 0;
    for (const ap_finding *f = state->findings.first; f != NULL && !mending->failed; f = f->next) {
        if (!is_wanted(mending, fixer, f) || (set->count > 0 && f->span.offset < end))
            continue;
        ap_fix *fix = &set->fixes[set->count];
        ask(mending, fixer, f, &state->arena, fix);
        if (fix->refused != NULL || (set->count > 0 && fix->span.offset < end))
            continue;
        set->findings[set->count++] = f;
        end = ap_span_end(fix->span);
    }
    return !mending->failed;
}

/* Mends findings of the rule, all at once or, where that would harm, the first that can be. Returns whether the
   text has changed; if not, *why is set for what could not be mended. */
static bool step(ap_mending *mending, const ap_fixer *fixer, fix_set *why)
{
    if (ap_findings_of(&ap_mended(mending)->findings, fixer->rule) == 0 || is_kept_back(mending, fixer)
        || !collect(mending, fixer, why))
        return false;
    if (try_set(mending, why))
        return true;
    for (size_t i = 0; why->count > 1 && i < why->count && i < MOST_ALONE && goes_on(mending); i++) {
        fix_set one = *why;
        one.fixes += i;
        one.findings += i;
        one.count = 1;
        if (try_set(mending, &one))
            return true;
    }
    return false;
}

/* What is left of findings that have a fixer, and why. */
static void tell_rest(ap_mending *mending, const fix_set *why)
{
    const ap_findings *findings = &ap_mended(mending)->findings;
    for (const ap_finding *f = findings->first; f != NULL && !mending->failed; f = f->next) {
        const ap_fixer *fixer = ap_find_fixer(mending->format, f->rule);
        ap_fix fix;
        if (fixer == NULL || !is_wanted(mending, fixer, f))
            continue;
        ap_arena_reset(&mending->states[1 - mending->now].arena);
        ask(mending, fixer, f, &mending->states[1 - mending->now].arena, &fix);
        const fix_set *set = &why[fixer - mending->format->fixers->rows];
        const bool undone = fix.refused == NULL;
        note(mending, fixer, f,
            !undone                ? fix.refused
            : set->refused != NULL ? set->refused
                                   : useless,
            undone ? set->adds : NULL);
    }
}

bool ap_mending_run(ap_mending *mending)
{
    fix_set why[AP_MOST_FIXERS] = { 0 };
    size_t idle = 0, next = 0;
    const size_t fixers = mending->format->fixers == NULL ? 0 : mending->format->fixers->count;
    assert(fixers <= AP_MOST_FIXERS);
    for (size_t steps = 0; steps < MOST_STEPS && idle < fixers && goes_on(mending);) {
        const bool changed = step(mending, &mending->format->fixers->rows[next], &why[next]);
        idle = changed ? 0 : idle + 1;
        steps += changed;
        next = (next + 1) % fixers;
    }
    if (goes_on(mending))
        tell_rest(mending, why);
    return !mending->failed;
}

bool ap_mending_run_one(ap_mending *mending, const ap_rule *rule, size_t offset)
{
    const ap_fixer *fixer = ap_find_fixer(mending->format, rule);
    const ap_finding *f = fixer == NULL ? NULL : ap_mended(mending)->findings.first;
    while (f != NULL && (f->span.offset != offset || !is_wanted(mending, fixer, f)))
        f = f->next;
    if (f == NULL)
        return true;
    ap_fix fix;
    ask(mending, fixer, f, &mending->notes_arena, &fix);
    fix_set alone = { .fixer = fixer, .fixes = &fix, .findings = &f, .count = 1 };
    if (fix.refused == NULL)
        (void)try_set(mending, &alone);
    return !mending->failed;
}

void ap_mending_undo(ap_mending *mending)
{
    if (mending->mended > 0)
        mending->now = 1 - mending->now;
    start_notes(mending);
}
