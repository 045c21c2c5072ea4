/* An allocator for a library handle in a fuzz target. It fails at the calls that the target sets, and counts the blocks that are
   not freed. */
#ifndef FUZZ_FAILING_ALLOCATOR_H
#define FUZZ_FAILING_ALLOCATOR_H

#include <stdlib.h>
#include <string.h>

#include "fuzz/oracle.h"

/* State of an allocator that fails at call number fail_at, or at all calls from fail_at on; fail_at 0: at none. */
typedef struct failing_allocator {
    size_t calls, fail_at, alive;
    bool keeps_failing; /* true: all calls from fail_at on fail; false: only call fail_at fails */
    bool failed;        /* true if a call has failed */
} failing_allocator;

/* Returns `size` bytes filled with junk, or NULL if this call is to fail or memory has run out. */
static inline void *fuzz_allocate(void *user, size_t size)
{
    failing_allocator *memory = user;
    memory->calls++;
    const bool fails =
        memory->keeps_failing ? memory->calls >= memory->fail_at : memory->calls == memory->fail_at;
    void *room = !fails || memory->fail_at == 0 ? malloc(size) : NULL;
    memory->failed = memory->failed || room == NULL;
    if (room != NULL)
        memset(room, 0xa5, size);
    memory->alive += room != NULL;
    return room;
}

static inline void fuzz_release(void *user, void *room)
{
    failing_allocator *memory = user;
    fuzz_require(room != NULL && memory->alive > 0, "the library freed memory that it had not allocated");
    memory->alive--;
    free(room);
}

#endif
