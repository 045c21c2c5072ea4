/* Implements --watch. The first process only watches files; each run of lint has a process of its own, so that no state
   is carried from run to run. */
#include "cli/files/watch.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/files/watch_paths.h"

static void empty_batch(cli_saved_files *batch)
{
    cli_listed_files_free(&batch->named);
    cli_listed_files_free(&batch->listed_files);
    batch->all = false;
}

/* Removes files that do not exist any longer from the list, such as the temporary file that an editor writes and then renames.
   Returns false when out of memory. */
static bool remove_deleted_files_from_list(cli_listed_files *files)
{
    cli_listed_files left = { .names = NULL };
    const char *path = NULL;
    bool done = true;
    while (done && (path = cli_listed_files_next(files, path)) != NULL) {
        struct stat about;
        if (lstat(path, &about) == 0)
            done = cli_listed_files_add(&left, "", path);
    }
    cli_listed_files_free(files);
    *files = left;
    return done;
}

/* Waits for the process of the run and returns its exit code. If SIGPIPE, SIGINT or SIGTERM ended that process, ends
   this process by the same signal. */
static cli_exit wait_for_run_child(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFEXITED(status))
        return (cli_exit)WEXITSTATUS(status);
    const int number = WTERMSIG(status);
    if (number == SIGPIPE || number == SIGINT || number == SIGTERM)
        raise(number);
    return cli_fail(CLI_INTERNAL, NULL, "--watch: a run was ended by signal %d", number);
}

/* Forks a process for a run. Returns true in the new process; returns false in the first process after the run, with
   its exit code in *result. */
static bool fork_run_and_wait(cli_exit *result)
{
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0) {
        /* getppid differs if the parent ended before prctl was called */
        if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || getppid() != parent)
            _exit(CLI_INTERNAL);
        return true;
    }
    if (pid < 0) {
        cli_error("--watch: %s", strerror(errno));
        *result = cli_worse_exit_by_rank(*result, CLI_INTERNAL);
        return false;
    }
    *result = wait_for_run_child(pid);
    return false;
}

static cli_exit report_watch_error(const char *path)
{
    const int error = errno;
    return cli_fail(cli_exit_of_errno(error), path, "cannot be watched: %s%s", strerror(error),
        error == ENOSPC ? " (fs.inotify.max_user_watches limits the number of directories)" : "");
}

/* Starts a run for each batch of saved files. Returns true in the process of a run; returns false in the first process
   when watching ends. */
static bool start_run_for_each_batch(cli_watched_paths *watches, cli_saved_files *batch, cli_exit *result)
{
    while (watches->count > 0) {
        if (!cli_watches_wait_for_saves(watches, batch) || !remove_deleted_files_from_list(&batch->named)
            || !remove_deleted_files_from_list(&batch->listed_files)
            || (batch->all && !cli_watches_add_new_directories(watches))) {
            *result = report_watch_error("--watch");
            return false;
        }
        if (batch->all) {
            empty_batch(batch);
            batch->all = true;
        }
        if ((batch->all || batch->named.count + batch->listed_files.count > 0) && fork_run_and_wait(result))
            return true;
        empty_batch(batch);
    }
    cli_error("--watch: nothing is left to watch");
    return false;
}

bool cli_watch_and_fork_runs(char *const *paths, size_t count, cli_saved_files *batch, cli_exit *result)
{
    cli_watched_paths watches;
    const char *failed;
    bool is_run = false;
    *batch = (cli_saved_files){ .all = true };
    *result = CLI_CLEAN;
    if (!cli_watches_open(&watches, paths, count, &failed)) {
        *result = report_watch_error(failed);
    } else {
        cli_error("--watch: %zu %s watched; Ctrl-C stops the watch", watches.count,
            watches.count == 1 ? "directory is" : "directories are");
        is_run = fork_run_and_wait(result);
        batch->all = is_run;
        if (!is_run && *result != CLI_USAGE)
            is_run = start_run_for_each_batch(&watches, batch, result);
    }
    cli_watches_close(&watches);
    return is_run;
}
