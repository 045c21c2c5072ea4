/* All memory that reading a file takes: bump allocation, given back at once, bounded, and made to fail by
   tests. */
#ifndef AP_ARENA_H
#define AP_ARENA_H

#include <stdbool.h>
#include <stddef.h>

/* Where memory comes from. `allocate` gives memory aligned for any type, or NULL; `release` takes back what it gave. Both
   are handed `user`. */
typedef struct ap_memory {
    void *(*allocate)(void *user, size_t bytes);
    void (*release)(void *user, void *memory);
    void *user;
} ap_memory;

typedef struct ap_arena_block ap_arena_block;

typedef struct ap_arena {
    ap_arena_block *blocks;  /* newest first */
    size_t held_bytes;       /* what all blocks hold */
    size_t limit_bytes;      /* an allocation that would pass it fails; 0 means no limit */
    size_t allocations;      /* calls of ap_alloc since ap_arena_init */
    bool failed;             /* an allocation has failed since the last reset */
    const ap_memory *memory; /* where blocks come from; NULL: malloc and free */

    /* For tests */
    size_t fail_at; /* the number of the call that is made to fail, 1 for the first; 0 for none */
} ap_arena;

/* An empty arena that holds at most limit_bytes (0: no limit). Takes no memory yet. */
void ap_arena_init(ap_arena *arena, size_t limit_bytes);

/* The same with blocks from `memory`, which stays the caller's and must outlive the arena. */
void ap_arena_init_from(ap_arena *arena, size_t limit_bytes, const ap_memory *memory);

/* `bytes` zeroed bytes, aligned for any type, that live until the next reset; never freed alone.
   NULL, and arena->failed set, when memory or the limit is used up. 0 bytes give a valid pointer. */
void *ap_alloc(ap_arena *arena, size_t bytes);

/* The same, but the bytes are whatever they were: for large lists, of which no more is read than was written. */
void *ap_alloc_uncleared(ap_arena *arena, size_t bytes);

/* `count` elements of `size` bytes, as ap_alloc; NULL too when the product does not fit. */
void *ap_alloc_array(ap_arena *arena, size_t count, size_t size);

/* A list of `count` elements of `size` bytes, with room for another: the list, or a copy with twice the room, of which
   *room then says how many elements it has. NULL when out of memory; the list stays. */
void *ap_alloc_more(ap_arena *arena, void *list, size_t count, size_t *room, size_t size);

/* Forgets all allocations; keeps one small block for the next file. What fits below the limit after a reset
   is what fits into a fresh arena. */
void ap_arena_reset(ap_arena *arena);

/* Gives all memory back. The arena may be used again. */
void ap_arena_free(ap_arena *arena);

#endif
