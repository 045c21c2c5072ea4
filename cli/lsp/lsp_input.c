#include "cli/lsp/lsp_input.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char length_name[] = "content-length:";

enum {
    KEPT_BYTES = 64,         /* of a long line: its end, which may hold a header */
    KEPT_ROOM = 1024 * 1024, /* of a body */
    LENGTH_IS_WRONG = INT64_C(-1),
};

void lsp_input_init(lsp_input *input, int file, size_t most_bytes)
{
    input->file = file;
    input->most_bytes = most_bytes;
    input->start = input->end = 0;
    input->skipped = 0;
    input->lost = false;
    input->body = NULL;
    input->room = 0;
}

void lsp_input_free(lsp_input *input)
{
    free(input->body);
    input->body = NULL;
    input->room = 0;
}

bool lsp_input_waits(const lsp_input *input)
{
    struct pollfd polled = { .fd = input->file, .events = POLLIN };
    return input->start < input->end || poll(&polled, 1, 0) > 0;
}

/* How many bytes were read: 0 at the end; less than 0 where that failed. */
static ssize_t read_some(const lsp_input *input, uint8_t *bytes, size_t room)
{
    ssize_t got;
    do
        got = read(input->file, bytes, room);
    while (got < 0 && errno == EINTR);
    return got;
}

/* At least one byte in the buffer. LSP_MESSAGE: there is. */
static lsp_got fill(lsp_input *input)
{
    if (input->start < input->end)
        return LSP_MESSAGE;
    const ssize_t got = read_some(input, input->buffer, sizeof input->buffer);
    input->start = 0;
    input->end = got > 0 ? (size_t)got : 0;
    return got > 0 ? LSP_MESSAGE : got == 0 ? LSP_END : LSP_UNREADABLE;
}

/* Headers */

/* A line without its end, as text with a terminator. Of a long one, only the end. */
static lsp_got read_line(lsp_input *input)
{
    size_t used = 0;
    for (;;) {
        const lsp_got got = fill(input);
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

/* The number, or LENGTH_IS_WRONG. What does not fit is very long. */
static int64_t read_length(const char *text)
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

/* All headers of a message. *length may be LENGTH_IS_WRONG. */
static lsp_got read_headers(lsp_input *input, int64_t *length)
{
    *length = LENGTH_IS_WRONG;
    for (;;) {
        const lsp_got got = read_line(input);
        if (got != LSP_MESSAGE || input->line[0] == '\0')
            return got;
        /* What is left of a broken message has no line end of its own: a header may follow it on its line. */
        const char *found = strcasestr(input->line, length_name);
        if (found != NULL && (input->lost || found == input->line || found[-1] == '}'))
            *length = read_length(found + strlen(length_name));
    }
}

/* Bodies */

static lsp_got skip(lsp_input *input)
{
    while (input->skipped > 0) {
        const lsp_got got = fill(input);
        if (got != LSP_MESSAGE)
            return got;
        const size_t left = input->end - input->start;
        const size_t taken = left < input->skipped ? left : (size_t)input->skipped;
        input->start += taken;
        input->skipped -= taken;
    }
    return LSP_MESSAGE;
}

/* Room for a body; what a long one took is given back when a short one comes. */
static bool make_room(lsp_input *input, size_t size)
{
    const bool keeps = input->room >= size && (input->room <= KEPT_ROOM || size > KEPT_ROOM);
    if (keeps && input->body != NULL)
        return true;
    lsp_input_free(input);
    input->body = malloc(size + 1);
    input->room = input->body == NULL ? 0 : size;
    return input->body != NULL;
}

static lsp_got read_body(lsp_input *input, size_t size)
{
    size_t used = input->end - input->start;
    used = used < size ? used : size;
    memcpy(input->body, input->buffer + input->start, used);
    input->start += used;
    while (used < size) {
        const ssize_t got = read_some(input, input->body + used, size - used);
        if (got <= 0)
            return got == 0 ? LSP_END : LSP_UNREADABLE;
        used += (size_t)got;
    }
    return LSP_MESSAGE;
}

static lsp_got refuse(lsp_input *input, uint64_t size, lsp_got why)
{
    input->skipped = size;
    return why;
}

lsp_got lsp_input_read(lsp_input *input, ap_view *body)
{
    int64_t length;
    lsp_got got = skip(input);
    if (got == LSP_MESSAGE)
        got = read_headers(input, &length);
    while (got == LSP_MESSAGE && length == LENGTH_IS_WRONG) {
        const bool told = input->lost;
        input->lost = true;
        if (!told)
            return LSP_BAD_HEADER;
        got = read_headers(input, &length);
    }
    if (got != LSP_MESSAGE)
        return got;
    input->lost = false;
    if ((uint64_t)length > input->most_bytes)
        return refuse(input, (uint64_t)length, LSP_TOO_LONG);
    if (!make_room(input, (size_t)length))
        return refuse(input, (uint64_t)length, LSP_NO_MEMORY);
    *body = (ap_view){ input->body, (size_t)length };
    return read_body(input, (size_t)length);
}
