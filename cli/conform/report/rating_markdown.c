/* Writes results as a Markdown page: the counts of each loader, and its failures. */

#include "cli/conform/report/rating_report.h"
#include "core/base/markdown_text.h"
#include "core/base/version.h"

static void put_counts(FILE *stream, const cli_rating *rating)
{
    fputs("| loader | files |", stream);
    for (cli_case_status status = CLI_AGREES; status < cli_reported_status_count(rating); status++)
        fprintf(stream, " %s |", cli_case_status_text(status));
    fputs(" excused |\n| --- | ---: |", stream);
    for (cli_case_status status = CLI_AGREES; status < cli_reported_status_count(rating); status++)
        fputs(" ---: |", stream);
    fputs(" ---: |\n", stream);
    for (size_t l = 0; l < rating->loader_count; l++) {
        const cli_loader_tally *tally = &rating->tallies[l];
        fputs("| ", stream);
        ap_put_markdown(stream, rating->loaders[l].name);
        fprintf(stream, " | %zu |", tally->runs);
        for (cli_case_status status = CLI_AGREES; status < cli_reported_status_count(rating); status++)
            fprintf(stream, " %zu |", tally->counts[status]);
        fprintf(stream, " %zu |\n", tally->excused);
    }
}

static void put_row(FILE *stream, const cli_rating *rating, size_t index, const cli_case_result *result)
{
    const ap_manifest_case *entry = &rating->cases[index];
    const ap_manifest_finding *finding = cli_most_severe_expected_finding(entry);
    const cli_phrase words = cli_case_result_text(rating, result);
    fprintf(stream, "| `%s` | %s | %s%s", entry->id, cli_failure_text(result), words.text,
        result->excused && !cli_case_result_fails(result) ? " (excused)" : "");
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

/* Writes the rules for which a loader has wrong results, the rule with the most wrong results first. */
static void put_wrong_rules(FILE *stream, const cli_rating *rating)
{
    if (rating->rule_count == 0 || rating->rules[0].wrong == 0)
        return;
    fputs("\n## Rules\n\n| rule |", stream);
    for (size_t l = 0; l < rating->loader_count; l++) {
        fputc(' ', stream);
        ap_put_markdown(stream, rating->loaders[l].name);
        fputs(" |", stream);
    }
    fputs("\n| --- |", stream);
    for (size_t l = 0; l < rating->loader_count; l++)
        fputs(" ---: |", stream);
    fputc('\n', stream);
    for (size_t r = 0; r < rating->rule_count && rating->rules[r].wrong > 0; r++) {
        fputs("| ", stream);
        ap_put_markdown(stream, rating->rules[r].rule);
        for (size_t l = 0; l < rating->loader_count; l++)
            fprintf(stream, " | %s", cli_rule_tally_text(&rating->rules[r], l).text);
        fputs(" |\n", stream);
    }
}

static bool is_failure_or_excused(const cli_case_result *result)
{
    return result->status != CLI_NOT_RUN && (!cli_case_status_is_fine(result->status) || result->excused);
}

static void put_rows(FILE *stream, const cli_rating *rating, size_t loader, int rank, bool *first)
{
    for (size_t i = 0; i < rating->case_count; i++) {
        const cli_case_result *result = cli_case_result_of(rating, i, loader);
        if (!is_failure_or_excused(result) || cli_case_result_rank(result) != rank)
            continue;
        if (*first)
            fputs("| case | result | loader | rule | file |\n| --- | --- | --- | --- | --- |\n", stream);
        *first = false;
        put_row(stream, rating, i, result);
    }
}

static void put_loader(FILE *stream, const cli_rating *rating, size_t loader)
{
    bool first = true;
    fputs("\n## ", stream);
    ap_put_markdown(stream, rating->loaders[loader].name);
    fputs("\n\n", stream);
    if (rating->loaders[loader].resident)
        fprintf(stream,
            "Built with a sanitizer, which needs address space: the limit of %zu MiB applies to resident "
            "memory.\n\n",
            rating->memory_mib);
    for (int rank = 1; rank <= CLI_RANK_STALE; rank++)
        put_rows(stream, rating, loader, rank, &first);
    if (first)
        fputs(rating->interrupted != 0 ? "No failures so far.\n" : "No failures.\n", stream);
}

/* Writes those of the loader's results that are, by `change`, newly broken or newly fixed since the earlier report. */
static void put_changed_results(
    FILE *stream, const cli_rating *rating, size_t loader, cli_result_change change)
{
    for (size_t i = 0; i < rating->case_count; i++) {
        if (cli_result_change_of_case(rating, i, loader) != change)
            continue;
        fputs("| ", stream);
        ap_put_markdown(stream, rating->loaders[loader].name);
        fprintf(stream, " | `%s` | %s | %s | %s |\n", rating->cases[i].id, cli_result_change_text(change),
            cli_case_status_text(cli_earlier_status(rating, i, loader)),
            cli_case_status_text(cli_case_result_of(rating, i, loader)->status));
    }
}

static void put_changes(FILE *stream, const cli_rating *rating)
{
    fputs("\n## Changes\n\n| loader | case | | was | is |\n| --- | --- | --- | --- | --- |\n", stream);
    for (size_t l = 0; l < rating->loader_count; l++) {
        put_changed_results(stream, rating, l, CLI_NEWLY_BROKEN);
        put_changed_results(stream, rating, l, CLI_NEWLY_FIXED);
    }
}

static void put_markdown(ap_output *output, const cli_rating *rating)
{
    FILE *stream = output->stream;
    fprintf(stream, "# Conformance\n\n%zu %s (size ", rating->run_case_count,
        rating->run_case_count == 1 ? "file" : "files");
    ap_put_markdown(stream, rating->about.size);
    fprintf(stream, ", seed %ju, made by " AP_PROGRAM " ", (uintmax_t)rating->about.seed);
    ap_put_markdown(stream, rating->about.animproof);
    fputs("), rated by " AP_PROGRAM " " AP_VERSION ".\n\n", stream);
    if (rating->interrupted != 0)
        fprintf(stream, "**Incomplete: %s.**\n\n", cli_interruption_text(rating).text);
    put_counts(stream, rating);
    if (rating->earlier != NULL)
        put_changes(stream, rating);
    put_wrong_rules(stream, rating);
    for (size_t l = 0; l < rating->loader_count; l++)
        put_loader(stream, rating, l);
}

const cli_rating_report cli_rating_markdown = { .name = "markdown", .put = put_markdown };
