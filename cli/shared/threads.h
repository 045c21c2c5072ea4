/* Threads, and the locks that they share, in the one order in which locks are taken: a thread that holds a lock may take
   another only if that is of a later rank, so no two threads can wait for each other. cli_lock ends the program if a thread
   breaks the order. */
#ifndef AP_THREADS_H
#define AP_THREADS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum cli_rank {
    CLI_RANK_FOLDER,     /* the files of a folder, and their identities; held while these files are read */
    CLI_RANK_COMPANIONS, /* which companions are kept */
    CLI_RANK_COMPANION,  /* held while a companion is loaded */
    CLI_RANK_ARCHIVE,    /* libzip's objects, which are for one thread at a time */
    CLI_RANK_JOBS,       /* entries on their way; a leaf */
    CLI_RANK_POOL        /* pieces of a large file; a leaf */
} cli_rank;

typedef struct cli_mutex {
    pthread_mutex_t mutex;
    cli_rank rank;
} cli_mutex;

void cli_mutex_init(cli_mutex *mutex, cli_rank rank);
void cli_mutex_free(cli_mutex *mutex);

void cli_lock(cli_mutex *mutex);
void cli_unlock(cli_mutex *mutex);

/* Waits for the condition; the mutex is held, but not while waiting. */
void cli_wait(cli_mutex *mutex, pthread_cond_t *condition);

/* Starts a thread that runs function(context), on a stack of at least 2 MiB: some systems give 128 KiB to those that do not
   ask, and two writers fill that. False when there is none to be had. */
bool cli_thread_start(pthread_t *thread, void *(*function)(void *context), void *context);

/* How many processors this process may use; at least 1. */
size_t cli_processors(void);

#endif
