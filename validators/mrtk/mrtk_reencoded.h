/* What is in place of the magic in a file that was handled as text and encoded anew. */
#ifndef AP_MRTK_REENCODED_H
#define AP_MRTK_REENCODED_H

#include <stdbool.h>

#include "core/base/span.h"

typedef struct ap_mrtk_reencoding {
    const char *bytes;
    size_t size;
    const char *how;       /* "read as Latin-1 and written as UTF-8" */
    bool repairable;       /* every byte can be told again */
    const uint16_t *upper; /* the characters of bytes 0x80 to 0x9f; NULL: as their number */
} ap_mrtk_reencoding;

/* How the file that begins so was encoded anew; NULL where it does not begin as such a file does. */
const ap_mrtk_reencoding *ap_mrtk_reencoded(ap_view input);

/* The bytes that the file had before, into `bytes`, which has room for as many as the input has. False where they
   cannot be told. */
bool ap_mrtk_decode(const ap_mrtk_reencoding *how, ap_view input, uint8_t *bytes, size_t *used);

#endif
