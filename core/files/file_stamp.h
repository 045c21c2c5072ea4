/* Identifies the content of a file that was read and will be replaced, so that a save by another program
   in between is not overwritten. Compares the content too: a file system may give two saves the same
   times. */
#ifndef AP_FILE_STAMP_H
#define AP_FILE_STAMP_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/span.h"

typedef struct ap_file_stamp {
    bool
        known; /* false if the file could not be read: ap_replace_or_remove_made_file then replaces nothing */
    uint64_t device, inode, size;
    int64_t modified[2], changed[2]; /* mtime and ctime, each in seconds and nanoseconds */
    uint64_t content;                /* hash of the file's bytes */
} ap_file_stamp;

/* Stores identity and times of the regular file at the path, and the hash of its content; follows links. Leaves `known` false
   if there is no readable regular file. Call it before the file is read, so that a change while reading is
   noticed too. */
void ap_stamp_from_path(ap_file_stamp *stamp, const char *path);

/* Stores identity and times of the regular file at the path, and size and hash of `bytes`, which the caller has read from this
   file. Leaves `known` false if the path leads to no regular file. */
void ap_stamp_from_bytes(ap_file_stamp *stamp, const char *path, ap_view bytes);

/* Returns true if the path still leads to the same file with the same size, times and content. */
bool ap_stamp_is_unchanged(const ap_file_stamp *stamp, const char *path);

/* Returns true if an open file has the stored content, regardless of its path and times. */
bool ap_stamp_matches_content(const ap_file_stamp *stamp, int file);

#endif
