/* UTF-8 by RFC 3629. */
#ifndef AP_UTF8_H
#define AP_UTF8_H

#include "core/base/span.h"

/* How many bytes the well-formed character at `bytes` takes, 1 to 4; 0 when there is none. `left` is how many
   bytes there are, at least 1. */
size_t ap_utf8_length(const uint8_t *bytes, size_t left);

/* Whether a well-formed character is a control of C0, DEL or a control of C1. */
bool ap_is_control(const uint8_t *bytes, size_t length);

/* How many bytes from the start are well-formed UTF-8: no overlong form, no surrogate, nothing above
   U+10FFFF, no cut sequence. Equal to view.size when all are. */
size_t ap_utf8_valid_bytes(ap_view view);

#endif
