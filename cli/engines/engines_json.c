/* Prints the answers of readers as one JSON document. */
#include "cli/engines/engines.h"
#include "cli/shared/file_figures.h"
#include "core/report/report_answers.h"

static void begin_json_report(engines_run *run)
{
    cli_begin_json_document(&run->put, stdout);
    ap_json_put_begin_array(&run->put, "files");
}

static void put_answers_of_file(engines_run *run, const engines_file_answers *row)
{
    ap_json_put *put = &run->put;
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "file", row->path);
    ap_json_put_text(put, "format", row->format == NULL ? NULL : row->format->name);
    if (row->error != NULL) {
        ap_json_put_text(put, "error", row->error);
    } else {
        ap_report_line line = { .members = ap_begin_writing_members(put, false) };
        ap_report_answers answers = { row->answers, AP_READERS };
        ap_write_or_read_answers(&line, &answers);
    }
    ap_json_put_end_object(put);
}

/* Writes how many files have each answer of a reader. */
static void put_answer_counts(
    ap_json_put *put, const char *reader, const size_t sums[AP_ANSWER_KINDS], size_t files)
{
    if (sums[AP_ANSWER_NONE] == files)
        return;
    ap_json_put_begin_object(put, reader);
    for (ap_answer_kind kind = AP_ANSWER_LOADS; kind < AP_ANSWER_KINDS; kind++) {
        if (sums[kind] > 0)
            ap_json_put_size(put, ap_answer_name(kind), sums[kind]);
    }
    ap_json_put_end_object(put);
}

static void write_json_end(engines_run *run)
{
    ap_json_put *put = &run->put;
    ap_json_put_end_array(put);
    ap_json_put_begin_object(put, "summary");
    ap_json_put_size(put, "files", run->with_answers);
    ap_json_put_size(put, "load_in_all", run->load_in_all);
    ap_json_put_begin_object(put, "readers");
    for (size_t i = 0; i < AP_READERS; i++)
        put_answer_counts(put, ap_readers[i].name, run->sums[i], run->with_answers);
    ap_json_put_end_object(put);
    ap_json_put_end_object(put);
    ap_json_put_size(put, "skipped", run->files.skipped);
    ap_json_put_end_object(put);
    fputc('\n', stdout);
}

const engines_output_form engines_json_form = {
    .begin = begin_json_report, .print_row = put_answers_of_file, .end = write_json_end
};
