/* Threads that help the one that judges a file: they take pieces of its work, in any order. */
#ifndef AP_POOL_H
#define AP_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/shared/threads.h"
#include "core/files/input.h"

enum {
    CLI_MOST_POOL_THREADS = 64 /* threads; more help nobody, and no report depends on how many there are */
};

#define CLI_NO_PIECE SIZE_MAX

/* Work in pieces. All but `work` are called by one thread at a time. */
typedef struct cli_work {
    void *context;
    size_t (*take)(void *context);             /* a piece that nobody has begun; CLI_NO_PIECE: none for now */
    void (*work)(void *context, size_t piece); /* may touch the input; broken off where the file has shrunk */
    void (*done)(void *context, size_t piece); /* `work` has returned, or was broken off */
    bool (*enough)(void *context);             /* the reader need not wait any more */
    bool
        on_stack; /* something of it is on the reader's stack, which must not be left by a jump before cli_pool_wait */
} cli_work;

/* Work in a number of pieces that is known; `context` begins with a cli_pieces, of which `count` is set. Part of it may be on
   the stack of the reader. */
typedef struct cli_pieces {
    size_t count, taken, ended;
} cli_pieces;

cli_work cli_work_in_pieces(void *context, void (*work)(void *context, size_t piece));

/* A crew stays where it is in memory. */
typedef struct cli_pool {
    cli_mutex lock;
    pthread_cond_t changed;
    pthread_t threads[CLI_MOST_POOL_THREADS];
    size_t count;         /* of threads; 0: they have not begun */
    ap_input input;       /* a copy of the one being judged, for the guard */
    const cli_work *work; /* NULL: nothing to do */
    size_t busy;          /* threads at a piece */
    size_t waiting;       /* and for a change */
    bool over;
} cli_pool;

/* A crew of nobody. */
void cli_pool_init(cli_pool *pool);

/* Lets `wanted` threads wait for work, or as many as there can be. False: there is none. */
bool cli_pool_start(cli_pool *pool, size_t wanted);

/* The crew takes pieces of this work from now on; the input is what `work` may touch. Both must stay until cli_pool_wait. */
void cli_pool_assign(cli_pool *pool, const cli_work *work, const ap_input *input);

/* For the reader: takes pieces too, until there is enough. Unless something of the work is on its stack, it may be left by
   a jump out of `work` (core/files/guard.h). */
void cli_pool_help(cli_pool *pool);

/* All of the work: cli_pool_assign, cli_pool_help, cli_pool_wait. */
void cli_pool_run(cli_pool *pool, const cli_work *work, const ap_input *input);

/* Waits until nobody works any more; no piece is taken after it. */
void cli_pool_wait(cli_pool *pool);

/* Ends the threads. */
void cli_pool_stop(cli_pool *pool);

#endif
