#include "core/sink.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* The first byte in which they differ, of `size` of them. */
static size_t first_difference(const uint8_t *one, const uint8_t *other, size_t size)
{
    size_t i = 0;
    while (i < size && one[i] == other[i])
        i++;
    return i;
}

static bool compare(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    ap_comparison *comparison = writer->context;
    const size_t left = comparison->wanted.size - writer->passed;
    const uint8_t *wanted = comparison->wanted.bytes + writer->passed;
    const size_t shared = size < left ? size : left;
    if (size <= left && memcmp(bytes, wanted, size) == 0)
        return true;
    comparison->differs = true;
    comparison->at = writer->passed + first_difference(bytes, wanted, shared);
    return false;
}

void ap_compare_init(ap_comparison *comparison, ap_writer *writer, ap_view wanted)
{
    *comparison = (ap_comparison){ .wanted = wanted };
    ap_writer_init(writer, compare, comparison);
}

bool ap_compare_finish(ap_comparison *comparison, ap_writer *writer)
{
    if (ap_writer_finish(writer) && writer->passed < comparison->wanted.size) {
        comparison->differs = true;
        comparison->at = writer->passed;
    }
    return !comparison->differs;
}

static bool keep(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    ap_keeper *keeper = writer->context;
    const size_t left = keeper->room - keeper->size;
    const size_t kept = size < left ? size : left;
    if (kept > 0)
        memcpy(keeper->bytes + keeper->size, bytes, kept);
    keeper->size += kept;
    return kept == size;
}

void ap_keep_init(ap_keeper *keeper, ap_writer *writer, uint8_t *bytes, size_t room)
{
    *keeper = (ap_keeper){ .bytes = bytes, .room = room };
    ap_writer_init(writer, keep, keeper);
}

static bool write_out(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    ap_descriptor *descriptor = writer->context;
    while (size > 0 && descriptor->error == 0) {
        const ssize_t now = write(descriptor->file, bytes, size);
        if (now < 0 && errno != EINTR)
            descriptor->error = errno;
        bytes += now > 0 ? now : 0;
        size -= now > 0 ? (size_t)now : 0;
    }
    return descriptor->error == 0;
}

void ap_descriptor_init(ap_descriptor *descriptor, ap_writer *writer, int file)
{
    *descriptor = (ap_descriptor){ .file = file };
    ap_writer_init(writer, write_out, descriptor);
}
