/* Writes results as an HTML page that needs no other file and no network: matrix.html with its style, its
   script and the JSON report inserted. */
#include <string.h>

#include "cli/conform/report/rating_report.h"
#include "core/base/embedded.h"
#include "core/base/markup_text.h"
#include "core/base/version.h"

AP_EMBEDDED(matrix_html, "cli/conform/report/matrix.html");
AP_EMBEDDED(matrix_css, "cli/conform/report/matrix.css");
AP_EMBEDDED(matrix_js, "cli/conform/report/matrix.js");

static void put_title(FILE *stream, const cli_rating *rating)
{
    const cli_loader_tally *total = &rating->total;
    fprintf(stream, "<h1>%s</h1>\n<p class=\"faint\">Corpus ", cli_rating_summary(rating).text);
    ap_put_markup(stream, rating->corpus);
    fputs(" (size ", stream);
    ap_put_markup(stream, rating->about.size);
    fprintf(stream, ", seed %ju, made by " AP_PROGRAM " ", (uintmax_t)rating->about.seed);
    ap_put_markup(stream, rating->about.animproof);
    fprintf(stream, "), at most %g s", (double)rating->timeout_ms / 1000);
    if (rating->memory_mib > 0)
        fprintf(stream, " and %zu MiB", rating->memory_mib);
    fputs(" per file.", stream);
    if (total->excused + total->stale > 0)
        fprintf(
            stream, " Known failures: %zu excused, %zu excused but passing.", total->excused, total->stale);
    if (rating->interrupted != 0)
        fprintf(stream, " <b>Incomplete: %s.</b>", cli_interruption_text(rating).text);
    fputs(" Select a cell to see the file's defect and the loader's output.</p>\n", stream);
}

/* Writes the text for the placeholder of matrix.html that `name` begins with, such as "title}". */
static void put_placeholder(ap_output *output, const cli_rating *rating, const char *name)
{
    if (strncmp(name, "title}", strlen("title}")) == 0)
        put_title(output->stream, rating);
    else if (strncmp(name, "report}", strlen("report}")) == 0)
        cli_rating_json.put(output, rating);
    else
        fputs(strncmp(name, "style}", strlen("style}")) == 0 ? matrix_css : matrix_js, output->stream);
}

static void put_html(ap_output *output, const cli_rating *rating)
{
    const char *at = matrix_html;
    for (const char *place; (place = strchr(at, '{')) != NULL; at = strchr(place, '}') + 1) {
        fwrite(at, 1, (size_t)(place - at), output->stream);
        put_placeholder(output, rating, place + 1);
    }
    fputs(at, output->stream);
}

const cli_rating_report cli_rating_html = { .name = "html", .put = put_html };
