/* Text of unknown origin, made fit for terminals, and lines of words, broken at blanks where a terminal ends. */
#ifndef AP_TERMINAL_TEXT_H
#define AP_TERMINAL_TEXT_H

#include <stdbool.h>

#include "core/base/batch.h"

/* The bytes of the character at `at`, of which `left` (at least 1) can be read, when a terminal may be sent
   it as it is; 0 for a byte that is not UTF-8, and for a character that a terminal could act on or that
   hides. */
size_t ap_printable(const uint8_t *at, size_t left);

/* How many columns a terminal gives a printable character of `length` bytes: 0 for a mark that joins the
   character before it, 2 for a wide one, 1 otherwise. No locale is asked. */
unsigned ap_columns(const uint8_t *at, size_t length);

enum { AP_ESCAPE_BYTES = 20 };

/* Writes what stands for one character, or for one byte that is not UTF-8, which a terminal is not sent: \n, \r, \t, \\, \x1b, or
   \u{202e} for a hidden one (ap_is_hidden). It has a terminator, and as many columns as bytes; returns its length. */
size_t ap_escape_text(const uint8_t *at, size_t length, char text[AP_ESCAPE_BYTES]);

/* Writes a file's name: printable characters as they are, everything a terminal could act on, bytes that are
   no UTF-8, and the backslash as escapes (ap_escape_text). Errors stay with the stream. */
void ap_put_name(FILE *stream, const char *name);

/* The same for a message of the program, in which a backslash stands for itself. */
void ap_put_text(FILE *stream, const char *text);

/* The same into a batch. */
void ap_batch_name(ap_batch *batch, const char *name);
void ap_batch_message(ap_batch *batch, const char *text, size_t length);

/* A line being written. A word that is wider than a line gets one of its own, and is not broken. */
typedef struct ap_wrapped {
    ap_batch *batch; /* the caller's */
    size_t width;    /* columns of a line; 0: lines are not broken */
    size_t indent;   /* columns before the further lines */
    size_t column;   /* of the next character, from 0 */
    size_t blanks;   /* that wait for the next word */
} ap_wrapped;

/* Puts the name of a file, escaped as ap_batch_name does; its blanks do not break a line, so that it can be copied. */
void ap_wrap_name(ap_wrapped *line, const char *name);

/* Puts words, escaped as ap_batch_message does. A line may break at each of their blanks; what comes without a blank after
   the text before belongs to its last word. */
void ap_wrap_text(ap_wrapped *line, const char *text, size_t length);

/* The same of a text of the program. */
static inline void ap_wrap_words(ap_wrapped *line, const char *words)
{
    ap_wrap_text(line, words, strlen(words));
}

/* Returns true if a word of `columns` columns fits into the line after the pending blanks. */
static inline bool ap_wrap_fits(const ap_wrapped *line, size_t columns)
{
    return line->width == 0 || line->column + line->blanks + columns <= line->width;
}

/* Ends the line, and begins another at column 0. */
void ap_wrap_end(ap_wrapped *line);

#endif
