#include "cli/generate/mutate.h"

#include <string.h>

#include "validators/registry.h"
#include "validators/services/rule_names/nearest.h"

enum { NAMES_BYTES = 256, MOST_DEFECTS = 4096 };

/* Returns the format's defect with this name, which may have the name of the format before it. Returns NULL if the
   format has no such defect. */
static const ap_defect *find_defect_by_option_text(const ap_corpus_format *corpus_format, const char *name)
{
    const char *rest = ap_defect_name_in_format(corpus_format, name);
    return ap_find_defect_of_format(corpus_format, rest != NULL ? rest : name);
}

/* Collects the names of defects for a suggestion: those of all formats or, if the text has a slash, those of the format before
   the slash. Returns their number. */
static size_t collect_names_to_suggest(const char *text, const char *names[MOST_DEFECTS])
{
    size_t format_count, count = 0;
    const ap_defect *defect;
    const ap_corpus_format *const *corpus_formats = ap_corpus_formats(&format_count);
    for (size_t k = 0; k < format_count; k++) {
        if (strchr(text, '/') != NULL && ap_defect_name_in_format(corpus_formats[k], text) == NULL)
            continue;
        for (size_t i = 0;
             count < MOST_DEFECTS && (defect = ap_nth_defect_of_format(corpus_formats[k], i)) != NULL; i++)
            names[count++] = defect->name;
    }
    return count;
}

static cli_exit report_unknown_defect(const char *text)
{
    const char *names[MOST_DEFECTS], *slash = strchr(text, '/');
    const size_t count = collect_names_to_suggest(text, names);
    const char *meant = ap_nearest_name(slash == NULL ? text : slash + 1, names, count);
    const int format_bytes = slash == NULL ? 0 : (int)(slash + 1 - text);
    if (meant != NULL)
        return cli_usage_error("mutate", "--defect: unknown defect '%s'; did you mean '%.*s%s'?",
            cli_shorten(text).text, format_bytes, text, meant);
    return cli_usage_error("mutate",
        "--defect: unknown defect '%s'; `animproof mutate --list` lists all defects", cli_shorten(text).text);
}

static cli_exit parse_defect_option(const cli_option_value *given)
{
    size_t count;
    cli_mutate_options *wanted = given->place;
    const ap_corpus_format *const *corpus_formats = ap_corpus_formats(&count);
    wanted->defect = NULL;
    for (size_t k = 0; k < count; k++) {
        const ap_defect *defect = find_defect_by_option_text(corpus_formats[k], given->text);
        const char *format_name = corpus_formats[k]->generator->format->name;
        if (defect != NULL && wanted->defect != NULL)
            return cli_usage_error("mutate", "--defect: '%s' is a defect of %s and of %s; write FORMAT/NAME",
                given->text, wanted->defect_format, format_name);
        if (defect == NULL)
            continue;
        wanted->defect = defect;
        wanted->defect_format = format_name;
    }
    if (wanted->defect == NULL)
        return report_unknown_defect(given->text);
    return CLI_CLEAN;
}

static const cli_option change_rows[] = {
    { .name = "defect",
        .value = "NAME",
        CLI_TAKEN(parse_defect_option),
        .help = "defect to apply: FORMAT/NAME from --list, or NAME if only one format has it" },
    { .name = "equivalent",
        CLI_FLAG(cli_mutate_options, equivalent),
        .help = "make a change that keeps the meaning of FILE" },
    { .name = "kind",
        .value = "NAME",
        CLI_TAKEN(cli_parse_equivalent_option),
        .help = "with --equivalent: kind of the change, from --equivalent --list; otherwise a random kind "
                "that fits" },
    { .name = "list",
        CLI_FLAG(cli_mutate_options, list),
        .help = "list the defects: name, rule, description; a near miss breaks no rule, so lint must report "
                "nothing new; with --equivalent: list the kinds" },
    { .name = "format",
        CLI_FORMAT(cli_mutate_options, format),
        .help = "with --list: only defects of this format: {choices}" },
    { .name = "seed",
        .value = "N",
        CLI_COUNT(cli_mutate_options, seed),
        CLI_GIVEN(cli_mutate_options, seed_given),
        .help = "seed for choosing where to apply the defect ({default}); without --defect, for all random "
                "changes" },
    { .name = "count",
        .value = "N",
        CLI_COUNT(cli_mutate_options, count),
        .help = "without --defect: number of files to write ({default}); if above 1, -o is a directory for "
                "files named FORMAT-SEED-000001.EXT, or with --equivalent 000001-FILE" },
    { .name = "splice",
        .value = "OTHER",
        CLI_TEXT(cli_mutate_options, splice),
        .completes = CLI_COMPLETES_FILES,
        .help = "without --defect: file of the same format, from which changes may copy records" },
    { .name = "output",
        .letter = 'o',
        .value = "OUT",
        CLI_TEXT(cli_mutate_options, out),
        .completes = CLI_COMPLETES_FILES,
        .help = "write the changed file to OUT ('-', the default: standard output)" },
    { .name = "expect",
        .value = "OUT",
        CLI_TEXT(cli_mutate_options, expect),
        .completes = CLI_COMPLETES_FILES,
        .help = "write the expected new findings to OUT as JSON: rule, offset, length, path" },
    { .name = NULL },
};

const cli_option_group cli_mutation_options[] = {
    { .rows = change_rows, .at = offsetof(cli_mutate_run, wanted) },
    { .title = "Companion of FILE; a defect marked 'changes the ...' in the list writes a changed companion",
        .row = cli_companion_option_row,
        .at = offsetof(cli_mutate_run, options) },
    CLI_READING_GROUPS(cli_mutate_run, options),
    { .rows = NULL },
};

/* Prints "--expect, --obj and --mesh need --defect", with the options of all companions. */
static cli_exit refuse_options_without_defect(void)
{
    char names[NAMES_BYTES] = "--expect";
    cli_option row, next;
    size_t used = strlen(names);
    for (size_t i = 0; cli_companion_option_row(i, &row) && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s--%s",
            cli_companion_option_row(i + 1, &next) ? ", " : " and ", row.name);
    return cli_usage_error("mutate", "%s need --defect", names);
}

/* Prints "--obj (memg) and --mesh (md5anim) cannot be used together". */
static cli_exit refuse_companions_together(void)
{
    char text[NAMES_BYTES] = "";
    size_t count, used = 0;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count && used < sizeof text; i++) {
        if (formats[i]->companion == NULL)
            continue;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s--%s (%s)", used > 0 ? " and " : "",
            formats[i]->companion->option, formats[i]->name);
    }
    return cli_usage_error("mutate", "%s cannot be used together", text);
}

static cli_exit check_random_change_options(
    const cli_reading_options *options, const cli_mutate_options *wanted)
{
    if (wanted->expect != NULL || cli_count_given_companions(options) > 0)
        return refuse_options_without_defect();
    if (wanted->count == 0)
        return cli_usage_error("mutate", "--count must be at least 1");
    if (wanted->count > 1 && strcmp(wanted->out, "-") == 0)
        return cli_usage_error("mutate", "--count above 1 needs a directory: -o DIR");
    return CLI_CLEAN;
}

static cli_exit check_equivalent_options(const cli_reading_options *options, const cli_mutate_options *wanted)
{
    if (wanted->kind != NULL && !wanted->equivalent)
        return cli_usage_error("mutate", "--kind needs --equivalent");
    if (!wanted->equivalent)
        return CLI_CLEAN;
    if (wanted->defect != NULL || wanted->splice != NULL)
        return cli_usage_error("mutate", "--equivalent cannot be used with --defect or --splice");
    if (wanted->list && wanted->kind != NULL)
        return cli_usage_error("mutate", "--list and --kind cannot be used together");
    return wanted->list || options->path_count != 1 ? CLI_CLEAN
                                                    : check_random_change_options(options, wanted);
}

cli_exit cli_check_mutate_options(const cli_reading_options *options, const cli_mutate_options *wanted)
{
    const cli_exit equivalent = check_equivalent_options(options, wanted);
    if (equivalent != CLI_CLEAN)
        return equivalent;
    if (wanted->list)
        return options->path_count == 0 && wanted->defect == NULL
                   ? CLI_CLEAN
                   : cli_usage_error("mutate", "--list takes neither FILE nor --defect");
    if (wanted->defect == NULL && !wanted->seed_given && !wanted->equivalent)
        return cli_usage_error("mutate",
            "no change given; use --defect NAME, --seed N for a random change, --equivalent, or --list");
    if (wanted->format != NULL)
        return cli_usage_error(
            "mutate", "--format needs --list; the format of FILE is set by --input-format");
    if (options->path_count != 1)
        return cli_usage_error("mutate", options->path_count == 0 ? "no file given" : "one file at a time");
    if (wanted->defect == NULL)
        return check_random_change_options(options, wanted);
    if (wanted->count != 1 || wanted->splice != NULL)
        return cli_usage_error("mutate", "--count and --splice cannot be used with --defect");
    if (cli_count_given_companions(options) > 1)
        return refuse_companions_together();
    if (wanted->expect != NULL && strcmp(wanted->expect, "-") == 0 && strcmp(wanted->out, "-") == 0)
        return cli_usage_error("mutate", "--output and --expect cannot both be standard output");
    return CLI_CLEAN;
}
