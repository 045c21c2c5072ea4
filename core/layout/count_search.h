/* Searching for the count with which the rest of a file can be read. */
#ifndef AP_COUNT_SEARCH_H
#define AP_COUNT_SEARCH_H

#include "core/layout/io.h"

enum { AP_SEARCH_COUNTS = 1 << 20, AP_SEARCH_STEPS = 1 << 22, AP_SEARCH_DEAD_ENDS = 1 << 23 };

/* What a reader does in a search. */
typedef struct ap_count_search {
    size_t count_at;   /* of the count that is searched */
    int32_t count;     /* read there instead of the stored one */
    size_t steps_left; /* records (ap_step) that may still be read */
    uint8_t
        *dead_ends; /* a bit for each byte after the count, set where ap_dead_end was asked: offsets already
                           tried in vain; NULL: no memory for them */
} ap_count_search;

/* A record that a search counts against its bound. False when the bound is reached; always true otherwise. */
static inline bool ap_step(ap_io *io)
{
    if (io->search == NULL)
        return true;
    if (io->search->steps_left == 0)
        return false;
    io->search->steps_left--;
    return true;
}

/* Did a smaller count already fail from this offset? Asked between records that do not depend on those before
   them. Without it a run of zeros, in which a file may go on anywhere, would be walked once for each count.
   False outside searches, and AP_SEARCH_DEAD_ENDS bytes or more after the count. */
static inline bool ap_dead_end(ap_io *io)
{
    const ap_count_search *search = io->search;
    if (search == NULL || search->dead_ends == NULL || io->at <= search->count_at
        || io->at - search->count_at >= AP_SEARCH_DEAD_ENDS)
        return false;
    const size_t after = io->at - search->count_at;
    const uint8_t bit = (uint8_t)(1U << after % 8);
    const bool known = (search->dead_ends[after / 8] & bit) != 0;
    search->dead_ends[after / 8] |= bit;
    return known;
}

/* The smallest count at count_at with which `rest`, run from byte scope_at on for its structure alone,
   ends exactly at the end of the file. Elements take at least element_bytes. `scope` is handed to rest as
   io->scope and must be one that rest may change. At most AP_SEARCH_COUNTS counts and AP_SEARCH_STEPS
   records are tried, then none is given. */
ap_inferred ap_search_count(const ap_io *io, size_t count_at, size_t scope_at, uint64_t element_bytes,
    bool (*rest)(ap_io *io), void *scope);

#endif
