/* Runs Criterion's tests without Criterion, for mutants: a fork a test, no messages, and an end at the first failure.

       quick-tests [--all] LIST      the tests that the file names, a line each: SUITE/NAME SECONDS

   Without words it lists all tests, each with its file. SECONDS of CPU are what a test may take. Prints the first test that failed, and exits with 1; with --all each test
   with its seconds, and those that failed. The functions here are what the macros of criterion.h call. */
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

/* The sections into which the macros put their tests and suites. */
extern struct criterion_test *__start_cr_tst[], *__stop_cr_tst[];
extern struct criterion_suite *__start_cr_sts[], *__stop_cr_sts[];

enum { FAILED = 1, WALL_FOR_CPU = 20 };

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

static _Noreturn void begin(const struct criterion_test *test, double seconds)
{
    running = test;
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    const rlim_t cpu = (rlim_t)seconds + 1;
    setrlimit(RLIMIT_CPU, &(struct rlimit){ cpu, cpu });
    const time_t whole = (time_t)seconds;
    const struct itimerval limit = { .it_value = { whole, (suseconds_t)((seconds - (double)whole) * 1e6) } };
    setitimer(ITIMER_PROF, &limit, NULL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
    setrlimit(RLIMIT_AS, &(struct rlimit){ (rlim_t)8 << 30, (rlim_t)8 << 30 });
    alarm((unsigned)(seconds * WALL_FOR_CPU) + 10);
    test->test();
    _exit(0);
}

static bool passes(const struct criterion_test *test, double seconds, double *used)
{
    struct rusage before, after;
    getrusage(RUSAGE_CHILDREN, &before);
    const pid_t child = fork();
    if (child == 0)
        begin(test, seconds);
    int status = 1;
    waitpid(child, &status, 0);
    getrusage(RUSAGE_CHILDREN, &after);
    *used = (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec + after.ru_stime.tv_sec
                     - before.ru_stime.tv_sec)
            + (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec + after.ru_stime.tv_usec
                       - before.ru_stime.tv_usec)
                  / 1e6;
    return status == 0;
}

static const struct criterion_test *named(const char *name)
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
    const bool all = count == 3 && strcmp(words[1], "--all") == 0;
    if (count < 2)
        return list_tests();
    FILE *list = fopen(words[count - 1], "r");
    char name[256];
    double seconds, used = 0;
    while (list != NULL && fscanf(list, "%255s %lf", name, &seconds) == 2) {
        const struct criterion_test *test = named(name);
        const bool passed = test != NULL && passes(test, seconds, &used);
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
