/* How loaders did rule by rule, and what is told first. */
#include <stdlib.h>
#include <string.h>

#include "cli/conform/conform.h"

static const char valid_files[] = "(valid files)";

int cli_result_rank(const cli_result *result)
{
    static const int ranks[CLI_STATUSES] = { [CLI_CRASH] = 1,
        [CLI_TIMEOUT] = 2,
        [CLI_OUT_OF_MEMORY] = 3,
        [CLI_SHOULD_ACCEPT] = 4,
        [CLI_SHOULD_REFUSE] = 4,
        [CLI_WRONG_VALUES] = 4 };
    const int rank = ranks[result->status];
    return rank > 0 ? rank : result->excused ? CLI_RANK_STALE : 0;
}

const char *cli_case_rule(const ap_manifest_case *entry)
{
    const ap_manifest_finding *finding = cli_main_finding(entry);
    return finding == NULL ? valid_files : finding->rule;
}

/* A case that a loader was run on, and the rule that it shows. */
typedef struct shown_case {
    const char *rule;
    size_t index;
} shown_case;

static bool was_run(const cli_conform_data *data, size_t index)
{
    size_t l = 0;
    while (l < data->options.loader_count && cli_result_of(data, index, l)->status == CLI_NOT_RUN)
        l++;
    return l < data->options.loader_count;
}

static int by_rule(const void *left, const void *right)
{
    const shown_case *a = left, *b = right;
    const int order = strcmp(a->rule, b->rule);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

/* The cases that were run, by rule and then in the order of the corpus. NULL when memory has run out. */
static shown_case *list_cases(cli_conform_data *data)
{
    shown_case *cases = ap_alloc_array(&data->arena, data->case_count + 1, sizeof *cases);
    for (size_t i = 0; cases != NULL && i < data->case_count; i++) {
        if (was_run(data, i))
            cases[data->run_case_count++] = (shown_case){ cli_case_rule(&data->cases[i]), i };
    }
    if (cases != NULL && data->run_case_count > 0)
        qsort(cases, data->run_case_count, sizeof *cases, by_rule);
    return cases;
}

static bool begins_rule(const shown_case *cases, size_t at)
{
    return at == 0 || strcmp(cases[at - 1].rule, cases[at].rule) != 0;
}

static void add_case(cli_rule_tally *tally, const cli_conform_data *data, size_t index)
{
    for (size_t l = 0; l < data->options.loader_count; l++) {
        const cli_result *result = cli_result_of(data, index, l);
        if (result->status == CLI_NOT_RUN)
            continue;
        const bool fine = cli_status_fine(result->status);
        tally->runs[l]++;
        tally->fine[l] += fine;
        tally->wrong += !fine;
        tally->failed += !fine && cli_result_fails(result);
    }
}

static int most_wrong_first(const void *left, const void *right)
{
    const cli_rule_tally *a = left, *b = right;
    if (a->wrong != b->wrong)
        return a->wrong < b->wrong ? 1 : -1;
    return (a->place > b->place) - (a->place < b->place);
}

bool cli_tally_rules(cli_conform_data *data)
{
    size_t rules = 0;
    const shown_case *cases = list_cases(data);
    for (size_t i = 0; cases != NULL && i < data->run_case_count; i++)
        rules += begins_rule(cases, i);
    data->rules = cases == NULL ? NULL : ap_alloc_array(&data->arena, rules + 1, sizeof *data->rules);
    if (data->rules == NULL)
        return false;
    for (size_t i = 0; i < data->run_case_count; i++) {
        if (begins_rule(cases, i))
            data->rules[data->rule_count++] =
                (cli_rule_tally){ .rule = cases[i].rule, .place = cases[i].index };
        add_case(&data->rules[data->rule_count - 1], data, cases[i].index);
    }
    if (data->rule_count > 0)
        qsort(data->rules, data->rule_count, sizeof *data->rules, most_wrong_first);
    return true;
}

void cli_rule_cell(const cli_rule_tally *tally, size_t loader, char *text, size_t size)
{
    if (tally->runs[loader] == 0)
        snprintf(text, size, "-");
    else
        snprintf(text, size, "%zu of %zu", tally->fine[loader], tally->runs[loader]);
}
