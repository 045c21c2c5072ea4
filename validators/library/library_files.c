/* Opens files and companions by path. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "validators/library/handle.h"

enum { FIRST_ROOM = 64 * 1024 };

/* A file that is being read into memory by its path. */
typedef struct file_load {
    animproof *handle;
    const char *path;
    uint8_t *bytes;
    size_t size, room; /* size: bytes read so far; room: bytes allocated for `bytes` */
} file_load;

static animproof_status report_system_error(const file_load *load, int error)
{
    const char *words = strerror_l(error, uselocale((locale_t)0)); /* the "C" locale */
    return ap_handle_fail(load->handle, ANIMPROOF_CANNOT_READ, "%.400s: %s", load->path, words);
}

static animproof_status report_file_too_large(const file_load *load)
{
    return ap_handle_fail(load->handle, ANIMPROOF_LIMIT, "%.400s: larger than max-input (%zu bytes)",
        load->path, load->handle->settings.max_input_bytes);
}

static animproof_status resize_buffer(file_load *load, size_t room)
{
    uint8_t *bytes = ap_handle_call_allocator_and_mark_failure(load->handle, room);
    if (bytes == NULL)
        return ap_handle_fail_for_memory(load->handle);
    if (load->size > 0)
        memcpy(bytes, load->bytes, load->size);
    ap_handle_release(load->handle, load->bytes);
    load->bytes = bytes;
    load->room = room;
    return ANIMPROOF_OK;
}

/* Reads to the end of the file. The buffer always has room for another byte, so that read() can return 0. */
static animproof_status read_complete_file(file_load *load, int file)
{
    const size_t most = load->handle->settings.max_input_bytes;
    for (;;) {
        if (load->size == load->room) {
            const size_t doubled = ap_saturating_size_product(load->room, 2);
            const animproof_status status = resize_buffer(load, doubled);
            if (status != ANIMPROOF_OK)
                return status;
        }
        const ssize_t got = read(file, load->bytes + load->size, load->room - load->size);
        if (got < 0 && errno != EINTR)
            return report_system_error(load, errno);
        load->size += got > 0 ? (size_t)got : 0;
        if (most > 0 && load->size > most)
            return report_file_too_large(load);
        if (got == 0)
            return ANIMPROOF_OK;
    }
}

static animproof_status load_open_file(file_load *load, int file)
{
    struct stat about;
    const size_t most = load->handle->settings.max_input_bytes;
    if (fstat(file, &about) != 0)
        return report_system_error(load, errno);
    if (S_ISDIR(about.st_mode))
        return report_system_error(load, EISDIR);
    if (!S_ISREG(about.st_mode) && !S_ISFIFO(about.st_mode))
        return ap_handle_fail(
            load->handle, ANIMPROOF_CANNOT_READ, "%.400s: neither a regular file nor a pipe", load->path);
    const uintmax_t bytes = S_ISREG(about.st_mode) ? (uintmax_t)about.st_size : 0;
    if (bytes > SIZE_MAX || (most > 0 && bytes > most))
        return report_file_too_large(load);
    const size_t stated_size = (size_t)bytes;
    const animproof_status status =
        resize_buffer(load, stated_size < FIRST_ROOM ? FIRST_ROOM : ap_saturating_size_sum(stated_size, 1));
    return status == ANIMPROOF_OK ? read_complete_file(load, file) : status;
}

static animproof_status load_path(file_load *load)
{
    if (load->path == NULL)
        return ap_handle_fail(load->handle, ANIMPROOF_MISUSE, "the path is NULL");
    const int file = open(load->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (file < 0)
        return report_system_error(load, errno);
    const animproof_status status = load_open_file(load, file);
    (void)close(file);
    if (status != ANIMPROOF_OK)
        ap_handle_release(load->handle, load->bytes);
    return status;
}

animproof_status animproof_open_file(animproof *handle, const char *path)
{
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    file_load load = { .handle = handle, .path = path };
    animproof_status status = load_path(&load);
    if (status == ANIMPROOF_OK)
        ap_handle_open(handle, path, (ap_view){ load.bytes, load.size }, load.bytes);
    return ap_handle_end_call_and_restore_locale(handle, status);
}

animproof_status animproof_companion_file(animproof *handle, const char *option, const char *path)
{
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    file_load load = { .handle = handle, .path = path };
    ap_document *companion = ap_handle_companion_of_option(handle, option);
    animproof_status status = companion == NULL ? ANIMPROOF_MISUSE : load_path(&load);
    if (status == ANIMPROOF_OK)
        ap_document_replace(handle, companion, (ap_view){ load.bytes, load.size }, load.bytes);
    return ap_handle_end_call_and_restore_locale(handle, status);
}
