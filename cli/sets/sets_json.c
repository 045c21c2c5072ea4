/* Prints sets as one JSON document. */
#include "cli/sets/sets.h"

/* Writes members for a file into an open object: the path, the format, how it differs from other files, and the figures or the
   error. */
static void put_file_members(ap_json_put *put, const sets_file *file)
{
    const ap_figure_table *figures = cli_figure_table_or_empty(file->row.format);
    ap_json_put_text(put, "file", file->row.path);
    ap_json_put_text(put, "format", file->row.format == NULL ? NULL : file->row.format->name);
    if (file->variant_of != NULL) {
        ap_json_put_text(put, "variant_of", file->variant_of->row.path);
        ap_json_put_boolean(put, "same_joints", file->identity == file->variant_of->identity);
    }
    if (file->difference != NULL) {
        ap_json_put_text(put, "differs_from", file->differs_from->row.path);
        ap_json_put_text(put, "difference", file->difference);
    }
    if (file->row.failure.message != NULL) {
        cli_put_error_of_missing_figures(put, &file->row.failure);
        return;
    }
    ap_json_put_begin_object(put, "figures");
    for (size_t i = 0; i < figures->count; i++)
        cli_put_number_or_null(put, figures->rows[i].name, file->row.values[i]);
    ap_json_put_end_object(put);
}

static void put_file_of_set(ap_json_put *put, const sets_file *file)
{
    static const char *const words[] = { [AP_PAIR_BY_CONFIG] = "configuration",
        [AP_PAIR_BY_NAME] = "name",
        [AP_PAIR_BY_IDENTITY] = "content",
        [AP_PAIR_BY_TREE] = "other folder" };
    ap_json_put_begin_object(put, NULL);
    put_file_members(put, file);
    ap_json_put_text(put, "found_by", file->found_by == AP_PAIR_UNREAD ? "unread" : words[file->found_by]);
    ap_json_put_text(put, "reason", file->reason);
    if (file->sidecar != NULL)
        ap_json_put_text(put, "sidecar", file->sidecar);
    ap_json_put_end_object(put);
}

static void put_file_in_no_set(const sets_run *run, ap_json_put *put, const sets_file *file)
{
    ap_json_put_begin_object(put, NULL);
    put_file_members(put, file);
    ap_json_put_text(put, "reason", sets_reason_for_no_set(run, file));
    if (file->sidecar != NULL)
        ap_json_put_text(put, "sidecar", file->sidecar);
    if (file->candidate_count > 0) {
        ap_json_put_size(put, "candidate_count", file->candidate_count);
        ap_json_put_begin_array(put, "candidates");
        for (size_t i = 0; i < file->candidate_count && i < SETS_MOST_CANDIDATES; i++)
            ap_json_put_text(put, NULL, file->candidates[i]);
        ap_json_put_end_array(put);
    }
    ap_json_put_end_object(put);
}

/* Writes the set of files that begins at index `first` of the sorted files. Returns the index after its last file. */
static size_t put_set(const sets_run *run, ap_json_put *put, size_t first)
{
    const sets_file *companion = run->list[first]->companion;
    size_t i = first;
    ap_json_put_begin_object(put, NULL);
    ap_json_put_begin_object(put, "companion");
    ap_json_put_text(put, "kind", companion->companion_kind->name);
    ap_json_put_boolean(put, "visited", companion->visited);
    put_file_members(put, companion);
    ap_json_put_end_object(put);
    ap_json_put_begin_array(put, "files");
    for (; i < run->count && run->list[i]->companion == companion; i++)
        put_file_of_set(put, run->list[i]);
    ap_json_put_end_array(put);
    ap_json_put_end_object(put);
    return i;
}

void sets_print_json(const sets_run *run)
{
    ap_json_put put;
    size_t i = 0;
    cli_begin_json_document(&put, stdout);
    ap_json_put_begin_array(&put, "sets");
    while (i < run->count && run->list[i]->companion != NULL)
        i = put_set(run, &put, i);
    ap_json_put_end_array(&put);
    ap_json_put_begin_array(&put, "alone");
    for (; i < run->count && sets_is_file_without_set(run->list[i]); i++)
        put_file_in_no_set(run, &put, run->list[i]);
    ap_json_put_end_array(&put);
    ap_json_put_size(&put, "skipped", run->files.skipped);
    ap_json_put_size(&put, "other_formats", run->files.other_format);
    ap_json_put_end_object(&put);
    fputc('\n', stdout);
}
