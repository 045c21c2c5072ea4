/* The end of a stream that writes into memory. */
#ifndef AP_TEXT_STREAM_H
#define AP_TEXT_STREAM_H

#include <stdbool.h>
#include <stdio.h>

/* Closes a stream of open_memstream. False, with *text freed and NULL, where memory ran out and not all that was written
   is there. (glibc closes such a stream without an error when it has no memory for the end, and gives no text.) */
bool ap_close_text(FILE *stream, char **text);

#endif
