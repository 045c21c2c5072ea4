/* The command line of animproof conform. */
#include <getopt.h>
#include <string.h>
#include <unistd.h>

#include "cli/conform/conform.h"
#include "cli/shared/option_values.h"
#include "core/finding/finding.h"
#include "validators/registry.h"

static const char help[] =
    "usage: animproof conform --loader 'NAME=CMD {}' [OPTION]... CORPUS\n"
    "Runs loaders on all files of CORPUS, a folder that animproof corpus build has made, and says where "
    "they\n"
    "take what they must refuse or refuse what they must take, crash, hang or use up memory. A loader takes "
    "a\n"
    "file by exit 0 and refuses it by exit 1.\n"
    "\n"
    "Loaders\n"
    "  --loader 'NAME=CMD {}'     may be given again. CMD is no shell's: words stand apart by blanks, '...' "
    "and\n"
    "                             \"...\" keep them together; {} is the file, {companion} the file that "
    "belongs\n"
    "                             to it (empty where there is none)\n"
    "  --loader-format NAME=F,F   the formats that it takes (mrtk, memg, md5anim); otherwise all\n"
    "  --timeout SECONDS          for one file; default 5\n"
    "  --memory MIB               address space for one file; default 1024, 0 for no limit (programs built\n"
    "                             with sanitizers need that)\n"
    "  -j, --jobs N               at once; default: as many as there are processors\n"
    "\n"
    "Results\n"
    "  --output FORMAT=FILE       html, json, junit or markdown; may be given again\n"
    "  --known-failures FILE      excuses cases: LOADER CASE a line, both may be patterns (*), # begins a\n"
    "                             comment. A case that is excused by its name and passes fails the run\n"
    "  --write-known-failures FILE  such a list of all that fails in this run\n"
    "  --show N                   rules and disagreements listed on standard output; default 40, 0 for all\n"
    "  --progress WHEN            auto (when standard error is a terminal), always or never\n"
    "\n"
    "Exit: 0 all agree or are excused, 1 something does not, or CORPUS is not whole, 2 usage, 3 the corpus "
    "or\n"
    "a loader cannot be read or started, 4 interrupted, internal error or limit.\n";

void cli_put_conform_help(FILE *stream)
{
    fputs(help, stream);
}

enum {
    OPTION_LOADER = 0x100, /* above all letters */
    OPTION_LOADER_FORMAT,
    OPTION_TIMEOUT,
    OPTION_MEMORY,
    OPTION_OUTPUT,
    OPTION_KNOWN,
    OPTION_WRITE_KNOWN,
    OPTION_SHOW,
    OPTION_PROGRESS,
};

enum { USUAL_TIMEOUT_MS = 5000, USUAL_MEMORY_MIB = 1024, USUAL_SHOWN = 40, MOST_SECONDS = 1000000 };

static const struct option long_options[] = {
    { "loader", required_argument, NULL, OPTION_LOADER },
    { "loader-format", required_argument, NULL, OPTION_LOADER_FORMAT },
    { "timeout", required_argument, NULL, OPTION_TIMEOUT },
    { "memory", required_argument, NULL, OPTION_MEMORY },
    { "output", required_argument, NULL, OPTION_OUTPUT },
    { "known-failures", required_argument, NULL, OPTION_KNOWN },
    { "write-known-failures", required_argument, NULL, OPTION_WRITE_KNOWN },
    { "show", required_argument, NULL, OPTION_SHOW },
    { "progress", required_argument, NULL, OPTION_PROGRESS },
    { "jobs", required_argument, NULL, 'j' },
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 },
};

/* NAME of NAME=VALUE, in the arena; *value is what stands behind it. NULL where there is no "=". */
static const char *cut_name(cli_conform_data *data, const char *text, const char **value)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL)
        return NULL;
    *value = equals + 1;
    return ap_arena_text(&data->arena, text, (size_t)(equals - text));
}

static cli_loader *find_loader(cli_conform_data *data, const char *name)
{
    for (size_t i = 0; i < data->options.loader_count; i++) {
        if (strcmp(data->options.loaders[i].name, name) == 0)
            return &data->options.loaders[i];
    }
    return NULL;
}

/* Names stand in reports and in lists of known failures. */
static bool is_name(const char *name)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+-";
    return name[0] != '\0' && name[strspn(name, allowed)] == '\0';
}

static cli_exit add_loader(cli_conform_data *data, const char *text)
{
    const char *command = NULL, *problem;
    const char *name = cut_name(data, text, &command);
    if (name == NULL || !is_name(name))
        return cli_usage(
            "conform", "--loader: '%s' is not NAME=CMD with letters, digits, '_.+-' in NAME", text);
    if (find_loader(data, name) != NULL)
        return cli_usage("conform", "--loader: there are two with the name '%s'", name);
    if (data->options.loader_count == CLI_LOADERS)
        return cli_usage("conform", "--loader: more than %d", CLI_LOADERS);
    cli_loader *loader = &data->options.loaders[data->options.loader_count];
    *loader = (cli_loader){ .name = name, .command = command };
    if (!cli_split_command(command, &data->arena, loader, &problem))
        return cli_usage("conform", "--loader %s: %s", name, problem != NULL ? problem : "no memory");
    data->options.loader_count++;
    return CLI_CLEAN;
}

static bool are_formats(const char *list)
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

/* Loaders may be named before they are given, so this runs at the end. */
static cli_exit set_formats(cli_conform_data *data, const char *text)
{
    const char *formats = NULL;
    const char *name = cut_name(data, text, &formats);
    cli_loader *loader = name == NULL ? NULL : find_loader(data, name);
    if (name == NULL || !are_formats(formats))
        return cli_usage("conform", "--loader-format: '%s' is not NAME=FORMAT,...", text);
    if (loader == NULL)
        return cli_usage("conform", "--loader-format: there is no loader '%s'", name);
    loader->formats = formats;
    return CLI_CLEAN;
}

static cli_exit add_report(
    cli_conform_options *options, const cli_conform_report *report, const char *path, const char *option)
{
    if (options->report_count == CLI_CONFORM_REPORTS)
        return cli_usage("conform", "--%s: more than %d files", option, CLI_CONFORM_REPORTS);
    options->reports[options->report_count] = report;
    options->report_paths[options->report_count++] = path;
    return CLI_CLEAN;
}

static cli_exit add_output(cli_conform_options *options, const char *text)
{
    static const cli_conform_report *const reports[] = { &cli_conform_html, &cli_conform_json,
        &cli_conform_junit, &cli_conform_markdown };
    const size_t length = strcspn(text, "=");
    if (text[length] != '=' || text[length + 1] == '\0')
        return cli_usage("conform", "--output: '%s' is not FORMAT=FILE", text);
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        if (strlen(reports[i]->name) == length && memcmp(reports[i]->name, text, length) == 0)
            return add_report(options, reports[i], text + length + 1, "output");
    }
    return cli_usage(
        "conform", "--output: '%.*s' is not one of html, json, junit, markdown", (int)length, text);
}

/* "5", "0.5", "2.25": to a thousandth, more than 0. */
static cli_exit set_timeout(cli_conform_options *options, const char *text)
{
    char whole[32];
    size_t seconds = 0, rest = 0;
    const size_t length = strcspn(text, ".");
    const char *digits = text[length] == '.' ? text + length + 1 : "0";
    bool sound = length > 0 && length < sizeof whole && strlen(digits) <= 3 && cli_read_count(digits, &rest);
    if (sound) {
        memcpy(whole, text, length);
        whole[length] = '\0';
        sound = cli_read_count(whole, &seconds) && seconds <= MOST_SECONDS;
    }
    for (size_t i = strlen(digits); i < 3; i++)
        rest *= 10;
    options->timeout_ms = (int64_t)(seconds * 1000 + rest);
    if (sound && options->timeout_ms > 0)
        return CLI_CLEAN;
    return cli_usage("conform", "--timeout: '%s' is not a number of seconds", text);
}

static cli_exit set_count(const char *option, const char *text, size_t least, size_t most, size_t *value)
{
    if (cli_read_count(text, value) && *value >= least && *value <= most)
        return CLI_CLEAN;
    return cli_usage("conform", "--%s: '%s' is not a number from %zu to %zu", option, text, least, most);
}

static cli_exit set_progress(cli_conform_options *options, const char *text)
{
    static const cli_choice choices[] = { { "auto", CLI_PROGRESS_AUTO }, { "always", CLI_PROGRESS_ALWAYS },
        { "never", CLI_PROGRESS_NEVER }, { NULL, 0 } };
    int value;
    if (!cli_read_choice("conform", "progress", text, choices, &value))
        return CLI_USAGE;
    options->progress = (cli_progress)value;
    return CLI_CLEAN;
}

static cli_exit set(cli_conform_data *data, int option, const char *text)
{
    const size_t most_mib = SIZE_MAX >> 20;
    cli_conform_options *options = &data->options;
    switch (option) {
    case 'h':
        options->help = true;
        return CLI_CLEAN;
    case 'j':
        return set_count("jobs", text, 1, CLI_CONFORM_JOBS, &options->jobs);
    case OPTION_LOADER:
        return add_loader(data, text);
    case OPTION_TIMEOUT:
        return set_timeout(options, text);
    case OPTION_MEMORY:
        return set_count("memory", text, 0, most_mib, &options->memory_mib);
    case OPTION_OUTPUT:
        return add_output(options, text);
    case OPTION_KNOWN:
        options->known_path = text;
        return CLI_CLEAN;
    case OPTION_WRITE_KNOWN:
        return add_report(options, &cli_conform_known, text, "write-known-failures");
    case OPTION_SHOW:
        return set_count("show", text, 0, SIZE_MAX, &options->shown);
    default:
        return set_progress(options, text);
    }
}

static size_t processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > CLI_CONFORM_JOBS ? CLI_CONFORM_JOBS : (size_t)count;
}

static cli_exit read_all(cli_conform_data *data, int argc, char **argv, cli_list *formats)
{
    int option;
    optind = 0;
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":hj:", long_options, NULL)) != -1) {
        cli_exit result = CLI_CLEAN;
        if (option == '?' || option == ':')
            result = cli_bad_option("conform", option, argv, long_options);
        else if (option != OPTION_LOADER_FORMAT)
            result = set(data, option, optarg);
        else if (!cli_add(formats, optarg))
            result = CLI_INTERNAL;
        if (result != CLI_CLEAN)
            return result;
    }
    return CLI_CLEAN;
}

static cli_exit check(cli_conform_data *data, int words, char **argv, const cli_list *formats)
{
    cli_exit result = CLI_CLEAN;
    for (size_t i = 0; i < formats->count && result == CLI_CLEAN; i++)
        result = set_formats(data, formats->items[i]);
    if (result != CLI_CLEAN)
        return result;
    if (data->options.loader_count == 0)
        return cli_usage("conform", "no --loader given");
    if (words != 1)
        return cli_usage("conform", words == 0 ? "no corpus given" : "one corpus at a time");
    data->options.corpus = argv[0];
    return CLI_CLEAN;
}

cli_exit cli_read_conform_options(cli_conform_data *data, int argc, char **argv)
{
    cli_list formats = { 0 };
    data->options = (cli_conform_options){ .jobs = processors(),
        .timeout_ms = USUAL_TIMEOUT_MS,
        .memory_mib = USUAL_MEMORY_MIB,
        .shown = USUAL_SHOWN };
    cli_exit result = read_all(data, argc, argv, &formats);
    if (result == CLI_CLEAN && !data->options.help)
        result = check(data, argc - optind, argv + optind, &formats);
    cli_list_free(&formats);
    return result;
}
