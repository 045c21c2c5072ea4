/* Collects written bytes in memory of the handle, for results of a call. */
#ifndef AP_COLLECTOR_H
#define AP_COLLECTOR_H

#include "core/files/writer.h"
#include "validators/library/handle.h"

/* Bytes in the handle's arena. The collector is allocated in that arena too, because its writer is too large for the stack. */
typedef struct ap_collector {
    ap_arena *arena;
    uint8_t *bytes;
    size_t size, room;
    ap_writer writer;
} ap_collector;

/* Returns an empty collector; NULL when out of memory. */
ap_collector *ap_handle_new_collector(animproof *handle);

#endif
