/* Finds which files of the two versions are versions of one file. */
#include <stdlib.h>
#include <string.h>

#include "cli/compare/compare.h"
#include "core/base/lower_bound.h"
#include "core/files/guard.h"
#include "validators/recognize.h"

/* Pairs files that were moved and edited: a file that only the old version has with a file of the same format that only
   the new version has, if most of their content is equal. Each file is read once and divided into pieces: lines of a
   text, without their blanks, or pairs of numbers of a binary file. The MOST_HASHES smallest hashes of pieces are kept. The
   share of these hashes that two files have in common estimates the share of pieces that they have in common
   (MinHash). */

enum {
    MOST_HASHES = 64,
    MOST_FILES = 1000, /* most files of each version that are compared with those of the other version */
    ALIKE = 32,        /* least number of hashes, of MOST_HASHES, that two files must have in common */
    ALIKE_OF_NAME = 16 /* least number of hashes in common if the files have one name in two folders */
};

typedef struct sketch {
    cli_compared_file *file;
    const ap_format *format; /* format of the file; NULL: the file cannot be paired */
    size_t count;
    /* the smallest hashes of the file's pieces, ascending, without duplicates */
    uint64_t hashes[MOST_HASHES];
} sketch;

/* Two files that may be partners, as indices of file_sketches. */
typedef struct candidate {
    uint32_t
        likeness; /* twice the number of hashes in common, plus 1 if the files have one name; ranks the pairs */
    uint16_t one, other;
} candidate;

typedef struct file_sketches {
    cli_compare_run *run;
    sketch *items[2];
    size_t counts[2];
    candidate *candidates;
    size_t count, room;
    sketch *current;
    ap_view input;
} file_sketches;

static void add_hash_to_sketch(sketch *to, uint64_t hash)
{
    size_t low = 0, high = to->count;
    /* mixes the bits: the FNV hashes of short pieces differ too little */
    hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    hash ^= hash >> 31;
    if (to->count == MOST_HASHES && hash >= to->hashes[MOST_HASHES - 1])
        return;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (to->hashes[middle] < hash)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < to->count && to->hashes[low] == hash)
        return;
    const size_t last = to->count < MOST_HASHES ? to->count++ : MOST_HASHES - 1;
    memmove(&to->hashes[low + 1], &to->hashes[low], (last - low) * sizeof *to->hashes);
    to->hashes[low] = hash;
}

static uint64_t add_byte_to_hash(uint64_t hash, uint8_t byte)
{
    return (hash ^ byte) * UINT64_C(0x100000001b3);
}

static void sketch_lines(sketch *to, ap_view input)
{
    const uint64_t start = UINT64_C(0xcbf29ce484222325);
    uint64_t hash = start;
    for (size_t i = 0; i < input.size; i++) {
        const uint8_t byte = input.bytes[i];
        if (byte > ' ') {
            hash = add_byte_to_hash(hash, byte);
        } else if (byte == '\n' && hash != start) {
            add_hash_to_sketch(to, hash);
            hash = start;
        }
    }
    if (hash != start)
        add_hash_to_sketch(to, hash);
}

static void sketch_numbers(sketch *to, ap_view input)
{
    for (size_t i = 0; i + 8 <= input.size; i += 4) {
        uint64_t pair;
        memcpy(&pair, input.bytes + i, sizeof pair);
        add_hash_to_sketch(to, pair * UINT64_C(0x9e3779b97f4a7c15) + 1);
    }
}

static void sketch_file_guarded(void *context)
{
    file_sketches *all = context;
    sketch *to = all->current;
    const cli_compared_file *file = to->file;
    to->count = 0;
    to->format = cli_recognize_walked_file(file->settings->reading.input_format, file->path, all->input);
    if (to->format != NULL && to->format->text)
        sketch_lines(to, all->input);
    else if (to->format != NULL)
        sketch_numbers(to, all->input);
}

/* Reads up to MOST_FILES files of version `number` that have no partner. Returns false when out of memory. */
static bool sketch_files_of_side(file_sketches *all, size_t number)
{
    cli_compare_run *run = all->run;
    cli_compared_side *side = &run->sides[number];
    size_t alone = 0;
    for (size_t i = 0; i < side->count; i++)
        alone += side->files[i].partner == NULL && side->files[i].skipped == NULL;
    const size_t most = alone < MOST_FILES ? alone : MOST_FILES;
    all->items[number] = ap_alloc_array(&run->arena, most, sizeof *all->items[number]);
    for (size_t i = 0; all->items[number] != NULL && i < side->count && all->counts[number] < most; i++) {
        cli_compared_file *file = &side->files[i];
        if (file->partner != NULL || file->skipped != NULL)
            continue;
        all->current = &all->items[number][all->counts[number]++];
        all->current->file = file;
        if (cli_compare_load_file(side, file, &run->input) == AP_OK) {
            all->input = run->input.view;
            /* the file is not paired; lint or the comparison reports why it cannot be read */
            if (ap_input_run_guarded(&run->input, sketch_file_guarded, all) != AP_OK)
                all->current->format = NULL;
        }
        ap_input_release(&run->input);
    }
    return most == 0 || all->items[number] != NULL;
}

/* Estimates how many of MOST_HASHES the two files have in common: counts the common ones among the smallest hashes of
   both files together, and scales the count to MOST_HASHES. */
static size_t estimate_common_hashes(const sketch *one, const sketch *other)
{
    size_t i = 0, j = 0, seen = 0, common = 0;
    while (seen < MOST_HASHES && (i < one->count || j < other->count)) {
        const bool first = j == other->count || (i < one->count && one->hashes[i] <= other->hashes[j]);
        const bool second = i == one->count || (j < other->count && other->hashes[j] <= one->hashes[i]);
        common += first && second;
        i += first;
        j += second;
        seen++;
    }
    return seen == 0 ? 0 : common * MOST_HASHES / seen;
}

static const char *file_name_in_key(const cli_compared_file *file)
{
    const char *slash = strrchr(file->key, '/');
    return slash == NULL ? file->key : slash + 1;
}

/* Adds the pair of file_sketches i and j to the candidates if the files are similar. Returns false when out of memory. */
static bool add_pair_if_similar(file_sketches *all, size_t i, size_t j)
{
    const sketch *one = &all->items[0][i], *other = &all->items[1][j];
    if (one->format == NULL || one->format != other->format)
        return true;
    const bool same_name = strcmp(file_name_in_key(one->file), file_name_in_key(other->file)) == 0;
    const size_t common = estimate_common_hashes(one, other);
    if (common < (same_name ? ALIKE_OF_NAME : ALIKE))
        return true;
    candidate *grown =
        ap_grow_array(&all->run->arena, all->candidates, all->count, &all->room, sizeof *all->candidates);
    if (grown == NULL)
        return false;
    all->candidates = grown;
    grown[all->count++] = (candidate){ (uint32_t)(2 * common + same_name), (uint16_t)i, (uint16_t)j };
    return true;
}

static int compare_pair_likeness(const void *a, const void *b)
{
    const candidate *one = a, *other = b;
    if (one->likeness != other->likeness)
        return one->likeness < other->likeness ? 1 : -1;
    const int first = (one->one > other->one) - (one->one < other->one);
    return first != 0 ? first : (one->other > other->other) - (one->other < other->other);
}

/* Finds partners for files that were both moved and edited. Returns false when out of memory. */
static bool pair_similar_files(cli_compare_run *run)
{
    file_sketches all = { .run = run };
    if (!sketch_files_of_side(&all, 0) || all.counts[0] == 0)
        return all.counts[0] == 0 && !run->arena.failed;
    if (!sketch_files_of_side(&all, 1))
        return false;
    for (size_t i = 0; i < all.counts[0]; i++) {
        for (size_t j = 0; j < all.counts[1]; j++) {
            if (!add_pair_if_similar(&all, i, j))
                return false;
        }
    }
    if (all.count > 1)
        qsort(all.candidates, all.count, sizeof *all.candidates, compare_pair_likeness);
    for (size_t k = 0; k < all.count; k++) {
        cli_compared_file *one = all.items[0][all.candidates[k].one].file;
        cli_compared_file *other = all.items[1][all.candidates[k].other].file;
        if (one->partner == NULL && other->partner == NULL)
            cli_compare_set_partners(one, other);
    }
    return true;
}

/* Files of equal names or contents */

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
    run->out_of_memory |= !pair_moved_files(run) || !pair_similar_files(run);
}
