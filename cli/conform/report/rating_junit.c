/* Writes results as JUnit XML: a suite per loader, a test per file. */
#include <string.h>

#include "cli/conform/report/rating_report.h"
#include "core/base/markup_text.h"

/* Writes the message of a failure: "should have refused (accepted): md5anim/parent-order: a parent that
   follows". */
static void put_failure_message(FILE *stream, const cli_rating *rating, size_t index, size_t loader)
{
    const cli_case_result *result = cli_case_result_of(rating, index, loader);
    const ap_manifest_finding *finding = cli_most_severe_expected_finding(&rating->cases[index]);
    const cli_phrase words = cli_case_result_text(rating, result);
    if (cli_result_change_of_case(rating, index, loader) == CLI_NEWLY_BROKEN)
        fputs("newly broken: ", stream);
    fprintf(stream, "%s (%s): ", cli_failure_text(result), words.text);
    if (finding != NULL) {
        ap_put_markup(stream, finding->rule);
        fputs(": ", stream);
    }
    if (cli_values_message(result) != NULL) {
        ap_put_markup(stream, cli_values_message(result));
        fputs(": ", stream);
    }
    ap_put_markup(stream, rating->cases[index].reason);
    if (result->report != NULL) {
        fputs(": ", stream);
        ap_put_markup(stream, result->report);
    }
}

/* Returns true if the loader crashed, did not end in time or ran out of memory. */
static bool gave_no_answer(const cli_case_result *result)
{
    return result->status == CLI_CRASH || result->status == CLI_TIMEOUT
           || result->status == CLI_OUT_OF_MEMORY;
}

/* Returns the name of the XML element for a result that is not a success: "error", "failure" or "skipped"; NULL for a
   success. */
static const char *result_element_of(const cli_case_result *result)
{
    if (!cli_case_result_fails(result))
        return result->excused ? "skipped" : NULL;
    return gave_no_answer(result) ? "error" : "failure";
}

/* Writes `<testcase classname="…" name="…" file="…`; the caller writes the last quote. */
static void begin_case(FILE *stream, const cli_rating *rating, size_t index, size_t loader)
{
    const ap_manifest_case *entry = &rating->cases[index];
    fprintf(stream, "    <testcase classname=\"%s.", rating->loaders[loader].name);
    ap_put_markup(stream, entry->format);
    fprintf(stream, "\" name=\"%s\" file=\"", entry->id);
    ap_put_markup(stream, entry->file);
}

/* Writes the test of a file that the loader was not run on because the run was interrupted. */
static void put_unrun_case(FILE *stream, const cli_rating *rating, size_t index, size_t loader)
{
    begin_case(stream, rating, index, loader);
    fprintf(stream, "\">\n      <skipped message=\"not run: %s\"/>\n    </testcase>\n",
        cli_interruption_text(rating).text);
}

static void put_case(FILE *stream, const cli_rating *rating, size_t index, size_t loader)
{
    const cli_case_result *result = cli_case_result_of(rating, index, loader);
    const char *element = result_element_of(result);
    begin_case(stream, rating, index, loader);
    fputs(element == NULL ? "\"/>\n" : "\">\n", stream);
    if (element == NULL)
        return;
    fprintf(stream, "      <%s message=\"", element);
    put_failure_message(stream, rating, index, loader);
    fputs("\"", stream);
    if (strcmp(element, "skipped") != 0)
        fprintf(stream, " type=\"%s\"", cli_case_status_id(result->status));
    fputs("/>\n", stream);
    if (result->output[0] != '\0') {
        fputs("      <system-out>", stream);
        ap_put_markup(stream, result->output);
        fputs("</system-out>\n", stream);
    }
    fputs("    </testcase>\n", stream);
}

/* Writes tests="…" failures="…" errors="…" skipped="…" for the loaders from `first` up to, not including,
   `end`. */
static void put_counts_of_loaders(FILE *stream, const cli_rating *rating, size_t first, size_t end)
{
    size_t tests = 0, failures = 0, errors = 0, skipped = 0;
    for (size_t l = first; l < end; l++) {
        for (size_t i = 0; i < rating->case_count; i++) {
            const cli_case_result *result = cli_case_result_of(rating, i, l);
            const bool fails = cli_case_result_fails(result);
            const bool cut_off = cli_was_never_run(rating, i, l);
            tests += result->status != CLI_NOT_RUN || cut_off;
            errors += fails && gave_no_answer(result);
            failures += fails && !gave_no_answer(result);
            skipped += cut_off || (!fails && result->excused);
        }
    }
    fprintf(stream, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"", tests, failures, errors,
        skipped);
}

static void put_junit(ap_output *output, const cli_rating *rating)
{
    FILE *stream = output->stream;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"animproof conform\"", stream);
    put_counts_of_loaders(stream, rating, 0, rating->loader_count);
    fputs(">\n", stream);
    for (size_t l = 0; l < rating->loader_count; l++) {
        fprintf(stream, "  <testsuite name=\"%s\"", rating->loaders[l].name);
        put_counts_of_loaders(stream, rating, l, l + 1);
        fputs(">\n", stream);
        for (size_t i = 0; i < rating->case_count; i++) {
            if (cli_case_result_of(rating, i, l)->status != CLI_NOT_RUN)
                put_case(stream, rating, i, l);
            else if (cli_was_never_run(rating, i, l))
                put_unrun_case(stream, rating, i, l);
        }
        fputs("  </testsuite>\n", stream);
    }
    fputs("</testsuites>\n", stream);
}

const cli_rating_report cli_rating_junit = { .name = "junit", .put = put_junit };
