/* Remembers which files were tried, so that a file is tried twice only if memory runs out. */
#include <stdlib.h>
#include <string.h>

#include "cli/reduce/reduce.h"

enum { FIRST_ROOM = 1024 };

/* Returns the FNV-1a hash of the bytes, with a seed, mixed once more. */
static uint64_t hash_of_bytes(const uint8_t *bytes, size_t size, uint64_t seed)
{
    uint64_t hash = seed;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    hash ^= hash >> 29;
    hash = (hash + size) * UINT64_C(0xbf58476d1ce4e5b9);
    return (hash ^ hash >> 32) | 1; /* never 0, because 0 marks an empty slot */
}

/* Returns the slot with these hashes, or the empty slot where they belong. */
static uint64_t *find_hash_slot(const cli_tried_files *tried, const uint64_t hashes[2])
{
    size_t at = (size_t)(hashes[0] >> 1) & (tried->room - 1);
    while (tried->items[at][0] != 0 && (tried->items[at][0] != hashes[0] || tried->items[at][1] != hashes[1]))
        at = (at + 1) & (tried->room - 1);
    return tried->items[at];
}

/* Doubles the hash table. When out of memory, empties the set: files are then tried again. */
static void grow_or_empty_hash_table(cli_tried_files *tried)
{
    const cli_tried_files old = *tried;
    const size_t room = old.room == 0 ? FIRST_ROOM : 2 * old.room;
    *tried = (cli_tried_files){ .items = calloc(room, sizeof *tried->items), .room = room };
    if (tried->items == NULL)
        tried->room = 0;
    for (size_t i = 0; tried->items != NULL && i < old.room; i++) {
        if (old.items[i][0] != 0)
            memcpy(find_hash_slot(tried, old.items[i]), old.items[i], sizeof old.items[i]);
    }
    tried->count = tried->items == NULL ? 0 : old.count;
    free(old.items);
}

static void compute_two_hashes(const uint8_t *bytes, size_t size, uint64_t hashes[2])
{
    hashes[0] = hash_of_bytes(bytes, size, UINT64_C(0xcbf29ce484222325));
    hashes[1] = hash_of_bytes(bytes, size, UINT64_C(0x9e3779b97f4a7c15));
}

bool cli_was_candidate_tried(const cli_tried_files *tried, const uint8_t *bytes, size_t size)
{
    uint64_t hashes[2];
    compute_two_hashes(bytes, size, hashes);
    return tried->room > 0 && find_hash_slot(tried, hashes)[0] != 0;
}

bool cli_add_if_untried(cli_tried_files *tried, const uint8_t *bytes, size_t size)
{
    uint64_t hashes[2];
    compute_two_hashes(bytes, size, hashes);
    if (2 * tried->count >= tried->room)
        grow_or_empty_hash_table(tried);
    if (tried->room == 0)
        return true;
    uint64_t *place = find_hash_slot(tried, hashes);
    if (place[0] != 0)
        return false;
    memcpy(place, hashes, sizeof hashes);
    tried->count++;
    return true;
}
