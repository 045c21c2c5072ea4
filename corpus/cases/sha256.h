/* SHA-256 (FIPS 180-4). A manifest has the SHA-256 of each corpus file. */
#ifndef AP_SHA256_H
#define AP_SHA256_H

#include <stdbool.h>
#include <stdio.h>

#include "core/base/span.h"

enum { AP_SHA256_TEXT = 65 /* 64 lower-case hex digits and a NUL */ };

/* Write the SHA-256 of the bytes, or of the rest of a stream, as text. Returns false if the stream cannot
   be read. */
void ap_compute_sha256(ap_view bytes, char text[AP_SHA256_TEXT]);
bool ap_has_sha256(ap_view bytes, const char *text); /* true if `text` is the SHA-256 of the bytes */
bool ap_compute_sha256_of_stream(FILE *stream, char text[AP_SHA256_TEXT]);

#endif
