#include "cli/files/git_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/shared/progress_line.h"

extern char **environ;

enum {
    /* default time limit in seconds: if git's index is out of date, git reads the working tree, at about 100 MB/s */
    USUAL_SECONDS = 300,
    MOST_SECONDS = 86400,
    MS_TO_END = 1000 /* milliseconds that git gets to end the programs it has started, before git is killed */
};

void cli_git_restart_time_limit(cli_git_process *process)
{
    const char *setting = getenv(CLI_GIT_SECONDS);
    char *end;
    const unsigned long seconds = setting == NULL || *setting == '\0' ? 0 : strtoul(setting, &end, 10);
    const bool usable = seconds > 0 && seconds <= MOST_SECONDS && *end == '\0';
    process->seconds = usable ? (unsigned)seconds : USUAL_SECONDS;
    process->until_ms = cli_now_ms() + (int64_t)process->seconds * 1000;
}

/* Returns the environment with GIT_NO_LAZY_FETCH=1, so that a partial clone does not fetch from a remote.
   The caller frees the environment. Returns NULL when out of memory. */
static char **environment_without_lazy_fetch(void)
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

/* Starts git with the standard output `output` and the standard input `input`; input -1: an empty standard input.
   Returns 0 or an errno. */
static int spawn_git(const char *const *words, int input, int output, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    char **environment = environment_without_lazy_fetch();
    int error = environment == NULL ? ENOMEM : posix_spawn_file_actions_init(&actions);
    if (error != 0) {
        free(environment);
        return error;
    }
    error = input < 0 ? posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
                      : posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (error == 0) /* posix_spawnp does not change the words, although its prototype allows changes */
        error = posix_spawnp(pid, words[0], &actions, NULL, (char *const *)(uintptr_t)words, environment);
    posix_spawn_file_actions_destroy(&actions);
    free(environment);
    return error;
}

int cli_git_start(cli_git_process *process, const char *const *words, int input)
{
    int pair[2];
    *process = (cli_git_process){ .output = -1 };
    if (pipe2(pair, O_CLOEXEC) != 0)
        return errno;
    cli_git_restart_time_limit(process);
    const int error = spawn_git(words, input, pair[1], &process->pid);
    close(pair[1]);
    if (error == 0)
        process->output = pair[0];
    else
        close(pair[0]);
    return error;
}

bool cli_git_wait_for_output(cli_git_process *process)
{
    for (;;) {
        const int64_t left = process->until_ms - cli_now_ms();
        struct pollfd output = { .fd = process->output, .events = POLLIN };
        const int ready = left <= 0 ? 0 : poll(&output, 1, (int)left);
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
        process->late = left <= 0;
        if (process->late)
            return false;
    }
}

/* Waits until git has ended. Returns false if git is still running at the time until_ms. */
static bool wait_for_end_of_git(const cli_git_process *process, int64_t until_ms, int *status)
{
    static const struct timespec moment = { .tv_nsec = 1000000 };
    for (;;) {
        const pid_t ended = waitpid(process->pid, status, WNOHANG);
        if (ended == process->pid || (ended < 0 && errno != EINTR))
            return true;
        if (cli_now_ms() >= until_ms)
            return false;
        (void)nanosleep(&moment, NULL);
    }
}

cli_exit cli_git_wait_for_exit_or_kill(cli_git_process *process)
{
    int status = 0;
    if (process->late || !wait_for_end_of_git(process, process->until_ms, &status)) {
        (void)kill(process->pid, SIGTERM);
        if (!wait_for_end_of_git(process, cli_now_ms() + MS_TO_END, &status)) {
            (void)kill(process->pid, SIGKILL);
            while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
                ;
        }
        return cli_fail(CLI_UNREADABLE, "git",
            "no answer within %u second%s, so git was ended; " CLI_GIT_SECONDS " sets another time limit",
            process->seconds, process->seconds == 1 ? "" : "s");
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return CLI_CLEAN;
    if (WIFEXITED(status) && process->may_refuse)
        return CLI_UNREADABLE;
    if (WIFEXITED(status))
        cli_error_about("git", "failed with exit status %d", WEXITSTATUS(status));
    else
        cli_error_about("git", "was ended by signal %d", WTERMSIG(status));
    return CLI_UNREADABLE;
}

/* Reads the output of git to its end. Returns false if the time limit has passed, or with errno set after an error. */
static bool read_all_output(cli_git_process *process, char **text, size_t *bytes)
{
    size_t room = 0;
    *bytes = 0;
    while (cli_git_wait_for_output(process)) {
        if (*bytes + 1 >= room) {
            room = room == 0 ? 4096 : room * 2;
            char *grown = realloc(*text, room);
            if (grown == NULL)
                return false;
            *text = grown;
        }
        const ssize_t more = read(process->output, *text + *bytes, room - *bytes - 1);
        if (more < 0 && errno != EINTR)
            return false;
        *bytes += more > 0 ? (size_t)more : 0;
        (*text)[*bytes] = '\0';
        if (more == 0)
            return true;
    }
    return false;
}

cli_exit cli_git_read_output(const char *const *words, bool may_refuse, char **text, size_t *bytes)
{
    cli_git_process process;
    *text = NULL;
    const int start_error = cli_git_start(&process, words, -1);
    process.may_refuse = may_refuse;
    if (start_error != 0)
        return cli_fail_errno("git", start_error);
    const bool complete = read_all_output(&process, text, bytes);
    const int error = errno;
    close(process.output);
    /* with the pipe closed, git ends even if it has more to write */
    cli_exit result = cli_git_wait_for_exit_or_kill(&process);
    if (!complete && !process.late)
        result = cli_fail_errno("git", error);
    if (result != CLI_CLEAN) {
        free(*text);
        *text = NULL;
    }
    return result;
}
