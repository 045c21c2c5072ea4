/* Starts threads, and orders locks to prevent deadlocks: a thread that holds a lock may only take locks of
   a later rank. An assertion in cli_lock checks the order. */
#ifndef AP_THREADS_H
#define AP_THREADS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* Order in which a thread may lock mutexes. */
typedef enum cli_lock_rank {
    CLI_RANK_SET,        /* held while the files of a folder are compared, which reads all of them */
    CLI_RANK_FOLDER,     /* the file list and the identities of a folder; held while those files are read */
    CLI_RANK_COMPANIONS, /* the list of cached companions */
    CLI_RANK_COMPANION,  /* held while a companion is loaded */
    CLI_RANK_ARCHIVE,    /* libzip objects, which must not be used by two threads at once */
    CLI_RANK_JOBS,       /* the queue of jobs; no other lock is taken while it is held */
    CLI_RANK_POOL        /* the tasks of a large file; no other lock is taken while it is held */
} cli_lock_rank;

typedef struct cli_mutex {
    pthread_mutex_t mutex;
    cli_lock_rank rank;
} cli_mutex;

void cli_mutex_init(cli_mutex *mutex, cli_lock_rank rank);
void cli_mutex_free(cli_mutex *mutex);

void cli_lock(cli_mutex *mutex);
void cli_unlock(cli_mutex *mutex);

/* Waits for the condition. The caller holds the mutex, which is released during the wait. */
void cli_condition_wait(cli_mutex *mutex, pthread_cond_t *condition);

/* Starts a thread that runs function(context), with a stack of at least 2 MiB: some systems give 128 KiB
   by default, too little for two of the writers. Returns false if the thread could not be started. */
bool cli_thread_start(pthread_t *thread, void *(*function)(void *context), void *context);

/* Returns the number of processors that this process may use, at least 1. */
size_t cli_processor_count(void);

#endif
