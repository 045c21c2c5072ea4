/* What libFuzzer asks a custom mutator for, and what it offers one: docs of LLVM, "LibFuzzer". */
#ifndef AP_MUTATOR_LIBFUZZER_H
#define AP_MUTATOR_LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/* The engine's own byte mutations, in place; NULL: it has none to offer. */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

/* Mutates in place: `size` bytes in room for max_size. The new size. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

/* Writes a mutation of the first input, with parts of the second, to `out`. The size of it. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2,
    uint8_t *out, size_t max_out_size, unsigned int seed);

#endif
