/* Compares views by their bytes. */
#ifndef AP_SAME_BYTES_H
#define AP_SAME_BYTES_H

#include <string.h>

#include "core/base/span.h"

/* Returns true if both views have the same bytes. A view of 0 bytes may have `bytes` NULL. */
static inline bool ap_same_bytes(ap_view one, ap_view other)
{
    return one.size == other.size && (one.size == 0 || memcmp(one.bytes, other.bytes, one.size) == 0);
}

#endif
