/* animproof conform: which files does a loader take that it must refuse, and the other way round? */
#include "cli/conform/conform.h"
#include "cli/options/commands.h"
#include "cli/shared/termination_signals.h"
#include "cli/shared/threads.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

/* Says how far an interrupted run came. Returns true if there is something to report. */
static bool has_results(cli_rating *rating)
{
    cli_count_runs(rating);
    if (rating->interrupted != 0)
        cli_error(
            "%s%s", cli_interruption(rating).text, rating->runs_done == 0 ? ": no report is written" : "");
    return rating->interrupted == 0 || rating->runs_done > 0;
}

/* Reports what was done, also if the run was interrupted: *rated is set then. */
static cli_exit rate(cli_conform_data *data, int signals, bool *rated)
{
    cli_rating *rating = &data->rating;
    const cli_exit result = cli_run_loaders(rating, &data->running, signals);
    if ((result != CLI_CLEAN && rating->interrupted == 0) || !has_results(rating))
        return result;
    cli_excuse(rating);
    if (!cli_tally_results(rating))
        return cli_no_memory();
    cli_put_rating_table(stdout, rating, data->shown);
    *rated = true;
    return cli_worse(
        cli_run_fails(rating) ? CLI_FINDINGS : CLI_CLEAN, rating->temp_files_left ? CLI_UNREADABLE : result);
}

static cli_exit rate_and_report(cli_conform_data *data, int signals)
{
    bool rated = false;
    cli_exit result = cli_open_rating_files(&data->files, &data->rating);
    if (result == CLI_CLEAN)
        result = rate(data, signals, &rated);
    return cli_worse(result, cli_close_rating_files(&data->files, &data->rating, rated));
}

/* Waits for the process that does the work, hands signals on to it, and ends as it did. */
static _Noreturn void wait_for(pid_t worker, const sigset_t *wanted)
{
    int status = 0;
    pid_t ended;
    while ((ended = waitpid(worker, &status, WNOHANG)) <= 0) {
        const int number = ended < 0 ? 0 : sigwaitinfo(wanted, NULL);
        if (number > 0 && number != SIGCHLD)
            kill(worker, number);
    }
    if (WIFEXITED(status))
        _exit(WEXITSTATUS(status));
    if (WTERMSIG(status) == SIGPIPE) { /* `animproof conform ... | head`: it ends as other tools do */
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    cli_error("conform was ended by signal %d", WTERMSIG(status));
    _exit(CLI_INTERNAL);
}

/* Goes on in a process of its own. Loaders and what they leave behind are children of that one, so it may end
   every child that it has; this process may have others, which a shell started before it became us, or which
   a container hands to its first process. False when there can be no such process. */
static bool go_apart(const sigset_t *wanted)
{
    const pid_t before = getpid();
    const pid_t worker = fork();
    if (worker > 0)
        wait_for(worker, wanted);
    if (worker < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        return false;
    if (getppid() != before) /* it ended before the line above */
        _exit(CLI_INTERNAL);
    return true;
}

/* From here on signals are waited for, not suffered: nothing half-written and no process is left behind. */
static cli_exit guarded(cli_conform_data *data)
{
    sigset_t wanted, before;
    cli_outlive_reader();
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGCHLD);
    cli_add_termination_signals(&wanted);
    sigprocmask(SIG_BLOCK, &wanted, &before);
    signal(SIGCHLD, SIG_DFL); /* where a parent ignored it, nobody would be told how a loader ended */
    cli_exit result = CLI_INTERNAL;
    const int signals = go_apart(&wanted) ? signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK) : -1;
    if (signals < 0)
        cli_error("processes cannot be watched: %s", strerror(errno));
    else
        result = rate_and_report(data, signals);
    if (signals >= 0)
        close(signals);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return result;
}

static cli_exit conform(void *record, cli_words words)
{
    cli_conform_data *data = record;
    cli_rating *rating = &data->rating;
    cli_exit result = cli_check_conform_options(data, words);
    if (result == CLI_CLEAN)
        result = cli_load_corpus(rating);
    if (result == CLI_CLEAN && rating->compares_values)
        result = cli_load_values(rating);
    for (size_t i = 0; i < rating->loader_count && result == CLI_CLEAN; i++)
        result = cli_check_loader(&rating->loaders[i]);
    if (result == CLI_CLEAN)
        result = cli_read_known(rating);
    if (result == CLI_CLEAN)
        result = cli_read_old(rating);
    return result == CLI_CLEAN ? guarded(data) : result;
}

enum { USUAL_TIMEOUT_MS = 5000, USUAL_MEMORY_MIB = 1024, USUAL_SHOWN = 40 };

static void prepare(void *record)
{
    cli_conform_data *data = record;
    data->rating = (cli_rating){ .timeout_ms = USUAL_TIMEOUT_MS, .memory_mib = USUAL_MEMORY_MIB };
    ap_arena_init(&data->rating.arena, 0);
    data->running.jobs = cli_processors() < CLI_MOST_LOADER_JOBS ? cli_processors() : CLI_MOST_LOADER_JOBS;
    data->shown = USUAL_SHOWN;
}

static void release(void *record)
{
    cli_conform_data *data = record;
    cli_list_free(&data->loader_formats);
    cli_list_free(&data->running.sandbox_reads);
    free(data->rating.results);
    free(data->rating.cases);
    ap_arena_free(&data->rating.arena);
}

static const cli_example examples[] = {
    { "animproof conform --loader 'mine=./my-loader {}' corpus",
        "Runs a loader on each file of a corpus. It ends with 0 where it takes a file, and with 1 where it "
        "refuses it." },
    { NULL, NULL },
};

const cli_command cli_conform = {
    .name = "conform",
    .words = "CORPUS",
    .usage = "--loader 'NAME=CMD {}' [OPTION]... CORPUS",
    .summary = "rates loaders with a conformance corpus",
    .about = "Runs loaders on all files of CORPUS, a folder that animproof corpus build has made, and "
             "says where they take what they must refuse or refuse what they must take, crash, hang or "
             "use up memory. A loader takes a file by exit 0 and refuses it by exit 1.",
    .examples = examples,
    .exits = "0 all agree or are excused, 1 something does not, or CORPUS is not whole, 2 usage, 3 the "
             "corpus or a loader cannot be read or started, or the run was interrupted: its reports have "
             "what was done "
             "until then; 4 internal error or limit.",
    .options = cli_conform_groups,
    .record_bytes = sizeof(cli_conform_data),
    .prepare = prepare,
    .run = conform,
    .release = release,
    .completes = CLI_COMPLETES_FOLDERS,
};
