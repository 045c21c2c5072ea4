/* Results about one large input that other threads compute before the reader needs them. A result depends on the bytes alone: the
   reader goes through the file in order, asks for the result at each position, and gets what it would compute itself. So the
   findings do not depend on the number of threads. */
#ifndef AP_PREFETCH_H
#define AP_PREFETCH_H

#include "core/layout/io.h"
#include "core/number/number_run.h"

typedef struct ap_prefetched_results {
    void *context;
    /* Reads numbers like ap_read_number_run(run, stop, false), and returns its result. Only the numbers of a run that follows a
       '{' and has run->room numbers are computed early; other runs are read now. */
    bool (*read_numbers)(void *context, ap_number_run *run, uint8_t stop);
    /* Returns how many of the first elements of the array `all` are known to be without findings, because element->is_clean
       returned true for their blocks; 0 if element->is_clean is NULL. all->before must be 0. */
    size_t (*count_clean)(
        void *context, const ap_element *element, const ap_block_of_array *all, const void *record);
} ap_prefetched_results;

#endif
