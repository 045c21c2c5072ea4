#include "cli/files/file_run.h"

#include <unistd.h>

#include "cli/files/find_sandbox.h"
#include "cli/files/found_file.h"

const cli_option cli_file_run_rows[] = {
    { .name = "allow-empty",
        CLI_FLAG(cli_file_run, allow_empty),
        .help = "exit 0 where there is nothing to work on" },
    { .name = NULL },
};

void cli_file_run_prepare(cli_file_run *run)
{
    cli_default_layer(&run->asked);
}

cli_exit cli_file_run_open(cli_file_run *run, const char *command, cli_words words)
{
    run->command = command;
    run->finder.paths = words.items;
    run->finder.path_count = words.count;
    cli_exit result = words.count == 0 ? cli_usage(command, "no files given")
                                       : cli_check_stream(&run->finder, command, words);
    if (result == CLI_CLEAN)
        result = cli_configs_open(&run->configs, command, &run->config, &run->asked);
    run->finder.configs = run->configs;
    return result;
}

void cli_file_run_sandbox(const cli_file_run *run)
{
    cli_sandbox sandbox;
    cli_sandbox_begin(&sandbox);
    cli_allow_found(&sandbox, &run->finder);
    (void)cli_sandbox_enter(&sandbox);
}

/* Calls of the search */

static bool work_on(cli_file_run *run, const cli_wanted_file *wanted, bool is_stream)
{
    const cli_run_file file = { wanted->path, is_stream, wanted->origin, wanted->settings };
    run->result = cli_worse(run->result, run->file(run->context, &file));
    return true;
}

static bool found_file(void *context, const cli_wanted_file *wanted)
{
    return work_on(context, wanted, false);
}

static bool found_stream(void *context, const cli_wanted_file *wanted)
{
    return work_on(context, wanted, true);
}

static bool found_skipped(void *context, const char *path, const char *why)
{
    cli_file_run *run = context;
    (void)why;
    run->skipped++;
    run->stream_skipped |= path == run->finder.stream_name;
    return true;
}

static bool found_unread(void *context, const char *path, cli_exit result, const char *why)
{
    cli_file_run *run = context;
    cli_error_about(path, "%s", why);
    run->result = cli_worse(run->result, result);
    return true;
}

static bool found_stop(void *context, cli_exit result, const char *why)
{
    cli_file_run *run = context;
    cli_error("%s", why);
    run->result = cli_worse(run->result, result);
    return false;
}

void cli_file_run_each(cli_file_run *run)
{
    static const cli_find_calls calls = { found_file, found_stream, found_skipped, found_unread, found_stop };
    cli_find_files(&run->finder, &calls, run);
}

cli_exit cli_file_run_close(const cli_file_run *run)
{
    const size_t others = run->other_format;
    if (run->files > 0 || run->allow_empty || run->result != CLI_CLEAN)
        return run->result;
    if (others > 0)
        cli_error("nothing to %s: %zu %s of other formats (--allow-empty accepts that)", run->command, others,
            others == 1 ? "file is" : "files are");
    else if (run->skipped > 0)
        cli_error("nothing to %s: no file of a format was found, %zu skipped (--allow-empty accepts that)",
            run->command, run->skipped);
    else
        cli_error("nothing to %s: no file was found (--allow-empty accepts that)", run->command);
    return CLI_UNREADABLE;
}

void cli_file_run_free(cli_file_run *run)
{
    cli_layer_free(&run->asked);
    cli_configs_free(run->configs);
    cli_finder_free(&run->finder);
}

/* A file */

ap_status cli_run_load(const cli_run_file *file, ap_input *input)
{
    if (file->is_stream)
        return ap_input_load_stream(input, STDIN_FILENO);
    return cli_load_found(input, file->name, file->origin, file->settings->reading.input_format);
}

bool cli_run_skips(const cli_run_file *file, ap_view input)
{
    if (file->origin != CLI_MET && file->origin != CLI_NAMED_LATER)
        return false;
    const bool found = cli_recognize_met(file->settings->reading.input_format, file->name, input) != NULL;
    return file->origin == CLI_MET ? !found : found;
}

bool cli_run_was_found(const cli_run_file *file)
{
    return file->origin == CLI_MET || file->origin == CLI_INCLUDED;
}

void cli_take_limits(cli_reading *reading, const cli_settings *settings)
{
    const ap_policy policy = reading->policy;
    *reading = settings->reading;
    reading->policy = policy;
    reading->lint.house = NULL;
}
