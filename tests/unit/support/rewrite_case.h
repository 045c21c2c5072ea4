/* Bytes that are read and written again. All `expect_` functions fail the running test, saying `what`. */
#ifndef REWRITE_CASE_H
#define REWRITE_CASE_H

#include "core/base/arena.h"
#include "core/base/span.h"
#include "core/files/writer.h"
#include "tests/unit/support/file_build.h"
#include "validators/format.h"

/* The file comes back byte for byte. The arena is reset before. */
void expect_same(const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena,
    const char *what);

/* The same with each allocation failing once: no crash, no leak, and never another verdict than that it
   failed. */
void expect_same_or_no_memory(const ap_format *format, ap_view input, const ap_lint_options *options);

/* The same with a writer that fails at once, after a byte, and so on: the writing ends, with false. */
void expect_write_fails(const ap_format *format, ap_view input, const ap_lint_options *options);

/* Bytes in memory, put one after the other; for files too many to keep where each field is. */
typedef struct byte_pile {
    uint8_t *bytes;
    size_t size, room;
} byte_pile;

void pile_bytes(byte_pile *pile, const void *bytes, size_t count);
void pile_u8(byte_pile *pile, uint8_t value);
/* Little-endian, or big-endian where `big`. */
void pile_u32(byte_pile *pile, uint32_t value, bool big);
void pile_u64(byte_pile *pile, uint64_t value, bool big);

/* A writer that puts bytes on the pile, and what is on it; the caller finishes the writer. */
void pile_writer(byte_pile *pile, ap_writer *writer);
ap_view pile_view(const byte_pile *pile);
void expect_bytes(const byte_pile *pile, ap_view wanted, const char *what);

#endif
