/* Reads bytes and writes them again. Each `expect_` function fails the running test with `what`. */
#ifndef REWRITE_CASE_H
#define REWRITE_CASE_H

#include "core/base/arena.h"
#include "core/base/span.h"
#include "core/files/writer.h"
#include "tests/unit/support/file_build.h"
#include "validators/format.h"

/* Expects the written file to equal the input byte for byte. Resets the arena first. */
void expect_same(const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena,
    const char *what);

/* Makes each allocation of reading and writing fail once. Each time the result must be AP_REWRITE_FAILED; without a failed
   allocation the written file must equal the input. */
void expect_same_or_no_memory(const ap_format *format, ap_view input, const ap_lint_options *options);

/* Writes to writers that fail after more and more bytes. Writing must return false each time. */
void expect_write_fails(const ap_format *format, ap_view input, const ap_lint_options *options);

/* A growing buffer, for files that need no list of fields. */
typedef struct byte_pile {
    uint8_t *bytes;
    size_t size, room;
} byte_pile;

void pile_bytes(byte_pile *pile, const void *bytes, size_t count);
void pile_u8(byte_pile *pile, uint8_t value);
/* pile_u32 and pile_u64 append a number, big-endian if `big`, otherwise little-endian. */
void pile_u32(byte_pile *pile, uint32_t value, bool big);
void pile_u64(byte_pile *pile, uint64_t value, bool big);

/* Empties the pile and initialises a writer that appends to the pile. The caller finishes the writer. */
void pile_writer(byte_pile *pile, ap_writer *writer);
ap_view pile_view(const byte_pile *pile);
void expect_bytes(const byte_pile *pile, ap_view wanted, const char *what);

#endif
