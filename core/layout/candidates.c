#include "core/layout/candidates.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_STEPS = 1 << 20, MOST_TRIAL_BYTES = 1 << 26, TRIAL_PASSES = 4, TEXT_BYTES = 256 };

#define READS "the rest reads to the end of the file without an error"

bool ap_candidates_begin(ap_candidates *candidates, const ap_io *io, ap_finding *ended,
    bool (*reads)(ap_candidates *candidates, const ap_candidate *one, ap_findings *findings), void *scope)
{
    const ap_arena *arena = io->arena;
    *candidates = (ap_candidates){ .io = io,
        .ended = ended,
        .scope = scope,
        .reads = reads,
        .steps_left = MOST_STEPS,
        .bytes_left = ap_memory_sum(MOST_TRIAL_BYTES, ap_memory_product(TRIAL_PASSES, io->input.size)) };
    if (ap_is_structural(io) || io->findings->first == NULL)
        return false;
    candidates->trial = ap_alloc(io->arena, sizeof *candidates->trial);
    if (candidates->trial == NULL)
        return false;
    ap_arena_init_from(&candidates->arena, arena->limit_bytes, arena->memory);
    if (arena->limit_bytes > 0) /* 0 would be no limit */
        candidates->arena.limit_bytes -=
            arena->held_bytes < arena->limit_bytes ? arena->held_bytes : arena->limit_bytes - 1;
    ap_findings_init(candidates->trial, &candidates->arena, NULL, 0, 0);
    candidates->trial->count_only = true;
    return true;
}

static int compare(const ap_candidate *a, const ap_candidate *b)
{
    if (a->warnings != b->warnings)
        return a->warnings < b->warnings ? -1 : 1;
    return a->notes == b->notes ? 0 : a->notes < b->notes ? -1 : 1;
}

/* Of a count with which the structure holds: what else is found with it. */
static void try_one(ap_candidates *candidates, ap_candidate *one)
{
    const size_t bytes = candidates->io->input.size - one->count_at;
    if (bytes > candidates->bytes_left) {
        candidates->is_short = true;
        return;
    }
    candidates->bytes_left -= bytes;
    ap_findings_restart(candidates->trial);
    const bool reads = candidates->reads(candidates, one, candidates->trial);
    candidates->lacked_memory |= candidates->arena.failed;
    candidates->is_short |= candidates->arena.failed;
    ap_arena_reset(&candidates->arena);
    if (!reads)
        return;
    one->warnings = candidates->trial->counts[AP_WARNING];
    one->notes = candidates->trial->counts[AP_NOTE];
    one->is_sound = candidates->reads_sound;
    const int order = candidates->found ? compare(one, &candidates->best) : -1;
    candidates->tied = order == 0 || (order > 0 && candidates->tied);
    if (order < 0)
        candidates->best = *one;
    candidates->found = true;
}

void ap_candidates_try(ap_candidates *candidates, ap_candidate one, size_t first, size_t most)
{
    const ap_view input = candidates->io->input;
    assert(one.count_at <= input.size);
    if (input.size - one.count_at < sizeof(int32_t)) /* the count is cut off */
        return;
    const int32_t stored = ap_load_i32(input.bytes + one.count_at, candidates->io->swap);
    for (size_t count = first; count < AP_SEARCH_COUNTS && count <= most && !candidates->is_short; count++) {
        one.count = (int32_t)count;
        if (one.count != stored && candidates->reads(candidates, &one, NULL))
            try_one(candidates, &one);
        candidates->is_short |= candidates->steps_left == 0;
    }
}

bool ap_candidates_has_one(const ap_candidates *candidates)
{
    return candidates->found && !candidates->tied && !candidates->is_short
           && (candidates->ended == NULL || candidates->best.count_at != candidates->ended->span.offset);
}

__attribute__((format(printf, 2, 3))) static const char *make_text(
    const ap_candidates *candidates, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = ap_arena_format(candidates->io->findings->arena, format, arguments);
    va_end(arguments);
    return text;
}

/* Makes a finding speak of the best, too. */
static void relate(const ap_candidates *candidates, ap_finding *finding, const char *label)
{
    const ap_span span = { candidates->best.count_at, sizeof(int32_t) };
    ap_related *place =
        label == NULL ? NULL : ap_relate(candidates->io->findings->arena, finding, span, label);
    if (place != NULL) {
        place->meant = candidates->best.count;
        place->is_known = true;
    }
}

/* The count that the file has where the best would do. */
static int32_t stored_count(const ap_candidates *candidates)
{
    return ap_load_i32(candidates->io->input.bytes + candidates->best.count_at, candidates->io->swap);
}

/* The first byte that is read otherwise with the stored count than with the best: behind the elements of both. */
static size_t first_moved(const ap_candidates *candidates)
{
    const int32_t stored = stored_count(candidates), best = candidates->best.count;
    const size_t both = stored < 0 ? 0 : (size_t)(stored < best ? stored : best);
    const size_t behind = candidates->best.count_at + sizeof stored;
    return ap_memory_sum(behind, ap_memory_product(both, candidates->best.element_bytes));
}

/* The first finding, in the order of the file, that may come of reading on with a wrong count. */
static ap_finding *first_of_it(const ap_candidates *candidates)
{
    ap_finding *first = NULL;
    const size_t count_at = candidates->best.count_at, moved = first_moved(candidates);
    for (ap_finding *one = candidates->io->findings->first; one != NULL; one = one->next) {
        const size_t at = one->span.offset;
        const bool of_it = at == count_at || at >= moved || one == candidates->ended;
        if (of_it && (first == NULL || at < first->span.offset))
            first = one;
    }
    return first;
}

static bool expects(const ap_finding *finding, const char *which, int32_t count)
{
    char text[TEXT_BYTES + 16];
    snprintf(text, sizeof text, "%s%d", which, (int)count);
    return finding->expected != NULL && strcmp(finding->expected, text) == 0;
}

/* Whether the finding asks for the best by itself: it is at that count, or at the one that is multiplied with it. */
static bool asks_for(const ap_candidates *candidates, ap_io *io, ap_finding *finding, const char *field)
{
    const ap_candidate *best = &candidates->best;
    const char *dot = strrchr(field, '.'), *message = finding->message, *expected = finding->expected;
    char which[TEXT_BYTES];
    if (finding->span.offset == best->count_at)
        return expects(finding, "", best->count);
    if (finding != io->wrong_count || finding->span.offset + sizeof best->count != best->count_at)
        return false;
    ap_infer_count(io);
    snprintf(which, sizeof which, "%s ", dot == NULL ? field : dot + 1);
    if (expects(finding, which, best->count))
        return true;
    finding->message = message;
    finding->expected = expected;
    return false;
}

/* The cause comes before what the finding itself says. */
static void begin_with(const ap_candidates *candidates, ap_finding *finding, const char *field)
{
    const ap_candidate *best = &candidates->best;
    const int stored = (int)stored_count(candidates);
    const char *message = make_text(candidates, "%s at byte 0x%zx is %d; with %d " READS " (with %d, %s)",
        field, best->count_at, stored, (int)best->count, stored, finding->message);
    if (message != NULL)
        finding->message = message;
}

bool ap_candidates_name(ap_candidates *candidates, ap_io *io, const char *field)
{
    ap_finding *first = candidates->best.is_sound ? first_of_it(candidates) : NULL;
    const bool asked = first != NULL && asks_for(candidates, io, first, field);
    if (first != NULL && !asked)
        begin_with(candidates, first, field);
    if (first != NULL && first->span.offset != candidates->best.count_at)
        relate(candidates, first, make_text(candidates, "%s", field));
    if (candidates->ended != NULL && candidates->ended != first)
        relate(candidates, candidates->ended,
            make_text(candidates, "with %s %d " READS, field, (int)candidates->best.count));
    return candidates->best.is_sound;
}

bool ap_named_count(const ap_finding *finding, ap_span *span, int32_t *count)
{
    for (const ap_related *place = finding->related; place != NULL; place = place->next) {
        if (!place->is_known)
            continue;
        *span = place->span;
        *count = place->meant;
        return true;
    }
    return false;
}

/* That memory or its limit was used up is said, as of any other allocation. */
void ap_candidates_end(ap_candidates *candidates)
{
    ap_arena *arena = candidates->io->arena;
    arena->failed |= candidates->lacked_memory || candidates->arena.failed;
    ap_arena_free(&candidates->arena);
}
