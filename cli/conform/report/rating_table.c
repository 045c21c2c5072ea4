/* Prints the results of a run as tables for a terminal. */
#include <string.h>

#include "cli/conform/report/rating_report.h"
#include "core/base/terminal_text.h"
#include "core/base/utf8.h"

enum { RULE_CELL_WIDTH = 12, SHOWN_BYTES = 200 /* most bytes of an output line to show */ };

static int widest_name(const cli_rating *rating)
{
    size_t widest = strlen("loader");
    for (size_t l = 0; l < rating->loader_count; l++) {
        const size_t length = strlen(rating->loaders[l].name);
        widest = length > widest ? length : widest;
    }
    return (int)widest;
}

static void put_counts(FILE *stream, const cli_rating *rating)
{
    const int width = widest_name(rating);
    fprintf(stream,
        "%-*s   files  agrees  should have  should have  crash  timeout   out of     may  excused%s\n", width,
        "loader", rating->compares_values ? "   wrong" : "");
    fprintf(stream, "%*s                     accepted      refused                  memory  differ%s\n",
        width, "", rating->compares_values ? "           values" : "");
    for (size_t l = 0; l < rating->loader_count; l++) {
        const cli_loader_tally *tally = &rating->tallies[l];
        const size_t *counts = tally->counts;
        fprintf(stream, "%-*s  %6zu  %6zu  %11zu  %11zu  %5zu  %7zu  %7zu  %6zu  %7zu", width,
            rating->loaders[l].name, tally->runs, counts[CLI_AGREES], counts[CLI_SHOULD_ACCEPT],
            counts[CLI_SHOULD_REFUSE], counts[CLI_CRASH], counts[CLI_TIMEOUT], counts[CLI_OUT_OF_MEMORY],
            counts[CLI_MAY_DIFFER], tally->excused);
        if (rating->compares_values)
            fprintf(stream, "  %6zu", counts[CLI_WRONG_VALUES]);
        fputc('\n', stream);
    }
}

/* Writes a line of a loader's output to a terminal, escaped and cut off at SHOWN_BYTES. */
static void put_output_line(FILE *stream, ap_view line)
{
    size_t shown = 0;
    ap_batch batch;
    while (shown < line.size && shown < SHOWN_BYTES) {
        const size_t length = ap_utf8_character_length(line.bytes + shown, line.size - shown);
        shown += length > 0 ? length : 1;
    }
    ap_batch_init(&batch, stream);
    ap_batch_escaped_text(&batch, (const char *)line.bytes, shown);
    ap_batch_text(&batch, shown < line.size ? "..." : "");
    ap_batch_flush(&batch);
}

/* Prints notes about one loader: a limit of resident memory, and a failure that all of its files share. */
static void put_notes_of_loader(FILE *stream, const cli_rating *rating, size_t index)
{
    const cli_loader *loader = &rating->loaders[index];
    const cli_case_result *alike = rating->tallies[index].common_failure;
    if (loader->resident)
        fprintf(stream,
            "\n%s is built with a sanitizer, which needs address space: the limit of %zu MiB applies to "
            "resident "
            "memory.\n",
            loader->name, rating->memory_mib);
    if (alike == NULL)
        return;
    fprintf(stream, "\n%s: %s on each of its %zu files, with the same line of output:\n    ", loader->name,
        cli_case_status_text(alike->status), rating->tallies[index].runs);
    put_output_line(stream, cli_best_output_line(alike));
    fputc('\n', stream);
}

/* Prints "assimp: n_…: should have refused: md5anim/parent-order at 0x10: a parent that follows". */
static void put_result(FILE *stream, const cli_rating *rating, size_t index, size_t loader)
{
    const ap_manifest_case *entry = &rating->cases[index];
    const cli_case_result *result = cli_case_result_of(rating, index, loader);
    const ap_manifest_finding *finding = cli_most_severe_expected_finding(entry);
    const cli_phrase words = cli_case_result_text(rating, result);
    fprintf(stream, "%s: %s: ", rating->loaders[loader].name, entry->id);
    fputs(cli_failure_text(result), stream);
    if (result->status == CLI_CRASH || result->status == CLI_OUT_OF_MEMORY || result->status == CLI_TIMEOUT)
        fprintf(stream, " (%s)", words.text);
    fputs(": ", stream);
    if (finding != NULL) {
        ap_put_escaped_text(stream, finding->rule);
        fprintf(stream, " at 0x%zx%s: ", finding->span.offset, finding->companion ? " of the companion" : "");
    }
    if (cli_values_message(result) != NULL) {
        ap_put_escaped_text(stream, cli_values_message(result));
        fputs(": ", stream);
    }
    ap_put_escaped_text(stream, entry->reason);
    fputc('\n', stream);
    const ap_view line = cli_best_output_line(result);
    if (line.size == 0 || rating->tallies[loader].common_failure != NULL)
        return;
    fputs("    ", stream);
    put_output_line(stream, line);
    fputc('\n', stream);
}

static void put_rule(FILE *stream, const cli_rating *rating, const cli_rule_tally *tally, size_t width)
{
    ap_put_escaped_text(stream, tally->rule);
    fprintf(stream, "%*s", (int)(width - strlen(tally->rule)), "");
    for (size_t l = 0; l < rating->loader_count; l++) {
        const int name = (int)strlen(rating->loaders[l].name);
        const int cell = name + 2 > RULE_CELL_WIDTH ? name + 2 : RULE_CELL_WIDTH;
        fprintf(stream, "%*s", cell, cli_rule_tally_text(tally, l).text);
    }
    fputc('\n', stream);
}

static void put_rules_head(FILE *stream, const cli_rating *rating, size_t width)
{
    fprintf(stream, "\n%-*s", (int)width, "rule");
    for (size_t l = 0; l < rating->loader_count; l++)
        fprintf(stream, "%*s", RULE_CELL_WIDTH, rating->loaders[l].name);
    fputc('\n', stream);
}

/* Prints the rules with failures, at most `shown` (0: all); the rule with the most wrong results comes first. */
static void put_rules(FILE *stream, const cli_rating *rating, size_t shown)
{
    size_t width = 0, count = 0, listed = 0;
    for (size_t r = 0; r < rating->rule_count; r++) {
        const size_t length = strlen(rating->rules[r].rule);
        width = length > width ? length : width;
        count += rating->rules[r].failed > 0;
    }
    if (count > 0)
        put_rules_head(stream, rating, width);
    for (size_t r = 0; r < rating->rule_count; r++) {
        if (rating->rules[r].failed == 0 || (shown > 0 && listed == shown))
            continue;
        put_rule(stream, rating, &rating->rules[r], width);
        listed++;
    }
    if (listed < count)
        fprintf(stream, "... and %zu more %s (--show 0 shows all)\n", count - listed,
            count - listed == 1 ? "rule" : "rules");
}

/* Prints those of the loader's results that are, by `change`, newly broken or newly fixed since the earlier report. */
static void put_changed_results(
    FILE *stream, const cli_rating *rating, size_t loader, cli_result_change change)
{
    for (size_t i = 0; i < rating->case_count; i++) {
        if (cli_result_change_of_case(rating, i, loader) == change)
            fprintf(stream, "%s: %s: %s: %s, was %s\n", rating->loaders[loader].name, rating->cases[i].id,
                cli_result_change_text(change),
                cli_case_status_text(cli_case_result_of(rating, i, loader)->status),
                cli_case_status_text(cli_earlier_status(rating, i, loader)));
    }
}

static void put_changes(FILE *stream, const cli_rating *rating)
{
    fputs("\nSince ", stream);
    ap_put_file_name(stream, rating->earlier_path);
    fputs(":\n", stream);
    for (size_t l = 0; l < rating->loader_count; l++) {
        size_t counts[CLI_SAME + 1] = { 0 };
        for (size_t i = 0; i < rating->case_count; i++)
            counts[cli_result_change_of_case(rating, i, l)]++;
        fprintf(stream, "%s: %zu newly broken, %zu newly fixed\n", rating->loaders[l].name,
            counts[CLI_NEWLY_BROKEN], counts[CLI_NEWLY_FIXED]);
        put_changed_results(stream, rating, l, CLI_NEWLY_BROKEN);
        put_changed_results(stream, rating, l, CLI_NEWLY_FIXED);
    }
}

void cli_put_rating_table(FILE *stream, const cli_rating *rating, size_t shown)
{
    const size_t failed = rating->total.failed;
    put_counts(stream, rating);
    for (size_t l = 0; l < rating->loader_count; l++)
        put_notes_of_loader(stream, rating, l);
    put_rules(stream, rating, shown);
    if (failed > 0)
        fputc('\n', stream);
    const size_t listed = shown == 0 || failed < shown ? failed : shown;
    for (size_t i = 0; i < listed; i++)
        put_result(stream, rating, rating->failures[i].index, rating->failures[i].loader);
    if (listed < failed)
        fprintf(stream, "... and %zu more (--show 0 shows all)\n", failed - listed);
    fprintf(stream, "\n%s", cli_rating_summary(rating).text);
    if (rating->total.excused > 0)
        fprintf(stream, ", %zu excused", rating->total.excused);
    if (rating->total.stale > 0)
        fprintf(stream, ", %zu excused but passing", rating->total.stale);
    if (rating->interrupted != 0)
        fprintf(stream, "; %s", cli_interruption_text(rating).text);
    fputs(".\n", stream);
    if (rating->earlier != NULL)
        put_changes(stream, rating);
}
