/* SHA-256 (FIPS 180-4), by which a manifest knows its files. */
#ifndef AP_SHA256_H
#define AP_SHA256_H

#include <stdbool.h>
#include <stdio.h>

#include "core/base/span.h"

enum { AP_SHA256_TEXT = 65 /* 64 lower-case digits in base 16, and a NUL */ };

/* The hash of bytes, and of what a stream has left; false when the stream cannot be read. */
void ap_sha256_text(ap_view bytes, char text[AP_SHA256_TEXT]);
bool ap_has_sha256(ap_view bytes, const char *text); /* is it theirs? */
bool ap_sha256_stream(FILE *stream, char text[AP_SHA256_TEXT]);

#endif
