/* A pool of threads that divide the work on one large file into tasks, done in any order. */
#ifndef AP_POOL_H
#define AP_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/shared/threads.h"
#include "core/files/input.h"

enum {
    /* more threads are not faster; reports do not depend on the number of threads */
    CLI_MOST_POOL_THREADS = 64
};

#define CLI_NO_TASK SIZE_MAX

/* Work divided into tasks. All functions except `work` are called by one thread at a time. */
typedef struct cli_pool_work {
    void *context;
    /* returns a task that has not been started, or CLI_NO_TASK if none is available now */
    size_t (*take)(void *context);
    /* does a task; may read the input; is left by a jump if the file shrinks */
    void (*work)(void *context, size_t task);
    void (*done)(void *context, size_t task); /* called after `work` has returned or was left by a jump */
    /* returns true if the thread of the reader need not wait any longer */
    bool (*enough)(void *context);
    bool
        /* true if part of the context is on the reader's stack: then no jump may leave the reader before
           cli_pool_cancel_waiting_tasks_and_wait returns */
        on_stack;
} cli_pool_work;

/* Work in a known number of tasks. The context begins with a cli_task_counts with `count` set, and may be on the
   reader's stack. */
typedef struct cli_task_counts {
    size_t count, taken, ended;
} cli_task_counts;

cli_pool_work cli_work_of_tasks(void *context, void (*work)(void *context, size_t task));

/* A pool must not be moved in memory. */
typedef struct cli_pool {
    cli_mutex lock;
    pthread_cond_t changed;
    pthread_t threads[CLI_MOST_POOL_THREADS];
    size_t count;              /* number of threads; 0: not started */
    ap_input input;            /* a copy of the current file's input, for the guard */
    const cli_pool_work *work; /* NULL: no work */
    size_t busy;               /* threads doing a task */
    size_t waiting;            /* threads waiting for `changed` */
    bool over;
} cli_pool;

/* Initialises a pool without threads. */
void cli_pool_init(cli_pool *pool);

/* Starts up to `wanted` threads. Returns false if none could be started. */
bool cli_pool_start(cli_pool *pool, size_t wanted);

/* Sets the work of the pool. `input` is the input that the work reads. The work and the input must exist
   until cli_pool_cancel_waiting_tasks_and_wait returns. */
void cli_pool_set_work(cli_pool *pool, const cli_pool_work *work, const ap_input *input);

/* Does tasks in the calling thread, the reader's, until `enough` returns true. Unless the work is `on_stack`, a jump
   out of `work` may leave this function (core/files/guard.h). */
void cli_pool_run_tasks_until_enough(cli_pool *pool);

/* Does all of the work: cli_pool_set_work, cli_pool_run_tasks_until_enough, cli_pool_cancel_waiting_tasks_and_wait. */
void cli_pool_run_all_tasks(cli_pool *pool, const cli_pool_work *work, const ap_input *input);

/* Drops the tasks that have not started, and waits until the others have ended. */
void cli_pool_cancel_waiting_tasks_and_wait(cli_pool *pool);

/* Ends the threads and frees the pool. */
void cli_pool_stop(cli_pool *pool);

#endif
