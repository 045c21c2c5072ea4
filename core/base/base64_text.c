#include "core/base/base64_text.h"

enum {
    PART_BYTES =
        3 * 256 /* bytes that are encoded at once: a multiple of 3, so that only the last are padded */
};

void ap_encode_base64_unterminated(ap_view bytes, char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < bytes.size; at += 3) {
        const size_t left = bytes.size - at;
        const uint32_t three = (uint32_t)bytes.bytes[at] << 16
                               | (left > 1 ? (uint32_t)bytes.bytes[at + 1] << 8 : 0)
                               | (left > 2 ? bytes.bytes[at + 2] : 0);
        *text++ = digits[three >> 18];
        *text++ = digits[three >> 12 & 63];
        *text++ = (char)(left > 1 ? digits[three >> 6 & 63] : '=');
        *text++ = (char)(left > 2 ? digits[three & 63] : '=');
    }
}

void ap_put_base64(FILE *stream, ap_view bytes)
{
    char text[AP_BASE64_LENGTH(PART_BYTES)];
    for (size_t at = 0; at < bytes.size; at += PART_BYTES) {
        const size_t left = bytes.size - at;
        const ap_view part = { bytes.bytes + at, left < PART_BYTES ? left : PART_BYTES };
        ap_encode_base64_unterminated(part, text);
        (void)fwrite(text, 1, AP_BASE64_LENGTH(part.size), stream);
    }
}
