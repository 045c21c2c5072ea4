/* Reads long runs of plain decimal numbers with blanks between them, as fast as possible. */
#ifndef AP_NUMBER_RUN_H
#define AP_NUMBER_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/span.h"

typedef struct ap_number_run {
    ap_view input;     /* the input that contains the run; any byte of it may be read */
    size_t at;         /* offset of the next byte to read */
    size_t number_end; /* offset after the number read last; before the first number, the start of the run */
    float *values;     /* the first `room` numbers, with the values of ap_parse_float; owned by the caller */
    size_t room;
    size_t count; /* number of numbers read, stored or not */
    bool commas;  /* true if commas count as blanks */
} ap_number_run;

/* Reads numbers up to the byte `stop`; run->at is then the offset of `stop`. Returns false, with `run` undefined, if the run
   contains anything else, a number that cannot be read exactly and fast, a number that id's reader reads with another value, or a
   blank other than space, tab, LF and CR LF; the caller must then read the run token by token. `no_simd` turns wide vectors off,
   for tests; the result does not change. */
bool ap_read_number_run(ap_number_run *run, uint8_t stop, bool no_simd);

/* Continues ap_read_number_run at run->at, after run->count numbers. Works on any processor. */
bool ap_read_plain_numbers(ap_number_run *run, uint8_t stop);

#endif
