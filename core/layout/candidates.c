#include "core/layout/candidates.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_STEPS = 1 << 20, MOST_TRIAL_BYTES = 1 << 26, TRIAL_PASSES = 4, TEXT_BYTES = 256 };

#define READS "the file can be read to its end without an error"

bool ap_count_candidates_begin(ap_count_candidates *candidates, const ap_io *io, ap_finding *ended,
    bool (*reads)(ap_count_candidates *candidates, const ap_count_candidate *one, ap_findings *findings),
    void *scope)
{
    const ap_arena *arena = io->arena;
    *candidates = (ap_count_candidates){ .io = io,
        .ended = ended,
        .scope = scope,
        .reads = reads,
        .steps_left = MOST_STEPS,
        .bytes_left = ap_saturating_size_sum(
            MOST_TRIAL_BYTES, ap_saturating_size_product(TRIAL_PASSES, io->input.size)) };
    if (ap_is_structure_only(io) || io->findings->first == NULL)
        return false;
    candidates->trial = ap_alloc(io->arena, sizeof *candidates->trial);
    if (candidates->trial == NULL)
        return false;
    ap_arena_init_from(&candidates->arena, arena->limit_bytes, arena->memory);
    if (arena->limit_bytes > 0) /* a limit of 0 means no limit */
        candidates->arena.limit_bytes -=
            arena->held_bytes < arena->limit_bytes ? arena->held_bytes : arena->limit_bytes - 1;
    ap_findings_init(candidates->trial, &candidates->arena, NULL, 0, 0);
    candidates->trial->count_only = true;
    return true;
}

static int compare_candidates(const ap_count_candidate *a, const ap_count_candidate *b)
{
    if (a->warnings != b->warnings)
        return a->warnings < b->warnings ? -1 : 1;
    return a->notes == b->notes ? 0 : a->notes < b->notes ? -1 : 1;
}

/* Reads the rest of the file with the candidate's count, and counts the findings. If there is no error, and fewer warnings than
   with `best` (or as many warnings and fewer notes), the candidate becomes `best`. */
static void try_candidate_and_keep_if_best(ap_count_candidates *candidates, ap_count_candidate *one)
{
    const size_t bytes = candidates->io->input.size - one->count_at;
    if (bytes > candidates->bytes_left) {
        candidates->is_incomplete = true;
        return;
    }
    candidates->bytes_left -= bytes;
    ap_findings_clear(candidates->trial);
    const bool reads = candidates->reads(candidates, one, candidates->trial);
    candidates->lacked_memory |= candidates->arena.failed;
    candidates->is_incomplete |= candidates->arena.failed;
    ap_arena_reset(&candidates->arena);
    if (!reads)
        return;
    one->warnings = candidates->trial->counts[AP_WARNING];
    one->notes = candidates->trial->counts[AP_NOTE];
    one->record_is_valid = candidates->record_is_valid;
    const int order = candidates->found ? compare_candidates(one, &candidates->best) : -1;
    candidates->tied = order == 0 || (order > 0 && candidates->tied);
    if (order < 0)
        candidates->best = *one;
    candidates->found = true;
}

void ap_count_candidates_try_counts(
    ap_count_candidates *candidates, ap_count_candidate one, size_t first, size_t most)
{
    const ap_view input = candidates->io->input;
    assert(one.count_at <= input.size);
    if (input.size - one.count_at < sizeof(int32_t)) /* the file ends inside the count field */
        return;
    const int32_t stored = ap_load_i32(input.bytes + one.count_at, candidates->io->swap);
    for (size_t count = first; count < AP_SEARCH_COUNTS && count <= most && !candidates->is_incomplete;
         count++) {
        one.count = (int32_t)count;
        if (one.count != stored && candidates->reads(candidates, &one, NULL))
            try_candidate_and_keep_if_best(candidates, &one);
        candidates->is_incomplete |= candidates->steps_left == 0;
    }
}

bool ap_count_candidates_are_complete_with_single_best(const ap_count_candidates *candidates)
{
    return candidates->found && !candidates->tied && !candidates->is_incomplete
           && (candidates->ended == NULL || candidates->best.count_at != candidates->ended->span.offset);
}

__attribute__((format(printf, 2, 3))) static const char *format_text(
    const ap_count_candidates *candidates, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = ap_arena_format(candidates->io->findings->arena, format, arguments);
    va_end(arguments);
    return text;
}

/* Adds the best candidate as a related place of a finding, if `label` is not NULL. */
static void add_best_as_related(const ap_count_candidates *candidates, ap_finding *finding, const char *label)
{
    const ap_span span = { candidates->best.count_at, sizeof(int32_t) };
    ap_related *place =
        label == NULL ? NULL : ap_add_related(candidates->io->findings->arena, finding, span, label);
    if (place != NULL) {
        place->meant = candidates->best.count;
        place->is_meant_known = true;
    }
}

/* Returns the value that the file stores for the best candidate's count. */
static int32_t stored_count(const ap_count_candidates *candidates)
{
    return ap_load_i32(candidates->io->input.bytes + candidates->best.count_at, candidates->io->swap);
}

/* Returns the offset of the byte after the elements that both the stored count and the best candidate's count include. From this
   byte on, the two counts give the bytes different meanings. */
static size_t first_byte_with_two_meanings(const ap_count_candidates *candidates)
{
    const int32_t stored = stored_count(candidates), best = candidates->best.count;
    const size_t both = stored < 0 ? 0 : (size_t)(stored < best ? stored : best);
    const size_t elements_at = candidates->best.count_at + sizeof stored;
    return ap_saturating_size_sum(
        elements_at, ap_saturating_size_product(both, candidates->best.element_bytes));
}

/* Returns the finding with the lowest offset among the findings that the wrong count may have caused. */
static ap_finding *first_caused_finding(const ap_count_candidates *candidates)
{
    ap_finding *first = NULL;
    const size_t count_at = candidates->best.count_at, moved = first_byte_with_two_meanings(candidates);
    for (ap_finding *one = candidates->io->findings->first; one != NULL; one = one->next) {
        const size_t at = one->span.offset;
        const bool is_caused = at == count_at || at >= moved || one == candidates->ended;
        if (is_caused && (first == NULL || at < first->span.offset))
            first = one;
    }
    return first;
}

static bool expects_count(const ap_finding *finding, const char *which, int32_t count)
{
    char text[TEXT_BYTES + 16];
    snprintf(text, sizeof text, "%s%d", which, (int)count);
    return finding->expected != NULL && strcmp(finding->expected, text) == 0;
}

/* Returns true if the finding already expects the best candidate's value. This is so if it is about the candidate's count and
   expects the value, or if it is about the count just before, which is multiplied with the candidate's, and expects the value
   after ap_complete_wrong_count_finding has completed it. If a completed finding expects another value, restores its texts. */
static bool expects_best_once_completed(
    const ap_count_candidates *candidates, ap_io *io, ap_finding *finding, const char *field)
{
    const ap_count_candidate *best = &candidates->best;
    const char *dot = strrchr(field, '.'), *message = finding->message, *expected = finding->expected;
    char which[TEXT_BYTES];
    if (finding->span.offset == best->count_at)
        return expects_count(finding, "", best->count);
    if (finding != io->wrong_count || finding->span.offset + sizeof best->count != best->count_at)
        return false;
    ap_complete_wrong_count_finding(io);
    snprintf(which, sizeof which, "%s ", dot == NULL ? field : dot + 1);
    if (expects_count(finding, which, best->count))
        return true;
    finding->message = message;
    finding->expected = expected;
    return false;
}

/* Names the wrong count as the cause: puts a text about the count before the finding's own message. */
static void name_count_as_cause(const ap_count_candidates *candidates, ap_finding *finding, const char *field)
{
    const ap_count_candidate *best = &candidates->best;
    const int stored = (int)stored_count(candidates);
    const char *message = format_text(candidates, "%s at byte 0x%zx is %d; with %d " READS " (with %d, %s)",
        field, best->count_at, stored, (int)best->count, stored, finding->message);
    if (message != NULL)
        finding->message = message;
}

bool ap_count_candidates_report_best_as_cause(ap_count_candidates *candidates, ap_io *io, const char *field)
{
    ap_finding *first = candidates->best.record_is_valid ? first_caused_finding(candidates) : NULL;
    const bool asked = first != NULL && expects_best_once_completed(candidates, io, first, field);
    if (first != NULL && !asked)
        name_count_as_cause(candidates, first, field);
    if (first != NULL && first->span.offset != candidates->best.count_at)
        add_best_as_related(candidates, first, format_text(candidates, "%s", field));
    if (candidates->ended != NULL && candidates->ended != first)
        add_best_as_related(candidates, candidates->ended,
            format_text(candidates, "with %s %d " READS, field, (int)candidates->best.count));
    return candidates->best.record_is_valid;
}

bool ap_count_of_best_candidate(const ap_finding *finding, ap_span *span, int32_t *count)
{
    for (const ap_related *place = finding->related; place != NULL; place = place->next) {
        if (!place->is_meant_known)
            continue;
        *span = place->span;
        *count = place->meant;
        return true;
    }
    return false;
}

void ap_count_candidates_free_and_pass_failure(ap_count_candidates *candidates)
{
    ap_arena *arena = candidates->io->arena;
    arena->failed |= candidates->lacked_memory || candidates->arena.failed;
    ap_arena_free(&candidates->arena);
}
