#include "core/base/terminal_text.h"

#include <stdbool.h>
#include <string.h>

#include "core/base/utf8.h"

size_t ap_printable_character_length(const uint8_t *at, size_t left)
{
    const size_t length = ap_utf8_character_length(at, left);
    const bool printable =
        length > 0 && !ap_is_control_character(at, length) && !ap_is_hidden_character(at, length);
    return printable ? length : 0;
}

/* Ranges of combining characters (0 columns) and wide characters (2 columns), in ascending order. Lists
   the blocks that text in files is likely to have, not all of Unicode. */
static const struct {
    uint32_t first, last;
    unsigned columns;
} ranges[] = {
    { 0x300, 0x36f, 0 },
    { 0x483, 0x489, 0 },
    { 0x591, 0x5bd, 0 },
    { 0x64b, 0x65f, 0 },
    { 0x1100, 0x115f, 2 },
    { 0x1ab0, 0x1aff, 0 },
    { 0x1dc0, 0x1dff, 0 },
    { 0x20d0, 0x20ff, 0 },
    { 0x2e80, 0xa4cf, 2 },
    { 0xac00, 0xd7a3, 2 },
    { 0xf900, 0xfaff, 2 },
    { 0xfe00, 0xfe0f, 0 },
    { 0xfe20, 0xfe2f, 0 },
    { 0xfe30, 0xfe6f, 2 },
    { 0xff00, 0xff60, 2 },
    { 0xffe0, 0xffe6, 2 },
    { 0x1f300, 0x1faff, 2 },
    { 0x20000, 0x3fffd, 2 },
};

unsigned ap_character_columns(const uint8_t *at, size_t length)
{
    const uint32_t character = ap_decode_utf8_character(at, length);
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && ranges[i].first <= character; i++) {
        if (character <= ranges[i].last)
            return ranges[i].columns;
    }
    return 1;
}

/* Writes the escape of a byte, such as \t or \x1b, and a terminator. Returns the length of the escape. */
static size_t escape_byte(uint8_t byte, char *text, size_t size)
{
    if (byte == '\n' || byte == '\r' || byte == '\t')
        return (size_t)snprintf(text, size, "\\%c", byte == '\n' ? 'n' : byte == '\r' ? 'r' : 't');
    if (byte == '\\')
        return (size_t)snprintf(text, size, "\\\\");
    return (size_t)snprintf(text, size, "\\x%02x", (unsigned)byte);
}

size_t ap_escape_character(const uint8_t *at, size_t length, char text[AP_ESCAPE_BYTES])
{
    size_t used = 0;
    if (ap_is_hidden_character(at, length))
        return ap_put_hidden_as_u_escape(at, length, text);
    for (size_t i = 0; i < length; i++)
        used += escape_byte(at[i], text + used, AP_ESCAPE_BYTES - used);
    return used;
}

/* Adds one character, or one byte that is not valid UTF-8: as an escape (ap_escape_character) if it is not printable or, with
   `double_backslash`, a backslash. Returns the number of bytes consumed. */
static size_t put_character(ap_batch *batch, const uint8_t *at, size_t left, bool double_backslash)
{
    const size_t shown = ap_printable_character_length(at, left);
    if (shown > 0 && !(double_backslash && *at == '\\')) {
        ap_batch_short_text(batch, (const char *)at, shown);
        return shown;
    }
    char escape[AP_ESCAPE_BYTES];
    const size_t length = ap_utf8_character_length(at, left), taken = length == 0 ? 1 : length;
    ap_batch_short_text(batch, escape, ap_escape_character(at, taken, escape));
    return taken;
}

void ap_batch_file_name(ap_batch *batch, const char *name)
{
    const uint8_t *at = (const uint8_t *)name;
    for (size_t left = strlen(name), done; left > 0; at += done, left -= done) {
        done = ap_batch_plain_prefix(batch, at, left, "\\");
        if (done < left)
            done += put_character(batch, at + done, left - done, true);
    }
}

void ap_batch_escaped_text(ap_batch *batch, const char *text, size_t length)
{
    const uint8_t *at = (const uint8_t *)text;
    for (size_t left = length, done; left > 0; at += done, left -= done) {
        done = ap_batch_plain_prefix(batch, at, left, "");
        if (done < left)
            done += put_character(batch, at + done, left - done, false);
    }
}

void ap_put_file_name(FILE *stream, const char *name)
{
    ap_batch batch;
    ap_batch_init(&batch, stream);
    ap_batch_file_name(&batch, name);
    ap_batch_flush(&batch);
}

void ap_put_escaped_text(FILE *stream, const char *text)
{
    ap_batch batch;
    ap_batch_init(&batch, stream);
    ap_batch_escaped_text(&batch, text, strlen(text));
    ap_batch_flush(&batch);
}

/* Wrapping words into lines */

static size_t count_text_columns(const uint8_t *at, size_t left, bool double_backslash)
{
    char escape[AP_ESCAPE_BYTES];
    size_t columns = 0;
    while (left > 0) {
        const bool shown = ap_printable_character_length(at, left) > 0 && !(double_backslash && *at == '\\');
        const size_t length = ap_utf8_character_length(at, left), taken = length == 0 ? 1 : length;
        columns += shown ? ap_character_columns(at, taken) : ap_escape_character(at, taken, escape);
        at += taken;
        left -= taken;
    }
    return columns;
}

void ap_wrap_end_line(ap_wrapped_line *line)
{
    ap_batch_byte(line->batch, '\n');
    line->column = line->blanks = 0;
}

static void break_line(ap_wrapped_line *line)
{
    ap_wrap_end_line(line);
    ap_batch_blanks(line->batch, line->indent);
    line->column = line->indent;
}

/* Starts a word of `columns` columns, after the pending blanks. If the word does not fit on the current line, starts a new line
   instead, provided that a blank precedes the word and that the word gets further left on a new line. */
static void begin_wrapped_word(ap_wrapped_line *line, size_t columns)
{
    const bool gains = line->column > 0 && line->column + line->blanks > line->indent;
    if (line->blanks > 0 && gains && !ap_does_word_fit_line(line, columns))
        break_line(line);
    ap_batch_blanks(line->batch, line->blanks);
    line->column += line->blanks + columns;
    line->blanks = 0;
}

void ap_wrap_file_name(ap_wrapped_line *line, const char *name)
{
    begin_wrapped_word(
        line, line->width == 0 ? 0 : count_text_columns((const uint8_t *)name, strlen(name), true));
    ap_batch_file_name(line->batch, name);
}

static void put_wrapped_word(ap_wrapped_line *line, const char *word, size_t length)
{
    begin_wrapped_word(line, count_text_columns((const uint8_t *)word, length, false));
    ap_batch_escaped_text(line->batch, word, length);
}

void ap_wrap_text(ap_wrapped_line *line, const char *text, size_t length)
{
    if (line->width == 0) {
        ap_batch_blanks(line->batch, line->blanks);
        ap_batch_escaped_text(line->batch, text, length);
        line->blanks = 0;
        return;
    }
    for (size_t at = 0; at < length;) {
        const size_t from = at;
        while (at < length && text[at] != ' ')
            at++;
        if (at > from)
            put_wrapped_word(line, text + from, at - from);
        for (; at < length && text[at] == ' '; at++)
            line->blanks++;
    }
}
