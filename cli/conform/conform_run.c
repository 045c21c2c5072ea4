/* Runs loaders on files, several at once. One thread: it waits for signals, output and the next deadline. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/conform/conform.h"
#include "cli/conform/conform_child.h"
#include "cli/conform/conform_progress.h"
#include "corpus/kits.h"

enum { QUIET_OUTPUT_BYTES = 512 /* kept where a loader agrees */, RETRY_MS = 100 };

typedef struct worker_pool {
    cli_conform_data *data;
    int signals;
    cli_child *children; /* options.jobs of them */
    struct pollfd *polled;
    size_t running;
    size_t next_job; /* case * loaders + loader */
    cli_exit trouble;
    ap_arena scratch;
    cli_meter meter;
} worker_pool;

/* The first trouble is told, and ends the run. */
static void give_up(worker_pool *pool, cli_exit why)
{
    if (pool->trouble == CLI_CLEAN)
        pool->trouble = why;
}

static size_t job_count(const worker_pool *pool)
{
    return pool->data->case_count * pool->data->options.loader_count;
}

static const cli_loader *loader_of(const worker_pool *pool, size_t job)
{
    return &pool->data->options.loaders[job % pool->data->options.loader_count];
}

static const ap_manifest_case *case_of(const worker_pool *pool, size_t job)
{
    return &pool->data->cases[job / pool->data->options.loader_count];
}

/* Steps over files that a loader does not take. */
static bool has_next(worker_pool *pool)
{
    while (pool->next_job < job_count(pool)
           && !cli_loader_takes(loader_of(pool, pool->next_job), case_of(pool, pool->next_job)->format))
        pool->next_job++;
    return pool->next_job < job_count(pool);
}

/* What the corpus expects of a case's values; NULL: nothing. */
static const ap_case_values *values_of(const worker_pool *pool, size_t job)
{
    return pool->data->values == NULL ? NULL : pool->data->values[job / pool->data->options.loader_count];
}

static char **words_of(worker_pool *pool, size_t job)
{
    const ap_manifest_case *entry = case_of(pool, job);
    const cli_places places = { .file = cli_case_path(pool->data, entry->file, &pool->scratch),
        .companion =
            entry->companion == NULL ? "" : cli_case_path(pool->data, entry->companion, &pool->scratch),
        .times = cli_values_times(values_of(pool, job), &pool->scratch),
        .values = "/dev/fd/3" };
    if (places.file == NULL || places.companion == NULL || places.times == NULL)
        return NULL;
    return cli_expand_command(loader_of(pool, job), &places, &pool->scratch);
}

/* Where the loader's values come from: a file that it is given, or else what it prints of a case that has values. */
static cli_child_setup setup_of(const worker_pool *pool, size_t job)
{
    cli_child_setup setup = { .memory_bytes = pool->data->options.memory_mib * 1024 * 1024, .said = -1 };
    if (pool->data->options.sandbox)
        setup.confinement = &pool->data->confinement;
    if (loader_of(pool, job)->given_values)
        setup.said = CLI_VALUES_FILE;
    else if (values_of(pool, job) != NULL)
        setup.said = STDOUT_FILENO;
    return setup;
}

static cli_child *free_child(worker_pool *pool)
{
    cli_child *child = pool->children;
    while (child->pid != 0)
        child++;
    return child;
}

/* Where the system has no process to give, those that run are waited for. */
static bool start_next(worker_pool *pool)
{
    cli_child *child = free_child(pool);
    char **words = words_of(pool, pool->next_job);
    const cli_child_setup setup = setup_of(pool, pool->next_job);
    bool started = false;
    if (words == NULL) {
        cli_error("no memory");
        give_up(pool, CLI_INTERNAL);
    } else if (cli_child_start(child, words, &setup)) {
        child->job = pool->next_job++;
        child->ends_ms = cli_now_ms() + pool->data->options.timeout_ms;
        pool->running++;
        started = true;
    } else if (pool->running == 0) {
        cli_error("no process can be started: %s", strerror(errno));
        give_up(pool, CLI_INTERNAL);
    }
    ap_arena_reset(&pool->scratch);
    return started;
}

/* A limit on memory is no event that the system tells of: an allocation fails, and what then happens is the
   program's affair. So this looks for what programs say then, for much memory in use at the end, and for a
   kill that was not ours, which is how the system ends a process when all memory is used up. */
static bool out_of_memory(const worker_pool *pool, const cli_child *child, const cli_ending *ending)
{
    static const char *const words[] = { "bad_alloc", "MemoryError", "out of memory", "Out of memory",
        "OutOfMemory", "Cannot allocate memory", "memory exhausted" };
    char text[CLI_HEAD_BYTES + CLI_TAIL_BYTES];
    const size_t count = cli_child_printed(child, text);
    const size_t limit = pool->data->options.memory_mib * 1024; /* KiB, as ru_maxrss is */
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (memmem(text, count, words[i], strlen(words[i])) != NULL)
            return true;
    }
    if (WIFSIGNALED(ending->status) && WTERMSIG(ending->status) == SIGKILL)
        return true;
    return limit > 0 && (size_t)ending->usage.ru_maxrss >= limit / 8 * 7;
}

/* What is wrong only beside the companion is nothing that a loader can see to which it is not given. */
static ap_expected_answer answer_for(const cli_loader *loader, const ap_manifest_case *entry)
{
    const ap_defect *defect = entry->defect == NULL ? NULL : ap_find_defect(entry->defect);
    const bool beside = defect != NULL && defect->needs_companion && !loader->given_companion;
    return beside && entry->answer == AP_ANSWER_REFUSE ? AP_ANSWER_DIFFER : entry->answer;
}

static cli_status judge(const worker_pool *pool, const cli_child *child, const cli_ending *ending)
{
    const ap_expected_answer answer = answer_for(loader_of(pool, child->job), case_of(pool, child->job));
    const int code = WIFEXITED(ending->status) ? WEXITSTATUS(ending->status) : -1;
    if (code == 0 || code == 1) { /* also where the answer came as the time ended */
        if (answer == AP_ANSWER_DIFFER)
            return CLI_MAY_DIFFER;
        if ((answer == AP_ANSWER_ACCEPT) == (code == 0))
            return CLI_AGREES;
        return answer == AP_ANSWER_ACCEPT ? CLI_SHOULD_ACCEPT : CLI_SHOULD_REFUSE;
    }
    if (child->timed_out)
        return CLI_TIMEOUT;
    return out_of_memory(pool, child, ending) ? CLI_OUT_OF_MEMORY : CLI_CRASH;
}

/* Values are compared of a file that must be taken and was. */
static bool compare_values(worker_pool *pool, const cli_child *child, cli_result *result)
{
    const ap_case_values *values = values_of(pool, child->job);
    cli_values_result *compared = ap_alloc(&pool->data->arena, sizeof *compared);
    result->values = compared;
    if (compared == NULL)
        return false;
    *compared = (cli_values_result){ .verdict = CLI_VALUES_NOT_COMPARED };
    if (values == NULL || result->status != CLI_AGREES || result->exit_code != 0)
        return true;
    const ap_view said = { (const uint8_t *)child->said, child->said_size };
    if (!cli_compare_values(values, said, child->said_cut, &pool->data->arena, compared))
        return false;
    if (compared->verdict != CLI_VALUES_FINE)
        result->status = CLI_WRONG_VALUES;
    return true;
}

static void record(worker_pool *pool, const cli_child *child, const cli_ending *ending)
{
    cli_result *result = &pool->data->results[child->job];
    const int code = WIFEXITED(ending->status) ? WEXITSTATUS(ending->status) : -1;
    result->status = judge(pool, child, ending);
    result->exit_code = code;
    result->signal = WIFSIGNALED(ending->status) ? WTERMSIG(ending->status) : 0;
    const bool compared = pool->data->values == NULL || compare_values(pool, child, result);
    const size_t limit =
        cli_status_fine(result->status) ? QUIET_OUTPUT_BYTES : CLI_HEAD_BYTES + CLI_TAIL_BYTES;
    result->output = cli_child_output(child, limit, &result->left_out, &pool->data->arena);
    if (result->output == NULL || !compared) {
        cli_error("no memory");
        give_up(pool, CLI_INTERNAL);
    }
    cli_meter_count(&pool->meter, !cli_status_fine(result->status));
}

static void finish(worker_pool *pool, cli_child *child)
{
    const cli_ending ending = cli_child_finish(child);
    pool->running--;
    if (pool->data->options.sandbox && pool->running == 0)
        cli_confinement_clean(&pool->data->confinement);
    if (pool->trouble != CLI_CLEAN) /* what ends now was killed */
        return;
    if (ending.start_error != 0) {
        cli_meter_clear(&pool->meter);
        const cli_loader *loader = loader_of(pool, child->job);
        cli_error("loader %s cannot be started: %s: %s", loader->name, loader->words[0],
            strerror(ending.start_error));
        give_up(pool, CLI_UNREADABLE);
        return;
    }
    record(pool, child, &ending);
}

static cli_child *child_of(const worker_pool *pool, pid_t pid)
{
    for (size_t i = 0; i < pool->data->options.jobs; i++) {
        if (pool->children[i].pid == pid)
            return &pool->children[i];
    }
    return NULL;
}

/* Takes one process that has ended, ours or one that was left to us. */
static bool reap_one(worker_pool *pool, int options)
{
    siginfo_t info = { 0 };
    if (waitid(P_ALL, 0, &info, WEXITED | WNOWAIT | options) != 0 || info.si_pid == 0)
        return false;
    cli_child *child = child_of(pool, info.si_pid);
    if (child != NULL)
        finish(pool, child);
    else
        waitpid(info.si_pid, NULL, 0);
    cli_kill_orphans(pool->children, pool->data->options.jobs);
    return true;
}

static void take_signals(worker_pool *pool)
{
    struct signalfd_siginfo info;
    while (read(pool->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        if (info.ssi_signo == SIGCHLD)
            continue;
        char name[CLI_SIGNAL_BYTES];
        cli_signal_name((int)info.ssi_signo, name);
        cli_meter_clear(&pool->meter);
        cli_error("interrupted by %s: no report is written", name);
        give_up(pool, CLI_INTERNAL);
    }
    while (reap_one(pool, WNOHANG))
        ;
}

static void kill_late(worker_pool *pool, int64_t now)
{
    for (size_t i = 0; i < pool->data->options.jobs; i++) {
        cli_child *child = &pool->children[i];
        if (child->pid != 0 && !child->timed_out && child->ends_ms <= now) {
            child->timed_out = true;
            cli_child_kill(child);
        }
    }
}

/* Milliseconds until the next deadline; -1: there is none. */
static int patience(const worker_pool *pool, int64_t now)
{
    int64_t least = -1;
    for (size_t i = 0; i < pool->data->options.jobs; i++) {
        const cli_child *child = &pool->children[i];
        if (child->pid == 0 || child->timed_out)
            continue;
        const int64_t left = child->ends_ms > now ? child->ends_ms - now : 0;
        if (least < 0 || left < least)
            least = left;
    }
    return (int)least;
}

/* Waits until something happens, and sees to it. */
static void wait_and_see(worker_pool *pool, bool starved)
{
    const size_t jobs = pool->data->options.jobs;
    int timeout = patience(pool, cli_now_ms());
    if (starved && (timeout < 0 || timeout > RETRY_MS))
        timeout = RETRY_MS;
    for (size_t i = 0; i < jobs; i++) {
        const cli_child *child = &pool->children[i];
        pool->polled[i] = (struct pollfd){ .fd = child->pid != 0 ? child->output : -1, .events = POLLIN };
        pool->polled[jobs + i] =
            (struct pollfd){ .fd = child->pid != 0 ? child->saying : -1, .events = POLLIN };
    }
    pool->polled[2 * jobs] = (struct pollfd){ .fd = pool->signals, .events = POLLIN };
    if (poll(pool->polled, 2 * jobs + 1, timeout) > 0) {
        for (size_t i = 0; i < jobs; i++) {
            if (pool->polled[i].revents != 0 || pool->polled[jobs + i].revents != 0)
                cli_child_listen(&pool->children[i]);
        }
        if (pool->polled[2 * jobs].revents != 0)
            take_signals(pool);
    }
    kill_late(pool, cli_now_ms());
}

static void run_jobs(worker_pool *pool)
{
    while (pool->trouble == CLI_CLEAN && (pool->running > 0 || has_next(pool))) {
        bool starved = false;
        while (pool->trouble == CLI_CLEAN && !starved && pool->running < pool->data->options.jobs
               && has_next(pool))
            starved = !start_next(pool);
        if (pool->running > 0)
            wait_and_see(pool, starved);
    }
}

/* Leaves nobody behind: kills all, and what appears as the killed ones end. */
static void end_all(worker_pool *pool)
{
    for (size_t i = 0; i < pool->data->options.jobs; i++) {
        if (pool->children[i].pid != 0)
            cli_child_kill(&pool->children[i]);
    }
    const bool known = cli_kill_orphans(pool->children, pool->data->options.jobs);
    while (reap_one(pool, known || pool->running > 0 ? 0 : WNOHANG))
        ;
}

cli_exit cli_run_loaders(cli_conform_data *data, int signals)
{
    worker_pool pool = { .data = data, .signals = signals };
    pool.children = calloc(data->options.jobs, sizeof *pool.children);
    pool.polled = calloc(2 * data->options.jobs + 1, sizeof *pool.polled);
    ap_arena_init(&pool.scratch, 0);
    if (pool.children == NULL || pool.polled == NULL) {
        cli_error("no memory");
        give_up(&pool, CLI_INTERNAL);
    } else {
        cli_meter_start(&pool.meter, data);
        run_jobs(&pool);
        cli_meter_clear(&pool.meter);
        end_all(&pool);
    }
    for (size_t i = 0; pool.children != NULL && i < data->options.jobs; i++)
        cli_child_free(&pool.children[i]);
    ap_arena_free(&pool.scratch);
    free(pool.children);
    free(pool.polled);
    return pool.trouble;
}
