#include "core/layout/suspects.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_STEPS = 1 << 20, MOST_TRIAL_BYTES = 1 << 26, TRIAL_PASSES = 4, TEXT_BYTES = 256 };

#define READS "the rest reads to the end of the file without an error"

bool ap_suspects_begin(ap_suspects *suspects, const ap_io *io, ap_finding *ended,
    bool (*reads)(ap_suspects *suspects, const ap_suspect *one, ap_findings *findings), void *scope)
{
    const ap_arena *arena = io->arena;
    *suspects = (ap_suspects){ .io = io,
        .ended = ended,
        .scope = scope,
        .reads = reads,
        .steps_left = MOST_STEPS,
        .bytes_left = ap_memory_sum(MOST_TRIAL_BYTES, ap_memory_product(TRIAL_PASSES, io->input.size)) };
    if (ap_is_structural(io) || io->findings->first == NULL)
        return false;
    suspects->trial = ap_alloc(io->arena, sizeof *suspects->trial);
    if (suspects->trial == NULL)
        return false;
    ap_arena_init_from(&suspects->arena, arena->limit_bytes, arena->memory);
    if (arena->limit_bytes > 0) /* 0 would be no limit */
        suspects->arena.limit_bytes -=
            arena->held_bytes < arena->limit_bytes ? arena->held_bytes : arena->limit_bytes - 1;
    ap_findings_init(suspects->trial, &suspects->arena, NULL, 0, 0);
    suspects->trial->count_only = true;
    return true;
}

static int compare(const ap_suspect *a, const ap_suspect *b)
{
    if (a->warnings != b->warnings)
        return a->warnings < b->warnings ? -1 : 1;
    return a->notes == b->notes ? 0 : a->notes < b->notes ? -1 : 1;
}

/* Of a count with which the structure holds: what else is found with it. */
static void try_one(ap_suspects *suspects, ap_suspect *one)
{
    const size_t bytes = suspects->io->input.size - one->count_at;
    if (bytes > suspects->bytes_left) {
        suspects->is_short = true;
        return;
    }
    suspects->bytes_left -= bytes;
    ap_findings_restart(suspects->trial);
    const bool reads = suspects->reads(suspects, one, suspects->trial);
    suspects->lacked_memory |= suspects->arena.failed;
    suspects->is_short |= suspects->arena.failed;
    ap_arena_reset(&suspects->arena);
    if (!reads)
        return;
    one->warnings = suspects->trial->counts[AP_WARNING];
    one->notes = suspects->trial->counts[AP_NOTE];
    one->is_sound = suspects->reads_sound;
    const int order = suspects->found ? compare(one, &suspects->best) : -1;
    suspects->tied = order == 0 || (order > 0 && suspects->tied);
    if (order < 0)
        suspects->best = *one;
    suspects->found = true;
}

void ap_suspects_try(ap_suspects *suspects, ap_suspect one, size_t first, size_t most)
{
    const ap_view input = suspects->io->input;
    assert(one.count_at <= input.size);
    if (input.size - one.count_at < sizeof(int32_t)) /* the count is cut off */
        return;
    const int32_t stored = ap_load_i32(input.bytes + one.count_at, suspects->io->swap);
    for (size_t count = first; count < AP_SEARCH_COUNTS && count <= most && !suspects->is_short; count++) {
        one.count = (int32_t)count;
        if (one.count != stored && suspects->reads(suspects, &one, NULL))
            try_one(suspects, &one);
        suspects->is_short |= suspects->steps_left == 0;
    }
}

bool ap_suspects_has_one(const ap_suspects *suspects)
{
    return suspects->found && !suspects->tied && !suspects->is_short
           && (suspects->ended == NULL || suspects->best.count_at != suspects->ended->span.offset);
}

__attribute__((format(printf, 2, 3))) static const char *make_text(
    const ap_suspects *suspects, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = ap_arena_format(suspects->io->findings->arena, format, arguments);
    va_end(arguments);
    return text;
}

/* Makes a finding speak of the best, too. */
static void relate(const ap_suspects *suspects, ap_finding *finding, const char *label)
{
    const ap_span span = { suspects->best.count_at, sizeof(int32_t) };
    ap_related *place = label == NULL ? NULL : ap_relate(suspects->io->findings->arena, finding, span, label);
    if (place != NULL) {
        place->meant = suspects->best.count;
        place->is_known = true;
    }
}

/* The count that the file has where the best would do. */
static int32_t stored_count(const ap_suspects *suspects)
{
    return ap_load_i32(suspects->io->input.bytes + suspects->best.count_at, suspects->io->swap);
}

/* The first byte that is read otherwise with the stored count than with the best: behind the elements of both. */
static size_t first_moved(const ap_suspects *suspects)
{
    const int32_t stored = stored_count(suspects), best = suspects->best.count;
    const size_t both = stored < 0 ? 0 : (size_t)(stored < best ? stored : best);
    const size_t behind = suspects->best.count_at + sizeof stored;
    return ap_memory_sum(behind, ap_memory_product(both, suspects->best.element_bytes));
}

/* The first finding, in the order of the file, that may come of reading on with a wrong count. */
static ap_finding *first_of_it(const ap_suspects *suspects)
{
    ap_finding *first = NULL;
    const size_t count_at = suspects->best.count_at, moved = first_moved(suspects);
    for (ap_finding *one = suspects->io->findings->first; one != NULL; one = one->next) {
        const size_t at = one->span.offset;
        const bool of_it = at == count_at || at >= moved || one == suspects->ended;
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
static bool asks_for(const ap_suspects *suspects, ap_io *io, ap_finding *finding, const char *field)
{
    const ap_suspect *best = &suspects->best;
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
static void begin_with(const ap_suspects *suspects, ap_finding *finding, const char *field)
{
    const ap_suspect *best = &suspects->best;
    const int stored = (int)stored_count(suspects);
    const char *message = make_text(suspects, "%s at byte 0x%zx is %d; with %d " READS " (with %d, %s)",
        field, best->count_at, stored, (int)best->count, stored, finding->message);
    if (message != NULL)
        finding->message = message;
}

bool ap_suspects_name(ap_suspects *suspects, ap_io *io, const char *field)
{
    ap_finding *first = suspects->best.is_sound ? first_of_it(suspects) : NULL;
    const bool asked = first != NULL && asks_for(suspects, io, first, field);
    if (first != NULL && !asked)
        begin_with(suspects, first, field);
    if (first != NULL && first->span.offset != suspects->best.count_at)
        relate(suspects, first, make_text(suspects, "%s", field));
    if (suspects->ended != NULL && suspects->ended != first)
        relate(suspects, suspects->ended,
            make_text(suspects, "with %s %d " READS, field, (int)suspects->best.count));
    return suspects->best.is_sound;
}

bool ap_suspect_named(const ap_finding *finding, ap_span *span, int32_t *count)
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
void ap_suspects_end(ap_suspects *suspects)
{
    ap_arena *arena = suspects->io->arena;
    arena->failed |= suspects->lacked_memory || suspects->arena.failed;
    ap_arena_free(&suspects->arena);
}
