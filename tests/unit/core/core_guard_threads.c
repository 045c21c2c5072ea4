/* core/files/guard.h: each thread has its own guards. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/files/guard.h"
#include "core/files/input.h"

enum { THREADS = 6, TIMES = 200, SIZE = 200 * 1000 };

typedef struct repeated_reading_thread {
    pthread_t thread;
    ap_input input;
    int file;
    bool shrinks;
    size_t shrunk, complete, sum;
} repeated_reading_thread;

static void shrink_and_read_file(void *context)
{
    repeated_reading_thread *t = context;
    if (t->shrinks && ftruncate(t->file, 0) != 0)
        return;
    for (size_t i = 0; i < t->input.view.size; i++)
        t->sum += t->input.view.bytes[i];
}

static void *shrink_and_read_many_times(void *context)
{
    repeated_reading_thread *t = context;
    char path[40];
    t->file = memfd_create("guard", 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", t->file);
    ap_input_init(&t->input, 0);
    for (size_t i = 0; i < TIMES; i++) {
        if (ftruncate(t->file, SIZE) != 0 || ap_input_load(&t->input, path) != AP_OK)
            break;
        const ap_status status = ap_input_run_guarded(&t->input, shrink_and_read_file, t);
        t->shrunk += status == AP_SHRUNK;
        t->complete += status == AP_OK;
    }
    ap_input_free_memory(&t->input);
    close(t->file);
    return NULL;
}

Test(core_guard_threads, a_shrinking_file_is_reported_in_its_own_thread)
{
    static repeated_reading_thread threads[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        threads[i].shrinks = i % 2 == 0;
        cr_assert_eq(pthread_create(&threads[i].thread, NULL, shrink_and_read_many_times, &threads[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i].thread, NULL);
        cr_assert_eq(threads[i].shrunk, threads[i].shrinks ? TIMES : 0U,
            "thread %zu: wrong number of shrunk files", i);
        cr_assert_eq(threads[i].complete, threads[i].shrinks ? 0U : TIMES,
            "thread %zu: wrong number of complete files", i);
    }
}
