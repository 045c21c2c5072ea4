/* A stream that writes into memory. */
#ifndef AP_TEXT_STREAM_H
#define AP_TEXT_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Opens a stream that writes to *text, which ends in NUL and is the caller's to free when the stream is closed; *size is its
   bytes without that. Both must stay where they are, and are true after fflush and ap_close_text. rewind begins anew. NULL:
   no memory. (A stream of glibc's open_memstream says nothing when memory runs out in the middle of what it writes.) */
FILE *ap_open_text(char **text, size_t *size);

/* Closes such a stream. False, with *text freed and NULL, where memory ran out and not all that was written is there. */
bool ap_close_text(FILE *stream, char **text);

#endif
