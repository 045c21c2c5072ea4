/* Messages of the base protocol of language servers, as they come in: headers, and a body of a known length. */
#ifndef AP_LSP_INPUT_H
#define AP_LSP_INPUT_H

#include <stdbool.h>

#include "core/base/span.h"

enum {
    LSP_BUFFER_BYTES = 64 * 1024,
    LSP_LINE_BYTES = 1024, /* of a header that are looked at */
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
    uint8_t buffer[LSP_BUFFER_BYTES];
} lsp_input;

/* Messages from a file descriptor, with bodies of at most most_bytes. */
void lsp_input_init(lsp_input *input, int file, size_t most_bytes);

/* The next message; its body stays until the next call. */
lsp_got lsp_input_read(lsp_input *input, ap_view *body);

/* Whether more can be read without waiting. */
bool lsp_input_waits(const lsp_input *input);

void lsp_input_free(lsp_input *input);

#endif
