/* Runs of numbers between braces, read before their reader comes to them. The text is cut into chunks, which any thread
   reads; what was read of a few of them is kept until the reader is past them. */
#include <stdlib.h>
#include <string.h>

#include "cli/check/prefetch_pool.h"

enum {
    CHUNK_BYTES = 128 * 1024,   /* a run is of the chunk in which its brace is */
    CHUNKS = 32,                /* that are kept */
    LEAST_NUMBERS = 16,         /* of a run; shorter ones are not worth being kept */
    MOST_NUMBERS = CHUNK_BYTES, /* of a run, so that what is kept has a limit */
    LEAST_LEFT = 4 << 20,       /* of the text, behind the first run */
    NUMBER_BYTES = 2            /* at least, with the blank after it */
};

/* What ap_read_number_run has made of a run. */
typedef struct read_run {
    size_t start, at, number_end;
} read_run;

typedef struct chunk {
    size_t number;
    bool busy, ready;
    size_t count;   /* of its runs, in their order; each has as many values as runs->room */
    size_t next;    /* the reader's */
    read_run *runs; /* room for runs->most */
    float *values;
} chunk;

struct cli_runs {
    ap_view input;
    uint8_t stop;
    size_t room, most;
    size_t base;   /* the offset of chunk number 0 */
    size_t reader; /* the reader's own: number of the chunk in which it is */
    bool is_there; /* the same: that chunk is read */
    size_t first;  /* what all threads know of it */
    size_t next;   /* number of the first chunk that nobody has begun */
    chunk chunks[CHUNKS];
    read_run *all_runs;
    float *all_values;
};

static chunk *chunk_at(cli_runs *runs, size_t number)
{
    return &runs->chunks[number % CHUNKS];
}

/* Work of the crew */

static size_t take(void *context)
{
    cli_runs *runs = context;
    if (runs->next < runs->first)
        runs->next = runs->first;
    chunk *taken = chunk_at(runs, runs->next);
    if (runs->next >= runs->first + CHUNKS || taken->busy
        || runs->next >= (runs->input.size - runs->base + CHUNK_BYTES - 1) / CHUNK_BYTES)
        return CLI_NO_PIECE;
    taken->number = runs->next;
    taken->busy = true;
    taken->ready = false;
    taken->count = taken->next = 0;
    return runs->next++;
}

static void read_chunk(void *context, size_t number)
{
    cli_runs *runs = context;
    chunk *into = chunk_at(runs, number);
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
        into->runs[into->count++] = (read_run){ at, run.at, run.number_end };
        at = run.at;
    }
}

static void done(void *context, size_t number)
{
    chunk *of = chunk_at(context, number);
    of->busy = false;
    of->ready = true;
}

static bool enough(void *context)
{
    cli_runs *runs = context;
    const chunk *of = chunk_at(runs, runs->reader);
    runs->first = runs->reader;
    return of->number == runs->first && of->ready;
}

/* The reader's side */

static bool make_room(cli_runs *runs)
{
    runs->most = CHUNK_BYTES / (NUMBER_BYTES * runs->room) + 1;
    runs->all_runs = malloc(CHUNKS * runs->most * sizeof *runs->all_runs);
    runs->all_values = malloc(CHUNKS * runs->most * runs->room * sizeof *runs->all_values);
    if (runs->all_runs == NULL || runs->all_values == NULL)
        return false;
    for (size_t i = 0; i < CHUNKS; i++) {
        runs->chunks[i].runs = runs->all_runs + i * runs->most;
        runs->chunks[i].values = runs->all_values + i * runs->most * runs->room;
        runs->chunks[i].number = CLI_NO_PIECE;
    }
    return true;
}

void cli_runs_free(cli_runs *runs)
{
    if (runs == NULL)
        return;
    free(runs->all_runs);
    free(runs->all_values);
    free(runs);
}

/* Begins at this run. */
static cli_runs *begin(cli_prefetch *prefetch, const ap_number_run *run, uint8_t stop)
{
    cli_runs *runs = cli_prefetch_start(prefetch) ? calloc(1, sizeof *runs) : NULL;
    if (runs == NULL)
        return NULL;
    *runs = (cli_runs){ .input = run->input, .stop = stop, .room = run->room, .base = run->at - 1 };
    if (make_room(runs))
        return runs;
    cli_runs_free(runs);
    return NULL;
}

static bool begin_at(cli_prefetch *prefetch, const ap_number_run *run, uint8_t stop)
{
    prefetch->runs = begin(prefetch, run, stop);
    prefetch->no_runs = prefetch->runs == NULL;
    if (prefetch->no_runs)
        return false;
    prefetch->work = (cli_work){ prefetch->runs, take, read_chunk, done, enough, false };
    cli_pool_assign(&prefetch->pool, &prefetch->work, prefetch->input);
    return true;
}

/* Whether runs are read ahead from here on. */
static bool is_worth_it(const cli_prefetch *prefetch, const ap_number_run *run)
{
    return prefetch->hands > 0 && !prefetch->no_runs && run->at > 0 && run->input.size - run->at >= LEAST_LEFT
           && run->room >= LEAST_NUMBERS && run->room <= MOST_NUMBERS;
}

/* The chunk of the run, read; NULL: it is behind the reader, or of another text. */
static chunk *chunk_of(cli_prefetch *prefetch, const ap_number_run *run, uint8_t stop)
{
    cli_runs *runs = prefetch->runs;
    if (runs->input.bytes != run->input.bytes || runs->stop != stop || runs->room != run->room
        || run->at <= runs->base + runs->reader * CHUNK_BYTES)
        return NULL;
    const size_t number = (run->at - 1 - runs->base) / CHUNK_BYTES;
    if (number != runs->reader || !runs->is_there) {
        runs->reader = number;
        runs->is_there = true;
        cli_pool_help(&prefetch->pool);
    }
    return chunk_at(runs, number);
}

bool cli_prefetch_numbers(void *context, ap_number_run *run, uint8_t stop)
{
    cli_prefetch *prefetch = context;
    if (prefetch->runs == NULL && (!is_worth_it(prefetch, run) || !begin_at(prefetch, run, stop)))
        return ap_read_number_run(run, stop, false);
    chunk *of = chunk_of(prefetch, run, stop);
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
