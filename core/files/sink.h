/* Destinations in memory for the bytes of an ap_writer. A destination must not move in memory while its writer is used. */
#ifndef AP_SINK_H
#define AP_SINK_H

#include "core/base/span.h"
#include "core/files/writer.h"

/* Compares the written bytes with expected bytes, without storing the written bytes. */
typedef struct ap_comparing_writer {
    ap_view wanted;
    bool differs;
    size_t at; /* offset of the first byte that differs, is missing or is superfluous */
} ap_comparing_writer;

void ap_comparing_writer_init(ap_comparing_writer *comparison, ap_writer *writer, ap_view wanted);

/* Flushes the writer. Returns true if exactly the expected bytes were written. */
bool ap_comparing_writer_finish(ap_comparing_writer *comparison, ap_writer *writer);

/* Stores the written bytes in a buffer of fixed size. Bytes beyond its end are dropped, and make the writer fail. */
typedef struct ap_fixed_buffer {
    uint8_t *bytes; /* owned by the caller */
    size_t room;
    size_t size; /* number of bytes stored so far */
} ap_fixed_buffer;

void ap_fixed_buffer_init(ap_fixed_buffer *keeper, ap_writer *writer, uint8_t *bytes, size_t room);

/* Stores the written bytes in memory that grows as needed. */
typedef struct ap_buffer {
    uint8_t *bytes; /* NULL before the first byte is stored */
    size_t size, room;
    bool no_memory; /* true if writing failed because memory ran out */
} ap_buffer;

/* Initialises an empty store. Free it with ap_buffer_free. */
void ap_buffer_init(ap_buffer *store);

/* Empties the store, keeps its memory, and initialises a writer into the store. */
void ap_buffer_init_writer(ap_buffer *store, ap_writer *writer);

void ap_buffer_free(ap_buffer *store);

#endif
