#include "cli/check/prefetch_pool.h"

#include <stdlib.h>

/* Least size of a file that is prefetched. A smaller file is checked before a thread could start. */
enum { LEAST_FILE_BYTES = 8 << 20 };

void cli_prefetch_init(cli_prefetch *prefetch)
{
    *prefetch = (cli_prefetch){ .asked = { prefetch, cli_prefetch_read_number_run,
                                    cli_prefetch_count_clean_elements } };
    cli_pool_init(&prefetch->pool);
}

const ap_prefetched_results *cli_prefetch_begin_input(cli_prefetch *prefetch, const ap_input *input)
{
    prefetch->input = input;
    return input->view.size < LEAST_FILE_BYTES ? NULL : &prefetch->asked;
}

bool cli_prefetch_start_threads(cli_prefetch *prefetch)
{
    if (prefetch->pool.count == 0 && !cli_pool_start(&prefetch->pool, prefetch->helper_threads))
        prefetch->helper_threads = 0;
    return prefetch->helper_threads > 0;
}

void cli_prefetch_end_input(cli_prefetch *prefetch)
{
    cli_pool_cancel_waiting_tasks_and_wait(&prefetch->pool);
    cli_number_runs_free(prefetch->runs);
    prefetch->runs = NULL;
}

void cli_prefetch_free(cli_prefetch *prefetch)
{
    cli_prefetch_end_input(prefetch);
    free(prefetch->parts);
    cli_pool_stop(&prefetch->pool);
}
