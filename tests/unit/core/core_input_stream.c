/* core/files/input.h: streams that are interrupted by signals, and streams larger than memory. */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/support/less_memory.h"
#include "tests/unit/support/test_input.h"
#include "tests/unit/support/test_sample.h"

INPUT_SUITE(core_input_stream);

/* EINTR left in errno by an earlier call must not count as an interruption at the end of the stream. */
Test(core_input_stream, a_stale_errno_does_not_hide_the_end, .timeout = 10)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    cr_assert_eq(write(ends[1], "abc", 3), 3);
    close(ends[1]);
    errno = EINTR;
    cr_assert_eq(ap_input_load_stream(&input, ends[0]), AP_OK);
    cr_assert(input.view.size == 3 && memcmp(input.view.bytes, "abc", 3) == 0);
    close(ends[0]);
}

static volatile sig_atomic_t interruptions;

static void count_signal(int number)
{
    (void)number;
    interruptions++;
}

/* A signal arrives before the first byte: reading must continue, for a stream and for a named fifo. The writer writes after the
   signal. */
static void check_interrupted_read(bool named)
{
    int ends[2];
    struct sigaction action = { .sa_handler =
                                    count_signal }; /* without SA_RESTART, so that read() is interrupted */
    cr_assert_eq(pipe(ends), 0);
    sigaction(SIGALRM, &action, NULL);
    const pid_t child = fork();
    if (child == 0) {
        usleep(30000);
        kill(getppid(), SIGALRM);
        usleep(10000);
        _exit(write(ends[1], "abc", 3) != 3);
    }
    close(ends[1]);
    const ap_status status =
        named ? ap_input_load(&input, path_of_descriptor(ends[0])) : ap_input_load_stream(&input, ends[0]);
    cr_assert_eq(status, AP_OK, "reading must continue, but: %s", input.error);
    cr_assert(input.view.size == 3 && memcmp(input.view.bytes, "abc", 3) == 0);
    cr_assert(interruptions > 0);
    close(ends[0]);
    waitpid(child, NULL, 0);
}

Test(core_input_stream, reading_continues_after_an_interruption, .timeout = 10)
{
    check_interrupted_read(false);
}

Test(core_input_stream, reading_a_fifo_continues_after_an_interruption, .timeout = 10)
{
    check_interrupted_read(true);
}

/* If the buffer cannot grow, loading fails, and the view is empty. */
Test(core_input_stream, a_stream_larger_than_memory_is_refused)
{
    enum { FILE_BYTES = 64 << 20, LEFT_BYTES = 4 << 20 };
    size_t read = 0;
#ifdef TEST_IS_SANITIZED
    return; /* the test limits the address space, and the shadow memory of a sanitizer exceeds the limit */
#endif
    const int file = memfd_create("long", 0);
    cr_assert(file >= 0 && ftruncate(file, FILE_BYTES) == 0);
    const struct rlimit before = limit_address_space(LEFT_BYTES);
    const ap_status status = ap_input_load_stream(&input, file);
    setrlimit(RLIMIT_AS, &before);
    cr_assert_eq(status, AP_NO_MEMORY);
    cr_assert_eq(sscanf(input.error, "not enough memory: only %zu bytes could be read", &read), 1,
        "wrong error: %s", input.error);
    cr_assert(read >= LEFT_BYTES / 4 && read < FILE_BYTES, "wrong number of bytes in the error: %zu", read);
    cr_assert_eq(input.view.size, 0);
    cr_assert_eq(lseek(file, 0, SEEK_SET), 0);
    cr_assert_eq(ap_input_load_stream(&input, file), AP_OK); /* the input can be used again */
    cr_assert_eq(input.view.size, FILE_BYTES);
    close(file);
}

/* Fills the buffer and never reports an end. */
static const char *fill_buffer_endlessly(void *context, uint8_t *room, size_t bytes, size_t *got)
{
    size_t *given = context;
    memset(room, 7, bytes);
    *got = bytes;
    *given += bytes;
    return NULL;
}

Test(core_input_stream, an_endless_source_is_refused)
{
#ifdef TEST_IS_SANITIZED
    return;
#endif
    size_t given = 0;
    const ap_input_source source = { &given, fill_buffer_endlessly };
    const struct rlimit before = limit_address_space(4 << 20);
    const ap_status status = ap_input_load_source(&input, &source, NULL);
    setrlimit(RLIMIT_AS, &before);
    cr_assert_eq(status, AP_NO_MEMORY);
    char wanted[80];
    snprintf(wanted, sizeof wanted, "not enough memory: only %zu bytes could be read", given);
    cr_assert_str_eq(input.error, wanted);
    cr_assert_eq(input.view.size, 0);
}

/* An eventfd is neither a regular file nor one of the kinds that messages name. */
Test(core_input_stream, a_descriptor_without_a_kind_is_refused)
{
    cr_assert_eq(ap_input_load(&input, path_of_descriptor(eventfd(0, 0))), AP_CANNOT_READ);
    cr_assert_str_eq(input.error, "is not a regular file");
}

/* If the system refuses to read or to map, the error is the system's text, and the view is empty. */
Test(core_input_stream, errors_of_the_system_are_reported)
{
    const int folder = open("/", O_RDONLY | O_DIRECTORY);
    cr_assert(folder >= 0);
    cr_expect_eq(ap_input_load_stream(&input, folder), AP_CANNOT_READ);
    cr_expect_str_eq(input.error, strerror(EISDIR));
    cr_expect_eq(input.view.size, 0);
    cr_expect_eq(ap_input_load_descriptor(&input, folder), AP_CANNOT_READ);
    cr_expect_str_eq(input.error, "is a directory");
    cr_expect_eq(fcntl(folder, F_GETFD), -1); /* the input owned the descriptor and has closed it */
    struct rlimit files;                      /* file size limit of the shell that runs the tests */
    cr_assert_eq(getrlimit(RLIMIT_FSIZE, &files), 0);
    files.rlim_cur = files.rlim_max;
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &files), 0);
    const int huge = memfd_create("huge", 0);
    cr_assert(huge >= 0 && ftruncate(huge, (off_t)1 << 60) == 0);
    cr_expect_eq(ap_input_load_descriptor(&input, huge), AP_NO_MEMORY);
    cr_expect_str_eq(input.error, strerror(ENOMEM));
    cr_expect_eq(input.view.size, 0);
}
