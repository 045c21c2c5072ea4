#include "cli/lsp/lsp_input.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char length_name[] = "content-length:";

enum {
    /* least bytes kept of the end of a long line, because a header may follow the rest of a broken message there */
    KEPT_BYTES = 64,
    /* largest memory of a body that is kept for the next body; larger memory is freed */
    KEPT_ROOM = 1024 * 1024,
    LENGTH_IS_WRONG = INT64_C(-1),
};

void lsp_input_init(lsp_input *input, int file, size_t most_bytes)
{
    *input = (lsp_input){ .file = file, .most_bytes = most_bytes };
}

static void free_body(lsp_input *input)
{
    free(input->body);
    input->body = NULL;
    input->room = 0;
}

void lsp_input_free(lsp_input *input)
{
    free_body(input);
    free(input->buffer);
    input->buffer = NULL;
    input->start = input->end = input->buffer_bytes = 0;
}

bool lsp_input_is_ready(const lsp_input *input)
{
    struct pollfd polled = { .fd = input->file, .events = POLLIN };
    return input->start < input->end || poll(&polled, 1, 0) > 0;
}

/* Reads bytes that have arrived; waits for the first. Returns their number, 0 at the end of the input, or a negative
   number with errno set. */
static ssize_t wait_for_and_read_bytes(const lsp_input *input, uint8_t *bytes, size_t room)
{
    ssize_t got;
    do
        got = read(input->file, bytes, room);
    while (got < 0 && errno == EINTR);
    return got;
}

/* Makes the buffer at least `bytes` bytes large. Returns false when out of memory. */
static bool make_message_buffer_at_least(lsp_input *input, size_t bytes)
{
    uint8_t *buffer = input->buffer_bytes >= bytes ? input->buffer : realloc(input->buffer, bytes);
    if (buffer == NULL)
        return false;
    input->buffer = buffer;
    input->buffer_bytes = input->buffer_bytes >= bytes ? input->buffer_bytes : bytes;
    return true;
}

/* If the buffer is empty, reads input into it. Returns LSP_MESSAGE if the buffer then has at least one byte. */
static lsp_read_result fill_buffer_if_empty(lsp_input *input)
{
    if (input->start < input->end)
        return LSP_MESSAGE;
    if (!make_message_buffer_at_least(input, LSP_BUFFER_BYTES)) {
        errno = ENOMEM;
        return LSP_UNREADABLE;
    }
    const ssize_t got = wait_for_and_read_bytes(input, input->buffer, input->buffer_bytes);
    input->start = 0;
    input->end = got > 0 ? (size_t)got : 0;
    return got > 0 ? LSP_MESSAGE : got == 0 ? LSP_END : LSP_UNREADABLE;
}

/* Reads a line into input->line, without its line end and with a NUL. Of a long line, keeps only the end. */
static lsp_read_result read_header_line(lsp_input *input)
{
    size_t used = 0;
    for (;;) {
        const lsp_read_result got = fill_buffer_if_empty(input);
        if (got != LSP_MESSAGE)
            return got;
        const char byte = (char)input->buffer[input->start++];
        if (byte == '\n')
            break;
        if (used == sizeof input->line - 1) {
            memmove(input->line, input->line + used - KEPT_BYTES, KEPT_BYTES);
            used = KEPT_BYTES;
        }
        input->line[used++] = byte == '\0' ? ' ' : byte;
    }
    used -= used > 0 && input->line[used - 1] == '\r';
    input->line[used] = '\0';
    return LSP_MESSAGE;
}

/* Parses the value of Content-Length. Returns LENGTH_IS_WRONG if the text is not a number, and INT64_MAX if the number
   is too large. */
static int64_t parse_length(const char *text)
{
    uint64_t length = 0;
    text += strspn(text, " \t");
    const size_t digits = strspn(text, "0123456789");
    if (digits == 0 || text[digits + strspn(text + digits, " \t")] != '\0')
        return LENGTH_IS_WRONG;
    for (size_t i = 0; i < digits; i++) {
        if (length > INT64_MAX / 10 - 9)
            return INT64_MAX;
        length = 10 * length + (uint64_t)(text[i] - '0');
    }
    return (int64_t)length;
}

/* Reads all headers of a message. Sets *length to the value of the last Content-Length; to LENGTH_IS_WRONG if that is not a
   number, or if no header has a length. */
static lsp_read_result read_headers(lsp_input *input, int64_t *length)
{
    *length = LENGTH_IS_WRONG;
    for (;;) {
        const lsp_read_result got = read_header_line(input);
        if (got != LSP_MESSAGE || input->line[0] == '\0')
            return got;
        /* A header may follow the rest of a broken message on one line, so it is searched in the whole line. */
        const char *found = strcasestr(input->line, length_name);
        if (found != NULL && (input->lost || found == input->line || found[-1] == '}'))
            *length = parse_length(found + strlen(length_name));
    }
}

static lsp_read_result skip_marked_message_body(lsp_input *input)
{
    while (input->skipped > 0) {
        const lsp_read_result got = fill_buffer_if_empty(input);
        if (got != LSP_MESSAGE)
            return got;
        const size_t left = input->end - input->start;
        const size_t taken = left < input->skipped ? left : (size_t)input->skipped;
        input->start += taken;
        input->skipped -= taken;
    }
    return LSP_MESSAGE;
}

/* Makes room for a body of `size` bytes. Frees the memory of a long body before it makes room for a short one. Returns false when
   out of memory. */
static bool make_room_for_body(lsp_input *input, size_t size)
{
    const bool keeps = input->room >= size && (input->room <= KEPT_ROOM || size > KEPT_ROOM);
    if (keeps && input->body != NULL)
        return true;
    free_body(input);
    input->body = malloc(size + 1);
    input->room = input->body == NULL ? 0 : size;
    return input->body != NULL;
}

static lsp_read_result read_body(lsp_input *input, size_t size)
{
    size_t used = input->end - input->start;
    used = used < size ? used : size;
    memcpy(input->body, input->buffer + input->start, used);
    input->start += used;
    while (used < size) {
        const ssize_t got = wait_for_and_read_bytes(input, input->body + used, size - used);
        if (got <= 0)
            return got == 0 ? LSP_END : LSP_UNREADABLE;
        used += (size_t)got;
    }
    return LSP_MESSAGE;
}

/* Makes the next read skip the body of this size. Returns `why`. */
static lsp_read_result mark_message_to_skip(lsp_input *input, uint64_t size, lsp_read_result why)
{
    input->skipped = size;
    return why;
}

lsp_read_result lsp_input_read(lsp_input *input, ap_view *body)
{
    int64_t length;
    lsp_read_result got = skip_marked_message_body(input);
    if (got == LSP_MESSAGE)
        got = read_headers(input, &length);
    while (got == LSP_MESSAGE && length == LENGTH_IS_WRONG) {
        const bool reported = input->lost;
        input->lost = true;
        if (!reported)
            return LSP_BAD_HEADER;
        got = read_headers(input, &length);
    }
    if (got != LSP_MESSAGE)
        return got;
    input->lost = false;
    if ((uint64_t)length > input->most_bytes)
        return mark_message_to_skip(input, (uint64_t)length, LSP_TOO_LONG);
    if (!make_room_for_body(input, (size_t)length))
        return mark_message_to_skip(input, (uint64_t)length, LSP_NO_MEMORY);
    *body = (ap_view){ input->body, (size_t)length };
    return read_body(input, (size_t)length);
}

/* Moves the unused bytes to the start of the buffer, and appends the input that can be read without waiting. */
static void append_available_input(lsp_input *input)
{
    struct pollfd polled = { .fd = input->file, .events = POLLIN };
    ssize_t got = 1;
    if (input->start > 0 && input->end > input->start)
        memmove(input->buffer, input->buffer + input->start, input->end - input->start);
    input->end -= input->start;
    input->start = 0;
    while (got > 0 && input->end < LSP_AHEAD_BYTES && poll(&polled, 1, 0) > 0
           && (polled.revents & POLLIN) != 0 && make_message_buffer_at_least(input, LSP_AHEAD_BYTES)) {
        got = wait_for_and_read_bytes(input, input->buffer + input->end, input->buffer_bytes - input->end);
        /* the end of the input, or an error, is met again and handled by the next normal read */
        input->end += got > 0 ? (size_t)got : 0;
    }
}

/* Returns the body of the message at the start of the text, and sets *bytes to the size of the message.
   Returns an empty view if the message is incomplete, has wrong headers, or has no body. */
static ap_view body_of_complete_message(ap_view text, size_t *bytes)
{
    char head[LSP_LINE_BYTES];
    const ap_view none = { NULL, 0 };
    const uint8_t *end = text.size == 0 ? NULL : memmem(text.bytes, text.size, "\r\n\r\n", 4);
    const size_t size = end == NULL ? 0 : (size_t)(end - text.bytes);
    if (end == NULL || size >= sizeof head)
        return none;
    memcpy(head, text.bytes, size);
    head[size] = '\0';
    char *length_at = strcasestr(head, length_name);
    if (length_at == NULL)
        return none;
    length_at += strlen(length_name);
    length_at[strcspn(length_at, "\r\n")] = '\0';
    const int64_t length = parse_length(length_at);
    const size_t left = text.size - size - 4;
    if (length < 0 || (uint64_t)length > left)
        return none;
    *bytes = size + 4 + (size_t)length;
    return (ap_view){ end + 4, (size_t)length };
}

bool lsp_input_find_waiting_message(
    lsp_input *input, bool (*is_wanted)(void *context, ap_view body), void *context)
{
    bool found = false;
    size_t bytes = 0;
    if (input->skipped > 0 || input->lost)
        return false;
    append_available_input(input);
    ap_view rest = { input->buffer, input->end };
    for (ap_view body; !found && rest.size > 0 && (body = body_of_complete_message(rest, &bytes)).size > 0;) {
        found = is_wanted(context, body);
        rest = (ap_view){ rest.bytes + bytes, rest.size - bytes };
    }
    return found;
}
