/* core/files/input.h: a mapped file that shrinks under its reader is a status, not a crash. */
#include <criterion/criterion.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/files/guard.h"
#include "tests/unit/support/test_input.h"

enum { SIZE = 300 * 1000 /* over AP_SMALL_FILE_BYTES, and no whole number of pages */ };

/* A file, and what came of reading it all. */
typedef struct reading {
    ap_input input;
    int file;
    off_t shrink_to; /* before reading; -1: not at all */
    size_t sum;
    bool finished;
} reading;

static void begin(reading *r, size_t size, off_t shrink_to)
{
    *r = (reading){ .file = memfd_create("guard", 0), .shrink_to = shrink_to };
    for (size_t i = 0; i < size; i += 1000)
        cr_assert_eq(pwrite(r->file, "\1", 1, (off_t)i), 1);
    cr_assert_eq(ftruncate(r->file, (off_t)size), 0);
    ap_input_init(&r->input, 0);
    cr_assert_eq(ap_input_load(&r->input, path_of(r->file)), AP_OK);
}

static void end(reading *r)
{
    ap_input_free(&r->input);
    close(r->file);
}

static void read_all(void *context)
{
    reading *r = context;
    if (r->shrink_to >= 0)
        cr_assert_eq(ftruncate(r->file, r->shrink_to), 0);
    r->sum = 0;
    for (size_t i = 0; i < r->input.view.size; i++)
        r->sum += r->input.view.bytes[i];
    r->finished = true;
}

static ap_status guard(reading *r)
{
    return ap_input_guard(&r->input, read_all, r);
}

Test(core_guard, a_file_that_stays_is_read_to_its_end)
{
    static const size_t sizes[] = { SIZE, 1000 }; /* mapped, and in the buffer */
    for (size_t i = 0; i < 2; i++) {
        reading r;
        begin(&r, sizes[i], -1);
        cr_assert_eq(guard(&r), AP_OK);
        cr_assert(r.finished);
        cr_assert_eq(r.sum, sizes[i] / 1000);
        end(&r);
    }
}

/* To nothing, to some pages, and within its last page, where the rest reads as zeros without a signal. */
Test(core_guard, a_file_that_shrinks_is_told)
{
    static const off_t sizes[] = { 0, 1, 4096, 200000, SIZE - 1 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        reading r;
        begin(&r, SIZE, sizes[i]);
        cr_assert_eq(guard(&r), AP_SHRUNK, "to %ld", (long)sizes[i]);
        cr_assert_eq(r.finished, sizes[i] == SIZE - 1, "to %ld", (long)sizes[i]);
        cr_assert_str_eq(r.input.error, "became shorter while it was read");
        end(&r);
    }
}

/* What the kernel sends where a page of a mapped file cannot be read. */
static void fail_to_read(void *context)
{
    const reading *r = context;
    siginfo_t about = { .si_signo = SIGBUS, .si_code = BUS_ADRERR };
    about.si_addr = (void *)(uintptr_t)(r->input.mapping + 4096);
    syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), SIGBUS, &about);
}

Test(core_guard, a_read_error_is_not_called_shrinking)
{
    reading r;
    begin(&r, SIZE, -1);
    cr_assert_eq(ap_input_guard(&r.input, fail_to_read, &r), AP_CANNOT_READ);
    cr_assert_str_eq(r.input.error, "Input/output error");
    end(&r);
}

/* The handler that a guard has left in place gives the signal back: the second one, as of an access that is tried again,
   ends the program. */
Test(core_guard, a_signal_about_anything_else_ends_the_program, .signal = SIGBUS)
{
    reading r;
    begin(&r, SIZE, -1);
    cr_assert_eq(guard(&r), AP_OK);
    end(&r);
    raise(SIGBUS);
    cr_assert(r.finished, "the first signal alone ends nothing");
    raise(SIGBUS);
}

Test(core_guard, a_file_in_the_buffer_may_shrink)
{
    reading r;
    begin(&r, 2000, 0);
    cr_assert_eq(guard(&r), AP_OK, "all of it was read before");
    cr_assert_eq(r.sum, 2U);
    end(&r);
}

Test(core_guard, after_one_that_shrank_the_next_is_read)
{
    reading r;
    begin(&r, SIZE, 0);
    cr_assert_eq(guard(&r), AP_SHRUNK);
    end(&r);
    begin(&r, SIZE, -1);
    cr_assert_eq(guard(&r), AP_OK);
    cr_assert(r.finished);
    end(&r);
}

typedef struct nested {
    reading outer, inner;
    ap_status of_inner;
    bool finished;
} nested;

static void read_both(void *context)
{
    nested *n = context;
    n->of_inner = guard(&n->inner);
    read_all(&n->outer);
    n->finished = true;
}

/* Each guard answers for its own input, whichever of the two shrinks. */
Test(core_guard, guards_stand_inside_each_other)
{
    for (int shrinks = 0; shrinks < 3; shrinks++) {
        nested n = { .finished = false };
        begin(&n.outer, SIZE, shrinks == 1 ? 0 : -1);
        begin(&n.inner, SIZE, shrinks == 2 ? 0 : -1);
        const ap_status status = ap_input_guard(&n.outer.input, read_both, &n);
        cr_assert_eq(status, shrinks == 1 ? AP_SHRUNK : AP_OK, "%d", shrinks);
        cr_assert_eq(n.of_inner, shrinks == 2 ? AP_SHRUNK : AP_OK, "%d", shrinks);
        cr_assert_eq(n.finished, shrinks != 1, "%d", shrinks);
        end(&n.outer);
        end(&n.inner);
    }
}

static void read_outer_in_inner_guard(void *context)
{
    nested *n = context;
    (void)ap_input_guard(&n->inner.input, read_all, &n->outer);
    n->finished = true;
}

/* The outer file shrinks while an inner guard runs: both are broken off, and the outer one says so. */
Test(core_guard, an_outer_file_shrinks_in_an_inner_guard)
{
    nested n = { .finished = false };
    begin(&n.outer, SIZE, 0);
    begin(&n.inner, SIZE, -1);
    cr_assert_eq(ap_input_guard(&n.outer.input, read_outer_in_inner_guard, &n), AP_SHRUNK);
    cr_assert_not(n.finished);
    cr_assert_eq(guard(&n.inner), AP_OK, "guards work as before");
    end(&n.outer);
    end(&n.inner);
}
