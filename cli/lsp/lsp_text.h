/* Places in a text as editors count them: lines from 0, and units of a line's characters. */
#ifndef AP_LSP_TEXT_H
#define AP_LSP_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/span.h"

/* What a line's characters are counted in. */
typedef enum lsp_encoding {
    LSP_UTF16, /* a byte that is no character of UTF-8 counts as one unit */
    LSP_UTF8,
} lsp_encoding;

typedef struct lsp_position {
    uint64_t line, character;
} lsp_position;

typedef struct lsp_range {
    lsp_position start, end;
} lsp_range;

/* A place in a text that remembers its line: going to a near place is quick. A line ends with LF, CR LF, or a CR
   alone. */
typedef struct lsp_cursor {
    ap_view text;
    lsp_encoding encoding;
    uint64_t line;
    size_t line_start;
    size_t at;      /* in the line, or at its end */
    uint64_t units; /* from the line's start to it */
} lsp_cursor;

/* At the start of the text, which must stay as it is while the cursor is used. */
void lsp_cursor_init(lsp_cursor *cursor, ap_view text, lsp_encoding encoding);

/* The position of a byte: of the character that it is in. */
lsp_position lsp_position_at(lsp_cursor *cursor, size_t offset);

/* The byte at a position: a character after the line's end is that end, a line after the last is the text's end,
   and the second half of a surrogate pair is the first. */
size_t lsp_offset_at(lsp_cursor *cursor, lsp_position position);

#endif
