#include "cli/shared/file_figures.h"

#include <math.h>
#include <stdio.h>

#include "core/base/terminal_text.h"
#include "core/base/version.h"
#include "core/finding/value.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"

const ap_figure_table *cli_figure_table_or_empty(const ap_format *format)
{
    static const ap_figure_table none = { .rows = NULL };
    return format == NULL ? &none : format->figures;
}

/* Lints a file that could not be measured, to find its first error. */
static void lint_and_store_first_error(
    cli_file_figures *row, ap_view input, const cli_reading_options *reading, ap_arena *arena)
{
    ap_findings findings;
    ap_lint_result about;
    ap_lint_options lint = reading->lint;
    lint.no_suppression = true;
    ap_findings_init(&findings, arena, NULL, reading->max_findings, reading->max_per_rule);
    (void)ap_lint_bytes(input, row->path, row->format, &lint, &findings, &about);
    row->failure = (cli_figure_failure){ .message = "the file cannot be measured" };
    for (const ap_finding *finding = findings.first; finding != NULL; finding = finding->next) {
        if (finding->severity != AP_ERROR)
            continue;
        row->failure = (cli_figure_failure){ finding->message, finding->rule->id, finding->span.offset,
            finding->line, finding->column };
        return;
    }
}

size_t cli_format_index(const ap_format *format)
{
    size_t count, i = 0;
    const ap_format *const *formats = ap_formats(&count);
    while (i < count && formats[i] != format)
        i++;
    return i;
}

void cli_measure_figures(cli_file_figures *row, ap_view input, const ap_format *format,
    const cli_reading_options *reading, ap_arena *arena)
{
    row->failure = (cli_figure_failure){ .message = NULL };
    row->format = format;
    const ap_figure_table *figures = cli_figure_table_or_empty(format);
    const double *values = figures->count == 0 ? NULL : figures->measure(input, &reading->lint, arena);
    for (size_t i = 0; i < figures->count; i++)
        row->values[i] = values == NULL ? (double)NAN : values[i];
    if (values == NULL && !arena->failed)
        lint_and_store_first_error(row, input, reading, arena);
}

double cli_figure_value(const cli_file_figures *row, const char *name, const ap_figure **figure)
{
    *figure = row->format == NULL ? NULL : ap_find_figure(row->format, name);
    return *figure == NULL || row->failure.message != NULL
               ? (double)NAN
               : row->values[*figure - row->format->figures->rows];
}

void cli_write_exact_number(double value, char text[CLI_NUMBER_BYTES])
{
    if (value == nearbyint(value) && fabs(value) < 0x1p53)
        (void)snprintf(text, CLI_NUMBER_BYTES, "%.0f", value);
    else
        (void)ap_value_text(ap_double(value), text, CLI_NUMBER_BYTES);
}

void cli_write_rounded_figure(const ap_figure *figure, double value, char text[CLI_NUMBER_BYTES])
{
    /* numbers from this one on that are not whole are written with an exponent, to fit in a column */
    static const double most = 1e9;
    const bool whole = value == nearbyint(value) && (figure->unit[0] == '\0' || figure->unit[0] == 'b');
    if (!isfinite(value))
        (void)snprintf(text, CLI_NUMBER_BYTES, "-");
    else if (fabs(value) >= most && !whole)
        (void)snprintf(text, CLI_NUMBER_BYTES, "%.2e", value);
    else
        (void)snprintf(text, CLI_NUMBER_BYTES, "%.*f", whole ? 0 : 2, value);
}

void cli_begin_json_document(ap_json_put *put, FILE *stream)
{
    ap_json_put_init(put, stream, 1);
    ap_json_put_begin_object(put, NULL);
    ap_json_put_begin_object(put, "tool");
    ap_json_put_text(put, "name", AP_PROGRAM);
    ap_json_put_text(put, "version", AP_VERSION);
    ap_json_put_end_object(put);
}

void cli_put_number_or_null(ap_json_put *put, const char *key, double value)
{
    char text[CLI_NUMBER_BYTES];
    if (!isfinite(value)) {
        ap_json_put_null(put, key);
        return;
    }
    cli_write_exact_number(value, text);
    ap_batch_text(ap_json_put_begin_raw(put, key), text);
}

void cli_put_error_of_missing_figures(ap_json_put *put, const cli_figure_failure *failure)
{
    ap_json_put_begin_object(put, "error");
    ap_json_put_text(put, "message", failure->message);
    if (failure->rule != NULL) {
        ap_json_put_text(put, "rule", failure->rule);
        ap_json_put_size(put, "offset", failure->offset);
    }
    if (failure->line > 0) {
        ap_json_put_size(put, "line", failure->line);
        ap_json_put_size(put, "column", failure->column);
    }
    ap_json_put_end_object(put);
}

void cli_print_failure(const cli_figure_failure *failure)
{
    if (failure->line > 0)
        printf(":%zu:%zu", failure->line, failure->column);
    fputs(": ", stdout);
    if (failure->rule != NULL)
        printf("%s: ", failure->rule);
    ap_put_escaped_text(stdout, failure->message);
}
