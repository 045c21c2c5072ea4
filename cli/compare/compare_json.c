/* Writes the results of compare as one JSON document, described by docs/compare.schema.json. */
#include <math.h>

#include "cli/compare/compare.h"
#include "core/base/version.h"
#include "core/number/real_text.h"

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

void cli_compare_json_write_head(const cli_compare_run *run, cli_compare_report *report)
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

void cli_compare_json_write_file(cli_compare_report *report, const cli_compare_result *result)
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

void cli_compare_json_write_end(const cli_compare_run *run, cli_compare_report *report)
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
