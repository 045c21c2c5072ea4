/* Runs unit tests of a changed program in a given order, each in a forked process with a limit of CPU time, until one fails.
   Criterion runs tests in an order of its own, limits elapsed time, and takes 6 ms for a test; a fork takes 1 to 2 ms.

       PROGRAM --list           lists all tests with their source files
       PROGRAM [--all] LIST     runs the tests of a file with lines SUITE/NAME SECONDS

   SECONDS is the limit of CPU time of a test. With LIST the program prints the first failed test and exits with 1. With --all it
   runs every test of LIST, and prints the seconds and the result of each. The functions below replace those that the macros of
   criterion.h call. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* linker sections in which the macros of criterion.h put tests and suites */
extern struct criterion_test *__start_cr_tst[], *__stop_cr_tst[];
extern struct criterion_suite *__start_cr_sts[], *__stop_cr_sts[];

enum { FAILED = 1, WALL_FOR_CPU = 20 };

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED 1 /* AddressSanitizer maps terabytes: no limit of address space */
#include <sanitizer/lsan_interface.h>
#endif
#endif

struct criterion_options criterion_options;

static const struct criterion_test *running;

static const struct criterion_suite *suite_of(const struct criterion_test *test)
{
    for (struct criterion_suite **suite = __start_cr_sts; suite < __stop_cr_sts; suite++) {
        if (*suite != NULL && strcmp((*suite)->name, test->category) == 0)
            return *suite;
    }
    return NULL;
}

/* Runs the init functions of the suite and of the running test. */
void criterion_internal_test_setup(void)
{
    const struct criterion_suite *suite = suite_of(running);
    if (suite != NULL && suite->data->init != NULL)
        suite->data->init();
    if (running->data->init != NULL)
        running->data->init();
}

void criterion_internal_test_main(void (*fn)(void))
{
    fn();
}

/* Runs the fini functions of the running test and of its suite. */
void criterion_internal_test_teardown(void)
{
    const struct criterion_suite *suite = suite_of(running);
    if (running->data->fini != NULL)
        running->data->fini();
    if (suite != NULL && suite->data->fini != NULL)
        suite->data->fini();
}

void criterion_send_assert(struct criterion_assert_stats *stats)
{
    if (!stats->passed)
        _exit(FAILED);
}

void criterion_abort_test(void)
{
    _exit(FAILED);
}

void criterion_continue_test(void)
{
    _exit(FAILED);
}

void cri_asserts_passed_incr(void)
{
}

char *cr_translate_assert_msg(int msg_index, ...)
{
    (void)msg_index;
    return calloc(1, 16);
}

int cr_asprintf(char **strp, const char *fmt, ...)
{
    (void)fmt;
    *strp = calloc(1, 16);
    return 0;
}

void cr_asprintf_free(char *strp)
{
    free(strp);
}

static _Noreturn void run_in_child(const struct criterion_test *test, double seconds)
{
    running = test;
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    const rlim_t cpu = (rlim_t)seconds + 1;
    setrlimit(RLIMIT_CPU, &(struct rlimit){ cpu, cpu });
    const time_t full_seconds = (time_t)seconds;
    const struct itimerval limit = { .it_value = { full_seconds,
                                         (suseconds_t)((seconds - (double)full_seconds) * 1e6) } };
    setitimer(ITIMER_PROF, &limit, NULL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
#ifndef IS_SANITIZED
    setrlimit(RLIMIT_AS, &(struct rlimit){ (rlim_t)8 << 30, (rlim_t)8 << 30 });
#endif
    alarm((unsigned)seconds * WALL_FOR_CPU + 10);
    test->test();
    /* exit would seek in the list file; parent and child share its offset. */
#ifdef IS_SANITIZED
    _exit(__lsan_do_recoverable_leak_check() != 0 ? FAILED : 0);
#else
    _exit(0);
#endif
}

/* Returns true if the process ended with the signal or the exit code that the test declares. */
static bool ended_as_declared(const struct criterion_test *test, int status)
{
    if (test->data->signal != 0)
        return WIFSIGNALED(status) && WTERMSIG(status) == test->data->signal;
    return WIFEXITED(status) && WEXITSTATUS(status) == test->data->exit_code;
}

static bool run_test(const struct criterion_test *test, double seconds, double *used)
{
    struct rusage before, after;
    getrusage(RUSAGE_CHILDREN, &before);
    const pid_t child = fork();
    if (child == 0)
        run_in_child(test, seconds);
    int status = 1;
    waitpid(child, &status, 0);
    getrusage(RUSAGE_CHILDREN, &after);
    *used = (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec + after.ru_stime.tv_sec
                     - before.ru_stime.tv_sec)
            + (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec + after.ru_stime.tv_usec
                       - before.ru_stime.tv_usec)
                  / 1e6;
    return ended_as_declared(test, status);
}

static const struct criterion_test *find_test(const char *name)
{
    for (struct criterion_test **test = __start_cr_tst; test < __stop_cr_tst; test++) {
        if (*test != NULL && strcmp((*test)->data->identifier_, name) == 0)
            return *test;
    }
    return NULL;
}

static int list_tests(void)
{
    for (struct criterion_test **test = __start_cr_tst; test < __stop_cr_tst; test++) {
        if (*test != NULL)
            printf("%s %s\n", (*test)->data->identifier_, (*test)->data->file_);
    }
    return 0;
}

int main(int count, char **words)
{
    if (count < 2)
        return 2;
    const bool all = count == 3 && strcmp(words[1], "--all") == 0;
    if (strcmp(words[1], "--list") == 0)
        return list_tests();
    FILE *list = fopen(words[count - 1], "r");
    char name[256];
    double seconds, used = 0;
    while (list != NULL && fscanf(list, "%255s %lf", name, &seconds) == 2) {
        const struct criterion_test *test = find_test(name);
        const bool passed = test != NULL && run_test(test, seconds, &used);
        if (all)
            printf("%s %.3f %s\n", name, used, passed ? "passed" : "failed");
        fflush(stdout);
        if (passed || all)
            continue;
        printf("%s\n", name);
        return FAILED;
    }
    return list == NULL ? 2 : 0;
}
