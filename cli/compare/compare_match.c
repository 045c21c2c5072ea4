/* Finds which files of the two versions are versions of one file. */
#include <stdlib.h>
#include <string.h>

#include "cli/compare/compare.h"
#include "core/base/lower_bound.h"

static int compare_digests(const void *a, const void *b)
{
    const cli_compared_file *one = *(cli_compared_file *const *)a, *other = *(cli_compared_file *const *)b;
    const int order = strcmp(one->digest, other->digest);
    return order != 0 ? order : strcmp(one->key, other->key);
}

/* Lists the files that have no partner and can be compared, sorted by digest. Returns NULL when out of memory. */
static cli_compared_file **list_unpaired_files(
    cli_compare_run *run, const cli_compared_side *side, size_t *count)
{
    cli_compared_file **alone = ap_alloc_array(&run->arena, side->count, sizeof *alone);
    *count = 0;
    for (size_t i = 0; alone != NULL && i < side->count; i++) {
        if (side->files[i].partner == NULL && side->files[i].skipped == NULL)
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

static int compare_file_with_key(const void *file, const void *key)
{
    return strcmp(((const cli_compared_file *)file)->key, key);
}

static void mark_files_of_archive(cli_compared_side *side, const char *archive)
{
    const size_t bytes = strlen(archive);
    for (size_t i =
             ap_lower_bound(side->files, side->count, sizeof *side->files, archive, compare_file_with_key);
         i < side->count && strncmp(side->files[i].key, archive, bytes) == 0; i++)
        side->files[i].is_in_unreadable_archive |= side->files[i].key[bytes] == '!';
}

void cli_compare_remove_files_of_unreadable_archives(cli_compare_run *run)
{
    for (size_t number = 0; number < 2; number++) {
        const cli_compared_side *side = &run->sides[number];
        for (size_t i = 0; i < side->count; i++) {
            if (side->files[i].skipped != NULL && cli_is_archive_name(side->files[i].key))
                mark_files_of_archive(&run->sides[1 - number], side->files[i].key);
        }
    }
    for (size_t number = 0; number < 2; number++) {
        cli_compared_side *side = &run->sides[number];
        size_t kept = 0;
        for (size_t i = 0; i < side->count; i++) {
            if (!side->files[i].is_in_unreadable_archive)
                side->files[kept++] = side->files[i];
        }
        side->count = kept;
    }
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
