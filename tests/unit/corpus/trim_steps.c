/* corpus/mutator/mutator.h: each step of trimming removes a record and adjusts its count, so that a file without errors becomes a
   small file without errors. A format without counted arrays has no such records. */
#include <criterion/criterion.h>
#include <string.h>

#include "corpus/corpus_formats.h"
#include "corpus/mutator/mutator.h"
#include "tests/unit/support/generated_file.h"
#include "tests/unit/support/test_arena.h"
#include "validators/registry.h"

enum { BUFFER_BYTES = 1 << 18 };

ARENA_SUITE(trim);

/* Tries each removal and keeps it if the file is still valid. Returns how many removals were kept. */
static size_t trim_file_while_valid(const ap_format *format, uint8_t *file, size_t *size)
{
    static uint8_t out[BUFFER_BYTES];
    size_t kept = 0;
    arena_replace();
    const size_t count = ap_count_removable_parts(format, (ap_view){ file, *size }, &arena);
    for (size_t nth = 0, step = 0; step < count; step++) {
        size_t result = *size;
        ap_arena_reset(&arena);
        const bool done = ap_remove_part(format, (ap_view){ file, *size }, nth, &arena, out, &result);
        cr_assert(!done || result < *size, "%s: a step must make the file smaller, %zu of %zu bytes",
            format->name, result, *size);
        if (!done || !is_without_error(format, (ap_view){ out, result })) {
            nth++;
            continue;
        }
        memcpy(file, out, result);
        *size = result;
        kept++;
    }
    return kept;
}

Test(trim, trimming_leaves_a_small_valid_file)
{
    static uint8_t file[BUFFER_BYTES];
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        generated_file result;
        generated_init(&result, formats[i]->name, NULL);
        cr_assert(generate_seeded(&result, 1, 1) && result.bytes.size <= BUFFER_BYTES);
        memcpy(file, result.bytes.bytes, result.bytes.size);
        size_t size = result.bytes.size;
        cr_assert(is_without_error(result.generator->format, (ap_view){ file, size }));
        const size_t kept = trim_file_while_valid(result.generator->format, file, &size);
        const bool counts = ap_find_corpus_format(formats[i]->name)->counted_arrays->array != NULL;
        cr_expect(!counts || (kept > 0 && size < result.bytes.size),
            "%s: trimming must make the file smaller, %zu steps, %zu of %zu bytes", formats[i]->name, kept,
            size, result.bytes.size);
        generated_free(&result);
    }
}

Test(trim, a_step_after_the_last_removes_nothing)
{
    static const uint8_t bytes[] = "\1\0\0\0 MD5Version 10";
    uint8_t out[sizeof bytes];
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        for (size_t size = 0; size <= sizeof bytes; size++) {
            arena_replace();
            const ap_view input = { bytes, size };
            const size_t candidates = ap_count_removable_parts(formats[i], input, &arena);
            size_t result = sizeof out;
            cr_expect_geq(candidates, 1);
            cr_expect(!ap_remove_part(formats[i], input, candidates, &arena, out, &result));
        }
    }
}
