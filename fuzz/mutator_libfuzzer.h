/* Declares libFuzzer's interface for custom mutators (LLVM documentation, "LibFuzzer"). */
#ifndef AP_MUTATOR_LIBFUZZER_H
#define AP_MUTATOR_LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/* libFuzzer's own byte mutations, in place. NULL if another engine is linked. */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

/* Mutates `size` bytes in place, in a buffer of max_size bytes. Returns the new size. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

/* Writes a mutation of the first input, with parts of the second, to `out`. Returns its size. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2,
    uint8_t *out, size_t max_out_size, unsigned int seed);

#endif
