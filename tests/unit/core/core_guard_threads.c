/* core/files/input.h: each thread has guards of its own. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/files/guard.h"
#include "core/files/input.h"

enum { THREADS = 6, TIMES = 200, SIZE = 200 * 1000 };

typedef struct thread {
    pthread_t thread;
    ap_input input;
    int file;
    bool shrinks;
    size_t shrunk, whole, sum;
} thread;

static void read_all(void *context)
{
    thread *t = context;
    if (t->shrinks && ftruncate(t->file, 0) != 0)
        return;
    for (size_t i = 0; i < t->input.view.size; i++)
        t->sum += t->input.view.bytes[i];
}

static void *run(void *context)
{
    thread *t = context;
    char path[40];
    t->file = memfd_create("guard", 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", t->file);
    ap_input_init(&t->input, 0);
    for (size_t i = 0; i < TIMES; i++) {
        if (ftruncate(t->file, SIZE) != 0 || ap_input_load(&t->input, path) != AP_OK)
            break;
        const ap_status status = ap_input_guard(&t->input, read_all, t);
        t->shrunk += status == AP_SHRUNK;
        t->whole += status == AP_OK;
    }
    ap_input_free(&t->input);
    close(t->file);
    return NULL;
}

Test(core_guard_threads, a_file_that_shrinks_is_told_in_its_own_thread)
{
    static thread threads[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        threads[i].shrinks = i % 2 == 0;
        cr_assert_eq(pthread_create(&threads[i].thread, NULL, run, &threads[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i].thread, NULL);
        cr_assert_eq(threads[i].shrunk, threads[i].shrinks ? TIMES : 0U, "thread %zu", i);
        cr_assert_eq(threads[i].whole, threads[i].shrinks ? 0U : TIMES, "thread %zu", i);
    }
}
