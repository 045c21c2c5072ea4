#include "cli/corpus/corpus_progress.h"

#include <stdio.h>

#include "cli/shared/termination_signals.h"

const cli_option cli_corpus_progress_rows[] = {
    { CLI_METER(cli_corpus_progress, meter),
        .help = "a line on standard error while files are written: {choices}" },
    { .name = NULL },
};

void cli_corpus_progress_begin(cli_corpus_progress *progress)
{
    sigemptyset(&progress->termination);
    cli_add_termination_signals(&progress->termination);
    cli_meter_begin(&progress->meter);
    sigprocmask(SIG_BLOCK, &progress->termination, &progress->before);
}

static void draw_progress(cli_corpus_progress *progress)
{
    char all[32] = "", round[64] = "";
    if (progress->all_files > 0)
        snprintf(all, sizeof all, " of %zu", progress->all_files);
    if (progress->rounds > 0)
        snprintf(round, sizeof round, ", round %zu of %zu", progress->round + 1, progress->rounds);
    cli_meter_draw(&progress->meter, "%zu%s files%s", progress->files, all, round);
}

bool cli_corpus_progress_add(cli_corpus_progress *progress)
{
    const struct timespec at_once = { 0, 0 };
    progress->files++;
    const int number = sigtimedwait(&progress->termination, NULL, &at_once);
    progress->interrupted = number > 0 ? number : 0;
    if (progress->interrupted == 0 && cli_meter_is_due(&progress->meter))
        draw_progress(progress);
    return progress->interrupted == 0;
}

void cli_corpus_progress_end(cli_corpus_progress *progress)
{
    const int number = progress->interrupted;
    cli_meter_hide(&progress->meter);
    if (number != 0)
        raise(number);
    sigprocmask(SIG_SETMASK, &progress->before, NULL);
}
