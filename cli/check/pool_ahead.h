/* A crew that answers what the reader of one large file is going to ask: core/layout/ahead.h. */
#ifndef AP_POOL_AHEAD_H
#define AP_POOL_AHEAD_H

#include "cli/check/pool.h"
#include "core/layout/ahead.h"

typedef struct cli_runs cli_runs;
typedef struct cli_parts cli_parts;

typedef struct cli_ahead {
    ap_ahead asked; /* what the reader is given */
    cli_pool pool;
    size_t hands; /* threads besides the reader's, to be set after cli_ahead_init; 0: there are none */
    const ap_input *input; /* the file at hand */
    cli_work work;         /* of the crew */
    cli_runs *runs;        /* of numbers, in the file at hand; NULL: none was asked for */
    cli_parts *parts;      /* of the array at hand; NULL: there was none */
    bool no_runs;          /* there is no memory for them */
} cli_ahead;

/* Takes no memory, and starts no thread, before they are needed. Stays where it is in memory. */
void cli_ahead_init(cli_ahead *ahead);

/* For the reader of this input; NULL where the file is too small to be worth it. */
const ap_ahead *cli_ahead_begin(cli_ahead *ahead, const ap_input *input);

/* Nobody touches the input any more. To be called after the reader, however it ended. */
void cli_ahead_end(cli_ahead *ahead);

void cli_ahead_free(cli_ahead *ahead);

/* For pool_ahead.c: the runs of numbers in a text (runs_ahead.c), and the clean elements of an array (clean_ahead.c). */
bool cli_ahead_numbers(void *ahead, ap_number_run *run, uint8_t stop);
void cli_runs_free(cli_runs *runs);
size_t cli_ahead_clean(void *ahead, const ap_element *element, const ap_block *all, const void *record);

/* Whether there are threads; starts them when it is asked first. */
bool cli_ahead_start(cli_ahead *ahead);

#endif
