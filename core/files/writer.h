/* Where written bytes go: through one buffer to a file, to memory, or to a comparison. */
#ifndef AP_WRITER_H
#define AP_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/span.h"

enum { AP_WRITER_BYTES = 64 * 1024 };

typedef struct ap_writer ap_writer;

struct ap_writer {
    /* Takes `size` bytes, which follow the `passed` bytes that it took before. False: it takes no more,
       and `failed` is set. */
    bool (*take)(ap_writer *writer, const uint8_t *bytes, size_t size);
    void *context; /* of take */
    size_t passed; /* bytes handed to take */
    size_t used;   /* of the buffer */
    bool failed;
    uint8_t buffer[AP_WRITER_BYTES];
};

/* An empty writer. */
void ap_writer_init(ap_writer *writer, bool (*take)(ap_writer *, const uint8_t *, size_t), void *context);

/* Adds bytes; false once the writer has failed. Long runs go past the buffer. */
bool ap_write(ap_writer *writer, const void *bytes, size_t size);

/* Hands over what the buffer holds; false once the writer has failed. To be called at the end. */
bool ap_writer_finish(ap_writer *writer);

/* Room for `size` bytes, at most AP_WRITER_BYTES, of which the caller fills the first and says with ap_write_to where they
   end. A writer that has failed gives room, too, and drops what is put there. */
static inline char *ap_write_room(ap_writer *writer, size_t size)
{
    if (size > AP_WRITER_BYTES - writer->used)
        (void)ap_writer_finish(writer);
    return (char *)writer->buffer + writer->used;
}

static inline void ap_write_to(ap_writer *writer, const char *end)
{
    writer->used = (size_t)((const uint8_t *)end - writer->buffer);
}

/* How many bytes were written so far: the offset of the next one. */
static inline size_t ap_written(const ap_writer *writer)
{
    return writer->passed + writer->used;
}

#endif
