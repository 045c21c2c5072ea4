/* Implements animproof compare: says what the differences between two versions of files mean to their users. */
#include "cli/compare/compare.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/options/commands.h"

static void set_defaults(void *record)
{
    cli_compare_run *run = record;
    cli_file_run_init(&run->files, NULL);
    run->fail_on = AP_IMPACT_BREAKS;
}

/* Sets up the version with this number (0: old, 1: new) from the path that the user gave. Fails if it cannot be told
   whether the path is a directory, which would be compared in another way. */
static cli_exit init_side(cli_compare_run *run, size_t number, char **word)
{
    cli_compared_side *side = &run->sides[number];
    struct stat about;
    side->path = *word;
    side->finder = (cli_finder){ .paths = word, .path_count = 1, .configs = run->files.configs };
    if (strcmp(side->path, "-") == 0)
        side->finder.stream_name = run->files.finder.stream_name;
    side->single = strcmp(side->path, "-") == 0;
    if (side->single || cli_is_archive_name(side->path))
        return CLI_CLEAN;
    const int error = stat(side->path, &about) == 0 ? 0 : errno;
    side->single = error != 0 || !S_ISDIR(about.st_mode);
    return error == EIO || error == ENOMEM
               ? cli_fail(cli_exit_of_errno(error), side->path, "%s", strerror(error))
               : CLI_CLEAN;
}

static void enter_sandbox(const cli_compare_run *run)
{
    cli_sandbox sandbox;
    cli_sandbox_begin(&sandbox);
    for (size_t i = 0; i < 2; i++)
        cli_allow_searched_paths(&sandbox, &run->sides[i].finder);
    cli_sandbox_allow_libraries(&sandbox); /* libzip is loaded later, inside the sandbox */
    (void)cli_sandbox_enter_and_describe(&sandbox);
}

cli_exit cli_compare_operands(cli_compare_run *run, const char *command, cli_operands words)
{
    if (words.count != 2)
        return cli_usage_error(command, "two versions are needed, OLD and NEW: %zu path%s given", words.count,
            words.count == 1 ? " is" : "s are");
    if (strcmp(words.items[0], "-") == 0 && strcmp(words.items[1], "-") == 0)
        return cli_usage_error(command, "standard input can be read only once");
    const cli_exit opened = cli_file_run_open(&run->files, command, words);
    if (opened != CLI_CLEAN)
        return opened;
    for (size_t i = 0; i < 2; i++) {
        const cli_exit known = init_side(run, i, &words.items[i]);
        if (known != CLI_CLEAN)
            return known;
    }
    cli_compare_init_run(run);
    run->reports[run->report_count++] = (cli_compare_report){ .format = run->format, .stream = stdout };
    enter_sandbox(run);
    return cli_compare_versions(run);
}

static cli_exit run_compare(void *record, cli_operands words)
{
    cli_compare_run *run = record;
    run->all_option = "--all";
    return cli_compare_operands(run, "compare", words);
}

static void release_record(void *record)
{
    cli_compare_free_run(record);
    cli_file_run_release(record);
}

static const cli_option_choice formats[] = { { "human", CLI_COMPARE_HUMAN, NULL },
    { "json", CLI_COMPARE_JSON, NULL }, { "markdown", CLI_COMPARE_MARKDOWN, "for a pull request" },
    { NULL, 0, NULL } };

const cli_option_choice cli_compare_fail_levels[] = { { "breaks", AP_IMPACT_BREAKS, NULL },
    { "seen", AP_IMPACT_SEEN, NULL }, { "bytes", AP_IMPACT_BYTES, NULL }, { "never", AP_IMPACTS, NULL },
    { NULL, 0, NULL } };

static const cli_option rows[] = {
    { .name = "format",
        .value = "F",
        CLI_CHOICE(cli_compare_run, format),
        .choices = formats,
        .help = "{choices}" },
    { .name = "fail-on",
        .value = "IMPACT",
        CLI_CHOICE(cli_compare_run, fail_on),
        .choices = cli_compare_fail_levels,
        .help = "exit 1 if a change has this impact or a greater one: {choices}" },
    { .name = "all",
        .letter = 'a',
        CLI_FLAG(cli_compare_run, all),
        .help = "print every change; otherwise the first 5 of one kind in a file" },
    { .name = "quiet", .letter = 'q', CLI_FLAG(cli_compare_run, quiet), .help = "print no summary" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .rows = rows },
    CLI_FILE_RUN_GROUPS(cli_compare_run, files),
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof compare old/walk.md5anim new/walk.md5anim",
        "Says what changed, and if users of the file break." },
    { "animproof compare pak1.pk4 pak2.pk4", "Compares two versions of a pack, file by file." },
    { "git show HEAD:walk.md5anim | animproof compare --stdin-filename walk.md5anim - walk.md5anim",
        "Compares a file with its last commit." },
    { "animproof compare --format markdown old/ new/", "Writes a table for a pull request." },
    { NULL, NULL },
};

const cli_command cli_compare = {
    .name = "compare",
    .words = "OLD NEW",
    .summary = "says what a change means to users of the files",
    .about = "Compares two versions of a file, a folder or an archive. Files of folders and archives belong "
             "together by their "
             "path, and files that moved by their content. Each change has an impact: it breaks users "
             "(animations no longer fit "
             "the mesh, or a name is gone), changes what is seen, or changes bytes only. Joints, meshes, "
             "groups and markers "
             "are compared by name, then by number. '-' is standard input.",
    .examples = examples,
    .exits = "0 nothing that breaks users changed, 1 something did (or has the impact of --fail-on), 2 "
             "usage, 3 a file could "
             "not be read or has an error, or no file was found, 4 internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(cli_compare_run),
    .prepare = set_defaults,
    .run = run_compare,
    .release = release_record,
    .completes = CLI_COMPLETES_FILES,
};
