/* Collects written bytes in memory. */
#ifndef WRITTEN_TEXT_H
#define WRITTEN_TEXT_H

#include <stdlib.h>
#include <string.h>

#include "core/base/same_bytes.h"
#include "core/files/writer.h"

/* The caller frees `bytes`. */
typedef struct written_text {
    uint8_t *bytes;
    size_t size;
} written_text;

/* An ap_writer.take function with a written_text as context. Always returns true: aborts when out of memory. */
static inline bool append_text_or_abort(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    written_text *text = writer->context;
    text->bytes = realloc(text->bytes, text->size + size + 1);
    if (text->bytes == NULL)
        abort();
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    return true;
}

#endif
