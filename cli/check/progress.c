#include "cli/check/progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files/walk.h"
#include "cli/shared/threads.h"
#include "validators/recognize.h"

enum { NUMBER_BYTES = 64 };

const cli_option cli_progress_rows[] = {
    { CLI_PROGRESS_LINE(cli_progress, line),
        .help = "show the progress in a line on standard error: {choices}" },
    { .name = NULL },
};

/* Functions that count the files of the run in advance */

/* Counts a file for the total. A file that a directory walk finds is counted only if its name has the extension of a
   format, because few others are checked. */
static bool count_file_and_go_on(void *context, const cli_entry *entry)
{
    cli_progress *progress = context;
    struct stat about;
    const bool no_memory = entry->kind == CLI_ENTRY_UNREADABLE && entry->result == CLI_INTERNAL;
    if (entry->kind != CLI_ENTRY_FILE
        || (entry->origin == CLI_WALKED && !ap_has_format_extension(entry->path)))
        return !progress->stop && !no_memory;
    progress->all_files++;
    if (stat(entry->path, &about) == 0 && S_ISREG(about.st_mode))
        progress->all_bytes += (uint64_t)about.st_size;
    return !progress->stop;
}

static bool enter_folder_unless_stopped(void *context, const char *path, const char **why)
{
    const cli_progress *progress = context;
    (void)path;
    (void)why;
    return !progress->stop;
}

static void *count_all_files(void *context)
{
    cli_progress *progress = context;
    const cli_walk_callbacks visitor = { progress, count_file_and_go_on, enter_folder_unless_stopped, NULL };
    cli_walked_paths state = { .named = { NULL } };
    bool complete = true;
    for (size_t i = 0; i < progress->reading->path_count && complete; i++)
        complete = cli_walk(progress->reading->paths[i], &visitor, &state);
    cli_walked_paths_free(&state);
    progress->counted = complete;
    return NULL;
}

/* Returns false if the paths come from a list, standard input or git: such paths cannot be counted in
   advance. */
static bool can_count_in_advance(const cli_reading_options *reading, const cli_path_list *list)
{
    for (size_t i = 0; i < reading->path_count; i++) {
        if (strcmp(reading->paths[i], "-") == 0)
            return false;
    }
    return list->name == NULL && reading->path_count > 0;
}

/* Functions that handle Ctrl-C */

static sigset_t sigint_set(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    return set;
}

/* Prints how far the run has come, and ends the program by the signal. */
static void *wait_for_interruption_and_exit(void *context)
{
    cli_progress *progress = context;
    const sigset_t set = sigint_set();
    int number;
    if (sigwait(&set, &number) != 0 || progress->ended)
        return NULL;
    const size_t files = progress->files;
    char of[32] = "";
    if (progress->counted)
        snprintf(of, sizeof of, " of %llu", (unsigned long long)progress->all_files);
    if (progress->line.on)
        fputs("\r\033[K", stderr);
    cli_error("interrupted: %zu%s file%s checked, %zu other%s skipped", files, of,
        files == 1 && of[0] == '\0' ? " was" : "s were", (size_t)progress->skipped,
        progress->skipped == 1 ? "" : "s");
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
    return NULL;
}

/* Starts a thread that waits for SIGINT, and blocks SIGINT in this thread and in those that it starts later. Does nothing if
   standard error is not a terminal. */
static void start_interrupt_thread(cli_progress *progress)
{
    const sigset_t set = sigint_set();
    if (!isatty(STDERR_FILENO) || pthread_sigmask(SIG_BLOCK, &set, &progress->before) != 0)
        return;
    progress->waiting = cli_thread_start(&progress->waiter, wait_for_interruption_and_exit, progress);
    if (!progress->waiting)
        pthread_sigmask(SIG_SETMASK, &progress->before, NULL);
}

static void stop_interrupt_thread(cli_progress *progress)
{
    if (!progress->waiting)
        return;
    progress->ended = true;
    pthread_kill(progress->waiter, SIGINT);
    pthread_join(progress->waiter, NULL);
    pthread_sigmask(SIG_SETMASK, &progress->before, NULL);
    progress->waiting = false;
}

void cli_progress_begin(cli_progress *progress, const cli_reading_options *reading, const cli_path_list *list)
{
    start_interrupt_thread(progress);
    cli_progress_line_begin(&progress->line);
    if (!progress->line.on)
        return;
    (void)cli_progress_line_take_turn_if_due(
        &progress->line); /* called to start the interval: no line is drawn in the first tenth of a second */
    progress->reading = reading;
    progress->began_ms = cli_now_ms();
    progress->counting = can_count_in_advance(reading, list)
                         && cli_thread_start(&progress->counter, count_all_files, progress);
}

/* Functions that draw the progress line */

/* Formats bytes: "1.5 MB". */
static const char *format_bytes_with_unit(double bytes, char text[NUMBER_BYTES])
{
    static const char *const units[] = { "B", "KB", "MB", "GB", "TB" };
    size_t unit = 0;
    while (bytes >= 1000 && unit + 1 < sizeof units / sizeof *units) {
        bytes /= 1000;
        unit++;
    }
    snprintf(text, NUMBER_BYTES, "%.*f %s", unit == 0 || bytes >= 100 ? 0 : 1, bytes, units[unit]);
    return text;
}

static void draw_progress_if_due(cli_progress *progress)
{
    if (!cli_progress_line_take_turn_if_due(&progress->line))
        return;
    char all[NUMBER_BYTES] = "", bytes[NUMBER_BYTES], speed[NUMBER_BYTES], left[NUMBER_BYTES] = "",
         looked_at[NUMBER_BYTES] = "";
    const double seconds = (double)(cli_now_ms() - progress->began_ms) / 1000;
    const double rate = (double)progress->bytes / seconds;
    if (progress->counted)
        snprintf(all, sizeof all, " of %llu", (unsigned long long)progress->all_files);
    if (progress->counted && rate > 0 && progress->all_bytes >= progress->bytes)
        snprintf(left, sizeof left, ", %.0f s left", (double)(progress->all_bytes - progress->bytes) / rate);
    if (progress->skipped > 0)
        snprintf(looked_at, sizeof looked_at, "; %zu looked at",
            (size_t)progress->files + (size_t)progress->skipped);
    cli_progress_line_draw(&progress->line, "%zu%s files, %s, %s/s%s%s\033[K", (size_t)progress->files, all,
        format_bytes_with_unit((double)progress->bytes, bytes), format_bytes_with_unit(rate, speed), left,
        looked_at);
}

void cli_progress_add_file(cli_progress *progress, uint64_t bytes)
{
    progress->files++;
    progress->bytes += bytes;
    draw_progress_if_due(progress);
}

void cli_progress_add_skipped(cli_progress *progress, bool removes_line)
{
    progress->skipped++;
    if (removes_line)
        cli_progress_line_hide(&progress->line);
    else
        draw_progress_if_due(progress);
}

void cli_progress_end(cli_progress *progress)
{
    stop_interrupt_thread(progress);
    cli_progress_line_hide(&progress->line);
    if (progress->counting) {
        progress->stop = true;
        pthread_join(progress->counter, NULL);
        progress->counting = false;
    }
}
