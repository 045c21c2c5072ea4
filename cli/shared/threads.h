/* Starts threads, and orders locks to prevent deadlocks: a thread that holds a lock may only take locks of a later
   rank. cli_lock asserts that. */
#ifndef AP_THREADS_H
#define AP_THREADS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* The ranks of locks, in the order in which a thread may take them. */
typedef enum cli_lock_rank {
    /* lock of the comparison of a folder's skeletons; while it is held, locks of later ranks are taken to read the
       files */
    CLI_RANK_SET,
    /* lock of a folder's file list and of the files' identities; held while these files are read */
    CLI_RANK_FOLDER,
    CLI_RANK_COMPANIONS, /* lock of the list of cached companions */
    CLI_RANK_COMPANION,  /* lock of one companion; held while the companion is loaded */
    CLI_RANK_ARCHIVE,    /* lock of libzip objects, which two threads must not use at once */
    CLI_RANK_JOBS,       /* lock of the queue of jobs; while it is held no other lock is taken */
    CLI_RANK_POOL        /* lock of the tasks on a large file; while it is held no other lock is taken */
} cli_lock_rank;

typedef struct cli_mutex {
    pthread_mutex_t mutex;
    cli_lock_rank rank;
} cli_mutex;

void cli_mutex_init(cli_mutex *mutex, cli_lock_rank rank);
void cli_mutex_free(cli_mutex *mutex);

void cli_lock(cli_mutex *mutex);
void cli_unlock(cli_mutex *mutex);

/* Waits for the condition. The caller holds the mutex, which is released while the function waits. */
void cli_condition_wait(cli_mutex *mutex, pthread_cond_t *condition);

/* Starts a thread that runs function(context), with a stack of at least 2 MiB: some systems give a thread only 128 KiB,
   too little for two of the report writers. Returns false if the thread could not be started. */
bool cli_thread_start(pthread_t *thread, void *(*function)(void *context), void *context);

/* Returns the number of processors that this process may use, at least 1. */
size_t cli_processor_count(void);

#endif
