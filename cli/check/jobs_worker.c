/* The threads that check, and what they check with. */
#include <stdlib.h>

#include "cli/check/jobs_private.h"

cli_findings *cli_findings_make(const cli_reading *options)
{
    cli_findings *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    ap_arena_init(&made->arena, options->max_memory_bytes);
    ap_findings_init(
        &made->list, &made->arena, &options->policy, options->max_findings, options->max_per_rule);
    ap_findings_init(
        &made->together, &made->arena, &options->policy, options->max_findings, options->max_per_rule);
    return made;
}

void cli_findings_free(cli_findings *found)
{
    while (found != NULL) {
        cli_findings *next = found->next;
        ap_arena_free(&found->arena);
        free(found);
        found = next;
    }
}

void cli_job_check(cli_checker *checker, cli_job *job)
{
    if (checker->found == NULL)
        cli_result_fail(&job->result, CLI_INTERNAL, "no memory to check it");
    else
        cli_check(checker, &job->entry, job->folder, &job->result);
}

void cli_job_end(cli_job *job)
{
    free(job->result.companion_path);
    job->result.companion_path = NULL;
    cli_beside_let_go(job->result.beside);
    job->result.beside = NULL;
    cli_folder_let_go(job->folder);
    job->folder = NULL;
}

/* Workers. The lock is held where a function's name ends in `locked`. */

/* Says of the jobs that a worker has done that they are. */
static void publish_locked(cli_worker *w)
{
    cli_jobs *jobs = w->jobs;
    for (; w->first < w->next; w->first++) {
        cli_job *job = cli_job_at(jobs, w->first);
        job->done = true;
        if (w->first == jobs->told && jobs->teller_waits)
            pthread_cond_signal(&jobs->can_tell);
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
        cli_wait(&jobs->lock, &jobs->can_judge);
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
    cli_job *job = cli_job_at(jobs, w->next++);
    if (!cli_entry_is_read(&job->entry))
        return;
    cli_job_check(&w->checker, job);
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

void *cli_worker_run(void *context)
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
