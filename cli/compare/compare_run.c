/* Compares the files of the two versions, one file after the other. */
#include "cli/compare/compare.h"

#include <string.h>

#include "cli/shared/input_copy.h"

const char *const cli_compare_status_names[CLI_COMPARE_STATUSES] = { "unchanged", "changed", "added",
    "removed", "moved", "failed" };

/* Returns the version of the file that cannot be compared (`skipped` is set), or NULL. */
static const cli_compared_file *skipped_version_of(
    const cli_compared_file *one, const cli_compared_file *other)
{
    if (one != NULL && one->skipped != NULL)
        return one;
    return other != NULL && other->skipped != NULL ? other : NULL;
}

static cli_compare_status status_of_file_pair(
    const cli_compare_run *run, const cli_compared_file *one, const cli_compared_file *other)
{
    if (skipped_version_of(one, other) != NULL)
        return CLI_COMPARE_FAILED;
    if (one == NULL || other == NULL)
        return one == NULL ? CLI_COMPARE_ADDED : CLI_COMPARE_REMOVED;
    const bool edited = strcmp(one->digest, other->digest) != 0;
    if (edited && !run->compared)
        return CLI_COMPARE_FAILED;
    if (strcmp(one->key, other->key) != 0)
        return CLI_COMPARE_MOVED;
    return edited ? CLI_COMPARE_CHANGED : CLI_COMPARE_UNCHANGED;
}

void cli_compare_add_move(ap_changes *changes, const cli_compared_file *old)
{
    (void)ap_add_change_or_spare(changes, AP_CHANGE_FILE_MOVED, "moved from %s",
        ap_quote_name((ap_view){ (const uint8_t *)old->key, strlen(old->key) }).text);
}

/* Adds the only change of a file that was added, removed or moved without other changes. Returns false when out of
   memory. */
static bool set_only_file_change(
    cli_compare_run *run, cli_compare_status status, const cli_compared_file *one)
{
    ap_arena_reset(&run->scratch);
    ap_changes_init(&run->changes, &run->scratch);
    if (status == CLI_COMPARE_ADDED)
        (void)ap_add_change_or_spare(&run->changes, AP_CHANGE_FILE_ADDED, "the file is new");
    else if (status == CLI_COMPARE_REMOVED)
        (void)ap_add_change_or_spare(&run->changes, AP_CHANGE_FILE_REMOVED, "the file is gone");
    else
        cli_compare_add_move(&run->changes, one);
    return !run->scratch.failed;
}

/* Stores and prints the error of a file when there is no memory for its change, and sets the exit code of the run. */
static void store_and_report_no_memory(cli_compare_run *run, const char *path)
{
    snprintf(run->error, sizeof run->error, "memory ran out (--max-memory)");
    run->error_path = path;
    run->files.result = cli_worse_exit_by_rank(run->files.result, cli_report_no_memory(path));
}

/* Stores why the file is not compared, and sets the exit code of the run unless that was done before. */
static void store_skip_reason(cli_compare_run *run, const cli_compared_file *file)
{
    snprintf(run->error, sizeof run->error, "%s", file->skipped);
    run->error_path = file->path;
    if (!file->is_exit_code_set)
        run->files.result = cli_worse_exit_by_rank(run->files.result, CLI_UNREADABLE);
}

/* Returns true for a file in an archive that has changed since the revision, if the file itself has not. */
static bool is_unchanged_member_since_revision(
    const cli_compare_run *run, const cli_compare_result *result, const cli_compared_file *shown)
{
    return result->status == CLI_COMPARE_UNCHANGED && shown->member_name_offset > 0
           && run->sides[0].revision != NULL;
}

/* Compares and reports one file. `one` is the old version, `other` the new one; NULL if that version lacks the file. */
static void compare_and_report_file(cli_compare_run *run, cli_compared_file *one, cli_compared_file *other)
{
    run->compared = false;
    run->pair[0] = one;
    run->pair[1] = other;
    if (skipped_version_of(one, other) != NULL)
        store_skip_reason(run, skipped_version_of(one, other));
    else if (one != NULL && other != NULL && strcmp(one->digest, other->digest) != 0)
        (cli_is_scale_file_path(one->path) && cli_is_scale_file_path(other->path)
                ? cli_compare_scale_versions
                : cli_compare_file_versions)(run);
    const cli_compared_file *shown = other == NULL ? one : other;
    cli_compare_result result = { .status = status_of_file_pair(run, one, other),
        .name = shown->key[0] == '\0' ? shown->path : shown->key,
        .old_path = one == NULL ? NULL : one->path,
        .new_path = other == NULL ? NULL : other->path };
    if (!run->compared && result.status >= CLI_COMPARE_ADDED && result.status <= CLI_COMPARE_MOVED
        && !set_only_file_change(run, result.status, one)) {
        store_and_report_no_memory(run, shown->path);
        result.status = CLI_COMPARE_FAILED;
    }
    if (run->compared)
        result.format = run->pair_format;
    if (result.status == CLI_COMPARE_FAILED) {
        result.error = run->error;
        result.error_path = run->error_path == NULL ? shown->path : run->error_path;
    } else if (is_unchanged_member_since_revision(run, &result, shown)) {
        return;
    } else if (result.status != CLI_COMPARE_UNCHANGED) {
        result.changes = &run->changes;
        result.impact = ap_worst_impact(&run->changes);
        run->impacts[result.impact]++;
        const bool kept = ap_changes_keep_meaning(&run->changes);
        run->kept += kept;
        if (run->same ? !kept : (int)result.impact >= run->fail_on)
            run->files.result = cli_worse_exit_by_rank(run->files.result, CLI_FINDINGS);
    }
    run->statuses[result.status]++;
    cli_compare_report_file(run, &result);
}

/* Compares and reports all files in the order of their keys. A moved file is placed by its key in the new version. */
static void compare_and_report_files(cli_compare_run *run)
{
    cli_compared_side *one = &run->sides[0], *other = &run->sides[1];
    for (size_t i = 0, j = 0; i < one->count || j < other->count;) {
        cli_compared_file *a = i < one->count ? &one->files[i] : NULL;
        cli_compared_file *b = j < other->count ? &other->files[j] : NULL;
        if (a != NULL && a->partner != NULL && a->partner != b) {
            i++; /* the file is reported with its partner, which comes later */
        } else if (b == NULL || (a != NULL && a->partner == NULL && strcmp(a->key, b->key) < 0)) {
            compare_and_report_file(run, a, NULL);
            i++;
        } else {
            compare_and_report_file(run, b->partner, b);
            i += b->partner != NULL && b->partner == a;
            j++;
        }
    }
}

void cli_compare_init_run(cli_compare_run *run)
{
    const cli_reading_options *reading = &run->files.asked.reading;
    ap_arena_init(&run->arena, 0);
    ap_arena_init(&run->scratch, reading->max_memory_bytes);
    ap_input_init(&run->input, reading->max_input_bytes);
    for (size_t i = 0; i < 2; i++) {
        cli_compared_side *side = &run->sides[i];
        cli_reading_set_defaults(&side->reading);
        cli_linted_file_init(&side->subject, &side->reading, NULL);
        ap_input_init(&side->archive_input, reading->max_input_bytes);
    }
    run->initialised = true;
}

cli_exit cli_compare_versions(cli_compare_run *run)
{
    const bool needs_both = run->sides[0].revision == NULL;
    if (!cli_compare_list_side(run, &run->sides[0]) || !cli_compare_list_side(run, &run->sides[1]))
        return run->files.result;
    /* if no file of one version could be listed, all files of the other would be reported as added or removed */
    if (needs_both && run->files.result != CLI_CLEAN
        && (run->sides[0].count == 0 || run->sides[1].count == 0))
        return run->files.result;
    cli_compare_remove_files_of_unreadable_archives(run);
    cli_compare_pair_files(run);
    if (run->out_of_memory)
        return cli_worse_exit_by_rank(run->files.result, cli_report_no_memory("compare"));
    if (needs_both && run->sides[0].count + run->sides[1].count == 0)
        return cli_file_run_finish(&run->files);
    cli_compare_reports_begin(run);
    compare_and_report_files(run);
    cli_compare_reports_end(run);
    return run->files.result;
}

void cli_compare_free_run(cli_compare_run *run)
{
    for (size_t i = 0; i < 2 && run->initialised; i++) {
        cli_archive_close(run->sides[i].archive);
        cli_archive_close(run->sides[i].finder.archive);
        cli_linted_file_free(&run->sides[i].subject);
        ap_input_free_memory(&run->sides[i].archive_input);
    }
    if (run->initialised) {
        ap_input_free_memory(&run->input);
        ap_arena_free(&run->arena);
        ap_arena_free(&run->scratch);
    }
    run->initialised = false;
}
