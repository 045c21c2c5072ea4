/* Collects written bytes in one buffer, and hands them to a file, to memory or to a comparison. */
#ifndef AP_WRITER_H
#define AP_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/span.h"

enum { AP_WRITER_BYTES = 64 * 1024 };

typedef struct ap_writer ap_writer;

struct ap_writer {
    /* Accepts the next `size` bytes, after the `passed` bytes of earlier calls. Returns false to accept no
       more bytes; the writer then sets `failed`. */
    bool (*take)(ap_writer *writer, const uint8_t *bytes, size_t size);
    void *context; /* argument for `take`, owned by the caller */
    size_t passed; /* bytes handed to `take` */
    size_t used;   /* bytes in the buffer */
    bool failed;
    uint8_t buffer[AP_WRITER_BYTES];
};

/* Initialises an empty writer. */
void ap_writer_init(ap_writer *writer, bool (*take)(ap_writer *, const uint8_t *, size_t), void *context);

/* Adds bytes. Returns false once the writer has failed. Passes bytes directly to `take` if they are more than the buffer holds.
   */
bool ap_write(ap_writer *writer, const void *bytes, size_t size);

/* Adds numbers of `number_bytes` bytes each, a divisor of AP_WRITER_BYTES, the bytes of each in reverse order. Returns false once
   the writer has failed. */
bool ap_write_swapped(ap_writer *writer, ap_view numbers, size_t number_bytes);

/* Hands the buffered bytes to `take`. Returns false once the writer has failed. Call it at the end. */
bool ap_writer_flush(ap_writer *writer);

/* Returns room for `size` bytes, at most AP_WRITER_BYTES. The caller writes bytes to the room, then calls
   ap_write_commit with the end of these bytes. A failed writer returns room, too, and drops the bytes. */
static inline char *ap_write_reserve(ap_writer *writer, size_t size)
{
    if (size > AP_WRITER_BYTES - writer->used)
        (void)ap_writer_flush(writer);
    return (char *)writer->buffer + writer->used;
}

static inline void ap_write_commit(ap_writer *writer, const char *end)
{
    writer->used = (size_t)((const uint8_t *)end - writer->buffer);
}

/* Returns the number of bytes written so far, which is the offset of the next byte. */
static inline size_t ap_bytes_written(const ap_writer *writer)
{
    return writer->passed + writer->used;
}

#endif
