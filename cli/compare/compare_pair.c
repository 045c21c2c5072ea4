/* Compares two versions of one file: loads and lints both, and compares their content. */
#include <stdio.h>
#include <string.h>

#include "cli/compare/compare.h"
#include "cli/shared/input_copy.h"

/* Opens the archive in the git object file->blob, or the archive at `path` if file->blob is NULL. */
static ap_status open_archive_of_path_or_blob(
    cli_compared_side *side, const char *path, const cli_compared_file *file, char *error)
{
    const cli_reading_options *reading = &file->settings->reading;
    const cli_archive_limits limits = { reading->max_input_bytes, reading->max_memory_bytes / 8 };
    ap_input *input = &side->archive_input;
    ap_status status = AP_OK;
    if (file->blob != NULL)
        status = cli_git_objects_load_object(&side->revision->objects, file->blob, input, NULL);
    if (status != AP_OK)
        snprintf(error, AP_INPUT_ERROR_BYTES, "%s", input->error);
    else
        side->archive =
            cli_archive_open(path, file->blob == NULL ? NULL : &input->view, &limits, &status, error);
    return side->archive == NULL ? status : AP_OK;
}

/* Opens the archive that contains the file, unless the archive is open already. */
static ap_status open_archive_of_member(
    cli_compared_side *side, const cli_compared_file *file, ap_input *input)
{
    const size_t bytes = file->member_name_offset - 1;
    if (side->archive != NULL && side->archive_bytes == bytes
        && memcmp(side->archive_path, file->path, bytes) == 0)
        return AP_OK;
    char path[4096];
    cli_archive_close(side->archive);
    side->archive = NULL;
    ap_input_release(&side->archive_input);
    if (bytes >= sizeof path)
        return AP_TOO_LARGE;
    memcpy(path, file->path, bytes);
    path[bytes] = '\0';
    side->archive_path = file->path;
    side->archive_bytes = bytes;
    return open_archive_of_path_or_blob(side, path, file, input->error);
}

ap_status cli_compare_load_file(cli_compared_side *side, const cli_compared_file *file, ap_input *input)
{
    cli_entry entry = {
        .kind = file->kind, .path = file->path, .origin = file->origin, .settings = file->settings
    };
    if (file->blob != NULL && file->kind != CLI_ENTRY_MEMBER)
        return cli_git_objects_load_object(&side->revision->objects, file->blob, input, NULL);
    if (file->kind == CLI_ENTRY_STREAM) {
        input->view = side->stream;
        return AP_OK;
    }
    if (file->kind != CLI_ENTRY_MEMBER)
        return cli_entry_load(&entry, input);
    const ap_status opened = open_archive_of_member(side, file, input);
    if (opened != AP_OK)
        return opened;
    size_t count;
    const cli_member *members = cli_archive_members(side->archive, &count);
    const char *name = file->path + file->member_name_offset;
    const size_t at = cli_archive_member_lower_bound(side->archive, name);
    if (at == count || strcmp(members[at].name, name) != 0) {
        snprintf(input->error, sizeof input->error, "the archive has changed meanwhile");
        return AP_CANNOT_READ;
    }
    entry.archive = side->archive;
    entry.member = &members[at];
    entry.member_name_offset = file->member_name_offset;
    return cli_entry_load(&entry, input);
}

/* Stores the first error that lint found in a version as the reason why the file cannot be compared. */
static void store_first_lint_error(cli_compare_run *run, const cli_linted_file *subject)
{
    const ap_finding *finding = subject->findings.first;
    while (finding != NULL && finding->severity != AP_ERROR)
        finding = finding->next;
    run->error_path = subject->name;
    if (finding == NULL)
        snprintf(run->error, sizeof run->error, "the file has errors");
    else if (subject->format != NULL && subject->format->text)
        snprintf(run->error, sizeof run->error, "%zu:%zu: %s [%s]", finding->line, finding->column,
            finding->message, finding->rule->id);
    else
        snprintf(run->error, sizeof run->error, "0x%zx: %s [%s]", finding->span.offset, finding->message,
            finding->rule->id);
}

/* Copies the names in the changes into the arena of the changes, because the files are released before the report is
   written. */
static void copy_text_values_of_changes(cli_compare_run *run)
{
    for (ap_change *change = run->changes.first; change != NULL; change = change->next) {
        ap_value *values[] = { &change->old_value, &change->new_value };
        for (size_t i = 0; i < 2; i++) {
            ap_view *view = &values[i]->as.view;
            if (values[i]->kind == AP_VALUE_BYTES && view->bytes != NULL)
                view->bytes =
                    (const uint8_t *)ap_arena_copy_text(&run->scratch, (const char *)view->bytes, view->size);
        }
    }
}

void cli_compare_insert_move_first(ap_changes *changes, const cli_compared_file *old)
{
    ap_change *last = changes->last;
    cli_compare_add_move(changes, old);
    if (last == NULL || changes->last == last)
        return;
    changes->last->next = changes->first;
    changes->first = changes->last;
    changes->last = last;
    last->next = NULL;
}

static void compare_linted_versions(void *context)
{
    cli_compare_run *run = context;
    const cli_linted_file *one = &run->sides[0].subject, *other = &run->sides[1].subject;
    const ap_compare_source source = { one->input.view, other->input.view, &run->sides[0].reading.lint,
        &run->sides[1].reading.lint };
    ap_changes_init(&run->changes, &run->scratch);
    run->pair_format = other->format;
    if (one->format != other->format) {
        ap_add_format_change(one->format, other->format, &run->changes);
        run->compared = true;
    } else {
        run->compared = ap_compare(other->format, &source, &run->changes);
        copy_text_values_of_changes(run);
    }
    if (strcmp(run->pair[0]->key, run->pair[1]->key) != 0)
        cli_compare_insert_move_first(&run->changes, run->pair[0]);
    run->compared = run->compared && !run->scratch.failed;
}

/* Loads and lints version `number` of the pair. Calls `work` if that version has no error. Returns CLI_FINDINGS if the
   version has an error. */
static cli_exit load_and_lint_version(cli_compare_run *run, size_t number, void (*work)(void *context))
{
    cli_compared_side *side = &run->sides[number];
    const cli_compared_file *file = run->pair[number];
    cli_copy_settings_but_rules(&side->reading, file->settings);
    cli_linted_file_set_options(&side->subject, &side->reading);
    const ap_status loaded = cli_compare_load_file(side, file, &side->subject.input);
    if (loaded != AP_OK) {
        run->error_path = file->path;
        snprintf(run->error, sizeof run->error, "%s", side->subject.input.error);
    }
    const cli_exit result = cli_linted_file_lint_and_run(&side->subject, file->path, loaded, work, run);
    if (result == CLI_FINDINGS)
        store_first_lint_error(run, &side->subject);
    return result;
}

static void lint_new_version_and_compare(void *context)
{
    cli_compare_run *run = context;
    run->new_result = load_and_lint_version(run, 1, compare_linted_versions);
}

void cli_compare_file_versions(cli_compare_run *run)
{
    run->compared = false;
    run->error_path = NULL;
    run->error[0] = '\0';
    run->pair_format = NULL;
    run->new_result = CLI_CLEAN;
    ap_arena_reset(&run->scratch);
    const cli_exit old_result = load_and_lint_version(run, 0, lint_new_version_and_compare);
    cli_exit worse = cli_worse_exit_by_rank(old_result, run->new_result);
    if (run->compared && worse == CLI_CLEAN)
        return;
    run->compared = false;
    const bool no_memory = worse == CLI_INTERNAL || run->scratch.failed;
    if (worse == CLI_CLEAN && no_memory)
        worse = cli_report_no_memory(run->pair[1]->path);
    else if (worse == CLI_CLEAN)
        worse =
            cli_fail(CLI_INTERNAL, run->pair[1]->path, "internal error: the versions could not be compared");
    if (run->error_path == NULL) {
        snprintf(run->error, sizeof run->error, "%s",
            no_memory ? "memory ran out (--max-memory)" : "the versions could not be compared");
        run->error_path = run->pair[1]->path;
    }
    /* with a revision as the old version, errors of files do not fail the comparison: lint reports those of the new
       version */
    const cli_exit of_errors = run->sides[0].revision == NULL ? CLI_UNREADABLE : CLI_CLEAN;
    run->files.result = cli_worse_exit_by_rank(run->files.result, worse == CLI_FINDINGS ? of_errors : worse);
}
