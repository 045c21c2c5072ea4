#include "cli/changes/git_output.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Starts git with its standard output in the pipe. An error number, or 0. */
static int start(const char *const *words, int output, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (error == 0) /* it takes words that it does not change, but says so only in its page */
        error = posix_spawnp(pid, words[0], &actions, NULL, (char *const *)(uintptr_t)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Reads all there is. False with errno where that fails. */
static bool read_all(int file, char **text, size_t *bytes)
{
    FILE *stream = fdopen(file, "r");
    if (stream == NULL) {
        close(file);
        return false;
    }
    size_t room = 0;
    *bytes = 0;
    bool whole = false;
    for (;;) {
        if (*bytes + 1 >= room) {
            room = room == 0 ? 4096 : room * 2;
            char *grown = realloc(*text, room);
            if (grown == NULL)
                break;
            *text = grown;
        }
        const size_t more = fread(*text + *bytes, 1, room - *bytes - 1, stream);
        *bytes += more;
        whole = more == 0 && feof(stream) != 0;
        if (more == 0)
            break;
    }
    if (whole)
        (*text)[*bytes] = '\0';
    const int error = errno;
    fclose(stream);
    errno = error;
    return whole;
}

static cli_exit failed(int error)
{
    cli_error_about("git", "%s", strerror(error));
    return error == ENOMEM ? CLI_INTERNAL : CLI_UNREADABLE;
}

/* Waits for its end. */
static cli_exit finish(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return CLI_CLEAN;
    if (WIFEXITED(status))
        cli_error_about("git", "it failed with exit status %d", WEXITSTATUS(status));
    else
        cli_error_about("git", "it was ended by signal %d", WTERMSIG(status));
    return CLI_UNREADABLE;
}

cli_exit cli_git_output(const char *const *words, char **text, size_t *bytes)
{
    int pair[2];
    pid_t pid;
    *text = NULL;
    if (pipe2(pair, O_CLOEXEC) != 0)
        return failed(errno);
    const int start_error = start(words, pair[1], &pid);
    close(pair[1]);
    if (start_error != 0) {
        close(pair[0]);
        return failed(start_error);
    }
    const bool whole = read_all(pair[0], text, bytes);
    const int error = errno;
    cli_exit result = finish(pid); /* the pipe is closed: it ends, whatever it still wanted to say */
    if (!whole)
        result = failed(error);
    if (result != CLI_CLEAN) {
        free(*text);
        *text = NULL;
    }
    return result;
}
