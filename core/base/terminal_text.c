#include "core/base/terminal_text.h"

#include <stdbool.h>
#include <string.h>

#include "core/base/utf8.h"

/* Characters that are sent as they are: not the control characters (C0, DEL, C1), nor those that change the
   direction of what follows or hide in it. */
static bool printable(const uint8_t *at, size_t length)
{
    if (length == 0)
        return false;
    if (length == 1)
        return at[0] >= 0x20 && at[0] != 0x7f;
    if (length == 2)
        return !(at[0] == 0xc2 && at[1] < 0xa0);
    if (length == 3 && at[0] == 0xe2 && at[1] == 0x80) /* U+2000 to U+203F */
        return !(at[2] >= 0x8b && at[2] <= 0x8f) && !(at[2] >= 0xa8 && at[2] <= 0xae);
    if (length == 3 && at[0] == 0xe2 && at[1] == 0x81) /* U+2060 to U+206F: joiners, isolates */
        return at[2] < 0xa0 || at[2] > 0xaf;
    return !(length == 3 && at[0] == 0xef && at[1] == 0xbb && at[2] == 0xbf); /* U+FEFF */
}

size_t ap_printable(const uint8_t *at, size_t left)
{
    const size_t length = ap_utf8_length(at, left);
    return printable(at, length) ? length : 0;
}

/* Ranges of characters that join the one before them, and of those that take two columns: the blocks that
   text in files is likely to have, not all of Unicode. Ordered. */
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

unsigned ap_columns(const uint8_t *at, size_t length)
{
    uint32_t character = length == 1 ? at[0] : at[0] & (0x7fU >> length);
    for (size_t i = 1; i < length; i++)
        character = character << 6 | (at[i] & 0x3fU);
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && ranges[i].first <= character; i++) {
        if (character <= ranges[i].last)
            return ranges[i].columns;
    }
    return 1;
}

static void put_escape(ap_batch *batch, uint8_t byte)
{
    if (byte == '\n' || byte == '\r' || byte == '\t') {
        ap_batch_text(batch, byte == '\n' ? "\\n" : byte == '\r' ? "\\r" : "\\t");
    } else if (byte == '\\') {
        ap_batch_text(batch, "\\\\");
    } else {
        ap_batch_text(batch, "\\x");
        ap_batch_hex(batch, byte, 2);
    }
}

/* One character, or one byte that is none; returns how many bytes it took. */
static size_t put_character(ap_batch *batch, const uint8_t *at, size_t left, bool double_backslash)
{
    const size_t shown = ap_printable(at, left);
    if (shown > 0 && !(double_backslash && *at == '\\')) {
        ap_batch_short(batch, (const char *)at, shown);
        return shown;
    }
    const size_t length = ap_utf8_length(at, left), taken = length == 0 ? 1 : length;
    for (size_t i = 0; i < taken; i++)
        put_escape(batch, at[i]);
    return taken;
}

void ap_batch_name(ap_batch *batch, const char *name)
{
    const uint8_t *at = (const uint8_t *)name;
    for (size_t left = strlen(name), done; left > 0; at += done, left -= done) {
        done = ap_batch_plain(batch, at, left, "\\");
        if (done < left)
            done += put_character(batch, at + done, left - done, true);
    }
}

void ap_batch_message(ap_batch *batch, const char *text, size_t length)
{
    const uint8_t *at = (const uint8_t *)text;
    for (size_t left = length, done; left > 0; at += done, left -= done) {
        done = ap_batch_plain(batch, at, left, "");
        if (done < left)
            done += put_character(batch, at + done, left - done, false);
    }
}

void ap_put_name(FILE *stream, const char *name)
{
    ap_batch batch;
    ap_batch_init(&batch, stream);
    ap_batch_name(&batch, name);
    ap_batch_write(&batch);
}

void ap_put_text(FILE *stream, const char *text)
{
    ap_batch batch;
    ap_batch_init(&batch, stream);
    ap_batch_message(&batch, text, strlen(text));
    ap_batch_write(&batch);
}

/* Lines of words */

/* How many columns put_escape takes. */
static size_t escape_columns(uint8_t byte)
{
    return byte == '\n' || byte == '\r' || byte == '\t' || byte == '\\' ? 2 : 4;
}

static size_t text_columns(const uint8_t *at, size_t left, bool double_backslash)
{
    size_t columns = 0;
    while (left > 0) {
        const bool escaped = ap_printable(at, left) == 0 || (double_backslash && *at == '\\');
        const size_t length = ap_utf8_length(at, left), taken = length == 0 ? 1 : length;
        if (!escaped)
            columns += ap_columns(at, taken);
        for (size_t i = 0; escaped && i < taken; i++)
            columns += escape_columns(at[i]);
        at += taken;
        left -= taken;
    }
    return columns;
}

void ap_wrap_end(ap_wrapped *line)
{
    ap_batch_byte(line->batch, '\n');
    line->column = line->blanks = 0;
}

static void break_line(ap_wrapped *line)
{
    ap_wrap_end(line);
    ap_batch_blanks(line->batch, line->indent);
    line->column = line->indent;
}

/* Begins a word: on a further line, if it comes after a blank and does not fit into this one. */
static void begin_word(ap_wrapped *line, size_t columns)
{
    const bool gains = line->column > 0 && line->column + line->blanks > line->indent;
    if (line->blanks > 0 && gains && !ap_wrap_fits(line, columns))
        break_line(line);
    ap_batch_blanks(line->batch, line->blanks);
    line->column += line->blanks + columns;
    line->blanks = 0;
}

void ap_wrap_name(ap_wrapped *line, const char *name)
{
    begin_word(line, line->width == 0 ? 0 : text_columns((const uint8_t *)name, strlen(name), true));
    ap_batch_name(line->batch, name);
}

static void put_word(ap_wrapped *line, const char *word, size_t length)
{
    begin_word(line, text_columns((const uint8_t *)word, length, false));
    ap_batch_message(line->batch, word, length);
}

void ap_wrap_text(ap_wrapped *line, const char *text, size_t length)
{
    if (line->width == 0) {
        ap_batch_blanks(line->batch, line->blanks);
        ap_batch_message(line->batch, text, length);
        line->blanks = 0;
        return;
    }
    for (size_t at = 0; at < length;) {
        const size_t from = at;
        while (at < length && text[at] != ' ')
            at++;
        if (at > from)
            put_word(line, text + from, at - from);
        for (; at < length && text[at] == ' '; at++)
            line->blanks++;
    }
}
