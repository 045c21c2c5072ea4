/* animproof mutate --equivalent: makes changes that keep the meaning of a file. */
#include <stdlib.h>
#include <string.h>

#include "cli/generate/mutate.h"
#include "corpus/equivalent/equivalent.h"
#include "validators/registry.h"
#include "validators/services/rule_names/nearest.h"

typedef struct equivalent_run {
    cli_reading_options options;
    const cli_mutate_options *wanted;
    cli_linted_file subject;
    cli_output_file target;
    size_t number;                       /* number of the current file, from 1 */
    const ap_equivalent_kind *made_kind; /* kind of the change that was made; NULL: none fits the file */
    bool other_format;                   /* the wanted kind does not fit the file's format */
} equivalent_run;

cli_exit cli_parse_equivalent_option(const cli_option_value *given)
{
    enum { MOST_KINDS = 64 };
    const char *names[MOST_KINDS];
    size_t count;
    const ap_equivalent_kind *kinds = ap_equivalent_kinds(&count);
    cli_mutate_options *wanted = given->place;
    wanted->kind = ap_find_equivalent_kind(given->text);
    if (wanted->kind != NULL)
        return CLI_CLEAN;
    for (size_t i = 0; i < count && i < MOST_KINDS; i++)
        names[i] = kinds[i].name;
    const char *meant = ap_nearest_name(given->text, names, count < MOST_KINDS ? count : MOST_KINDS);
    if (meant != NULL)
        return cli_usage_error(
            "mutate", "--kind: unknown kind '%s'; did you mean '%s'?", cli_shorten(given->text).text, meant);
    return cli_usage_error("mutate",
        "--kind: unknown kind '%s'; `animproof mutate --equivalent --list` lists all kinds",
        cli_shorten(given->text).text);
}

/* Prints the names of the formats that the kind of change is for, padded to FORMATS_WIDTH columns. */
static void print_formats_of_kind(FILE *stream, const ap_equivalent_kind *kind)
{
    enum { FORMATS_WIDTH = 25 };
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    int width = 0;
    for (size_t i = 0; i < count; i++) {
        if (ap_is_equivalent_kind_for(kind, formats[i]))
            width += fprintf(stream, width > 0 ? " %s" : "%s", formats[i]->name);
    }
    fprintf(stream, "%*s", width < FORMATS_WIDTH ? FORMATS_WIDTH - width : 0, "");
}

void cli_print_equivalents(FILE *stream, const ap_format *format)
{
    size_t count;
    const ap_equivalent_kind *kinds = ap_equivalent_kinds(&count);
    for (size_t i = 0; i < count; i++) {
        if (format != NULL && !ap_is_equivalent_kind_for(&kinds[i], format))
            continue;
        fprintf(stream, "%-17s  ", kinds[i].name);
        print_formats_of_kind(stream, &kinds[i]);
        fprintf(stream, "  %s; keeps %s", kinds[i].changes, kinds[i].keeps);
        fprintf(stream, kinds[i].rule == NULL ? "\n" : " (breaks %s)\n", kinds[i].rule);
    }
}

/* Makes a change of the wanted kind. Without a wanted kind, tries all kinds that break no rule, from a random one on, until
   one fits the file. Returns the changed file, or an empty view if no change was made. */
static ap_view make_equivalent_change(equivalent_run *run, ap_choices *choices)
{
    size_t count;
    const ap_format *format = run->subject.format;
    const ap_equivalent_kind *kinds = ap_equivalent_kinds(&count);
    ap_view changed = { NULL, 0 };
    const size_t first = run->wanted->kind == NULL ? ap_choose_below(choices, count) : 0;
    for (size_t i = 0; i < count && changed.bytes == NULL && !run->subject.arena.failed; i++) {
        const ap_equivalent_kind *kind =
            run->wanted->kind == NULL ? &kinds[(first + i) % count] : run->wanted->kind;
        const bool fits = ap_is_equivalent_kind_for(kind, format);
        if (fits && (kind->rule == NULL || run->wanted->kind != NULL))
            changed = ap_make_equivalent_file(
                kind, format, run->subject.input.view, &run->options.lint, choices, &run->subject.arena);
        run->made_kind = changed.bytes != NULL ? kind : NULL;
        run->other_format = run->wanted->kind != NULL && !fits;
        if (run->wanted->kind != NULL)
            break;
    }
    return changed;
}

/* Runs inside the memory guards of the file. */
static void write_changed_file(void *context)
{
    equivalent_run *run = context;
    ap_choices choices;
    ap_choices_from_seed(&choices,
        run->wanted->count > 1 ? ap_make_item_seed(run->wanted->seed, run->number) : run->wanted->seed);
    const ap_view changed = make_equivalent_change(run, &choices);
    if (changed.bytes != NULL && cli_output_file_open_or_keep_error(&run->target))
        (void)ap_write(&run->target.writer, changed.bytes, changed.size); /* closing reports the error */
}

static cli_exit report_impossible_change(const equivalent_run *run)
{
    const char *name = run->wanted->kind == NULL ? "a change" : run->wanted->kind->name;
    if (run->other_format)
        return cli_usage_error(
            "mutate", "--kind: %s does not fit files of the format %s", name, run->subject.format->name);
    cli_error_about(run->subject.name, "%s cannot be made: the file has no place for it", name);
    return CLI_FINDINGS;
}

static cli_exit write_equivalent_file(equivalent_run *run, const char *path)
{
    const char *input = run->options.paths[0];
    run->made_kind = NULL;
    cli_output_file_init(&run->target, path);
    run->target.remakeable = run->wanted->count > 1;
    cli_output_file_guard_input_until_close(&run->target, input);
    cli_linted_file_init(&run->subject, &run->options, stderr);
    const cli_exit result = cli_load_lint_and_run(&run->subject, input, write_changed_file, run);
    const bool failed = cli_output_file_has_error(&run->target);
    const cli_exit closed =
        cli_output_file_close(&run->target, (result == CLI_CLEAN && run->made_kind != NULL) || failed);
    cli_exit worst = cli_worse_exit_by_rank(result, closed);
    if (worst == CLI_CLEAN && run->made_kind == NULL)
        worst = report_impossible_change(run);
    else if (worst == CLI_CLEAN)
        cli_error_about(strcmp(path, "-") == 0 ? "standard output" : path, "%s: keeps %s",
            run->made_kind->name, run->made_kind->keeps);
    cli_linted_file_free(&run->subject);
    return worst;
}

/* Returns the path of file number `number` in the output directory, "DIRECTORY/000001-walk.md5anim" for the input
   walk.md5anim. The caller frees the path. Returns NULL when out of memory. */
static char *numbered_output_path(const equivalent_run *run, size_t number)
{
    const char *input = run->options.paths[0], *slash = strrchr(input, '/');
    char *path;
    return asprintf(&path, "%s/%06zu-%s", run->wanted->out, number, slash == NULL ? input : slash + 1) < 0
               ? NULL
               : path;
}

cli_exit cli_mutate_equivalent(const cli_reading_options *options, const cli_mutate_options *wanted)
{
    equivalent_run run = { .options = *options, .wanted = wanted };
    if (wanted->count == 1) {
        run.number = 1;
        return write_equivalent_file(&run, wanted->out);
    }
    cli_exit result = cli_make_directory(wanted->out);
    for (run.number = 1; run.number <= wanted->count && result == CLI_CLEAN; run.number++) {
        char *path = numbered_output_path(&run, run.number);
        result = path == NULL ? cli_fail_no_memory() : write_equivalent_file(&run, path);
        free(path);
    }
    return result;
}
