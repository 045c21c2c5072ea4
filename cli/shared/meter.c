#include "cli/shared/meter.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { EVERY_MS = 100 };

const cli_choice cli_meter_choices[] = { { "auto", CLI_AUTO, "on a terminal" }, { "never", CLI_NEVER, NULL },
    { NULL, 0, NULL } };

int64_t cli_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void cli_meter_begin(cli_meter *meter)
{
    meter->on = meter->wanted == CLI_ALWAYS || (meter->wanted == CLI_AUTO && isatty(STDERR_FILENO) != 0);
}

bool cli_meter_is_due(cli_meter *meter)
{
    const int64_t now = meter->on ? cli_now_ms() : 0;
    const bool is_due = meter->on && now >= meter->next_ms;
    if (is_due)
        meter->next_ms = now + EVERY_MS;
    return is_due;
}

void cli_meter_draw(cli_meter *meter, const char *format, ...)
{
    va_list arguments;
    fputc('\r', stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fflush(stderr);
    meter->shown = true;
}

void cli_meter_hide(cli_meter *meter)
{
    if (meter->shown) {
        fputs("\r\x1b[K", stderr);
        fflush(stderr);
    }
    meter->shown = false;
}
