/* Lists the files of both versions with their digests. */
#include <stdlib.h>
#include <string.h>

#include "cli/compare/compare.h"
#include "cli/shared/input_copy.h"
#include "core/files/guard.h"

/* Returns the key of the file (cli_compared_file.key), which is a part of the path. */
static const char *key_of_path(const cli_compare_run *run, const cli_compared_side *side, const char *path)
{
    const size_t root = strlen(side->path);
    if (run->sides[0].single && run->sides[1].single)
        return "";
    if (side->single || strncmp(path, side->path, root) != 0) {
        const char *slash = strrchr(path, '/');
        return slash == NULL ? path : slash + 1;
    }
    const char *key = path + root;
    while (*key == '/' || *key == '!')
        key++;
    return key;
}

/* Adds a file to the version that is being listed. Returns NULL when out of memory. */
static cli_compared_file *add_file_of_version(cli_compare_run *run, const char *path)
{
    cli_compared_side *side = run->side;
    cli_compared_file *files =
        ap_grow_array(&run->arena, side->files, side->count, &side->room, sizeof *files);
    const char *copy = ap_arena_copy_text(&run->arena, path, strlen(path));
    if (files == NULL || copy == NULL)
        return NULL;
    side->files = files;
    cli_compared_file *file = &files[side->count++];
    *file = (cli_compared_file){ .path = copy, .key = key_of_path(run, side, copy) };
    return file;
}

static bool add_loaded_file(cli_compare_run *run, const cli_entry *entry, ap_view bytes)
{
    cli_compared_side *side = run->side;
    cli_compared_file *file = add_file_of_version(run, entry->path);
    if (file == NULL)
        return false;
    file->member_name_offset = entry->member_name_offset;
    file->kind = entry->kind;
    file->origin = entry->origin;
    file->settings = entry->settings;
    ap_compute_sha256(bytes, file->digest);
    if (entry->kind != CLI_ENTRY_STREAM)
        return true;
    const char *copy = ap_arena_copy_text(&run->arena, (const char *)bytes.bytes, bytes.size);
    side->stream = (ap_view){ (const uint8_t *)copy, bytes.size };
    return copy != NULL;
}

/* Sets the git object of the file that was added last, and the file's path for messages, "REV:PATH". Returns false when
   out of memory. */
static bool set_object_and_path_of_latest_file(cli_compare_run *run, const cli_git_change *change)
{
    cli_compared_side *side = run->side;
    cli_compared_file *file = &side->files[side->count - 1];
    file->path = ap_arena_print(&run->arena, "%s:%s", side->revision->name, file->path);
    file->member_name_offset += file->member_name_offset == 0 ? 0 : strlen(side->revision->name) + 1;
    file->blob = change->blob;
    file->skipped = change->skipped;
    return file->path != NULL;
}

typedef struct file_to_list {
    cli_compare_run *run;
    const cli_entry *entry;
    /* git's entry of the file, or of the archive with the file, in the revision; NULL: the version is not a
       revision */
    const cli_git_change *change;
} file_to_list;

static void add_file_guarded(void *context)
{
    const file_to_list *file = context;
    cli_compare_run *run = file->run;
    run->files.entry = file->entry;
    const bool skipped = cli_entry_is_repeated_or_of_unknown_format(file->entry, run->input.view);
    (void)cli_file_run_count_and_is_skipped(&run->files, skipped);
    if (!skipped)
        run->out_of_memory |=
            !add_loaded_file(run, file->entry, run->input.view)
            || (file->change != NULL && !set_object_and_path_of_latest_file(run, file->change));
}

/* Lists a file or an archive that cannot be read, so that the comparison reports neither it nor the files in the archive
   as added or removed. `why` is the reason; `change` is git's entry if a revision has the file. */
static void list_unreadable(
    cli_compare_run *run, const char *path, const char *why, const cli_git_change *change)
{
    cli_compared_side *side = run->side;
    const char *copy = ap_arena_copy_text(&run->arena, why, strlen(why));
    cli_compared_file *file = copy == NULL ? NULL : add_file_of_version(run, path);
    run->out_of_memory |=
        file == NULL || (change != NULL && !set_object_and_path_of_latest_file(run, change));
    if (file != NULL && file->key[0] == '\0') {
        side->count--; /* the user named this path: no file of this version is compared */
    } else if (file != NULL) {
        file->skipped = copy;
        file->is_exit_code_set = true;
    }
}

/* Releases run->input. Unless `status` is AP_OK, reports that the file could not be loaded, and lists it, unless it is the only
   file of its version. */
static void release_input_and_report_failure(
    cli_compare_run *run, const char *path, ap_status status, const cli_git_change *change)
{
    if (status != AP_OK && !run->side->single)
        list_unreadable(run, path, "cannot be read", change);
    run->files.result =
        cli_worse_exit_by_rank(run->files.result, cli_report_status(path, status, &run->input));
    ap_input_release(&run->input);
}

static void report_entry_error_and_list_archive(cli_compare_run *run, const cli_entry *entry)
{
    const bool of_archive =
        entry->kind == CLI_ENTRY_UNREADABLE && (entry->member != NULL || cli_is_archive_name(entry->path));
    if (of_archive)
        list_unreadable(run, entry->path, entry->reason, run->archive_change);
    /* an error of a file in the revision does not fail the run, and lint has reported errors of the new version */
    if (of_archive && entry->result == CLI_UNREADABLE
        && (run->side->revision != NULL || run->lint_result >= CLI_UNREADABLE))
        return;
    if (entry->kind == CLI_ENTRY_STOP)
        cli_error("%s", entry->reason);
    else
        cli_error_about(entry->path, "%s", entry->reason);
    run->files.result = cli_worse_exit_by_rank(run->files.result, entry->result);
}

/* Returns CLI_INCLUDED for an .md5scale that a walk has found, so that all of it is read although no format has its extension;
   returns `origin` for every other file. */
static cli_path_origin origin_with_scales_included(const char *path, cli_path_origin origin)
{
    return origin == CLI_WALKED && cli_is_scale_file_path(path) ? CLI_INCLUDED : origin;
}

static bool visit_entry(void *context, const cli_entry *entry)
{
    cli_compare_run *run = context;
    if (entry->kind == CLI_ENTRY_SKIPPED) {
        run->files.skipped++;
    } else if (!cli_entry_has_bytes(entry)) {
        report_entry_error_and_list_archive(run, entry);
    } else {
        cli_entry whole = *entry;
        whole.origin = origin_with_scales_included(entry->path, entry->origin);
        file_to_list file = { run, &whole, run->archive_change };
        ap_status status = cli_entry_load(&whole, &run->input);
        if (status == AP_OK)
            status = ap_input_run_guarded(&run->input, add_file_guarded, &file);
        release_input_and_report_failure(run, entry->path, status, run->archive_change);
    }
    return entry->kind != CLI_ENTRY_STOP && !run->out_of_memory;
}

static bool go_on_after_archive(void *context)
{
    (void)context;
    return true;
}

static int compare_file_keys(const void *a, const void *b)
{
    const cli_compared_file *one = a, *other = b;
    return strcmp(one->key, other->key);
}

/* Loads a git object as cli_entry_load loads a file: of a file that a walk has found, only the start if its name and the start
   show that it has no format. */
static ap_status load_git_object(
    cli_compare_run *run, const cli_compared_side *side, const cli_entry *entry, const char *blob)
{
    const bool start_may_do = entry->settings->reading.input_format == NULL
                              && !ap_has_format_extension(entry->path) && entry->origin == CLI_WALKED;
    return cli_git_objects_load_object(
        &side->revision->objects, blob, &run->input, start_may_do ? ap_has_no_format_mark : NULL);
}

/* Lists the files of an archive that the revision has. Returns false to end the listing. */
static bool list_members_of_archive_in_revision(
    cli_compare_run *run, const cli_git_change *change, const cli_settings *settings)
{
    cli_compared_side *side = run->side;
    ap_input *input = &side->archive_input;
    const cli_entry archive = {
        .kind = CLI_ENTRY_FILE, .path = change->path, .origin = CLI_WALKED, .settings = settings
    };
    bool go_on = true;
    const ap_status status = cli_git_objects_load_object(&side->revision->objects, change->blob, input, NULL);
    run->archive_change = change;
    if (status == AP_OK) {
        go_on = cli_visit_archive_members(&side->finder, &archive, &input->view);
    } else {
        list_unreadable(run, change->path, input->error, change);
        run->files.result =
            cli_worse_exit_by_rank(run->files.result, cli_report_status(change->path, status, input));
    }
    run->archive_change = NULL;
    ap_input_release(input);
    return go_on && !run->out_of_memory;
}

/* Lists a file that the revision has. Returns false to end the listing. */
static bool list_changed_file(cli_compare_run *run, const cli_git_change *change)
{
    cli_compared_side *side = run->side;
    const cli_settings_result here = cli_find_settings_of_path(&side->finder, change->path, CLI_ASKED_FILE);
    if (here.result != CLI_CLEAN) {
        cli_error("%s", here.wrong);
        run->files.result = cli_worse_exit_by_rank(run->files.result, here.result);
        return false;
    }
    if (here.skip_reason != NULL) {
        run->files.skipped++;
        return true;
    }
    if (change->skipped != NULL) {
        run->out_of_memory |= add_file_of_version(run, change->path) == NULL
                              || !set_object_and_path_of_latest_file(run, change);
        return !run->out_of_memory;
    }
    if (cli_is_archive_name(change->path))
        return list_members_of_archive_in_revision(run, change, here.settings);
    const cli_entry entry = { .kind = CLI_ENTRY_FILE,
        .path = change->path,
        .origin = origin_with_scales_included(change->path, here.included ? CLI_INCLUDED : CLI_WALKED),
        .settings = here.settings };
    file_to_list file = { run, &entry, change };
    const ap_status status = load_git_object(run, side, &entry, change->blob);
    if (status == AP_OK)
        add_file_guarded(&file);
    release_input_and_report_failure(run, change->path, status, change);
    return !run->out_of_memory;
}

static void list_files_of_revision(cli_compare_run *run)
{
    const cli_git_changes *changes = &run->side->revision->changes;
    bool go_on = true;
    for (size_t i = 0; i < changes->count && go_on; i++) {
        const cli_git_change *change = &changes->items[i];
        go_on = (change->blob == NULL && change->skipped == NULL) || list_changed_file(run, change);
    }
}

bool cli_compare_list_side(cli_compare_run *run, cli_compared_side *side)
{
    const cli_find_callbacks calls = { .context = run, .visit = visit_entry, .leave = go_on_after_archive };
    run->side = side;
    if (side->revision != NULL) {
        side->finder.calls = &calls;
        cli_enable_ignore_file_reports(&side->finder);
        list_files_of_revision(run);
    } else {
        cli_find_files(&side->finder, &calls);
    }
    if (run->out_of_memory) {
        run->files.result = cli_worse_exit_by_rank(run->files.result, cli_report_no_memory(side->path));
        return false;
    }
    if (side->count > 1)
        qsort(side->files, side->count, sizeof *side->files, compare_file_keys);
    return true;
}
