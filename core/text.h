/* Text of unknown origin, made fit for terminals. */
#ifndef AP_TEXT_H
#define AP_TEXT_H

#include <stdio.h>

/* Writes a file's name: printable characters as they are, everything a terminal could act on, bytes that are
   no UTF-8, and the backslash as escapes (\n, \x1b, \\). Errors stay with the stream. */
void ap_put_name(FILE *stream, const char *name);

/* The same for a message of the program, in which a backslash stands for itself. */
void ap_put_text(FILE *stream, const char *text);

#endif
