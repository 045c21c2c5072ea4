#include "core/files/sink.h"

#include <stdlib.h>
#include <string.h>

/* Returns the index of the first byte that differs in two arrays of `size` bytes; `size` if the arrays are equal. */
static size_t first_difference(const uint8_t *one, const uint8_t *other, size_t size)
{
    size_t i = 0;
    while (i < size && one[i] == other[i])
        i++;
    return i;
}

static bool compare_bytes(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    ap_comparing_writer *comparison = writer->context;
    const size_t left = comparison->wanted.size - writer->passed;
    const uint8_t *wanted = comparison->wanted.bytes + writer->passed;
    const size_t shared = size < left ? size : left;
    if (size <= left && (bytes == wanted || memcmp(bytes, wanted, size) == 0)) /* the same address means
                                                                                  equal bytes: ap_write
                                                                                  hands over long runs
                                                                                  without copying them */
        return true;
    comparison->differs = true;
    comparison->at = writer->passed + first_difference(bytes, wanted, shared);
    return false;
}

void ap_comparing_writer_init(ap_comparing_writer *comparison, ap_writer *writer, ap_view wanted)
{
    *comparison = (ap_comparing_writer){ .wanted = wanted };
    ap_writer_init(writer, compare_bytes, comparison);
}

bool ap_comparing_writer_finish(ap_comparing_writer *comparison, ap_writer *writer)
{
    if (ap_writer_flush(writer) && writer->passed < comparison->wanted.size) {
        comparison->differs = true;
        comparison->at = writer->passed;
    }
    return !comparison->differs;
}

static bool add_to_fixed_buffer(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    ap_fixed_buffer *keeper = writer->context;
    const size_t left = keeper->room - keeper->size;
    const size_t kept = size < left ? size : left;
    if (kept > 0)
        memcpy(keeper->bytes + keeper->size, bytes, kept);
    keeper->size += kept;
    return kept == size;
}

void ap_fixed_buffer_init(ap_fixed_buffer *keeper, ap_writer *writer, uint8_t *bytes, size_t room)
{
    *keeper = (ap_fixed_buffer){ .bytes = bytes, .room = room };
    ap_writer_init(writer, add_to_fixed_buffer, keeper);
}

enum { FIRST_ROOM = 64 * 1024 };

static bool grow_buffer(ap_buffer *store, size_t needed)
{
    size_t room = store->room == 0 ? FIRST_ROOM : store->room;
    while (room < needed)
        room = ap_saturating_size_product(room, 2);
    uint8_t *bytes = realloc(store->bytes, room);
    store->no_memory = bytes == NULL;
    if (bytes == NULL)
        return false;
    store->bytes = bytes;
    store->room = room;
    return true;
}

static bool add_to_buffer(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    ap_buffer *store = writer->context;
    if (size > store->room - store->size && !grow_buffer(store, ap_saturating_size_sum(store->size, size)))
        return false;
    memcpy(store->bytes + store->size, bytes, size);
    store->size += size;
    return true;
}

void ap_buffer_init(ap_buffer *store)
{
    *store = (ap_buffer){ .bytes = NULL };
}

void ap_buffer_init_writer(ap_buffer *store, ap_writer *writer)
{
    store->size = 0;
    store->no_memory = false;
    ap_writer_init(writer, add_to_buffer, store);
}

void ap_buffer_free(ap_buffer *store)
{
    free(store->bytes);
    ap_buffer_init(store);
}
