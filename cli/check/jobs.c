#include "cli/check/jobs.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shared/threads.h"

enum {
    CLI_JOB_SLOTS = 512,          /* files that may be found and not yet told of */
    CLI_JOB_BATCH = 16,           /* files that are taken, or told of, at once where there are many */
    CLI_JOB_SHARE = 4,            /* of those that wait, a worker takes one in this many × workers */
    CLI_JOB_HELD_BYTES = 64 << 20 /* of findings that wait to be told, beyond which only the next in turn is
                                     judged */
};

/* An entry on its way. Its number says where it stands in the order, its slot is that number modulo
   CLI_JOB_SLOTS. */
typedef struct cli_job {
    cli_entry entry;
    cli_folder *folder; /* where its companion is looked for, held; NULL: none is */
    bool done;          /* may be reported */
    char *name;         /* NULL: the path is one that stays */
    cli_result result;
    cli_findings *found; /* that the result has; NULL: none, or those of a clean file */
    size_t held_bytes;   /* of these findings, and of a companion that waits to be reported */
} cli_job;

struct cli_jobs {
    const cli_jobs_calls *calls;
    const cli_check_options *options;
    cli_checker *checker; /* without threads */
    bool threaded;
    cli_findings nothing; /* of all clean files; no thread changes it */

    cli_mutex lock;
    pthread_cond_t can_find, can_check, can_hold, can_report;
    cli_job *slots;
    size_t found, judging, told; /* numbers of the next job to be found, to be judged, to be told of */
    size_t workers, idle;        /* idle: those that wait for a job */
    bool all_found, stopped, reporter_waits;
    size_t held_bytes; /* of findings that wait to be told */
    cli_findings *spare;
};

typedef struct cli_worker {
    cli_jobs *jobs;
    pthread_t thread;
    cli_checker checker;
    size_t first, next, end; /* jobs taken: those before `next` are done, those before `first` said to be */
} cli_worker;

static inline cli_job *job_at(cli_jobs *jobs, size_t number)
{
    return &jobs->slots[number % CLI_JOB_SLOTS];
}

static void end_job(cli_job *job)
{
    free(job->result.companion_path);
    cli_found_companion_release(job->result.beside);
    cli_folder_let_go(job->folder);
    free(job->name);
}

/* Workers. The lock is held where a function's name ends in `locked`. */

/* Says of the jobs that a worker has done that they are. */
static void publish_locked(cli_worker *w)
{
    cli_jobs *jobs = w->jobs;
    for (; w->first < w->next; w->first++) {
        cli_job *job = job_at(jobs, w->first);
        job->done = true;
        if (w->first == jobs->told && jobs->reporter_waits)
            pthread_cond_signal(&jobs->can_report);
    }
}

/* A worker's findings go with their job; the worker gets others. */
static void hand_over_locked(cli_worker *w, cli_job *job)
{
    cli_jobs *jobs = w->jobs;
    job->found = w->checker.found;
    job->held_bytes = job->found->arena.held_bytes;
    if (job->result.beside != NULL)
        job->held_bytes += atomic_load(&job->result.beside->held_bytes);
    jobs->held_bytes += job->held_bytes;
    w->checker.found = jobs->spare;
    if (jobs->spare != NULL)
        jobs->spare = jobs->spare->next;
    else
        w->checker.found = cli_findings_make(jobs->options->reading);
    if (w->checker.found != NULL)
        w->checker.found->next = NULL;
}

/* The next jobs; false when there are none any more. */
static bool take_locked(cli_worker *w)
{
    cli_jobs *jobs = w->jobs;
    publish_locked(w);
    while (jobs->judging == jobs->found && !jobs->all_found && !jobs->stopped) {
        jobs->idle++;
        cli_wait(&jobs->lock, &jobs->can_check);
        jobs->idle--;
    }
    if (jobs->stopped || jobs->judging == jobs->found)
        return false;
    size_t count = (jobs->found - jobs->judging) / (CLI_JOB_SHARE * jobs->workers);
    count = count < 1 ? 1 : count > CLI_JOB_BATCH ? CLI_JOB_BATCH : count;
    w->first = w->next = jobs->judging;
    w->end = jobs->judging += count;
    return true;
}

/* Waits while others' findings take much room, unless it is this job that all wait for. */
static void wait_for_room_locked(cli_worker *w)
{
    cli_jobs *jobs = w->jobs;
    while (jobs->held_bytes > CLI_JOB_HELD_BYTES && w->next != jobs->told && !jobs->stopped)
        cli_wait(&jobs->lock, &jobs->can_hold);
    if (jobs->stopped)
        w->end = w->next;
}

/* Returns true if a report says the same of the file as of any other clean one. */
static bool is_clean(const cli_findings *found, const cli_result *result)
{
    return result->findings != NULL && result->beside == NULL && ap_findings_is_empty(&found->list)
           && !found->arena.failed;
}

/* One of the jobs that were taken. A small file in which nothing is found is done without the lock. */
static void work_once(cli_worker *w)
{
    cli_jobs *jobs = w->jobs;
    cli_job *job = job_at(jobs, w->next++);
    if (!cli_entry_is_read(&job->entry))
        return;
    cli_check(&w->checker, &job->entry, job->folder, &job->result);
    if (is_clean(w->checker.found, &job->result))
        cli_result_has(&job->result, &jobs->nothing.list, NULL);
    const bool has_findings = job->result.findings != NULL && job->result.findings != &jobs->nothing.list;
    if (!has_findings && job->result.file.size_bytes < AP_SMALL_FILE_BYTES)
        return;
    cli_lock(&jobs->lock);
    if (has_findings)
        hand_over_locked(w, job);
    publish_locked(w);
    wait_for_room_locked(w);
    cli_unlock(&jobs->lock);
}

static void *run_worker(void *context)
{
    cli_worker *w = context;
    cli_jobs *jobs = w->jobs;
    cli_lock(&jobs->lock);
    while (take_locked(w)) {
        wait_for_room_locked(w);
        cli_unlock(&jobs->lock);
        while (w->next < w->end)
            work_once(w);
        cli_lock(&jobs->lock);
    }
    cli_unlock(&jobs->lock);
    return NULL;
}

/* The finder */

/* Says that no more is found. */
static void end_finding(cli_jobs *jobs)
{
    cli_lock(&jobs->lock);
    jobs->all_found = true;
    pthread_cond_broadcast(&jobs->can_check);
    pthread_cond_signal(&jobs->can_report);
    cli_unlock(&jobs->lock);
}

static void *run_finder(void *context)
{
    cli_jobs *jobs = context;
    jobs->calls->find(jobs->calls->context, jobs);
    end_finding(jobs);
    return NULL;
}

/* Checks and reports at once. */
static bool run_job(cli_jobs *jobs, const cli_entry *entry, cli_folder *folder)
{
    cli_job job = { .entry = *entry, .folder = folder };
    cli_result_begin(&job.result, &job.entry);
    if (cli_entry_is_read(entry))
        cli_check(jobs->checker, entry, folder, &job.result);
    const bool go_on = jobs->calls->report(jobs->calls->context, &job.result);
    end_job(&job);
    return go_on;
}

/* Fills the slot of a job, which no other thread looks at before it is said to be there. Without memory for its path the entry
   is reported as one that could not be read. */
static void fill(cli_job *job, const cli_entry *entry, cli_folder *folder)
{
    *job = (cli_job){ .entry = *entry, .folder = folder, .name = strdup(entry->path) };
    if (job->name != NULL)
        job->entry.path = job->name;
    else if (entry->kind != CLI_ENTRY_STOP)
        job->entry = (cli_entry){ .kind = CLI_ENTRY_UNREADABLE,
            .number = entry->number,
            .path = "?",
            .result = CLI_INTERNAL,
            .reason = "no memory for its name" };
    cli_result_begin(&job->result, &job->entry);
}

bool cli_jobs_add(cli_jobs *jobs, const cli_entry *entry, cli_folder *folder)
{
    if (folder != NULL)
        cli_folder_hold(folder);
    if (!jobs->threaded)
        return run_job(jobs, entry, folder);
    cli_lock(&jobs->lock);
    while (jobs->found - jobs->told == CLI_JOB_SLOTS && !jobs->stopped)
        cli_wait(&jobs->lock, &jobs->can_find);
    const bool go_on = !jobs->stopped;
    cli_unlock(&jobs->lock);
    if (!go_on) {
        cli_folder_let_go(folder);
        return false;
    }
    fill(job_at(jobs, jobs->found), entry, folder);
    cli_lock(&jobs->lock);
    jobs->found++;
    if (jobs->idle > 0)
        pthread_cond_signal(&jobs->can_check);
    cli_unlock(&jobs->lock);
    return true;
}

bool cli_jobs_wait(cli_jobs *jobs)
{
    if (!jobs->threaded)
        return true;
    cli_lock(&jobs->lock);
    while (jobs->told < jobs->found && !jobs->stopped)
        cli_wait(&jobs->lock, &jobs->can_find);
    const bool all = jobs->told == jobs->found;
    cli_unlock(&jobs->lock);
    return all;
}

/* The teller: the thread that cli_jobs_run was called in */

/* Waits for the next job in turn. How many in a row can be told of; 0: all were. */
static size_t wait_for_turn(cli_jobs *jobs)
{
    size_t count = 0;
    cli_lock(&jobs->lock);
    while (jobs->told < jobs->found ? !job_at(jobs, jobs->told)->done : !jobs->all_found) {
        jobs->reporter_waits = true;
        cli_wait(&jobs->lock, &jobs->can_report);
        jobs->reporter_waits = false;
    }
    while (
        count < CLI_JOB_BATCH && jobs->told + count < jobs->found && job_at(jobs, jobs->told + count)->done)
        count++;
    cli_unlock(&jobs->lock);
    return count;
}

/* Of jobs that were told: their findings and their slots may be used again. */
static void pass_turn(cli_jobs *jobs, size_t count, bool go_on)
{
    cli_lock(&jobs->lock);
    for (; count > 0; count--) {
        cli_job *job = job_at(jobs, jobs->told++);
        cli_findings *found = job->found;
        end_job(job);
        jobs->held_bytes -= job->held_bytes;
        if (found == NULL)
            continue;
        ap_arena_reset(&found->arena);
        found->next = jobs->spare;
        jobs->spare = found;
    }
    jobs->stopped = !go_on;
    pthread_cond_signal(&jobs->can_find);
    pthread_cond_broadcast(&jobs->can_hold);
    if (!go_on)
        pthread_cond_broadcast(&jobs->can_check);
    cli_unlock(&jobs->lock);
}

static void report_all(cli_jobs *jobs)
{
    const cli_jobs_calls *calls = jobs->calls;
    bool go_on = true;
    size_t count;
    while (go_on && (count = wait_for_turn(jobs)) > 0) {
        for (size_t i = 0; i < count && go_on; i++) {
            cli_job *job = job_at(jobs, jobs->told + i);
            go_on = calls->report(calls->context, &job->result);
        }
        pass_turn(jobs, count, go_on);
    }
}

/* Beginning and end */

static bool prepare(cli_jobs *jobs, cli_worker *worker)
{
    worker->jobs = jobs;
    if (cli_checker_init(&worker->checker, jobs->options)
        && cli_thread_start(&worker->thread, run_worker, worker))
        return true;
    cli_checker_free(&worker->checker);
    return false;
}

/* Starts as many workers as there can be. */
static size_t start_workers(cli_jobs *jobs, cli_worker *workers, size_t wanted)
{
    size_t count = 0;
    jobs->workers = wanted;
    while (count < wanted && prepare(jobs, &workers[count]))
        count++;
    return count;
}

static void free_slots(cli_jobs *jobs)
{
    while (jobs->told < jobs->found) {
        cli_job *job = job_at(jobs, jobs->told++);
        cli_findings *found = job->found;
        end_job(job);
        cli_findings_free(found);
    }
    cli_findings_free(jobs->spare);
    free(jobs->slots);
}

/* False, with nothing found yet, when there cannot be threads. */
static bool run_threads(cli_jobs *jobs, size_t wanted)
{
    pthread_t finder;
    cli_worker *workers = calloc(wanted, sizeof *workers);
    jobs->slots = calloc(CLI_JOB_SLOTS, sizeof *jobs->slots);
    const bool room = workers != NULL && jobs->slots != NULL;
    const size_t count = room ? start_workers(jobs, workers, wanted) : 0;
    jobs->threaded = true; /* before the finder looks */
    const bool found = count > 0 && cli_thread_start(&finder, run_finder, jobs);
    if (found) {
        report_all(jobs);
        pthread_join(finder, NULL);
    } else {
        end_finding(jobs);
    }
    for (size_t i = 0; i < count; i++) {
        pthread_join(workers[i].thread, NULL);
        cli_checker_free(&workers[i].checker);
    }
    free_slots(jobs);
    free(workers);
    jobs->threaded = found;
    return found;
}

/* Without threads: the caller's finds, checks and reports. False: out of memory. */
static bool run_alone(cli_jobs *jobs)
{
    cli_checker checker;
    const bool done = cli_checker_init(&checker, jobs->options);
    jobs->checker = &checker;
    if (done)
        jobs->calls->find(jobs->calls->context, jobs);
    cli_checker_free(&checker);
    return done;
}

bool cli_jobs_run(const cli_jobs_calls *calls, const cli_check_options *options, size_t threads)
{
    cli_jobs *jobs = calloc(1, sizeof *jobs);
    if (jobs == NULL)
        return false;
    jobs->calls = calls;
    jobs->options = options;
    jobs->nothing.list.arena = &jobs->nothing.arena;
    cli_mutex_init(&jobs->lock, CLI_RANK_JOBS);
    pthread_cond_init(&jobs->can_find, NULL);
    pthread_cond_init(&jobs->can_check, NULL);
    pthread_cond_init(&jobs->can_hold, NULL);
    pthread_cond_init(&jobs->can_report, NULL);
    const bool done = (threads > 1 && run_threads(jobs, threads)) || run_alone(jobs);
    free(jobs);
    return done;
}
