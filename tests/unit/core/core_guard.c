/* core/files/guard.h: a mapped file that shrinks while it is read gives a status, not a crash. */
#include <criterion/criterion.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/files/guard.h"
#include "tests/unit/support/test_input.h"

enum { SIZE = 300 * 1000 /* over AP_SMALL_FILE_BYTES, and not a multiple of the page size */ };

/* A file and the result of reading it under a guard. */
typedef struct guarded_reading {
    ap_input input;
    int file;
    off_t shrink_to; /* size in bytes that the file gets before it is read; -1: the size does not change */
    size_t sum;
    bool finished;
} guarded_reading;

static void open_guarded_reading(guarded_reading *r, size_t size, off_t shrink_to)
{
    *r = (guarded_reading){ .file = memfd_create("guard", 0), .shrink_to = shrink_to };
    for (size_t i = 0; i < size; i += 1000)
        cr_assert_eq(pwrite(r->file, "\1", 1, (off_t)i), 1);
    cr_assert_eq(ftruncate(r->file, (off_t)size), 0);
    ap_input_init(&r->input, 0);
    cr_assert_eq(ap_input_load(&r->input, path_of_descriptor(r->file)), AP_OK);
}

static void close_guarded_reading(guarded_reading *r)
{
    ap_input_free_memory(&r->input);
    close(r->file);
}

static void shrink_and_read_file(void *context)
{
    guarded_reading *r = context;
    if (r->shrink_to >= 0)
        cr_assert_eq(ftruncate(r->file, r->shrink_to), 0);
    r->sum = 0;
    for (size_t i = 0; i < r->input.view.size; i++)
        r->sum += r->input.view.bytes[i];
    r->finished = true;
}

static ap_status read_file_in_guard(guarded_reading *r)
{
    return ap_input_run_guarded(&r->input, shrink_and_read_file, r);
}

Test(core_guard, an_unchanged_file_is_read_to_its_end)
{
    static const size_t sizes[] = { SIZE, 1000 }; /* a mapped file, and a file that is read into the buffer */
    for (size_t i = 0; i < 2; i++) {
        guarded_reading r;
        open_guarded_reading(&r, sizes[i], -1);
        cr_assert_eq(read_file_in_guard(&r), AP_OK);
        cr_assert(r.finished);
        cr_assert_eq(r.sum, sizes[i] / 1000);
        close_guarded_reading(&r);
    }
}

/* Shrinks the file to no bytes, to some pages, and within the last page, where missing bytes read as zeros without a signal. */
Test(core_guard, a_shrinking_file_is_reported)
{
    static const off_t sizes[] = { 0, 1, 4096, 200000, SIZE - 1 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        guarded_reading r;
        open_guarded_reading(&r, SIZE, sizes[i]);
        cr_assert_eq(
            read_file_in_guard(&r), AP_SHRUNK, "shrinking to %ld bytes must be reported", (long)sizes[i]);
        cr_assert_eq(r.finished, sizes[i] == SIZE - 1,
            "reading must finish exactly if the file shrinks within its last page; it shrank to %ld bytes",
            (long)sizes[i]);
        cr_assert_str_eq(r.input.error, "became shorter while it was read");
        close_guarded_reading(&r);
    }
}

/* Sends the signal that the kernel sends if a page of a mapped file cannot be read. */
static void send_bus_error(void *context)
{
    const guarded_reading *r = context;
    siginfo_t about = { .si_signo = SIGBUS, .si_code = BUS_ADRERR };
    about.si_addr = (void *)(uintptr_t)(r->input.mapping + 4096);
    syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), SIGBUS, &about);
}

Test(core_guard, a_read_error_is_not_called_shrinking)
{
    guarded_reading r;
    open_guarded_reading(&r, SIZE, -1);
    cr_assert_eq(ap_input_run_guarded(&r.input, send_bus_error, &r), AP_CANNOT_READ);
    cr_assert_str_eq(r.input.error, "Input/output error");
    close_guarded_reading(&r);
}

/* If a SIGBUS does not come from a mapped file, the guard's handler restores the default action and returns, so that the second
   SIGBUS ends the program. The handler stays installed after a guard has ended. A child process gets both signals, and writes a
   byte between them. */
Test(core_guard, the_second_signal_about_anything_else_ends_the_program)
{
    int ends[2], result = 0;
    char byte;
    guarded_reading r;
    open_guarded_reading(&r, SIZE, -1);
    cr_assert_eq(read_file_in_guard(&r), AP_OK);
    close_guarded_reading(&r);
    cr_assert_eq(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        raise(SIGBUS);
        (void)!write(ends[1], "1", 1);
        raise(SIGBUS);
        _exit(0);
    }
    close(ends[1]);
    cr_assert_eq(waitpid(child, &result, 0), child);
    cr_expect_eq(read(ends[0], &byte, 1), 1, "the first signal must not end the program");
    cr_expect(WIFSIGNALED(result) && WTERMSIG(result) == SIGBUS, "the second signal must end the program");
    close(ends[0]);
}

Test(core_guard, a_file_in_the_buffer_may_shrink)
{
    guarded_reading r;
    open_guarded_reading(&r, 2000, 0);
    cr_assert_eq(
        read_file_in_guard(&r), AP_OK, "a file that is read into the buffer must not be reported as shrunk");
    cr_assert_eq(r.sum, 2U);
    close_guarded_reading(&r);
}

Test(core_guard, a_file_after_a_shrunk_one_is_read)
{
    guarded_reading r;
    open_guarded_reading(&r, SIZE, 0);
    cr_assert_eq(read_file_in_guard(&r), AP_SHRUNK);
    close_guarded_reading(&r);
    open_guarded_reading(&r, SIZE, -1);
    cr_assert_eq(read_file_in_guard(&r), AP_OK);
    cr_assert(r.finished);
    close_guarded_reading(&r);
}

typedef struct nested_guards {
    guarded_reading outer, inner;
    ap_status inner_status;
    bool finished;
} nested_guards;

static void read_inner_then_outer(void *context)
{
    nested_guards *n = context;
    n->inner_status = read_file_in_guard(&n->inner);
    shrink_and_read_file(&n->outer);
    n->finished = true;
}

/* Each guard reports its own input, whichever of the two files shrinks. */
Test(core_guard, guards_can_be_nested)
{
    for (int shrinks = 0; shrinks < 3; shrinks++) {
        nested_guards n = { .finished = false };
        open_guarded_reading(&n.outer, SIZE, shrinks == 1 ? 0 : -1);
        open_guarded_reading(&n.inner, SIZE, shrinks == 2 ? 0 : -1);
        const ap_status status = ap_input_run_guarded(&n.outer.input, read_inner_then_outer, &n);
        cr_assert_eq(
            status, shrinks == 1 ? AP_SHRUNK : AP_OK, "case %d: wrong status of the outer guard", shrinks);
        cr_assert_eq(n.inner_status, shrinks == 2 ? AP_SHRUNK : AP_OK,
            "case %d: wrong status of the inner guard", shrinks);
        cr_assert_eq(n.finished, shrinks != 1,
            "case %d: reading must finish exactly if the outer file does not shrink", shrinks);
        close_guarded_reading(&n.outer);
        close_guarded_reading(&n.inner);
    }
}

static void read_outer_in_inner_guard(void *context)
{
    nested_guards *n = context;
    (void)ap_input_run_guarded(&n->inner.input, shrink_and_read_file, &n->outer);
    n->finished = true;
}

/* The outer file shrinks while an inner guard runs: both guards end, and the outer one reports AP_SHRUNK. */
Test(core_guard, an_outer_file_that_shrinks_in_an_inner_guard_ends_both)
{
    for (int outer_first = 0; outer_first < 2;
         outer_first++) { /* the file that is mapped later has the lower address */
        nested_guards n = { .finished = false };
        if (outer_first)
            open_guarded_reading(&n.outer, SIZE, 0);
        open_guarded_reading(&n.inner, SIZE, -1);
        if (!outer_first)
            open_guarded_reading(&n.outer, SIZE, 0);
        cr_assert_eq(ap_input_run_guarded(&n.outer.input, read_outer_in_inner_guard, &n), AP_SHRUNK);
        cr_assert_not(n.finished);
        cr_assert_eq(read_file_in_guard(&n.inner), AP_OK, "guards must work after a failure");
        close_guarded_reading(&n.outer);
        close_guarded_reading(&n.inner);
    }
}

static void ignore_bus_error(int number, siginfo_t *about, void *machine)
{
    (void)number;
    (void)about;
    (void)machine;
}

Test(core_guard, a_guard_replaces_another_handler)
{
    guarded_reading r;
    const struct sigaction other = { .sa_sigaction = ignore_bus_error, .sa_flags = SA_SIGINFO };
    cr_assert_eq(sigaction(SIGBUS, &other, NULL), 0);
    open_guarded_reading(&r, SIZE, 0);
    cr_assert_eq(read_file_in_guard(&r), AP_SHRUNK);
    close_guarded_reading(&r);
}
