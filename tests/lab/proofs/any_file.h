/* Replacements of library functions that readers call, for the prover. */
#ifndef AP_ANY_FILE_H
#define AP_ANY_FILE_H

#include <__fc_builtin.h>
#include <stdlib.h>

#include "core/base/arena.h"
#include "core/base/span.h"
#include "validators/file_type.h"

#ifndef AP_PROVE_BYTES
#define AP_PROVE_BYTES 63 /* odd, so that the file ends one byte before the end of a field of 4 bytes */
#endif

void *ap_alloc(ap_arena *arena, size_t bytes)
{
    void *memory = Frama_C_interval(0, 1) == 0 ? NULL : calloc(1, bytes);
    arena->failed = arena->failed || memory == NULL;
    return memory;
}

const ap_file_type *ap_find_file_type(ap_view input)
{
    (void)input;
    return NULL;
}

const char *ap_content_kind_name(ap_view input)
{
    (void)input;
    return "bytes";
}

/* Implementations of the contracts in prelude.h. */
bool ap_prove_mul_overflow(uint64_t a, uint64_t b, uint64_t *to)
{
    *to = a * b;
    return b != 0 && a > UINT64_MAX / b;
}

bool ap_prove_add_overflow(uint64_t a, uint64_t b, uint64_t *to)
{
    *to = a + b;
    return a > UINT64_MAX - b;
}

#endif
