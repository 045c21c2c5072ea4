/* Implements ap_open_temp_file on systems without folders: keeps the bytes in memory, and frees them when the
   stream is closed. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h> /* ssize_t */

#include "core/base/span.h"
#include "core/files/temp_file.h"

enum { FIRST_ROOM = 4096 };

typedef struct memory_file {
    char *bytes;
    size_t size, room, at;
} memory_file;

static bool make_room(memory_file *file, size_t wanted)
{
    size_t room = file->room == 0 ? FIRST_ROOM : file->room;
    while (room < wanted)
        room = ap_saturating_size_product(room, 2);
    char *bytes = room == file->room ? file->bytes : realloc(file->bytes, room);
    if (bytes == NULL) {
        errno = ENOMEM;
        return false;
    }
    file->bytes = bytes;
    file->room = room;
    return true;
}

/* Adds bytes at the end, as to a file opened for appending. */
static ssize_t append_bytes_at_end(void *context, const char *bytes, size_t count)
{
    memory_file *file = context;
    if (!make_room(file, ap_saturating_size_sum(file->size, count)))
        return 0;
    memcpy(file->bytes + file->size, bytes, count);
    file->at = file->size += count;
    return (ssize_t)count;
}

static ssize_t read_bytes(void *context, char *room, size_t count)
{
    memory_file *file = context;
    const size_t left = file->size - file->at;
    const size_t got = count < left ? count : left;
    if (got > 0)
        memcpy(room, file->bytes + file->at, got);
    file->at += got;
    return (ssize_t)got;
}

static int seek_bytes(void *context, off_t *offset, int whence)
{
    memory_file *file = context;
    const off_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (off_t)file->at : (off_t)file->size;
    if (*offset < -base || *offset > (off_t)file->size - base) {
        errno = EINVAL;
        return -1;
    }
    *offset += base;
    file->at = (size_t)*offset;
    return 0;
}

static int close_memory_file(void *context)
{
    memory_file *file = context;
    free(file->bytes);
    free(file);
    return 0;
}

FILE *ap_open_temp_file(void)
{
    static const cookie_io_functions_t functions = { read_bytes, append_bytes_at_end, seek_bytes,
        close_memory_file };
    memory_file *file = calloc(1, sizeof *file);
    FILE *stream = file == NULL ? NULL : fopencookie(file, "w+", functions);
    if (stream == NULL)
        free(file);
    return stream;
}
