/* Shows the progress of a run in one line of the terminal. */
#ifndef AP_PROGRESS_H
#define AP_PROGRESS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/files/path_list.h"
#include "cli/options/reading_options.h"
#include "cli/shared/progress_line.h"
#include "cli/shared/threads.h"

typedef struct cli_progress {
    cli_progress_line line;
    _Atomic size_t files, skipped; /* numbers of reported and skipped files so far */
    uint64_t bytes;                /* size of the reported files */
    int64_t began_ms;

    /* The count of all files of the run, by a thread that runs at the same time */
    const cli_reading_options *reading;
    pthread_t counter;
    bool counting; /* the counter was started */
    _Atomic bool stop, counted;
    _Atomic uint64_t all_files, all_bytes;

    /* A thread that waits for Ctrl-C, if standard error is a terminal. */
    pthread_t waiter;
    bool waiting; /* the waiter was started */
    _Atomic bool ended;
    sigset_t before; /* signals that were blocked before cli_progress_begin */
} cli_progress;

/* The option --progress, for an option group with a cli_progress as its record. */
extern const cli_option cli_progress_rows[];

/* Starts the display, and counts the files of the run if possible. Until cli_progress_end, Ctrl-C at a terminal prints
   how many files have been checked before it ends the program. Draws no line if progress is off; does nothing if standard
   error is not a terminal. `reading` and `list` must outlive the progress. */
void cli_progress_begin(
    cli_progress *progress, const cli_reading_options *reading, const cli_path_list *list);

/* Counts a skipped file. If removes_line is true, removes the line, so that the caller can print the file's name;
   otherwise redraws the line when due. */
void cli_progress_add_skipped(cli_progress *progress, bool removes_line);

/* Counts a reported file and redraws the line when due. */
void cli_progress_add_file(cli_progress *progress, uint64_t bytes);

/* Removes the line and stops the threads. */
void cli_progress_end(cli_progress *progress);

#endif
