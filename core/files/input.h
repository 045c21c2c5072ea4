/* Files and streams as bytes in memory.

   Small files are read into one buffer that is used again, large ones are mapped. A mapped file can shrink
   under its reader, which the system answers with SIGBUS: whatever touches the bytes of a view runs inside
   ap_input_guard (core/files/guard.h), which turns that into AP_SHRUNK. */
#ifndef AP_INPUT_H
#define AP_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/span.h"

/* How an undertaking went that needs the world: files, memory, room. */
typedef enum ap_status {
    AP_OK,
    AP_CANNOT_READ, /* the system says no, or it is nothing that can be read */
    AP_SHRUNK,      /* the file became shorter while it was read: what was seen of it is worth nothing */
    AP_NO_MEMORY,
    AP_LIMIT, /* larger than the caller allows */
} ap_status;

enum {
    AP_INPUT_ERROR_BYTES = 160,
    AP_SMALL_FILE_BYTES = 64 * 1024, /* below it, reading is faster than mapping */
    AP_INPUT_START_BYTES = 64,
};

typedef struct ap_input {
    ap_view view;                     /* the bytes; valid until the next load, release or free */
    char error[AP_INPUT_ERROR_BYTES]; /* after a status other than AP_OK: why, in words */
    size_t stream_limit_bytes;        /* the most that is taken from a stream; 0 for no limit */

    /* Private */
    uint8_t *buffer;
    size_t buffer_bytes;
    uint8_t *mapping; /* NULL: view is in the buffer */
    int file;         /* of the mapping, open as long as it; otherwise -1 */
} ap_input;

/* An empty input; takes no memory yet. Streams (standard input, fifos) are read to stream_limit_bytes. */
void ap_input_init(ap_input *input, size_t stream_limit_bytes);

/* Makes the view show the file's bytes, in place of what it showed. Regular files of any size, and fifos,
   which are read to their end; directories, devices and sockets are refused. */
ap_status ap_input_load(ap_input *input, const char *path);

/* The same with a file that is open for reading, and is the input's from now on. */
ap_status ap_input_load_open(ap_input *input, int file);

/* The same with a path that was just found to be a regular file: it is opened without being asked what it is. */
ap_status ap_input_load_found(ap_input *input, const char *path);

/* The same, but the view shows only the first AP_INPUT_START_BYTES bytes where is_enough says so of them. */
ap_status ap_input_load_start(ap_input *input, const char *path, bool (*is_enough)(ap_view start));

/* The same with what is left in a descriptor, which stays open. */
ap_status ap_input_load_stream(ap_input *input, int file);

/* Bytes that come from somewhere else than a descriptor: an archive. */
typedef struct ap_input_source {
    void *context;
    /* The next bytes, at most as many as there is room for: *got of them, 0 at the end. NULL, or why there are none, as
       a text that stays. */
    const char *(*read)(void *context, uint8_t *room, size_t bytes, size_t *got);
} ap_input_source;

/* The same with all that a source gives; with is_enough as ap_input_load_start. */
ap_status ap_input_load_source(
    ap_input *input, const ap_input_source *source, bool (*is_enough)(ap_view start));

/* Gives a mapping back, and a buffer that grew large; the view is empty then. */
void ap_input_release(ap_input *input);

/* Gives all back. The input may be loaded again. */
void ap_input_free(ap_input *input);

#endif
