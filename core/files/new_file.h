/* A file that is written beside its place and put there when it is whole: what was there before stays until then,
   and a program that ends early leaves nothing. */
#ifndef AP_NEW_FILE_H
#define AP_NEW_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/files/replace.h"

typedef struct ap_new_file {
    const char *path; /* the file that it will be; NULL for standard output */
    char *temporary;  /* where it is written until it is whole; NULL when written in place */
    bool nameless;    /* `temporary` is only the name that it gets when it is whole */
    bool placed;      /* it has the name `path`, which no file had */
    int descriptor;   /* -1: not open */
    int error;        /* errno of the first failure; 0 for none */
    const ap_file_stamp
        *replaces;        /* set between open and close: the file at `path`, which was read and may only be
                                      replaced if it is as it was; NULL: whatever is there is replaced */
    ap_replaced replaced; /* after closing: how that went */
} ap_new_file;

/* Opens a file for writing; standard output when `path` is NULL. What is not a regular file is written in
   place. path must outlive it. False, with `error` set, when that cannot be. */
bool ap_new_file_open(ap_new_file *file, const char *path);

/* Writes bytes past the streams of the C library. False, with `error` set, when not all of them are written;
   nothing is written after a failure. */
bool ap_new_file_write(ap_new_file *file, const void *bytes, size_t size);

/* Waits until what was written is safe on the disk, unless it was written in place. */
bool ap_new_file_sync(ap_new_file *file);

bool ap_new_file_is_terminal(const ap_new_file *file);

/* Says in words why a file could not be written. The text stays valid until the next call of strerror. */
const char *ap_new_file_wrong(const ap_new_file *file);

/* Closes it; standard output stays open. It is put in its place only when `keep` and when nothing failed. False,
   with `error` set, when something of it could not be written. */
bool ap_new_file_close(ap_new_file *file, bool keep);

#endif
