/* Writes to files without the C library's streams. An ap_new_file has a temporary name and is renamed when it is complete: a
   previous file of that name stays until then, and a program that ends early leaves no incomplete file of that name. */
#ifndef AP_NEW_FILE_H
#define AP_NEW_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/files/replace.h"
#include "core/files/writer.h"

/* Writes all bytes to a file descriptor, and continues after signals. Returns 0, or the errno of the
   failure. */
int ap_write_all(int file, const uint8_t *bytes, size_t size);

/* Writes to a file descriptor without the C library's streams: the bytes may belong to a mapped file, and
   if another program shortens that file, write returns an error instead of crashing. */
typedef struct ap_descriptor_writer {
    int file;
    int error; /* errno of the first failure; 0 for none */
} ap_descriptor_writer;

void ap_descriptor_writer_init(ap_descriptor_writer *descriptor, ap_writer *writer, int file);

/* A file that replaces its target when it is complete. */
typedef struct ap_new_file {
    const char *path; /* final path of the file; NULL for standard output */
    char *temporary;  /* temporary path in the same folder; NULL if written directly */
    /* true while the file has no temporary name; the last six characters of `temporary` are then placeholders */
    bool nameless;
    bool placed;    /* true if the file already has the name `path`, which was unused */
    int descriptor; /* -1 if the file is not open */
    int error;      /* errno of the first failure; 0 for none */
    const ap_file_stamp
        *replaces; /* set by the caller between open and close: stamp of the file at `path`, which
                             is replaced only if unchanged since the stamp; NULL to replace any file */
    ap_replace_result replaced; /* set by ap_new_file_close if `replaces` is not NULL */
} ap_new_file;

/* Opens a file for writing, or standard output if `path` is NULL. A path that exists and is not a regular
   file is written directly. `path` must outlive `file`. Returns false and sets `error` if the file cannot
   be opened. */
bool ap_new_file_open(ap_new_file *file, const char *path);

/* Writes bytes without the C library's streams. Returns false and sets `error` if not all bytes were
   written; after a failure no more bytes are written. */
bool ap_new_file_write(ap_new_file *file, const void *bytes, size_t size);

/* Waits until the written bytes are on the disk, unless the file is written directly. Returns false and
   sets `error` on failure. */
bool ap_new_file_sync(ap_new_file *file);

bool ap_new_file_is_terminal(const ap_new_file *file);

/* Returns the reason why the file could not be written, in words. The text is valid until the next call of strerror. */
const char *ap_new_file_error_text(const ap_new_file *file);

/* Closes the file; standard output stays open. The file gets its final name if `keep` is true and no
   step failed; otherwise it is removed, unless it is written directly. Returns false if any step failed since ap_new_file_open;
   `error` is then the reason. */
bool ap_new_file_close(ap_new_file *file, bool keep);

#endif
