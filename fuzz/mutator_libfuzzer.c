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

enum { BYTES_ONE_IN = 2 /* calls left to the engine: bytes reach what is in no field */ };

/* libFuzzer has no context to hand over. It frees nothing before it ends, and neither does this. */
static fuzz_mutating mutating;
static bool ready;

static fuzz_mutating *prepare(void)
{
    if (!ready)
        fuzz_mutating_init(&mutating, FUZZ_TARGET);
    ready = true;
    return &mutating;
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
    uint8_t *out = wants_bytes(mixed) ? NULL : malloc(max_size);
    size_t made = 0;
    if (out != NULL)
        made = fuzz_mutate(m, (ap_view){ data, size }, (ap_view){ NULL, 0 }, mixed, out, max_size, NULL);
    if (made > 0)
        memcpy(data, out, made);
    free(out);
    return made > 0 ? made : mutate_bytes(data, size, max_size);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2,
    uint8_t *out, size_t max_out_size, unsigned int seed)
{
    fuzz_mutating *m = prepare();
    const uint64_t mixed = ap_choices_split(seed, size1 + size2);
    const ap_view one = { data1, size1 }, other = { data2, size2 };
    const size_t made = wants_bytes(mixed) ? 0 : fuzz_mutate(m, one, other, mixed, out, max_out_size, NULL);
    if (made > 0)
        return made;
    const size_t kept = size1 < max_out_size ? size1 : max_out_size;
    memcpy(out, data1, kept);
    return mutate_bytes(out, kept, max_out_size);
}
