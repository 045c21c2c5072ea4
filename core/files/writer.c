#include "core/files/writer.h"

#include <string.h>

void ap_writer_init(ap_writer *writer, bool (*take)(ap_writer *, const uint8_t *, size_t), void *context)
{
    writer->take = take;
    writer->context = context;
    writer->passed = writer->used = 0;
    writer->failed = false;
}

static bool pass_bytes_to_sink(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    if (writer->failed)
        return false;
    if (size > 0 && !writer->take(writer, bytes, size))
        writer->failed = true;
    else
        writer->passed += size;
    return !writer->failed;
}

bool ap_writer_flush(ap_writer *writer)
{
    size_t size = writer->used;
    writer->used = 0;
    return pass_bytes_to_sink(writer, writer->buffer, size);
}

bool ap_write(ap_writer *writer, const void *bytes, size_t size)
{
    if (size == 0) /* memcpy must not get the NULL of an empty view */
        return !writer->failed;
    if (size > AP_WRITER_BYTES - writer->used && !ap_writer_flush(writer))
        return false;
    if (size > AP_WRITER_BYTES)
        return pass_bytes_to_sink(writer, bytes, size);
    memcpy(writer->buffer + writer->used, bytes, size);
    writer->used += size;
    return !writer->failed;
}
