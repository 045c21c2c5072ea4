/* Writes all failures of a run as a list in the form that --known-failures reads. */
#include "cli/conform/report/rating_report.h"
#include "core/base/terminal_text.h"
#include "core/base/version.h"

/* Writes a line of the list if the result is a failure: "ref n_mrtk_version_seven # should have refused: mrtk/version". */
static void put_line_if_failure(FILE *stream, const cli_rating *rating, size_t index, size_t loader)
{
    const cli_case_result *result = cli_case_result_of(rating, index, loader);
    const ap_manifest_case *entry = &rating->cases[index];
    if (cli_case_status_is_fine(result->status))
        return;
    fprintf(stream, "%s %s # %s: ", rating->loaders[loader].name, entry->id,
        cli_case_status_text(result->status));
    ap_put_escaped_text(stream, cli_rule_shown_by_case(entry));
    fputc('\n', stream);
}

static void put_known_failures(ap_output *output, const cli_rating *rating)
{
    fputs("# Failures of loaders, a line LOADER CASE each, for " AP_PROGRAM " conform --known-failures.\n",
        output->stream);
    if (rating->interrupted != 0)
        fprintf(output->stream, "# Incomplete: %s.\n", cli_interruption_text(rating).text);
    for (size_t l = 0; l < rating->loader_count; l++) {
        for (size_t i = 0; i < rating->case_count; i++)
            put_line_if_failure(output->stream, rating, i, l);
    }
}

const cli_rating_report cli_rating_known = { .name = "known-failures", .put = put_known_failures };
