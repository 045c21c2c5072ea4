/* Reads an archive for libzip, from a file on disk or from memory. */
#ifndef AP_ZIP_SOURCE_H
#define AP_ZIP_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/archive/zip_library.h"
#include "core/base/span.h"

#ifndef AP_NO_ARCHIVES

/* An archive as libzip reads it. */
typedef struct cli_zip_source {
    const cli_zip_library *zip;
    bool is_open;
    const uint8_t
        *bytes; /* the archive in memory, owned by the caller; NULL: the archive is read from `file` */
    int file;
    uint64_t size_bytes, at;
    uint64_t identity; /* hash of device and inode, equal in all processes; 0 for an archive in memory */
    /* bytes that may still be read before reading fails; 0: no limit */
    uint64_t bytes_left;
    bool limit_reached; /* no bytes are left of a limit: further reading fails */
    zip_error_t error;
} cli_zip_source;

/* Opens a regular file. Reading fails after `most_bytes` bytes (0: no limit). Returns NULL on success, otherwise the
   reason of the failure, valid until the next call in this thread. Call cli_zip_source_close in any case. */
const char *cli_zip_source_open(
    cli_zip_source *source, const cli_zip_library *zip, const char *path, uint64_t most_bytes);

/* Prepares reading an archive in memory; `bytes` must stay valid until cli_zip_source_close. */
void cli_zip_source_open_bytes(
    cli_zip_source *source, const cli_zip_library *zip, ap_view bytes, uint64_t most_bytes);

/* Callback that libzip calls to read the archive. `context` is the cli_zip_source, which must outlive libzip's
   archive. */
zip_int64_t cli_zip_source_handle_command(
    void *context, void *data, zip_uint64_t bytes, zip_source_cmd_t command);

/* Ends reading, and closes the file if the archive is read from one. */
void cli_zip_source_close(cli_zip_source *source);

#endif
#endif
