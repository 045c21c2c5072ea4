#include "core/base/base64_text.h"

void ap_put_base64(FILE *stream, ap_view bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < bytes.size; at += 3) {
        const size_t left = bytes.size - at;
        const uint32_t three = (uint32_t)bytes.bytes[at] << 16
                               | (left > 1 ? (uint32_t)bytes.bytes[at + 1] << 8 : 0)
                               | (left > 2 ? bytes.bytes[at + 2] : 0);
        fputc(digits[three >> 18], stream);
        fputc(digits[three >> 12 & 63], stream);
        fputc(left > 1 ? digits[three >> 6 & 63] : '=', stream);
        fputc(left > 2 ? digits[three & 63] : '=', stream);
    }
}
