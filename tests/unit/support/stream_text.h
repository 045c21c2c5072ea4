/* Streams whose text a test reads. */
#ifndef STREAM_TEXT_H
#define STREAM_TEXT_H

#include <stdio.h>

/* Opens a stream to memory, which written_end closes; one at a time. */
FILE *written_begin(void);

/* Returns the text with a NUL after it, which stays until three more were begun. *size is set to its bytes; NULL: not needed. */
char *written_end(size_t *size);

#endif
