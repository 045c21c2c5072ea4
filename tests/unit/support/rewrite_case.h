/* Reads bytes and writes them again. Each `expect_` function fails the running test with `what`. */
#ifndef REWRITE_CASE_H
#define REWRITE_CASE_H

#include "core/base/arena.h"
#include "core/base/span.h"
#include "core/files/writer.h"
#include "tests/unit/support/file_build.h"
#include "validators/format.h"

/* Expects the written file to equal the input byte for byte. */
void expect_rewritten_same(
    const ap_format *format, ap_view input, const ap_lint_options *options, const char *what);

/* Makes each allocation of reading and writing fail once. Each time the result must be AP_REWRITE_FAILED; without a failed
   allocation the written file must equal the input. */
void expect_rewritten_or_no_memory(const ap_format *format, ap_view input, const ap_lint_options *options);

/* Writes to writers that fail after more and more bytes. Writing must return false each time. */
void expect_write_fails(const ap_format *format, ap_view input, const ap_lint_options *options);

/* Expects each of the three for each built file, with the default options. */
void expect_built_files_rewritten(
    const ap_format *format, void (*const *builders)(file_build *file), size_t count);

/* A growing buffer, for files that need no list of fields. */
typedef struct byte_buffer {
    uint8_t *bytes;
    size_t size, room;
} byte_buffer;

void append_bytes(byte_buffer *buffer, const void *bytes, size_t count);
void append_u8(byte_buffer *buffer, uint8_t value);
/* append_u32 and append_u64 append a number, big-endian if `big`, otherwise little-endian. */
void append_u32(byte_buffer *buffer, uint32_t value, bool big);
void append_u64(byte_buffer *buffer, uint64_t value, bool big);

/* Empties the buffer and initialises a writer that appends to the buffer. The caller finishes the writer. */
void empty_buffer_and_init_writer(byte_buffer *buffer, ap_writer *writer);
ap_view buffer_view(const byte_buffer *buffer);
void buffer_free(byte_buffer *buffer);
void expect_bytes(ap_view found, ap_view wanted, const char *what);

#endif
