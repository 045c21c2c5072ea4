/* Work on one large input that others may do at the same time as its reader: questions whose answers depend on the
   bytes alone. A reader goes its way in its order, asks when it comes to a place, and gets the answer that it would
   have found itself; so the findings are the same whoever answers, and however many do. */
#ifndef AP_PREFETCH_H
#define AP_PREFETCH_H

#include "core/layout/io.h"
#include "core/number/number_run.h"

typedef struct ap_prefetch {
    void *context;
    /* What ap_read_number_run(run, stop, false) does and returns. Runs that are asked for have as many numbers as run->room,
       and follow a '{'. */
    bool (*numbers)(void *context, ap_number_run *run, uint8_t stop);
    /* How many elements of an array, from its first on, element->clean says nothing is to be found in; possibly fewer, and none
       where it has no such question. The array is `all`; nothing is before it. */
    size_t (*clean)(void *context, const ap_element *element, const ap_block *all, const void *record);
} ap_prefetch;

#endif
