/* animproof shard: splits what lint would judge into lists, for several processes or machines. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files/find_files.h"
#include "cli/options/commands.h"
#include "cli/shard/lists.h"
#include "cli/shared/output_file.h"

typedef struct shard_run {
    cli_layer asked;
    cli_config_choice config;
    cli_finder finder;
    size_t count;       /* of shards; 0: nobody has said */
    const char *folder; /* of the lists */
    bool allow_empty;

    cli_configs *configs;
    cli_lists lists;
    cli_exit result; /* but for 0, the search has stopped, and no list is written */
    cli_exit unread; /* the worst of what could not be looked at: lists have it, and lint tells it */
} shard_run;

/* What is found */

static bool keep(shard_run *run, const cli_entry *entry, uint64_t bytes)
{
    if (cli_lists_add(&run->lists, entry, bytes))
        return true;
    cli_error("%s", errno == ENOMEM || errno == 0 ? "no memory for what is found" : strerror(errno));
    run->result = errno == ENOMEM || errno == 0 ? CLI_INTERNAL : CLI_UNREADABLE;
    return false;
}

/* NULL, or why it is not known; what is not there has none, and whoever lints it says so. */
static const char *find_bytes(const char *path, uint64_t *bytes)
{
    struct stat about;
    *bytes = 0;
    if (stat(path, &about) != 0)
        return errno == ENOENT || errno == ENOTDIR ? NULL : strerror(errno);
    if (S_ISREG(about.st_mode))
        *bytes = (uint64_t)about.st_size;
    return S_ISDIR(about.st_mode) ? "has become a folder, and is listed as a file" : NULL;
}

/* A file or an entry that cannot be read: prints why it cannot be looked at. */
static void report_unread(shard_run *run, const char *path, cli_exit result, const char *why)
{
    cli_error_about(path, "%s", why);
    run->unread = cli_worse(run->unread, result);
}

static bool visit(void *context, const cli_entry *entry)
{
    shard_run *run = context;
    uint64_t bytes = 0;
    if (entry->kind == CLI_ENTRY_STREAM) {
        run->result = cli_usage("shard", "standard input is not a file that another process could judge");
        return false;
    }
    if (entry->kind == CLI_ENTRY_STOP) {
        cli_error("%s", entry->reason);
        run->result = entry->result;
        return false;
    }
    if (entry->kind == CLI_ENTRY_UNREADABLE)
        report_unread(run, entry->path, entry->result, entry->reason);
    const char *why = entry->kind == CLI_ENTRY_FILE ? find_bytes(entry->path, &bytes) : NULL;
    if (why != NULL)
        report_unread(run, entry->path, CLI_UNREADABLE, why);
    return keep(run, entry, bytes);
}

/* The command */

static cli_exit check_words(const shard_run *run)
{
    const cli_finder *finder = &run->finder;
    if (run->count == 0)
        return cli_usage("shard", "--count says how many shards there are to be");
    if (run->folder == NULL)
        return cli_usage("shard", "--output says which folder the lists go to");
    if (finder->path_count == 0 && finder->list.name == NULL)
        return cli_usage("shard", "no files given");
    if (finder->list.null_separated && finder->list.name == NULL)
        return cli_usage("shard", "--null is for the list that --files-from names");
    return CLI_CLEAN;
}

static cli_exit find_all(shard_run *run)
{
    const cli_find_calls calls = { .context = run, .visit = visit };
    const cli_exit result = cli_configs_open(&run->configs, "shard", &run->config, &run->asked);
    if (result != CLI_CLEAN)
        return result;
    run->finder.configs = run->configs;
    if (!cli_lists_begin(&run->lists))
        return cli_fail(CLI_INTERNAL, NULL, "no memory for what is found");
    cli_find_files(&run->finder, &calls);
    if (run->result == CLI_CLEAN && run->lists.entries == 0 && !run->allow_empty)
        return cli_fail(
            CLI_UNREADABLE, NULL, "nothing to check: no file was found (--allow-empty accepts that)");
    return run->result;
}

static cli_exit shard(void *record, cli_words words)
{
    shard_run *run = record;
    run->finder.paths = words.items;
    run->finder.path_count = words.count;
    cli_exit result = check_words(run);
    if (result == CLI_CLEAN)
        result = find_all(run);
    if (result == CLI_CLEAN)
        result = cli_lists_write(&run->lists, run->folder, run->count);
    return cli_worse(result, run->unread);
}

static void prepare(void *record)
{
    shard_run *run = record;
    cli_default_layer(&run->asked);
}

static void release(void *record)
{
    shard_run *run = record;
    cli_layer_free(&run->asked);
    cli_configs_free(run->configs);
    cli_finder_free(&run->finder);
    cli_lists_free(&run->lists);
}

static const cli_option run_rows[] = {
    { .name = "count",
        .letter = 'n',
        .value = "N",
        CLI_COUNT(shard_run, count),
        .least = 1,
        .most = CLI_MOST_SHARDS,
        .help = "how many lists to make" },
    { .name = "output",
        .letter = 'o',
        .value = "FOLDER",
        CLI_TEXT(shard_run, folder),
        .completes = CLI_COMPLETES_FOLDERS,
        .help = "the folder of the lists, FOLDER/0 to FOLDER/N-1" },
    { .name = "allow-empty",
        CLI_FLAG(shard_run, allow_empty),
        .help = "make empty lists where nothing is found" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .title = "Shards", .rows = run_rows },
    { .title = "Files", .rows = cli_path_list_rows, .at = offsetof(shard_run, finder.list) },
    { .rows = cli_choosing_rows, .at = offsetof(shard_run, asked) },
    { .title = "Configuration", .rows = cli_config_rows, .at = offsetof(shard_run, config) },
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof shard --count 8 -o shards assets/", "Makes shards/0 to shards/7." },
    { "animproof lint --files-from shards/3 --output jsonl=results/3.jsonl",
        "Judges one of them, anywhere." },
    { "animproof report merge results/*.jsonl", "Prints what one run of lint would have printed." },
    { NULL, NULL },
};

const cli_command cli_shard = {
    .name = "shard",
    .words = "PATH...",
    .summary = "splits what lint would judge into lists, for several processes or machines",
    .about = "Finds the files that `animproof lint PATH...` would judge, and writes them to N lists of about "
             "as many "
             "bytes each. `animproof lint --files-from` judges one list, and `animproof report merge` puts "
             "the reports "
             "together. A file stays in its list as long as the others hardly change.",
    .examples = examples,
    .exits = "0 done, 2 usage, 3 nothing was found, a list could not be written, or something could not be "
             "looked at: it is in the lists, and `lint` says what is wrong with it; 4 internal error.",
    .options = groups,
    .record_bytes = sizeof(shard_run),
    .prepare = prepare,
    .run = shard,
    .release = release,
    .completes = CLI_COMPLETES_FILES,
};
