/* Writes text of unknown origin safely to a terminal, and wraps lines at blanks. */
#ifndef AP_TERMINAL_TEXT_H
#define AP_TERMINAL_TEXT_H

#include <stdbool.h>

#include "core/base/batch.h"

/* Returns the length in bytes of the character at `at` if a terminal may be sent the character unescaped.
   Returns 0 for invalid UTF-8 and for a control or hidden character. `left`: readable bytes, at least 1. */
size_t ap_printable_character_length(const uint8_t *at, size_t left);

/* Returns the columns that a terminal gives a printable character of `length` bytes: 0 for a combining
   mark, 2 for a wide character, otherwise 1. Does not depend on the locale. */
unsigned ap_character_columns(const uint8_t *at, size_t length);

enum { AP_ESCAPE_BYTES = 20 };

/* Writes the escape for one character, or for one byte that is not valid UTF-8: the code point of a hidden character
   (ap_is_hidden_character), such as \u{202e}; otherwise \n, \r, \t, \\, or each byte in base 16, such as \x1b. Writes a
   terminator. Returns the length of the escape, which is also its width in columns. */
size_t ap_escape_character(const uint8_t *at, size_t length, char text[AP_ESCAPE_BYTES]);

/* Writes the name of a file: printable characters unchanged; control and hidden characters, invalid UTF-8
   and the backslash as escapes (ap_escape_character). Write errors are left to ferror(stream). */
void ap_put_file_name(FILE *stream, const char *name);

/* Writes a message of the program as ap_put_file_name does, but leaves backslashes unchanged. */
void ap_put_escaped_text(FILE *stream, const char *text);

/* Add to a batch what ap_put_file_name and ap_put_escaped_text write. */
void ap_batch_file_name(ap_batch *batch, const char *name);
void ap_batch_escaped_text(ap_batch *batch, const char *text, size_t length);

/* A line under construction. A word wider than the line gets a line of its own, and is not broken. */
typedef struct ap_wrapped_line {
    ap_batch *batch; /* owned by the caller */
    size_t width;    /* columns of a line; 0: lines are not broken */
    size_t indent;   /* blanks at the start of each line after the first */
    size_t column;   /* column of the next character, from 0 */
    size_t blanks;   /* blanks to write before the next word */
} ap_wrapped_line;

/* Adds the name of a file, escaped as by ap_batch_file_name. Blanks in the name do not break the line, so that
   the name can be copied. */
void ap_wrap_file_name(ap_wrapped_line *line, const char *name);

/* Adds words, escaped as by ap_batch_escaped_text. The line may break at each blank. A text that does not begin
   with a blank continues the last word. */
void ap_wrap_text(ap_wrapped_line *line, const char *text, size_t length);

/* Adds the words of a terminated text as ap_wrap_text does. */
static inline void ap_wrap_words(ap_wrapped_line *line, const char *words)
{
    ap_wrap_text(line, words, strlen(words));
}

/* Returns true if a word of `columns` columns fits into the line after the pending blanks. */
static inline bool ap_does_word_fit_line(const ap_wrapped_line *line, size_t columns)
{
    return line->width == 0 || line->column + line->blanks + columns <= line->width;
}

/* Ends the line, and starts another at column 0. */
void ap_wrap_end_line(ap_wrapped_line *line);

#endif
