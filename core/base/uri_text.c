#include "core/base/uri_text.h"

#include <string.h>

/* The printable ASCII characters that become %XX. The C library's character classes are not used, since they
   depend on the locale. */
#define PERCENT_ENCODED " \"#%':<>?[\\]^`{|}"

const char *ap_skip_dot_slash(const char *path)
{
    while (strncmp(path, "./", 2) == 0) {
        path += 2;
        path += strspn(path, "/");
    }
    return path;
}

void ap_batch_uri(ap_batch *batch, const char *path)
{
    static const char digits[] = "0123456789ABCDEF";
    path = ap_skip_dot_slash(path);
    if (*path == '/')
        ap_batch_text(batch, "file://");
    for (size_t left = strlen(path); left > 0;) {
        const size_t plain = ap_batch_plain_prefix(batch, (const uint8_t *)path, left, PERCENT_ENCODED);
        path += plain;
        left -= plain;
        if (left > 0 && plain < AP_BATCH_PLAIN) {
            const uint8_t byte = (uint8_t)*path;
            ap_batch_short_text(batch, (const char[]){ '%', digits[byte >> 4], digits[byte & 15] }, 3);
            path++;
            left--;
        }
    }
}
