#include "core/files/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/poison.h"

void ap_input_init(ap_input *input, size_t stream_limit_bytes)
{
    *input = (ap_input){ .stream_limit_bytes = stream_limit_bytes, .file = -1 };
}

__attribute__((format(printf, 3, 4))) static ap_status fail_with(
    ap_input *input, ap_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(input->error, sizeof input->error, format, arguments);
    va_end(arguments);
    return status;
}

static ap_status fail_with_errno(ap_input *input)
{
    ap_status status = errno == ENOMEM ? AP_NO_MEMORY : AP_CANNOT_READ;
    return fail_with(input, status, "%s", strerror(errno));
}

static ap_status fail_because_shrunk(ap_input *input)
{
    return fail_with(input, AP_SHRUNK, "became shorter while it was read");
}

/* Sets the view to the first `size` bytes of the buffer. The buffer is reused for many files: the bytes after the view are
   poisoned, so that AddressSanitizer reports reads past the view. */
static void set_view_to_buffer(ap_input *input, size_t size)
{
    input->view = (ap_view){ input->buffer, size };
    ASAN_POISON_MEMORY_REGION(input->buffer + size, input->buffer_bytes - size);
}

static bool resize_buffer(ap_input *input, size_t bytes)
{
    uint8_t *buffer = realloc(input->buffer, bytes);
    if (buffer == NULL)
        return false;
    input->buffer = buffer;
    input->buffer_bytes = bytes;
    return true;
}

static bool ensure_small_buffer(ap_input *input)
{
    return input->buffer_bytes >= AP_SMALL_FILE_BYTES || resize_buffer(input, AP_SMALL_FILE_BYTES);
}

static ssize_t read_some_bytes(int file, void *buffer, size_t bytes)
{
    ssize_t got;
    do
        got = read(file, buffer, bytes);
    while (got < 0 && errno == EINTR);
    return got;
}

/* Makes room after `used` bytes by doubling the buffer, at most to the limit plus one byte: reading that
   byte shows that the stream is too long. */
static ap_status make_room(ap_input *input, size_t used)
{
    size_t limit =
        input->stream_limit_bytes == 0 ? SIZE_MAX : ap_saturating_size_sum(input->stream_limit_bytes, 1);
    if (used < input->buffer_bytes)
        return AP_OK;
    size_t wanted = used == 0 ? AP_SMALL_FILE_BYTES : ap_saturating_size_product(used, 2);
    if (!resize_buffer(input, wanted < limit ? wanted : limit))
        return fail_with(input, AP_NO_MEMORY, "not enough memory: only %zu bytes could be read", used);
    return AP_OK;
}

static ap_status read_to_end(ap_input *input, int file, size_t used)
{
    for (;;) {
        ap_status status = make_room(input, used);
        if (status != AP_OK)
            return status;
        ssize_t got = read_some_bytes(file, input->buffer + used, input->buffer_bytes - used);
        if (got < 0)
            return fail_with_errno(input);
        if (got == 0)
            break;
        used += (size_t)got;
        if (input->stream_limit_bytes > 0 && used > input->stream_limit_bytes)
            return fail_with(input, AP_TOO_LARGE, "is longer than %zu bytes, the limit for a stream",
                input->stream_limit_bytes);
    }
    set_view_to_buffer(input, used);
    return AP_OK;
}

ap_status ap_input_load_stream(ap_input *input, int file)
{
    ap_input_release(input);
    return read_to_end(input, file, 0);
}

/* Sets the view to the first `used` bytes, the start of the file, and returns the result of is_enough for them. If the result is
   false, the buffer is writable again. */
static bool keep_start_if_enough(ap_input *input, size_t used, bool (*is_enough)(ap_view start))
{
    set_view_to_buffer(input, used);
    if (is_enough(input->view))
        return true;
    ASAN_UNPOISON_MEMORY_REGION(input->buffer, input->buffer_bytes);
    return false;
}

ap_status ap_input_load_source(
    ap_input *input, const ap_input_source *source, bool (*is_enough)(ap_view start))
{
    size_t used = 0, got = 1;
    ap_input_release(input);
    while (got > 0) {
        const ap_status status = make_room(input, used);
        if (status != AP_OK)
            return status;
        const size_t room = input->buffer_bytes - used, start_left = AP_INPUT_START_BYTES - used;
        const bool starts = is_enough != NULL && start_left < room;
        const char *wrong =
            source->read(source->context, input->buffer + used, starts ? start_left : room, &got);
        if (wrong != NULL)
            return fail_with(input, AP_CANNOT_READ, "%s", wrong);
        used += got;
        if (is_enough == NULL || (used < AP_INPUT_START_BYTES && got > 0))
            continue;
        if (keep_start_if_enough(input, used, is_enough))
            return AP_OK;
        is_enough = NULL;
    }
    set_view_to_buffer(input, used);
    return AP_OK;
}

/* Reads a small file. A file that grew since fstat is read to its end; a file that shrank returns
   AP_SHRUNK. */
static ap_status read_small_file_unless_shrunk(ap_input *input, int file, size_t expected)
{
    struct stat now;
    if (!ensure_small_buffer(input))
        return fail_with(input, AP_NO_MEMORY, "not enough memory to read it");
    ssize_t got = read_some_bytes(file, input->buffer, input->buffer_bytes);
    if (got < 0)
        return fail_with_errno(input);
    if ((size_t)got == expected && expected > 0) {
        set_view_to_buffer(input, expected);
        return AP_OK;
    }
    ap_status status = read_to_end(input, file, (size_t)got);
    if (status == AP_OK && input->view.size < expected && fstat(file, &now) == 0
        && (uint64_t)now.st_size < expected)
        return fail_because_shrunk(input);
    return status;
}

static ap_status map_large_file(ap_input *input, int file, size_t size)
{
    void *mapping = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (mapping == MAP_FAILED)
        return fail_with_errno(input);
    input->mapping = mapping;
    input->file = file;
    input->view = (ap_view){ mapping, size };
    return AP_OK;
}

/* Returns AP_OK for regular files and fifos, otherwise AP_CANNOT_READ with the error text. ap_input_load calls this before it
   opens a file, since opening a device may have effects; load_open_file calls it again, since another file may have the path by
   then. */
static ap_status check_file_type(ap_input *input, mode_t mode)
{
    if (S_ISREG(mode) || S_ISFIFO(mode))
        return AP_OK;
    const char *kind = S_ISDIR(mode)    ? "a directory"
                       : S_ISSOCK(mode) ? "a socket"
                       : S_ISCHR(mode)  ? "a character device"
                       : S_ISBLK(mode)  ? "a block device"
                                        : "not a regular file";
    return fail_with(input, AP_CANNOT_READ, "is %s", kind);
}

/* Reads a fifo. The fifo was opened without blocking, so that a fifo put in the place of a file cannot
   hang the program. poll waits for a writer; reading then blocks as usual. */
static ap_status read_fifo(ap_input *input, int file)
{
    struct pollfd writer = { .fd = file, .events = POLLIN };
    while (poll(&writer, 1, -1) < 0) {
        if (errno != EINTR)
            return fail_with_errno(input);
    }
    int flags = fcntl(file, F_GETFL);
    if (flags < 0 || fcntl(file, F_SETFL, flags & ~O_NONBLOCK) < 0)
        return fail_with_errno(input);
    return read_to_end(input, file, 0);
}

static ap_status load_open_file(ap_input *input, int file)
{
    struct stat about;
    if (fstat(file, &about) != 0)
        return fail_with_errno(input);
    ap_status status = check_file_type(input, about.st_mode);
    if (status != AP_OK)
        return status;
    if (S_ISFIFO(about.st_mode))
        return read_fifo(input, file);
    if ((uint64_t)about.st_size < AP_SMALL_FILE_BYTES)
        return read_small_file_unless_shrunk(input, file, (size_t)about.st_size);
    if ((uint64_t)about.st_size != (size_t)about.st_size)
        return fail_with(input, AP_TOO_LARGE, "is larger than this machine can address");
    return map_large_file(input, file, (size_t)about.st_size);
}

/* Reads the first bytes of the file. Returns true if is_enough returns true for them. Returns false also if the file is empty,
   cannot be read or has no offsets (a fifo), and when out of memory. */
static bool read_start_if_enough(ap_input *input, int file, bool (*is_enough)(ap_view start))
{
    const ssize_t got = ensure_small_buffer(input) ? pread(file, input->buffer, AP_INPUT_START_BYTES, 0) : -1;
    return got > 0 && keep_start_if_enough(input, (size_t)got, is_enough);
}

static int open_file(const char *path)
{
    int file;
    do
        file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    while (file < 0 && errno == EINTR);
    return file;
}

static ap_status load_and_close_unless_mapped(ap_input *input, int file, bool (*is_enough)(ap_view start))
{
    if (file < 0)
        return fail_with_errno(input);
    ap_status status = is_enough != NULL && read_start_if_enough(input, file, is_enough)
                           ? AP_OK
                           : load_open_file(input, file);
    if (input->file != file)
        close(file);
    return status;
}

bool ap_read_at(int file, uint8_t *buffer, size_t *size, uint64_t at)
{
    const size_t wanted = *size;
    for (*size = 0; *size < wanted;) {
        const ssize_t got = pread(file, buffer + *size, wanted - *size, (off_t)(at + *size));
        if (got == 0)
            return true;
        if (got < 0 && errno != EINTR)
            return false;
        *size += got > 0 ? (size_t)got : 0;
    }
    return true;
}

ap_status ap_input_load_first_bytes(ap_input *input, const char *path, size_t bytes)
{
    ap_input_release(input);
    if (!ensure_small_buffer(input))
        return fail_with(input, AP_NO_MEMORY, "not enough memory to read it");
    const int file = open_file(path);
    const bool read = file >= 0 && ap_read_at(file, input->buffer, &bytes, 0);
    const ap_status status = read ? AP_OK : fail_with_errno(input);
    if (file >= 0)
        close(file);
    if (read)
        set_view_to_buffer(input, bytes);
    return status;
}

ap_status ap_input_load(ap_input *input, const char *path)
{
    struct stat about;
    ap_input_release(input);
    if (stat(path, &about) != 0)
        return fail_with_errno(input);
    ap_status status = check_file_type(input, about.st_mode);
    return status == AP_OK ? load_and_close_unless_mapped(input, open_file(path), NULL) : status;
}

ap_status ap_input_load_descriptor(ap_input *input, int file)
{
    ap_input_release(input);
    return load_and_close_unless_mapped(input, file, NULL);
}

ap_status ap_input_load_known_regular_file(ap_input *input, const char *path)
{
    return ap_input_load_start_or_all(input, path, NULL);
}

ap_status ap_input_load_start_or_all(ap_input *input, const char *path, bool (*is_enough)(ap_view start))
{
    ap_input_release(input);
    return load_and_close_unless_mapped(input, open_file(path), is_enough);
}

void ap_input_release(ap_input *input)
{
    if (input->mapping != NULL) {
        munmap(input->mapping, input->view.size);
        close(input->file);
        input->mapping = NULL;
        input->file = -1;
    }
    if (input->buffer != NULL)
        ASAN_UNPOISON_MEMORY_REGION(input->buffer, input->buffer_bytes);
    if (input->buffer_bytes > AP_SMALL_FILE_BYTES) {
        free(input->buffer);
        input->buffer = NULL;
        input->buffer_bytes = 0;
    }
    input->view = (ap_view){ NULL, 0 };
    input->error[0] = '\0';
}

void ap_input_free_memory(ap_input *input)
{
    ap_input_release(input);
    free(input->buffer);
    input->buffer = NULL;
    input->buffer_bytes = 0;
}
