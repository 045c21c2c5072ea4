#include "cli/check/jobs.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check/jobs_private.h"
#include "cli/shared/threads.h"

size_t cli_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    const int count = CPU_COUNT(&set);
    return count < 1 ? 1 : (size_t)count;
}

/* The finder */

static void *run_finder(void *context)
{
    cli_jobs *jobs = context;
    jobs->calls->find(jobs->calls->context, jobs);
    cli_lock(&jobs->lock);
    jobs->all_found = true;
    pthread_cond_broadcast(&jobs->can_judge);
    pthread_cond_signal(&jobs->can_tell);
    cli_unlock(&jobs->lock);
    return NULL;
}

/* Copies the path. Without memory the entry is reported as one that could not be read. */
static bool set_name(cli_job *job, const char *path)
{
    const size_t bytes = strlen(path) + 1;
    if (bytes > job->name_room) {
        char *room = realloc(job->name, bytes * 2);
        if (room == NULL)
            return false;
        job->name = room;
        job->name_room = bytes * 2;
    }
    memcpy(job->name, path, bytes);
    return true;
}

/* Checks and reports at once. */
static bool run_job(cli_jobs *jobs, const cli_entry *entry, cli_folder *folder)
{
    cli_job job = { .entry = *entry, .folder = folder };
    cli_result_begin(&job.result, &job.entry);
    if (cli_entry_is_read(entry))
        cli_job_check(jobs->checker, &job);
    jobs->go_on = jobs->calls->report(jobs->calls->context, &job.result);
    cli_job_end(&job);
    return jobs->go_on;
}

/* Fills the slot of a job, which no other thread looks at before it is said to be there. */
static void fill(cli_job *job, const cli_entry *entry, cli_folder *folder)
{
    job->entry = *entry;
    job->folder = folder;
    job->found = NULL;
    job->held_bytes = 0;
    job->done = false;
    if (entry->kind != CLI_ENTRY_STOP && set_name(job, entry->path))
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
    fill(cli_job_at(jobs, jobs->found), entry, folder);
    cli_lock(&jobs->lock);
    jobs->found++;
    if (jobs->idle > 0)
        pthread_cond_signal(&jobs->can_judge);
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
    while (jobs->told < jobs->found ? !cli_job_at(jobs, jobs->told)->done : !jobs->all_found) {
        jobs->teller_waits = true;
        cli_wait(&jobs->lock, &jobs->can_tell);
        jobs->teller_waits = false;
    }
    while (count < CLI_JOB_BATCH && jobs->told + count < jobs->found
           && cli_job_at(jobs, jobs->told + count)->done)
        count++;
    cli_unlock(&jobs->lock);
    return count;
}

/* Of jobs that were told: their findings and their slots may be used again. */
static void pass_turn(cli_jobs *jobs, size_t count, bool go_on)
{
    cli_lock(&jobs->lock);
    for (; count > 0; count--) {
        cli_job *job = cli_job_at(jobs, jobs->told++);
        cli_findings *found = job->found;
        cli_job_end(job);
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
        pthread_cond_broadcast(&jobs->can_judge);
    cli_unlock(&jobs->lock);
}

static void tell_all(cli_jobs *jobs)
{
    const cli_jobs_calls *calls = jobs->calls;
    bool go_on = true;
    size_t count;
    while (go_on && (count = wait_for_turn(jobs)) > 0) {
        for (size_t i = 0; i < count && go_on; i++) {
            cli_job *job = cli_job_at(jobs, jobs->told + i);
            go_on = calls->report(calls->context, &job->result);
        }
        pass_turn(jobs, count, go_on);
    }
}

/* Beginning and end */

static bool prepare(cli_jobs *jobs, cli_worker *worker)
{
    worker->jobs = jobs;
    cli_checker_init(&worker->checker, jobs->options);
    worker->checker.found = cli_findings_make(jobs->options->reading);
    return worker->checker.found != NULL && cli_thread_start(&worker->thread, cli_worker_run, worker);
}

/* Starts as many workers as there can be. */
static size_t start_workers(cli_jobs *jobs, cli_worker *workers, size_t wanted)
{
    size_t count = 0;
    jobs->workers = wanted;
    while (count < wanted && prepare(jobs, &workers[count]))
        count++;
    if (count < wanted)
        cli_findings_free(workers[count].checker.found);
    return count;
}

static void join_workers(cli_worker *workers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        pthread_join(workers[i].thread, NULL);
        cli_checker_free(&workers[i].checker);
        cli_findings_free(workers[i].checker.found);
    }
}

static void free_slots(cli_jobs *jobs)
{
    for (size_t i = 0; jobs->slots != NULL && i < CLI_JOB_SLOTS; i++)
        free(jobs->slots[i].name);
    while (jobs->told < jobs->found) {
        cli_job *job = cli_job_at(jobs, jobs->told++);
        cli_findings *found = job->found;
        cli_job_end(job);
        cli_findings_free(found);
    }
    cli_findings_free(jobs->spare);
    free(jobs->slots);
}

static void end_workers(cli_jobs *jobs)
{
    cli_lock(&jobs->lock);
    jobs->all_found = true;
    pthread_cond_broadcast(&jobs->can_judge);
    cli_unlock(&jobs->lock);
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
        tell_all(jobs);
        pthread_join(finder, NULL);
    } else {
        end_workers(jobs);
    }
    join_workers(workers, count);
    free_slots(jobs);
    free(workers);
    jobs->threaded = found;
    return found;
}

/* Without threads: the caller's finds, checks and reports. False: out of memory. */
static bool run_alone(cli_jobs *jobs)
{
    cli_checker checker;
    cli_findings *found = cli_findings_make(jobs->options->reading);
    if (found == NULL)
        return false;
    cli_checker_init(&checker, jobs->options);
    checker.found = found;
    jobs->checker = &checker;
    jobs->calls->find(jobs->calls->context, jobs);
    cli_findings_free(found);
    cli_checker_free(&checker);
    return true;
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
    pthread_cond_init(&jobs->can_judge, NULL);
    pthread_cond_init(&jobs->can_hold, NULL);
    pthread_cond_init(&jobs->can_tell, NULL);
    const bool done = (threads > 1 && run_threads(jobs, threads)) || run_alone(jobs);
    free(jobs);
    return done;
}
