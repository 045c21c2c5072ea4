/* Draws a progress line on a terminal, at most ten times per second. */
#ifndef AP_PROGRESS_LINE_H
#define AP_PROGRESS_LINE_H

#include <stdint.h>

#include "cli/options/option_table.h"

typedef struct cli_progress_line {
    /* value of --progress; CLI_AUTO: the line is shown if standard error is a terminal */
    cli_when_option wanted;
    bool on;
    bool shown;      /* the line is visible now */
    int64_t next_ms; /* time at which the line may be drawn again */
} cli_progress_line;

/* Fields of the row for the option --progress; the option group has `record` as its record. */
#define CLI_PROGRESS_LINE(record, line)                                                                      \
    .name = "progress", .value = "WHEN", CLI_CHOICE(record, line.wanted), .choices = cli_progress_line_choices
extern const cli_option_choice cli_progress_line_choices[]; /* auto and never */

/* Returns milliseconds of a monotonic clock. */
int64_t cli_now_ms(void);

/* Turns the line on if the option and the terminal allow that. */
void cli_progress_line_begin(cli_progress_line *line);

/* Returns true if the line should be drawn now, at most once in a tenth of a second. Returns false if the line is
   off. */
bool cli_progress_line_take_turn_if_due(cli_progress_line *line);

/* Draws the progress line with this text. */
__attribute__((format(printf, 2, 3))) void cli_progress_line_draw(
    cli_progress_line *line, const char *format, ...);

/* Hides the line before other output. */
void cli_progress_line_hide(cli_progress_line *line);

#endif
