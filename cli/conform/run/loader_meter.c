#include "cli/conform/run/loader_meter.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 30, EVERY_MS = 100 };

int64_t cli_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void cli_meter_start(cli_meter *meter, const cli_rating *rating, cli_when wanted)
{
    *meter = (cli_meter){ .on = wanted == CLI_ALWAYS || (wanted == CLI_AUTO && isatty(STDERR_FILENO)) };
    for (size_t job = 0; job < rating->case_count * rating->loader_count; job++)
        meter->total += cli_is_job(rating, job);
}

static void show(cli_meter *meter)
{
    static const char full[] = "##############################";
    static const char rest[] = "..............................";
    const int filled = (int)(meter->done * BAR / meter->total);
    fprintf(stderr, "\r[%.*s%.*s] %zu of %zu, %zu not as they should", filled, full, BAR - filled, rest,
        meter->done, meter->total, meter->bad);
    fflush(stderr);
    meter->shown = true;
}

void cli_meter_count(cli_meter *meter, bool bad)
{
    meter->done++;
    meter->bad += bad;
    if (!meter->on)
        return;
    const int64_t now = cli_now_ms();
    if (now < meter->next_ms)
        return;
    meter->next_ms = now + EVERY_MS;
    show(meter);
}

void cli_meter_clear(cli_meter *meter)
{
    if (meter->shown) {
        fputs("\r\x1b[K", stderr);
        fflush(stderr);
    }
    meter->shown = false;
}
