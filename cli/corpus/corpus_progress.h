/* The line on a terminal that says how far a corpus has been built, and signals that interrupt the building. */
#ifndef AP_CORPUS_PROGRESS_H
#define AP_CORPUS_PROGRESS_H

#include <signal.h>

#include "cli/shared/meter.h"

typedef struct cli_corpus_progress {
    cli_meter meter;
    size_t files;         /* so far */
    size_t all_files;     /* 0: not known */
    size_t round, rounds; /* the round of the case, from 0, and how many there are; 0: not known */
    sigset_t before;      /* the signals that were blocked before */
    sigset_t ending;      /* the signals that ask for the end */
    int interrupted;      /* the signal that asks for the end; 0: none */
} cli_corpus_progress;

/* The option, for a group whose record is a cli_corpus_progress. */
extern const cli_option cli_corpus_progress_rows[];

/* Draws nothing yet. From here on SIGINT, SIGTERM and SIGHUP wait until they are asked for, unless the caller of the program
   ignores them, as nohup does. */
void cli_corpus_progress_begin(cli_corpus_progress *progress);

/* A file was written. Returns false if a signal asks for the end. */
bool cli_corpus_progress_add(cli_corpus_progress *progress);

/* Lets signals in again; ends the process by the one that has interrupted the building, or has come since. */
void cli_corpus_progress_end(cli_corpus_progress *progress);

#endif
