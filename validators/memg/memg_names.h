/* A set of names, to find duplicates. Each slot of its hash table takes 8 bytes for an entry and some bits of the name's hash, so
   that the 38 million groups that a gigabyte can hold fit into memory. The names stay in the input. */
#ifndef AP_MEMG_NAMES_H
#define AP_MEMG_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/span.h"

/* A hash table of names, to find duplicates. */
typedef struct ap_name_table {
    ap_arena *arena;
    const void *owner; /* passed to name_of as its first argument */
    ap_view (*name_of)(const void *owner, size_t entry);
    /* each slot holds an entry, with some bits of the name's hash in the upper bits; 0: the slot is free */
    uint64_t *slots;
    size_t capacity; /* number of slots: 0 or a power of two */
    size_t count;
    /* seeds of the hash, from the addresses of arena and set, so that inputs cannot force collisions */
    uint64_t seeds[2];
} ap_name_table;

/* Initialises an empty set, without allocating memory. All arguments belong to the caller and must outlive
   the set. */
void ap_name_table_init(ap_name_table *names, ap_arena *arena, const void *owner,
    ap_view (*name_of)(const void *owner, size_t entry));

/* Returns the entry with this name, or 0 if the set has no such name. */
size_t ap_name_table_entry_or_0(const ap_name_table *names, ap_view name);

/* Adds a name as `entry` (1 to 2^48 - 1) and sets *earlier to 0. If the set already has the name, adds
   nothing and sets *earlier to the entry with this name. Returns false when out of memory. */
bool ap_name_table_add_or_find(ap_name_table *names, ap_view name, size_t entry, size_t *earlier);

#endif
