#include "cli/lsp/document/lsp_text.h"

#include <string.h>

#include "core/base/utf8.h"

enum { SEARCHED_BYTES = 256 /* bytes that are searched for LF before CR, because a text may have only CR */ };

void lsp_cursor_init(lsp_cursor *cursor, ap_view text, lsp_encoding encoding)
{
    *cursor = (lsp_cursor){ .text = text, .encoding = encoding };
}

/* Returns true if a line ends after the byte at `at`. */
static bool does_line_end_after(ap_view text, size_t at)
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

bool lsp_move_to_next_line(lsp_cursor *cursor, size_t limit)
{
    const uint8_t *bytes = cursor->text.bytes;
    size_t count;
    for (size_t at = cursor->at; at < limit; at += count) {
        count = limit - at < SEARCHED_BYTES ? limit - at : SEARCHED_BYTES;
        const uint8_t *feed = memchr(bytes + at, '\n', count);
        const uint8_t *end = feed == NULL ? bytes + at + count : feed;
        const uint8_t *back = memchr(bytes + at, '\r', (size_t)(end - bytes) - at);
        if (back != NULL && does_line_end_after(cursor->text, (size_t)(back - bytes)))
            feed = back;
        if (feed != NULL) {
            set_cursor_to_line_start(cursor, cursor->line + 1, (size_t)(feed - bytes) + 1);
            return true;
        }
        count = back != NULL ? (size_t)(back - bytes) + 1 - at : count; /* that CR is followed by LF */
    }
    return false;
}

/* Moves the cursor to the start of the previous line, which must exist. */
static void move_to_previous_line(lsp_cursor *cursor)
{
    size_t start = cursor->line_start - 1;
    while (start > 0 && !does_line_end_after(cursor->text, start - 1))
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
    size_t bytes = *at < 0x80 ? 1 : ap_utf8_character_length(at, left);
    bytes = bytes == 0 ? 1 : bytes;
    *units = cursor->encoding == LSP_UTF8 ? bytes : bytes == 4 ? 2 : 1;
    return bytes;
}

/* Moves the cursor forward in its line, to the byte `offset` or the unit `character`, whichever comes first; if that is inside
   a character, to the start of the character. */
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

/* Moves the cursor forward in its line over ASCII characters, up to the byte `limit`. */
static void move_cursor_over_leading_ascii(lsp_cursor *cursor, size_t limit)
{
    const uint8_t *bytes = cursor->text.bytes;
    size_t at = cursor->at;
    while (at < limit && bytes[at] < 0x80 && bytes[at] != '\n' && bytes[at] != '\r')
        at++;
    cursor->units += at - cursor->at;
    cursor->at = at;
}

lsp_position lsp_position_at(lsp_cursor *cursor, size_t offset)
{
    while (offset < cursor->line_start)
        move_to_previous_line(cursor);
    if (offset < cursor->at)
        set_cursor_to_line_start(cursor, cursor->line, cursor->line_start);
    move_cursor_over_leading_ascii(cursor, offset);
    if (cursor->at < offset) {
        while (lsp_move_to_next_line(cursor, offset))
            continue;
        move_cursor_over_leading_ascii(cursor, offset);
        move_cursor_forward(cursor, offset, UINT64_MAX);
    }
    return (lsp_position){ cursor->line, cursor->units };
}

size_t lsp_offset_at(lsp_cursor *cursor, lsp_position position)
{
    while (position.line < cursor->line)
        move_to_previous_line(cursor);
    while (position.line > cursor->line) {
        if (!lsp_move_to_next_line(cursor, cursor->text.size))
            return cursor->text.size;
    }
    if (position.character < cursor->units)
        set_cursor_to_line_start(cursor, cursor->line, cursor->line_start);
    move_cursor_forward(cursor, cursor->text.size, position.character);
    return cursor->at;
}

ap_span lsp_find_line_at(ap_view text, size_t offset)
{
    size_t start = offset, end = offset;
    while (start > 0 && text.bytes[start - 1] != '\n' && text.bytes[start - 1] != '\r')
        start--;
    while (end < text.size && text.bytes[end] != '\n' && text.bytes[end] != '\r')
        end++;
    return (ap_span){ start, end - start };
}

ap_view lsp_remove_quotes(ap_view token)
{
    const bool quoted = token.size >= 2 && token.bytes[0] == '"' && token.bytes[token.size - 1] == '"';
    return quoted ? (ap_view){ token.bytes + 1, token.size - 2 } : token;
}

static bool begins_with(ap_view text, size_t at, const char *mark)
{
    const size_t length = strlen(mark);
    return text.size - at >= length && memcmp(text.bytes + at, mark, length) == 0;
}

size_t lsp_end_of_comment(ap_view text, size_t at)
{
    if (at == text.size || text.bytes[at] != '/')
        return at;
    if (begins_with(text, at, "/*/"))
        return at + 3; /* a complete comment, as the lexer reads it */
    if (begins_with(text, at, "/*")) {
        const char *end = memmem(text.bytes + at + 2, text.size - at - 2, "*/", 2);
        return end == NULL ? text.size : (size_t)((const uint8_t *)end - text.bytes) + 2;
    }
    if (!begins_with(text, at, "//"))
        return at;
    while (at < text.size && text.bytes[at] != '\n' && text.bytes[at] != '\r')
        at++;
    return at;
}
