/* The state of running loaders in parallel, shared by the files of cli/conform/run. */
#ifndef AP_CONFORM_POOL_H
#define AP_CONFORM_POOL_H

#include <poll.h>

#include "cli/conform/run/loader_process.h"
#include "cli/conform/run/running.h"
#include "cli/shared/progress_line.h"

/* The state of running the loaders of a conform run. */
typedef struct worker_pool {
    cli_rating *rating;
    const cli_run_options *options;
    const cli_confinement *confinement; /* NULL without --sandbox */
    int signals;
    cli_child *children; /* `slots` items */
    /* number of children: enough for options->jobs busy ones, and for the idle batch loaders */
    size_t slots;
    struct pollfd *polled;
    size_t running; /* number of busy children */
    /* number of the next job: (index of the case) × (number of loaders) + (index of the loader) */
    size_t next_job;
    /* jobs to repeat before next_job, because the loader's process ended before it read the file, or because a sanitizer
       needs more address space than the limit (cli_loader.resident) */
    size_t *again;
    size_t again_count;
    size_t orphans; /* killed processes that are not yet reaped */
    /* a process has ended since children were listed last, so processes that it started may be left */
    bool left_behind;
    bool unlisted;      /* /proc does not list child processes on this system */
    bool shutting_down; /* all remaining processes are being killed */
    bool written;       /* a loader may have written to the scratch folder since it was emptied last */
    cli_exit end_code;  /* exit code that ends the run; CLI_CLEAN while jobs may start */
    ap_arena scratch;
    int64_t memory_ms; /* time of the next check of resident memory */
    cli_progress_line line;
    /* numbers for the progress bar: all runs, finished runs, runs with a wrong result */
    size_t total, done, bad;
} worker_pool;

/* Records the exit code that ends the run. Later exit codes are ignored. */
static inline void cli_end_loader_run_with(worker_pool *pool, cli_exit why)
{
    if (pool->end_code == CLI_CLEAN)
        pool->end_code = why;
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
void cli_kill_children_over_memory(worker_pool *pool);

/* Kills the child processes of this process that are not in the session of a running loader, because a loader has left
   them running. Does nothing while processes that were killed before are not yet reaped. */
void cli_kill_leftover_processes(worker_pool *pool);

/* cli_command_words_of returns the words of the job's command with the placeholders replaced, ended by NULL.
   cli_batch_input_line returns the line that gives a batch loader the job's file. Both are in the pool's scratch arena;
   NULL when out of memory. */
char **cli_command_words_of(worker_pool *pool, size_t job);
char *cli_batch_input_line(worker_pool *pool, size_t job);

/* Records the result of a child's job; replaces the result if the job has one. `exit_state` says how the child ended.
   `answered` is false if a batch loader ended without an answer. */
void cli_record_result(worker_pool *pool, cli_child *child, const cli_child_exit *exit_state, bool answered);

/* Ends the run if a part of the child's output was lost, because the result could then be wrong. */
void cli_end_run_if_output_lost(worker_pool *pool, const cli_child *child);

/* Returns an idle child of a batch loader; NULL for none. */
cli_child *cli_find_idle_child(worker_pool *pool, const cli_loader *loader);

/* Gives the next job's file to the child of a batch loader. Returns false if the child does not take the line, because it
   has ended or does not read its input; or, after a message, when out of memory or if writing fails otherwise. */
bool cli_send_next_job_if_child_reads(worker_pool *pool, cli_child *child);

/* If a batch loader crashed, or a sanitizer reported a defect, after the last answer, records that as the result of the
   file that was answered last. `exit_state` is NULL while the loader is running. */
void cli_record_any_crash_after_answer(worker_pool *pool, cli_child *child, const cli_child_exit *exit_state);

/* Looks for the answer of a busy batch loader in the output read so far. If the output has the answer, records the
   result and marks the child as idle. */
void cli_record_batch_answer_if_printed(worker_pool *pool, cli_child *child);

#endif
