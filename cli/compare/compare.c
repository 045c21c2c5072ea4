/* animproof compare: says what the differences of two versions mean to users of the files. */
#include "cli/compare/compare.h"

#include <string.h>
#include <sys/stat.h>

#include "cli/options/commands.h"
#include "cli/shared/input_copy.h"

const char *const cli_compare_status_names[CLI_COMPARE_STATUSES] = { "unchanged", "changed", "added",
    "removed", "moved", "failed" };

static cli_compare_status status_of(
    const cli_compare_run *run, const cli_compared_file *one, const cli_compared_file *other)
{
    if (one == NULL || other == NULL)
        return one == NULL ? CLI_COMPARE_ADDED : CLI_COMPARE_REMOVED;
    if (strcmp(one->digest, other->digest) != 0)
        return run->compared ? CLI_COMPARE_CHANGED : CLI_COMPARE_FAILED;
    return strcmp(one->key, other->key) == 0 ? CLI_COMPARE_UNCHANGED : CLI_COMPARE_MOVED;
}

/* Makes the one change of a file that was added, removed or moved. Returns false when out of memory. */
static bool add_file_change(cli_compare_run *run, cli_compare_status status, const cli_compared_file *one)
{
    ap_arena_reset(&run->scratch);
    ap_changes_init(&run->changes, &run->scratch);
    if (status == CLI_COMPARE_ADDED)
        (void)ap_add_change(&run->changes, AP_CHANGE_FILE_ADDED, "the file is new");
    else if (status == CLI_COMPARE_REMOVED)
        (void)ap_add_change(&run->changes, AP_CHANGE_FILE_REMOVED, "the file is gone");
    else
        (void)ap_add_change(&run->changes, AP_CHANGE_FILE_MOVED, "the file was %s",
            ap_quote_name((ap_view){ (const uint8_t *)one->key, strlen(one->key) }).text);
    return !run->scratch.failed;
}

/* Sets the error of a file with a change that there is no memory for. */
static void fail_for_memory(cli_compare_run *run, const char *path)
{
    snprintf(run->error, sizeof run->error, "memory ran out (--max-memory)");
    run->error_path = path;
    run->files.result = cli_worse_exit(run->files.result, cli_report_no_memory(path));
}

/* Compares and reports one file, which both versions have or only one. */
static void compare_file(cli_compare_run *run, cli_compared_file *one, cli_compared_file *other)
{
    run->compared = false;
    run->pair[0] = one;
    run->pair[1] = other;
    if (one != NULL && other != NULL && strcmp(one->digest, other->digest) != 0)
        cli_compare_pair(run);
    const cli_compared_file *shown = other == NULL ? one : other;
    cli_compare_result result = { .status = status_of(run, one, other),
        .name = shown->key[0] == '\0' ? shown->path : shown->key,
        .old_path = one == NULL ? NULL : one->path,
        .new_path = other == NULL ? NULL : other->path };
    if (result.status >= CLI_COMPARE_ADDED && result.status <= CLI_COMPARE_MOVED
        && !add_file_change(run, result.status, one)) {
        fail_for_memory(run, shown->path);
        result.status = CLI_COMPARE_FAILED;
    }
    if (result.status == CLI_COMPARE_CHANGED)
        result.format = run->pair_format;
    if (result.status == CLI_COMPARE_FAILED) {
        result.error = run->error;
        result.error_path = run->error_path == NULL ? shown->path : run->error_path;
    } else if (result.status != CLI_COMPARE_UNCHANGED) {
        result.changes = &run->changes;
        result.impact = ap_worst_impact(&run->changes);
        run->impacts[result.impact]++;
        if ((int)result.impact >= run->fail_on)
            run->files.result = cli_worse_exit(run->files.result, CLI_FINDINGS);
    }
    run->statuses[result.status]++;
    cli_compare_report(run, &result);
}

/* Reports all files in the order of their keys; of a moved file, the new key counts. */
static void compare_files(cli_compare_run *run)
{
    cli_compared_side *one = &run->sides[0], *other = &run->sides[1];
    for (size_t i = 0, j = 0; i < one->count || j < other->count;) {
        cli_compared_file *a = i < one->count ? &one->files[i] : NULL;
        cli_compared_file *b = j < other->count ? &other->files[j] : NULL;
        if (a != NULL && a->partner != NULL && a->partner != b) {
            i++; /* it is reported with its partner */
        } else if (b == NULL || (a != NULL && a->partner == NULL && strcmp(a->key, b->key) < 0)) {
            compare_file(run, a, NULL);
            i++;
        } else {
            compare_file(run, b->partner, b);
            i += b->partner != NULL && b->partner == a;
            j++;
        }
    }
}

static void set_defaults(void *record)
{
    cli_compare_run *run = record;
    cli_file_run_init(&run->files, NULL);
    run->fail_on = AP_IMPACT_BREAKS;
}

/* Sets up the search of a version. */
static void open_side(cli_compare_run *run, size_t number, char **word)
{
    cli_compared_side *side = &run->sides[number];
    struct stat about;
    side->path = *word;
    side->finder = (cli_finder){ .paths = word, .path_count = 1, .configs = run->files.configs };
    if (strcmp(side->path, "-") == 0)
        side->finder.stream_name = run->files.finder.stream_name;
    side->single =
        strcmp(side->path, "-") == 0
        || (!cli_is_archive_name(side->path) && (stat(side->path, &about) != 0 || !S_ISDIR(about.st_mode)));
    cli_reading_set_defaults(&side->reading);
    cli_subject_init(&side->subject, &side->reading, NULL);
}

static void enter_sandbox(const cli_compare_run *run)
{
    cli_sandbox sandbox;
    cli_sandbox_begin(&sandbox);
    for (size_t i = 0; i < 2; i++)
        cli_allow_found_files(&sandbox, &run->sides[i].finder);
    cli_sandbox_allow_libraries(&sandbox); /* libzip is loaded later, inside the sandbox */
    (void)cli_sandbox_enter(&sandbox);
}

static cli_exit run_compare(void *record, cli_operands words)
{
    cli_compare_run *run = record;
    if (words.count != 2)
        return cli_usage_error("compare", "two versions are needed, OLD and NEW: %zu path%s given",
            words.count, words.count == 1 ? " is" : "s are");
    if (strcmp(words.items[0], "-") == 0 && strcmp(words.items[1], "-") == 0)
        return cli_usage_error("compare", "standard input can be read only once");
    const cli_exit opened = cli_file_run_open(&run->files, "compare", words);
    if (opened != CLI_CLEAN)
        return opened;
    for (size_t i = 0; i < 2; i++)
        open_side(run, i, &words.items[i]);
    ap_arena_init(&run->arena, 0);
    ap_arena_init(&run->scratch, run->files.asked.reading.max_memory_bytes);
    ap_input_init(&run->input, run->files.asked.reading.max_input_bytes);
    run->opened = true;
    enter_sandbox(run);
    if (!cli_compare_list_side(run, &run->sides[0]) || !cli_compare_list_side(run, &run->sides[1]))
        return run->files.result;
    if (run->files.result != CLI_CLEAN && (run->sides[0].count == 0 || run->sides[1].count == 0))
        return run->files
            .result; /* without one of the versions, every file of the other would be new or gone */
    cli_compare_pair_files(run);
    if (run->out_of_memory)
        return cli_worse_exit(run->files.result, cli_report_no_memory("compare"));
    if (run->sides[0].count + run->sides[1].count == 0)
        return cli_file_run_close(&run->files);
    cli_compare_report_begin(run);
    compare_files(run);
    cli_compare_report_end(run);
    return cli_file_run_close(&run->files);
}

static void release(void *record)
{
    cli_compare_run *run = record;
    for (size_t i = 0; i < 2 && run->opened; i++) {
        cli_archive_close(run->sides[i].archive);
        cli_finder_free(&run->sides[i].finder);
        cli_subject_free(&run->sides[i].subject);
    }
    if (run->opened) {
        ap_input_free(&run->input);
        ap_arena_free(&run->arena);
        ap_arena_free(&run->scratch);
    }
    cli_file_run_release(record);
}

static const cli_choice formats[] = { { "human", CLI_COMPARE_HUMAN, NULL },
    { "json", CLI_COMPARE_JSON, NULL }, { "markdown", CLI_COMPARE_MARKDOWN, "for a pull request" },
    { NULL, 0, NULL } };

static const cli_choice fail_levels[] = { { "breaks", AP_IMPACT_BREAKS, NULL },
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
        .choices = fail_levels,
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
    .release = release,
    .completes = CLI_COMPLETES_FILES,
};
