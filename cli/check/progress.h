/* One line on a terminal that says how far a run has come. */
#ifndef AP_PROGRESS_H
#define AP_PROGRESS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/files/path_list.h"
#include "cli/options/reading_options.h"
#include "cli/shared/meter.h"
#include "cli/shared/threads.h"

typedef struct cli_progress {
    cli_meter meter;
    _Atomic size_t files, skipped; /* reported so far */
    uint64_t bytes;                /* of the files */
    int64_t began_ms;

    /* How much there is, counted beside the run by a thread of its own. */
    const cli_reading *reading;
    pthread_t counter;
    bool counting; /* the thread was started */
    _Atomic bool stop, counted;
    _Atomic uint64_t all_files, all_bytes;

    /* A thread that waits for Ctrl-C, where standard error is a terminal. */
    pthread_t waiter;
    bool waiting; /* the thread was started */
    _Atomic bool ended;
    sigset_t before; /* signals that were blocked */
} cli_progress;

/* Its option, for a group whose record is a cli_progress. */
extern const cli_option cli_progress_rows[];

/* Begins the display, and counts the files of the run if that is possible. Until cli_progress_end, Ctrl-C at a terminal prints
   how far the run has come before it ends the program. If progress is not wanted or standard error is no terminal, this
   function and the others do nothing. `reading` and `list` must outlive the progress. */
void cli_progress_begin(cli_progress *progress, const cli_reading *reading, const cli_path_list *list);

/* Counts a file that was looked at and skipped; takes the line away if a terminal is about to list the file. Otherwise draws as
   cli_progress_add does. */
void cli_progress_skip(cli_progress *progress, bool is_listed);

/* A file was told of; draws the line where it was not drawn for a while. */
void cli_progress_add(cli_progress *progress, uint64_t bytes);

/* Takes the line away for good. */
void cli_progress_end(cli_progress *progress);

#endif
