/* What jobs.c and jobs_worker.c share. */
#ifndef AP_JOBS_PRIVATE_H
#define AP_JOBS_PRIVATE_H

#include "cli/check/jobs.h"
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
    cli_entry entry;    /* its path is the name below */
    cli_folder *folder; /* where its companion is looked for, held; NULL: none is */
    bool done;          /* may be reported */
    char *name;
    size_t name_room;
    cli_result result;
    cli_findings *found; /* that the result has; NULL: none, or those of a clean file */
    size_t held_bytes;   /* of these findings, and of a companion that waits to be reported */
} cli_job;

struct cli_jobs {
    const cli_jobs_calls *calls;
    const cli_check_options *options;
    cli_checker *checker; /* without threads */
    bool threaded;
    bool go_on;           /* without threads: what telling said last */
    cli_findings nothing; /* of all clean files; no thread changes it */

    cli_mutex lock;
    pthread_cond_t can_find, can_judge, can_hold, can_tell;
    cli_job *slots;
    size_t found, judging, told; /* numbers of the next job to be found, to be judged, to be told of */
    size_t workers, idle;        /* idle: those that wait for a job */
    bool all_found, stopped, teller_waits;
    size_t held_bytes; /* of findings that wait to be told */
    cli_findings *spare;
};

typedef struct cli_worker {
    cli_jobs *jobs;
    pthread_t thread;
    cli_checker checker;
    size_t first, next, end; /* jobs taken: those before `next` are done, those before `first` said to be */
} cli_worker;

static inline cli_job *cli_job_at(cli_jobs *jobs, size_t number)
{
    return &jobs->slots[number % CLI_JOB_SLOTS];
}

/* Empty findings; NULL when memory has run out. Freed with all that follow them. */
cli_findings *cli_findings_make(const cli_reading *options);
void cli_findings_free(cli_findings *found);

/* Gives back what a reported job holds but its findings and its name. */
void cli_job_end(cli_job *job);

/* Checks the file of a job whose entry can be read. */
void cli_job_check(cli_checker *checker, cli_job *job);

/* What a worker's thread does; the context is the worker. */
void *cli_worker_run(void *worker);

#endif
