/* Writes the results of compare: as lines or a Markdown table for people, or as one JSON document, described by
   docs/compare.schema.json. */
#include <math.h>
#include <string.h>

#include "cli/compare/compare.h"
#include "core/base/markdown_text.h"
#include "core/base/terminal_text.h"
#include "core/base/version.h"
#include "core/number/real_text.h"
#include "core/report/github_command.h"

/* JSON */

/* Writes a number with all digits that its type needs (`single`: float), or null for NaN and infinity. */
static void put_number(ap_json_put *put, const char *key, double value, bool single)
{
    char text[AP_REAL_TEXT_BYTES];
    if (!isfinite(value)) {
        ap_json_put_null(put, key);
        return;
    }
    const size_t length = ap_real_text(value, single, text);
    ap_batch_short_text(ap_json_put_begin_raw(put, key), text, length);
}

static void put_value(ap_json_put *put, const char *key, const ap_value *value)
{
    if (value->kind == AP_VALUE_BYTES && value->as.view.bytes != NULL)
        ap_json_put_view(put, key, value->as.view);
    else if (value->kind == AP_VALUE_TEXT)
        ap_json_put_text(put, key, value->as.text);
    else if (value->kind == AP_VALUE_INTEGER)
        ap_json_put_integer(put, key, value->as.integer);
    else if (value->kind == AP_VALUE_SIZE)
        ap_json_put_integer(put, key, (int64_t)value->as.size);
    else if (value->kind == AP_VALUE_FLOAT || value->kind == AP_VALUE_DOUBLE)
        put_number(put, key, value->as.real, value->kind == AP_VALUE_FLOAT);
    else
        ap_json_put_null(put, key);
}

static void put_path(ap_json_put *put, const char *key, const char *path)
{
    ap_json_put_text(put, key, path[0] == '\0' ? NULL : path);
}

static void put_change(ap_json_put *put, const ap_change *change)
{
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "impact", ap_enum_name_of(ap_impact_names, (int)change->row->impact));
    ap_json_put_text(put, "kind", change->row->id);
    ap_json_put_text(put, "message", change->message);
    put_path(put, "old_path", change->old_path);
    put_path(put, "new_path", change->new_path);
    put_value(put, "old", &change->old_value);
    put_value(put, "new", &change->new_value);
    if (change->measured) {
        put_number(put, "largest", change->largest, false);
        ap_json_put_size(put, "places", change->places);
    }
    ap_json_put_end_object(put);
}

static void write_json_head(const cli_compare_run *run, cli_compare_report *report)
{
    ap_json_put *put = &report->put;
    const bool alone = run->sides[0].revision == NULL;
    /* a report of its own is indented; a report inside a larger document is on one line */
    ap_json_put_init(put, report->stream, alone ? 2 : 0);
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "animproof", AP_VERSION);
    ap_json_put_text(put, "old", alone ? run->sides[0].path : run->sides[0].revision->name);
    ap_json_put_text(put, "new", alone ? run->sides[1].path : ".");
    ap_json_put_begin_array(put, "files");
}

static void write_json_file(cli_compare_report *report, const cli_compare_result *result)
{
    ap_json_put *put = &report->put;
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "file", result->name);
    ap_json_put_text(put, "status", cli_compare_status_names[result->status]);
    ap_json_put_text(put, "old", result->old_path);
    ap_json_put_text(put, "new", result->new_path);
    ap_json_put_text(put, "format", result->format == NULL ? NULL : result->format->name);
    ap_json_put_text(put, "impact",
        result->changes == NULL ? NULL : ap_enum_name_of(ap_impact_names, (int)result->impact));
    if (result->error != NULL) {
        ap_json_put_text(put, "error", result->error);
        ap_json_put_text(put, "error_file", result->error_path);
    }
    ap_json_put_begin_array(put, "changes");
    for (const ap_change *change = result->changes == NULL ? NULL : result->changes->first; change != NULL;
         change = change->next)
        put_change(put, change);
    ap_json_put_end_array(put);
    ap_json_put_end_object(put);
}

static void write_json_end(const cli_compare_run *run, cli_compare_report *report)
{
    ap_json_put *put = &report->put;
    ap_json_put_end_array(put);
    ap_json_put_begin_object(put, "summary");
    for (size_t i = 0; i < CLI_COMPARE_STATUSES; i++)
        ap_json_put_size(put, cli_compare_status_names[i], run->statuses[i]);
    for (size_t i = AP_IMPACTS; i-- > 0;)
        ap_json_put_size(put, ap_impact_names[i].word, run->impacts[i]);
    ap_json_put_end_object(put);
    ap_json_put_end_object(put);
}

/* Lines and tables */

enum {
    /* changes of one kind in a row that are shown without --all, if more than one is left out */
    MOST_ALIKE = 5
};

static const char *const titles[AP_IMPACTS] = { "bytes only", "seen", "breaks" };

/* Returns the word that is printed before a change: its impact, or "same" or "differs" for roundtrip --same. */
static const char *impact_word_of_change(const cli_compare_run *run, const ap_change *change)
{
    if (!run->same)
        return titles[change->row->impact];
    return ap_change_keeps_meaning(change) ? "same" : "differs";
}

/* Counts the changes of one kind in a row, beginning with this change. */
static size_t count_changes_of_same_kind(const ap_change *change)
{
    size_t count = 0;
    for (const ap_change *at = change; at != NULL && at->row == change->row; at = at->next)
        count++;
    return count;
}

static void put_markdown_cell(FILE *stream, const char *text)
{
    fputs(" | ", stream);
    ap_put_markdown(stream, text);
}

static void put_change_row(
    cli_compare_report *report, const char *name, const char *impact, const char *kind, const char *text)
{
    FILE *stream = report->stream;
    if (report->format == CLI_COMPARE_GITHUB) {
        const bool breaks = strcmp(impact, titles[AP_IMPACT_BREAKS]) == 0;
        const bool is_harmless = strcmp(impact, titles[AP_IMPACT_BYTES]) == 0;
        ap_github_put_command(stream,
            breaks        ? AP_ERROR
            : is_harmless ? AP_NOTE
                          : AP_WARNING,
            name, kind, text);
        return;
    }
    if (report->format == CLI_COMPARE_MARKDOWN) {
        if (report->lines++ == 0)
            fputs("| file | impact | change | what changed |\n| --- | --- | --- | --- |\n", stream);
        fputs("| ", stream);
        ap_put_markdown(stream, name);
        put_markdown_cell(stream, impact);
        put_markdown_cell(stream, kind);
        put_markdown_cell(stream, text);
        fputs(" |\n", stream);
        return;
    }
    ap_put_file_name(stream, name);
    fprintf(stream, ": %s: ", impact);
    ap_put_escaped_text(stream, text);
    fprintf(stream, " [%s]\n", kind);
}

/* Writes the changes of one file. Without --all, writes only the first MOST_ALIKE of more than MOST_ALIKE + 1 changes of one kind
   in a row. */
static void put_changes(
    const cli_compare_run *run, cli_compare_report *report, const cli_compare_result *result)
{
    char more[96];
    size_t shown = 0, alike = 0;
    for (const ap_change *change = result->changes->first; change != NULL; change = change->next) {
        if (run->same && run->quiet && ap_change_keeps_meaning(change))
            continue;
        if (shown == 0)
            alike = count_changes_of_same_kind(change);
        if (run->all || shown < MOST_ALIKE || alike == MOST_ALIKE + 1)
            put_change_row(
                report, result->name, impact_word_of_change(run, change), change->row->id, change->message);
        shown++;
        if (shown < alike)
            continue;
        if (!run->all && alike > MOST_ALIKE + 1) {
            snprintf(more, sizeof more, "%zu more changes of this kind (%s shows them)", alike - MOST_ALIKE,
                run->all_option);
            put_change_row(report, result->name, impact_word_of_change(run, change), change->row->id, more);
        }
        shown = 0;
    }
}

void cli_compare_reports_begin(cli_compare_run *run)
{
    for (size_t i = 0; i < run->report_count; i++) {
        if (run->reports[i].format == CLI_COMPARE_JSON)
            write_json_head(run, &run->reports[i]);
    }
}

void cli_compare_report_file(cli_compare_run *run, const cli_compare_result *result)
{
    for (size_t i = 0; i < run->report_count; i++) {
        cli_compare_report *report = &run->reports[i];
        if (report->format == CLI_COMPARE_JSON)
            write_json_file(report, result);
        else if (result->error != NULL)
            put_change_row(report, report->format == CLI_COMPARE_GITHUB ? result->name : result->error_path,
                "not compared", "failed", result->error);
        else if (result->changes != NULL)
            put_changes(run, report, result);
    }
}

static void put_count(FILE *stream, const char **comma, size_t count, const char *what)
{
    if (count > 0) {
        fprintf(stream, "%s%zu %s", *comma, count, what);
        *comma = ", ";
    }
}

/* Writes "12 files: 1 breaks users, 2 change what is seen, 9 unchanged"; compared with a revision, "1 file changed since
   HEAD: 1 breaks users". */
static void put_summary(const cli_compare_run *run, const cli_compare_report *report)
{
    static const char *const what[AP_IMPACTS][2] = { { "changes bytes only", "change bytes only" },
        { "changes what is seen", "change what is seen" }, { "breaks users", "break users" } };
    FILE *stream = report->stream;
    const char *comma = " ", *since = run->sides[0].revision == NULL ? NULL : run->sides[0].revision->name;
    size_t files = 0;
    for (size_t i = 0; i < CLI_COMPARE_STATUSES; i++)
        files += run->statuses[i];
    fprintf(stream, "%s%zu file%s", report->lines > 0 ? "\n" : "", files, cli_plural_s(files));
    if (since != NULL) {
        fputs(" changed since ", stream);
        ap_put_file_name(stream, since);
    }
    fputs(files > 0 ? ":" : "", stream);
    const size_t changed =
        run->impacts[AP_IMPACT_BYTES] + run->impacts[AP_IMPACT_SEEN] + run->impacts[AP_IMPACT_BREAKS];
    if (run->same) {
        put_count(stream, &comma, changed - run->kept, changed - run->kept == 1 ? "differs" : "differ");
        put_count(
            stream, &comma, run->kept, run->kept == 1 ? "has an equal meaning" : "have an equal meaning");
    }
    for (size_t i = AP_IMPACTS; i-- > 0 && !run->same;)
        put_count(stream, &comma, run->impacts[i], what[i][run->impacts[i] != 1]);
    put_count(stream, &comma, run->statuses[CLI_COMPARE_UNCHANGED], "unchanged");
    put_count(stream, &comma, run->statuses[CLI_COMPARE_FAILED], "not compared");
    fputc('\n', stream);
}

void cli_compare_reports_end(cli_compare_run *run)
{
    for (size_t i = 0; i < run->report_count; i++) {
        cli_compare_report *report = &run->reports[i];
        if (report->format == CLI_COMPARE_JSON)
            write_json_end(run, report);
        else if (!run->quiet && report->format != CLI_COMPARE_GITHUB)
            put_summary(run, report);
    }
}
