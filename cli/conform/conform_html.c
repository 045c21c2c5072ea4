/* One page that needs nothing else: works from a file, without a network. What it shows is the JSON report,
   which stands in it. */
#include <string.h>

#include "cli/conform/conform.h"
#include "core/base/markup_text.h"
#include "core/base/version.h"

static const char *const head[] = {
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
    "<meta http-equiv=\"Content-Security-Policy\"\n",
    "  content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n",
    "<title>Loaders and the files they must take or refuse</title>\n<style>\n",
    NULL,
};

static const char *const filters[] = {
    "<details id=\"rules\"></details>\n",
    "<div class=\"filters\" role=\"search\">\n",
    "<input type=\"search\" id=\"text\" placeholder=\"id, reason, rule, path, output\"\n",
    "  aria-label=\"text\">\n",
    "<select id=\"format\" aria-label=\"format\"><option value=\"\">any format</option></select>\n",
    "<select id=\"verdict\" aria-label=\"verdict\"><option value=\"\">any verdict</option></select>\n",
    "<select id=\"rule\" aria-label=\"rule\"><option value=\"\">any rule</option></select>\n",
    "<select id=\"loader\" aria-label=\"loader\"><option value=\"\">any loader</option></select>\n",
    "<select id=\"status\" aria-label=\"status\"><option value=\"\">any status</option></select>\n",
    "<label><input type=\"checkbox\" id=\"failed\"> only what fails</label>\n",
    "<button class=\"plain\" id=\"clear\">clear</button>\n",
    "<span class=\"faint\" id=\"found\" role=\"status\"></span>\n</div>\n",
    "<div class=\"table\"><table class=\"cases\"><thead><tr id=\"head\"></tr></thead><tbody ",
    "id=\"rows\"></tbody></table>\n",
    "<div class=\"more\" id=\"more\"></div></div>\n",
    "<noscript><p>The matrix needs JavaScript; the report is in this page as JSON.</p></noscript>\n",
    NULL,
};

static void put_lines(FILE *stream, const char *const *lines)
{
    for (; *lines != NULL; lines++)
        fputs(*lines, stream);
}

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

static void put_html(ap_output *output, const cli_conform_data *data)
{
    FILE *stream = output->stream;
    put_lines(stream, head);
    put_lines(stream, cli_page_style);
    fputs("</style>\n</head>\n<body>\n", stream);
    put_title(stream, data);
    fputs("<div class=\"loaders\" id=\"loaders\"></div>\n", stream);
    put_lines(stream, filters);
    fputs("<script type=\"application/json\" id=\"data\">\n", stream);
    cli_put_conform_json(output, data);
    fputs("</script>\n<script>\n", stream);
    put_lines(stream, cli_page_script);
    fputs("</script>\n</body>\n</html>\n", stream);
}

const cli_conform_report cli_conform_html = { .name = "html", .put = put_html };
