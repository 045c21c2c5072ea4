/* Writes results as JSON, described by docs/conform.schema.json. Writes case by case, so no copy of the
   document is kept in memory. */
#include <math.h>
#include <string.h>

#include "cli/conform/report/rating_report.h"
#include "core/base/utf8.h"
#include "core/base/version.h"
#include "core/json/json_put.h"
#include "core/json/json_value.h"

/* Begins an object of the document, which is written on one line. Escapes every <, because the document is also embedded in a
   <script> element. */
static ap_json_put begin_object(const ap_output *output)
{
    ap_json_put put;
    ap_json_put_init(&put, output->stream, 0);
    put.escapes = AP_JSON_SHORT_ESCAPES | AP_JSON_IN_HTML;
    ap_json_put_begin_object(&put, NULL);
    return put;
}

static void put_formats(ap_json_put *put, const cli_loader *loader)
{
    if (loader->formats == NULL) {
        ap_json_put_null(put, "formats");
        return;
    }
    ap_json_put_begin_array(put, "formats");
    for (const char *at = loader->formats; at != NULL;) {
        const size_t length = strcspn(at, ",");
        ap_json_put_view(put, NULL, (ap_view){ (const uint8_t *)at, length });
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    ap_json_put_end_array(put);
}

static void put_counts(ap_json_put *put, const cli_rating *rating, const cli_loader_tally *tally)
{
    ap_json_put_begin_object(put, "counts");
    for (cli_case_status status = CLI_AGREES; status < cli_reported_status_count(rating); status++)
        ap_json_put_size(put, cli_case_status_id(status), tally->counts[status]);
    ap_json_put_end_object(put);
}

/* Returns the command of a loader, or NULL if the command is not valid UTF-8: JSON cannot hold such a
   text. */
static const char *command_if_valid_utf8(const cli_loader *loader)
{
    const ap_view command = { (const uint8_t *)loader->command, strlen(loader->command) };
    return ap_utf8_valid_prefix_length(command) == command.size ? loader->command : NULL;
}

static void put_loader(ap_output *output, const cli_rating *rating, size_t index)
{
    const cli_loader *loader = &rating->loaders[index];
    const cli_loader_tally *tally = &rating->tallies[index];
    ap_json_put put = begin_object(output);
    ap_json_put_text(&put, "name", loader->name);
    ap_json_put_text(&put, "command", command_if_valid_utf8(loader));
    put_formats(&put, loader);
    if (loader->resident)
        ap_json_put_boolean(&put, "resident", true);
    ap_json_put_size(&put, "runs", tally->runs);
    put_counts(&put, rating, tally);
    ap_json_put_size(&put, "excused", tally->excused);
    ap_json_put_size(&put, "excused_without_need", tally->stale);
    ap_json_put_size(&put, "failed", tally->failed);
    ap_json_put_end_object(&put);
}

static void put_number_or_null(ap_json_put *put, const char *key, double value)
{
    if (!isfinite(value)) {
        ap_json_put_null(put, key);
        return;
    }
    ap_put_finite_value_number(ap_json_put_begin_raw(put, key), value);
}

static void put_values(ap_json_put *put, const cli_values_result *values)
{
    const double nothing = (double)NAN;
    ap_json_put_begin_object(put, "values");
    ap_json_put_text(put, "verdict", cli_values_rating_id(values->rating));
    ap_json_put_size(put, "expected", values->expected);
    ap_json_put_size(put, "wrong", values->wrong);
    ap_json_put_text(put, "of", values->subject);
    put_number_or_null(put, "at", values->subject == NULL ? nothing : values->at);
    put_number_or_null(put, "wanted", values->subject == NULL ? nothing : values->wanted);
    put_number_or_null(put, "found", values->subject == NULL ? nothing : values->found);
    ap_json_put_text(put, "message", values->message);
    ap_json_put_end_object(put);
}

static void put_result(ap_json_put *put, const cli_loader *loader, const cli_case_result *result)
{
    const int code = result->exit_code;
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "loader", loader->name);
    ap_json_put_text(put, "status", cli_case_status_id(result->status));
    ap_json_put_text(put, "answer",
        result->silent || result->report != NULL ? NULL
        : code == 0                              ? "accepted"
        : code == 1                              ? "refused"
                                                 : NULL);
    if (code >= 0)
        ap_json_put_integer(put, "exit_code", code);
    else
        ap_json_put_null(put, "exit_code");
    ap_json_put_text(put, "signal", result->signal != 0 ? cli_signal_name(result->signal).text : NULL);
    ap_json_put_boolean(put, "excused", result->excused);
    ap_json_put_boolean(put, "failed", cli_case_result_fails(result));
    if (result->report != NULL)
        ap_json_put_text(put, "report", result->report);
    ap_json_put_text(put, "output", result->output);
    ap_json_put_size(put, "left_out", result->left_out);
    if (result->values != NULL)
        put_values(put, result->values);
    ap_json_put_end_object(put);
}

static void put_results(ap_json_put *put, const cli_rating *rating, size_t index)
{
    ap_json_put_begin_array(put, "results");
    for (size_t l = 0; l < rating->loader_count; l++) {
        const cli_case_result *result = cli_case_result_of(rating, index, l);
        if (result->status != CLI_NOT_RUN)
            put_result(put, &rating->loaders[l], result);
    }
    ap_json_put_end_array(put);
}

static void put_case(ap_output *output, const cli_rating *rating, size_t index)
{
    const ap_manifest_case *entry = &rating->cases[index];
    ap_json_put put = begin_object(output);
    ap_json_put_text(&put, "id", entry->id);
    ap_json_put_text(&put, "file", entry->file);
    ap_json_put_text(&put, "companion", entry->companion);
    ap_json_put_text(&put, "format", entry->format);
    ap_json_put_text(&put, "version", entry->version);
    ap_json_put_text(&put, "layout", entry->variant);
    ap_json_put_text(&put, "verdict", ap_expected_answer_name(entry->answer));
    ap_json_put_text(&put, "rule", cli_rule_shown_by_case(entry));
    ap_put_manifest_expected(&put, entry);
    ap_json_put_text(&put, "defect", entry->defect);
    ap_json_put_integer(&put, "seed", (int64_t)entry->seed);
    ap_json_put_text(&put, "reason", entry->reason);
    ap_json_put_text(&put, "source", entry->source);
    put_results(&put, rating, index);
    ap_json_put_end_object(&put);
}

static void put_tool(ap_json_put *put, const cli_rating *rating)
{
    (void)rating;
    ap_json_put_text(put, "name", AP_PROGRAM);
    ap_json_put_text(put, "version", AP_VERSION);
}

static void put_corpus(ap_json_put *put, const cli_rating *rating)
{
    ap_json_put_text(put, "made_by", rating->about.animproof);
    ap_json_put_integer(put, "seed", (int64_t)rating->about.seed);
    ap_json_put_text(put, "size", rating->about.size);
    ap_json_put_size(put, "files", rating->about.files);
    ap_json_put_text(put, "manifest_sha256", rating->about.manifest_sha256);
}

static void put_sandbox(ap_json_put *put, const cli_restrictions *restrictions)
{
    ap_json_put_begin_object(put, "sandbox");
    ap_json_put_boolean(put, "files", restrictions->files);
    ap_json_put_boolean(put, "network", restrictions->network);
    if (restrictions->processes > 0)
        ap_json_put_integer(put, "processes", CLI_SANDBOX_PROCESSES);
    else
        ap_json_put_null(put, "processes");
    ap_json_put_integer(put, "file_mib", CLI_SANDBOX_FILE_MIB);
    ap_json_put_integer(put, "open_files", CLI_SANDBOX_OPEN_FILES);
    ap_json_put_end_object(put);
}

static void put_limits(ap_json_put *put, const cli_rating *rating)
{
    ap_json_put_integer(put, "timeout_ms", (int64_t)rating->timeout_ms);
    ap_json_put_integer(put, "memory_mib", (int64_t)rating->memory_mib);
    if (rating->sandbox)
        put_sandbox(put, &rating->restrictions);
}

static void put_summary(ap_json_put *put, const cli_rating *rating)
{
    ap_json_put_size(put, "cases", rating->case_count);
    ap_json_put_size(put, "cases_run", rating->run_case_count);
    ap_json_put_size(put, "runs", rating->total.runs);
    ap_json_put_size(put, "excused", rating->total.excused);
    ap_json_put_size(put, "excused_without_need", rating->total.stale);
    ap_json_put_size(put, "failed", rating->total.failed);
}

static void put_interruption(ap_json_put *put, const cli_rating *rating)
{
    ap_json_put_text(put, "signal", cli_signal_name(rating->interrupted).text);
    ap_json_put_size(put, "runs", rating->runs_done);
    ap_json_put_size(put, "of", rating->runs_wanted);
}

static void put_object_member(ap_output *output, const cli_rating *rating, const char *before,
    const char *name, void (*put_members)(ap_json_put *put, const cli_rating *rating))
{
    fprintf(output->stream, "%s\"%s\": ", before, name);
    ap_json_put put = begin_object(output);
    put_members(&put, rating);
    ap_json_put_end_object(&put);
}

/* Writes the counts of a rule, such as "md5anim/version", for each loader that was run on its files. */
static void put_rule(ap_output *output, const cli_rating *rating, size_t index)
{
    const cli_rule_tally *tally = &rating->rules[index];
    ap_json_put put = begin_object(output);
    ap_json_put_text(&put, "rule", tally->rule);
    ap_json_put_begin_array(&put, "loaders");
    for (size_t l = 0; l < rating->loader_count; l++) {
        if (tally->runs[l] == 0)
            continue;
        ap_json_put_begin_object(&put, NULL);
        ap_json_put_text(&put, "loader", rating->loaders[l].name);
        ap_json_put_size(&put, "runs", tally->runs[l]);
        ap_json_put_size(&put, "fine", tally->fine[l]);
        ap_json_put_end_object(&put);
    }
    ap_json_put_end_array(&put);
    ap_json_put_end_object(&put);
}

static void put_failure(ap_output *output, const cli_rating *rating, size_t index)
{
    const cli_failed_result *failure = &rating->failures[index];
    const ap_manifest_case *entry = &rating->cases[failure->index];
    const cli_case_status status = cli_case_result_of(rating, failure->index, failure->loader)->status;
    ap_json_put put = begin_object(output);
    ap_json_put_text(&put, "case", entry->id);
    ap_json_put_text(&put, "loader", rating->loaders[failure->loader].name);
    ap_json_put_text(&put, "status", cli_case_status_id(status));
    ap_json_put_text(&put, "rule", cli_rule_shown_by_case(entry));
    ap_json_put_end_object(&put);
}

static void put_list_of_changed_results(
    ap_json_put *put, const char *name, const cli_rating *rating, size_t loader, cli_result_change change)
{
    ap_json_put_begin_array(put, name);
    for (size_t i = 0; i < rating->case_count; i++) {
        if (cli_result_change_of_case(rating, i, loader) == change)
            ap_json_put_text(put, NULL, rating->cases[i].id);
    }
    ap_json_put_end_array(put);
}

static void put_changes_since_earlier(FILE *stream, const cli_rating *rating)
{
    ap_json_put put;
    fputs(",\n\"compared\": ", stream);
    ap_json_put_init(&put, stream, 0);
    ap_json_put_begin_array(&put, NULL);
    for (size_t l = 0; l < rating->loader_count; l++) {
        ap_json_put_begin_object(&put, NULL);
        ap_json_put_text(&put, "loader", rating->loaders[l].name);
        put_list_of_changed_results(&put, "newly_broken", rating, l, CLI_NEWLY_BROKEN);
        put_list_of_changed_results(&put, "newly_fixed", rating, l, CLI_NEWLY_FIXED);
        ap_json_put_end_object(&put);
    }
    ap_json_put_end_array(&put);
}

static void put_pair_difference(ap_output *output, const cli_rating *rating, size_t index)
{
    const cli_pair_difference *one = &rating->pairs.differences[index];
    ap_json_put put = begin_object(output);
    ap_json_put_text(&put, "case", rating->cases[one->original].id);
    ap_json_put_text(&put, "loader", rating->loaders[one->loader].name);
    ap_json_put_text(&put, "kind", one->kind);
    ap_json_put_text(&put, "result", one->original_result);
    ap_json_put_text(&put, "changed_result", one->changed_result);
    if (one->values != NULL)
        ap_json_put_text(&put, "values", one->values);
    ap_json_put_end_object(&put);
}

/* Writes an array with one element per line. */
static void put_list(ap_output *output, const cli_rating *rating, const char *name, size_t count,
    void (*put)(ap_output *output, const cli_rating *rating, size_t index))
{
    fprintf(output->stream, ",\n\"%s\": [", name);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "\n" : ",\n", output->stream);
        put(output, rating, i);
    }
    fputs("]", output->stream);
}

static void put_json(ap_output *output, const cli_rating *rating)
{
    put_object_member(output, rating, "{", "tool", put_tool);
    put_object_member(output, rating, ",\n", "corpus", put_corpus);
    put_object_member(output, rating, ",\n", "limits", put_limits);
    put_object_member(output, rating, ",\n", "summary", put_summary);
    if (rating->interrupted != 0)
        put_object_member(output, rating, ",\n", "interrupted", put_interruption);
    put_list(output, rating, "loaders", rating->loader_count, put_loader);
    put_list(output, rating, "rules", rating->rule_count, put_rule);
    put_list(output, rating, "failures", rating->total.failed, put_failure);
    if (rating->earlier != NULL)
        put_changes_since_earlier(output->stream, rating);
    if (rating->pairs.rated) {
        fprintf(output->stream, ",\n\"changed_files\": %zu", rating->pairs.files);
        put_list(output, rating, "pair_differences", rating->pairs.difference_count, put_pair_difference);
    }
    put_list(output, rating, "cases", rating->case_count, put_case);
    fputs("}\n", output->stream);
}

const cli_rating_report cli_rating_json = { .name = "json", .put = put_json };
