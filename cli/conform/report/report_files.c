/* The files that reports of a run go to. */
#include <errno.h>
#include <string.h>

#include "cli/conform/report/rating_report.h"
#include "cli/shared/same_file.h"

static cli_exit report_failure(const ap_output *output)
{
    return cli_fail(cli_errno_code(output->error), output->file.path, "%s",
        output->error == output->file.error ? ap_new_file_wrong(&output->file) : strerror(output->error));
}

/* Returns true if the path leads to the file that `read` names; NULL names none. */
static bool is_read(const char *path, const char *read)
{
    return read != NULL && cli_same_file(path, read);
}

/* No report may replace what is read, or another report. */
static cli_exit check_target(const cli_rating_files *files, const cli_rating *rating, size_t number)
{
    const char *path = files->paths[number];
    for (size_t i = 0; i < number; i++) {
        if (cli_same_file(path, files->paths[i]))
            return cli_usage("conform", "--output: '%s' and '%s' are one file", files->paths[i], path);
    }
    const bool over_list =
        is_read(path, rating->known_path)
        && files->reports[number] != &cli_rating_known; /* a list may be brought up to date */
    if (cli_is_of_corpus(rating, path) || over_list)
        return cli_usage("conform", "--output: '%s' is read, and the report would replace it", path);
    return CLI_CLEAN;
}

cli_exit cli_open_rating_files(cli_rating_files *files, const cli_rating *rating)
{
    for (size_t i = 0; i < files->count; i++) {
        const cli_exit judged = check_target(files, rating, i);
        if (judged != CLI_CLEAN)
            return judged;
    }
    for (; files->open_count < files->count; files->open_count++) {
        ap_output *output = &files->outputs[files->open_count];
        if (!ap_output_open(output, NULL, files->paths[files->open_count], NULL))
            return report_failure(output);
        if (rating->known_stamp.known && is_read(output->file.path, rating->known_path))
            output->file.replaces = &rating->known_stamp;
    }
    return CLI_CLEAN;
}

/* Returns true if a report would replace the list or the report of before that this run has read by a part of what the
   next run needs. */
static bool loses_what_was_read(const cli_rating *rating, const char *path)
{
    return rating->interrupted != 0 && (is_read(path, rating->known_path) || is_read(path, rating->old_path));
}

cli_exit cli_close_rating_files(cli_rating_files *files, const cli_rating *rating, bool rated)
{
    cli_exit result = CLI_CLEAN;
    for (size_t i = 0; i < files->open_count; i++) {
        ap_output *output = &files->outputs[i];
        const bool loses = rated && loses_what_was_read(rating, files->paths[i]);
        const bool keep = rated && !loses;
        if (loses)
            cli_error_about(output->file.path, "stays as it was before the run that was interrupted");
        if (keep)
            files->reports[i]->put(output, rating);
        if (!ap_output_close(output, keep) && keep)
            result = cli_worse(result, report_failure(output));
    }
    return result;
}
