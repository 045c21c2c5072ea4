#include "core/layout/suspects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 1 << 20, MOST_TRIAL_BYTES = 1 << 26, TRIAL_PASSES = 4, LABEL_BYTES = 160 };

static const char ending[] = " the rest reads to the end of the file without an error";

bool ap_suspects_begin(ap_suspects *suspects, const ap_io *io,
    bool (*reads)(ap_suspects *suspects, const ap_suspect *one, ap_findings *findings), void *scope)
{
    const ap_arena *arena = io->arena;
    *suspects = (ap_suspects){ .io = io,
        .scope = scope,
        .reads = reads,
        .steps_left = MOST_STEPS,
        .bytes_left = ap_memory_sum(MOST_TRIAL_BYTES, ap_memory_product(TRIAL_PASSES, io->input.size)) };
    if (ap_is_structural(io) || io->findings->latest == NULL || io->listener != NULL)
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
    suspects->is_short |= suspects->arena.failed;
    ap_arena_reset(&suspects->arena);
    if (!reads)
        return;
    one->warnings = suspects->trial->counts[AP_WARNING];
    one->notes = suspects->trial->counts[AP_NOTE];
    const int order = suspects->found ? compare(one, &suspects->best) : -1;
    suspects->tied = order == 0 || (order > 0 && suspects->tied);
    if (order < 0)
        suspects->best = *one;
    suspects->found = true;
}

void ap_suspects_try(ap_suspects *suspects, ap_suspect one, size_t first, size_t most)
{
    const ap_view input = suspects->io->input;
    if (one.count_at > input.size || input.size - one.count_at < sizeof(int32_t)) /* the count is cut off */
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
           && suspects->best.count_at != suspects->io->findings->latest->span.offset;
}

void ap_suspects_name(ap_suspects *suspects, const char *field)
{
    char label[LABEL_BYTES];
    const ap_io *io = suspects->io;
    const int length =
        snprintf(label, sizeof label, "with %s %d%s", field, (int)suspects->best.count, ending);
    const char *kept = ap_arena_text(io->arena, label, (size_t)length);
    if (kept != NULL)
        ap_findings_relate(io->findings, (ap_span){ suspects->best.count_at, sizeof(int32_t) }, kept);
}

bool ap_suspect_named(const ap_finding *finding, ap_span *span, int32_t *count)
{
    for (const ap_related *place = finding->related; place != NULL; place = place->next) {
        const char *end = strstr(place->label, ending);
        if (end == NULL)
            continue;
        while (end[-1] != ' ')
            end--;
        *span = place->span;
        *count = (int32_t)strtol(end, NULL, 10);
        return true;
    }
    return false;
}

/* What the limit leaves no room for is not tried. That there is no memory is said, as of any other allocation. */
void ap_suspects_end(ap_suspects *suspects)
{
    ap_arena *arena = suspects->io->arena;
    arena->failed = arena->failed || suspects->arena.refused;
    ap_arena_free(&suspects->arena);
}
