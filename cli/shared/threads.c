#include "cli/shared/threads.h"

#include <assert.h>
#include <sched.h>

enum { LEAST_STACK_BYTES = 2 * 1024 * 1024 };

/* The locks that this thread holds: the bit of each lock's rank is set. */
static _Thread_local unsigned held;

void cli_mutex_init(cli_mutex *mutex, cli_lock_rank rank)
{
    mutex->rank = rank;
    pthread_mutex_init(&mutex->mutex, NULL);
}

void cli_mutex_free(cli_mutex *mutex)
{
    pthread_mutex_destroy(&mutex->mutex);
}

void cli_lock(cli_mutex *mutex)
{
    assert(held >> mutex->rank == 0);
    pthread_mutex_lock(&mutex->mutex);
    held |= 1U << mutex->rank;
}

void cli_unlock(cli_mutex *mutex)
{
    held &= ~(1U << mutex->rank);
    pthread_mutex_unlock(&mutex->mutex);
}

void cli_condition_wait(cli_mutex *mutex, pthread_cond_t *condition)
{
    pthread_cond_wait(condition, &mutex->mutex);
}

bool cli_thread_start(pthread_t *thread, void *(*function)(void *context), void *context)
{
    pthread_attr_t attributes;
    size_t stack_bytes = 0;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool started = pthread_attr_getstacksize(&attributes, &stack_bytes) == 0;
    if (started && stack_bytes < LEAST_STACK_BYTES)
        started = pthread_attr_setstacksize(&attributes, LEAST_STACK_BYTES) == 0;
    started = started && pthread_create(thread, &attributes, function, context) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

size_t cli_processor_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    const int count = CPU_COUNT(&set);
    return count < 1 ? 1 : (size_t)count;
}
