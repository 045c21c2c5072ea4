/* Messages of the base protocol of language servers, as they come in: headers, and a body of a known length. */
#ifndef AP_LSP_INPUT_H
#define AP_LSP_INPUT_H

#include <stdbool.h>

#include "core/base/span.h"

enum {
    LSP_BUFFER_BYTES = 64 * 1024,
    LSP_AHEAD_BYTES = 1024 * 1024, /* that are read while a request is being answered */
    LSP_LINE_BYTES = 1024,         /* of a header that are looked at */
};

/* What was read. */
typedef enum lsp_got {
    LSP_MESSAGE,
    LSP_END,        /* the client has closed its end */
    LSP_BAD_HEADER, /* no length is known; reading goes on at the next header. Told once until a message comes */
    LSP_TOO_LONG,   /* its body is skipped */
    LSP_NO_MEMORY,  /* the same */
    LSP_UNREADABLE, /* errno says why */
} lsp_got;

typedef struct lsp_input {
    int file;
    size_t most_bytes; /* of a body */
    size_t start, end; /* of what is read and not used, in the buffer */
    uint64_t skipped;  /* bytes of a refused body that are still to come */
    bool lost;         /* headers are broken */
    uint8_t *body;
    size_t room; /* of the body */
    char line[LSP_LINE_BYTES];
    uint8_t *buffer; /* of buffer_bytes; NULL before the first read */
    size_t buffer_bytes;
} lsp_input;

/* Messages from a file descriptor, with bodies of at most most_bytes. */
void lsp_input_init(lsp_input *input, int file, size_t most_bytes);

/* The next message; its body stays until the next call. */
lsp_got lsp_input_read(lsp_input *input, ap_view *body);

/* Whether more can be read without waiting. */
bool lsp_input_waits(const lsp_input *input);

/* Reads what has come and calls `take` with the body of each whole message that waits, until it returns true, which is
   then the result. Waits for nothing. The messages are still read in their turn. Looks no further than LSP_AHEAD_BYTES. */
bool lsp_input_look_ahead(lsp_input *input, bool (*take)(void *context, ap_view body), void *context);

void lsp_input_free(lsp_input *input);

#endif
