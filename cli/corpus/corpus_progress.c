#include "cli/corpus/corpus_progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/shared/ending_signals.h"

enum { EVERY_MS = 100 };

static const cli_choice whens[] = { { "auto", CLI_AUTO, "on a terminal" }, { "never", CLI_NEVER, NULL },
    { NULL, 0, NULL } };

const cli_option cli_corpus_progress_rows[] = {
    { .name = "progress",
        .value = "WHEN",
        CLI_CHOICE(cli_corpus_progress, wanted),
        .choices = whens,
        .help = "a line on standard error while files are written: {choices}" },
    { .name = NULL },
};

void cli_corpus_progress_begin(cli_corpus_progress *progress)
{
    sigemptyset(&progress->ending);
    cli_add_ending_signals(&progress->ending);
    progress->on = progress->wanted != CLI_NEVER && isatty(STDERR_FILENO);
    sigprocmask(SIG_BLOCK, &progress->ending, &progress->before);
}

static void draw(cli_corpus_progress *progress)
{
    fprintf(stderr, "\r%zu", progress->files);
    if (progress->all_files > 0)
        fprintf(stderr, " of %zu", progress->all_files);
    fputs(" files", stderr);
    if (progress->rounds > 0)
        fprintf(stderr, ", round %zu of %zu", progress->round + 1, progress->rounds);
    fflush(stderr);
    progress->shown = true;
}

bool cli_corpus_progress_add(cli_corpus_progress *progress)
{
    const struct timespec at_once = { 0, 0 };
    struct timespec now;
    progress->files++;
    const int number = sigtimedwait(&progress->ending, NULL, &at_once);
    progress->interrupted = number > 0 ? number : 0;
    if (progress->on && progress->interrupted == 0) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        const int64_t now_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
        if (now_ms >= progress->next_ms) {
            progress->next_ms = now_ms + EVERY_MS;
            draw(progress);
        }
    }
    return progress->interrupted == 0;
}

void cli_corpus_progress_hide(cli_corpus_progress *progress)
{
    if (progress->shown) {
        fputs("\r\x1b[K", stderr);
        fflush(stderr);
    }
    progress->shown = false;
}

void cli_corpus_progress_end(cli_corpus_progress *progress)
{
    const int number = progress->interrupted;
    cli_corpus_progress_hide(progress);
    if (number != 0)
        raise(number);
    sigprocmask(SIG_SETMASK, &progress->before, NULL);
}
