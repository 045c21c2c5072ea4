/* Collects written bytes in memory. */
#ifndef AP_COLLECTOR_H
#define AP_COLLECTOR_H

#include "core/base/arena.h"
#include "core/files/writer.h"

/* The bytes written so far. The collector is allocated in the arena too, because its writer is too large for the stack. */
typedef struct ap_collector {
    ap_arena *arena;
    uint8_t *bytes;
    size_t size, room;
    ap_writer writer;
} ap_collector;

/* Returns an empty collector; NULL when out of memory. */
ap_collector *ap_new_collector(ap_arena *arena);

#endif
