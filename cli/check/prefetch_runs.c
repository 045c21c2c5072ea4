/* Reads runs of numbers between braces before the reader needs them. The text is divided into chunks; any thread of the
   pool or the reader's own reads a chunk. A few chunks are kept in memory until the reader has used their numbers. */
#include <stdlib.h>
#include <string.h>

#include "cli/check/prefetch_pool.h"

enum {
    CHUNK_BYTES = 128 * 1024,   /* size of a chunk; a run belongs to the chunk that has its opening brace */
    CHUNKS = 32,                /* chunks kept in memory at a time */
    LEAST_NUMBERS = 16,         /* least numbers of a run to keep: a shorter run costs more than it saves */
    MOST_NUMBERS = CHUNK_BYTES, /* most numbers of a run to keep; limits the memory of a chunk */
    /* least bytes of the text from the first run on; with fewer, prefetching takes longer than it saves */
    LEAST_LEFT = 4 << 20,
    NUMBER_BYTES = 2 /* least bytes of a number with the blank after it */
};

/* The results of ap_read_number_run for one run. */
typedef struct number_run_result {
    size_t start, at, number_end;
} number_run_result;

typedef struct input_chunk {
    size_t number;
    bool busy, ready;
    /* number of elements of `runs`: those runs of the chunk that have exactly `room` numbers (cli_number_runs) */
    size_t count;
    size_t next;             /* index of the reader's next run */
    number_run_result *runs; /* in the order of the text; has room for `most` runs (cli_number_runs) */
    float *values;           /* the numbers of `runs`, `room` for each run */
} input_chunk;

struct cli_number_runs {
    ap_view input;
    uint8_t stop;
    size_t room, most;
    size_t base; /* offset of chunk 0 in the text */
    /* index of the chunk from which the reader last took a run; used by the reader's thread only */
    size_t reader;
    bool reader_set; /* `reader` has been set; used by the reader's thread only */
    size_t first;    /* copy of `reader` for all threads, under the lock */
    size_t next;     /* index of the first chunk that no thread has begun to read */
    input_chunk chunks[CHUNKS];
    number_run_result *all_runs;
    float *all_values;
};

static input_chunk *chunk_at(cli_number_runs *runs, size_t number)
{
    return &runs->chunks[number % CHUNKS];
}

/* Functions that the threads of the pool call */

static size_t take_chunk(void *context)
{
    cli_number_runs *runs = context;
    if (runs->next < runs->first)
        runs->next = runs->first;
    input_chunk *taken = chunk_at(runs, runs->next);
    if (runs->next >= runs->first + CHUNKS || taken->busy
        || runs->next >= (runs->input.size - runs->base + CHUNK_BYTES - 1) / CHUNK_BYTES)
        return CLI_NO_TASK;
    taken->number = runs->next;
    taken->busy = true;
    taken->ready = false;
    taken->count = taken->next = 0;
    return runs->next++;
}

static void parse_number_runs_of_chunk(void *context, size_t number)
{
    cli_number_runs *runs = context;
    input_chunk *into = chunk_at(runs, number);
    const ap_view text = runs->input;
    size_t at = runs->base + number * CHUNK_BYTES;
    const size_t end = text.size - at < CHUNK_BYTES ? text.size : at + CHUNK_BYTES;
    while (at < end && into->count < runs->most) {
        const uint8_t *brace = memchr(text.bytes + at, '{', end - at);
        if (brace == NULL)
            return;
        at = (size_t)(brace - text.bytes) + 1;
        ap_number_run run = {
            .input = text, .at = at, .room = runs->room, .values = into->values + into->count * runs->room
        };
        if (!ap_read_number_run(&run, runs->stop, false) || run.count != runs->room)
            continue;
        into->runs[into->count++] = (number_run_result){ at, run.at, run.number_end };
        at = run.at;
    }
}

static void mark_chunk_ready(void *context, size_t number)
{
    input_chunk *of = chunk_at(context, number);
    of->busy = false;
    of->ready = true;
}

/* Lets the threads read the chunks from the reader's on. Returns true if the reader's chunk has been read. */
static bool move_window_and_is_chunk_ready(void *context)
{
    cli_number_runs *runs = context;
    const input_chunk *of = chunk_at(runs, runs->reader);
    runs->first = runs->reader;
    return of->number == runs->first && of->ready;
}

/* Functions that the reader's thread calls */

static bool allocate_chunks(cli_number_runs *runs)
{
    runs->most = CHUNK_BYTES / (NUMBER_BYTES * runs->room) + 1;
    runs->all_runs = malloc(CHUNKS * runs->most * sizeof *runs->all_runs);
    runs->all_values = malloc(CHUNKS * runs->most * runs->room * sizeof *runs->all_values);
    if (runs->all_runs == NULL || runs->all_values == NULL)
        return false;
    for (size_t i = 0; i < CHUNKS; i++) {
        runs->chunks[i].runs = runs->all_runs + i * runs->most;
        runs->chunks[i].values = runs->all_values + i * runs->most * runs->room;
        runs->chunks[i].number = CLI_NO_TASK;
    }
    return true;
}

void cli_number_runs_free(cli_number_runs *runs)
{
    if (runs == NULL)
        return;
    free(runs->all_runs);
    free(runs->all_values);
    free(runs);
}

/* Creates the record for prefetching this run and all runs after it. Returns NULL when out of memory, or if no thread
   could be started. */
static cli_number_runs *start_threads_and_create_number_runs(
    cli_prefetch *prefetch, const ap_number_run *run, uint8_t stop)
{
    cli_number_runs *runs = cli_prefetch_start_threads(prefetch) ? calloc(1, sizeof *runs) : NULL;
    if (runs == NULL)
        return NULL;
    *runs = (cli_number_runs){ .input = run->input, .stop = stop, .room = run->room, .base = run->at - 1 };
    if (allocate_chunks(runs))
        return runs;
    cli_number_runs_free(runs);
    return NULL;
}

static bool start_reading_runs(cli_prefetch *prefetch, const ap_number_run *run, uint8_t stop)
{
    prefetch->runs = start_threads_and_create_number_runs(prefetch, run, stop);
    prefetch->no_runs = prefetch->runs == NULL;
    if (prefetch->no_runs)
        return false;
    prefetch->work = (cli_pool_work){ prefetch->runs, take_chunk, parse_number_runs_of_chunk,
        mark_chunk_ready, move_window_and_is_chunk_ready, false };
    cli_pool_set_work(&prefetch->pool, &prefetch->work, prefetch->input);
    return true;
}

/* Returns true if prefetching this run and the runs after it saves time. */
static bool does_prefetch_pay_off(const cli_prefetch *prefetch, const ap_number_run *run)
{
    return prefetch->helper_threads > 0 && !prefetch->no_runs && run->at > 0
           && run->input.size - run->at >= LEAST_LEFT && run->room >= LEAST_NUMBERS
           && run->room <= MOST_NUMBERS;
}

/* Waits until a thread has read the chunk that contains the run, and returns the chunk. Returns NULL if the run is before the
   reader's chunk or in another text, or if it must have another number of numbers or end with another byte. */
static input_chunk *wait_for_chunk_of(cli_prefetch *prefetch, const ap_number_run *run, uint8_t stop)
{
    cli_number_runs *runs = prefetch->runs;
    if (runs->input.bytes != run->input.bytes || runs->stop != stop || runs->room != run->room
        || run->at <= runs->base + runs->reader * CHUNK_BYTES)
        return NULL;
    const size_t number = (run->at - 1 - runs->base) / CHUNK_BYTES;
    if (number != runs->reader || !runs->reader_set) {
        runs->reader = number;
        runs->reader_set = true;
        cli_pool_run_tasks_until_enough(&prefetch->pool);
    }
    return chunk_at(runs, number);
}

/* Reads the run from the chunks that were read before, or from the text. Returns true and false as ap_read_number_run. */
bool cli_prefetch_read_number_run(void *context, ap_number_run *run, uint8_t stop)
{
    cli_prefetch *prefetch = context;
    if (prefetch->runs == NULL
        && (!does_prefetch_pay_off(prefetch, run) || !start_reading_runs(prefetch, run, stop)))
        return ap_read_number_run(run, stop, false);
    input_chunk *of = wait_for_chunk_of(prefetch, run, stop);
    while (of != NULL && of->next < of->count && of->runs[of->next].start < run->at)
        of->next++;
    if (of == NULL || of->next == of->count || of->runs[of->next].start != run->at)
        return ap_read_number_run(run, stop, false);
    memcpy(run->values, of->values + of->next * run->room, run->room * sizeof *run->values);
    run->at = of->runs[of->next].at;
    run->number_end = of->runs[of->next].number_end;
    run->count = run->room;
    return true;
}
