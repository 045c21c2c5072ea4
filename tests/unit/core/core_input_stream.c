/* core/files/input.h: streams that are interrupted, and memory that runs out while one is read. */
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

/* What an earlier call left in errno is no interruption of this one: the end is the end. */
Test(core_input_stream, the_end_after_an_interruption, .timeout = 10)
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

static void interrupt(int number)
{
    (void)number;
    interruptions++;
}

/* A signal while nothing has been written yet: reading goes on, of a stream and of a fifo that has a name. The writer waits
   until the signal was there. */
static void check_interruption(bool named)
{
    int ends[2];
    struct sigaction action = { .sa_handler = interrupt }; /* without SA_RESTART */
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
        named ? ap_input_load(&input, path_of(ends[0])) : ap_input_load_stream(&input, ends[0]);
    cr_assert_eq(status, AP_OK, "%s", input.error);
    cr_assert(input.view.size == 3 && memcmp(input.view.bytes, "abc", 3) == 0);
    cr_assert(interruptions > 0);
    close(ends[0]);
    waitpid(child, NULL, 0);
}

Test(core_input_stream, an_interruption, .timeout = 10)
{
    check_interruption(false);
}

Test(core_input_stream, an_interruption_before_anything_is_there, .timeout = 10)
{
    check_interruption(true);
}

/* The buffer cannot grow any more: that is said, and what was read by then is not shown as all of it. */
Test(core_input_stream, no_memory_for_more)
{
    enum { FILE_BYTES = 64 << 20, LEFT_BYTES = 4 << 20 };
    size_t read = 0;
#ifdef TEST_IS_SANITIZED
    return; /* its shadow needs the address space that is limited here */
#endif
    const int file = memfd_create("long", 0);
    cr_assert(file >= 0 && ftruncate(file, FILE_BYTES) == 0);
    const struct rlimit before = limit_address_space(LEFT_BYTES);
    const ap_status status = ap_input_load_stream(&input, file);
    setrlimit(RLIMIT_AS, &before);
    cr_assert_eq(status, AP_NO_MEMORY);
    cr_assert_eq(
        sscanf(input.error, "not enough memory: only %zu bytes could be read", &read), 1, "%s", input.error);
    cr_assert(read >= LEFT_BYTES / 4 && read < FILE_BYTES, "%zu", read);
    cr_assert_eq(input.view.size, 0);
    cr_assert_eq(lseek(file, 0, SEEK_SET), 0);
    cr_assert_eq(ap_input_load_stream(&input, file), AP_OK); /* it can be used on */
    cr_assert_eq(input.view.size, FILE_BYTES);
    close(file);
}

/* Gives what there is room for, and never ends. */
static const char *give_all(void *context, uint8_t *room, size_t bytes, size_t *got)
{
    size_t *given = context;
    memset(room, 7, bytes);
    *got = bytes;
    *given += bytes;
    return NULL;
}

Test(core_input_stream, a_source_without_end)
{
#ifdef TEST_IS_SANITIZED
    return;
#endif
    size_t given = 0;
    const ap_input_source source = { &given, give_all };
    const struct rlimit before = limit_address_space(4 << 20);
    const ap_status status = ap_input_load_source(&input, &source, NULL);
    setrlimit(RLIMIT_AS, &before);
    cr_assert_eq(status, AP_NO_MEMORY);
    char wanted[80];
    snprintf(wanted, sizeof wanted, "not enough memory: only %zu bytes could be read", given);
    cr_assert_str_eq(input.error, wanted);
    cr_assert_eq(input.view.size, 0);
}

/* Neither a file nor any other thing that has a name. */
Test(core_input_stream, what_has_no_kind)
{
    cr_assert_eq(ap_input_load(&input, path_of(eventfd(0, 0))), AP_CANNOT_READ);
    cr_assert_str_eq(input.error, "is not a regular file");
}

/* What the system refuses to read or to map is told in its words, and nothing of it is shown. */
Test(core_input_stream, what_the_system_refuses)
{
    const int folder = open("/", O_RDONLY | O_DIRECTORY);
    cr_assert(folder >= 0);
    cr_expect_eq(ap_input_load_stream(&input, folder), AP_CANNOT_READ);
    cr_expect_str_eq(input.error, strerror(EISDIR));
    cr_expect_eq(input.view.size, 0);
    cr_expect_eq(ap_input_load_open(&input, folder), AP_CANNOT_READ);
    cr_expect_str_eq(input.error, "is a directory");
    cr_expect_eq(fcntl(folder, F_GETFD), -1); /* the file was the input's, which has closed it */
    struct rlimit files;                      /* whoever runs the tests may limit them */
    cr_assert_eq(getrlimit(RLIMIT_FSIZE, &files), 0);
    files.rlim_cur = files.rlim_max;
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &files), 0);
    const int huge = memfd_create("huge", 0);
    cr_assert(huge >= 0 && ftruncate(huge, (off_t)1 << 60) == 0);
    cr_expect_eq(ap_input_load_open(&input, huge), AP_NO_MEMORY);
    cr_expect_str_eq(input.error, strerror(ENOMEM));
    cr_expect_eq(input.view.size, 0);
}
