/* Reads messages of the base protocol of language servers: headers, then a body of a known length. */
#ifndef AP_LSP_INPUT_H
#define AP_LSP_INPUT_H

#include <stdbool.h>

#include "core/base/span.h"

enum {
    LSP_BUFFER_BYTES = 64 * 1024,
    LSP_AHEAD_BYTES = 1024 * 1024, /* most bytes read ahead while a request is answered */
    /* most bytes of a header line that are kept, and of all headers of a message that waits */
    LSP_LINE_BYTES = 1024,
};

/* Result of reading a message. */
typedef enum lsp_read_result {
    LSP_MESSAGE,
    LSP_END, /* the client has closed the input */
    /* a message has no valid length. Reported once until a valid message comes; the next call searches for the next
       header. */
    LSP_BAD_HEADER,
    LSP_TOO_LONG,   /* the body is longer than most_bytes and is skipped */
    LSP_NO_MEMORY,  /* out of memory for the body, which is skipped */
    LSP_UNREADABLE, /* read error (errno) */
} lsp_read_result;

typedef struct lsp_input {
    int file;
    size_t most_bytes; /* most bytes of a body; a longer body is skipped */
    size_t start, end; /* the unused bytes of `buffer` are those from start to end - 1 */
    uint64_t skipped;  /* number of bytes of a skipped body that must still be read */
    bool lost;         /* the latest headers had no valid length */
    uint8_t *body;
    size_t room; /* allocated bytes of the body */
    char line[LSP_LINE_BYTES];
    uint8_t *buffer; /* bytes read from the file; owned; NULL before the first read */
    size_t buffer_bytes;
} lsp_input;

/* Initialises reading messages from a file descriptor. `most_bytes`: most bytes of a body. */
void lsp_input_init(lsp_input *input, int file, size_t most_bytes);

/* Reads the next message. *body is valid until the next call. */
lsp_read_result lsp_input_read(lsp_input *input, ap_view *body);

/* Returns true if input can be read without waiting. */
bool lsp_input_is_ready(const lsp_input *input);

/* Reads up to LSP_AHEAD_BYTES without waiting, and calls `is_wanted` with the body of each complete message until it returns
   true. Returns true if it did. Stops before a message without a body or with wrong headers. The messages stay in the buffer for
   lsp_input_read. */
bool lsp_input_find_waiting_message(
    lsp_input *input, bool (*is_wanted)(void *context, ap_view body), void *context);

void lsp_input_free(lsp_input *input);

#endif
