#include "cli/check/findings_memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { HUGE_PAGE_BYTES = 2 * 1024 * 1024, PAGE_BYTES = 64 * 1024 /* the largest of any machine */ };

typedef struct piece {
    size_t mapped; /* bytes from the start of the piece; 0: it is malloc's */
    alignas(max_align_t) unsigned char data[];
} piece;

/* A mapping from a multiple of HUGE_PAGE_BYTES on, or NULL. What is mapped besides, to find one, is given back: address space
   may be short. */
static void *map_aligned(size_t bytes)
{
    uint8_t *start =
        mmap(NULL, bytes + HUGE_PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    const size_t before = -(uintptr_t)start % HUGE_PAGE_BYTES;
    if (before > 0)
        (void)munmap(start, before);
    (void)munmap(start + before + bytes, HUGE_PAGE_BYTES - before);
    (void)madvise(start + before, bytes / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES, MADV_HUGEPAGE);
    return start + before;
}

/* The system takes half a microsecond to clear a page of 4 KiB when it is first written to: half the time of a file with very
   many findings. A huge page is 512 of them and takes 50 microseconds. What is after the last whole one is of ordinary pages. */
static void *allocate(void *user, size_t bytes)
{
    (void)user;
    if (bytes > SIZE_MAX / 2)
        return NULL;
    const size_t whole = (sizeof(piece) + bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    piece *made = bytes < HUGE_PAGE_BYTES ? NULL : map_aligned(whole);
    if (made != NULL) {
        made->mapped = whole;
        return made->data;
    }
    made = malloc(sizeof *made + bytes);
    if (made == NULL)
        return NULL;
    made->mapped = 0;
    return made->data;
}

static void release(void *user, void *memory)
{
    (void)user;
    piece *held = (piece *)((uint8_t *)memory - offsetof(piece, data));
    if (held->mapped > 0)
        (void)munmap(held, held->mapped);
    else
        free(held);
}

const ap_memory cli_findings_memory = { .allocate = allocate, .release = release };
