/* Trimming: each step takes a record away, and its count goes along, so that a file without errors can become
   a small one without errors. A format whose kit has no counted arrays has no such records. */
#include <criterion/criterion.h>
#include <string.h>

#include "corpus/corpus_formats.h"
#include "corpus/mutator/mutator.h"
#include "tests/unit/support/made_file.h"
#include "tests/unit/support/test_arena.h"
#include "validators/registry.h"

enum { ROOM = 1 << 18 };

ARENA_SUITE(trim);

/* Tries each candidate, and keeps what is still valid; how many were kept. */
static size_t trim_valid(const ap_format *format, uint8_t *file, size_t *size)
{
    static uint8_t out[ROOM];
    size_t kept = 0;
    arena_renew();
    const size_t count = ap_trim_count(format, (ap_view){ file, *size }, &arena);
    for (size_t nth = 0, step = 0; step < count; step++) {
        size_t made = *size;
        ap_arena_reset(&arena);
        const bool done = ap_trim(format, (ap_view){ file, *size }, nth, &arena, out, &made);
        cr_assert(!done || made < *size, "%s: %zu of %zu", format->name, made, *size);
        if (!done || !is_without_error(format, (ap_view){ out, made })) {
            nth++;
            continue;
        }
        memcpy(file, out, made);
        *size = made;
        kept++;
    }
    return kept;
}

Test(trim, leaves_a_small_valid_file)
{
    static uint8_t file[ROOM];
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        made_file made;
        made_init(&made, formats[i]->name, NULL);
        cr_assert(make_seeded(&made, 1, 1) && made.bytes.size <= ROOM);
        memcpy(file, made.bytes.bytes, made.bytes.size);
        size_t size = made.bytes.size;
        cr_assert(is_without_error(made.generator->format, (ap_view){ file, size }));
        const size_t kept = trim_valid(made.generator->format, file, &size);
        const bool counts = ap_find_corpus_format(formats[i]->name)->counted_arrays->array != NULL;
        cr_expect(!counts || (kept > 0 && size < made.bytes.size), "%s: %zu steps, %zu of %zu bytes",
            formats[i]->name, kept, size, made.bytes.size);
        made_free(&made);
    }
}

Test(trim, ends_and_takes_any_bytes)
{
    static const uint8_t bytes[] = "\1\0\0\0 MD5Version 10";
    uint8_t out[sizeof bytes];
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        for (size_t size = 0; size <= sizeof bytes; size++) {
            arena_renew();
            const ap_view input = { bytes, size };
            const size_t candidates = ap_trim_count(formats[i], input, &arena);
            size_t made = sizeof out;
            cr_expect_geq(candidates, 1);
            cr_expect(!ap_trim(formats[i], input, candidates, &arena, out, &made));
        }
    }
}
