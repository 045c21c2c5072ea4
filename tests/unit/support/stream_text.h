/* Streams whose text a test reads, and texts that are changed. */
#ifndef STREAM_TEXT_H
#define STREAM_TEXT_H

#include <stdio.h>

/* Opens a stream to memory, which written_end closes; one at a time. */
FILE *written_begin(void);

/* Returns the text with a NUL after it, which stays until three more were begun. *size is set to its bytes; NULL: not needed. */
char *written_end(size_t *size);

/* The text with `to` where `from` stands first, which must be there; written_begin and written_end make it. */
char *text_with(const char *text, const char *from, const char *to);

#endif
