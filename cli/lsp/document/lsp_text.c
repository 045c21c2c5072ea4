#include "cli/lsp/document/lsp_text.h"

#include "core/base/utf8.h"

void lsp_cursor_init(lsp_cursor *cursor, ap_view text, lsp_encoding encoding)
{
    *cursor = (lsp_cursor){ .text = text, .encoding = encoding };
}

/* Returns true if a line ends after the byte at `at`. */
static bool is_line_end_at(ap_view text, size_t at)
{
    const uint8_t byte = text.bytes[at];
    if (byte > '\r')
        return false;
    return byte == '\n' || (byte == '\r' && !(at + 1 < text.size && text.bytes[at + 1] == '\n'));
}

static void set_cursor_to_line_start(lsp_cursor *cursor, uint64_t line, size_t start)
{
    cursor->line = line;
    cursor->line_start = cursor->at = start;
    cursor->units = 0;
}

/* Moves the cursor to the start of the next line. Returns false in the last line. */
static bool move_to_next_line(lsp_cursor *cursor)
{
    for (size_t at = cursor->line_start; at < cursor->text.size; at++) {
        if (is_line_end_at(cursor->text, at)) {
            set_cursor_to_line_start(cursor, cursor->line + 1, at + 1);
            return true;
        }
    }
    return false;
}

/* Moves the cursor to the start of the previous line, which must exist. */
static void move_to_previous_line(lsp_cursor *cursor)
{
    size_t start = cursor->line_start - 1;
    while (start > 0 && !is_line_end_at(cursor->text, start - 1))
        start--;
    set_cursor_to_line_start(cursor, cursor->line - 1, start);
}

/* Returns the number of bytes of the character at the cursor, 0 at the end of the line. Sets *units to the character's
   length in units of the encoding. */
static size_t length_of_next_character(const lsp_cursor *cursor, uint64_t *units)
{
    const uint8_t *at = cursor->text.bytes + cursor->at;
    const size_t left = cursor->text.size - cursor->at;
    if (left == 0 || *at == '\n' || *at == '\r')
        return 0;
    size_t bytes = *at < 0x80 ? 1 : ap_utf8_length(at, left);
    bytes = bytes == 0 ? 1 : bytes;
    *units = cursor->encoding == LSP_UTF8 ? bytes : bytes == 4 ? 2 : 1;
    return bytes;
}

/* Moves the cursor forward in its line, to the byte `offset` or the unit `character`, whichever comes first. */
static void move_cursor_forward(lsp_cursor *cursor, size_t offset, uint64_t character)
{
    uint64_t units;
    size_t bytes;
    while (cursor->at < offset && cursor->units < character
           && (bytes = length_of_next_character(cursor, &units)) > 0 && bytes <= offset - cursor->at
           && units <= character - cursor->units) {
        cursor->at += bytes;
        cursor->units += units;
    }
}

lsp_position lsp_position_at(lsp_cursor *cursor, size_t offset)
{
    while (offset < cursor->line_start)
        move_to_previous_line(cursor);
    for (size_t at = cursor->at > offset ? cursor->line_start : cursor->at; at < offset; at++) {
        if (is_line_end_at(cursor->text, at))
            set_cursor_to_line_start(cursor, cursor->line + 1, at + 1);
    }
    if (offset < cursor->at)
        set_cursor_to_line_start(cursor, cursor->line, cursor->line_start);
    move_cursor_forward(cursor, offset, UINT64_MAX);
    return (lsp_position){ cursor->line, cursor->units };
}

size_t lsp_offset_at(lsp_cursor *cursor, lsp_position position)
{
    while (position.line < cursor->line)
        move_to_previous_line(cursor);
    while (position.line > cursor->line) {
        if (!move_to_next_line(cursor))
            return cursor->text.size;
    }
    if (position.character < cursor->units)
        set_cursor_to_line_start(cursor, cursor->line, cursor->line_start);
    move_cursor_forward(cursor, cursor->text.size, position.character);
    return cursor->at;
}
