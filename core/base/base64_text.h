/* Writes bytes as base64 text (RFC 4648, with padding). */
#ifndef AP_BASE64_TEXT_H
#define AP_BASE64_TEXT_H

#include <stdio.h>

#include "core/base/span.h"

/* Writes the bytes as base64; an empty view writes nothing. */
void ap_put_base64(FILE *stream, ap_view bytes);

#endif
