/* Compares a run with an earlier report: finds results that are newly broken or newly fixed. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/conform/rate/rating.h"
#include "cli/shared/open_text.h"
#include "core/json/json_text.h"

enum { MOST_BYTES = 512 << 20 };

static cli_exit refuse_earlier_report(const cli_rating *rating, const char *why)
{
    return cli_fail(CLI_USAGE, rating->earlier_path, "%s", why);
}

static cli_exit read_earlier_report(const char *path, char **text, size_t *size)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return cli_fail_errno(path, errno);
    const char *why = cli_read_text_and_keep_file_open(file, MOST_BYTES, text, size);
    close(file);
    if (why == cli_no_room_to_read)
        return cli_fail_no_memory();
    if (why == cli_too_long_to_read)
        return cli_fail(CLI_USAGE, path, "larger than 512 MiB, the limit for a report");
    return why == NULL
               ? CLI_CLEAN
               : cli_fail(CLI_UNREADABLE, path, "%s", why == cli_not_to_read ? "not a regular file" : why);
}

/* Returns the status with the name that the report gives; CLI_NOT_RUN if no status has this name. */
static cli_case_status status_of_json(const ap_json_document *json, ap_json_ref status)
{
    for (cli_case_status known = CLI_AGREES; known < CLI_STATUSES; known++) {
        if (ap_json_string_equals(json, status, cli_case_status_id(known)))
            return known;
    }
    return CLI_NOT_RUN;
}

/* Stores the earlier results of a case, for the loaders of this run. Returns false if the report is
   malformed. */
static bool store_earlier_results(
    cli_rating *rating, const ap_json_document *json, ap_json_ref results, size_t index)
{
    for (ap_json_ref at = ap_json_first_entry(json, results); at != AP_JSON_MISSING;
         at = ap_json_next_entry(json, results, at)) {
        const cli_case_status status = status_of_json(json, ap_json_find_member(json, at, "status"));
        if (status == CLI_NOT_RUN)
            return false;
        for (size_t l = 0; l < rating->loader_count; l++) {
            if (ap_json_string_equals(json, ap_json_find_member(json, at, "loader"), rating->loaders[l].name))
                rating->earlier[index * rating->loader_count + l] = status;
        }
    }
    return ap_json_kind_of(json, results) == AP_JSON_ARRAY;
}

static cli_exit store_earlier_report(cli_rating *rating, const ap_json_document *json)
{
    const ap_json_ref cases = ap_json_find_member(json, 0, "cases");
    const ap_json_ref manifest =
        ap_json_find_member(json, ap_json_find_member(json, 0, "corpus"), "manifest_sha256");
    if (ap_json_kind_of(json, cases) != AP_JSON_ARRAY || ap_json_kind_of(json, manifest) != AP_JSON_STRING)
        return refuse_earlier_report(rating, "not a JSON report of animproof conform");
    if (!ap_json_string_equals(json, manifest, rating->about.manifest_sha256))
        return refuse_earlier_report(rating, "the report is about another corpus");
    rating->earlier =
        ap_alloc_array(&rating->arena, rating->case_count * rating->loader_count, sizeof *rating->earlier);
    if (rating->earlier == NULL)
        return cli_fail_no_memory();
    if (ap_json_find_member(json, 0, "interrupted") != AP_JSON_MISSING)
        cli_error_about(
            rating->earlier_path, "the earlier run was interrupted: results that it lacks are not compared");
    ap_json_ref at = ap_json_first_entry(json, cases);
    for (size_t i = 0; i < rating->case_count; i++, at = ap_json_next_entry(json, cases, at)) {
        if (at == AP_JSON_MISSING
            || !ap_json_string_equals(json, ap_json_find_member(json, at, "id"), rating->cases[i].id)
            || !store_earlier_results(rating, json, ap_json_find_member(json, at, "results"), i))
            return refuse_earlier_report(rating, "the report's cases differ from those of the corpus");
    }
    return CLI_CLEAN;
}

cli_exit cli_read_earlier_report(cli_rating *rating)
{
    ap_arena arena;
    char fault[AP_JSON_FAULT_BYTES], *text = NULL;
    size_t size;
    ap_json_document json;
    cli_exit result =
        rating->earlier_path == NULL ? CLI_CLEAN : read_earlier_report(rating->earlier_path, &text, &size);
    if (text == NULL)
        return result;
    ap_arena_init(&arena, 0);
    if (ap_json_read(&json, (ap_view){ (uint8_t *)text, size }, &arena, fault))
        result = store_earlier_report(rating, &json);
    else
        result = arena.failed ? cli_fail_no_memory() : refuse_earlier_report(rating, fault);
    ap_arena_free(&arena);
    free(text);
    return result;
}

/* If the earlier run found wrong values, and this run compares no values, the result is not a change. */
cli_result_change cli_result_change_of_case(const cli_rating *rating, size_t case_index, size_t loader)
{
    const cli_case_status now = cli_case_result_of(rating, case_index, loader)->status;
    const cli_case_status old = cli_earlier_status(rating, case_index, loader);
    if (old == CLI_NOT_RUN || now == CLI_NOT_RUN || (old == CLI_WRONG_VALUES && !rating->compares_values)
        || cli_case_status_is_fine(old) == cli_case_status_is_fine(now))
        return CLI_SAME;
    return cli_case_status_is_fine(old) ? CLI_NEWLY_BROKEN : CLI_NEWLY_FIXED;
}

const char *cli_result_change_text(cli_result_change change)
{
    return change == CLI_NEWLY_BROKEN ? "newly broken" : "newly fixed";
}

bool cli_does_rating_fail(const cli_rating *rating)
{
    bool fails = rating->earlier == NULL && rating->total.failed > 0;
    for (size_t l = 0; rating->earlier != NULL && l < rating->loader_count; l++) {
        for (size_t i = 0; i < rating->case_count; i++)
            fails = fails
                    || (cli_result_change_of_case(rating, i, l) == CLI_NEWLY_BROKEN
                        && !cli_case_result_of(rating, i, l)->excused);
    }
    return fails;
}
