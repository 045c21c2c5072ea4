#include "cli/check/prefetch_pool.h"

#include <stdlib.h>
#include <sys/mman.h>

enum {
    /* least size of a file that is prefetched: a smaller one is checked before a thread could start */
    LEAST_FILE_BYTES = 8 << 20,
    RELEASED_BYTES = 4 << 20 /* size of the part of a mapped file that one task gives back to the system */
};

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

typedef struct page_release {
    cli_task_counts parts;
    const ap_input *input;
} page_release;

static void release_pages_of_part(void *context, size_t part)
{
    const page_release *release = context;
    const size_t at = part * RELEASED_BYTES, left = release->input->view.size - at;
    (void)madvise((uint8_t *)release->input->mapping + at, left < RELEASED_BYTES ? left : RELEASED_BYTES,
        MADV_DONTNEED);
}

void cli_prefetch_release_pages(cli_prefetch *prefetch, const ap_input *input)
{
    if (prefetch->pool.count == 0 || input->mapping == NULL)
        return;
    page_release release = { .parts.count = (input->view.size + RELEASED_BYTES - 1) / RELEASED_BYTES,
        .input = input };
    prefetch->work = cli_work_of_tasks(&release, release_pages_of_part);
    cli_pool_run_all_tasks(&prefetch->pool, &prefetch->work, input);
}

void cli_prefetch_free(cli_prefetch *prefetch)
{
    cli_prefetch_end_input(prefetch);
    free(prefetch->parts);
    cli_pool_stop(&prefetch->pool);
}
