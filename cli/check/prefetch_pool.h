/* Prefetches parts of one large file in a pool of threads: implements core/layout/prefetch.h. */
#ifndef AP_PREFETCH_POOL_H
#define AP_PREFETCH_POOL_H

#include "cli/check/pool.h"
#include "core/layout/prefetch.h"

typedef struct cli_number_runs cli_number_runs;
typedef struct cli_clean_count_parts cli_clean_count_parts;

typedef struct cli_prefetch {
    ap_prefetched_results asked; /* functions that the reader calls */
    cli_pool pool;
    /* threads in addition to the reader's; the caller sets the number after cli_prefetch_init; 0: no prefetching */
    size_t helper_threads;
    const ap_input *input;        /* the current file */
    cli_pool_work work;           /* tasks for the threads of the pool */
    cli_number_runs *runs;        /* runs of numbers in the current file; NULL: not started */
    cli_clean_count_parts *parts; /* parts of the current array; NULL before the first array */
    bool no_runs;                 /* prefetching runs failed for lack of memory or threads */
} cli_prefetch;

/* Initialises the record, which must not be moved in memory. Allocates nothing and starts no threads. */
void cli_prefetch_init(cli_prefetch *prefetch);

/* Returns the functions by which the reader of this input takes prefetched results; NULL if the file is too small to
   benefit. */
const ap_prefetched_results *cli_prefetch_begin_input(cli_prefetch *prefetch, const ap_input *input);

/* Waits until no thread uses the input, and frees the runs of numbers. Call it after the reader has returned or was left
   by an error. */
void cli_prefetch_end_input(cli_prefetch *prefetch);

/* Gives the pages of a mapped input back to the system in all threads of the pool, which takes less time than in one thread,
   as ap_input_release does it. Does nothing if no threads were started. The input can still be read. Call it after
   cli_prefetch_end_input. */
void cli_prefetch_release_pages(cli_prefetch *prefetch, const ap_input *input);

void cli_prefetch_free(cli_prefetch *prefetch);

/* Reads a run of numbers in a text, for ap_prefetched_results. Implemented in prefetch_runs.c. */
bool cli_prefetch_read_number_run(void *prefetch, ap_number_run *run, uint8_t stop);
void cli_number_runs_free(cli_number_runs *runs);

/* Starts the threads at the first call. Returns false if none could be started. */
bool cli_prefetch_start_threads(cli_prefetch *prefetch);

#endif
