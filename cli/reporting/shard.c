/* Implements the command shard: splits the files that lint would check into lists, for several processes
   or machines. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files/find_files.h"
#include "cli/options/commands.h"
#include "cli/reporting/make_shard_lists.h"
#include "cli/shared/output_file.h"

typedef struct shard_run {
    cli_settings_layer options;
    cli_config_choice config;
    cli_finder finder;
    size_t count;       /* number of shards; 0: the option was not given */
    const char *folder; /* folder to which the lists are written */
    bool allow_empty;

    cli_configs *configs;
    cli_shard_lists lists;
    char *tree;      /* path of the named directory that is being searched; NULL: none */
    bool in_tree;    /* the lists have a line that the next files are in `tree` */
    cli_exit result; /* not CLI_CLEAN: the search has stopped, and no list is written */
    /* worst exit code of unreadable entries, which do not stop the search: the lists have them, and lint reports
       them */
    cli_exit unreadable_exit;
} shard_run;

/* Functions that search for files */

static bool add_entry(shard_run *run, const cli_entry *entry, uint64_t bytes)
{
    if (cli_shard_lists_add(&run->lists, entry, bytes))
        return true;
    cli_error("%s", errno == ENOMEM || errno == 0 ? "no memory for the found paths" : strerror(errno));
    run->result = errno == ENOMEM || errno == 0 ? CLI_INTERNAL : CLI_UNREADABLE;
    return false;
}

/* Sets *bytes to the size of the file. Returns NULL, or why the size cannot be found out. A missing file has size 0;
   lint will report it. */
static const char *read_file_size(const char *path, uint64_t *bytes)
{
    struct stat about;
    *bytes = 0;
    if (stat(path, &about) != 0)
        return errno == ENOENT || errno == ENOTDIR ? NULL : strerror(errno);
    if (S_ISREG(about.st_mode))
        *bytes = (uint64_t)about.st_size;
    return S_ISDIR(about.st_mode) ? "is a folder now, but was found as a file" : NULL;
}

/* Prints why a file or an entry cannot be read, and updates the exit code. */
static void report_unreadable_path(shard_run *run, const char *path, cli_exit result, const char *why)
{
    cli_error_about(path, "%s", why);
    run->unreadable_exit = cli_worse_exit_by_rank(run->unreadable_exit, result);
}

static bool add_or_refuse_found_entry(void *context, const cli_entry *entry)
{
    shard_run *run = context;
    uint64_t bytes = 0;
    if (entry->kind == CLI_ENTRY_STREAM) {
        run->result =
            cli_usage_error("shard", "standard input cannot be used: another process cannot read it");
        return false;
    }
    if (entry->kind == CLI_ENTRY_STOP) {
        cli_error("%s", entry->reason);
        run->result = entry->result;
        return false;
    }
    if (entry->kind == CLI_ENTRY_UNREADABLE)
        report_unreadable_path(run, entry->path, entry->result, entry->reason);
    const char *why = entry->kind == CLI_ENTRY_FILE ? read_file_size(entry->path, &bytes) : NULL;
    if (why != NULL)
        report_unreadable_path(run, entry->path, CLI_UNREADABLE, why);
    return add_entry(run, entry, bytes);
}

/* Functions that write the companions of directories to the lists */

/* Writes a line that the next files are in the named directory `path`; if `path` is "", in no named directory, unless the lists
   say that already. Returns false after an error. */
static bool write_tree_line(shard_run *run, const char *path)
{
    const cli_entry line = { .kind = CLI_ENTRY_TREE, .path = path };
    const bool in_tree = path[0] != '\0';
    if (!in_tree && !run->in_tree)
        return true;
    run->in_tree = in_tree;
    return add_entry(run, &line, 0);
}

static bool begin_companion_tree(void *context, const char *path, cli_archive *archive)
{
    shard_run *run = context;
    (void)archive; /* archives are not opened here */
    free(run->tree);
    run->tree = path == NULL ? NULL : strdup(path);
    return (path == NULL || run->tree != NULL) && write_tree_line(run, "");
}

/* Writes the line of a companion. Writes the line of its directory only before the first companion, because most
   directories have no companions. Returns false after an error. */
static bool add_companion_line(void *context, const cli_entry *entry)
{
    shard_run *run = context;
    const cli_entry line = { .kind = CLI_ENTRY_COMPANION, .path = entry->path };
    return (run->in_tree || write_tree_line(run, run->tree)) && add_entry(run, &line, 0);
}

static void end_companion_tree(void *context)
{
    (void)context;
}

/* Functions of the command */

static cli_exit check_arguments(const shard_run *run)
{
    const cli_finder *finder = &run->finder;
    if (run->count == 0)
        return cli_usage_error("shard", "--count is needed: the number of shards");
    if (run->folder == NULL)
        return cli_usage_error("shard", "--output is needed: the folder of the lists");
    if (finder->path_count == 0 && finder->list.name == NULL)
        return cli_usage_error("shard", "no files given");
    if (finder->list.null_separated && finder->list.name == NULL)
        return cli_usage_error("shard", "--null needs --files-from");
    return CLI_CLEAN;
}

static cli_exit find_entries(shard_run *run)
{
    const cli_companion_listing_callbacks tree = {
        .context = run, .begin = begin_companion_tree, .add = add_companion_line, .end = end_companion_tree
    };
    const cli_find_callbacks calls = { .context = run, .visit = add_or_refuse_found_entry, .tree = &tree };
    const cli_exit result = cli_configs_open(&run->configs, "shard", &run->config, &run->options);
    if (result != CLI_CLEAN)
        return result;
    run->finder.configs = run->configs;
    if (!cli_shard_lists_begin(&run->lists))
        return cli_fail(CLI_INTERNAL, NULL, "no memory for the found paths");
    cli_find_files(&run->finder, &calls);
    if (run->result == CLI_CLEAN && run->lists.entries == 0 && !run->allow_empty)
        return cli_fail(
            CLI_UNREADABLE, NULL, "nothing to check: no file was found (--allow-empty accepts that)");
    return run->result;
}

static cli_exit run_shard(void *record, cli_operands words)
{
    shard_run *run = record;
    run->finder.paths = words.items;
    run->finder.path_count = words.count;
    cli_exit result = check_arguments(run);
    if (result == CLI_CLEAN)
        result = find_entries(run);
    if (result == CLI_CLEAN)
        result = cli_shard_lists_write(&run->lists, run->folder, run->count);
    return cli_worse_exit_by_rank(result, run->unreadable_exit);
}

static void set_defaults(void *record)
{
    shard_run *run = record;
    cli_layer_set_defaults(&run->options);
}

static void free_shard_run(void *record)
{
    shard_run *run = record;
    cli_layer_free(&run->options);
    cli_configs_free(run->configs);
    cli_shard_lists_free(&run->lists);
    free(run->tree);
}

static const cli_option run_rows[] = {
    { .name = "count",
        .letter = 'n',
        .value = "N",
        CLI_COUNT(shard_run, count),
        .least = 1,
        .most = CLI_MOST_SHARDS,
        .help = "number of lists to write" },
    { .name = "output",
        .letter = 'o',
        .value = "FOLDER",
        CLI_TEXT(shard_run, folder),
        .completes = CLI_COMPLETES_FOLDERS,
        .help = "write the lists to FOLDER/0 to FOLDER/N-1" },
    { .name = "allow-empty",
        CLI_FLAG(shard_run, allow_empty),
        .help = "write empty lists if no file is found" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .title = "Shards", .rows = run_rows },
    { .title = "Files", .rows = cli_path_list_rows, .at = offsetof(shard_run, finder.list) },
    { .rows = cli_choosing_rows, .at = offsetof(shard_run, options) },
    { .title = "Configuration", .rows = cli_config_rows, .at = offsetof(shard_run, config) },
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof shard --count 8 -o shards assets/", "Writes shards/0 to shards/7." },
    { "animproof lint --files-from shards/3 --output jsonl=results/3.jsonl",
        "Checks the files of one list, on any machine." },
    { "animproof report merge results/*.jsonl", "Prints what a single run of lint would have printed." },
    { NULL, NULL },
};

const cli_command cli_shard = {
    .name = "shard",
    .words = "PATH...",
    .summary = "splits the files of lint into lists, for several processes or machines",
    .about =
        "Finds the files that `animproof lint PATH...` would check, and writes them to N lists with about "
        "the same number of bytes in each. `animproof lint --files-from` checks the files of one list, "
        "and `animproof report merge` merges the reports. A file stays in its list if few other files "
        "change.",
    .examples = examples,
    .exits = "0 done, 2 usage, 3 no file was found, a list could not be written, or a path could not be read "
             "(`lint` reports the paths of the lists that cannot be read); 4 internal error.",
    .options = groups,
    .record_bytes = sizeof(shard_run),
    .prepare = set_defaults,
    .run = run_shard,
    .release = free_shard_run,
    .completes = CLI_COMPLETES_FILES,
};
