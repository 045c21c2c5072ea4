#include "core/base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/poison.h"
#include "core/base/span.h"

enum { FIRST_BLOCK_BYTES = 64 * 1024, LARGEST_GROWTH_BYTES = 4 * 1024 * 1024, FIRST_ROOM = 16 };

struct ap_arena_block {
    ap_arena_block *older;
    size_t size; /* bytes in data */
    size_t used;
    alignas(max_align_t) unsigned char data[];
};

void ap_arena_init(ap_arena *arena, size_t limit_bytes)
{
    ap_arena_init_from(arena, limit_bytes, NULL);
}

void ap_arena_init_from(ap_arena *arena, size_t limit_bytes, const ap_allocator *memory)
{
    *arena = (ap_arena){ .limit_bytes = limit_bytes, .memory = memory };
}

static void *allocate_bytes(const ap_arena *arena, size_t bytes)
{
    return arena->memory == NULL ? malloc(bytes) : arena->memory->allocate(arena->memory->user, bytes);
}

static void free_block(const ap_arena *arena, ap_arena_block *block)
{
    if (block != NULL)
        ASAN_UNPOISON_MEMORY_REGION(block->data, block->size);
    if (arena->memory == NULL)
        free(block);
    else if (block != NULL)
        arena->memory->release(arena->memory->user, block);
}

/* Returns the size of a new block: as much as all blocks hold so far, between FIRST_BLOCK_BYTES and
   LARGEST_GROWTH_BYTES, and at least `bytes`. Doubling keeps the number of blocks small. */
static size_t new_block_size(const ap_arena *arena, size_t bytes)
{
    size_t wanted = arena->held_bytes;
    if (wanted < FIRST_BLOCK_BYTES)
        wanted = FIRST_BLOCK_BYTES;
    if (wanted > LARGEST_GROWTH_BYTES)
        wanted = LARGEST_GROWTH_BYTES;
    return wanted > bytes ? wanted : bytes;
}

static bool add_block(ap_arena *arena, size_t bytes)
{
    size_t size = new_block_size(arena, bytes);
    if (arena->limit_bytes > 0) {
        size_t left = arena->limit_bytes > arena->held_bytes ? arena->limit_bytes - arena->held_bytes : 0;
        if (bytes > left)
            return false;
        if (size > left)
            size = left;
    }
    size_t total = ap_saturating_size_sum(sizeof(ap_arena_block), size);
    ap_arena_block *block = total == SIZE_MAX ? NULL : allocate_bytes(arena, total);
    if (block == NULL)
        return false;
    block->older = arena->blocks;
    block->size = size;
    block->used = 0;
    ASAN_POISON_MEMORY_REGION(block->data, size);
    arena->blocks = block;
    arena->held_bytes += size;
    return true;
}

/* Adds a block with room for `bytes` bytes. If the arena has no block yet and `bytes` exceeds FIRST_BLOCK_BYTES, adds a small
   block first: a reset keeps the first block, and a large first block would leave less room below the limit for the next file. */
static bool add_block_keeping_first_block_small(ap_arena *arena, size_t bytes)
{
    if (arena->blocks == NULL && bytes > FIRST_BLOCK_BYTES && !add_block(arena, 0))
        return false;
    return add_block(arena, bytes);
}

static void *fail_allocation(ap_arena *arena)
{
    arena->failed = true;
    return NULL;
}

void *ap_alloc_uncleared(ap_arena *arena, size_t bytes)
{
    arena->allocations++;
    if (arena->allocations == arena->fail_at || bytes > SIZE_MAX - alignof(max_align_t))
        return fail_allocation(arena);
    size_t rounded = (bytes + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    ap_arena_block *block = arena->blocks;
    if (block == NULL || rounded > block->size - block->used) {
        if (!add_block_keeping_first_block_small(arena, rounded))
            return fail_allocation(arena);
        block = arena->blocks;
    }
    void *memory = block->data + block->used;
    block->used += rounded;
    ASAN_UNPOISON_MEMORY_REGION(memory, bytes); /* the bytes between `bytes` and `rounded` stay poisoned */
    return memory;
}

void *ap_alloc(ap_arena *arena, size_t bytes)
{
    void *memory = ap_alloc_uncleared(arena, bytes);
    return memory == NULL ? NULL : memset(memory, 0, bytes);
}

void *ap_alloc_array(ap_arena *arena, size_t count, size_t size)
{
    return ap_alloc(arena, ap_saturating_size_product(count, size));
}

void *ap_grow_array(ap_arena *arena, void *list, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return list;
    const size_t larger = *room == 0 ? FIRST_ROOM : ap_saturating_size_product(*room, 2);
    void *copy = ap_alloc_array(arena, larger, size);
    if (copy == NULL)
        return NULL;
    if (count > 0)
        memcpy(copy, list, count * size);
    *room = larger;
    return copy;
}

void ap_arena_reset(ap_arena *arena)
{
    ap_arena_block *block = arena->blocks;
    arena->failed = false;
    if (block == NULL)
        return;
    while (block->older != NULL) {
        ap_arena_block *older = block->older;
        free_block(arena, block);
        block = older;
    }
    block->used = 0;
    ASAN_POISON_MEMORY_REGION(block->data, block->size);
    arena->blocks = block;
    arena->held_bytes = block->size;
}

void ap_arena_free(ap_arena *arena)
{
    ap_arena_reset(arena);
    free_block(arena, arena->blocks);
    arena->blocks = NULL;
    arena->held_bytes = 0;
}
