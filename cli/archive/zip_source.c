#include "cli/archive/zip_source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/finding/fingerprint.h"

#ifndef AP_NO_ARCHIVES

enum { NUMBER_BYTES = 24 };

const char *cli_zip_source_open(
    cli_zip_source *source, const cli_zip_library *zip, const char *path, uint64_t most_bytes)
{
    struct stat about;
    char known_by[2 * NUMBER_BYTES];
    *source = (cli_zip_source){ .zip = zip, .bytes_left = most_bytes };
    zip->error_init(&source->error);
    source->file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (source->file < 0)
        return strerror(errno);
    source->is_open = true;
    if (fstat(source->file, &about) != 0)
        return strerror(errno);
    if (!S_ISREG(about.st_mode))
        return "is an archive that is not a regular file; archives are read only from regular files";
    source->size_bytes = (uint64_t)about.st_size;
    snprintf(known_by, sizeof known_by, "%ju %ju", (uintmax_t)about.st_dev, (uintmax_t)about.st_ino);
    source->identity = ap_hash_text(AP_HASH_START, known_by);
    return NULL;
}

void cli_zip_source_open_bytes(
    cli_zip_source *source, const cli_zip_library *zip, ap_view bytes, uint64_t most_bytes)
{
    *source = (cli_zip_source){ .zip = zip,
        .bytes = bytes.bytes,
        .size_bytes = bytes.size,
        .bytes_left = most_bytes,
        .file = -1,
        .is_open = true };
    zip->error_init(&source->error);
}

void cli_zip_source_close(cli_zip_source *source)
{
    if (!source->is_open)
        return;
    source->zip->error_fini(&source->error);
    if (source->file >= 0)
        close(source->file);
    source->is_open = false;
}

static zip_int64_t set_source_error(cli_zip_source *source, int code, int system)
{
    source->zip->error_set(&source->error, code, system);
    return -1;
}

/* Reads at most `bytes` bytes at source->at. Returns their number, or -1 with the error in errno. */
static ssize_t read_bytes(cli_zip_source *source, void *data, size_t bytes)
{
    ssize_t got;
    if (source->bytes != NULL) {
        const uint64_t left = source->at < source->size_bytes ? source->size_bytes - source->at : 0;
        const size_t count = bytes < left ? bytes : (size_t)left;
        memcpy(data, source->bytes + (source->size_bytes - left), count);
        return (ssize_t)count;
    }
    do
        got = pread(source->file, data, bytes, (off_t)source->at);
    while (got < 0 && errno == EINTR);
    return got;
}

static zip_int64_t read_archive_bytes(cli_zip_source *source, void *data, zip_uint64_t bytes)
{
    if (source->limit_reached)
        return set_source_error(source, ZIP_ER_READ, EFBIG);
    const ssize_t got = read_bytes(source, data, bytes);
    if (got < 0)
        return set_source_error(source, ZIP_ER_READ, errno);
    source->at += (uint64_t)got;
    if (source->bytes_left > 0) {
        source->limit_reached = (uint64_t)got >= source->bytes_left;
        source->bytes_left -= source->limit_reached ? 0 : (uint64_t)got;
    }
    return got;
}

static zip_int64_t seek_in_archive(cli_zip_source *source, void *data, zip_uint64_t bytes)
{
    const zip_int64_t at =
        source->zip->seek_offset(source->at, source->size_bytes, data, bytes, &source->error);
    if (at >= 0)
        source->at = (uint64_t)at;
    return at < 0 ? -1 : 0;
}

static zip_int64_t fill_size_stat(const cli_zip_source *source, zip_stat_t *about)
{
    memset(about, 0, sizeof *about);
    about->valid = ZIP_STAT_SIZE;
    about->size = source->size_bytes;
    return sizeof *about;
}

zip_int64_t cli_zip_source_handle_command(
    void *context, void *data, zip_uint64_t bytes, zip_source_cmd_t command)
{
    cli_zip_source *source = context;
    switch (command) {
    case ZIP_SOURCE_OPEN:
        source->at = 0;
        return 0;
    case ZIP_SOURCE_READ:
        return read_archive_bytes(source, data, bytes);
    case ZIP_SOURCE_SEEK:
        return seek_in_archive(source, data, bytes);
    case ZIP_SOURCE_TELL:
        return (zip_int64_t)source->at;
    case ZIP_SOURCE_STAT:
        return bytes < sizeof(zip_stat_t) ? set_source_error(source, ZIP_ER_INVAL, 0)
                                          : fill_size_stat(source, data);
    case ZIP_SOURCE_ERROR:
        return source->zip->error_to_data(&source->error, data, bytes);
    case ZIP_SOURCE_CLOSE:
    case ZIP_SOURCE_FREE: /* cli_zip_source_close closes the file */
        return 0;
    case ZIP_SOURCE_SUPPORTS:
        return source->zip->commands(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT,
            ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS, -1);
    default:
        return set_source_error(source, ZIP_ER_OPNOTSUPP, 0);
    }
}
#endif
