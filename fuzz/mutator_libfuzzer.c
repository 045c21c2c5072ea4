/* Implements libFuzzer's custom mutator and crossover with the structure-aware mutator. Linked only into
   libFuzzer builds. The macro FUZZ_TARGET names the target. It is not set for a user's loader: there, the
   environment variable ANIMPROOF_FORMAT names the format, or the format is recognised by the content. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/mutating.h"

/* Declares libFuzzer's interface for custom mutators (LLVM documentation, "LibFuzzer"). */

/* libFuzzer's own byte mutations, in place. NULL if another engine is linked. */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

/* Mutates `size` bytes in place, in a buffer of max_size bytes. Returns the new size. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

/* Writes a mutation of the first input, with parts of the second, to `out`. Returns its size. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2,
    uint8_t *out, size_t max_out_size, unsigned int seed);

#ifndef FUZZ_TARGET
#define FUZZ_TARGET NULL
#endif

enum {
    BYTES_ONE_IN =
        2, /* one call in this number uses the engine's byte mutations, which can change any byte */
    FIRST_LIMIT = 64,    /* bytes: the initial size limit of an input */
    STEADY_CALLS = 8192, /* calls between two increases of the size limit */
    MORE_BYTES = 16      /* bytes: one increase of the size limit */
};

/* Global, because libFuzzer passes no context. Never freed, because libFuzzer announces no end. */
static fuzz_format_mutator mutating;
static bool ready;

/* Size limit of mutated inputs: it grows slowly, and is raised to the size of each larger input that the engine supplies.
   libFuzzer disables its own size control (-len_control) when there is a custom mutator, and larger inputs make every run
   slower. */
static size_t size_limit = FIRST_LIMIT, calls;

static fuzz_format_mutator *get_mutator(void)
{
    if (!ready)
        fuzz_format_mutator_init(&mutating, FUZZ_TARGET);
    ready = true;
    return &mutating;
}

static size_t grow_and_get_size_limit(size_t size, size_t max_size)
{
    if (++calls % STEADY_CALLS == 0)
        size_limit += MORE_BYTES;
    if (size_limit < size)
        size_limit = size;
    return size_limit < max_size ? size_limit : max_size;
}

/* Returns true if the engine's byte mutations are used. `mixed` is a hash of the engine's seed, because successive calls get
   successive numbers as seeds. */
static bool is_byte_mutation_turn(uint64_t mixed)
{
    return mixed % BYTES_ONE_IN == 0;
}

static size_t mutate_bytes(uint8_t *data, size_t size, size_t max_size)
{
    return LLVMFuzzerMutate == NULL ? size : LLVMFuzzerMutate(data, size, max_size);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    fuzz_format_mutator *m = get_mutator();
    const uint64_t mixed = ap_make_item_seed(seed, size);
    const size_t room = grow_and_get_size_limit(size, max_size);
    uint8_t *out = is_byte_mutation_turn(mixed) ? NULL : malloc(room);
    size_t made = 0;
    if (out != NULL)
        made = fuzz_mutate(m, (ap_view){ data, size }, (ap_view){ NULL, 0 }, mixed, out, room, NULL);
    if (made > 0)
        memcpy(data, out, made);
    free(out);
    return made > 0 ? made : mutate_bytes(data, size, room);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2,
    uint8_t *out, size_t max_out_size, unsigned int seed)
{
    fuzz_format_mutator *m = get_mutator();
    const uint64_t mixed = ap_make_item_seed(seed, size1 + size2);
    const ap_view one = { data1, size1 }, other = { data2, size2 };
    const size_t room = grow_and_get_size_limit(size1 > size2 ? size1 : size2, max_out_size);
    const size_t made = is_byte_mutation_turn(mixed) ? 0 : fuzz_mutate(m, one, other, mixed, out, room, NULL);
    if (made > 0)
        return made;
    const size_t kept = size1 < room ? size1 : room;
    memcpy(out, data1, kept);
    return mutate_bytes(out, kept, room);
}
