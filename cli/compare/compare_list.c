/* Lists the files of both versions with their digests, and finds which belong together. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/compare/compare.h"
#include "cli/shared/input_copy.h"
#include "core/files/guard.h"

/* Returns the file's path below the folder or in the archive that the user named; for a single file its name. */
static const char *key_of(const cli_compare_run *run, const cli_compared_side *side, const char *path)
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

static bool add_file(cli_compare_run *run, const cli_entry *entry, ap_view bytes)
{
    cli_compared_side *side = run->side;
    cli_compared_file *files =
        ap_alloc_more(&run->arena, side->files, side->count, &side->room, sizeof *files);
    const char *path = ap_arena_text(&run->arena, entry->path, strlen(entry->path));
    if (files == NULL || path == NULL)
        return false;
    side->files = files;
    cli_compared_file *file = &files[side->count++];
    *file = (cli_compared_file){ .path = path,
        .key = key_of(run, side, path),
        .member_at = entry->member_at,
        .kind = entry->kind,
        .origin = entry->origin,
        .settings = entry->settings };
    ap_sha256_text(bytes, file->digest);
    if (entry->kind != CLI_ENTRY_STREAM)
        return true;
    uint8_t *copy = ap_alloc(&run->arena, bytes.size);
    if (copy != NULL && bytes.size > 0)
        memcpy(copy, bytes.bytes, bytes.size);
    side->stream = (ap_view){ copy, bytes.size };
    return copy != NULL;
}

typedef struct guarded_file {
    cli_compare_run *run;
    const cli_entry *entry;
} guarded_file;

static void add_guarded(void *context)
{
    const guarded_file *file = context;
    cli_compare_run *run = file->run;
    run->files.entry = file->entry;
    const bool skipped = cli_entry_needs_no_work(file->entry, run->input.view);
    (void)cli_file_run_count_file(&run->files, skipped);
    if (!skipped)
        run->out_of_memory |= !add_file(run, file->entry, run->input.view);
}

static void report_entry(cli_compare_run *run, const cli_entry *entry)
{
    if (entry->kind == CLI_ENTRY_STOP)
        cli_error("%s", entry->reason);
    else
        cli_error_about(entry->path, "%s", entry->reason);
    run->files.result = cli_worse_exit(run->files.result, entry->result);
}

static bool visit_entry(void *context, const cli_entry *entry)
{
    cli_compare_run *run = context;
    if (entry->kind == CLI_ENTRY_SKIPPED) {
        run->files.skipped++;
    } else if (!cli_entry_is_read(entry)) {
        report_entry(run, entry);
    } else {
        guarded_file file = { run, entry };
        ap_status status = cli_entry_load(entry, &run->input);
        if (status == AP_OK)
            status = ap_input_run_guarded(&run->input, add_guarded, &file);
        run->files.result =
            cli_worse_exit(run->files.result, cli_report_status(entry->path, status, &run->input));
        ap_input_release(&run->input);
    }
    return entry->kind != CLI_ENTRY_STOP && !run->out_of_memory;
}

static bool leave_archive(void *context)
{
    (void)context;
    return true;
}

static int by_key(const void *a, const void *b)
{
    const cli_compared_file *one = a, *other = b;
    return strcmp(one->key, other->key);
}

bool cli_compare_list_side(cli_compare_run *run, cli_compared_side *side)
{
    const cli_find_calls calls = { .context = run, .visit = visit_entry, .leave = leave_archive };
    run->side = side;
    cli_find_files(&side->finder, &calls);
    if (run->out_of_memory) {
        run->files.result = cli_worse_exit(run->files.result, cli_report_no_memory(side->path));
        return false;
    }
    if (side->count > 1)
        qsort(side->files, side->count, sizeof *side->files, by_key);
    return true;
}

static void pair(cli_compared_file *one, cli_compared_file *other)
{
    one->partner = other;
    other->partner = one;
}

static int by_digest(const void *a, const void *b)
{
    const cli_compared_file *one = *(cli_compared_file *const *)a, *other = *(cli_compared_file *const *)b;
    const int order = strcmp(one->digest, other->digest);
    return order != 0 ? order : strcmp(one->key, other->key);
}

/* Lists the files without a partner, sorted by digest. Returns NULL when out of memory. */
static cli_compared_file **list_alone(cli_compare_run *run, const cli_compared_side *side, size_t *count)
{
    cli_compared_file **alone = ap_alloc_array(&run->arena, side->count, sizeof *alone);
    *count = 0;
    for (size_t i = 0; alone != NULL && i < side->count; i++) {
        if (side->files[i].partner == NULL)
            alone[(*count)++] = &side->files[i];
    }
    if (*count > 1)
        qsort(alone, *count, sizeof *alone, by_digest);
    return alone;
}

static bool pair_moved(cli_compare_run *run)
{
    size_t old_count, new_count;
    cli_compared_file **one = list_alone(run, &run->sides[0], &old_count);
    cli_compared_file **other = list_alone(run, &run->sides[1], &new_count);
    for (size_t i = 0, j = 0; one != NULL && other != NULL && i < old_count && j < new_count;) {
        const int order = strcmp(one[i]->digest, other[j]->digest);
        if (order == 0)
            pair(one[i], other[j]);
        i += order <= 0;
        j += order >= 0;
    }
    return one != NULL && other != NULL;
}

void cli_compare_pair_files(cli_compare_run *run)
{
    cli_compared_side *one = &run->sides[0], *other = &run->sides[1];
    for (size_t i = 0, j = 0; i < one->count && j < other->count;) {
        const int order = strcmp(one->files[i].key, other->files[j].key);
        if (order == 0)
            pair(&one->files[i], &other->files[j]);
        i += order <= 0;
        j += order >= 0;
    }
    run->out_of_memory |= !pair_moved(run);
}
