#include "cli/check/pool.h"

#include "cli/shared/threads.h"
#include "core/files/guard.h"

static size_t take_task(void *context)
{
    cli_task_counts *tasks = context;
    return tasks->taken < tasks->count ? tasks->taken++ : CLI_NO_TASK;
}

static void count_ended_task(void *context, size_t task)
{
    cli_task_counts *tasks = context;
    (void)task;
    tasks->ended++;
}

static bool are_all_tasks_ended(void *context)
{
    const cli_task_counts *tasks = context;
    return tasks->ended == tasks->count;
}

cli_pool_work cli_work_of_tasks(void *context, void (*work)(void *context, size_t task))
{
    return (cli_pool_work){ context, take_task, work, count_ended_task, are_all_tasks_ended, true };
}

typedef struct pool_task {
    const cli_pool_work *work;
    size_t task;
} pool_task;

static void run_task_guarded(void *context)
{
    const pool_task *at = context;
    at->work->work(at->work->context, at->task);
}

static void wake_threads_locked(cli_pool *pool)
{
    if (pool->waiting > 0)
        pthread_cond_broadcast(&pool->changed);
}

static void wait_for_change_locked(cli_pool *pool)
{
    pool->waiting++;
    cli_condition_wait(&pool->lock, &pool->changed);
    pool->waiting--;
}

/* Does a task. The caller holds the lock, which is released while work->work runs. */
static void run_task_locked(cli_pool *pool, const cli_pool_work *work, size_t task, bool guarded)
{
    ap_input input = pool->input;
    pool_task at = { work, task };
    cli_unlock(&pool->lock);
    /* the status is not needed: the reader itself detects that the file has shrunk */
    if (guarded)
        (void)ap_input_run_guarded(&input, run_task_guarded, &at);
    else
        run_task_guarded(&at);
    cli_lock(&pool->lock);
    work->done(work->context, task);
    wake_threads_locked(pool);
}

/* Does a task in a thread of the pool. Returns false if no task was available. */
static bool run_waiting_task_locked(cli_pool *pool)
{
    const cli_pool_work *work = pool->work;
    const size_t task = work == NULL ? CLI_NO_TASK : work->take(work->context);
    if (task == CLI_NO_TASK)
        return false;
    pool->busy++;
    run_task_locked(pool, work, task, true);
    pool->busy--;
    return true;
}

static void *run_pool_thread(void *context)
{
    cli_pool *pool = context;
    cli_lock(&pool->lock);
    while (!pool->over) {
        if (!run_waiting_task_locked(pool))
            wait_for_change_locked(pool);
    }
    cli_unlock(&pool->lock);
    return NULL;
}

void cli_pool_init(cli_pool *pool)
{
    *pool = (cli_pool){ .count = 0 };
    cli_mutex_init(&pool->lock, CLI_RANK_POOL);
    pthread_cond_init(&pool->changed, NULL);
}

bool cli_pool_start(cli_pool *pool, size_t wanted)
{
    while (pool->count < wanted && pool->count < CLI_MOST_POOL_THREADS
           && cli_thread_start(&pool->threads[pool->count], run_pool_thread, pool))
        pool->count++;
    return pool->count > 0;
}

void cli_pool_set_work(cli_pool *pool, const cli_pool_work *work, const ap_input *input)
{
    cli_lock(&pool->lock);
    pool->work = work;
    pool->input = *input;
    wake_threads_locked(pool);
    cli_unlock(&pool->lock);
}

void cli_pool_run_tasks_until_enough(cli_pool *pool)
{
    const cli_pool_work *work = pool->work;
    cli_lock(&pool->lock);
    while (!work->enough(work->context)) {
        const size_t task = work->take(work->context);
        if (task == CLI_NO_TASK)
            wait_for_change_locked(pool);
        else
            run_task_locked(pool, work, task, work->on_stack);
    }
    wake_threads_locked(pool); /* the call of `enough` may have made tasks available */
    cli_unlock(&pool->lock);
}

void cli_pool_cancel_waiting_tasks_and_wait(cli_pool *pool)
{
    cli_lock(&pool->lock);
    pool->work = NULL;
    while (pool->busy > 0)
        wait_for_change_locked(pool);
    cli_unlock(&pool->lock);
}

void cli_pool_run_all_tasks(cli_pool *pool, const cli_pool_work *work, const ap_input *input)
{
    cli_pool_set_work(pool, work, input);
    cli_pool_run_tasks_until_enough(pool);
    cli_pool_cancel_waiting_tasks_and_wait(pool);
}

void cli_pool_stop(cli_pool *pool)
{
    cli_lock(&pool->lock);
    pool->over = true;
    pthread_cond_broadcast(&pool->changed);
    cli_unlock(&pool->lock);
    while (pool->count > 0)
        pthread_join(pool->threads[--pool->count], NULL);
    pthread_cond_destroy(&pool->changed);
    cli_mutex_free(&pool->lock);
}
