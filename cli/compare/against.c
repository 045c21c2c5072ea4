#include "cli/compare/against.h"

#include <errno.h>
#include <stdlib.h>

#include "cli/compare/compare.h"
#include "core/files/temp_file.h"

const cli_option cli_against_rows[] = {
    { .name = "against",
        .value = "REV",
        CLI_TEXT(cli_revision_diff, revision),
        .help = "also say what the changes since REV of git mean to users of the files, as compare does" },
    { .name = "fail-on-change",
        .value = "IMPACT",
        CLI_CHOICE(cli_revision_diff, fail_on),
        .choices = cli_compare_fail_levels,
        .help = "with --against: exit 1 if a change has this impact or a greater one: {choices}" },
    { .name = NULL },
};

struct cli_revision_diff_run {
    cli_compare_run compare;
    cli_compared_revision revision;
    cli_listed_files now; /* the files of the working tree that differ from the revision */
    ap_arena arena;       /* owns the list of changes that git reports */
};

void cli_revision_diff_set_defaults(cli_revision_diff *against)
{
    against->fail_on = AP_IMPACT_BREAKS;
}

static cli_exit report_no_memory(void)
{
    return cli_fail(CLI_INTERNAL, NULL, "--against: no memory");
}

/* Opens a temporary file for the changes in each form that `forms` selects. */
static cli_exit open_temp_files_for_changes(cli_revision_diff *against, const bool forms[AP_CHANGES_FORMS])
{
    static const cli_compare_format formats[AP_CHANGES_FORMS] = { [AP_CHANGES_LINES] = CLI_COMPARE_HUMAN,
        [AP_CHANGES_TABLE] = CLI_COMPARE_MARKDOWN,
        [AP_CHANGES_JSON] = CLI_COMPARE_JSON,
        [AP_CHANGES_COMMANDS] = CLI_COMPARE_GITHUB };
    cli_compare_run *compare = &against->run->compare;
    for (size_t i = AP_CHANGES_LINES; i < AP_CHANGES_FORMS; i++) {
        if (!forms[i])
            continue;
        FILE *text = ap_open_temp_file();
        if (text == NULL)
            return cli_fail_errno("temporary file", errno == 0 ? ENOMEM : errno);
        against->changes.texts[i] = text;
        compare->reports[compare->report_count++] =
            (cli_compare_report){ .format = formats[i], .stream = text };
    }
    return CLI_CLEAN;
}

cli_exit cli_revision_diff_open(
    cli_revision_diff *against, char *const *paths, size_t count, const bool forms[AP_CHANGES_FORMS])
{
    struct cli_revision_diff_run *run = against->run = calloc(1, sizeof *run);
    if (run == NULL)
        return report_no_memory();
    ap_arena_init(&run->arena, 0);
    run->revision.name = against->revision;
    cli_exit result =
        cli_git_list_changes(against->revision, paths, count, &run->arena, &run->revision.changes);
    for (size_t i = 0; i < run->revision.changes.count && result == CLI_CLEAN; i++) {
        const cli_git_change *change = &run->revision.changes.items[i];
        if (!change->gone && change->skipped == NULL && !cli_listed_files_add(&run->now, "", change->path))
            result = report_no_memory();
    }
    if (result == CLI_CLEAN)
        result = cli_git_objects_open(&run->revision.objects);
    return result == CLI_CLEAN ? open_temp_files_for_changes(against, forms) : result;
}

cli_exit cli_revision_diff_compare(cli_revision_diff *against, cli_configs *configs,
    const cli_settings_layer *options, bool quiet, bool all, cli_exit lint_result)
{
    struct cli_revision_diff_run *run = against->run;
    cli_compare_run *compare = &run->compare;
    compare->files.asked = *options;
    compare->fail_on = against->fail_on;
    compare->quiet = quiet;
    compare->all = all;
    compare->all_option = "--verbose";
    compare->lint_result = lint_result;
    compare->sides[0].revision = &run->revision;
    compare->sides[0].finder.configs = compare->sides[1].finder.configs = configs;
    compare->sides[0].path = compare->sides[1].path = "";
    compare->sides[1].finder.listed_files = run->now;
    cli_compare_init_run(compare);
    return cli_compare_versions(compare);
}

void cli_revision_diff_free(cli_revision_diff *against)
{
    struct cli_revision_diff_run *run = against->run;
    if (run == NULL)
        return;
    cli_compare_free_run(&run->compare);
    cli_git_objects_close(&run->revision.objects);
    cli_listed_files_free(&run->now);
    ap_arena_free(&run->arena);
    for (size_t i = 0; i < AP_CHANGES_FORMS; i++) {
        if (against->changes.texts[i] != NULL)
            fclose(against->changes.texts[i]);
    }
    free(run);
    against->run = NULL;
}
