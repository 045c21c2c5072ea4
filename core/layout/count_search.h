/* Searches for the value of a count field with which the rest of a file can be read. */
#ifndef AP_COUNT_SEARCH_H
#define AP_COUNT_SEARCH_H

#include "core/layout/io.h"

enum { AP_SEARCH_COUNTS = 1 << 20, AP_SEARCH_STEPS = 1 << 22, AP_SEARCH_DEAD_ENDS = 1 << 23 };

/* The state of a search for the right value of a count. Readers of the file use `count` instead of the stored value. */
typedef struct ap_count_on_trial {
    size_t count_at;   /* offset of the count field in the input */
    int32_t count;     /* value to read the file with instead of the stored value */
    size_t steps_left; /* number of records that the search may still read (ap_use_search_step) */
    /* a bit for each byte after the count field, set by ap_test_and_mark_dead_end when a trial reaches the byte. Since the search
       ends with the first trial that succeeds, a later trial that reaches the byte fails, too. NULL when out of memory */
    uint8_t *dead_ends;
} ap_count_on_trial;

/* Counts a record that a search reads. Returns false if the limit is reached; always true outside a search. */
static inline bool ap_use_search_step(ap_io *io)
{
    if (io->search == NULL)
        return true;
    if (io->search->steps_left == 0)
        return false;
    io->search->steps_left--;
    return true;
}

/* Returns true if an earlier trial of the search, with a smaller count, came to the current offset and failed; marks the offset
   as tried. Readers call this between records that do not depend on earlier records. Without it, a run of zeros, in which records
   may begin at any byte, would be read once for each count. Returns false outside of searches, and at AP_SEARCH_DEAD_ENDS or more
   bytes after the count field. */
static inline bool ap_test_and_mark_dead_end(ap_io *io)
{
    const ap_count_on_trial *search = io->search;
    if (search == NULL || search->dead_ends == NULL || io->at <= search->count_at
        || io->at - search->count_at >= AP_SEARCH_DEAD_ENDS)
        return false;
    const size_t after = io->at - search->count_at;
    const uint8_t bit = (uint8_t)(1U << after % 8);
    const bool known = (search->dead_ends[after / 8] & bit) != 0;
    search->dead_ends[after / 8] |= bit;
    return known;
}

/* Finds the smallest value of the count field at count_at with which `rest` reads exactly to the end of the file. `rest` reads
   the structure alone, from byte scope_at on. Elements take at least element_bytes. io->scope is `scope`, which `rest` may
   change. Tries at most AP_SEARCH_COUNTS counts and AP_SEARCH_STEPS records; the result is not `known` if all of them fail. */
ap_count_inferred_if_known ap_search_smallest_count(const ap_io *io, size_t count_at, size_t scope_at,
    uint64_t element_bytes, bool (*rest)(ap_io *io), void *scope);

#endif
