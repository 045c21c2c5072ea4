/* Shows on a terminal how many files of a corpus are written, and handles signals that interrupt the run. */
#ifndef AP_CORPUS_PROGRESS_H
#define AP_CORPUS_PROGRESS_H

#include <signal.h>

#include "cli/shared/progress_line.h"

typedef struct cli_corpus_progress {
    cli_progress_line line;
    size_t files;     /* files written so far */
    size_t all_files; /* files to write; 0 if not known */
    /* number of the round of the current case, from 0; number of rounds, 0 if not known */
    size_t round, rounds;
    sigset_t mask_before; /* signal mask before the run */
    sigset_t termination; /* signals that interrupt the run */
    int interrupted;      /* the signal that has interrupted the run; 0 if none */
} cli_corpus_progress;

/* Options that write into a cli_corpus_progress. */
extern const cli_option cli_corpus_progress_rows[];

/* Blocks SIGINT, SIGTERM and SIGHUP, which cli_corpus_progress_count_file then checks for, until
   cli_corpus_progress_end_and_raise_if_interrupted. A signal that the process ignores, as after nohup, stays ignored. Draws
   nothing yet. */
void cli_corpus_progress_begin(cli_corpus_progress *progress);

/* Counts a written file. Returns false if a signal has interrupted the run. */
bool cli_corpus_progress_count_file(cli_corpus_progress *progress);

/* Restores the signal mask. If a signal interrupted the run, ends the process by that signal. */
void cli_corpus_progress_end_and_raise_if_interrupted(cli_corpus_progress *progress);

#endif
