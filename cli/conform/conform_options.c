/* Parses the options of `animproof conform`. */
#include <string.h>

#include "cli/conform/conform.h"
#include "core/finding/finding.h"
#include "validators/registry.h"

/* Returns NAME of NAME=VALUE, allocated in the arena, and sets *value. Returns NULL if there is no "=", or when out of
   memory. */
static const char *split_loader_option(cli_conform_data *data, const char *text, const char **value)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL)
        return NULL;
    *value = equals + 1;
    return ap_arena_copy_text(&data->rating.arena, text, (size_t)(equals - text));
}

static cli_loader *find_loader(cli_conform_data *data, const char *name)
{
    for (size_t i = 0; i < data->rating.loader_count; i++) {
        if (strcmp(data->rating.loaders[i].name, name) == 0)
            return &data->rating.loaders[i];
    }
    return NULL;
}

/* Returns true if the name has only characters that need no escaping in reports and lists of known
   failures. */
static bool is_plain_loader_name(const char *name)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+-";
    return name[0] != '\0' && name[strspn(name, allowed)] == '\0';
}

static cli_exit report_no_memory(void)
{
    return cli_fail(CLI_INTERNAL, NULL, "no memory for the loaders");
}

/* Adds a loader from --loader or --batch. */
static cli_exit add_loader(const cli_option_value *given)
{
    cli_conform_data *data = given->place;
    const char *command = NULL, *problem;
    const char *name = split_loader_option(data, given->text, &command);
    if (data->rating.arena.failed)
        return report_no_memory();
    if (name == NULL || !is_plain_loader_name(name))
        return cli_refuse_value(given, "NAME=CMD with letters, digits, '_.+-' in NAME");
    if (find_loader(data, name) != NULL)
        return cli_usage_error(
            "conform", "--%s: two loaders have the name '%s'", given->option->name, cli_shorten(name).text);
    if (data->rating.loader_count == CLI_LOADERS)
        return cli_usage_error("conform", "--%s: more than %d loaders", given->option->name, CLI_LOADERS);
    cli_loader *loader = &data->rating.loaders[data->rating.loader_count];
    *loader =
        (cli_loader){ .name = name, .command = command, .batch = strcmp(given->option->name, "batch") == 0 };
    if (!cli_parse_loader_command(command, &data->rating.arena, loader, &problem))
        return problem == NULL
                   ? report_no_memory()
                   : cli_usage_error("conform", "--%s %s: %s", given->option->name, name, problem);
    data->rating.loader_count++;
    return CLI_CLEAN;
}

static bool are_known_formats(const char *list)
{
    char name[32];
    for (const char *at = list; at != NULL;) {
        const size_t length = strcspn(at, ",");
        if (length >= sizeof name)
            return false;
        memcpy(name, at, length);
        name[length] = '\0';
        if (ap_find_format(name) == NULL)
            return false;
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return true;
}

/* Handles the value of a --loader-format. Called after all options have been read, because --loader-format may come
   before the --loader that it names. */
static cli_exit set_formats_of_loader(cli_conform_data *data, const char *text)
{
    const char *formats = NULL;
    const char *name = split_loader_option(data, text, &formats);
    if (data->rating.arena.failed)
        return report_no_memory();
    cli_loader *loader = name == NULL ? NULL : find_loader(data, name);
    if (name == NULL || !are_known_formats(formats))
        return cli_usage_error(
            "conform", "--loader-format: '%s' is not NAME=FORMAT,...", cli_shorten(text).text);
    if (loader == NULL)
        return cli_usage_error("conform", "--loader-format: no loader is named '%s'", cli_shorten(name).text);
    loader->formats = formats;
    return CLI_CLEAN;
}

static cli_exit add_report_file(
    const cli_option_value *given, const cli_rating_report *report, const char *path)
{
    cli_conform_data *data = given->place;
    cli_rating_files *files = &data->files;
    if (files->count == CLI_RATING_REPORTS)
        return cli_usage_error(
            "conform", "--%s: more than %d files", given->option->name, CLI_RATING_REPORTS);
    files->reports[files->count] = report;
    files->paths[files->count++] = path;
    return CLI_CLEAN;
}

static const cli_rating_report *const reports[] = { &cli_rating_html, &cli_rating_json, &cli_rating_junit,
    &cli_rating_markdown };

static bool report_format_choice(size_t index, cli_option_choice *choice)
{
    const bool exists = index < sizeof reports / sizeof *reports;
    if (exists)
        *choice = (cli_option_choice){ .name = reports[index]->name, .value = (int)index };
    return exists;
}

static cli_exit add_report_output(const cli_option_value *given)
{
    cli_option_choice chosen;
    char *equals = strchr(given->text, '=');
    if (equals == NULL || equals[1] == '\0')
        return cli_refuse_value(given, "FORMAT=FILE");
    *equals = '\0';
    const cli_exit result = cli_find_choice_or_refuse(given, given->text, &chosen);
    return result == CLI_CLEAN ? add_report_file(given, reports[chosen.value], equals + 1) : result;
}

static cli_exit add_known_failures_output(const cli_option_value *given)
{
    return add_report_file(given, &cli_rating_known, given->text);
}

static cli_exit parse_timeout(const cli_option_value *given)
{
    cli_conform_data *data = given->place;
    return cli_parse_seconds(given, &data->rating.timeout_ms);
}

static const cli_option_choice whens[] = { { "auto", CLI_AUTO, "when standard error is a terminal" },
    { "always", CLI_ALWAYS, NULL }, { "never", CLI_NEVER, NULL }, { NULL, 0, NULL } };

static const cli_option loader_rows[] = {
    { .name = "loader",
        .value = "'NAME=CMD {}'",
        CLI_TAKEN(add_loader),
        .help =
            "run CMD on each file; repeatable. CMD is not passed to a shell: blanks separate words, "
            "'...' and \"...\" quote them; {} is the file, {companion} its companion file (may be empty)" },
    { .name = "batch",
        .value = "'NAME=CMD'",
        CLI_TAKEN(add_loader),
        .help = "start CMD once, and write a line per file to its standard input: FILE, tab, companion "
                "file, tab, times; CMD answers each with a line: accept or refuse" },
    { .name = "loader-format",
        .value = "NAME=F,F",
        CLI_ITEM(cli_conform_data, loader_formats),
        .help = "formats that the loader reads ({formats}); default: all" },
    { .name = "timeout", .value = "SECONDS", CLI_TAKEN(parse_timeout), .help = "time limit per file (5)" },
    { .name = "memory",
        .value = "MIB",
        CLI_COUNT(cli_conform_data, rating.memory_mib),
        .most = SIZE_MAX >> 20,
        .help = "limit of address space per file ({default}; 0 for no limit); limits resident memory instead "
                "if a "
                "loader was built with a sanitizer" },
    { .name = "values",
        CLI_FLAG(cli_conform_data, rating.compares_values),
        .help = "compare the values that loaders compute from valid files with values.json: a loader prints "
                "lines "
                "of JSON on standard output, or writes them to the file {values}, for the times {times} "
                "(docs/use/loaders.md)" },
    { .name = "pairs",
        .value = "N",
        CLI_COUNT(cli_conform_data, rating.pairs.wanted),
        .least = 1,
        .most = 64,
        .help = "also make up to N changed files of each valid file, which mean the same, and report where a "
                "loader "
                "treats a changed file otherwise (docs/use/equivalent.md)" },
    { .name = "sandbox",
        CLI_FLAG(cli_conform_data, rating.sandbox),
        .help =
            "let loaders read only themselves, libraries and CORPUS, and write only to TMPDIR; no network; "
            "limits on processes, files and processor time; as far as the system allows "
            "(docs/use/loaders.md)" },
    { .name = "sandbox-read",
        .value = "PATH",
        CLI_ITEM(cli_conform_data, running.sandbox_reads),
        .completes = CLI_COMPLETES_FILES,
        .help = "with --sandbox: let loaders also read and run this file or folder" },
    { .name = "jobs",
        .letter = 'j',
        .value = "N",
        CLI_COUNT(cli_conform_data, running.jobs),
        .least = 1,
        .most = CLI_MOST_LOADER_JOBS,
        .help = "number of files to load in parallel (one per processor)" },
    { .name = NULL },
};

static const cli_option result_rows[] = {
    { .name = "output",
        .value = "FORMAT=FILE",
        CLI_TAKEN(add_report_output),
        .choice = report_format_choice,
        .pairs = true,
        .completes = CLI_COMPLETES_FILES,
        .help = "write a report to FILE; repeatable. FORMAT is one of {choices}" },
    { .name = "known-failures",
        .value = "FILE",
        CLI_TEXT(cli_conform_data, rating.known_path),
        .completes = CLI_COMPLETES_FILES,
        .help = "excuse the failures listed in FILE, a line LOADER CASE each; both may be patterns (*), # "
                "starts a comment. The run fails if a case listed by its full name passes" },
    { .name = "write-known-failures",
        .value = "FILE",
        CLI_TAKEN(add_known_failures_output),
        .completes = CLI_COMPLETES_FILES,
        .help = "write the failures of this run to FILE, as a list for --known-failures" },
    { .name = "compare",
        .value = "FILE",
        CLI_TEXT(cli_conform_data, rating.earlier_path),
        .completes = CLI_COMPLETES_FILES,
        .help = "compare with an earlier JSON report on the same corpus, and list what is newly broken and "
                "newly fixed; the run fails only if a result is newly broken" },
    { .name = "show",
        .value = "N",
        CLI_COUNT(cli_conform_data, shown),
        .help = "number of rules and failures to list on standard output ({default}; 0 for all)" },
    { .name = "verbose",
        .letter = 'v',
        CLI_FLAG(cli_conform_data, running.verbose),
        .help = "print on standard error which limits of --sandbox this system enforces" },
    { .name = "progress",
        .value = "WHEN",
        CLI_CHOICE(cli_conform_data, running.progress),
        .choices = whens,
        .help = "show a progress bar on standard error: {choices}" },
    { .name = NULL },
};

const cli_option_group cli_conform_groups[] = {
    { .title = "Loaders", .rows = loader_rows },
    { .title = "Results", .rows = result_rows },
    { .rows = NULL },
};

cli_exit cli_apply_and_check_conform_options(cli_conform_data *data, cli_operands words)
{
    const cli_string_list *formats = &data->loader_formats;
    cli_exit result = CLI_CLEAN;
    for (size_t i = 0; i < formats->count && result == CLI_CLEAN; i++)
        result = set_formats_of_loader(data, formats->items[i]);
    if (result != CLI_CLEAN)
        return result;
    if (data->rating.loader_count == 0)
        return cli_usage_error("conform", "a loader is missing: give --loader or --batch");
    if (words.count != 1)
        return cli_usage_error("conform", words.count == 0 ? "no corpus given" : "one corpus at a time");
    data->rating.corpus = words.items[0];
    return CLI_CLEAN;
}
