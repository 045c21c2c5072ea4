/* Long runs of plain decimal numbers with blanks between them, read as fast as they can be. */
#ifndef AP_NUMBER_RUN_H
#define AP_NUMBER_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/span.h"

typedef struct ap_number_run {
    ap_view input;     /* all that can be read, before the run and after it too */
    size_t at;         /* where reading is */
    size_t number_end; /* after the last number; where the run began as long as there is none */
    float *values;     /* the first `room` numbers, as ap_parse_float has them; the caller's */
    size_t room;
    size_t count; /* of the numbers, stored or not */
    bool commas;  /* are blanks, too */
} ap_number_run;

/* Reads numbers up to the byte `stop`, where run->at is then. False when something else is among them,
   or a number that is not read exactly and fast, or one that id's reader takes for another, or a blank other
   than space, tab, LF and CR LF: a slow walk then says what that is, and what `run` holds is worth nothing.
   `no_simd`: without wide vectors, for tests; the result is the same. */
bool ap_read_number_run(ap_number_run *run, uint8_t stop, bool no_simd);

/* The same from run->at on, run->count numbers having been read, on any processor. */
bool ap_read_plain_numbers(ap_number_run *run, uint8_t stop);

#endif
