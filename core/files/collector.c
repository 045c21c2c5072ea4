#include "core/files/collector.h"

#include <string.h>

enum { FIRST_ROOM = 4 * 1024 };

static bool collect_bytes(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    ap_collector *c = writer->context;
    const size_t needed = ap_saturating_size_sum(c->size, size);
    if (needed > c->room) {
        const size_t doubled = ap_saturating_size_product(c->room, 2);
        const size_t room = doubled > needed ? doubled : ap_saturating_size_sum(needed, FIRST_ROOM);
        uint8_t *grown = ap_alloc(c->arena, room);
        if (grown == NULL)
            return false;
        if (c->size > 0)
            memcpy(grown, c->bytes, c->size);
        c->bytes = grown;
        c->room = room;
    }
    memcpy(c->bytes + c->size, bytes, size);
    c->size += size;
    return true;
}

ap_collector *ap_new_collector(ap_arena *arena)
{
    ap_collector *c = ap_alloc(arena, sizeof *c);
    if (c == NULL)
        return NULL;
    c->arena = arena;
    ap_writer_init(&c->writer, collect_bytes, c);
    return c;
}
