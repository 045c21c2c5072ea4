/* What the terminal is told. */
#include <string.h>

#include "cli/conform.h"
#include "core/text.h"

enum { WORDS_BYTES = 64 };

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
    fputs("   files  agrees  should have  should have  crash  timeout   out of     may  excused\n", stream);
    put_padding(stream, 0, width);
    fputs("                     accepted      refused                  memory  differ\n", stream);
    for (size_t l = 0; l < data->options.loader_count; l++) {
        const cli_tally *tally = &data->tallies[l];
        const size_t *counts = tally->counts;
        fputs(data->options.loaders[l].name, stream);
        put_padding(stream, strlen(data->options.loaders[l].name), width);
        fprintf(stream, "  %6zu  %6zu  %11zu  %11zu  %5zu  %7zu  %7zu  %6zu  %7zu\n", tally->runs,
            counts[CLI_AGREES], counts[CLI_SHOULD_ACCEPT], counts[CLI_SHOULD_REFUSE], counts[CLI_CRASH],
            counts[CLI_TIMEOUT], counts[CLI_OUT_OF_MEMORY], counts[CLI_MAY_DIFFER], tally->excused);
    }
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
    ap_put_text(stream, entry->reason);
    fputc('\n', stream);
}

static size_t put_failures(FILE *stream, const cli_conform_data *data)
{
    size_t told = 0;
    for (size_t l = 0; l < data->options.loader_count; l++) {
        for (size_t i = 0; i < data->case_count; i++) {
            if (!cli_result_fails(cli_result_of(data, i, l)))
                continue;
            if (data->options.shown > 0 && told == data->options.shown)
                return told;
            put_result(stream, data, i, l);
            told++;
        }
    }
    return told;
}

static void put_plural(FILE *stream, size_t count, const char *one, const char *many)
{
    fprintf(stream, "%zu %s", count, count == 1 ? one : many);
}

void cli_put_conform_table(FILE *stream, const cli_conform_data *data)
{
    put_counts(stream, data);
    if (data->total.failed > 0)
        fputc('\n', stream);
    const size_t told = put_failures(stream, data);
    if (told < data->total.failed)
        fprintf(stream, "... and %zu more (--show 0 shows all)\n", data->total.failed - told);
    fputc('\n', stream);
    put_plural(stream, data->options.loader_count, "loader", "loaders");
    fputs(" on ", stream);
    put_plural(stream, data->case_count, "file", "files");
    fputs(": ", stream);
    put_plural(stream, data->total.failed - data->total.stale, "disagreement", "disagreements");
    if (data->total.excused > 0)
        fprintf(stream, ", %zu excused", data->total.excused);
    if (data->total.stale > 0)
        fprintf(stream, ", %zu excused without need", data->total.stale);
    fputs(".\n", stream);
}
