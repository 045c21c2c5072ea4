/* Shows on a terminal how many files of a corpus are written, and handles signals that interrupt the run. */
#ifndef AP_CORPUS_PROGRESS_H
#define AP_CORPUS_PROGRESS_H

#include <signal.h>

#include "cli/shared/meter.h"

typedef struct cli_corpus_progress {
    cli_meter meter;
    size_t files;         /* files written so far */
    size_t all_files;     /* files to write; 0 if not known */
    size_t round, rounds; /* round of the current case, from 0, and number of rounds; 0 if not known */
    sigset_t before;      /* signal mask before the run */
    sigset_t termination; /* signals that interrupt the run */
    int interrupted;      /* the signal that has interrupted the run; 0 if none */
} cli_corpus_progress;

/* Options that write into a cli_corpus_progress. */
extern const cli_option cli_corpus_progress_rows[];

/* Blocks SIGINT, SIGTERM and SIGHUP until cli_corpus_progress_add checks for them. A signal that the
   parent process ignores, as nohup does, stays ignored. Draws nothing yet. */
void cli_corpus_progress_begin(cli_corpus_progress *progress);

/* Counts a written file. Returns false if a signal has interrupted the run. */
bool cli_corpus_progress_add(cli_corpus_progress *progress);

/* Restores the signal mask, and ends the process with the signal that interrupted the run, if any. */
void cli_corpus_progress_end(cli_corpus_progress *progress);

#endif
