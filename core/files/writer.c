#include "core/files/writer.h"

#include <string.h>

#include "core/base/bytes.h"

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

static void copy_swapped(uint8_t *to, const uint8_t *from, size_t bytes, size_t number_bytes)
{
    for (size_t at = 0; at < bytes; at += number_bytes) {
        if (number_bytes == sizeof(uint64_t)) { /* most numbers */
            ap_store_u64(to + at, ap_load_u64(from + at, true), false);
            continue;
        }
        for (size_t i = 0; i < number_bytes; i++)
            to[at + i] = from[at + number_bytes - 1 - i];
    }
}

bool ap_write_swapped(ap_writer *writer, ap_view numbers, size_t number_bytes)
{
    for (size_t at = 0; at < numbers.size && !writer->failed;) {
        const size_t left = numbers.size - at, bytes = left < AP_WRITER_BYTES ? left : AP_WRITER_BYTES;
        uint8_t *room = (uint8_t *)ap_write_reserve(writer, bytes);
        copy_swapped(room, numbers.bytes + at, bytes, number_bytes);
        writer->used += bytes;
        at += bytes;
    }
    return !writer->failed;
}
