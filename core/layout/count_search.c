#include "core/layout/count_search.h"

ap_count_inferred_if_known ap_search_smallest_count(const ap_io *io, size_t count_at, size_t scope_at,
    uint64_t element_bytes, bool (*rest)(ap_io *io), void *scope)
{
    ap_io probe;
    ap_io_init(&probe, io->input, NULL, io->arena, io->structure);
    probe.swap = io->swap;
    ap_count_on_trial search = { .count_at = count_at, .steps_left = AP_SEARCH_STEPS };
    probe.search = &search;
    const size_t left = io->input.size - count_at;
    search.dead_ends = ap_alloc(io->arena, (left < AP_SEARCH_DEAD_ENDS ? left : AP_SEARCH_DEAD_ENDS) / 8 + 1);
    const uint64_t most = element_bytes == 0 ? UINT64_MAX : left / element_bytes;
    for (int32_t count = 0; count < AP_SEARCH_COUNTS && (uint64_t)count <= most; count++) {
        probe.at = scope_at;
        search.count = count;
        probe.scope = scope;
        if (rest(&probe) && probe.at == probe.input.size)
            return (ap_count_inferred_if_known){ .known = true, .value = count };
        if (search.steps_left == 0)
            break;
    }
    return (ap_count_inferred_if_known){ .known = false };
}
