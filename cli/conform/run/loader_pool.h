/* Loaders at work: what the parts of a run share. */
#ifndef AP_CONFORM_POOL_H
#define AP_CONFORM_POOL_H

#include <poll.h>

#include "cli/conform/run/loader_process.h"
#include "cli/conform/run/running.h"
#include "cli/shared/meter.h"

typedef struct worker_pool {
    cli_rating *rating;
    const cli_running *options;
    const cli_confinement *confinement; /* NULL: none */
    int signals;
    cli_child *children; /* `slots` of them */
    size_t slots;        /* enough for options->jobs that are busy, and for batch loaders that are idle */
    struct pollfd *polled;
    size_t running;  /* children that are busy */
    size_t next_job; /* case * loaders + loader */
    size_t *again;   /* jobs that come before it: their process ended and had not looked at them */
    size_t again_count;
    size_t orphans;   /* that were killed and are still to be reaped */
    bool left_behind; /* a process has ended since they were listed, and may have left others */
    bool unlisted;    /* the system does not list them */
    bool ending;      /* what is left is killed */
    bool written;     /* loaders may have written to the folder that they share since it was emptied */
    cli_exit trouble;
    ap_arena scratch;
    int64_t memory_ms; /* when resident memory is looked at again */
    cli_meter meter;
    size_t total, done, bad; /* runs of a loader on a file, for the meter; bad: other than it should */
} worker_pool;

/* The first trouble is told, and ends the run. */
static inline void cli_give_up(worker_pool *pool, cli_exit why)
{
    if (pool->trouble == CLI_CLEAN)
        pool->trouble = why;
}

static inline cli_loader *cli_loader_of(const worker_pool *pool, size_t job)
{
    return &pool->rating->loaders[job % pool->rating->loader_count];
}

static inline const ap_manifest_case *cli_case_of(const worker_pool *pool, size_t job)
{
    return &pool->rating->cases[job / pool->rating->loader_count];
}

/* What the corpus expects of a case's values; NULL: nothing. */
static inline const ap_case_values *cli_values_of(const worker_pool *pool, size_t job)
{
    return pool->rating->values == NULL ? NULL : pool->rating->values[job / pool->rating->loader_count];
}

/* The job that is begun next, where there is one. */
static inline size_t cli_next_job(const worker_pool *pool)
{
    return pool->again_count > 0 ? pool->again[pool->again_count - 1] : pool->next_job;
}

enum { CLI_MEMORY_MS = 20 /* between two looks at resident memory */ };

/* Bytes that a loader may have; 0: no limit. */
size_t cli_memory_limit(const worker_pool *pool);

/* Returns true if the child's resident memory is to be looked at: its address space is not limited. */
bool cli_is_watched(const worker_pool *pool, const cli_child *child);

/* Kills the children that have more resident memory than they may. */
void cli_kill_large(worker_pool *pool);

/* Kills the processes that loaders left to this one: its child processes that are in no session of a loader that runs.
   Does nothing until those are reaped that were killed before. */
void cli_kill_orphans(worker_pool *pool);

/* The words of the job's command with the file's names and times in their places, and a NULL after them; and the line that
   names the file to a batch loader. In the pool's scratch. NULL when memory has run out. */
char **cli_words_of(worker_pool *pool, size_t job);
char *cli_line_of(worker_pool *pool, size_t job);

/* Records how the loader's child ended its job. answered: a batch loader gave its answer. Replaces an earlier record. */
void cli_record(worker_pool *pool, cli_child *child, const cli_extension *ending, bool answered);

/* Gives up where some of what it printed was lost: what it says of a file would be judged without it. */
void cli_check_heard(worker_pool *pool, const cli_child *child);

/* The batch loader's child that is idle; NULL: there is none. */
cli_child *cli_idle_child(worker_pool *pool, const cli_loader *loader);

/* Names the next job's file to a batch loader's child. False, after a message where memory has run out, when it was not
   taken: the child has ended since its last answer. */
bool cli_feed_job(worker_pool *pool, cli_child *child);

/* Holds against the last file that a batch loader answered what it did after that: it broke, or a sanitizer reported.
   ending: NULL while it goes on. */
void cli_rate_after_answer(worker_pool *pool, cli_child *child, const cli_extension *ending);

/* Takes the answer of a batch loader's child that is busy, where it has given one: then it is idle. */
void cli_take_answer(worker_pool *pool, cli_child *child);

#endif
