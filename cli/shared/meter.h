/* Draws a progress line on a terminal, at most ten times per second. */
#ifndef AP_METER_H
#define AP_METER_H

#include <stdint.h>

#include "cli/options/option_table.h"

typedef struct cli_meter {
    /* value of --progress; CLI_AUTO: the line is shown if standard error is a terminal */
    cli_when_option wanted;
    bool on;
    bool shown;      /* the line is visible now */
    int64_t next_ms; /* time at which the line may be drawn again */
} cli_meter;

/* Fields of the row for the option --progress; the option group has `record` as its record. */
#define CLI_METER(record, meter)                                                                             \
    .name = "progress", .value = "WHEN", CLI_CHOICE(record, meter.wanted), .choices = cli_meter_choices
extern const cli_choice cli_meter_choices[]; /* auto and never */

/* Returns milliseconds of a monotonic clock. */
int64_t cli_now_ms(void);

/* Turns the meter on if the option and the terminal allow that. */
void cli_meter_begin(cli_meter *meter);

/* Returns true if the line should be drawn now, at most once in a tenth of a second. Returns false if the meter is
   off. */
bool cli_meter_is_due(cli_meter *meter);

/* Draws the progress line with this text. */
__attribute__((format(printf, 2, 3))) void cli_meter_draw(cli_meter *meter, const char *format, ...);

/* Hides the line before other output. */
void cli_meter_hide(cli_meter *meter);

#endif
