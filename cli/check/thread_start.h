/* Threads with the stack that judging takes. */
#ifndef AP_THREAD_START_H
#define AP_THREAD_START_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread that runs function(context), on a stack of at least 2 MiB: some systems give 128 KiB to those that do not
   ask, and two writers fill that. False when there is none to be had. */
bool cli_thread_start(pthread_t *thread, void *(*function)(void *context), void *context);

#endif
