/* Loads files and streams into memory.
   Small files are read into one buffer that is reused, large files are mapped. A mapped file can shrink
   while it is read, and the system then raises SIGBUS: code that reads a view runs inside ap_input_run_guarded
   (core/files/guard.h), which returns AP_SHRUNK instead. */
#ifndef AP_INPUT_H
#define AP_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/span.h"

/* Result of an operation that depends on files or memory. */
typedef enum ap_status {
    AP_OK,
    AP_CANNOT_READ, /* the system refused, or the file is of a type that cannot be read */
    AP_SHRUNK,      /* the file became shorter while it was read: results from its bytes are invalid */
    AP_NO_MEMORY,
    AP_TOO_LARGE, /* a stream is longer than its limit, or a file larger than the address space */
} ap_status;

enum {
    AP_INPUT_ERROR_BYTES = 160,
    AP_SMALL_FILE_BYTES = 64 * 1024, /* smaller files are read, larger ones mapped: reading is faster below
                                        this size */
    AP_INPUT_START_BYTES = 64,
};

/* An input file: its bytes in memory or mapped, and its error. */
typedef struct ap_input {
    ap_view view;                     /* the loaded bytes; valid until the next load, release or free */
    char error[AP_INPUT_ERROR_BYTES]; /* reason of the last status other than AP_OK, in words */
    size_t stream_limit_bytes;        /* maximum bytes of a stream; 0 for no limit */

    /* Private */
    uint8_t *buffer;
    size_t buffer_bytes;
    uint8_t *mapping; /* the mapped bytes; NULL if the view is in the buffer */
    int file;         /* descriptor of the mapped file, open as long as the mapping; otherwise -1 */
} ap_input;

/* Initialises an empty input without allocating memory. Loading a stream (standard input or a fifo) of more than
   stream_limit_bytes returns AP_TOO_LARGE. */
void ap_input_init(ap_input *input, size_t stream_limit_bytes);

/* Loads the file at the path and sets the view to its bytes, replacing the previous content. Accepts
   regular files of any size, and fifos, which are read to their end; refuses directories, devices and
   sockets. */
ap_status ap_input_load(ap_input *input, const char *path);

/* Loads a file that is open for reading as ap_input_load does, and takes ownership of the descriptor. */
ap_status ap_input_load_descriptor(ap_input *input, int file);

/* Loads a path that the caller has just found to be a regular file, without checking its type before
   opening. */
ap_status ap_input_load_known_regular_file(ap_input *input, const char *path);

/* Reads *size bytes of a file from offset `at` on, or fewer if the file ends before, by as many system calls as needed. Sets
   *size to the number of bytes read. Returns false and sets errno on failure. */
bool ap_read_at(int file, uint8_t *buffer, size_t *size, uint64_t at);

/* Loads the first `bytes` bytes of a regular file, or all of a shorter file. `bytes` must not exceed AP_SMALL_FILE_BYTES. */
ap_status ap_input_load_first_bytes(ap_input *input, const char *path, size_t bytes);

/* Loads like ap_input_load_known_regular_file, but only the first AP_INPUT_START_BYTES bytes (fewer of a shorter file) if
   is_enough returns true for these bytes. If is_enough is NULL, loads the whole file. */
ap_status ap_input_load_start_or_all(ap_input *input, const char *path, bool (*is_enough)(ap_view start));

/* Loads the remaining bytes of a descriptor, which stays open. */
ap_status ap_input_load_stream(ap_input *input, int file);

/* A source of bytes other than a descriptor, such as an archive. */
typedef struct ap_input_source {
    void *context;
    /* Reads at most `bytes` bytes into `room`, and sets *got to the bytes read, 0 at the end. Returns
       NULL, or the reason of a failure as a static text. */
    const char *(*read)(void *context, uint8_t *room, size_t bytes, size_t *got);
} ap_input_source;

/* Loads all bytes of a source, or only the first AP_INPUT_START_BYTES if is_enough returns true for these bytes. is_enough may be
   NULL. May return AP_OK with only a part of a source that is longer than stream_limit_bytes. Such a part is longer than
   stream_limit_bytes, too: the caller compares the size of the view with the size of the source. */
ap_status ap_input_load_source(
    ap_input *input, const ap_input_source *source, bool (*is_enough)(ap_view start));

/* Frees a mapping, and a buffer larger than AP_SMALL_FILE_BYTES; the view is then empty. */
void ap_input_release(ap_input *input);

/* Frees all memory. The input may be loaded again. */
void ap_input_free_memory(ap_input *input);

#endif
