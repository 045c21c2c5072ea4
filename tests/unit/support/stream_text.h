/* Streams into memory, and copies of texts with a replacement. */
#ifndef STREAM_TEXT_H
#define STREAM_TEXT_H

#include <stdio.h>

/* Opens a stream into memory. written_end closes it; only one stream is open at a time. */
FILE *written_begin(void);

/* Closes the stream and returns its text, NUL-terminated. The text is valid until written_begin was called three more times. Sets
   *size to its bytes unless size is NULL. */
char *written_end(size_t *size);

/* Returns the text with the first `from` replaced by `to`, valid as long as a text of written_end. Fails the test without
   `from`. */
char *text_with(const char *text, const char *from, const char *to);

#endif
