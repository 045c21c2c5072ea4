/* Reads an archive's file on disk for libzip. */
#ifndef AP_ZIP_SOURCE_H
#define AP_ZIP_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/archive/zip_library.h"

#ifndef AP_NO_ARCHIVES

/* An archive file as libzip reads it. */
typedef struct cli_zip_source {
    const cli_zip_library *zip;
    bool is_open;
    int file;
    uint64_t size_bytes, at;
    uint64_t identity; /* hash of device and inode, equal in all processes */
    /* most bytes of the archive to read before libzip fails, counted from when this member was set; 0: no limit */
    uint64_t most_bytes;
    bool too_much; /* libzip has asked for more than most_bytes */
    zip_error_t error;
} cli_zip_source;

/* Opens a regular file. Returns NULL, or the reason of a failure, valid until the next call in this
   thread. */
const char *cli_zip_source_open(
    cli_zip_source *source, const cli_zip_library *zip, const char *path, uint64_t most_bytes);

/* Callback that libzip calls to read the archive. `context` is the cli_zip_source, which must outlive libzip's
   archive. */
zip_int64_t cli_zip_source_handle_command(
    void *context, void *data, zip_uint64_t bytes, zip_source_cmd_t command);

/* Closes the file if it is open. */
void cli_zip_source_close(cli_zip_source *source);

#endif
#endif
