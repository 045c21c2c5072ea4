/* Text of unknown origin, made fit for terminals. */
#ifndef AP_TERMINAL_TEXT_H
#define AP_TERMINAL_TEXT_H

#include "core/base/batch.h"

/* The bytes of the character at `at`, of which `left` (at least 1) can be read, when a terminal may be sent
   it as it is; 0 for a byte that is not UTF-8, and for a character that a terminal could act on or that
   hides. */
size_t ap_printable(const uint8_t *at, size_t left);

/* How many columns a terminal gives a printable character of `length` bytes: 0 for a mark that joins the
   character before it, 2 for a wide one, 1 otherwise. No locale is asked. */
unsigned ap_columns(const uint8_t *at, size_t length);

/* Writes a file's name: printable characters as they are, everything a terminal could act on, bytes that are
   no UTF-8, and the backslash as escapes (\n, \x1b, \\). Errors stay with the stream. */
void ap_put_name(FILE *stream, const char *name);

/* The same for a message of the program, in which a backslash stands for itself. */
void ap_put_text(FILE *stream, const char *text);

/* The same into a batch. */
void ap_batch_name(ap_batch *batch, const char *name);
void ap_batch_message(ap_batch *batch, const char *text, size_t length);

#endif
