#include "cli/corpus/corpus_progress.h"

#include <stdio.h>

#include "cli/shared/termination_signals.h"

const cli_option cli_corpus_progress_rows[] = {
    { CLI_PROGRESS_LINE(cli_corpus_progress, line),
        .help = "a line on standard error while files are written: {choices}" },
    { .name = NULL },
};

void cli_corpus_progress_begin(cli_corpus_progress *progress)
{
    sigemptyset(&progress->termination);
    cli_add_unignored_termination_signals(&progress->termination);
    cli_progress_line_begin(&progress->line);
    sigprocmask(SIG_BLOCK, &progress->termination, &progress->mask_before);
}

static void draw_progress(cli_corpus_progress *progress)
{
    char all[32] = "", round[64] = "";
    if (progress->all_files > 0)
        snprintf(all, sizeof all, " of %zu", progress->all_files);
    if (progress->rounds > 0)
        snprintf(round, sizeof round, ", round %zu of %zu", progress->round + 1, progress->rounds);
    cli_progress_line_draw(&progress->line, "%zu%s files%s", progress->files, all, round);
}

bool cli_corpus_progress_count_file(cli_corpus_progress *progress)
{
    const struct timespec at_once = { 0, 0 };
    progress->files++;
    const int number = sigtimedwait(&progress->termination, NULL, &at_once);
    progress->interrupted = number > 0 ? number : 0;
    if (progress->interrupted == 0 && cli_progress_line_take_turn_if_due(&progress->line))
        draw_progress(progress);
    return progress->interrupted == 0;
}

void cli_corpus_progress_end_and_raise_if_interrupted(cli_corpus_progress *progress)
{
    const int number = progress->interrupted;
    cli_progress_line_hide(&progress->line);
    if (number != 0)
        raise(number);
    sigprocmask(SIG_SETMASK, &progress->mask_before, NULL);
}
