/* The line on a terminal that says how far a run has come. */
#ifndef AP_CONFORM_PROGRESS_H
#define AP_CONFORM_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/conform/rate/rating.h"
#include "cli/shared/option_values.h"

typedef struct cli_meter {
    bool on;
    bool shown; /* the line stands there now */
    size_t total, done, bad;
    int64_t next_ms; /* not before */
} cli_meter;

/* Milliseconds on a clock that nobody sets. */
int64_t cli_now_ms(void);

/* A meter for the run; it stays silent where the options or standard error want that. */
void cli_meter_start(cli_meter *meter, const cli_rating *rating, cli_when wanted);

/* Counts one file that a loader has done with; bad: other than it should. */
void cli_meter_count(cli_meter *meter, bool bad);

/* Takes the line away: something else is to be printed. */
void cli_meter_clear(cli_meter *meter);

#endif
