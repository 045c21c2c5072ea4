/* Reports as one JSON document (json), or as one object per line (jsonl). docs/report.schema.json describes
   both. Each file and finding is written immediately, so that a long report takes no memory. */
#include <stdio.h>

#include "core/base/version.h"
#include "core/json/json_put.h"
#include "core/json/json_renamed.h"
#include "core/report/output.h"
#include "core/report/report_answers.h"
#include "core/report/report_spool.h"
#include "core/report/statistics.h"

extern const ap_reporter ap_report_json, ap_report_jsonl;

static void put_tool(ap_json_put *put, const char *key)
{
    ap_json_put_begin_object(put, key);
    ap_json_put_text(put, "name", AP_PROGRAM);
    ap_json_put_text(put, "version", AP_VERSION);
    ap_json_put_end_object(put);
}

/* Writes the members of a file's entry, except its findings. */
static void put_file(ap_json_put *put, const ap_report_file *file, bool for_shard)
{
    ap_report_file copy = *file;
    ap_file_counts counts = ap_file_counts_of(file);
    ap_report_line line = { .members = ap_begin_writing_members(put, for_shard), .for_shard = for_shard };
    ap_write_or_read_file_members(&line, &copy, &counts);
    ap_write_or_read_answers(&line, &copy.answers);
}

/* Writes a finding; `excerpt` has the bytes around the finding, or is NULL. */
static void put_finding(
    ap_json_put *put, const ap_finding *finding, const ap_excerpt *excerpt, bool for_shard)
{
    ap_finding copy = *finding;
    ap_excerpt around = { .bytes = NULL };
    ap_report_line line = { .members = ap_begin_writing_members(put, for_shard), .for_shard = for_shard };
    if (excerpt != NULL)
        around = *excerpt;
    ap_write_or_read_finding_members(&line, &copy, &around);
}

static void put_skipped(ap_json_put *put, const ap_report_skipped *skipped, bool for_shard)
{
    ap_report_skipped copy = *skipped;
    ap_report_line line = { .members = ap_begin_writing_members(put, for_shard), .for_shard = for_shard };
    ap_write_or_read_skipped_members(&line, &copy);
}

static void put_summary_counts(ap_json_put *put, const ap_output *output, const ap_summary *summary)
{
    ap_json_put_size(put, "files", summary->files);
    ap_json_put_size(put, "errors", summary->errors);
    ap_json_put_size(put, "warnings", summary->warnings);
    ap_json_put_size(put, "notes", summary->notes);
    ap_json_put_renamed_size(put, "truncated", "dropped", summary->truncated);
    ap_json_put_renamed_size(put, "skipped", "passed_over", summary->skipped);
    ap_json_put_size(put, "unreadable", summary->unreadable);
    ap_json_put_size(put, "incomplete", summary->incomplete);
    ap_json_put_size(put, "skipped_checks", summary->skipped_checks);
    ap_json_put_size(put, "not_checked_yet", 0); /* this member is always 0, since every format is checked */
    ap_json_put_renamed_size(put, "suppressed", "silenced", summary->suppressed);
    ap_json_put_size(put, "without_companion", summary->without_companion);
    if (output->baseline) {
        ap_json_put_size(put, "known", summary->known);
        ap_json_put_size(put, "fixed", summary->fixed);
    }
    if (summary->ended_early)
        ap_json_put_boolean(put, "ended_early", true);
}

static void put_finding_as_element(ap_json_put *put, const ap_finding *finding)
{
    ap_json_put_begin_object(put, NULL);
    put_finding(put, finding, NULL, false);
    ap_json_put_end_object(put);
}

void ap_put_json_finding(FILE *stream, const ap_finding *finding)
{
    ap_json_put put;
    ap_json_put_init(&put, stream, 0);
    put_finding_as_element(&put, finding);
}

void ap_put_json_text(FILE *stream, const char *text)
{
    ap_json_put put;
    ap_json_put_init(&put, stream, 0);
    ap_json_put_text(&put, NULL, text);
}

/* Format json: one document, with a line for each entry */

static void json_begin(ap_output *output)
{
    ap_json_put put;
    ap_json_put_init(&put, output->stream, 0);
    fputs("{\"tool\": ", output->stream);
    put_tool(&put, NULL);
    fputs(",\n\"files\": [", output->stream);
}

/* Writes a list of findings, one on each line. */
static void put_findings(ap_json_put *put, const char *key, const ap_finding *first)
{
    ap_json_put entry;
    ap_json_put_begin_array(put, key);
    FILE *stream = ap_json_put_stream(put);
    for (const ap_finding *f = first; f != NULL; f = f->next) {
        ap_json_put_init(&entry, stream, 0);
        ap_batch_text(&entry.batch, f == first ? "\n" : ",\n");
        put_finding_as_element(&entry, f);
    }
    ap_json_put_end_array(put);
}

/* Writes the list of suppressed findings twice: under its name, and under its old name (core/json/json_renamed.h). */
static void put_suppressed_under_both_names(ap_json_put *put, const ap_findings *findings)
{
    if (findings == NULL || findings->first_suppressed == NULL)
        return;
    put_findings(put, "suppressed", findings->first_suppressed);
    put_findings(put, "silenced", findings->first_suppressed);
}

static void json_file(ap_output *output, const ap_report_file *file)
{
    ap_json_put put;
    const ap_finding *first = file->findings == NULL ? NULL : file->findings->first;
    ap_json_put_init(&put, output->stream, 0);
    fputs(output->files_count > 0 ? ",\n" : "\n", output->stream);
    ap_json_put_begin_object(&put, NULL);
    put_file(&put, file, false);
    put_findings(&put, "findings", first);
    if (output->baseline)
        put_findings(&put, "known", file->known);
    put_suppressed_under_both_names(&put, file->findings);
    ap_json_put_end_object(&put);
}

/* Spools the entry of a skipped file: skipped files are reported between the other files, but the list of skipped files follows
   the list of files. */
static void json_skipped(ap_output *output, const ap_report_skipped *skipped)
{
    const bool first = output->spool == NULL;
    FILE *spool = ap_report_open_spool(output);
    ap_json_put put;
    if (spool == NULL)
        return;
    ap_json_put_init(&put, spool, 0);
    fputs(first ? "\n" : ",\n", spool);
    ap_json_put_begin_object(&put, NULL);
    put_skipped(&put, skipped, false);
    ap_json_put_end_object(&put);
}

static void json_end(ap_output *output, const ap_summary *summary)
{
    ap_json_put put;
    ap_json_put_init(&put, output->stream, 0);
    fputs("],\n\"skipped\": [", output->stream);
    ap_report_append_spool(output);
    fputs("],\n\"summary\": ", output->stream);
    ap_json_put_begin_object(&put, NULL);
    put_summary_counts(&put, output, summary);
    ap_json_put_end_object(&put);
    if (summary->changes != NULL) {
        fputs(",\n\"changes\": ", output->stream);
        ap_report_put_changes(output, summary);
    }
    if (summary->statistics != NULL) {
        fputs(",\n\"statistics\": ", output->stream);
        ap_json_put_init(&put, output->stream, 0);
        ap_put_json_statistics(&put, NULL, summary->statistics, output->rule_settings);
    }
    fputs("}\n", output->stream);
}

/* Format jsonl: one object on each line, {"type": TYPE, …} */

static void begin_line(ap_output *output, ap_json_put *put, const char *type)
{
    ap_json_put_init(put, output->stream, 0);
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "type", type);
}

static void end_line(ap_output *output, ap_json_put *put)
{
    ap_json_put_end_object(put);
    fputc('\n', output->stream);
    output->written++;
}

/* Writes the first line of a shard's report: its position in the run, and its rule settings. */
static void jsonl_begin_if_shard(ap_output *output)
{
    const ap_report_shard *shard = output->shard;
    if (shard == NULL)
        return;
    ap_json_put line;
    begin_line(output, &line, "shard");
    ap_report_shard copy = *shard;
    ap_rule_settings rule_settings = *output->rule_settings;
    ap_report_line members = { .members = ap_begin_writing_members(&line, true) };
    ap_write_or_read_shard_members(&members, &copy, &rule_settings);
    put_tool(&line, "tool");
    end_line(output, &line);
}

/* Writes a line for each finding. Each line begins with the file's name, so that the line can be used without the other lines. */
static void put_finding_lines(ap_output *output, const ap_report_file *file, const char *type,
    const ap_finding *first, const ap_excerpt *excerpts)
{
    const bool for_shard = file->shard_entry != NULL;
    for (const ap_finding *f = first; f != NULL; f = f->next) {
        ap_json_put line;
        begin_line(output, &line, type);
        ap_json_put_text(&line, "file", file->name);
        put_finding(&line, f, excerpts, for_shard);
        end_line(output, &line);
        if (excerpts != NULL)
            excerpts++;
    }
}

static void jsonl_file(ap_output *output, const ap_report_file *file)
{
    ap_json_put line;
    begin_line(output, &line, "file");
    const ap_findings *findings = file->findings;
    put_file(&line, file, file->shard_entry != NULL);
    end_line(output, &line);
    if (findings != NULL)
        put_finding_lines(
            output, file, "finding", findings->first, file->shard_entry == NULL ? NULL : file->excerpts);
    put_finding_lines(output, file, "known", file->known, NULL);
    if (findings == NULL)
        return;
    put_finding_lines(output, file, "suppressed", findings->first_suppressed, NULL);
    /* writes the suppressed findings again, under their old type (core/json/json_renamed.h); `report merge` reads only the new
       type */
    if (file->shard_entry == NULL)
        put_finding_lines(output, file, "silenced", findings->first_suppressed, NULL);
}

static void jsonl_skipped(ap_output *output, const ap_report_skipped *skipped)
{
    ap_json_put line;
    begin_line(output, &line, "skipped");
    put_skipped(&line, skipped, skipped->shard_entry != NULL);
    end_line(output, &line);
}

static void jsonl_end(ap_output *output, const ap_summary *summary)
{
    ap_json_put line;
    if (summary->changes != NULL) {
        fputs("{\"type\": \"changes\", \"changes\": ", output->stream);
        ap_report_put_changes(output, summary);
        fputs("}\n", output->stream);
    }
    begin_line(output, &line, "summary");
    put_summary_counts(&line, output, summary);
    if (summary->statistics != NULL)
        ap_put_json_statistics(&line, "statistics", summary->statistics, output->rule_settings);
    put_tool(&line, "tool");
    if (output->shard != NULL && summary->shard_is_complete)
        ap_json_put_size(&line, "shard_lines", output->written);
    end_line(output, &line);
}

const ap_reporter ap_report_json = {
    .name = "json",
    .summary = "one JSON document (docs/report.schema.json)",
    .explains_companion = true,
    .begin = json_begin,
    .file = json_file,
    .skipped = json_skipped,
    .statistics = true,
    .answers = true,
    .changes = AP_CHANGES_JSON,
    .end = json_end,
};

const ap_reporter ap_report_jsonl = {
    .name = "jsonl",
    .summary = "one JSON object per line: file, finding, skipped, summary",
    .explains_companion = true,
    .begin = jsonl_begin_if_shard,
    .file = jsonl_file,
    .skipped = jsonl_skipped,
    .statistics = true,
    .answers = true,
    .changes = AP_CHANGES_JSON,
    .end = jsonl_end,
};
