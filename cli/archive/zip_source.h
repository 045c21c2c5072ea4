/* The file of an archive, as libzip reads it. */
#ifndef AP_ZIP_SOURCE_H
#define AP_ZIP_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/archive/zip_library.h"

#ifndef AP_NO_ARCHIVES

typedef struct cli_zip_source {
    const cli_zip_library *zip;
    bool is_open;
    int file;
    uint64_t size_bytes, at;
    uint64_t identity;   /* of the file, whichever process opens it: a hash of its device and inode */
    uint64_t most_bytes; /* that are read from now on; 0: no limit */
    bool too_much;       /* more were asked for */
    zip_error_t error;
} cli_zip_source;

/* Opens a regular file. NULL, or why that cannot be, as a text that stays until the next call in this thread. */
const char *cli_zip_source_open(
    cli_zip_source *source, const cli_zip_library *zip, const char *path, uint64_t most_bytes);

/* What libzip calls; the context is the source, which must outlive the archive. */
zip_int64_t cli_zip_source_call(void *context, void *data, zip_uint64_t bytes, zip_source_cmd_t command);

/* Closes it, where it is open. */
void cli_zip_source_close(cli_zip_source *source);

#endif
#endif
