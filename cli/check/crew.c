#include "cli/check/crew.h"

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

static void wake_locked(cli_crew *crew)
{
    if (crew->waiting > 0)
        pthread_cond_broadcast(&crew->changed);
}

static void wait_locked(cli_crew *crew)
{
    crew->waiting++;
    cli_wait(&crew->lock, &crew->changed);
    crew->waiting--;
}

/* Does a piece. The lock is held but for the work. */
static void work_locked(cli_crew *crew, const cli_work *work, size_t piece, bool guarded)
{
    ap_input input = crew->input;
    piece_of_work at = { work, piece };
    cli_unlock(&crew->lock);
    if (guarded)
        (void)ap_input_guard(
            &input, do_piece, &at); /* the reader finds out himself that the file has shrunk */
    else
        do_piece(&at);
    cli_lock(&crew->lock);
    work->done(work->context, piece);
    wake_locked(crew);
}

/* The same of one of the threads. False, with nothing done, when there is no piece. */
static bool help_locked(cli_crew *crew)
{
    const cli_work *work = crew->work;
    const size_t piece = work == NULL ? CLI_NO_PIECE : work->take(work->context);
    if (piece == CLI_NO_PIECE)
        return false;
    crew->busy++;
    work_locked(crew, work, piece, true);
    crew->busy--;
    return true;
}

static void *run_thread(void *context)
{
    cli_crew *crew = context;
    cli_lock(&crew->lock);
    while (!crew->over) {
        if (!help_locked(crew))
            wait_locked(crew);
    }
    cli_unlock(&crew->lock);
    return NULL;
}

void cli_crew_init(cli_crew *crew)
{
    *crew = (cli_crew){ .count = 0 };
    cli_mutex_init(&crew->lock, CLI_RANK_CREW);
    pthread_cond_init(&crew->changed, NULL);
}

bool cli_crew_hire(cli_crew *crew, size_t wanted)
{
    while (crew->count < wanted && crew->count < CLI_CREW_MOST
           && cli_thread_start(&crew->threads[crew->count], run_thread, crew))
        crew->count++;
    return crew->count > 0;
}

void cli_crew_begin(cli_crew *crew, const cli_work *work, const ap_input *input)
{
    cli_lock(&crew->lock);
    crew->work = work;
    crew->input = *input;
    wake_locked(crew);
    cli_unlock(&crew->lock);
}

void cli_crew_join(cli_crew *crew)
{
    const cli_work *work = crew->work;
    cli_lock(&crew->lock);
    while (!work->enough(work->context)) {
        const size_t piece = work->take(work->context);
        if (piece == CLI_NO_PIECE)
            wait_locked(crew);
        else
            work_locked(crew, work, piece, work->on_stack);
    }
    wake_locked(crew); /* `enough` may have made room for more */
    cli_unlock(&crew->lock);
}

void cli_crew_rest(cli_crew *crew)
{
    cli_lock(&crew->lock);
    crew->work = NULL;
    while (crew->busy > 0)
        wait_locked(crew);
    cli_unlock(&crew->lock);
}

void cli_crew_do(cli_crew *crew, const cli_work *work, const ap_input *input)
{
    cli_crew_begin(crew, work, input);
    cli_crew_join(crew);
    cli_crew_rest(crew);
}

void cli_crew_free(cli_crew *crew)
{
    cli_lock(&crew->lock);
    crew->over = true;
    pthread_cond_broadcast(&crew->changed);
    cli_unlock(&crew->lock);
    while (crew->count > 0)
        pthread_join(crew->threads[--crew->count], NULL);
    pthread_cond_destroy(&crew->changed);
    cli_mutex_free(&crew->lock);
}
