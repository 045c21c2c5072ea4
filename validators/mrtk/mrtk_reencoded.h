/* Recognises an MRTK file that was re-encoded as text by its first bytes, which are the re-encoded magic
   number, and restores the file. */
#ifndef AP_MRTK_REENCODED_H
#define AP_MRTK_REENCODED_H

#include <stdbool.h>

#include "core/base/span.h"

typedef struct ap_mrtk_reencoding {
    const char *bytes; /* the re-encoded magic number, with which the file begins */
    size_t size;
    const char *how;       /* how the file was re-encoded: "read as Latin-1 and written as UTF-8" */
    bool repairable;       /* every original byte can be restored */
    const uint16_t *upper; /* the characters of bytes 0x80 to 0x9f; NULL: each byte is the character with its
                              number */
} ap_mrtk_reencoding;

/* Returns how the file was re-encoded as text, by its first bytes; NULL if it was not re-encoded. */
const ap_mrtk_reencoding *ap_mrtk_find_reencoding(ap_view input);

/* Writes the original bytes of a re-encoded file into `bytes`, which has room for input.size bytes, and sets *used to their
   number. Returns false if the original bytes cannot be restored. */
bool ap_mrtk_undo_reencoding(const ap_mrtk_reencoding *how, ap_view input, uint8_t *bytes, size_t *used);

#endif
