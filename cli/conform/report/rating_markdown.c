/* A page for a repository: the counts of each loader, and what it gets wrong. */
#include <string.h>

#include "cli/conform/conform.h"
#include "core/base/markdown_text.h"
#include "core/base/version.h"

enum { WORDS_BYTES = 64 };

static void put_counts(FILE *stream, const cli_conform_data *data)
{
    fputs("| loader | files |", stream);
    for (cli_status status = CLI_AGREES; status < cli_statuses_told(data); status++)
        fprintf(stream, " %s |", cli_status_words(status));
    fputs(" excused |\n| --- | ---: |", stream);
    for (cli_status status = CLI_AGREES; status < cli_statuses_told(data); status++)
        fputs(" ---: |", stream);
    fputs(" ---: |\n", stream);
    for (size_t l = 0; l < data->options.loader_count; l++) {
        const cli_tally *tally = &data->tallies[l];
        fputs("| ", stream);
        ap_put_markdown(stream, data->options.loaders[l].name);
        fprintf(stream, " | %zu |", tally->runs);
        for (cli_status status = CLI_AGREES; status < cli_statuses_told(data); status++)
            fprintf(stream, " %zu |", tally->counts[status]);
        fprintf(stream, " %zu |\n", tally->excused);
    }
}

static void put_row(FILE *stream, const cli_conform_data *data, size_t index, const cli_result *result)
{
    const ap_manifest_case *entry = &data->cases[index];
    const ap_manifest_finding *finding = cli_main_finding(entry);
    char words[WORDS_BYTES];
    cli_result_words(&data->options, result, words, sizeof words);
    fprintf(stream, "| `%s` | %s | ", entry->id,
        cli_status_fine(result->status) ? "is excused, and passes" : cli_status_words(result->status));
    fprintf(stream, "%s%s", words, result->excused && !cli_result_fails(result) ? " (excused)" : "");
    if (result->report != NULL) {
        fputs(": ", stream);
        ap_put_markdown(stream, result->report);
    }
    if (cli_values_message(result) != NULL) {
        fputs(": ", stream);
        ap_put_markdown(stream, cli_values_message(result));
    }
    fputs(" | ", stream);
    ap_put_markdown(stream, finding == NULL ? "" : finding->rule);
    fputs(" | ", stream);
    ap_put_markdown(stream, entry->reason);
    fputs(" |\n", stream);
}

/* The rules in which a loader is wrong, those with the most wrong answers first. */
static void put_rules(FILE *stream, const cli_conform_data *data)
{
    if (data->rule_count == 0 || data->rules[0].wrong == 0)
        return;
    fputs("\n## Rules\n\n| rule |", stream);
    for (size_t l = 0; l < data->options.loader_count; l++) {
        fputc(' ', stream);
        ap_put_markdown(stream, data->options.loaders[l].name);
        fputs(" |", stream);
    }
    fputs("\n| --- |", stream);
    for (size_t l = 0; l < data->options.loader_count; l++)
        fputs(" ---: |", stream);
    fputc('\n', stream);
    for (size_t r = 0; r < data->rule_count && data->rules[r].wrong > 0; r++) {
        fputs("| ", stream);
        ap_put_markdown(stream, data->rules[r].rule);
        for (size_t l = 0; l < data->options.loader_count; l++) {
            char cell[WORDS_BYTES];
            cli_rule_cell(&data->rules[r], l, cell, sizeof cell);
            fprintf(stream, " | %s", cell);
        }
        fputs(" |\n", stream);
    }
}

static bool told(const cli_result *result)
{
    return result->status != CLI_NOT_RUN && (!cli_status_fine(result->status) || result->excused);
}

static void put_rows(FILE *stream, const cli_conform_data *data, size_t loader, int rank, bool *first)
{
    for (size_t i = 0; i < data->case_count; i++) {
        const cli_result *result = cli_result_of(data, i, loader);
        if (!told(result) || cli_result_rank(result) != rank)
            continue;
        if (*first)
            fputs("| case | | it | rule | what the file is |\n| --- | --- | --- | --- | --- |\n", stream);
        *first = false;
        put_row(stream, data, i, result);
    }
}

static void put_loader(FILE *stream, const cli_conform_data *data, size_t loader)
{
    bool first = true;
    fputs("\n## ", stream);
    ap_put_markdown(stream, data->options.loaders[loader].name);
    fputs("\n\n", stream);
    if (data->options.loaders[loader].resident)
        fprintf(stream,
            "It is built with a sanitizer, which needs address space: its limit of %zu MiB is for resident "
            "memory.\n\n",
            data->options.memory_mib);
    for (int rank = 1; rank <= CLI_RANK_STALE; rank++)
        put_rows(stream, data, loader, rank, &first);
    if (first)
        fputs(data->interrupted != 0 ? "Nothing to tell so far.\n"
                                     : "Nothing to tell: it agrees wherever readers must.\n",
            stream);
}

static void put_markdown(ap_output *output, const cli_conform_data *data)
{
    FILE *stream = output->stream;
    fprintf(stream, "# Conformance\n\n%zu %s (size ", data->run_case_count,
        data->run_case_count == 1 ? "file" : "files");
    ap_put_markdown(stream, data->about.size);
    fprintf(stream, ", seed %ju, made by " AP_PROGRAM " ", (uintmax_t)data->about.seed);
    ap_put_markdown(stream, data->about.animproof);
    fputs("), rated by " AP_PROGRAM " " AP_VERSION ".\n\n", stream);
    if (data->interrupted != 0) {
        char text[CLI_INTERRUPTION_BYTES];
        cli_interruption(data, text);
        fprintf(stream, "**Not all of it: %s.**\n\n", text);
    }
    put_counts(stream, data);
    cli_put_changes_markdown(stream, data);
    put_rules(stream, data);
    for (size_t l = 0; l < data->options.loader_count; l++)
        put_loader(stream, data, l);
}

const cli_conform_report cli_conform_markdown = { .name = "markdown", .put = put_markdown };
