#include "cli/check/pool.h"

#include "cli/shared/threads.h"
#include "core/files/guard.h"

static size_t take_piece(void *context)
{
    cli_pieces *pieces = context;
    return pieces->taken < pieces->count ? pieces->taken++ : CLI_NO_PIECE;
}

static void end_piece(void *context, size_t piece)
{
    cli_pieces *pieces = context;
    (void)piece;
    pieces->ended++;
}

static bool all_ended(void *context)
{
    const cli_pieces *pieces = context;
    return pieces->ended == pieces->count;
}

cli_work cli_work_in_pieces(void *context, void (*work)(void *context, size_t piece))
{
    return (cli_work){ context, take_piece, work, end_piece, all_ended, true };
}

typedef struct piece_of_work {
    const cli_work *work;
    size_t piece;
} piece_of_work;

static void do_piece(void *context)
{
    const piece_of_work *at = context;
    at->work->work(at->work->context, at->piece);
}

static void wake_locked(cli_pool *pool)
{
    if (pool->waiting > 0)
        pthread_cond_broadcast(&pool->changed);
}

static void wait_locked(cli_pool *pool)
{
    pool->waiting++;
    cli_wait(&pool->lock, &pool->changed);
    pool->waiting--;
}

/* Does a piece. The lock is held but for the work. */
static void work_locked(cli_pool *pool, const cli_work *work, size_t piece, bool guarded)
{
    ap_input input = pool->input;
    piece_of_work at = { work, piece };
    cli_unlock(&pool->lock);
    if (guarded)
        (void)ap_input_guard(
            &input, do_piece, &at); /* the reader finds out himself that the file has shrunk */
    else
        do_piece(&at);
    cli_lock(&pool->lock);
    work->done(work->context, piece);
    wake_locked(pool);
}

/* The same of one of the threads. False, with nothing done, when there is no piece. */
static bool help_locked(cli_pool *pool)
{
    const cli_work *work = pool->work;
    const size_t piece = work == NULL ? CLI_NO_PIECE : work->take(work->context);
    if (piece == CLI_NO_PIECE)
        return false;
    pool->busy++;
    work_locked(pool, work, piece, true);
    pool->busy--;
    return true;
}

static void *run_thread(void *context)
{
    cli_pool *pool = context;
    cli_lock(&pool->lock);
    while (!pool->over) {
        if (!help_locked(pool))
            wait_locked(pool);
    }
    cli_unlock(&pool->lock);
    return NULL;
}

void cli_pool_init(cli_pool *pool)
{
    *pool = (cli_pool){ .count = 0 };
    cli_mutex_init(&pool->lock, CLI_RANK_CREW);
    pthread_cond_init(&pool->changed, NULL);
}

bool cli_pool_start(cli_pool *pool, size_t wanted)
{
    while (pool->count < wanted && pool->count < CLI_MOST_POOL_THREADS
           && cli_thread_start(&pool->threads[pool->count], run_thread, pool))
        pool->count++;
    return pool->count > 0;
}

void cli_pool_assign(cli_pool *pool, const cli_work *work, const ap_input *input)
{
    cli_lock(&pool->lock);
    pool->work = work;
    pool->input = *input;
    wake_locked(pool);
    cli_unlock(&pool->lock);
}

void cli_pool_help(cli_pool *pool)
{
    const cli_work *work = pool->work;
    cli_lock(&pool->lock);
    while (!work->enough(work->context)) {
        const size_t piece = work->take(work->context);
        if (piece == CLI_NO_PIECE)
            wait_locked(pool);
        else
            work_locked(pool, work, piece, work->on_stack);
    }
    wake_locked(pool); /* `enough` may have made room for more */
    cli_unlock(&pool->lock);
}

void cli_pool_wait(cli_pool *pool)
{
    cli_lock(&pool->lock);
    pool->work = NULL;
    while (pool->busy > 0)
        wait_locked(pool);
    cli_unlock(&pool->lock);
}

void cli_pool_run(cli_pool *pool, const cli_work *work, const ap_input *input)
{
    cli_pool_assign(pool, work, input);
    cli_pool_help(pool);
    cli_pool_wait(pool);
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
