#include "cli/shared/progress_line.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { EVERY_MS = 100 };

const cli_option_choice cli_progress_line_choices[] = { { "auto", CLI_AUTO, "on a terminal" },
    { "never", CLI_NEVER, NULL }, { NULL, 0, NULL } };

int64_t cli_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void cli_progress_line_begin(cli_progress_line *line)
{
    line->on = line->wanted == CLI_ALWAYS || (line->wanted == CLI_AUTO && isatty(STDERR_FILENO) != 0);
}

bool cli_progress_line_take_turn_if_due(cli_progress_line *line)
{
    const int64_t now = line->on ? cli_now_ms() : 0;
    const bool is_due = line->on && now >= line->next_ms;
    if (is_due)
        line->next_ms = now + EVERY_MS;
    return is_due;
}

void cli_progress_line_draw(cli_progress_line *line, const char *format, ...)
{
    va_list arguments;
    fputc('\r', stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fflush(stderr);
    line->shown = true;
}

void cli_progress_line_hide(cli_progress_line *line)
{
    if (line->shown) {
        fputs("\r\x1b[K", stderr);
        fflush(stderr);
    }
    line->shown = false;
}
