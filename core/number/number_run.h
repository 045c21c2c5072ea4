/* Long runs of plain decimal numbers with blanks between them, read as fast as they can be. */
#ifndef AP_NUMBER_RUN_H
#define AP_NUMBER_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/span.h"

typedef struct ap_number_run {
    ap_view input;     /* all that can be read, before the run and behind it too */
    size_t at;         /* where reading is */
    size_t number_end; /* behind the last number; where the run began as long as there is none */
    float *values;     /* the first `room` numbers, as ap_parse_float has them; the caller's */
    size_t room;
    size_t count; /* of the numbers, stored or not */
} ap_number_run;

/* Reads numbers up to the byte `stop`, where run->at is then. False when something else stands among them,
   or a number that is not read exactly and fast, or one that id's reader takes for another, or a blank other
   than space, tab, LF and CR LF: what that is, a slow walk has to say. What run holds is worth nothing then.
   `portable`: the same by a path that is the same on every processor, for tests. */
bool ap_read_number_run(ap_number_run *run, uint8_t stop, bool portable);

/* The parts of it. The first goes as far as it can and stops where a number begins, at `stop` itself, or at
   nothing that it could read; false when what it saw is worth a slow walk. It needs a processor for which
   ap_has_wide_numbers is true. The second begins where the first stopped, and goes to the end. */
bool ap_has_wide_numbers(void);
bool ap_read_wide_numbers(ap_number_run *run, uint8_t stop);
bool ap_read_plain_numbers(ap_number_run *run, uint8_t stop);

#endif
