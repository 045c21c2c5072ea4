/* Reports as SARIF 2.1.0, the exchange format of static analysers (OASIS): the results in the order of the
   files, then the rules that they name. sarif-github is the variant for GitHub's code scanning. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/base64_text.h"
#include "core/finding/fingerprint.h"
#include "core/json/json_put.h"
#include "core/json/json_value.h"
#include "core/report/output.h"
#include "core/report/report_spool.h"
#include "core/report/sarif_parts.h"
#include "core/report/sarif_rules.h"

extern const ap_reporter ap_report_sarif, ap_report_sarif_github;

enum {
    PRINT_DIGITS = 16,
    GITHUB_RESULTS = 25000 /* most results of a run: GitHub rejects a file with more results */
};

static bool is_for_github(const ap_output *output)
{
    return output->reporter == &ap_report_sarif_github;
}

static const char *level_of(ap_severity severity)
{
    return severity == AP_OFF ? "none" : ap_severity_name(severity);
}

static const char head[] =
    "{\"$schema\": \"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
    "sarif-schema-2.1.0.json\",\n\"version\": \"2.1.0\",\n\"runs\": [{\"columnKind\": "
    "\"unicodeCodePoints\",\n\"newlineSequences\": [\"\\r\\n\", \"\\n\", \"\\r\"],\n\"results\": [";

static void put_deleted(ap_json_put *put, bool text, const ap_replacement *replacement)
{
    ap_json_put_begin_object(put, "deletedRegion");
    if (text) {
        ap_json_put_size(put, "startLine", replacement->line);
        ap_json_put_size(put, "startColumn", replacement->character);
        ap_json_put_size(put, "endLine", replacement->end_line);
        ap_json_put_size(put, "endColumn", replacement->end_character);
    } else {
        ap_json_put_size(put, "byteOffset", replacement->span.offset);
        ap_json_put_size(put, "byteLength", replacement->span.length);
    }
    ap_json_put_end_object(put);
}

static void put_inserted(ap_json_put *put, bool text, const ap_replacement *replacement)
{
    if (replacement->text.size == 0)
        return;
    ap_json_put_begin_object(put, "insertedContent");
    if (text) {
        ap_json_put_view(put, "text", replacement->text);
    } else {
        ap_batch *batch = ap_json_put_begin_raw(put, "binary");
        ap_batch_byte(batch, '"');
        ap_put_base64(ap_json_put_stream(put), replacement->text);
        ap_batch_byte(batch, '"');
    }
    ap_json_put_end_object(put);
}

static void put_fix(ap_json_put *put, const ap_report_file *file, const ap_replacement *replacement)
{
    if (replacement == NULL
        || (file->text
            && replacement->line == 0)) /* the lines of replacements could not be found for lack of memory */
        return;
    ap_json_put_begin_array(put, "fixes");
    ap_json_put_begin_object(put, NULL);
    ap_json_put_begin_object(put, "description");
    ap_json_put_text(put, "text", replacement->does);
    ap_json_put_end_object(put);
    ap_json_put_begin_array(put, "artifactChanges");
    ap_json_put_begin_object(put, NULL);
    ap_sarif_put_artifact(put, file->name);
    ap_json_put_begin_array(put, "replacements");
    ap_json_put_begin_object(put, NULL);
    put_deleted(put, file->text, replacement);
    put_inserted(put, file->text, replacement);
    ap_json_put_end_object(put);
    ap_json_put_end_array(put);
    ap_json_put_end_object(put);
    ap_json_put_end_array(put);
    ap_json_put_end_object(put);
    ap_json_put_end_array(put);
}

static void put_fingerprint(ap_batch *batch, const char *label, uint64_t print, size_t number)
{
    ap_batch_text(batch, label);
    ap_batch_hex(batch, print, PRINT_DIGITS);
    ap_batch_text_and_number(batch, ":", number);
}

/* Writes the fingerprints of a result. Without them GitHub hashes the text of the line, so that all findings
   of a rule in a binary file become one. */
static void put_fingerprints(ap_json_put *put, const ap_fingerprint *print)
{
    ap_batch *batch = ap_json_put_begin_raw(put, "partialFingerprints");
    put_fingerprint(batch, "{\"primaryLocationLineHash\": \"", print->exact, print->exact_number);
    put_fingerprint(batch, "\", \"animproofWithoutIndices/v1\": \"", print->loose, print->loose_number);
    ap_batch_text(batch, "\"}");
}

static void put_properties(ap_json_put *put, const ap_report_file *file, const ap_finding *finding)
{
    ap_json_put_begin_object(put, "properties");
    ap_json_put_text(put, "class", ap_validity_class_name(finding->rule->kind));
    if (file->format != NULL)
        ap_json_put_text(put, "format", file->format);
    if (file->companion != NULL)
        ap_json_put_text(put, "companion", file->companion);
    if (file->companion_reason != NULL)
        ap_json_put_text(put, "companion_reason", file->companion_reason);
    if (finding->expected != NULL)
        ap_json_put_text(put, "expected", finding->expected);
    if (finding->found != NULL)
        ap_json_put_text(put, "found", finding->found);
    ap_json_put_end_object(put);
}

/* Kinds of results: a new finding, a finding that the baseline lists, a finding that a comment in the file suppresses. */
typedef enum result_kind { FOUND, KNOWN, SUPPRESSED } result_kind;

static void put_suppression(ap_json_put *put)
{
    ap_json_put_begin_array(put, "suppressions");
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "kind", "inSource");
    ap_json_put_end_object(put);
    ap_json_put_end_array(put);
}

static void put_result(ap_output *output, ap_json_put *put, const ap_sarif_location_options *places,
    const ap_finding *finding, const ap_fingerprint *print, result_kind kind)
{
    const ap_report_file *file = places->file;
    const bool github = places->github;
    ap_json_put_init(put, output->stream, 0);
    ap_batch_text(&put->batch, output->written++ > 0 ? ",\n" : "\n");
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "ruleId", finding->rule->id);
    ap_json_put_size(put, "ruleIndex", ap_report_assign_rule_number(output, finding->rule) - 1);
    ap_json_put_text(put, "level", level_of(finding->severity));
    ap_sarif_put_message(ap_json_put_begin_raw(put, "message"), github && !file->text ? "At byte" : NULL,
        finding->span.offset, finding->message);
    ap_sarif_put_locations(put, places, finding);
    if (!github)
        put_fix(put, file, finding->replacement);
    put_fingerprints(put, print);
    if (output->baseline && kind != SUPPRESSED)
        ap_json_put_text(put, "baselineState", kind == KNOWN ? "unchanged" : "new");
    if (kind == SUPPRESSED)
        put_suppression(put);
    put_properties(put, file, finding);
    ap_json_put_end_object(put);
}

/* Spools a notification that is not about a finding, such as an unreadable file or a limit. */
static void spool_notification(ap_output *output, const char *level, const char *name, const char *message)
{
    FILE *spool = ap_report_open_spool(output);
    ap_json_put put;
    if (spool == NULL)
        return;
    ap_json_put_init(&put, spool, 0);
    fputs(output->spooled++ > 0 ? ",\n" : "\n", spool);
    ap_json_put_begin_object(&put, NULL);
    ap_json_put_text(&put, "level", level);
    ap_sarif_put_message(ap_json_put_begin_raw(&put, "message"), NULL, 0, message);
    if (name != NULL) {
        ap_json_put_begin_array(&put, "locations");
        ap_json_put_begin_object(&put, NULL);
        ap_json_put_begin_object(&put, "physicalLocation");
        ap_sarif_put_artifact(&put, name);
        ap_json_put_end_object(&put);
        ap_json_put_end_object(&put);
        ap_json_put_end_array(&put);
    }
    ap_json_put_end_object(&put);
}

static void report_findings(
    ap_output *output, const ap_report_file *file, const ap_finding *first, result_kind kind)
{
    ap_fingerprint *prints = first == NULL ? NULL : ap_make_fingerprints(first);
    if (prints == NULL && first != NULL) {
        output->error = ENOMEM;
        return;
    }
    const bool github = is_for_github(output);
    const ap_fingerprint *print = prints;
    const ap_sarif_location_options places = { file, github };
    ap_json_put put;
    for (const ap_finding *f = first; f != NULL; f = f->next, print++) {
        if (github && output->written == GITHUB_RESULTS)
            output->skips++;
        else
            put_result(output, &put, &places, f, print, kind);
    }
    free(prints);
}

static void report_omitted_fixes(ap_output *output, const ap_report_file *file)
{
    char words[128];
    const size_t count = file->findings->replacements_left_out;
    if (count == 0 || is_for_github(output))
        return;
    snprintf(words, sizeof words, "this report omits the fixes of %zu %s; run animproof fix to apply them",
        count, count == 1 ? "finding" : "findings");
    spool_notification(output, "note", file->name, words);
}

static void sarif_file(ap_output *output, const ap_report_file *file)
{
    char words[96];
    if (file->error != NULL)
        spool_notification(output, "error", file->name, file->error);
    if (file->findings == NULL)
        return;
    report_findings(output, file, file->findings->first, FOUND);
    report_findings(output, file, file->known, KNOWN);
    report_findings(output, file, file->findings->first_suppressed, SUPPRESSED);
    report_omitted_fixes(output, file);
    if (ap_report_file_ended_early_without_error(file))
        spool_notification(output, "warning", file->name, "the file was not checked to its end");
    if (file->findings->truncated == 0)
        return;
    snprintf(words, sizeof words, "%zu more findings not shown (--max-findings, --max-per-rule)",
        file->findings->truncated);
    spool_notification(output, "warning", file->name, words);
}

static void sarif_skipped_if_verbose(ap_output *output, const ap_report_skipped *about)
{
    if (output->verbose)
        spool_notification(output, "note", about->name, about->reason);
}

/* Writes the changes since a revision into the properties of the run. As results they would become alerts that the next run
   closes, since a change is not in the file. */
static void put_changes(ap_output *output, const ap_summary *summary)
{
    if (summary->changes == NULL)
        return;
    fputs(",\n\"properties\": {\"changes\": ", output->stream);
    ap_report_put_changes(output, summary);
    fputs("}", output->stream);
}

static void sarif_end(ap_output *output, const ap_summary *summary)
{
    char words[80];
    if (output->skips > 0) {
        snprintf(words, sizeof words, "%zu more findings were left out: GitHub accepts %d per run",
            output->skips, GITHUB_RESULTS);
        spool_notification(output, "warning", NULL, words);
    }
    if (summary->ended_early)
        spool_notification(
            output, "note", NULL, "files after the first failing file were not checked (--fail-fast)");
    fputs("],\n\"invocations\": [{", output->stream);
    fprintf(output->stream, "\"executionSuccessful\": %s", summary->unreadable > 0 ? "false" : "true");
    ap_sarif_put_rule_overrides(output);
    if (output->spooled > 0) {
        fputs(",\n\"toolExecutionNotifications\": [", output->stream);
        ap_report_append_spool(output);
        fputs("]", output->stream);
    }
    fputs("}],\n\"tool\": ", output->stream);
    ap_sarif_put_tool_object(output);
    put_changes(output, summary);
}

/* Findings that the baseline lists and the file no longer has */

/* Writes the id of a rule, and the rule's index in the report if this version of the program has the rule. */
static void put_rule_of_id(ap_json_put *put, ap_output *output, const char *id)
{
    const ap_rule *rule;
    ap_json_put_text(put, "ruleId", id);
    for (size_t place = 0; (rule = ap_rule_settings_rule_at_run_index(output->rule_settings, place)) != NULL;
         place++) {
        if (strcmp(rule->id, id) == 0) {
            ap_json_put_integer(put, "ruleIndex", (int64_t)ap_report_assign_rule_number(output, rule) - 1);
            return;
        }
    }
}

static void put_place_in_file(ap_json_put *put, const ap_report_absent_finding *absent)
{
    ap_json_put_begin_array(put, "locations");
    ap_json_put_begin_object(put, NULL);
    ap_json_put_begin_object(put, "physicalLocation");
    ap_sarif_put_artifact(put, absent->name);
    ap_json_put_begin_object(put, "region"); /* an empty region: the position in the file is not known */
    ap_json_put_integer(put, "byteOffset", 0);
    ap_json_put_integer(put, "byteLength", 0);
    ap_json_put_end_object(put);
    ap_json_put_end_object(put);
    if (absent->path[0] != '\0') {
        ap_json_put_begin_array(put, "logicalLocations");
        ap_json_put_begin_object(put, NULL);
        ap_json_put_text(put, "fullyQualifiedName", absent->path);
        ap_json_put_end_object(put);
        ap_json_put_end_array(put);
    }
    ap_json_put_end_object(put);
    ap_json_put_end_array(put);
}

/* Writes a result for the file as a whole, with the baselineState "absent". */
static void sarif_absent(ap_output *output, const ap_report_absent_finding *absent)
{
    char print[32];
    const uint64_t rule = ap_hash_text(AP_HASH_START, absent->rule);
    ap_json_put put;
    ap_json_put_init(&put, output->stream, 0);
    fputs(output->written++ > 0 ? ",\n" : "\n", output->stream);
    ap_json_put_begin_object(&put, NULL);
    put_rule_of_id(&put, output, absent->rule);
    ap_json_put_begin_object(&put, "message");
    ap_json_put_text(&put, "text", "The baseline lists this finding, but the file no longer has it.");
    ap_json_put_end_object(&put);
    put_place_in_file(&put, absent);
    snprintf(print, sizeof print, "%016" PRIx64 ":1",
        ap_hash_text(ap_hash_text(rule, absent->path), absent->found));
    ap_json_put_begin_object(&put, "partialFingerprints");
    ap_json_put_text(&put, "primaryLocationLineHash", print);
    ap_json_put_end_object(&put);
    ap_json_put_text(&put, "baselineState", "absent");
    ap_json_put_end_object(&put);
}

const ap_reporter ap_report_sarif = {
    .name = "sarif",
    .summary = "SARIF 2.1.0",
    .explains_companion = true,
    .replacements = true,
    .absent = sarif_absent,
    .head = head,
    .file = sarif_file,
    .skipped = sarif_skipped_if_verbose,
    .changes = AP_CHANGES_JSON,
    .end = sarif_end,
    .tail = "}]}\n",
};

const ap_reporter ap_report_sarif_github = {
    .name = "sarif-github",
    .summary = "SARIF for GitHub code scanning",
    .explains_companion = true,
    .head = head,
    .file = sarif_file,
    .skipped = sarif_skipped_if_verbose,
    .changes = AP_CHANGES_JSON,
    .end = sarif_end,
    .tail = "}]}\n",
};
