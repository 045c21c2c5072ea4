/* Streams into memory, and copies of texts with a replacement. */
#ifndef STREAM_TEXT_H
#define STREAM_TEXT_H

#include <stdio.h>

/* Opens a stream into memory. close_text_stream closes it; only one stream is open at a time. */
FILE *open_text_stream(void);

/* Closes the stream and returns its text, NUL-terminated. The text is valid until the fourth further call of
   open_text_stream. Sets *size to its bytes unless size is NULL. */
char *close_text_stream(size_t *size);

/* Returns the text with the first `from` replaced by `to`, valid as long as a text of close_text_stream. Fails the test without
   `from`. */
char *text_with_replaced_part(const char *text, const char *from, const char *to);

#endif
