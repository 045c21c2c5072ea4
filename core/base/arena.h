/* Allocates the memory for reading a file: a bump allocator with a limit, which frees all allocations at
   once. Tests can make any allocation fail. */
#ifndef AP_ARENA_H
#define AP_ARENA_H

#include <stdbool.h>
#include <stddef.h>

/* An allocator for arena blocks. `allocate` returns memory aligned for any type, or NULL; `release` frees
   memory that `allocate` returned. Both are passed `user`. */
typedef struct ap_allocator {
    void *(*allocate)(void *user, size_t bytes);
    void (*release)(void *user, void *memory);
    void *user;
} ap_allocator;

typedef struct ap_arena_block ap_arena_block;

typedef struct ap_arena {
    ap_arena_block *blocks;     /* newest first */
    size_t held_bytes;          /* total size of all blocks */
    size_t limit_bytes;         /* an allocation that would raise held_bytes above this limit fails; 0 means
                                no limit */
    size_t allocations;         /* allocations requested since ap_arena_init, including those that failed */
    bool failed;                /* true if an allocation has failed since the last reset */
    const ap_allocator *memory; /* allocator of the blocks, owned by the caller; NULL for malloc and free */

    /* For tests */
    size_t fail_at; /* number of the allocation that fails, from 1; 0: no allocation fails by intention */
} ap_arena;

/* Initialises an empty arena that holds at most limit_bytes (0: no limit). Allocates no memory yet. */
void ap_arena_init(ap_arena *arena, size_t limit_bytes);

/* Initialises an arena as ap_arena_init does, with blocks from `memory`. The caller owns `memory`, which
   must outlive the arena. */
void ap_arena_init_from(ap_arena *arena, size_t limit_bytes, const ap_allocator *memory);

/* Allocates `bytes` zeroed bytes, aligned for any type, valid until the next reset. Returns NULL and sets
   arena->failed when out of memory or above the limit. 0 bytes give a valid pointer. */
void *ap_alloc(ap_arena *arena, size_t bytes);

/* Allocates bytes like ap_alloc, but does not zero them: for large arrays that the caller writes before reading. */
void *ap_alloc_uncleared(ap_arena *arena, size_t bytes);

/* Allocates `count` elements of `size` bytes like ap_alloc. Returns NULL and sets arena->failed also if the product overflows. */
void *ap_alloc_array(ap_arena *arena, size_t count, size_t size);

/* Makes room for one more element in a list of `count` elements of `size` bytes; `*room` is the number of elements that the list
   has room for, 0 for a NULL list. Returns the list if it has room; otherwise a copy with twice the room (16 elements at first),
   and updates *room. Returns NULL when out of memory; the list stays valid. */
void *ap_grow_array(ap_arena *arena, void *list, size_t count, size_t *room, size_t size);

/* Frees all allocations, and keeps one small block for the next file. After a reset, as many allocations fit below the limit as
   in a new arena. */
void ap_arena_reset(ap_arena *arena);

/* Frees all memory. The arena may be used again. */
void ap_arena_free(ap_arena *arena);

#endif
