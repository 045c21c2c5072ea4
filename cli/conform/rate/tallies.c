/* Counts results by loader and by rule, and finds loaders that break on every file in the same way. */
#include <stdlib.h>
#include <string.h>

#include "cli/conform/rate/rating.h"
#include "core/base/utf8.h"

void cli_count_conform_runs(cli_rating *rating)
{
    for (size_t job = 0; job < rating->case_count * rating->loader_count; job++) {
        rating->runs_wanted += cli_does_loader_read_case(rating, job);
        rating->runs_done += rating->results[job].status != CLI_NOT_RUN;
    }
}

bool cli_was_never_run(const cli_rating *rating, size_t case_index, size_t loader)
{
    return rating->interrupted != 0 && cli_case_result_of(rating, case_index, loader)->status == CLI_NOT_RUN
           && cli_does_loader_read_case(rating, case_index * rating->loader_count + loader);
}

enum {
    /* least number of files with the same failure for which one line is reported; with fewer files, each failure is
       listed */
    LEAST_ALIKE = 3
};

static bool crashed_or_ran_out_of_memory(const cli_case_result *result)
{
    return result->status == CLI_CRASH || result->status == CLI_OUT_OF_MEMORY;
}

/* Returns the last line that is not blank. */
static ap_view last_nonblank_line(const char *text)
{
    static const char blanks[] = " \t\r\n";
    size_t end = strlen(text);
    while (end > 0 && strchr(blanks, text[end - 1]) != NULL)
        end--;
    size_t start = end;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    return (ap_view){ (const uint8_t *)text + start, end - start };
}

/* Returns "==1234==ERROR: ..." without the process id, which differs between runs. */
static ap_view skip_process_id(const char *line)
{
    const size_t digits = strncmp(line, "==", 2) == 0 ? strspn(line + 2, "0123456789") : 0;
    if (digits > 0 && strncmp(line + 2 + digits, "==", 2) == 0)
        line += digits + 4;
    return (ap_view){ (const uint8_t *)line, strlen(line) };
}

ap_view cli_best_output_line(const cli_case_result *result)
{
    if (result->report != NULL)
        return skip_process_id(result->report);
    return crashed_or_ran_out_of_memory(result) ? last_nonblank_line(result->output) : (ap_view){ NULL, 0 };
}

/* Returns the length of the line up to the first address, which differs between runs. */
static size_t length_before_address(ap_view line)
{
    const uint8_t *address = memmem(line.bytes, line.size, "0x", 2);
    return address == NULL ? line.size : (size_t)(address - line.bytes);
}

static bool have_same_failure(const cli_case_result *one, const cli_case_result *other)
{
    const ap_view line = cli_best_output_line(one), same = cli_best_output_line(other);
    const size_t length = length_before_address(line);
    return one->status == other->status && length == length_before_address(same) && length > 0
           && memcmp(line.bytes, same.bytes, length) == 0;
}

/* Returns the first result of a loader if the loader crashed or ran out of memory on all of its files, at least
   LEAST_ALIKE, with the same line of output; otherwise NULL. */
static const cli_case_result *find_common_failure(const cli_rating *rating, size_t loader)
{
    const cli_case_result *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < rating->case_count; i++) {
        const cli_case_result *result = cli_case_result_of(rating, i, loader);
        if (result->status == CLI_NOT_RUN)
            continue;
        if (!crashed_or_ran_out_of_memory(result) || (first != NULL && !have_same_failure(first, result)))
            return NULL;
        first = first == NULL ? result : first;
        count++;
    }
    return count < LEAST_ALIKE ? NULL : first;
}

static void tally_result(cli_loader_tally *tally, const cli_case_result *result)
{
    const bool fine = cli_case_status_is_fine(result->status);
    tally->runs++;
    tally->counts[result->status]++;
    tally->excused += result->excused && !fine;
    tally->stale += result->excused && fine;
    tally->failed += cli_case_result_fails(result);
}

static void tally_loaders(cli_rating *rating)
{
    const size_t loaders = rating->loader_count;
    for (size_t i = 0; i < rating->case_count * loaders; i++) {
        if (rating->results[i].status == CLI_NOT_RUN)
            continue;
        tally_result(&rating->tallies[i % loaders], &rating->results[i]);
        tally_result(&rating->total, &rating->results[i]);
    }
    for (size_t l = 0; l < loaders; l++)
        rating->tallies[l].common_failure = find_common_failure(rating, l);
}

/* A case that was run, with the rule for which it is counted. */
typedef struct shown_case {
    const char *rule;
    size_t index;
} shown_case;

static bool case_was_run(const cli_rating *rating, size_t index)
{
    size_t l = 0;
    while (l < rating->loader_count && cli_case_result_of(rating, index, l)->status == CLI_NOT_RUN)
        l++;
    return l < rating->loader_count;
}

static int compare_case_rules(const void *left, const void *right)
{
    const shown_case *a = left, *b = right;
    const int order = strcmp(a->rule, b->rule);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

/* Lists the cases that were run, sorted by rule, then by their order in the corpus, and sets rating->run_case_count. Returns
   NULL when out of memory. */
static shown_case *list_and_count_run_cases(cli_rating *rating)
{
    shown_case *cases = ap_alloc_array(&rating->arena, rating->case_count + 1, sizeof *cases);
    for (size_t i = 0; cases != NULL && i < rating->case_count; i++) {
        if (case_was_run(rating, i))
            cases[rating->run_case_count++] = (shown_case){ cli_rule_shown_by_case(&rating->cases[i]), i };
    }
    if (cases != NULL && rating->run_case_count > 0)
        qsort(cases, rating->run_case_count, sizeof *cases, compare_case_rules);
    return cases;
}

static bool is_first_case_of_rule(const shown_case *cases, size_t at)
{
    return at == 0 || strcmp(cases[at - 1].rule, cases[at].rule) != 0;
}

static void add_case_to_rule(cli_rule_tally *tally, const cli_rating *rating, size_t index)
{
    for (size_t l = 0; l < rating->loader_count; l++) {
        const cli_case_result *result = cli_case_result_of(rating, index, l);
        if (result->status == CLI_NOT_RUN)
            continue;
        const bool fine = cli_case_status_is_fine(result->status);
        tally->runs[l]++;
        tally->fine[l] += fine;
        tally->wrong += !fine;
        tally->failed += !fine && cli_case_result_fails(result);
    }
}

static int compare_wrong_counts(const void *left, const void *right)
{
    const cli_rule_tally *a = left, *b = right;
    if (a->wrong != b->wrong)
        return a->wrong < b->wrong ? 1 : -1;
    return (a->first_case > b->first_case) - (a->first_case < b->first_case);
}

static bool tally_rules(cli_rating *rating)
{
    size_t rules = 0;
    const shown_case *cases = list_and_count_run_cases(rating);
    for (size_t i = 0; cases != NULL && i < rating->run_case_count; i++)
        rules += is_first_case_of_rule(cases, i);
    rating->rules = cases == NULL ? NULL : ap_alloc_array(&rating->arena, rules + 1, sizeof *rating->rules);
    if (rating->rules == NULL)
        return false;
    for (size_t i = 0; i < rating->run_case_count; i++) {
        if (is_first_case_of_rule(cases, i))
            rating->rules[rating->rule_count++] =
                (cli_rule_tally){ .rule = cases[i].rule, .first_case = cases[i].index };
        add_case_to_rule(&rating->rules[rating->rule_count - 1], rating, cases[i].index);
    }
    if (rating->rule_count > 0)
        qsort(rating->rules, rating->rule_count, sizeof *rating->rules, compare_wrong_counts);
    return true;
}

static bool list_failures(cli_rating *rating)
{
    size_t count = 0;
    rating->failures = ap_alloc_array(&rating->arena, rating->total.failed + 1, sizeof *rating->failures);
    if (rating->failures == NULL)
        return false;
    for (int rank = 1; rank <= CLI_RANK_STALE; rank++) {
        for (size_t i = 0; i < rating->case_count * rating->loader_count; i++) {
            const cli_failed_result at = { i % rating->case_count, i / rating->case_count };
            const cli_case_result *result = cli_case_result_of(rating, at.index, at.loader);
            if (cli_case_result_fails(result) && cli_case_result_rank(result) == rank)
                rating->failures[count++] = at;
        }
    }
    return true;
}

bool cli_tally_results(cli_rating *rating)
{
    tally_loaders(rating);
    return tally_rules(rating) && list_failures(rating);
}
