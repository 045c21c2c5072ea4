/* A stream that writes into memory. */
#ifndef AP_TEXT_STREAM_H
#define AP_TEXT_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Opens a stream that writes to *text, which is always NUL-terminated, and to *size, its length in bytes.
   Both pointers must stay valid until the stream is closed, and both values are current after fflush and
   ap_close_text_stream. The caller frees *text after closing. rewind empties the text. Returns NULL when out of
   memory. (A stream of glibc's open_memstream reports no error if memory runs out in the middle of a
   write.) */
FILE *ap_open_text_stream(char **text, size_t *size);

/* Closes a stream of ap_open_text_stream. Returns false, frees *text and sets it to NULL if memory ran out while
   writing. */
bool ap_close_text_stream(FILE *stream, char **text);

#endif
