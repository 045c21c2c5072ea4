/* The structure-aware mutator as libFuzzer's custom mutator and crossover, linked with the libFuzzer engines
   only. FUZZ_TARGET names the target. Without it (a user's loader) ANIMPROOF_FORMAT in the environment names
   the format, or it is found from the content. */
#include "fuzz/mutator_libfuzzer.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz/mutating.h"

#ifndef FUZZ_TARGET
#define FUZZ_TARGET NULL
#endif

enum {
    BYTES_ONE_IN = 2,    /* calls left to the engine: bytes reach what is in no field */
    FIRST_LIMIT = 64,    /* bytes of an input */
    STEADY_CALLS = 8192, /* with one limit */
    MORE_BYTES = 16      /* with the next one */
};

/* libFuzzer has no context to hand over. It frees nothing before it ends, and neither does this. */
static fuzz_mutating mutating;
static bool ready;

/* How large an input may become: as large as the largest that the engine brought, and slowly more. An engine that is
   given a mutator ceases to hold sizes down by itself (-len_control), and every run pays for what has grown. */
static size_t size_limit = FIRST_LIMIT, calls;

static fuzz_mutating *prepare(void)
{
    if (!ready)
        fuzz_mutating_init(&mutating, FUZZ_TARGET);
    ready = true;
    return &mutating;
}

static size_t bound_size(size_t size, size_t max_size)
{
    if (++calls % STEADY_CALLS == 0)
        size_limit += MORE_BYTES;
    if (size_limit < size)
        size_limit = size;
    return size_limit < max_size ? size_limit : max_size;
}

/* The engine's seeds follow one another: some bits of a mixed one decide, the rest of it is handed on. */
static bool wants_bytes(uint64_t mixed)
{
    return mixed % BYTES_ONE_IN == 0;
}

static size_t mutate_bytes(uint8_t *data, size_t size, size_t max_size)
{
    return LLVMFuzzerMutate == NULL ? size : LLVMFuzzerMutate(data, size, max_size);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    fuzz_mutating *m = prepare();
    const uint64_t mixed = ap_choices_split(seed, size);
    const size_t room = bound_size(size, max_size);
    uint8_t *out = wants_bytes(mixed) ? NULL : malloc(room);
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
    fuzz_mutating *m = prepare();
    const uint64_t mixed = ap_choices_split(seed, size1 + size2);
    const ap_view one = { data1, size1 }, other = { data2, size2 };
    const size_t room = bound_size(size1 > size2 ? size1 : size2, max_out_size);
    const size_t made = wants_bytes(mixed) ? 0 : fuzz_mutate(m, one, other, mixed, out, room, NULL);
    if (made > 0)
        return made;
    const size_t kept = size1 < room ? size1 : room;
    memcpy(out, data1, kept);
    return mutate_bytes(out, kept, room);
}
