#include "cli/files/git_output.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

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

static cli_exit read_output_of_git(const char *const *words, bool may_refuse, char **text, size_t *bytes)
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

cli_exit cli_git_read_output(const char *const *words, char **text, size_t *bytes)
{
    return read_output_of_git(words, false, text, bytes);
}

cli_exit cli_git_read_output_or_refusal(const char *const *words, char **text, size_t *bytes)
{
    return read_output_of_git(words, true, text, bytes);
}
