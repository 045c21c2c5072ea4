/* Work on the bytes of an input that may be a mapped file. */
#ifndef AP_GUARD_H
#define AP_GUARD_H

#include "core/files/input.h"

/* Runs function(context), which may touch the view. AP_OK when it came to its end and the file still has
   its size; AP_SHRUNK when it was broken off, or worked on bytes that are no longer there. The function
   must leave nothing half done that matters after it was broken off at a read of the view: no locks, no
   stream being written. Guards may be nested, each for its own input. */
ap_status ap_input_guard(ap_input *input, void (*function)(void *context), void *context);

/* The same for several inputs, the first outermost (NULL: no input there). AP_OK, or how the guard of an input broke the work
   off: *lost is its index. */
ap_status ap_input_guard_all(
    ap_input *const *inputs, size_t count, void (*work)(void *context), void *context, size_t *lost);

#endif
