#include "cli/files/seen_files.h"

#include <stdint.h>
#include <stdlib.h>

#include "core/base/span.h"

enum { FIRST_ROOM = 64 };

/* Returns the slot of the identity, or the empty slot to which the identity belongs. The table always has
   an empty slot. */
static cli_inode_id *find_slot(const cli_seen_files *seen, cli_inode_id wanted)
{
    uint64_t hash = ((uint64_t)wanted.number ^ (uint64_t)wanted.device << 40) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(hash >> 32) & (seen->room - 1);
    for (;;) {
        cli_inode_id *slot = &seen->slots[at];
        if (slot->number == 0 || (slot->number == wanted.number && slot->device == wanted.device))
            return slot;
        at = (at + 1) & (seen->room - 1);
    }
}

static bool grow_table(cli_seen_files *seen)
{
    cli_seen_files grown = { .count = seen->count,
        .room = seen->room == 0 ? FIRST_ROOM : ap_saturating_size_product(seen->room, 2) };
    grown.slots = calloc(grown.room, sizeof *grown.slots);
    if (grown.slots == NULL)
        return false;
    for (size_t i = 0; i < seen->room; i++) {
        if (seen->slots[i].number != 0)
            *find_slot(&grown, seen->slots[i]) = seen->slots[i];
    }
    free(seen->slots);
    *seen = grown;
    return true;
}

bool cli_seen_files_has(const cli_seen_files *seen, const struct stat *about)
{
    return seen->count > 0 && find_slot(seen, (cli_inode_id){ about->st_dev, about->st_ino })->number != 0;
}

bool cli_seen_files_add(cli_seen_files *seen, const struct stat *about)
{
    if (2 * seen->count >= seen->room && !grow_table(seen))
        return false;
    cli_inode_id *slot = find_slot(seen, (cli_inode_id){ about->st_dev, about->st_ino });
    seen->count += slot->number == 0;
    *slot = (cli_inode_id){ about->st_dev, about->st_ino };
    return true;
}

void cli_seen_files_free(cli_seen_files *seen)
{
    free(seen->slots);
    *seen = (cli_seen_files){ NULL, 0, 0 };
}
