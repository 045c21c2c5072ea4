/* What the terminal is told. */
#include <string.h>

#include "cli/conform/conform.h"
#include "core/base/terminal_text.h"

enum { WORDS_BYTES = 64, RULE_CELL_WIDTH = 10 };

static void put_padding(FILE *stream, size_t used, size_t width)
{
    for (; used < width; used++)
        fputc(' ', stream);
}

static size_t widest_name(const cli_conform_data *data)
{
    size_t widest = strlen("loader");
    for (size_t l = 0; l < data->options.loader_count; l++) {
        const size_t length = strlen(data->options.loaders[l].name);
        widest = length > widest ? length : widest;
    }
    return widest;
}

static void put_counts(FILE *stream, const cli_conform_data *data)
{
    const size_t width = widest_name(data);
    fputs("loader", stream);
    put_padding(stream, strlen("loader"), width);
    fputs("   files  agrees  should have  should have  crash  timeout   out of     may  excused", stream);
    fputs(data->options.values ? "   wrong\n" : "\n", stream);
    put_padding(stream, 0, width);
    fputs("                     accepted      refused                  memory  differ", stream);
    fputs(data->options.values ? "           values\n" : "\n", stream);
    for (size_t l = 0; l < data->options.loader_count; l++) {
        const cli_tally *tally = &data->tallies[l];
        const size_t *counts = tally->counts;
        fputs(data->options.loaders[l].name, stream);
        put_padding(stream, strlen(data->options.loaders[l].name), width);
        fprintf(stream, "  %6zu  %6zu  %11zu  %11zu  %5zu  %7zu  %7zu  %6zu  %7zu", tally->runs,
            counts[CLI_AGREES], counts[CLI_SHOULD_ACCEPT], counts[CLI_SHOULD_REFUSE], counts[CLI_CRASH],
            counts[CLI_TIMEOUT], counts[CLI_OUT_OF_MEMORY], counts[CLI_MAY_DIFFER], tally->excused);
        if (data->options.values)
            fprintf(stream, "  %6zu", counts[CLI_WRONG_VALUES]);
        fputc('\n', stream);
    }
}

/* Prints the notes about a loader as a whole: a limit of resident memory, and a failure that all of its files share. */
static void put_loader(FILE *stream, const cli_conform_data *data, size_t index)
{
    const cli_loader *loader = &data->options.loaders[index];
    const cli_result *alike = data->tallies[index].alike;
    if (loader->resident)
        fprintf(stream,
            "\n%s is built with a sanitizer, which needs address space: its limit of %zu MiB is for resident "
            "memory.\n",
            loader->name, data->options.memory_mib);
    if (alike == NULL)
        return;
    fprintf(stream, "\n%s: %s on each of its %zu files, with the same line in what it printed:\n    ",
        loader->name, cli_status_words(alike->status), data->tallies[index].runs);
    cli_put_line(stream, cli_telling_line(alike));
    fputc('\n', stream);
}

/* "assimp: n_…: should have refused: md5anim/parent-order at 0x10: a parent that follows" */
static void put_result(FILE *stream, const cli_conform_data *data, size_t index, size_t loader)
{
    const ap_manifest_case *entry = &data->cases[index];
    const cli_result *result = cli_result_of(data, index, loader);
    const ap_manifest_finding *finding = cli_main_finding(entry);
    char words[WORDS_BYTES];
    cli_result_words(&data->options, result, words, sizeof words);
    fprintf(stream, "%s: %s: ", data->options.loaders[loader].name, entry->id);
    if (cli_status_fine(result->status))
        fputs("is excused, and passes", stream);
    else
        fputs(cli_status_words(result->status), stream);
    if (result->status == CLI_CRASH || result->status == CLI_OUT_OF_MEMORY || result->status == CLI_TIMEOUT)
        fprintf(stream, " (%s)", words);
    fputs(": ", stream);
    if (finding != NULL) {
        ap_put_text(stream, finding->rule);
        fprintf(stream, " at 0x%zx%s: ", finding->span.offset, finding->companion ? " of the companion" : "");
    }
    if (cli_values_message(result) != NULL) {
        ap_put_text(stream, cli_values_message(result));
        fputs(": ", stream);
    }
    ap_put_text(stream, entry->reason);
    fputc('\n', stream);
    const ap_view line = cli_telling_line(result);
    if (line.size == 0 || data->tallies[loader].alike != NULL)
        return;
    fputs("    ", stream);
    cli_put_line(stream, line);
    fputc('\n', stream);
}

/* Of one rank; true when there is no room for the next. */
static bool put_failures_of(FILE *stream, const cli_conform_data *data, int rank, size_t *told)
{
    for (size_t l = 0; l < data->options.loader_count; l++) {
        for (size_t i = 0; i < data->case_count; i++) {
            const cli_result *result = cli_result_of(data, i, l);
            if (!cli_result_fails(result) || cli_result_rank(result) != rank)
                continue;
            if (data->options.shown > 0 && *told == data->options.shown)
                return true;
            put_result(stream, data, i, l);
            (*told)++;
        }
    }
    return false;
}

/* What breaks a loader comes before what it gets wrong. */
static size_t put_failures(FILE *stream, const cli_conform_data *data)
{
    size_t told = 0;
    for (int rank = 1; rank <= CLI_RANK_STALE; rank++) {
        if (put_failures_of(stream, data, rank, &told))
            break;
    }
    return told;
}

static void put_cell(FILE *stream, const char *text, size_t width)
{
    put_padding(stream, strlen(text), width + 2);
    fputs(text, stream);
}

static void put_rule(FILE *stream, const cli_conform_data *data, const cli_rule_tally *tally, size_t width)
{
    ap_put_text(stream, tally->rule);
    put_padding(stream, strlen(tally->rule), width);
    for (size_t l = 0; l < data->options.loader_count; l++) {
        char cell[WORDS_BYTES];
        cli_rule_cell(tally, l, cell, sizeof cell);
        const size_t name = strlen(data->options.loaders[l].name);
        put_cell(stream, cell, name > RULE_CELL_WIDTH ? name : RULE_CELL_WIDTH);
    }
    fputc('\n', stream);
}

static void put_rules_head(FILE *stream, const cli_conform_data *data, size_t width)
{
    fputs("\nrule", stream);
    put_padding(stream, strlen("rule"), width);
    for (size_t l = 0; l < data->options.loader_count; l++)
        put_cell(stream, data->options.loaders[l].name, RULE_CELL_WIDTH);
    fputc('\n', stream);
}

/* The rules in which a loader fails, those that fail most first. */
static void put_rules(FILE *stream, const cli_conform_data *data)
{
    size_t width = 0, count = 0, told = 0;
    for (size_t r = 0; r < data->rule_count; r++) {
        const size_t length = strlen(data->rules[r].rule);
        width = length > width ? length : width;
        count += data->rules[r].failed > 0;
    }
    if (count > 0)
        put_rules_head(stream, data, width);
    for (size_t r = 0; r < data->rule_count; r++) {
        if (data->rules[r].failed == 0 || (data->options.shown > 0 && told == data->options.shown))
            continue;
        put_rule(stream, data, &data->rules[r], width);
        told++;
    }
    if (told < count)
        fprintf(stream, "... and %zu more %s (--show 0 shows all)\n", count - told,
            count - told == 1 ? "rule" : "rules");
}

static void put_plural(FILE *stream, size_t count, const char *one, const char *many)
{
    fprintf(stream, "%zu %s", count, count == 1 ? one : many);
}

void cli_put_conform_table(FILE *stream, const cli_conform_data *data)
{
    put_counts(stream, data);
    for (size_t l = 0; l < data->options.loader_count; l++)
        put_loader(stream, data, l);
    put_rules(stream, data);
    if (data->total.failed > 0)
        fputc('\n', stream);
    const size_t told = put_failures(stream, data);
    if (told < data->total.failed)
        fprintf(stream, "... and %zu more (--show 0 shows all)\n", data->total.failed - told);
    fputc('\n', stream);
    put_plural(stream, data->options.loader_count, "loader", "loaders");
    fputs(" on ", stream);
    put_plural(stream, data->run_case_count, "file", "files");
    fputs(": ", stream);
    put_plural(stream, data->total.failed - data->total.stale, "disagreement", "disagreements");
    if (data->total.excused > 0)
        fprintf(stream, ", %zu excused", data->total.excused);
    if (data->total.stale > 0)
        fprintf(stream, ", %zu excused without need", data->total.stale);
    if (data->interrupted != 0) {
        char text[CLI_INTERRUPTION_BYTES];
        cli_interruption(data, text);
        fprintf(stream, "; %s", text);
    }
    fputs(".\n", stream);
}
