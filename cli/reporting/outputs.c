#include "cli/reporting/outputs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/shared/same_file.h"

enum { SHOWN_OF_A_RULE = 3 /* most findings of a rule that the human report shows per file */ };

/* Functions that parse options */

static bool report_format_choice(size_t index, cli_option_choice *choice)
{
    size_t count;
    const ap_reporter *const *reporters = ap_reporters(&count);
    if (index < count)
        *choice = (cli_option_choice){ .name = reporters[index]->name, .value = (int)index };
    return index < count;
}

static cli_exit store_report_format(const cli_option_value *given)
{
    cli_report_options *options = given->place;
    cli_option_choice chosen;
    const cli_exit result = cli_find_choice_or_refuse(given, given->text, &chosen);
    if (result == CLI_CLEAN)
        options->wanted[0].reporter = ap_find_reporter(chosen.name);
    return result;
}

/* Adds a report for FORMAT=FILE. Refuses a second report with the same file: one would overwrite the
   other. */
static cli_exit add_output(const cli_option_value *given)
{
    cli_report_options *options = given->place;
    cli_option_choice chosen;
    char *equals = strchr(given->text, '=');
    if (equals == NULL || equals[1] == '\0' || strcmp(equals, "=-") == 0)
        return cli_refuse_value(given, "FORMAT=FILE (--format F is for standard output)");
    *equals = '\0';
    if (cli_find_choice_or_refuse(given, given->text, &chosen) != CLI_CLEAN)
        return CLI_USAGE;
    for (size_t i = 1; i < options->wanted_count; i++) {
        if (strcmp(options->wanted[i].path, equals + 1) == 0)
            return cli_usage_error(
                options->command, "--output: two reports cannot share the file '%s'", equals + 1);
    }
    if (options->wanted_count == CLI_OUTPUTS)
        return cli_usage_error(options->command,
            "--output: '%s' is one report too many; at most %d are allowed", equals + 1, CLI_OUTPUTS - 1);
    options->wanted[options->wanted_count++] =
        (cli_wanted_report){ ap_find_reporter(chosen.name), equals + 1 };
    return CLI_CLEAN;
}

static const cli_option_choice colours[] = { { "auto", CLI_AUTO, "on a terminal, unless NO_COLOR is set" },
    { "always", CLI_ALWAYS, NULL }, { "never", CLI_NEVER, NULL }, { NULL, 0, NULL } };

const cli_option cli_report_rows[] = {
    { .name = "format",
        .value = "F",
        CLI_TAKEN(store_report_format),
        .choice = report_format_choice,
        .help = "format of the report on standard output: {choices} (default: human)" },
    { .name = "output",
        .value = "F=FILE",
        CLI_TAKEN(add_output),
        .choice = report_format_choice,
        .pairs = true,
        .completes = CLI_COMPLETES_FILES,
        .help = "also write a report of format F to FILE; repeatable" },
    { .name = "color",
        .value = "WHEN",
        CLI_CHOICE(cli_report_options, colour),
        .choices = colours,
        .help = "{choices}" },
    { .name = "verbose",
        .letter = 'v',
        CLI_FLAG(cli_report_options, verbose),
        .help =
            "name the format, version and layout of each file, and give the reason for each skipped file" },
    { .name = "notes",
        CLI_FLAG(cli_report_options, notes),
        .help = "list notes on a terminal too, where the report only counts them by default" },
    { .name = "quiet", .letter = 'q', CLI_FLAG(cli_report_options, quiet), .help = "print no summary" },
    { .name = NULL },
};

void cli_reports_set_defaults(cli_report_options *options, const char *command)
{
    options->command = command;
    options->wanted[0].reporter = ap_find_reporter("human");
    options->wanted_count = 1;
}

/* Functions that open reports */

static bool is_colour_wanted(cli_when_option choice)
{
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (choice != CLI_AUTO)
        return choice == CLI_ALWAYS;
    return isatty(STDOUT_FILENO) && (no_color == NULL || no_color[0] == '\0')
           && (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

/* Returns the width of the terminal on standard output; 0 if it is not a terminal or the width is unknown. */
static size_t terminal_width(void)
{
    struct winsize size;
    const bool known = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    return known ? size.ws_col : 0;
}

static cli_exit report_write_failure(const ap_output *output)
{
    if (output->file.path == NULL)
        return cli_fail_output(output->error);
    return cli_fail_errno(output->file.path, output->error);
}

void cli_outputs_discard(cli_outputs *outputs)
{
    for (size_t i = 0; i < outputs->count; i++)
        ap_output_close(&outputs->items[i], false);
    outputs->count = 0;
}

bool cli_is_input_path(const cli_reading_options *reading, const char *list, const char *path)
{
    for (size_t i = 0; i < CLI_COMPANIONS; i++) {
        if (reading->companion_paths[i] != NULL && cli_is_same_file(path, reading->companion_paths[i]))
            return true;
    }
    if (list != NULL && cli_is_same_file(path, list))
        return true;
    for (size_t i = 0; i < reading->path_count; i++) {
        if (cli_is_same_file(path, reading->paths[i]))
            return true;
    }
    return false;
}

static cli_exit refuse_to_replace_input(const char *command, const char *path)
{
    return cli_usage_error(command, "--output: '%s' is an input of this run; choose another file", path);
}

/* Checks that no report replaces an input or another report. */
static cli_exit check_report_paths(
    const cli_report_options *options, const cli_reading_options *reading, const char *list)
{
    for (size_t i = 1; i < options->wanted_count; i++) {
        const char *path = options->wanted[i].path;
        if (cli_is_input_path(reading, list, path))
            return refuse_to_replace_input(options->command, path);
        for (size_t j = 1; j < i; j++) {
            if (cli_is_same_file(path, options->wanted[j].path))
                return cli_usage_error(options->command, "--output: '%s' and '%s' are the same file",
                    options->wanted[j].path, path);
        }
    }
    return CLI_CLEAN;
}

/* Sets the options of an open report. */
static void set_report_options(
    ap_output *output, const cli_report_options *options, const char *path, bool on_terminal)
{
    output->verbose = options->verbose;
    output->quiet = options->quiet;
    output->counts_notes = on_terminal && !options->verbose && !options->notes;
    output->colour = path == NULL && is_colour_wanted(options->colour);
    output->width = path == NULL ? terminal_width() : 0;
    output->shown_per_rule = options->unfolded ? 0 : SHOWN_OF_A_RULE;
    output->unread_files = path != NULL; /* standard error names these files otherwise */
}

cli_exit cli_outputs_open(cli_outputs *outputs, const cli_report_options *options,
    const cli_reading_options *reading, const char *list, const ap_report_shard *shard)
{
    outputs->count = 0;
    outputs->command = options->command;
    outputs->explain_companion = outputs->lists_skipped = false;
    outputs->excerpts = outputs->replacements =
        shard != NULL; /* the merged report may need excerpts and replacements */
    const cli_exit targets = check_report_paths(options, reading, list);
    if (targets != CLI_CLEAN)
        return targets;
    if (options->wanted_count > 1)
        cli_ignore_sigpipe(); /* completes the other reports even if the reader of standard output exits */
    for (size_t i = 0; i < options->wanted_count; i++) {
        const cli_wanted_report *wanted = &options->wanted[i];
        ap_output *output = &outputs->items[i];
        if (!ap_output_open(output, wanted->reporter, wanted->path, &reading->rule_settings)) {
            cli_exit result = report_write_failure(output);
            cli_outputs_discard(outputs);
            return result;
        }
        outputs->count++;
        output->shard = shard;
        const bool on_terminal = wanted->path == NULL && isatty(STDOUT_FILENO);
        set_report_options(output, options, wanted->path, on_terminal);
        const bool is_json = strncmp(wanted->reporter->name, "json", 4) == 0; /* json or jsonl */
        outputs->lists_skipped |= on_terminal && (options->verbose || is_json);
        outputs->excerpts = outputs->excerpts || wanted->reporter->excerpts;
        outputs->explain_companion |= wanted->reporter->explains_companion || options->verbose;
        outputs->replacements = outputs->replacements || wanted->reporter->replacements;
    }
    for (size_t i = 0; i < outputs->count; i++)
        ap_report_begin(&outputs->items[i]);
    return CLI_CLEAN;
}

cli_exit cli_outputs_close(cli_outputs *outputs, const ap_summary *summary, bool complete)
{
    cli_exit result = CLI_CLEAN;
    for (size_t i = 0; i < outputs->count; i++) {
        ap_output *output = &outputs->items[i];
        ap_report_end(output, summary);
        if (!ap_output_close(output, complete && !outputs->replaces[i]))
            result = cli_worse_exit_by_rank(result, report_write_failure(output));
        else if (outputs->replaces[i])
            result =
                cli_worse_exit_by_rank(result, refuse_to_replace_input(outputs->command, output->file.path));
    }
    outputs->count = 0;
    return result;
}
