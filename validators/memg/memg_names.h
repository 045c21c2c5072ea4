/* A set of names, for the question whether a name was there before: a hash of 8 bytes a name, so that the
   38 million groups that a gigabyte can hold fit. The names themselves stay where they are. */
#ifndef AP_MEMG_NAMES_H
#define AP_MEMG_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/span.h"

typedef struct ap_names {
    ap_arena *arena;
    const void *owner; /* handed to name_of */
    ap_view (*name_of)(const void *owner, size_t entry);
    uint64_t *slots; /* an entry under a few bits of its hash; 0: free */
    size_t capacity; /* of slots: 0 or a power of two */
    size_t count;
    uint64_t seeds[2]; /* the hash is seeded by the address of the set, so inputs cannot force collisions */
} ap_names;

/* An empty set; takes no memory yet. Everything stays the caller's and must outlive the set. */
void ap_names_init(
    ap_names *names, ap_arena *arena, const void *owner, ap_view (*name_of)(const void *owner, size_t entry));

/* The entry that has the name, or 0. */
size_t ap_names_find(const ap_names *names, ap_view name);

/* Enters a name under `entry` (1 to 2^48 - 1), unless an entry has it already: *earlier is that entry,
   or 0. False when memory has run out. */
bool ap_names_enter(ap_names *names, ap_view name, size_t entry, size_t *earlier);

#endif
