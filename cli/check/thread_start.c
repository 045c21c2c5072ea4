#include "cli/check/thread_start.h"

enum { LEAST_STACK_BYTES = 2 * 1024 * 1024 };

bool cli_thread_start(pthread_t *thread, void *(*function)(void *context), void *context)
{
    pthread_attr_t how;
    size_t stack_bytes = 0;
    if (pthread_attr_init(&how) != 0)
        return false;
    bool started = pthread_attr_getstacksize(&how, &stack_bytes) == 0;
    if (started && stack_bytes < LEAST_STACK_BYTES)
        started = pthread_attr_setstacksize(&how, LEAST_STACK_BYTES) == 0;
    started = started && pthread_create(thread, &how, function, context) == 0;
    pthread_attr_destroy(&how);
    return started;
}
