/* One page that needs nothing else: works from a file, without a network. It is matrix.html, and what it shows is the JSON
   report in it. */
#include <string.h>

#include "cli/conform/conform.h"
#include "core/base/markup_text.h"
#include "core/base/version.h"

/* Text files that the build embeds, each with a NUL after it: their paths are relative to the root. */
#define EMBED(name, path)                                                                                    \
    __asm__(".pushsection .rodata\n" #name ": .incbin \"" path "\"\n.byte 0\n.popsection\n");                \
    extern const char name[] __attribute__((visibility("hidden")))

EMBED(matrix_html, "cli/conform/report/matrix.html");
EMBED(matrix_css, "cli/conform/report/matrix.css");
EMBED(matrix_js, "cli/conform/report/matrix.js");

static void put_title(FILE *stream, const cli_conform_data *data)
{
    const cli_tally *total = &data->total;
    fprintf(stream, "<h1>%zu %s on %zu %s: %zu %s</h1>\n<p class=\"faint\">Corpus ",
        data->options.loader_count, data->options.loader_count == 1 ? "loader" : "loaders",
        data->run_case_count, data->run_case_count == 1 ? "file" : "files", total->failed - total->stale,
        total->failed - total->stale == 1 ? "disagreement" : "disagreements");
    ap_put_markup(stream, data->options.corpus);
    fputs(" (size ", stream);
    ap_put_markup(stream, data->about.size);
    fprintf(stream, ", seed %ju, made by " AP_PROGRAM " ", (uintmax_t)data->about.seed);
    ap_put_markup(stream, data->about.animproof);
    fprintf(stream, "), at most %g s", (double)data->options.timeout_ms / 1000);
    if (data->options.memory_mib > 0)
        fprintf(stream, " and %zu MiB", data->options.memory_mib);
    fputs(" a file.", stream);
    if (total->excused + total->stale > 0)
        fprintf(
            stream, " Known failures: %zu excused, %zu excused without need.", total->excused, total->stale);
    if (data->interrupted != 0) {
        char text[CLI_INTERRUPTION_BYTES];
        cli_interruption(data, text);
        fprintf(stream, " <b>Not all of it: %s.</b>", text);
    }
    fputs(" A cell opens what the file is and what the loader said.</p>\n", stream);
}

/* Writes what belongs in a place of the page: "title}". */
static void put_part(ap_output *output, const cli_conform_data *data, const char *place)
{
    if (strncmp(place, "title}", strlen("title}")) == 0)
        put_title(output->stream, data);
    else if (strncmp(place, "report}", strlen("report}")) == 0)
        cli_put_conform_json(output, data);
    else
        fputs(strncmp(place, "style}", strlen("style}")) == 0 ? matrix_css : matrix_js, output->stream);
}

static void put_html(ap_output *output, const cli_conform_data *data)
{
    const char *at = matrix_html;
    for (const char *place; (place = strchr(at, '{')) != NULL; at = strchr(place, '}') + 1) {
        fwrite(at, 1, (size_t)(place - at), output->stream);
        put_part(output, data, place + 1);
    }
    fputs(at, output->stream);
}

const cli_conform_report cli_conform_html = { .name = "html", .put = put_html };
