#include "validators/mrtk/mrtk_reencoded.h"

#include <string.h>

#define BEGINS(text) text, sizeof(text) - 1

/* Windows-1252 as browsers decode it: undefined bytes become control characters. */
static const uint16_t windows_1252[] = { 0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6,
    0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013,
    0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178 };

static const ap_mrtk_reencoding reencodings[] = {
    { BEGINS("\xc3\x86\x42\xc2\x9e\x0f\x6e\xc2\xaf\xc2\x8f\x6a"), "read as Latin-1 and written as UTF-8",
        true, NULL },
    { BEGINS("\xc3\x86\x42\xc5\xbe\x0f\x6e\xc2\xaf\xc2\x8f\x6a"), "read as Windows-1252 and written as UTF-8",
        true, windows_1252 },
    { BEGINS("\xef\xbf\xbd\x42\xef\xbf\xbd\x0f\x6e\xef\xbf\xbd\xef\xbf\xbd\x6a"),
        "read as UTF-8, with U+FFFD in place of bytes", false, NULL },
    { BEGINS("\x3f\x42\x3f\x0f\x6e\x3f\x3f\x6a"), "read as ASCII, with question marks in place of bytes",
        false, NULL },
};

const ap_mrtk_reencoding *ap_mrtk_find_reencoding(ap_view input)
{
    for (size_t i = 0; i < sizeof reencodings / sizeof *reencodings; i++) {
        const ap_mrtk_reencoding *r = &reencodings[i];
        if (input.size >= r->size && memcmp(input.bytes, r->bytes, r->size) == 0)
            return r;
    }
    return NULL;
}

/* Decodes the UTF-8 character at `at`, of up to three bytes. Returns its length; 0 if the bytes are
   invalid. */
static size_t decode_utf8_at(ap_view text, size_t at, uint32_t *character)
{
    const uint8_t *bytes = text.bytes + at;
    const size_t length = bytes[0] < 0x80             ? 1
                          : (bytes[0] & 0xe0) == 0xc0 ? 2
                          : (bytes[0] & 0xf0) == 0xe0 ? 3
                                                      : 0;
    if (length == 0 || length > text.size - at)
        return 0;
    *character = length == 1 ? bytes[0] : bytes[0] & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        *character = *character << 6 | (bytes[i] & 0x3f);
    }
    return length;
}

/* Sets *byte to the byte that the re-encoding turned into this character. Returns false if no byte becomes
   this character. */
static bool find_byte_of_character(const ap_mrtk_reencoding *how, uint32_t character, uint8_t *byte)
{
    const size_t first = 0x80, count = sizeof windows_1252 / sizeof *windows_1252;
    for (size_t i = 0; i < count && how->upper != NULL; i++) {
        if (how->upper[i] == character) {
            *byte = (uint8_t)(first + i);
            return true;
        }
    }
    *byte = (uint8_t)character;
    return character < first || (character <= 0xff && (how->upper == NULL || character >= first + count));
}

bool ap_mrtk_undo_reencoding(const ap_mrtk_reencoding *how, ap_view input, uint8_t *bytes, size_t *used)
{
    uint32_t character;
    *used = 0;
    for (size_t at = 0; at < input.size && how->repairable;) {
        const size_t length = decode_utf8_at(input, at, &character);
        if (length == 0 || !find_byte_of_character(how, character, &bytes[(*used)++]))
            return false;
        at += length;
    }
    return how->repairable;
}
