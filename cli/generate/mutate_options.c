#include "cli/generate/mutate.h"

#include <string.h>

#include "validators/registry.h"
#include "validators/services/rule_names/nearest.h"

enum { NAMES_BYTES = 256, MOST_DEFECTS = 4096 };

/* A defect of the kit with that name, with or without the format before it. */
static const ap_defect *find_in(const ap_corpus_format *kit, const char *name)
{
    const char *rest = ap_name_in_format(kit, name);
    return ap_find_format_defect(kit, rest != NULL ? rest : name);
}

/* Collects the names of defects, without their formats, of the kit that the text names, or of all. */
static size_t collect_names(const char *text, const char *names[MOST_DEFECTS])
{
    size_t corpus_format_count, count = 0;
    const ap_defect *defect;
    const ap_corpus_format *const *kits = ap_corpus_formats(&corpus_format_count);
    for (size_t k = 0; k < corpus_format_count; k++) {
        if (strchr(text, '/') != NULL && ap_name_in_format(kits[k], text) == NULL)
            continue;
        for (size_t i = 0; count < MOST_DEFECTS && (defect = ap_format_defect(kits[k], i)) != NULL; i++)
            names[count++] = defect->name;
    }
    return count;
}

static cli_exit unknown_defect(const char *text)
{
    const char *names[MOST_DEFECTS], *slash = strchr(text, '/');
    const size_t count = collect_names(text, names);
    const char *meant = ap_nearest_name(slash == NULL ? text : slash + 1, names, count);
    const int format_bytes = slash == NULL ? 0 : (int)(slash + 1 - text);
    if (meant != NULL)
        return cli_usage("mutate", "--defect: there is no '%s'; did you mean '%.*s%s'?", cli_quote(text).text,
            format_bytes, text, meant);
    return cli_usage(
        "mutate", "--defect: there is no '%s'; `animproof mutate --list` lists all", cli_quote(text).text);
}

static cli_exit take_defect(const cli_given *given)
{
    size_t count;
    cli_mutation *wanted = given->place;
    const ap_corpus_format *const *kits = ap_corpus_formats(&count);
    wanted->defect = NULL;
    for (size_t k = 0; k < count; k++) {
        const ap_defect *defect = find_in(kits[k], given->text);
        const char *format_name = kits[k]->generator->format->name;
        if (defect != NULL && wanted->defect != NULL)
            return cli_usage("mutate", "--defect: '%s' is one of %s and one of %s: name the format",
                given->text, wanted->defect_format, format_name);
        if (defect == NULL)
            continue;
        wanted->defect = defect;
        wanted->defect_format = format_name;
    }
    if (wanted->defect == NULL)
        return unknown_defect(given->text);
    return CLI_CLEAN;
}

static const cli_option change_rows[] = {
    { .name = "defect",
        .value = "NAME",
        CLI_TAKEN(take_defect),
        .help = "the change: FORMAT/NAME as --list tells them, or NAME alone where one format has it" },
    { .name = "list",
        CLI_FLAG(cli_mutation, list),
        .help = "all of them: name, the rule that they show, what is wrong; a near miss breaks no rule, "
                "nothing must be found besides what was there before" },
    { .name = "format",
        CLI_FORMAT(cli_mutation, format),
        .help = "with --list: of this format only: {choices}" },
    { .name = "seed",
        .value = "N",
        CLI_COUNT(cli_mutation, seed),
        CLI_GIVEN(cli_mutation, seeded),
        .help = "picks the place where FILE has several ({default}); without --defect, what is done, too" },
    { .name = "count",
        .value = "N",
        CLI_COUNT(cli_mutation, count),
        .help = "without --defect: so many files ({default}); for several, -o is a directory, as for "
                "animproof generate: FORMAT-SEED-000001.EXT" },
    { .name = "splice",
        .value = "OTHER",
        CLI_TEXT(cli_mutation, splice),
        .completes = CLI_COMPLETES_FILES,
        .help = "without --defect: a file of the format to take records from" },
    { .name = "output",
        .letter = 'o',
        .value = "OUT",
        CLI_TEXT(cli_mutation, out),
        .completes = CLI_COMPLETES_FILES,
        .help = "the changed file ('-', the default: standard output), replaced only by a whole one" },
    { .name = "expect",
        .value = "OUT",
        CLI_TEXT(cli_mutation, expect),
        .completes = CLI_COMPLETES_FILES,
        .help = "what must be found, as JSON: rule, offset, length, path; for the changed file, and "
                "besides what is found of FILE" },
    { .name = NULL },
};

const cli_option_group cli_mutation_options[] = {
    { .rows = change_rows, .at = offsetof(cli_mutate_run, wanted) },
    { .title = "What belongs with FILE; defects in it ('changes the ...' in the list) write a changed one",
        .row = cli_companion_row,
        .at = offsetof(cli_mutate_run, options) },
    CLI_READING_GROUPS(cli_mutate_run, options),
    { .rows = NULL },
};

/* "--expect, --obj and --mesh belong to --defect", with the options of all companions */
static cli_exit refuse_without_defect(void)
{
    char names[NAMES_BYTES] = "--expect";
    cli_option row, next;
    size_t used = strlen(names);
    for (size_t i = 0; cli_companion_row(i, &row) && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s--%s",
            cli_companion_row(i + 1, &next) ? ", " : " and ", row.name);
    return cli_usage("mutate", "%s belong to --defect", names);
}

/* "--obj is for memg, --mesh for md5anim: one of them" */
static cli_exit refuse_two_companions(void)
{
    char text[NAMES_BYTES] = "";
    size_t count, used = 0;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count && used < sizeof text; i++) {
        if (formats[i]->companion == NULL)
            continue;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s--%s %sfor %s", used > 0 ? ", " : "",
            formats[i]->companion->option, used > 0 ? "" : "is ", formats[i]->name);
    }
    return cli_usage("mutate", "%s: one of them", text);
}

static cli_exit check_random(const cli_reading *options, const cli_mutation *wanted)
{
    if (wanted->expect != NULL || cli_companions_given(options) > 0)
        return refuse_without_defect();
    if (wanted->count == 0)
        return cli_usage("mutate", "--count: there is no such number of files");
    if (wanted->count > 1 && strcmp(wanted->out, "-") == 0)
        return cli_usage("mutate", "several files need a directory: -o DIR");
    return CLI_CLEAN;
}

cli_exit cli_check_mutation(const cli_reading *options, const cli_mutation *wanted)
{
    if (wanted->list)
        return options->path_count == 0 && wanted->defect == NULL
                   ? CLI_CLEAN
                   : cli_usage("mutate", "--list takes no file and no defect");
    if (wanted->defect == NULL && !wanted->seeded)
        return cli_usage("mutate", "no change given: --defect NAME, --seed N for any, or --list");
    if (wanted->format != NULL)
        return cli_usage("mutate", "--format belongs to --list; --input-format says how FILE is read");
    if (options->path_count != 1)
        return cli_usage("mutate", options->path_count == 0 ? "no file given" : "one file at a time");
    if (wanted->defect == NULL)
        return check_random(options, wanted);
    if (wanted->count != 1 || wanted->splice != NULL)
        return cli_usage("mutate", "--count and --splice go without --defect");
    if (cli_companions_given(options) > 1)
        return refuse_two_companions();
    if (wanted->expect != NULL && strcmp(wanted->expect, "-") == 0 && strcmp(wanted->out, "-") == 0)
        return cli_usage("mutate", "the file and the expectations cannot both go to standard output");
    return CLI_CLEAN;
}
