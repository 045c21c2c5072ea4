/* The state of running loaders in parallel, shared by the files of cli/conform/run. */
#ifndef AP_CONFORM_POOL_H
#define AP_CONFORM_POOL_H

#include <poll.h>

#include "cli/conform/run/loader_process.h"
#include "cli/conform/run/running.h"
#include "cli/shared/meter.h"

/* The running loaders of a conform run. */
typedef struct worker_pool {
    cli_rating *rating;
    const cli_run_options *options;
    const cli_confinement *confinement; /* NULL without --sandbox */
    int signals;
    cli_child *children; /* `slots` items */
    size_t slots;        /* enough for options->jobs busy children, and for idle batch loaders */
    struct pollfd *polled;
    size_t running;  /* number of busy children */
    size_t next_job; /* case * loaders + loader */
    size_t *again;   /* jobs to repeat before next_job: their process ended before it read the file */
    size_t again_count;
    size_t orphans;   /* killed processes that are not yet reaped */
    bool left_behind; /* a process has ended since the children were last listed, and may have left processes
                         running */
    bool unlisted;    /* /proc cannot list child processes */
    bool shutting_down; /* all remaining processes are being killed */
    bool written; /* loaders may have written to their shared folder since the folder was last emptied */
    cli_exit trouble;
    ap_arena scratch;
    int64_t memory_ms; /* next check of resident memory */
    cli_meter meter;
    size_t total, done, bad; /* number of loader runs for the progress bar; `bad` counts wrong results */
} worker_pool;

/* Records the exit code that ends the run. Later exit codes are ignored. */
static inline void cli_pool_end_with(worker_pool *pool, cli_exit why)
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

/* Returns the values that the corpus expects for a case; NULL for none. */
static inline const ap_case_values *cli_values_of(const worker_pool *pool, size_t job)
{
    return pool->rating->values == NULL ? NULL : pool->rating->values[job / pool->rating->loader_count];
}

/* Returns the job that is started next; valid only if a job is left to start. */
static inline size_t cli_next_job(const worker_pool *pool)
{
    return pool->again_count > 0 ? pool->again[pool->again_count - 1] : pool->next_job;
}

enum { CLI_MEMORY_MS = 20 /* milliseconds between two checks of resident memory */ };

/* Returns the memory limit per loader in bytes; 0 for no limit. */
size_t cli_memory_limit(const worker_pool *pool);

/* Returns true if the child's resident memory must be checked, because its address space is not limited. */
bool cli_is_memory_watched(const worker_pool *pool, const cli_child *child);

/* Kills children that exceed the limit of resident memory. */
void cli_kill_over_memory(worker_pool *pool);

/* Kills child processes of this process that do not belong to the session of a running loader: loaders left
   them running. Does nothing while processes killed earlier are not yet reaped. */
void cli_kill_left_processes(worker_pool *pool);

/* Return the words of the job's command with the placeholders replaced, ended by NULL; and the line that
   passes the file to a batch loader. Both are allocated in the pool's scratch arena. Return NULL when out of
   memory. */
char **cli_command_words_of(worker_pool *pool, size_t job);
char *cli_batch_line_of(worker_pool *pool, size_t job);

/* Records the result of a child's job, and replaces an earlier record. `answered` is false if a batch loader
   ended without an answer. */
void cli_record_result(worker_pool *pool, cli_child *child, const cli_child_exit *exit_state, bool answered);

/* Ends the run if some of the child's output was lost, because the result could then be wrong. */
void cli_check_output_complete(worker_pool *pool, const cli_child *child);

/* Returns an idle child of a batch loader; NULL for none. */
cli_child *cli_find_idle_child(worker_pool *pool, const cli_loader *loader);

/* Passes the next job's file to a child of a batch loader. Returns false if the child has ended since its
   last answer, or, after a message, when out of memory. */
bool cli_send_next_job(worker_pool *pool, cli_child *child);

/* If a batch loader crashed or a sanitizer reported after the last answer, records that as the result of the
   last answered file. `exit_state` is NULL while the loader is running. */
void cli_rate_after_answer(worker_pool *pool, cli_child *child, const cli_child_exit *exit_state);

/* Takes the answer of a busy batch loader from the output read so far. If the output has an answer, the
   child becomes idle. */
void cli_take_answer(worker_pool *pool, cli_child *child);

#endif
