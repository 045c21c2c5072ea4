/* Converts between byte offsets and the positions that editors use: a line number from 0, and a number of encoding
   units in the line. */
#ifndef AP_LSP_TEXT_H
#define AP_LSP_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/span.h"

/* Unit in which the characters of a line are counted. */
typedef enum lsp_encoding {
    LSP_UTF16, /* a byte that is not part of valid UTF-8 counts as one unit */
    LSP_UTF8,
} lsp_encoding;

typedef struct lsp_position {
    uint64_t line, character;
} lsp_position;

typedef struct lsp_range {
    lsp_position start, end;
} lsp_range;

/* A position in a text, with its line, so that moving to a near position is fast. A line ends with LF, CR LF, or CR
   alone. */
typedef struct lsp_cursor {
    ap_view text;
    lsp_encoding encoding;
    uint64_t line;
    size_t line_start;
    size_t at;      /* byte offset of the position; never after the end of its line */
    uint64_t units; /* number of the encoding's units from line_start to `at` */
} lsp_cursor;

/* Puts the cursor at the start of the text. The text must not change while the cursor is used. */
void lsp_cursor_init(lsp_cursor *cursor, ap_view text, lsp_encoding encoding);

/* Moves the cursor to the start of the next line if its line ends before `limit`. Otherwise returns false. */
bool lsp_move_to_next_line(lsp_cursor *cursor, size_t limit);

/* Moves the cursor to the character that contains the byte at `offset`, and returns its position. */
lsp_position lsp_position_at(lsp_cursor *cursor, size_t offset);

/* Returns the byte offset of a position. For a position after the end of a line, returns the end of the
   line; for a position after the last line, the end of the text; for the second half of a surrogate pair,
   the offset of its character. */
size_t lsp_offset_at(lsp_cursor *cursor, lsp_position position);

/* Returns the span of the line that contains the offset, without its line end. */
ap_span lsp_find_line_at(ap_view text, size_t offset);

/* Returns the token without the quotes around it, or the whole token if it is not between quotes. */
ap_view lsp_remove_quotes(ap_view token);

/* Returns the end of the comment that begins at the offset; the offset itself if no comment begins there. */
size_t lsp_end_of_comment(ap_view text, size_t at);

#endif
