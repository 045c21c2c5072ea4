#include "cli/files/git_output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/shared/meter.h"

extern char **environ;

enum {
    USUAL_SECONDS = 300, /* an outdated index makes git read the working tree, about 100 MB/s */
    MOST_SECONDS = 86400,
    MS_TO_END = 1000 /* time for git to end the programs that it has started */
};

/* A running git process. */
typedef struct git_run {
    pid_t pid;
    int output; /* the read end of the pipe */
    int64_t until_ms;
    unsigned seconds; /* the time limit, for messages */
    bool late;        /* the time limit has passed */
} git_run;

static void set_time_limit(git_run *run)
{
    const char *setting = getenv(CLI_GIT_SECONDS);
    char *end;
    const unsigned long seconds = setting == NULL || *setting == '\0' ? 0 : strtoul(setting, &end, 10);
    const bool usable = seconds > 0 && seconds <= MOST_SECONDS && *end == '\0';
    run->seconds = usable ? (unsigned)seconds : USUAL_SECONDS;
    run->until_ms = cli_now_ms() + (int64_t)run->seconds * 1000;
}

/* Returns the environment with GIT_NO_LAZY_FETCH=1, so that a partial clone does not fetch from a remote.
   The caller frees the environment. Returns NULL when out of memory. */
static char **make_environment(void)
{
    static char no_fetch[] = "GIT_NO_LAZY_FETCH=1";
    const size_t name_bytes = sizeof "GIT_NO_LAZY_FETCH=" - 1;
    size_t count = 0, used = 0;
    while (environ[count] != NULL)
        count++;
    char **made = calloc(count + 2, sizeof *made);
    for (size_t i = 0; made != NULL && i < count; i++) {
        if (strncmp(environ[i], no_fetch, name_bytes) != 0)
            made[used++] = environ[i];
    }
    if (made != NULL)
        made[used] = no_fetch;
    return made;
}

/* Starts git with its standard output in the pipe. Returns an errno, or 0. */
static int start_git(const char *const *words, int output, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    char **environment = make_environment();
    int error = environment == NULL ? ENOMEM : posix_spawn_file_actions_init(&actions);
    if (error != 0) {
        free(environment);
        return error;
    }
    error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (error == 0) /* posix_spawnp does not change the words, although its prototype allows changes */
        error = posix_spawnp(pid, words[0], &actions, NULL, (char *const *)(uintptr_t)words, environment);
    posix_spawn_file_actions_destroy(&actions);
    free(environment);
    return error;
}

/* Waits until git has written something or closed the pipe. Returns false if the time limit has passed, or
   with errno on an error. */
static bool wait_for_output(git_run *run)
{
    for (;;) {
        const int64_t left = run->until_ms - cli_now_ms();
        struct pollfd output = { .fd = run->output, .events = POLLIN };
        const int ready = left <= 0 ? 0 : poll(&output, 1, (int)left);
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
        run->late = left <= 0;
        if (run->late)
            return false;
    }
}

/* Reads to the end of the pipe. Returns false if the time limit has passed, or with errno on an error. */
static bool read_output(git_run *run, char **text, size_t *bytes)
{
    size_t room = 0;
    *bytes = 0;
    while (wait_for_output(run)) {
        if (*bytes + 1 >= room) {
            room = room == 0 ? 4096 : room * 2;
            char *grown = realloc(*text, room);
            if (grown == NULL)
                return false;
            *text = grown;
        }
        const ssize_t more = read(run->output, *text + *bytes, room - *bytes - 1);
        if (more < 0 && errno != EINTR)
            return false;
        *bytes += more > 0 ? (size_t)more : 0;
        (*text)[*bytes] = '\0';
        if (more == 0)
            return true;
    }
    return false;
}

static cli_exit fail_git(int error)
{
    return cli_fail_errno("git", error);
}

/* Waits for the end of git. Returns false if git still runs at `until_ms`. */
static bool wait_for_end(const git_run *run, int64_t until_ms, int *status)
{
    static const struct timespec moment = { .tv_nsec = 1000000 };
    for (;;) {
        const pid_t ended = waitpid(run->pid, status, WNOHANG);
        if (ended == run->pid || (ended < 0 && errno != EINTR))
            return true;
        if (cli_now_ms() >= until_ms)
            return false;
        (void)nanosleep(&moment, NULL);
    }
}

/* Waits until git has ended; ends git if the time limit has passed. Returns the exit code after a message.
   */
static cli_exit finish_git(git_run *run)
{
    int status = 0;
    if (run->late || !wait_for_end(run, run->until_ms, &status)) {
        (void)kill(run->pid, SIGTERM);
        if (!wait_for_end(run, cli_now_ms() + MS_TO_END, &status)) {
            (void)kill(run->pid, SIGKILL);
            while (waitpid(run->pid, &status, 0) < 0 && errno == EINTR)
                ;
        }
        return cli_fail(CLI_UNREADABLE, "git",
            "no answer within %u second%s, so git was ended; " CLI_GIT_SECONDS " sets another time limit",
            run->seconds, run->seconds == 1 ? "" : "s");
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return CLI_CLEAN;
    if (WIFEXITED(status))
        cli_error_about("git", "failed with exit status %d", WEXITSTATUS(status));
    else
        cli_error_about("git", "was ended by signal %d", WTERMSIG(status));
    return CLI_UNREADABLE;
}

cli_exit cli_git_output(const char *const *words, char **text, size_t *bytes)
{
    int pair[2];
    git_run run = { .late = false };
    *text = NULL;
    if (pipe2(pair, O_CLOEXEC) != 0)
        return fail_git(errno);
    set_time_limit(&run);
    run.output = pair[0];
    const int start_error = start_git(words, pair[1], &run.pid);
    close(pair[1]);
    if (start_error != 0) {
        close(pair[0]);
        return fail_git(start_error);
    }
    const bool complete = read_output(&run, text, bytes);
    const int error = errno;
    close(pair[0]);
    cli_exit result = finish_git(&run); /* with the pipe closed, git ends even if it has more to write */
    if (!complete && !run.late)
        result = fail_git(error);
    if (result != CLI_CLEAN) {
        free(*text);
        *text = NULL;
    }
    return result;
}
