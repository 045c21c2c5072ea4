/* Appends formatted text to a text in a buffer of fixed size. */
#ifndef AP_APPEND_TEXT_H
#define AP_APPEND_TEXT_H

#include <stddef.h>

/* Appends to `text`, a buffer of `size` bytes with a terminated text. Cuts the result to size - 1 bytes. */
__attribute__((format(printf, 3, 4))) void ap_append_text(char *text, size_t size, const char *format, ...);

#endif
