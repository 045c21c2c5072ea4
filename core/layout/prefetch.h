/* Answers about one large input that other threads compute early. The answers depend on the bytes alone: a reader goes through
   the file in order, asks at each position, and gets the answer that the reader would compute itself. So the findings do not
   depend on the number of threads. */
#ifndef AP_PREFETCH_H
#define AP_PREFETCH_H

#include "core/layout/io.h"
#include "core/number/number_run.h"

typedef struct ap_prefetch {
    void *context;
    /* Does what ap_read_number_run(run, stop, false) does, and returns its result. The run must follow a
       '{' and have run->room numbers. */
    bool (*numbers)(void *context, ap_number_run *run, uint8_t stop);
    /* Returns how many elements at the start of the array `all` have no finding (element->clean returns true), or a smaller
       number; 0 if element->clean is NULL. all->before must be 0. */
    size_t (*clean)(void *context, const ap_element *element, const ap_block *all, const void *record);
} ap_prefetch;

#endif
