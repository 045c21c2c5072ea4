/* Opens and writes the report files of a run. */
#include <string.h>

#include "cli/conform/report/rating_report.h"
#include "cli/shared/same_file.h"

static cli_exit report_write_failure(const ap_output *output)
{
    return cli_fail(cli_exit_of_errno(output->error), output->file.path, "%s",
        output->error == output->file.error ? ap_new_file_error_text(&output->file)
                                            : strerror(output->error));
}

/* Returns true if the paths lead to one file; false if `read`, the path of an input, is NULL. */
static bool is_report_same_as_input(const char *path, const char *read)
{
    return read != NULL && cli_is_same_file(path, read);
}

/* Checks that the report with this number does not replace an input or another report. */
static cli_exit check_report_path(const cli_rating_files *files, const cli_rating *rating, size_t number)
{
    const char *path = files->paths[number];
    for (size_t i = 0; i < number; i++) {
        if (cli_is_same_file(path, files->paths[i]))
            return cli_usage_error(
                "conform", "--output: '%s' and '%s' are the same file", files->paths[i], path);
    }
    const bool over_list =
        is_report_same_as_input(path, rating->known_path)
        && files->reports[number] != &cli_rating_known; /* --write-known-failures may replace the list that
                                                           --known-failures reads */
    if (cli_is_corpus_file(rating, path) || over_list)
        return cli_usage_error(
            "conform", "--output: '%s' is an input of this run; choose another file", path);
    return CLI_CLEAN;
}

cli_exit cli_open_rating_files(cli_rating_files *files, const cli_rating *rating)
{
    for (size_t i = 0; i < files->count; i++) {
        const cli_exit checked = check_report_path(files, rating, i);
        if (checked != CLI_CLEAN)
            return checked;
    }
    for (; files->open_count < files->count; files->open_count++) {
        ap_output *output = &files->outputs[files->open_count];
        if (!ap_output_open(output, NULL, files->paths[files->open_count], NULL))
            return report_write_failure(output);
        if (rating->known_stamp.known && is_report_same_as_input(output->file.path, rating->known_path))
            output->file.replaces = &rating->known_stamp;
    }
    return CLI_CLEAN;
}

/* Returns true if writing to the path would replace a list of known failures or an earlier report that an interrupted
   run has read: an incomplete file would replace a complete one. */
static bool would_incomplete_report_replace_input(const cli_rating *rating, const char *path)
{
    return rating->interrupted != 0
           && (is_report_same_as_input(path, rating->known_path)
               || is_report_same_as_input(path, rating->earlier_path));
}

cli_exit cli_close_rating_files(cli_rating_files *files, const cli_rating *rating, bool rated)
{
    cli_exit result = CLI_CLEAN;
    for (size_t i = 0; i < files->open_count; i++) {
        ap_output *output = &files->outputs[i];
        const bool replaces = rated && would_incomplete_report_replace_input(rating, files->paths[i]);
        const bool keep = rated && !replaces;
        if (replaces)
            cli_error_about(output->file.path, "not replaced, because the run was interrupted");
        if (keep)
            files->reports[i]->put(output, rating);
        if (!ap_output_close(output, keep) && keep)
            result = cli_worse_exit_by_rank(result, report_write_failure(output));
    }
    return result;
}
