#include "cli/check/prefetch_pool.h"

#include <stdlib.h>
#include <sys/mman.h>

enum {
    /* least size of a file that is prefetched: a smaller one is checked before a thread could start */
    LEAST_FILE_BYTES = 8 << 20,
    RELEASED_BYTES = 4 << 20, /* size of the part of a mapped file that one task gives back to the system */

    MOST_PARTS = 512,
    PART_BYTES = 1 << 20, /* least size of a part */
    /* least size of an array that is divided into parts; the reader checks a smaller array itself */
    LEAST_ARRAY_BYTES = 2 << 20,
};

bool cli_prefetch_start_threads(cli_prefetch *prefetch)
{
    if (prefetch->pool.count == 0 && !cli_pool_start(&prefetch->pool, prefetch->helper_threads))
        prefetch->helper_threads = 0;
    return prefetch->helper_threads > 0;
}

/* Functions that count the clean elements of a large array in several threads. A clean element has no findings. */

struct cli_clean_count_parts {
    cli_task_counts parts;
    ap_element element;
    ap_block_of_array all;
    const void *record;
    size_t elements; /* number of elements in each part; the last part may have fewer */
    /* for each part, the number of clean elements before its first element with a finding */
    size_t clean[MOST_PARTS];
};

static void count_clean_elements_of_part(void *context, size_t part)
{
    cli_clean_count_parts *of = context;
    const size_t first = part * of->elements, left = of->all.count - first;
    const size_t end = first + (left < of->elements ? left : of->elements);
    of->clean[part] = ap_count_leading_clean_elements(&of->element, &of->all, first, end, of->record);
}

/* Returns the number of clean elements before the array's first element with a finding. */
static size_t count_leading_clean_elements(const cli_clean_count_parts *of)
{
    size_t clean = 0;
    for (size_t part = 0; part < of->parts.count; part++) {
        clean += of->clean[part];
        if (of->clean[part] < of->elements)
            break;
    }
    return clean;
}

static cli_clean_count_parts *allocate_parts(cli_prefetch *prefetch)
{
    if (prefetch->parts == NULL)
        prefetch->parts = malloc(sizeof *prefetch->parts);
    return prefetch->parts;
}

static size_t count_clean_elements(
    void *context, const ap_element *element, const ap_block_of_array *all, const void *record)
{
    cli_prefetch *prefetch = context;
    const size_t bytes = all->count * element->bytes;
    const bool worth_it =
        bytes >= LEAST_ARRAY_BYTES && element->is_clean != NULL && cli_prefetch_start_threads(prefetch);
    cli_clean_count_parts *of = worth_it ? allocate_parts(prefetch) : NULL;
    if (of == NULL)
        return 0;
    const size_t part_bytes = bytes / MOST_PARTS > PART_BYTES ? bytes / MOST_PARTS : PART_BYTES;
    *of = (cli_clean_count_parts){
        .element = *element, .all = *all, .record = record, .elements = part_bytes / element->bytes + 1
    };
    of->parts.count = (all->count + of->elements - 1) / of->elements;
    prefetch->work = cli_work_of_tasks(of, count_clean_elements_of_part);
    cli_pool_run_all_tasks(&prefetch->pool, &prefetch->work, prefetch->input);
    return count_leading_clean_elements(of);
}

/* Functions of a file */

void cli_prefetch_init(cli_prefetch *prefetch)
{
    *prefetch = (cli_prefetch){ .asked = { prefetch, cli_prefetch_read_number_run, count_clean_elements } };
    cli_pool_init(&prefetch->pool);
}

const ap_prefetched_results *cli_prefetch_begin_input(cli_prefetch *prefetch, const ap_input *input)
{
    prefetch->input = input;
    return input->view.size < LEAST_FILE_BYTES ? NULL : &prefetch->asked;
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
