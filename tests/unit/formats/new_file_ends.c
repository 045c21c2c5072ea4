/* Tests core/files/new_file.h and sink.h: writing goes on after a signal, and an existing file is kept if the new one could not
   be written. */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "core/files/new_file.h"
#include "core/report/output.h"
#include "tests/unit/support/less_memory.h"
#include "tests/unit/support/test_sample.h"

enum { PIPE_BYTES = 4096, TEXT_BYTES = 3 * PIPE_BYTES };

static int reading; /* read end of the pipe */
static volatile sig_atomic_t interrupted;
static volatile size_t taken;

/* Empties the pipe after interrupting a write that waits. Restores errno, because the alarm may come between a system call and
   the caller's check of errno. */
static void empty_pipe_on_alarm(int number)
{
    char bytes[PIPE_BYTES];
    const int error = errno;
    const ssize_t got = read(reading, bytes, sizeof bytes);
    (void)number;
    taken += got > 0 ? (size_t)got : 0;
    interrupted++;
    errno = error;
}

/* Returns the write end of a full pipe, and starts an alarm every millisecond that interrupts system calls. */
static int open_full_pipe_and_start_alarms(void)
{
    static const char full[PIPE_BYTES];
    int ends[2];
    const struct sigaction action = { .sa_handler = empty_pipe_on_alarm };
    const struct itimerval often = { { 0, 1000 }, { 0, 1000 } };
    cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
    cr_assert(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 && fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES) > 0);
    cr_assert_eq(write(ends[1], full, sizeof full), PIPE_BYTES);
    reading = ends[0];
    interrupted = 0;
    taken = 0;
    cr_assert_eq(sigaction(SIGALRM, &action, NULL), 0);
    cr_assert_eq(setitimer(ITIMER_REAL, &often, NULL), 0);
    return ends[1];
}

static void stop_alarms_and_check_pipe(void)
{
    const struct itimerval never = { { 0, 0 }, { 0, 0 } };
    cr_assert_eq(setitimer(ITIMER_REAL, &never, NULL), 0);
    empty_pipe_on_alarm(SIGALRM);
    cr_expect(interrupted > 1);
    cr_expect_eq(taken, PIPE_BYTES + TEXT_BYTES);
}

Test(new_file_ends, writing_goes_on_after_a_signal)
{
    static const uint8_t text[TEXT_BYTES];
    static ap_writer writer;
    ap_descriptor_writer descriptor;
    ap_new_file file = { .descriptor = open_full_pipe_and_start_alarms() };
    cr_expect(ap_new_file_write(&file, text, sizeof text) && file.error == 0);
    stop_alarms_and_check_pipe();
    ap_descriptor_writer_init(&descriptor, &writer, open_full_pipe_and_start_alarms());
    cr_expect(ap_write(&writer, text, sizeof text) && ap_writer_flush(&writer) && descriptor.error == 0);
    stop_alarms_and_check_pipe();
}

static void expect_file_text(const char *path, const char *wanted)
{
    char text[16] = "";
    FILE *stream = fopen(path, "r");
    cr_assert_not_null(stream);
    (void)fread(text, 1, sizeof text - 1, stream);
    fclose(stream);
    cr_expect_str_eq(text, wanted);
}

/* The new file is closed with `keep` set. It must replace the existing file if all writes succeeded, and only then. */
Test(new_file_ends, an_existing_file_stays_if_writing_failed)
{
    char path[] = "/tmp/new-file-ends-XXXXXX";
    ap_new_file file;
    const int old = mkstemp(path), unwritable = open("/dev/null", O_RDONLY | O_CLOEXEC);
    cr_assert(old >= 0 && unwritable >= 0 && write(old, "old", 3) == 3);
    for (int fails = 0; fails < 2; fails++) {
        cr_assert(ap_new_file_open(&file, path));
        cr_assert(!fails || dup2(unwritable, file.descriptor) >= 0);
        cr_expect_eq(ap_new_file_write(&file, "new", 3), !fails);
        cr_expect_eq(ap_new_file_write(&file, "er", 2), !fails);
        cr_expect_eq(ap_new_file_sync(&file), !fails);
        cr_expect_eq(ap_new_file_close(&file, true), !fails);
        cr_expect_eq(file.error, fails ? EBADF : 0);
        expect_file_text(path, "newer");
    }
    close(old);
    unlink(path);
}

/* fsync fails on a pipe. A file that is written in place, such as /dev/null, is not synchronized. */
Test(new_file_ends, a_failing_fsync_is_reported)
{
    char path[] = "/tmp/new-file-ends-XXXXXX";
    int ends[2];
    ap_new_file file;
    const int old = mkstemp(path);
    cr_assert(old >= 0 && pipe2(ends, O_CLOEXEC) == 0 && ap_new_file_open(&file, path));
    cr_assert(dup2(ends[1], file.descriptor) >= 0);
    cr_expect(!ap_new_file_sync(&file) && file.error == EINVAL);
    cr_expect(!ap_new_file_close(&file, true));
    expect_file_text(path, "");
    cr_assert(ap_new_file_open(&file, "/dev/null"));
    cr_assert(dup2(ends[1], file.descriptor) >= 0);
    cr_expect(ap_new_file_sync(&file) && ap_new_file_close(&file, true));
    close(old);
    unlink(path);
}

/* The test allocates every block, so that opening the stream fails. */
Test(new_file_ends, a_report_without_memory_for_its_stream_is_not_opened)
{
    static ap_output output;
    void **blocks = NULL;
#ifdef TEST_IS_SANITIZED
    return; /* the test limits the address space, and the shadow memory of a sanitizer exceeds the limit */
#endif
    const struct rlimit before = limit_address_space(0);
    for (size_t size = 1 << 20; size >= 16; size -= size > 4096 ? size / 2 : 16) {
        for (void **block; (block = malloc(size)) != NULL; blocks = block)
            *block = blocks;
    }
    const bool opened = ap_output_open(&output, ap_find_reporter("gcc"), NULL, NULL);
    while (blocks != NULL) {
        void **next = *blocks;
        free(blocks);
        blocks = next;
    }
    setrlimit(RLIMIT_AS, &before);
    cr_expect(!opened && output.stream == NULL && output.error == ENOMEM);
    cr_expect_not(ap_output_close(&output, true));
}
