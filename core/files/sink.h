/* Places that an ap_writer can hand its bytes to. Each stays where it is in memory while the writer is
   used. */
#ifndef AP_SINK_H
#define AP_SINK_H

#include "core/base/span.h"
#include "core/files/writer.h"

/* Compares what is written with bytes that are known, without keeping any of it. */
typedef struct ap_comparison {
    ap_view wanted;
    bool differs;
    size_t at; /* where they differ: the first byte that is another, too many or missing */
} ap_comparison;

void ap_compare_init(ap_comparison *comparison, ap_writer *writer, ap_view wanted);

/* Ends the writing. Whether the bytes were the wanted ones, all of them. */
bool ap_compare_finish(ap_comparison *comparison, ap_writer *writer);

/* Keeps what is written, as far as there is room. */
typedef struct ap_keeper {
    uint8_t *bytes; /* the caller's */
    size_t room;
    size_t size; /* kept so far */
} ap_keeper;

void ap_keep_init(ap_keeper *keeper, ap_writer *writer, uint8_t *bytes, size_t room);

/* Keeps all that is written, in memory that grows with it; of several writings only the last. */
typedef struct ap_store {
    uint8_t *bytes; /* NULL while there are none */
    size_t size, room;
    bool no_memory; /* why writing failed */
} ap_store;

/* An empty store; it must be given back with ap_store_free. */
void ap_store_init(ap_store *store);

/* A writer into the store, which is emptied but keeps its memory. */
void ap_store_writer(ap_store *store, ap_writer *writer);

void ap_store_free(ap_store *store);

/* Writes to a file descriptor, past the C library's streams: what is handed over may be bytes of a mapped
   file that another program shortens, which then are an error and no crash. */
typedef struct ap_descriptor {
    int file;
    int error; /* errno of the first failure; 0 for none */
} ap_descriptor;

void ap_descriptor_init(ap_descriptor *descriptor, ap_writer *writer, int file);

/* Writes all bytes to a file descriptor, again after a signal. Returns 0, or the errno of the failure. */
int ap_write_all(int file, const uint8_t *bytes, size_t size);

#endif
