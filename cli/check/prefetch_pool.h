/* A crew that answers what the reader of one large file is going to ask: core/layout/prefetch.h. */
#ifndef AP_PREFETCH_POOL_H
#define AP_PREFETCH_POOL_H

#include "cli/check/pool.h"
#include "core/layout/prefetch.h"

typedef struct cli_runs cli_runs;
typedef struct cli_parts cli_parts;

typedef struct cli_prefetch {
    ap_prefetch asked; /* what the reader is given */
    cli_pool pool;
    size_t hands; /* threads besides the reader's, to be set after cli_prefetch_init; 0: there are none */
    const ap_input *input; /* the file at hand */
    cli_work work;         /* of the crew */
    cli_runs *runs;        /* of numbers, in the file at hand; NULL: none was asked for */
    cli_parts *parts;      /* of the array at hand; NULL: there was none */
    bool no_runs;          /* there is no memory for them */
} cli_prefetch;

/* Takes no memory, and starts no thread, before they are needed. Stays where it is in memory. */
void cli_prefetch_init(cli_prefetch *prefetch);

/* For the reader of this input; NULL where the file is too small to be worth it. */
const ap_prefetch *cli_prefetch_begin(cli_prefetch *prefetch, const ap_input *input);

/* Nobody touches the input any more. To be called after the reader, however it ended. */
void cli_prefetch_end(cli_prefetch *prefetch);

void cli_prefetch_free(cli_prefetch *prefetch);

/* For prefetch_pool.c: the runs of numbers in a text (prefetch_runs.c), and the clean elements of an array (prefetch_clean.c). */
bool cli_prefetch_numbers(void *prefetch, ap_number_run *run, uint8_t stop);
void cli_runs_free(cli_runs *runs);
size_t cli_prefetch_clean(void *prefetch, const ap_element *element, const ap_block *all, const void *record);

/* Whether there are threads; starts them when it is asked first. */
bool cli_prefetch_start(cli_prefetch *prefetch);

#endif
