#include "cli/lint/lint_options.h"

#include <getopt.h>
#include <string.h>

#include "cli/shared/reading_options.h"
#include "validators/registry.h"

enum { DEFAULT_FOLD = 3 };

enum {
    OPTION_FORMAT = 0x100, /* above all letters */
    OPTION_OUTPUT,
    OPTION_COLOUR,
    OPTION_SELECT,
    OPTION_IGNORE,
    OPTION_SEVERITY,
    OPTION_FAIL_ON,
    OPTION_MAX_FINDINGS,
    OPTION_MAX_PER_RULE,
    OPTION_PROFILE,
    OPTION_STRICT,
    OPTION_INPUT_FORMAT,
    OPTION_MRTK_LAYOUT,
    OPTION_MEMG_ORDER,
    OPTION_OBJ,
    OPTION_MESH,
    OPTION_FILES_FROM,
    OPTION_MAX_MEMORY,
    OPTION_MAX_INPUT,
    OPTION_NULL,
    OPTION_ALLOW_EMPTY,
    OPTION_VERBOSE,
    OPTION_QUIET,
    OPTION_JOBS,
    OPTION_PROGRESS,
    OPTION_HELP,
};

static const struct option long_options[] = {
    { "format", required_argument, NULL, OPTION_FORMAT },
    { "output", required_argument, NULL, OPTION_OUTPUT },
    { "color", required_argument, NULL, OPTION_COLOUR },
    { "select", required_argument, NULL, OPTION_SELECT },
    { "ignore", required_argument, NULL, OPTION_IGNORE },
    { "severity", required_argument, NULL, OPTION_SEVERITY },
    { "fail-on", required_argument, NULL, OPTION_FAIL_ON },
    { "max-findings", required_argument, NULL, OPTION_MAX_FINDINGS },
    { "max-per-rule", required_argument, NULL, OPTION_MAX_PER_RULE },
    { "profile", required_argument, NULL, OPTION_PROFILE },
    { "strict", no_argument, NULL, OPTION_STRICT },
    { "input-format", required_argument, NULL, OPTION_INPUT_FORMAT },
    { "mrtk-layout", required_argument, NULL, OPTION_MRTK_LAYOUT },
    { "memg-order", required_argument, NULL, OPTION_MEMG_ORDER },
    { "obj", required_argument, NULL, OPTION_OBJ },
    { "mesh", required_argument, NULL, OPTION_MESH },
    { "files-from", required_argument, NULL, OPTION_FILES_FROM },
    { "max-memory", required_argument, NULL, OPTION_MAX_MEMORY },
    { "max-input", required_argument, NULL, OPTION_MAX_INPUT },
    { "null", no_argument, NULL, OPTION_NULL },
    { "allow-empty", no_argument, NULL, OPTION_ALLOW_EMPTY },
    { "verbose", no_argument, NULL, OPTION_VERBOSE },
    { "quiet", no_argument, NULL, OPTION_QUIET },
    { "jobs", required_argument, NULL, OPTION_JOBS },
    { "progress", required_argument, NULL, OPTION_PROGRESS },
    { "help", no_argument, NULL, OPTION_HELP },
    { NULL, 0, NULL, 0 },
};

static const char short_options[] = ":0vqhj:";

static int long_form(int letter)
{
    switch (letter) {
    case '0':
        return OPTION_NULL;
    case 'v':
        return OPTION_VERBOSE;
    case 'q':
        return OPTION_QUIET;
    case 'j':
        return OPTION_JOBS;
    case 'h':
        return OPTION_HELP;
    default:
        return letter;
    }
}

static const cli_choice colours[] = { { "auto", CLI_COLOUR_AUTO }, { "always", CLI_COLOUR_ALWAYS },
    { "never", CLI_COLOUR_NEVER }, { NULL, 0 } };
static const cli_choice progresses[] = { { "auto", true }, { "never", false }, { NULL, 0 } };
static const cli_choice fail_levels[] = { { "error", AP_ERROR }, { "warning", AP_WARNING },
    { "note", AP_NOTE }, { "never", AP_OFF }, { NULL, 0 } };
static const cli_choice profiles[] = { { "default", 0 }, { "doom3", 1 }, { "portable", 2 }, { NULL, 0 } };
static const cli_choice layouts[] = { { "auto", AP_MRTK_AUTO }, { "writer", AP_MRTK_WRITER },
    { "published", AP_MRTK_PUBLISHED }, { NULL, 0 } };
static const cli_choice orders[] = { { "column", AP_MEMG_COLUMN }, { "row", AP_MEMG_ROW }, { NULL, 0 } };

static bool usage(const char *option, const char *text, const char *must)
{
    cli_usage("lint", "--%s: '%s' is not %s", option, text, must);
    return false;
}

static bool out_of_memory(void)
{
    cli_error("lint: no memory");
    return false;
}

static const ap_reporter *reporter_named(const char *option, const char *name)
{
    char known[256] = "a report format; there are";
    size_t count;
    const ap_reporter *const *reporters = ap_reporters(&count);
    const ap_reporter *found = ap_find_reporter(name);
    for (size_t i = 0; i < count && found == NULL; i++) {
        strncat(known, i == 0 ? " " : ", ", sizeof known - strlen(known) - 1);
        strncat(known, reporters[i]->name, sizeof known - strlen(known) - 1);
    }
    if (found == NULL)
        usage(option, name, known);
    return found;
}

static bool set_format(cli_options *options, const char *name)
{
    options->wanted[0].reporter = reporter_named("format", name);
    return options->wanted[0].reporter != NULL;
}

/* FORMAT=FILE. Two reports in one file would be one of them, whole, and the other lost. */
static bool add_output(cli_options *options, char *text)
{
    char *equals = strchr(text, '=');
    if (equals == NULL || equals[1] == '\0' || strcmp(equals, "=-") == 0)
        return usage("output", text, "FORMAT=FILE (--format F is for standard output)");
    *equals = '\0';
    const ap_reporter *reporter = reporter_named("output", text);
    for (size_t i = 1; i < options->wanted_count; i++) {
        if (strcmp(options->wanted[i].path, equals + 1) == 0)
            return usage("output", equals + 1, "for two reports: one of them would be lost");
    }
    if (options->wanted_count == CLI_OUTPUTS)
        return usage("output", equals + 1, "possible: there are too many reports");
    options->wanted[options->wanted_count++] = (cli_wanted){ reporter, equals + 1 };
    return reporter != NULL;
}

static bool set_count(const char *option, size_t *count, const char *text)
{
    return cli_read_count(text, count) ? true : usage(option, text, "a number (0 for no limit)");
}

static bool set_bytes(const char *option, size_t *bytes, const char *text)
{
    return cli_read_bytes(text, bytes)
               ? true
               : usage(option, text, "a number of bytes, which may end in K, M, G or T (0: no limit)");
}

static bool set_jobs(cli_options *options, const char *text)
{
    if (cli_read_count(text, &options->jobs) && options->jobs > 0 && options->jobs <= CLI_MOST_JOBS)
        return true;
    return usage("jobs", text, "a number of files to judge at once (1 to 1024)");
}

/* Options that pick one of a few words. */
static bool set_choice(cli_options *options, cli_rule_wishes *wishes, int option, const char *text)
{
    int value;
    switch (option) {
    case OPTION_COLOUR:
        return cli_read_choice("lint", "color", text, colours, &value)
               && (options->colour = (cli_colour)value, true);
    case OPTION_PROGRESS:
        return cli_read_choice("lint", "progress", text, progresses, &value)
               && (options->progress = value != 0, true);
    case OPTION_FAIL_ON:
        return cli_read_choice("lint", "fail-on", text, fail_levels, &value)
               && (options->fail_on = (ap_severity)value, true);
    case OPTION_PROFILE:
        wishes->profile = text;
        return cli_read_choice("lint", "profile", text, profiles, &value);
    case OPTION_MRTK_LAYOUT:
        return cli_read_choice("lint", "mrtk-layout", text, layouts, &value)
               && (options->reading.lint.mrtk_layout = (ap_mrtk_choice)value, true);
    default:
        return cli_read_choice("lint", "memg-order", text, orders, &value)
               && (options->reading.lint.memg_order = (ap_memg_order)value, true);
    }
}

/* Options that choose rules. */
static bool set_wish(cli_rule_wishes *wishes, int option, char *text)
{
    bool added = option == OPTION_SELECT   ? cli_add_each(&wishes->select, text)
                 : option == OPTION_IGNORE ? cli_add_each(&wishes->ignore, text)
                                           : cli_add_each(&wishes->severity, text);
    return added ? true : out_of_memory();
}

static bool set_flag(cli_options *options, cli_rule_wishes *wishes, int option)
{
    bool *flag = option == OPTION_STRICT        ? &wishes->strict
                 : option == OPTION_ALLOW_EMPTY ? &options->allow_empty
                 : option == OPTION_NULL        ? &options->null_separated
                 : option == OPTION_VERBOSE     ? &options->verbose
                 : option == OPTION_QUIET       ? &options->quiet
                                                : &options->reading.help;
    *flag = true;
    return true;
}

static bool set_path(const char **path, const char *text)
{
    *path = text;
    return true;
}

static bool set(cli_options *options, cli_rule_wishes *wishes, int option, char *text)
{
    switch (option) {
    case OPTION_FORMAT:
        return set_format(options, text);
    case OPTION_OUTPUT:
        return add_output(options, text);
    case OPTION_SELECT:
    case OPTION_IGNORE:
    case OPTION_SEVERITY:
        return set_wish(wishes, option, text);
    case OPTION_MAX_FINDINGS:
        return set_count("max-findings", &options->reading.max_findings, text);
    case OPTION_MAX_PER_RULE:
        options->fold = 0; /* who says how many wants to see them */
        return set_count("max-per-rule", &options->reading.max_per_rule, text);
    case OPTION_MAX_MEMORY:
        return set_bytes("max-memory", &options->reading.max_memory_bytes, text);
    case OPTION_MAX_INPUT:
        return set_bytes("max-input", &options->reading.max_input_bytes, text);
    case OPTION_JOBS:
        return set_jobs(options, text);
    case OPTION_INPUT_FORMAT:
        return cli_set_reading(&options->reading, "lint", CLI_READING_FORMAT, text);
    case OPTION_OBJ:
        return set_path(&options->reading.obj_path, text);
    case OPTION_MESH:
        return set_path(&options->reading.mesh_path, text);
    case OPTION_FILES_FROM:
        return set_path(&options->files_from, text);
    default:
        return text != NULL ? set_choice(options, wishes, option, text) : set_flag(options, wishes, option);
    }
}

static cli_exit check_paths(const cli_options *options)
{
    bool list_is_stdin = options->files_from != NULL && strcmp(options->files_from, "-") == 0;
    bool sidecar = options->reading.obj_path != NULL || options->reading.mesh_path != NULL;
    size_t of_stdin = list_is_stdin;
    for (size_t i = 0; i < options->reading.path_count; i++)
        of_stdin += strcmp(options->reading.paths[i], "-") == 0;
    if (of_stdin > 1)
        return cli_usage("lint", "standard input can be read only once");
    if (options->reading.path_count == 0 && options->files_from == NULL && !sidecar)
        return cli_usage("lint", "no files given");
    if (options->null_separated && options->files_from == NULL)
        return cli_usage("lint", "--null is for the list that --files-from names");
    return CLI_CLEAN;
}

static cli_exit read_all(cli_options *options, cli_rule_wishes *wishes, int argc, char **argv)
{
    int option;
    optind = 0; /* begin anew, whoever read options before */
    opterr = 0;
    while ((option = getopt_long(argc, argv, short_options, long_options, NULL)) != -1) {
        if (option == '?' || option == ':')
            return cli_bad_option("lint", option, argv, long_options);
        if (!set(options, wishes, long_form(option), optarg))
            return CLI_USAGE;
    }
    options->reading.paths = argv + optind;
    options->reading.path_count = (size_t)(argc - optind);
    if (options->reading.help)
        return CLI_CLEAN;
    cli_exit result = check_paths(options);
    return result == CLI_CLEAN ? cli_apply_wishes(wishes, &options->reading.policy) : result;
}

static void set_defaults(cli_options *options)
{
    *options = (cli_options){
        .wanted = { { ap_find_reporter("human"), NULL } },
        .wanted_count = 1,
        .fail_on = AP_ERROR,
        .progress = true,
        .fold = DEFAULT_FOLD,
    };
    cli_default_reading(&options->reading);
}

cli_exit cli_read_options(cli_options *options, int argc, char **argv)
{
    cli_rule_wishes wishes = { .profile = NULL };
    set_defaults(options);
    cli_exit result = read_all(options, &wishes, argc, argv);
    cli_list_free(&wishes.severity);
    cli_list_free(&wishes.select);
    cli_list_free(&wishes.ignore);
    return result;
}
