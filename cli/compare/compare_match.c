/* Finds which files of the two versions are versions of one file. */
#include <stdlib.h>
#include <string.h>

#include "cli/compare/compare.h"

static int compare_digests(const void *a, const void *b)
{
    const cli_compared_file *one = *(cli_compared_file *const *)a, *other = *(cli_compared_file *const *)b;
    const int order = strcmp(one->digest, other->digest);
    return order != 0 ? order : strcmp(one->key, other->key);
}

/* Lists the files without a partner, sorted by digest. Returns NULL when out of memory. */
static cli_compared_file **list_unpaired_files(
    cli_compare_run *run, const cli_compared_side *side, size_t *count)
{
    cli_compared_file **alone = ap_alloc_array(&run->arena, side->count, sizeof *alone);
    *count = 0;
    for (size_t i = 0; alone != NULL && i < side->count; i++) {
        if (side->files[i].partner == NULL)
            alone[(*count)++] = &side->files[i];
    }
    if (*count > 1)
        qsort(alone, *count, sizeof *alone, compare_digests);
    return alone;
}

static bool pair_moved_files(cli_compare_run *run)
{
    size_t old_count, new_count;
    cli_compared_file **one = list_unpaired_files(run, &run->sides[0], &old_count);
    cli_compared_file **other = list_unpaired_files(run, &run->sides[1], &new_count);
    for (size_t i = 0, j = 0; one != NULL && other != NULL && i < old_count && j < new_count;) {
        const int order = strcmp(one[i]->digest, other[j]->digest);
        if (order == 0)
            cli_compare_set_partners(one[i], other[j]);
        i += order <= 0;
        j += order >= 0;
    }
    return one != NULL && other != NULL;
}

void cli_compare_pair_files(cli_compare_run *run)
{
    cli_compared_side *one = &run->sides[0], *other = &run->sides[1];
    for (size_t i = 0, j = 0; i < one->count && j < other->count;) {
        const int order = strcmp(one->files[i].key, other->files[j].key);
        if (order == 0)
            cli_compare_set_partners(&one->files[i], &other->files[j]);
        i += order <= 0;
        j += order >= 0;
    }
    run->out_of_memory |= !pair_moved_files(run) || !cli_compare_pair_similar_files(run);
}
