/* animproof conform: which files does a loader take that it must refuse, and the other way round? */
#include "cli/conform/conform.h"
#include "cli/shared/commands.h"
#include "cli/shared/ending_signals.h"
#include "cli/shared/same_file.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct report_files {
    ap_output items[CLI_CONFORM_REPORTS];
    size_t count;
} report_files;

static cli_exit tell_failure(const ap_output *output)
{
    cli_error_about(output->file.path, "%s",
        output->error == output->file.error ? ap_new_file_wrong(&output->file) : strerror(output->error));
    return output->error == ENOMEM ? CLI_INTERNAL : CLI_UNREADABLE;
}

/* No report may replace what is read, or another report. */
static cli_exit judge_target(const cli_conform_data *data, size_t number)
{
    const cli_conform_options *options = &data->options;
    const char *path = options->report_paths[number];
    for (size_t i = 0; i < number; i++) {
        if (cli_same_file(path, options->report_paths[i]))
            return cli_usage(
                "conform", "--output: '%s' and '%s' are one file", options->report_paths[i], path);
    }
    const bool over_list =
        options->known_path != NULL && cli_same_file(path, options->known_path)
        && options->reports[number] != &cli_conform_known; /* a list may be brought up to date */
    if (cli_is_of_corpus(data, path) || over_list)
        return cli_usage("conform", "--output: '%s' is read, and the report would replace it", path);
    return CLI_CLEAN;
}

/* A report that cannot be written is known before the loaders run, which may take long. */
static cli_exit open_outputs(report_files *outputs, const cli_conform_data *data)
{
    const cli_conform_options *options = &data->options;
    for (size_t i = 0; i < options->report_count; i++) {
        const cli_exit judged = judge_target(data, i);
        if (judged != CLI_CLEAN)
            return judged;
    }
    for (; outputs->count < options->report_count; outputs->count++) {
        ap_output *output = &outputs->items[outputs->count];
        if (!ap_output_open(output, NULL, options->report_paths[outputs->count], NULL))
            return tell_failure(output);
        if (options->known_path != NULL && data->known_stamp.known
            && cli_same_file(output->file.path, options->known_path))
            output->file.replaces = &data->known_stamp;
    }
    return CLI_CLEAN;
}

/* Returns true if a report would replace the list or the report of before that this run has read by a part of what the
   next run needs. */
static bool loses_what_was_read(const cli_conform_data *data, const char *path)
{
    const cli_conform_options *options = &data->options;
    return data->interrupted != 0
           && ((options->known_path != NULL && cli_same_file(path, options->known_path))
               || (options->old_path != NULL && cli_same_file(path, options->old_path)));
}

/* What was broken off leaves the reports of an earlier run as they are. */
static cli_exit close_outputs(report_files *outputs, const cli_conform_data *data, bool rated)
{
    cli_exit result = CLI_CLEAN;
    for (size_t i = 0; i < outputs->count; i++) {
        ap_output *output = &outputs->items[i];
        const bool loses = rated && loses_what_was_read(data, data->options.report_paths[i]);
        const bool keep = rated && !loses;
        if (loses)
            cli_error_about(output->file.path, "stays as it was before the run that was interrupted");
        if (keep)
            data->options.reports[i]->put(output, data);
        if (!ap_output_close(output, keep) && keep)
            result = cli_worse(result, tell_failure(output));
    }
    return result;
}

static cli_exit run_loaders(cli_conform_data *data, int signals)
{
    cli_confinement *confinement = &data->confinement;
    if (!data->options.sandbox)
        return cli_run_loaders(data, signals);
    if (!cli_confinement_open(confinement, data))
        return CLI_UNREADABLE;
    if (data->options.verbose)
        cli_tell_confinement(confinement);
    const cli_confinement holds = *confinement;
    const cli_exit result = cli_run_loaders(data, signals);
    data->scratch_left = !cli_confinement_close(confinement);
    *confinement = (cli_confinement){ .rules = { .ruleset = -1 },
        .processes = holds.processes,
        .files = holds.files,
        .network = holds.network };
    return result;
}

/* Says how far an interrupted run came. Returns true if there is something to report. */
static bool has_results(cli_conform_data *data)
{
    char text[CLI_INTERRUPTION_BYTES];
    cli_count_runs(data);
    if (data->interrupted == 0)
        return true;
    cli_interruption(data, text);
    cli_error("%s%s", text, data->runs_done == 0 ? ": no report is written" : "");
    return data->runs_done > 0;
}

/* Reports what was done, also if the run was interrupted: *rated is set then. */
static cli_exit rate(cli_conform_data *data, cli_known *known, int signals, bool *rated)
{
    const cli_exit result = run_loaders(data, signals);
    if ((result != CLI_CLEAN && data->interrupted == 0) || !has_results(data))
        return result;
    cli_excuse(data, known);
    cli_tally_results(data);
    if (!cli_tally_rules(data)) {
        cli_error("no memory");
        return CLI_INTERNAL;
    }
    cli_put_conform_table(stdout, data);
    cli_put_changes(stdout, data);
    *rated = true;
    return cli_worse(
        cli_run_fails(data) ? CLI_FINDINGS : CLI_CLEAN, data->scratch_left ? CLI_UNREADABLE : result);
}

static cli_exit rate_and_report(cli_conform_data *data, cli_known *known, int signals)
{
    report_files *outputs = calloc(1, sizeof *outputs);
    if (outputs == NULL) {
        cli_error("no memory");
        return CLI_INTERNAL;
    }
    cli_exit result = open_outputs(outputs, data);
    bool rated = false;
    if (result == CLI_CLEAN)
        result = rate(data, known, signals, &rated);
    result = cli_worse(result, close_outputs(outputs, data, rated));
    free(outputs);
    return result;
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
static cli_exit guarded(cli_conform_data *data, cli_known *known)
{
    sigset_t wanted, before;
    cli_outlive_reader();
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGCHLD);
    cli_add_ending_signals(&wanted);
    sigprocmask(SIG_BLOCK, &wanted, &before);
    signal(SIGCHLD, SIG_DFL); /* where a parent ignored it, nobody would be told how a loader ended */
    cli_exit result = CLI_INTERNAL;
    const int signals = go_apart(&wanted) ? signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK) : -1;
    if (signals < 0)
        cli_error("processes cannot be watched: %s", strerror(errno));
    else
        result = rate_and_report(data, known, signals);
    if (signals >= 0)
        close(signals);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return result;
}

static cli_exit conform(cli_conform_data *data)
{
    cli_known *known = NULL;
    cli_exit result = cli_load_corpus(data);
    if (result == CLI_CLEAN && data->options.values)
        result = cli_load_values(data);
    for (size_t i = 0; i < data->options.loader_count && result == CLI_CLEAN; i++)
        result = cli_check_loader(&data->options.loaders[i]);
    if (result == CLI_CLEAN)
        result = cli_read_known(data, &known);
    if (result == CLI_CLEAN && data->options.old_path != NULL)
        result = cli_read_old(data);
    return result == CLI_CLEAN ? guarded(data, known) : result;
}

enum { USUAL_TIMEOUT_MS = 5000, USUAL_MEMORY_MIB = 1024, USUAL_SHOWN = 40 };

static size_t processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > CLI_CONFORM_JOBS ? CLI_CONFORM_JOBS : (size_t)count;
}

static void prepare(void *record)
{
    cli_conform_data *data = record;
    ap_arena_init(&data->arena, 0);
    data->options = (cli_conform_options){ .jobs = processors(),
        .timeout_ms = USUAL_TIMEOUT_MS,
        .memory_mib = USUAL_MEMORY_MIB,
        .shown = USUAL_SHOWN };
}

static cli_exit conform_words(void *record, cli_words words)
{
    cli_conform_data *data = record;
    const cli_exit result = cli_check_conform_options(data, words);
    return result == CLI_CLEAN ? conform(data) : result;
}

static void release(void *record)
{
    cli_conform_data *data = record;
    cli_list_free(&data->options.loader_formats);
    cli_list_free(&data->options.sandbox_reads);
    free(data->results);
    free(data->cases);
    ap_arena_free(&data->arena);
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
    .run = conform_words,
    .release = release,
    .completes = CLI_COMPLETES_FOLDERS,
};
