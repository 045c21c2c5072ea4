/* Text of unknown origin, made fit for terminals. */
#ifndef AP_TEXT_H
#define AP_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* How many bytes the well-formed UTF-8 character (RFC 3629) at `bytes` takes, 1 to 4; 0 when there is none.
   `left` is how many bytes there are, at least 1. */
size_t ap_utf8_length(const uint8_t *bytes, size_t left);

/* Writes a file's name: printable characters as they are, everything a terminal could act on, bytes that are
   no UTF-8, and the backslash as escapes (\n, \x1b, \\). Errors stay with the stream. */
void ap_put_name(FILE *stream, const char *name);

/* The same for a message of the program, in which a backslash stands for itself. */
void ap_put_text(FILE *stream, const char *text);

#endif
