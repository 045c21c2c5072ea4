/* Writes bytes as base64 text (RFC 4648, with padding). */
#ifndef AP_BASE64_TEXT_H
#define AP_BASE64_TEXT_H

#include <stdio.h>

#include "core/base/span.h"

/* Number of characters of the base64 of `bytes` bytes. */
#define AP_BASE64_LENGTH(bytes) (((bytes) + 2) / 3 * 4)

/* Writes the base64 of the bytes, AP_BASE64_LENGTH(bytes.size) characters without a NUL, to `text`. */
void ap_encode_base64_unterminated(ap_view bytes, char *text);

/* Writes the bytes as base64; an empty view writes nothing. */
void ap_put_base64(FILE *stream, ap_view bytes);

#endif
