/* What results are worth. */
#include <stdio.h>
#include <string.h>

#include "cli/conform/conform.h"
#include "corpus/kits.h"

static const struct {
    const char *id, *words;
    bool fine;
} statuses[] = {
    [CLI_NOT_RUN] = { "not-run", "not run", true },
    [CLI_AGREES] = { "agrees", "agrees", true },
    [CLI_SHOULD_ACCEPT] = { "should-have-accepted", "should have accepted", false },
    [CLI_SHOULD_REFUSE] = { "should-have-refused", "should have refused", false },
    [CLI_CRASH] = { "crash", "crash", false },
    [CLI_TIMEOUT] = { "timeout", "timeout", false },
    [CLI_OUT_OF_MEMORY] = { "out-of-memory", "out of memory", false },
    [CLI_MAY_DIFFER] = { "may-differ", "may differ", true },
    [CLI_WRONG_VALUES] = { "wrong-values", "wrong values", false },
};

const char *cli_status_id(cli_status status)
{
    return statuses[status].id;
}

const char *cli_status_words(cli_status status)
{
    return statuses[status].words;
}

bool cli_status_fine(cli_status status)
{
    return statuses[status].fine;
}

/* An excuse that is not needed fails: otherwise a list of known failures never gets shorter. */
bool cli_result_fails(const cli_result *result)
{
    return result->status != CLI_NOT_RUN && cli_status_fine(result->status) == result->excused;
}

static void add(cli_tally *tally, const cli_result *result)
{
    const bool fine = cli_status_fine(result->status);
    tally->runs++;
    tally->counts[result->status]++;
    tally->excused += result->excused && !fine;
    tally->stale += result->excused && fine;
    tally->failed += cli_result_fails(result);
}

void cli_tally_results(cli_conform_data *data)
{
    const size_t loaders = data->options.loader_count;
    for (size_t i = 0; i < data->case_count * loaders; i++) {
        if (data->results[i].status == CLI_NOT_RUN)
            continue;
        add(&data->tallies[i % loaders], &data->results[i]);
        add(&data->total, &data->results[i]);
    }
    for (size_t l = 0; l < loaders; l++)
        data->tallies[l].alike = cli_alike(data, l);
}

void cli_result_words(const cli_conform_options *options, const cli_result *result, char *text, size_t size)
{
    char name[CLI_SIGNAL_BYTES];
    if (result->status == CLI_TIMEOUT) {
        snprintf(text, size, "killed after %g s", (double)options->timeout_ms / 1000);
    } else if (result->report != NULL) {
        snprintf(text, size, "reported by a sanitizer");
    } else if (result->signal != 0) {
        cli_signal_name(result->signal, name);
        snprintf(text, size, "%s", name);
    } else if (result->silent) {
        snprintf(text, size, "exit %d without an answer", result->exit_code);
    } else if (result->exit_code == 0 || result->exit_code == 1) {
        snprintf(text, size, "%s", result->exit_code == 0 ? "accepted" : "refused");
    } else {
        snprintf(text, size, "exit %d", result->exit_code);
    }
}

/* Whether it is what the file was made to show: one change may have several findings. */
static bool shown(const ap_manifest_case *entry, const ap_manifest_finding *finding)
{
    const ap_defect *defect = entry->defect == NULL ? NULL : ap_find_defect(entry->defect);
    return defect != NULL && strcmp(defect->rule, finding->rule) == 0;
}

const ap_manifest_finding *cli_main_finding(const ap_manifest_case *entry)
{
    const ap_manifest_finding *gravest = NULL;
    for (size_t i = 0; i < entry->expected_count; i++) {
        const ap_manifest_finding *one = &entry->expected[i];
        if (gravest == NULL || one->severity > gravest->severity
            || (one->severity == gravest->severity && shown(entry, one) && !shown(entry, gravest)))
            gravest = one;
    }
    return gravest;
}
