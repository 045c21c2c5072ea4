/* Runs a function on an input that may be a mapped file, and returns an error if the file shrinks, or cannot be read, while
   the function runs. */
#ifndef AP_GUARD_H
#define AP_GUARD_H

#include "core/files/input.h"

/* Runs function(context), which may read the view. Returns AP_OK if the function returned and the file did not shrink, AP_SHRUNK
   if the file shrank, or AP_CANNOT_READ if a page could not be read from the disk or no handler could be installed. After
   AP_SHRUNK or AP_CANNOT_READ, the function did not run, was interrupted, or read bytes that do not exist. An interruption can
   come at any read of the view, so the function must hold no lock and write to no stream that is used later. Guards of different
   inputs may be nested. */
ap_status ap_input_run_guarded(ap_input *input, void (*function)(void *context), void *context);

/* Runs the work inside the guards of several inputs, the first outermost; NULL inputs are skipped. Returns
   AP_OK, or the status of the guard that failed, and sets *lost to the index of its input. */
ap_status ap_input_run_guarded_all(
    ap_input *const *inputs, size_t count, void (*work)(void *context), void *context, size_t *lost);

#endif
