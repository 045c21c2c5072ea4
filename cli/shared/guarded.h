/* Several inputs at once, each of which may become shorter while it is looked at. */
#ifndef AP_GUARDED_H
#define AP_GUARDED_H

#include <stddef.h>

#include "core/files/input.h"

/* Runs work(context) inside the guards of all inputs, the first outermost (NULL: no input there). AP_OK, or
   how the guard of an input broke the work off: *lost is its index. */
ap_status cli_guard_all(
    ap_input *const *inputs, size_t count, void (*work)(void *context), void *context, size_t *lost);

#endif
