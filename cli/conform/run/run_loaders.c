/* Runs loaders on files in parallel. A single thread waits for signals, output and the next deadline. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/conform/run/loader_pool.h"

enum { RETRY_MS = 100 };

static size_t job_count(const worker_pool *pool)
{
    return pool->rating->case_count * pool->rating->loader_count;
}

/* Moves to the next job with a format that its loader reads. Returns true if a job is left. */
static bool find_next_job(worker_pool *pool)
{
    while (pool->next_job < job_count(pool) && !cli_does_loader_read_case(pool->rating, pool->next_job))
        pool->next_job++;
    return pool->again_count > 0 || pool->next_job < job_count(pool);
}

/* Returns how the process for the job is started. If the command has {values}, the loader writes values to descriptor
   3, otherwise to standard output; a batch loader prints them before its answer. */
static cli_child_setup child_setup_for_job(worker_pool *pool, size_t job)
{
    const cli_loader *loader = cli_loader_of(pool, job);
    cli_child_setup setup = { .memory_bytes = loader->resident ? 0 : cli_memory_limit(pool),
        .answer_descriptor = -1,
        .confinement = pool->confinement,
        .feeds_lines = loader->batch };
    if (loader->given_input) /* when out of memory the path is NULL, and the arena records the failure */
        setup.input = cli_corpus_file_path(pool->rating, cli_case_of(pool, job)->file, &pool->scratch);
    if (loader->given_values)
        setup.answer_descriptor = CLI_VALUES_FILE;
    else if (loader->batch || cli_values_of(pool, job) != NULL)
        setup.answer_descriptor = STDOUT_FILENO;
    return setup;
}

/* Returns the child with this process id, or a free slot for id 0. Returns NULL if no slot has the id. */
static cli_child *find_child(const worker_pool *pool, pid_t pid)
{
    for (size_t i = 0; i < pool->slots; i++) {
        if (pool->children[i].pid == pid)
            return &pool->children[i];
    }
    return NULL;
}

/* Starts a process for the next job. Returns NULL if no process can be started now. The caller then waits for a child
   to end; without running children, the run ends with a message. */
static cli_child *start_process(worker_pool *pool)
{
    cli_child *child = find_child(pool, 0);
    char **words = cli_command_words_of(pool, cli_next_job(pool));
    const cli_child_setup setup = child_setup_for_job(pool, cli_next_job(pool));
    if (words == NULL || pool->scratch.failed) {
        cli_end_loader_run_with(pool, cli_fail_no_memory());
    } else if (cli_child_start(child, words, &setup)) {
        return child;
    } else if (pool->running == 0) {
        cli_end_loader_run_with(
            pool, cli_fail(CLI_INTERNAL, NULL, "cannot start a process: %s", strerror(errno)));
    }
    return NULL;
}

static void assign_next_job(worker_pool *pool, cli_child *child)
{
    child->job = cli_next_job(pool);
    if (pool->again_count > 0)
        pool->again_count--;
    else
        pool->next_job++;
    child->ends_ms = cli_now_ms() + pool->rating->timeout_ms;
    child->busy = true;
    pool->running++;
}

/* Gives the next file to an idle child of the batch loader. Returns that child, or NULL if no child is idle. Closes
   the input of children that do not take the file, such as those that have ended since their last answer. */
static cli_child *give_job_to_idle_child(worker_pool *pool)
{
    cli_child *child;
    while ((child = cli_find_idle_child(pool, cli_loader_of(pool, cli_next_job(pool)))) != NULL
           && !cli_send_next_job_if_child_reads(pool, child)) {
        close(child->feed);
        child->feed = -1;
    }
    return child;
}

/* Gives the next job to an idle batch loader or to a new process. A new batch loader that does not read its line is not
   noticed here: it ends or times out. Returns false if no process can be started now. */
static bool start_next_job(worker_pool *pool)
{
    const bool batch = cli_loader_of(pool, cli_next_job(pool))->batch;
    cli_child *child = batch ? give_job_to_idle_child(pool) : NULL;
    const bool started =
        child == NULL && pool->end_code == CLI_CLEAN && (child = start_process(pool)) != NULL;
    if (started && batch)
        (void)cli_send_next_job_if_child_reads(pool, child);
    if (child != NULL)
        assign_next_job(pool, child);
    ap_arena_reset(&pool->scratch);
    return child != NULL;
}

/* Returns true if the loader's sanitizer could not reserve its address space because of the memory limit. In that case
   limits the loader's resident memory from now on. */
static bool switch_to_resident_limit_if_needed(const worker_pool *pool, cli_child *child)
{
    const bool lacks = child->limited_space && cli_child_sanitizer_report(child)->kind == CLI_REPORT_SPACE;
    if (lacks)
        cli_loader_of(pool, child->job)->resident = true;
    return lacks;
}

static void reap_child_and_record_result(worker_pool *pool, cli_child *child)
{
    cli_child_exit exit_state = cli_child_reap(child);
    const cli_loader *loader = cli_loader_of(pool, child->job);
    pool->written = true;
    if (loader->batch && child->busy && pool->end_code == CLI_CLEAN)
        cli_record_batch_answer_if_printed(pool, child); /* the loader may have answered before it ended */
    if (!child->busy) {
        if (pool->end_code == CLI_CLEAN)
            cli_record_any_crash_after_answer(pool, child, &exit_state);
        return;
    }
    child->busy = false;
    pool->running--;
    if (pool->end_code != CLI_CLEAN) /* the run is ending, and has killed the child */
        return;
    if (exit_state.start_error != 0) {
        cli_progress_line_hide(&pool->line);
        cli_end_loader_run_with(pool, cli_fail(CLI_UNREADABLE, NULL, "cannot start loader %s: %s: %s",
                                          loader->name, loader->words[0], strerror(exit_state.start_error)));
        return;
    }
    const bool lacks = switch_to_resident_limit_if_needed(pool, child),
               unread = loader->batch && exit_state.unread && !child->timed_out;
    /* `again` has room for the job: each job in it had a child, and there are `slots` children */
    if (lacks || unread)
        pool->again[pool->again_count++] = child->job;
    if (!lacks && unread)
        cli_record_any_crash_after_answer(pool, child, &exit_state);
    else if (!lacks)
        cli_record_result(pool, child, &exit_state, !loader->batch);
}

/* Reaps one process that has ended, either a child of the pool or a process that a loader left running. `options` are
   those of waitid. Returns false if no process has ended. */
static bool reap_one_process(worker_pool *pool, int options)
{
    siginfo_t info = { 0 };
    int got;
    do
        got = waitid(P_ALL, 0, &info, WEXITED | WNOWAIT | options);
    while (got != 0 && errno == EINTR);
    if (got != 0 || info.si_pid == 0) {
        pool->orphans = got != 0 ? 0 : pool->orphans; /* without children, no orphans are left to reap */
        return false;
    }
    cli_child *child = find_child(pool, info.si_pid);
    if (child != NULL)
        reap_child_and_record_result(pool, child);
    else
        while (waitpid(info.si_pid, NULL, 0) < 0 && errno == EINTR)
            ;
    pool->left_behind = true;
    if (child == NULL && pool->orphans > 0)
        pool->orphans--;
    return true;
}

static void handle_signals(worker_pool *pool)
{
    struct signalfd_siginfo info;
    while (read(pool->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        if (info.ssi_signo == SIGCHLD)
            continue;
        if (pool->end_code == CLI_CLEAN)
            pool->rating->interrupted = (int)info.ssi_signo;
        cli_end_loader_run_with(pool, CLI_UNREADABLE);
    }
    while (reap_one_process(pool, WNOHANG))
        ;
    cli_kill_leftover_processes(pool);
}

static void kill_timed_out_loaders(worker_pool *pool, int64_t now)
{
    for (size_t i = 0; i < pool->slots; i++) {
        cli_child *child = &pool->children[i];
        if (child->pid != 0 && child->busy && !child->timed_out && child->ends_ms <= now) {
            child->timed_out = true;
            cli_child_kill(child);
        }
    }
}

/* Returns the milliseconds until the next deadline of a loader or memory check; -1 if no deadline is set. */
static int milliseconds_to_deadline(const worker_pool *pool, int64_t now)
{
    int64_t least = -1;
    for (size_t i = 0; i < pool->slots; i++) {
        const cli_child *child = &pool->children[i];
        if (child->pid == 0 || !child->busy || child->timed_out)
            continue;
        int64_t left = child->ends_ms > now ? child->ends_ms - now : 0;
        if (left > CLI_MEMORY_MS && cli_is_memory_watched(pool, child))
            left = CLI_MEMORY_MS;
        if (least < 0 || left < least)
            least = left;
    }
    return (int)least;
}

static void read_output(worker_pool *pool, cli_child *child)
{
    cli_child_read_output(child);
    cli_end_run_if_output_lost(pool, child);
    if (child->busy && cli_loader_of(pool, child->job)->batch)
        cli_record_batch_answer_if_printed(pool, child);
}

/* Waits for a signal, output of a loader or the next deadline, and handles all of them that have come. starved: no process
   could be started, so the function waits at most RETRY_MS before the next try. */
static void wait_for_and_handle_events(worker_pool *pool, bool starved)
{
    const size_t slots = pool->slots;
    int timeout = milliseconds_to_deadline(pool, cli_now_ms());
    if (starved && (timeout < 0 || timeout > RETRY_MS))
        timeout = RETRY_MS;
    for (size_t i = 0; i < slots; i++) {
        const cli_child *child = &pool->children[i];
        pool->polled[i] = (struct pollfd){ .fd = child->pid != 0 ? child->output : -1, .events = POLLIN };
        pool->polled[slots + i] =
            (struct pollfd){ .fd = child->pid != 0 ? child->answer_pipe : -1, .events = POLLIN };
    }
    pool->polled[2 * slots] = (struct pollfd){ .fd = pool->signals, .events = POLLIN };
    if (poll(pool->polled, 2 * slots + 1, timeout) > 0) {
        for (size_t i = 0; i < slots; i++) {
            if (pool->polled[i].revents != 0 || pool->polled[slots + i].revents != 0)
                read_output(pool, &pool->children[i]);
        }
        if (pool->polled[2 * slots].revents != 0)
            handle_signals(pool);
    }
    kill_timed_out_loaders(pool, cli_now_ms());
    cli_kill_children_over_memory(pool);
}

/* Returns true if the next job may start. If sandboxed loaders may have written files and no job is running, first
   empties the scratch folder; returns false as long as killed processes, which might still write there, are not
   reaped. */
static bool empty_scratch_folder_before_job(worker_pool *pool)
{
    if (pool->confinement == NULL || !pool->written || pool->running > 0)
        return true;
    if (pool->orphans > 0)
        return false;
    pool->written = false;
    if (!cli_confinement_empty_folder(pool->confinement)) {
        cli_progress_line_hide(&pool->line);
        cli_end_loader_run_with(pool, CLI_UNREADABLE);
    }
    return pool->end_code == CLI_CLEAN;
}

static void run_jobs(worker_pool *pool)
{
    while (pool->end_code == CLI_CLEAN && (pool->running > 0 || find_next_job(pool))) {
        bool starved = false;
        while (pool->end_code == CLI_CLEAN && !starved && pool->running < pool->options->jobs
               && find_next_job(pool) && empty_scratch_folder_before_job(pool))
            starved = !start_next_job(pool);
        if (pool->running > 0 || pool->orphans > 0)
            wait_for_and_handle_events(pool, starved);
    }
}

/* Kills all children, and the processes that become children of this process when their parents end. */
static void kill_all_loaders(worker_pool *pool)
{
    pool->shutting_down = pool->left_behind = true;
    for (size_t i = 0; i < pool->slots; i++) {
        if (pool->children[i].pid != 0)
            cli_child_kill(&pool->children[i]);
    }
    do
        cli_kill_leftover_processes(pool);
    while (reap_one_process(pool, pool->unlisted && pool->running == 0 ? WNOHANG : 0));
}

/* Returns the number of child slots. Batch loaders have slots in addition to `jobs`, so that an idle batch loader does
   not block other jobs. */
static size_t count_child_slots(const cli_rating *rating, size_t jobs)
{
    size_t slots = jobs;
    for (size_t i = 0; i < rating->loader_count; i++)
        slots += rating->loaders[i].batch ? jobs : 0;
    return slots;
}

static void free_worker_pool(worker_pool *pool)
{
    for (size_t i = 0; pool->children != NULL && i < pool->slots; i++)
        cli_child_free(&pool->children[i]);
    ap_arena_free(&pool->scratch);
    free(pool->children);
    free(pool->polled);
    free(pool->again);
}

/* Runs all jobs. `confinement` is NULL without --sandbox. Returns the exit code of the run. */
static cli_exit run_worker_pool(
    cli_rating *rating, const cli_run_options *running, const cli_confinement *confinement, int signals)
{
    worker_pool pool = { .rating = rating,
        .options = running,
        .confinement = confinement,
        .signals = signals,
        .line.wanted = running->progress,
        .slots = count_child_slots(rating, running->jobs) };
    pool.children = calloc(pool.slots, sizeof *pool.children);
    pool.polled = calloc(2 * pool.slots + 1, sizeof *pool.polled);
    pool.again = calloc(pool.slots, sizeof *pool.again);
    ap_arena_init(&pool.scratch, 0);
    if (pool.children == NULL || pool.polled == NULL || pool.again == NULL || !cli_set_sanitizer_options()) {
        cli_end_loader_run_with(&pool, cli_fail_no_memory());
    } else {
        for (size_t job = 0; job < job_count(&pool); job++)
            pool.total += cli_does_loader_read_case(rating, job);
        cli_progress_line_begin(&pool.line);
        run_jobs(&pool);
        cli_progress_line_hide(&pool.line);
        kill_all_loaders(&pool);
    }
    free_worker_pool(&pool);
    return pool.end_code;
}

cli_exit cli_run_loaders(cli_rating *rating, const cli_run_options *running, int signals)
{
    cli_confinement confinement;
    if (!rating->sandbox)
        return run_worker_pool(rating, running, NULL, signals);
    if (!cli_confinement_open(&confinement, rating, running))
        return CLI_UNREADABLE;
    rating->restrictions = confinement.restrictions;
    if (running->verbose)
        cli_report_confinement(&confinement);
    const cli_exit result = run_worker_pool(rating, running, &confinement, signals);
    rating->temp_files_left = !cli_confinement_close(&confinement);
    return result;
}
