#include "validators/services/fixing/fixing.h"

#include <assert.h>
#include <string.h>

#include "validators/companion_use.h"
#include "validators/lint_bytes.h"
#include "validators/services/fixing/fix_set.h"

enum {
    /* most steps of one kind of fixers (with companions, or without); one step fixes findings of one rule */
    MOST_STEPS = 200,
    MOST_SINGLE_TRIES = 32, /* most findings of a rule that are tried one by one */
    CALL_BYTES = 16,        /* cost of one call of a fixer, in addition to the bytes it reads */
};

static const char no_memory[] = "memory ran out";
static const char unsafe_only[] = "the fix is a guess: --unsafe applies it";
static const char too_much[] = "the budget is used up (docs/use/fix.md): run fix again";

const ap_fixer *ap_find_fixer(const ap_format *format, const ap_rule *rule)
{
    for (size_t i = 0; format->fixers != NULL && i < format->fixers->count; i++) {
        if (format->fixers->rows[i].rule == rule)
            return &format->fixers->rows[i];
    }
    return NULL;
}

void ap_fixing_init_from(ap_fixing *fixing, size_t limit_bytes, const ap_allocator *memory)
{
    *fixing = (ap_fixing){ .now = 0 };
    fixing->budget = AP_FIXING_BUDGET;
    ap_arena_init_from(&fixing->versions[0].arena, limit_bytes, memory);
    ap_arena_init_from(&fixing->versions[1].arena, limit_bytes, memory);
    ap_arena_init_from(&fixing->outcomes_arena, limit_bytes, memory);
}

void ap_fixing_free(ap_fixing *fixing)
{
    ap_arena_free(&fixing->versions[0].arena);
    ap_arena_free(&fixing->versions[1].arena);
    ap_arena_free(&fixing->outcomes_arena);
}

void ap_fixing_set_memory_limit(ap_fixing *fixing, size_t limit_bytes)
{
    fixing->versions[0].arena.limit_bytes = limit_bytes;
    fixing->versions[1].arena.limit_bytes = limit_bytes;
    fixing->outcomes_arena.limit_bytes = limit_bytes;
}

/* Returns the options for linting the text of a version. The companions are copies: those of the caller get no findings. */
static ap_lint_options lint_options_for_version(
    const ap_fixing *fixing, ap_text_version *version, ap_companion_copies *copies)
{
    ap_lint_options options = { .listener = NULL };
    if (fixing->options == NULL)
        return options;
    options = *fixing->options;
    options.prefetch = NULL; /* the prefetched results belong to another text */
    if (!fixing->paired)
        options.companions = NULL;
    ap_copy_companions(&options, copies, &version->arena);
    return options;
}

/* Lints the text of a version, and forgets what the fixers kept about the version's previous text. */
static bool lint_version_unless_out_of_memory(ap_fixing *fixing, ap_text_version *version)
{
    ap_lint_result result;
    ap_companion_copies copies;
    const ap_lint_options options = lint_options_for_version(fixing, version, &copies);
    memset(version->caches, 0, sizeof version->caches);
    fixing->used += version->text.size;
    ap_findings_init(&version->findings, &version->arena, NULL, 0, 0);
    ap_lint_as(fixing->format, version->text, &options, &version->findings, &result);
    return !version->arena.failed;
}

/* Sets fixing->paired (lint with companions or without), and lints again if it changes. Does nothing if the options have no
   companions. Returns false when out of memory. */
static bool set_companion_use_and_relint_if_changed(ap_fixing *fixing, bool with_companions)
{
    if (fixing->paired == with_companions || fixing->options == NULL || fixing->options->companions == NULL)
        return true;
    fixing->paired = with_companions;
    fixing->failed |= !lint_version_unless_out_of_memory(fixing, &fixing->versions[fixing->now]);
    return !fixing->failed;
}

static void clear_outcomes(ap_fixing *fixing)
{
    fixing->fixed = fixing->refused = 0;
    fixing->outcomes = NULL;
    fixing->outcomes_end = &fixing->outcomes;
    ap_arena_reset(&fixing->outcomes_arena);
}

bool ap_fixing_load(ap_fixing *fixing, const ap_format *format, ap_view text)
{
    ap_text_version *version = &fixing->versions[0];
    fixing->format = format;
    fixing->now = 0;
    fixing->paired = false;
    clear_outcomes(fixing);
    ap_arena_reset(&version->arena);
    uint8_t *copy = ap_alloc(&version->arena, text.size);
    fixing->failed = copy == NULL;
    if (copy == NULL)
        return false;
    if (text.size > 0)
        memcpy(copy, text.bytes, text.size);
    version->text = (ap_view){ copy, text.size };
    const uint64_t linear = ap_saturating_product(text.size, fixing->budget.times);
    fixing->most = linear > fixing->budget.bytes ? linear : fixing->budget.bytes;
    fixing->used = 0;
    fixing->exhausted = fixing->stopped = false;
    fixing->failed = !lint_version_unless_out_of_memory(fixing, version);
    return !fixing->failed;
}

/* Outcomes */

static void add_outcome(
    ap_fixing *fixing, const ap_fixer *fixer, const ap_finding *f, const char *refused, const ap_rule *adds)
{
    ap_fix_outcome *made = ap_alloc(&fixing->outcomes_arena, sizeof *made);
    if (made == NULL) {
        fixing->failed = true;
        return;
    }
    *made = (ap_fix_outcome){ fixer, refused, adds, f->span.offset, f->line, f->column, NULL };
    *fixing->outcomes_end = made;
    fixing->outcomes_end = &made->next;
    fixing->fixed += refused == NULL;
    fixing->refused += refused != NULL;
}

/* Limits */

/* Calls fixing->stop if it has not returned true yet, and sets fixing->stopped to its result. Returns true if the work was not
   stopped and memory did not run out. */
static bool is_fixing_neither_failed_nor_stopped(ap_fixing *fixing)
{
    if (fixing->stop != NULL && !fixing->stopped)
        fixing->stopped = fixing->stop(fixing->stop_context);
    return !fixing->failed && !fixing->stopped;
}

/* Returns true if the budget is not used up. Otherwise sets fixing->exhausted, for the caller to report. */
static bool is_budget_left_else_mark_exhausted(ap_fixing *fixing)
{
    fixing->exhausted |= fixing->used >= fixing->most;
    return !fixing->exhausted;
}

/* Trying */

/* Applies the fixes and lints the result. Tries again without the fixes that did not remove their findings, if others did. Keeps
   the result and returns true if it is better than the current text. */
static bool try_fixes(ap_fixing *fixing, ap_fix_set *set)
{
    do {
        if (set->count == 0 || !is_fixing_neither_failed_nor_stopped(fixing))
            return false;
        if (!is_budget_left_else_mark_exhausted(fixing)) {
            set->refused = too_much;
            return false;
        }
        fixing->used += ap_fixing_current_version(fixing)->text.size;
        if (!ap_fix_set_apply(fixing, set)
            || !lint_version_unless_out_of_memory(fixing, &fixing->versions[1 - fixing->now])) {
            fixing->failed = true;
            return false;
        }
    } while (ap_fix_set_drop_useless_fixes(fixing, set));
    if (!ap_fix_set_is_tried_text_better(fixing, set))
        return false;
    for (size_t i = 0; i < set->count; i++)
        add_outcome(fixing, set->fixer, set->findings[i], NULL, NULL);
    fixing->now = 1 - fixing->now;
    return true;
}

/* Returns true if the finding is of the fixer's rule, and the caller has chosen this rule for fixing. */
static bool is_finding_to_fix(const ap_fixing *fixing, const ap_fixer *fixer, const ap_finding *finding)
{
    return finding->rule == fixer->rule
           && ap_rule_settings_is_on_and_selected(fixing->rule_settings, finding->rule);
}

/* Returns true if the fix is a guess and guesses are not allowed. */
static bool is_forbidden_guess(const ap_fixing *fixing, const ap_fixer *fixer)
{
    return fixer->unsafe && !fixing->unsafe;
}

static void call_fixer(
    ap_fixing *fixing, const ap_fixer *fixer, const ap_finding *finding, ap_arena *arena, ap_fix *fix)
{
    ap_text_version *version = &fixing->versions[fixing->now];
    ap_fixer_cache *cache = &version->caches[fixer - fixing->format->fixers->rows];
    const ap_fix_job job = { version->text, fixing->format, fixing->options, &version->findings,
        fixing->unsafe, arena, cache, NULL };
    *fix = (ap_fix){ .refused = too_much };
    if (!is_budget_left_else_mark_exhausted(fixing))
        return;
    fix->refused = NULL;
    cache->arena = &version->arena;
    ap_run_fixer(fixer, &job, finding, fix);
    fixing->used += CALL_BYTES + finding->span.length + cache->work;
    cache->work = 0;
    if (is_forbidden_guess(fixing, fixer) && fix->refused == NULL)
        fix->refused = unsafe_only;
    if (arena->failed) {
        fixing->failed = true;
        fix->refused = no_memory;
    }
}

/* Collects the fixes of the findings of the rule, in the order of the findings, except fixes that are refused or overlap the fix
   before them. */
static bool collect_fixes_unless_out_of_memory(ap_fixing *fixing, const ap_fixer *fixer, ap_fix_set *set)
{
    ap_text_version *version = &fixing->versions[fixing->now];
    const size_t most = ap_findings_count_of_rule(&version->findings, fixer->rule);
    *set = (ap_fix_set){ .fixer = fixer,
        .fixes = ap_alloc_array(&version->arena, most, sizeof *set->fixes),
        .findings = ap_alloc_array(&version->arena, most, sizeof *set->findings) };
    if (set->fixes == NULL || set->findings == NULL) {
        fixing->failed = true;
        return false;
    }
    size_t end = 0;
    for (const ap_finding *f = version->findings.first; f != NULL && !fixing->failed; f = f->next) {
        if (!is_finding_to_fix(fixing, fixer, f) || (set->count > 0 && f->span.offset < end))
            continue;
        ap_fix *fix = &set->fixes[set->count];
        call_fixer(fixing, fixer, f, &version->arena, fix);
        if (fix->refused != NULL || (set->count > 0 && fix->span.offset < end))
            continue;
        set->findings[set->count++] = f;
        end = ap_span_end(fix->span);
    }
    return !fixing->failed;
}

/* Fixes findings of the rule: all at once or, if the fixes together are refused, only the first that can be fixed among
   MOST_SINGLE_TRIES. Returns true if the text changed; otherwise *tried has all fixes together, with the reason why they were
   refused. Leaves *tried unchanged if the rule has no finding, or if its fix is a guess that is not allowed. */
static bool fix_rule(ap_fixing *fixing, const ap_fixer *fixer, ap_fix_set *tried)
{
    if (ap_findings_count_of_rule(&ap_fixing_current_version(fixing)->findings, fixer->rule) == 0
        || is_forbidden_guess(fixing, fixer) || !collect_fixes_unless_out_of_memory(fixing, fixer, tried))
        return false;
    if (try_fixes(fixing, tried))
        return true;
    for (size_t i = 0; tried->count > 1 && i < tried->count && i < MOST_SINGLE_TRIES
                       && is_fixing_neither_failed_nor_stopped(fixing);
         i++) {
        ap_fix_set one = *tried;
        one.fixes += i;
        one.findings += i;
        one.count = 1;
        if (try_fixes(fixing, &one))
            return true;
    }
    return false;
}

/* Adds an outcome for each remaining finding of a chosen rule with a fixer. `tried` has what fix_rule tried last for each
   fixer. */
static void add_unfixed_outcomes(ap_fixing *fixing, const ap_fix_set *tried)
{
    const ap_findings *findings = &ap_fixing_current_version(fixing)->findings;
    for (const ap_finding *f = findings->first; f != NULL && !fixing->failed; f = f->next) {
        const ap_fixer *fixer = ap_find_fixer(fixing->format, f->rule);
        ap_fix fix;
        if (fixer == NULL || !is_finding_to_fix(fixing, fixer, f))
            continue;
        ap_arena_reset(&fixing->versions[1 - fixing->now].arena);
        call_fixer(fixing, fixer, f, &fixing->versions[1 - fixing->now].arena, &fix);
        const ap_fix_set *set = &tried[fixer - fixing->format->fixers->rows];
        const bool undone = fix.refused == NULL;
        const char *why_undone = set->refused != NULL ? set->refused : ap_fix_is_useless;
        add_outcome(fixing, fixer, f, undone ? why_undone : fix.refused, undone ? set->adds : NULL);
    }
}

/* Applies the fixers of the format in turn until no fix changes the text, at most MOST_STEPS times. If `paired`, applies only
   fixers that need companions; otherwise only the other fixers. */
static void run_fixers(ap_fixing *fixing, bool paired, ap_fix_set tried[AP_MOST_FIXERS])
{
    size_t idle = 0, next = 0;
    const size_t fixers = fixing->format->fixers == NULL ? 0 : fixing->format->fixers->count;
    assert(fixers <= AP_MOST_FIXERS);
    for (size_t steps = 0;
         steps < MOST_STEPS && idle < fixers && is_fixing_neither_failed_nor_stopped(fixing);) {
        const ap_fixer *fixer = &fixing->format->fixers->rows[next];
        const bool changed = fixer->paired == paired && fix_rule(fixing, fixer, &tried[next]);
        idle = changed ? 0 : idle + 1;
        steps += changed;
        next = (next + 1) % fixers;
    }
}

bool ap_fixing_run(ap_fixing *fixing)
{
    ap_fix_set tried[AP_MOST_FIXERS] = { 0 };
    run_fixers(fixing, false, tried);
    if (is_fixing_neither_failed_nor_stopped(fixing) && set_companion_use_and_relint_if_changed(fixing, true))
        run_fixers(fixing, true, tried);
    if (is_fixing_neither_failed_nor_stopped(fixing))
        add_unfixed_outcomes(fixing, tried);
    return !fixing->failed;
}

bool ap_fixing_run_for_one_finding(ap_fixing *fixing, const ap_rule *rule, size_t offset)
{
    const ap_fixer *fixer = ap_find_fixer(fixing->format, rule);
    if (fixer != NULL && !set_companion_use_and_relint_if_changed(fixing, fixer->paired))
        return false;
    const ap_finding *f = fixer == NULL ? NULL : ap_fixing_current_version(fixing)->findings.first;
    while (f != NULL && (f->span.offset != offset || !is_finding_to_fix(fixing, fixer, f)))
        f = f->next;
    if (f == NULL)
        return true;
    ap_fix fix;
    call_fixer(fixing, fixer, f, &fixing->outcomes_arena, &fix);
    ap_fix_set alone = { .fixer = fixer, .fixes = &fix, .findings = &f, .count = 1 };
    if (fix.refused == NULL)
        (void)try_fixes(fixing, &alone);
    return !fixing->failed;
}

void ap_fixing_undo(ap_fixing *fixing)
{
    if (fixing->fixed > 0)
        fixing->now = 1 - fixing->now;
    clear_outcomes(fixing);
}
