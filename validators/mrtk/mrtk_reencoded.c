#include "validators/mrtk/mrtk_reencoded.h"

#include <string.h>

#define BEGINS(text) text, sizeof(text) - 1

static const ap_mrtk_reencoding reencodings[] = {
    { BEGINS("\xc3\x86\x42\xc2\x9e\x0f\x6e\xc2\xaf\xc2\x8f\x6a"), "read as Latin-1 and written as UTF-8",
        true },
    { BEGINS("\xc3\x86\x42\xc5\xbe\x0f\x6e\xc2\xaf\xc2\x8f\x6a"), "read as Windows-1252 and written as UTF-8",
        true },
    { BEGINS("\xef\xbf\xbd\x42\xef\xbf\xbd\x0f\x6e\xef\xbf\xbd\xef\xbf\xbd\x6a"),
        "read as UTF-8, with U+FFFD in place of bytes", false },
    { BEGINS("\x3f\x42\x3f\x0f\x6e\x3f\x3f\x6a"), "read as ASCII, with question marks in place of bytes",
        false },
};

const ap_mrtk_reencoding *ap_mrtk_reencoded(ap_view input)
{
    for (size_t i = 0; i < sizeof reencodings / sizeof *reencodings; i++) {
        const ap_mrtk_reencoding *r = &reencodings[i];
        if (input.size >= r->size && memcmp(input.bytes, r->bytes, r->size) == 0)
            return r;
    }
    return NULL;
}
