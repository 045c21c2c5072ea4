/* Runs that a signal has ended early: how far they came. */
#include "cli/conform/conform.h"

void cli_count_runs(cli_conform_data *data)
{
    for (size_t job = 0; job < data->case_count * data->options.loader_count; job++) {
        data->runs_wanted += cli_is_job(data, job);
        data->runs_done += data->results[job].status != CLI_NOT_RUN;
    }
}

bool cli_was_cut_off(const cli_conform_data *data, size_t case_index, size_t loader)
{
    return data->interrupted != 0 && cli_result_of(data, case_index, loader)->status == CLI_NOT_RUN
           && cli_is_job(data, case_index * data->options.loader_count + loader);
}

void cli_interruption(const cli_conform_data *data, char text[CLI_INTERRUPTION_BYTES])
{
    char name[CLI_SIGNAL_BYTES];
    cli_signal_name(data->interrupted, name);
    snprintf(text, CLI_INTERRUPTION_BYTES, "interrupted by %s after %zu of %zu runs", name, data->runs_done,
        data->runs_wanted);
}
