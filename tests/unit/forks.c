/* Runs Criterion's tests without Criterion: a fork a test, which takes a millisecond or two where Criterion starts the
   program anew, and more with a sanitizer.

       unit-forks                  runs all, and lets the program unit-tests beside it tell why one failed
       unit-forks --list           lists all, each with its file
       unit-forks [--all] LIST     the tests that the file names, a line each: SUITE/NAME SECONDS

   SECONDS of CPU are what a test may take. With a LIST it prints the first test that failed, and exits with 1; with --all
   each test with its seconds, and those that failed. The functions here are what the macros of criterion.h call. */
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

enum { FAILED = 1, WALL_FOR_CPU = 20, LONGEST = 300, MOST_TOLD = 5 };

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED 1 /* it maps terabytes */
#include <sanitizer/lsan_interface.h>
#endif
#endif

struct criterion_options criterion_options;

static const struct criterion_test *running;
static bool with_list;

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
#ifndef IS_SANITIZED
    setrlimit(RLIMIT_AS, &(struct rlimit){ (rlim_t)8 << 30, (rlim_t)8 << 30 });
#endif
    alarm((unsigned)seconds * WALL_FOR_CPU + 10);
    test->test();
#ifdef IS_SANITIZED
    if (with_list)
        _exit(__lsan_do_recoverable_leak_check() != 0 ? FAILED : 0);
#endif
    if (with_list)
        _exit(0); /* exit would move back in the list, which this process shares with its parent */
    exit(0);      /* a sanitizer looks for leaks */
}

/* As it says of itself: by that signal, or with that exit code. */
static bool ended_well(const struct criterion_test *test, int status)
{
    if (test->data->signal != 0)
        return WIFSIGNALED(status) && WTERMSIG(status) == test->data->signal;
    return WIFEXITED(status) && WEXITSTATUS(status) == test->data->exit_code;
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
    return ended_well(test, status);
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

/* Criterion's own program runs it once more, and says what was wrong. */
static void tell(const char *program, const struct criterion_test *test)
{
    const char *slash = strrchr(program, '/');
    const char *name = test->data->identifier_;
    char command[1024];
    snprintf(command, sizeof command, "%.*sunit-tests -j1 --filter '%s' 2>&1",
        slash == NULL ? 0 : (int)(slash + 1 - program), program, name);
    printf("FAILED: %s\n", name);
    fflush(stdout);
    if (system(command) == 0)
        printf("%s fails in a fork alone\n", name);
}

static int run_all(const char *program)
{
    unsigned passed = 0, failed = 0;
    double used;
    for (struct criterion_test **test = __start_cr_tst; test < __stop_cr_tst; test++) {
        if (*test == NULL)
            continue;
        fflush(stdout);
        const bool fine = passes(*test, LONGEST, &used);
        passed += fine;
        failed += !fine;
        if (!fine && failed <= MOST_TOLD)
            tell(program, *test);
        else if (!fine)
            printf("FAILED: %s\n", (*test)->data->identifier_);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0 || passed == 0;
}

int main(int count, char **words)
{
    const bool all = count == 3 && strcmp(words[1], "--all") == 0;
    if (count < 2)
        return run_all(words[0]);
    if (strcmp(words[1], "--list") == 0)
        return list_tests();
    with_list = true;
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
