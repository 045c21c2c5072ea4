#include "cli/check/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/threads.h"

enum {
    CLI_JOB_SLOTS = 512,          /* files found and not yet reported, at most */
    CLI_JOB_BATCH = 16,           /* most files taken or reported under one lock */
    CLI_JOB_SHARE = 4,            /* a worker takes at most (waiting jobs) / (4 × workers) jobs at once */
    CLI_JOB_HELD_BYTES = 64 << 20 /* bytes of unreported findings above which workers wait for the reporter */
};

/* A file, from the time it is found until it is reported. The job with number N is in slot N modulo CLI_JOB_SLOTS. */
typedef struct cli_job {
    cli_entry entry;
    cli_folder *folder; /* folder to search for the companion, held by a reference; NULL: no search */
    bool done;          /* the file is checked and can be reported */
    char *name;         /* owned copy of the path; NULL if the copy failed, and without threads */
    cli_result result;
    cli_findings *found; /* record that owns the result's findings; NULL: no findings */
    size_t held_bytes;   /* bytes of the findings and of the companions that wait to be reported */
} cli_job;

struct cli_jobs {
    const cli_jobs_callbacks *calls;
    const cli_check_options *options;
    cli_checker *checker; /* checker of the calling thread, for a run without worker threads */
    bool threaded;
    cli_findings clean_findings; /* empty findings that all clean files share; read only */

    cli_mutex lock;
    pthread_cond_t can_find, can_check, can_hold, can_report;
    cli_job *slots;
    size_t found, taken, reported; /* numbers of the jobs that will be found, checked and reported next */
    size_t workers, idle;          /* idle: workers waiting for a job */
    bool all_found, stopped, reporter_waits;
    size_t held_bytes; /* sum of held_bytes of the jobs that are checked and not yet reported */
};

typedef struct cli_worker {
    cli_jobs *jobs;
    pthread_t thread;
    cli_checker checker;
    /* The worker has taken the jobs before `end`, checked those before `next`, and marked those before `first` as done. */
    size_t first, next, end;
} cli_worker;

static inline cli_job *job_at(cli_jobs *jobs, size_t number)
{
    return &jobs->slots[number % CLI_JOB_SLOTS];
}

static void free_job(cli_job *job)
{
    free(job->result.companion_path);
    free(job->result.sidecar_path);
    for (size_t i = 0; i < CLI_FOUND_COMPANIONS; i++)
        cli_found_companion_release(job->result.found[i].companion);
    cli_folder_release(job->folder);
    cli_findings_free(job->found);
    free(job->name);
}

/* Functions of the workers. The caller of a function with a name that ends in `locked` holds the lock. */

/* Marks the jobs that the worker has checked as done, so that they can be reported. */
static void publish_done_jobs_locked(cli_worker *w)
{
    cli_jobs *jobs = w->jobs;
    for (; w->first < w->next; w->first++) {
        cli_job *job = job_at(jobs, w->first);
        job->done = true;
        if (w->first == jobs->reported && jobs->reporter_waits)
            pthread_cond_signal(&jobs->can_report);
    }
}

/* Moves the worker's findings to the job, and gives the worker the record `empty`; NULL when out of memory. */
static void move_findings_to_job_locked(cli_worker *w, cli_job *job, cli_findings *empty)
{
    cli_jobs *jobs = w->jobs;
    job->found = w->checker.found;
    job->held_bytes = job->found->arena.held_bytes;
    for (size_t i = 0; i < CLI_FOUND_COMPANIONS; i++) {
        if (job->result.found[i].companion != NULL)
            job->held_bytes += atomic_load(&job->result.found[i].companion->held_bytes);
    }
    jobs->held_bytes += job->held_bytes;
    w->checker.found = empty;
}

/* Takes the next jobs, after waiting for one to be found. Returns false if no jobs are left or the run was stopped. */
static bool wait_and_take_jobs_locked(cli_worker *w)
{
    cli_jobs *jobs = w->jobs;
    publish_done_jobs_locked(w);
    while (jobs->taken == jobs->found && !jobs->all_found && !jobs->stopped) {
        jobs->idle++;
        cli_condition_wait(&jobs->lock, &jobs->can_check);
        jobs->idle--;
    }
    if (jobs->stopped || jobs->taken == jobs->found)
        return false;
    size_t count = (jobs->found - jobs->taken) / (CLI_JOB_SHARE * jobs->workers);
    count = count < 1 ? 1 : count > CLI_JOB_BATCH ? CLI_JOB_BATCH : count;
    w->first = w->next = jobs->taken;
    w->end = jobs->taken += count;
    return true;
}

/* Waits while the unreported findings exceed CLI_JOB_HELD_BYTES, unless the worker has the job that is reported next. If the
   run was stopped, gives up the jobs that the worker has taken and not yet checked. */
static void wait_for_held_bytes_locked(cli_worker *w)
{
    cli_jobs *jobs = w->jobs;
    while (jobs->held_bytes > CLI_JOB_HELD_BYTES && w->next != jobs->reported && !jobs->stopped)
        cli_condition_wait(&jobs->lock, &jobs->can_hold);
    if (jobs->stopped)
        w->end = w->next;
}

/* Returns true if the file was checked and has no findings, no companion to report, and no answers of readers. */
static bool has_nothing_to_report(const cli_findings *found, const cli_result *result)
{
    return result->findings != NULL && result->found[CLI_FOUND_MAIN].companion == NULL
           && result->found[CLI_FOUND_SIDECAR].companion == NULL && ap_findings_report_is_empty(&found->list)
           && !found->arena.failed && result->file.answers.items == NULL;
}

/* Checks the next of the jobs that the worker has taken. Takes jobs->lock only for a large file or a file with findings. */
static void check_next_job(cli_worker *w)
{
    cli_jobs *jobs = w->jobs;
    cli_job *job = job_at(jobs, w->next++);
    if (!cli_entry_has_bytes(&job->entry))
        return;
    cli_check_file(&w->checker, &job->entry, job->folder, &job->result);
    if (has_nothing_to_report(w->checker.found, &job->result))
        cli_result_set_findings(&job->result, &jobs->clean_findings.list, NULL);
    const bool has_findings =
        job->result.findings != NULL && job->result.findings != &jobs->clean_findings.list;
    if (!has_findings && job->result.file.size_bytes < AP_SMALL_FILE_BYTES)
        return;
    cli_findings *empty = has_findings ? cli_findings_create(jobs->options->reading) : NULL;
    cli_lock(&jobs->lock);
    if (has_findings)
        move_findings_to_job_locked(w, job, empty);
    publish_done_jobs_locked(w);
    wait_for_held_bytes_locked(w);
    cli_unlock(&jobs->lock);
}

static void *run_worker(void *context)
{
    cli_worker *w = context;
    cli_jobs *jobs = w->jobs;
    cli_lock(&jobs->lock);
    while (wait_and_take_jobs_locked(w)) {
        wait_for_held_bytes_locked(w);
        cli_unlock(&jobs->lock);
        while (w->next < w->end)
            check_next_job(w);
        cli_lock(&jobs->lock);
    }
    cli_unlock(&jobs->lock);
    return NULL;
}

/* Functions of the thread that finds files */

/* Marks the search as complete. */
static void mark_file_search_complete(cli_jobs *jobs)
{
    cli_lock(&jobs->lock);
    jobs->all_found = true;
    pthread_cond_broadcast(&jobs->can_check);
    pthread_cond_signal(&jobs->can_report);
    cli_unlock(&jobs->lock);
}

static void *run_file_search(void *context)
{
    cli_jobs *jobs = context;
    jobs->calls->find(jobs->calls->context, jobs);
    mark_file_search_complete(jobs);
    return NULL;
}

/* Checks and reports an entry in the calling thread. Returns false if the run must end. */
static bool check_report_and_go_on(cli_jobs *jobs, const cli_entry *entry, cli_folder *folder)
{
    cli_job job = { .entry = *entry, .folder = folder };
    cli_result_init_from_entry(&job.result, &job.entry);
    if (cli_entry_has_bytes(entry))
        cli_check_file(jobs->checker, entry, folder, &job.result);
    const bool go_on = jobs->calls->report(jobs->calls->context, &job.result);
    free_job(&job);
    return go_on;
}

/* Fills the slot of a job, with copies of the path and of the reason to skip it; other threads ignore the slot until jobs->found
   is increased. If the path cannot be copied, the entry becomes unreadable. */
static void init_job(cli_job *job, const cli_entry *entry, cli_folder *folder)
{
    *job = (cli_job){ .entry = *entry, .folder = folder, .name = strdup(entry->path) };
    if (job->name != NULL)
        job->entry.path = job->name;
    else if (entry->kind != CLI_ENTRY_STOP)
        job->entry = (cli_entry){ .kind = CLI_ENTRY_UNREADABLE,
            .number = entry->number,
            .path = "?",
            .result = CLI_INTERNAL,
            .reason = "no memory for the path" };
    cli_result_init_from_entry(&job->result, &job->entry);
    if (job->result.kind == CLI_RESULT_SKIPPED) {
        snprintf(job->result.text, sizeof job->result.text, "%s", job->result.reason);
        job->result.reason = job->result.text;
    }
}

bool cli_jobs_add(cli_jobs *jobs, const cli_entry *entry, cli_folder *folder)
{
    if (folder != NULL)
        cli_folder_retain(folder);
    if (!jobs->threaded)
        return check_report_and_go_on(jobs, entry, folder);
    cli_lock(&jobs->lock);
    while (jobs->found - jobs->reported == CLI_JOB_SLOTS && !jobs->stopped)
        cli_condition_wait(&jobs->lock, &jobs->can_find);
    const bool go_on = !jobs->stopped;
    cli_unlock(&jobs->lock);
    if (!go_on) {
        cli_folder_release(folder);
        return false;
    }
    init_job(job_at(jobs, jobs->found), entry, folder);
    cli_lock(&jobs->lock);
    jobs->found++;
    if (jobs->idle > 0)
        pthread_cond_signal(&jobs->can_check);
    cli_unlock(&jobs->lock);
    return true;
}

bool cli_jobs_wait_until_reported(cli_jobs *jobs)
{
    if (!jobs->threaded)
        return true;
    cli_lock(&jobs->lock);
    while (jobs->reported < jobs->found && !jobs->stopped)
        cli_condition_wait(&jobs->lock, &jobs->can_find);
    const bool all = jobs->reported == jobs->found;
    cli_unlock(&jobs->lock);
    return all;
}

/* Functions of the thread that reports: the caller of cli_jobs_run */

/* Waits until the next job to report is done. Returns the number of jobs that are done and follow one another from that job
   on, at most CLI_JOB_BATCH; 0 if all jobs have been reported. */
static size_t wait_for_done_jobs(cli_jobs *jobs)
{
    size_t count = 0;
    cli_lock(&jobs->lock);
    while (jobs->reported < jobs->found ? !job_at(jobs, jobs->reported)->done : !jobs->all_found) {
        jobs->reporter_waits = true;
        cli_condition_wait(&jobs->lock, &jobs->can_report);
        jobs->reporter_waits = false;
    }
    while (count < CLI_JOB_BATCH && jobs->reported + count < jobs->found
           && job_at(jobs, jobs->reported + count)->done)
        count++;
    cli_unlock(&jobs->lock);
    return count;
}

/* Frees reported jobs, so that their slots can be used again. Stops the run if `go_on` is false. */
static void free_reported_jobs(cli_jobs *jobs, size_t count, bool go_on)
{
    cli_lock(&jobs->lock);
    for (; count > 0; count--) {
        cli_job *job = job_at(jobs, jobs->reported++);
        jobs->held_bytes -= job->held_bytes;
        free_job(job);
    }
    jobs->stopped = !go_on;
    pthread_cond_signal(&jobs->can_find);
    pthread_cond_broadcast(&jobs->can_hold);
    if (!go_on)
        pthread_cond_broadcast(&jobs->can_check);
    cli_unlock(&jobs->lock);
}

static void report_jobs(cli_jobs *jobs)
{
    const cli_jobs_callbacks *calls = jobs->calls;
    bool go_on = true;
    size_t count;
    while (go_on && (count = wait_for_done_jobs(jobs)) > 0) {
        for (size_t i = 0; i < count && go_on; i++) {
            cli_job *job = job_at(jobs, jobs->reported + i);
            go_on = calls->report(calls->context, &job->result);
        }
        free_reported_jobs(jobs, count, go_on);
    }
}

/* Functions that start and end a run */

static bool start_worker(cli_jobs *jobs, cli_worker *worker)
{
    worker->jobs = jobs;
    if (cli_checker_init(&worker->checker, jobs->options)
        && cli_thread_start(&worker->thread, run_worker, worker))
        return true;
    cli_checker_free(&worker->checker);
    return false;
}

/* Starts up to `wanted` workers; returns their number. */
static size_t start_workers(cli_jobs *jobs, cli_worker *workers, size_t wanted)
{
    size_t count = 0;
    jobs->workers = wanted;
    while (count < wanted && start_worker(jobs, &workers[count]))
        count++;
    return count;
}

static void free_unreported_jobs_and_slots(cli_jobs *jobs)
{
    while (jobs->reported < jobs->found)
        free_job(job_at(jobs, jobs->reported++));
    free(jobs->slots);
}

/* Runs with threads. Returns false, before any file is found, if memory or threads were not available. */
static bool run_with_threads(cli_jobs *jobs, size_t wanted)
{
    pthread_t finder;
    cli_worker *workers = calloc(wanted, sizeof *workers);
    jobs->slots = calloc(CLI_JOB_SLOTS, sizeof *jobs->slots);
    const bool room = workers != NULL && jobs->slots != NULL;
    const size_t count = room ? start_workers(jobs, workers, wanted) : 0;
    jobs->threaded = true; /* set before run_file_search starts, which reads the flag */
    const bool found = count > 0 && cli_thread_start(&finder, run_file_search, jobs);
    if (found) {
        report_jobs(jobs);
        pthread_join(finder, NULL);
    } else {
        mark_file_search_complete(jobs);
    }
    for (size_t i = 0; i < count; i++) {
        pthread_join(workers[i].thread, NULL);
        cli_checker_free(&workers[i].checker);
    }
    free_unreported_jobs_and_slots(jobs);
    free(workers);
    jobs->threaded = found;
    return found;
}

/* Finds, checks and reports all files in the calling thread. Returns false when out of memory, before any file is found. */
static bool run_without_threads(cli_jobs *jobs)
{
    cli_checker checker;
    const bool done = cli_checker_init(&checker, jobs->options);
    jobs->checker = &checker;
    if (done)
        jobs->calls->find(jobs->calls->context, jobs);
    cli_checker_free(&checker);
    return done;
}

bool cli_jobs_run(const cli_jobs_callbacks *calls, const cli_check_options *options, size_t threads)
{
    cli_jobs *jobs = calloc(1, sizeof *jobs);
    if (jobs == NULL)
        return false;
    jobs->calls = calls;
    jobs->options = options;
    jobs->clean_findings.list.arena = &jobs->clean_findings.arena;
    cli_mutex_init(&jobs->lock, CLI_RANK_JOBS);
    pthread_cond_init(&jobs->can_find, NULL);
    pthread_cond_init(&jobs->can_check, NULL);
    pthread_cond_init(&jobs->can_hold, NULL);
    pthread_cond_init(&jobs->can_report, NULL);
    const bool done = (threads > 1 && run_with_threads(jobs, threads)) || run_without_threads(jobs);
    free(jobs);
    return done;
}
