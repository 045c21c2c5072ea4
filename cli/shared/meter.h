/* The line on a terminal that says how far a run has come. It is drawn at most ten times a second. */
#ifndef AP_METER_H
#define AP_METER_H

#include <stdint.h>

#include "cli/options/option_table.h"

typedef struct cli_meter {
    cli_when wanted; /* auto: if standard error is a terminal */
    bool on;
    bool shown;      /* the line is there now */
    int64_t next_ms; /* when the line is drawn again */
} cli_meter;

/* What the row of a meter's option says, for a group whose record is `record`. */
#define CLI_METER(record, meter)                                                                             \
    .name = "progress", .value = "WHEN", CLI_CHOICE(record, meter.wanted), .choices = cli_meter_choices
extern const cli_choice cli_meter_choices[]; /* auto and never */

/* Milliseconds on a clock that nobody sets. */
int64_t cli_now_ms(void);

/* Turns the meter on if that is wanted. */
void cli_meter_begin(cli_meter *meter);

/* Returns true if the meter is on and the line is to be drawn now; it is not due again for a tenth of a second. */
bool cli_meter_is_due(cli_meter *meter);

/* Draws the line. */
__attribute__((format(printf, 2, 3))) void cli_meter_draw(cli_meter *meter, const char *format, ...);

/* Takes the line away: something else is to be printed. */
void cli_meter_hide(cli_meter *meter);

#endif
