/* Bytes as text: base64 of RFC 4648, with its padding. */
#ifndef AP_BASE64_TEXT_H
#define AP_BASE64_TEXT_H

#include <stdio.h>

#include "core/base/span.h"

/* Writes the bytes; nothing where there are none. */
void ap_put_base64(FILE *stream, ap_view bytes);

#endif
