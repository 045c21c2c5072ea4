#include "cli/lint/lint_reports.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/shared/same_file.h"

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

static bool is_read(const cli_options *options, const char *path)
{
    const char *const others[] = { options->reading.obj_path, options->reading.mesh_path,
        options->files_from };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (others[i] != NULL && cli_same_file(path, others[i]))
            return true;
    }
    for (size_t i = 0; i < options->reading.path_count; i++) {
        if (cli_same_file(path, options->reading.paths[i]))
            return true;
    }
    return false;
}

static cli_exit refuse_input(const char *path)
{
    return cli_usage("lint", "--output: '%s' is read, and the report would replace it", path);
}

/* No report may replace what is read, or another report. */
static cli_exit judge_targets(const cli_options *options)
{
    for (size_t i = 1; i < options->wanted_count; i++) {
        const char *path = options->wanted[i].path;
        if (is_read(options, path))
            return refuse_input(path);
        for (size_t j = 1; j < i; j++) {
            if (cli_same_file(path, options->wanted[j].path))
                return cli_usage(
                    "lint", "--output: '%s' and '%s' are one file", options->wanted[j].path, path);
        }
    }
    return CLI_CLEAN;
}

cli_exit cli_outputs_open(cli_outputs *outputs, const cli_options *options)
{
    outputs->count = 0;
    outputs->excerpts = false;
    const cli_exit targets = judge_targets(options);
    if (targets != CLI_CLEAN)
        return targets;
    if (options->wanted_count > 1)
        cli_outlive_reader(); /* the other reports are to be whole */
    for (size_t i = 0; i < options->wanted_count; i++) {
        const cli_wanted *wanted = &options->wanted[i];
        ap_output *output = &outputs->items[i];
        if (!ap_output_open(output, wanted->reporter, wanted->path, &options->reading.policy)) {
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
        if (output->target != NULL && cli_same_file(output->target, file->name)) /* it was met, or listed */
            outputs->replaces[i] = true;
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
        if (!ap_output_close(output, !outputs->replaces[i]))
            result = cli_worse(result, report_failure(output));
        else if (outputs->replaces[i])
            result = cli_worse(result, refuse_input(output->target));
    }
    outputs->count = 0;
    return result;
}
