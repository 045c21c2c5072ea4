#include "cli/outputs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool wants_colour(cli_colour choice)
{
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (choice != CLI_COLOUR_AUTO)
        return choice == CLI_COLOUR_ALWAYS;
    return isatty(STDOUT_FILENO) && (no_color == NULL || no_color[0] == '\0')
           && (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

/* Of the terminal that standard output is; 0 where it is none, or does not say. */
static size_t terminal_width(void)
{
    struct winsize size;
    const bool known = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    return known ? size.ws_col : 0;
}

static cli_exit report_failure(const ap_output *output)
{
    if (output->target == NULL)
        return cli_output_failed(output->error);
    cli_error_about(output->target, "%s", strerror(output->error));
    return output->error == ENOMEM ? CLI_INTERNAL : CLI_UNREADABLE;
}

static void discard(cli_outputs *outputs)
{
    for (size_t i = 0; i < outputs->count; i++)
        ap_output_close(&outputs->items[i], false);
    outputs->count = 0;
}

cli_exit cli_outputs_open(cli_outputs *outputs, const cli_options *options)
{
    outputs->count = 0;
    outputs->excerpts = false;
    if (options->wanted_count > 1)
        cli_outlive_reader(); /* the other reports are to be whole */
    for (size_t i = 0; i < options->wanted_count; i++) {
        const cli_wanted *wanted = &options->wanted[i];
        ap_output *output = &outputs->items[i];
        if (!ap_output_open(output, wanted->reporter, wanted->path, &options->policy)) {
            cli_exit result = report_failure(output);
            discard(outputs);
            return result;
        }
        outputs->count++;
        output->verbose = options->verbose;
        output->quiet = options->quiet;
        output->colour = wanted->path == NULL && wants_colour(options->colour);
        output->width = wanted->path == NULL ? terminal_width() : 0;
        output->fold = options->fold;
        output->unread_files = wanted->path != NULL; /* otherwise standard error tells of them */
        outputs->excerpts = outputs->excerpts || wanted->reporter->excerpts;
    }
    for (size_t i = 0; i < outputs->count; i++)
        outputs->items[i].reporter->begin(&outputs->items[i]);
    return CLI_CLEAN;
}

bool cli_outputs_file(cli_outputs *outputs, const ap_report_file *file)
{
    bool alive = false;
    for (size_t i = 0; i < outputs->count; i++) {
        ap_output *output = &outputs->items[i];
        if (output->error != 0)
            continue;
        output->reporter->file(output, file);
        output->files_count++;
        alive = alive || output->error == 0;
    }
    return alive;
}

bool cli_outputs_skipped(cli_outputs *outputs, const ap_report_skipped *skipped)
{
    bool alive = false;
    for (size_t i = 0; i < outputs->count; i++) {
        ap_output *output = &outputs->items[i];
        if (output->error == 0)
            output->reporter->skipped(output, skipped);
        alive = alive || output->error == 0;
    }
    return alive;
}

cli_exit cli_outputs_close(cli_outputs *outputs, const ap_summary *summary)
{
    cli_exit result = CLI_CLEAN;
    for (size_t i = 0; i < outputs->count; i++) {
        ap_output *output = &outputs->items[i];
        output->reporter->end(output, summary);
        if (!ap_output_close(output, true))
            result = cli_worse(result, report_failure(output));
    }
    outputs->count = 0;
    return result;
}
