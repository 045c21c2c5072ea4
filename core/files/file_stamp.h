/* Remembers a file that is read and will be replaced, so that what others save meanwhile is not overwritten.
   Times alone do not tell: a file system may give two saves the same time, so the content is compared too. */
#ifndef AP_FILE_STAMP_H
#define AP_FILE_STAMP_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/span.h"

typedef struct ap_file_stamp {
    bool known; /* false: nothing was remembered, and nothing is compared */
    uint64_t device, inode, size;
    int64_t modified[2], changed[2]; /* mtime and ctime: seconds and nanoseconds */
    uint64_t content;                /* a hash of the bytes */
} ap_file_stamp;

/* Remembers the regular file at the path, and its content. Links are followed. Leaves the stamp unknown if there
   is no regular file that can be read. Take it before the file is read: what is read later is then compared too. */
void ap_stamp_take(ap_file_stamp *stamp, const char *path);

/* Remembers the regular file at the path, with bytes that were read of it before as its content. */
void ap_stamp_take_read(ap_file_stamp *stamp, const char *path, ap_view bytes);

/* Returns true if the same file is at the path, with the same size, times and content. */
bool ap_stamp_holds(const ap_file_stamp *stamp, const char *path);

/* Returns true if an open file has the remembered content, whatever its place and times. */
bool ap_stamp_has_content(const ap_file_stamp *stamp, int file);

#endif
