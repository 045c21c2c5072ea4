#include "core/base/utf8.h"

#include <stdio.h>

/* A row of table 3-7 of the Unicode standard: the valid second bytes, and the length, for a range of first
   bytes. */
typedef struct sequence_form {
    uint8_t first_least, first_greatest;
    uint8_t second_least, second_greatest; /* range of the second byte; later bytes are 0x80 to 0xbf */
    uint8_t bytes;
} sequence_form;

static const sequence_form sequences[] = {
    { 0x00, 0x7f, 0x00, 0x00, 1 },
    { 0xc2, 0xdf, 0x80, 0xbf, 2 },
    { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
    { 0xe1, 0xec, 0x80, 0xbf, 3 },
    { 0xed, 0xed, 0x80, 0x9f, 3 },
    { 0xee, 0xef, 0x80, 0xbf, 3 },
    { 0xf0, 0xf0, 0x90, 0xbf, 4 },
    { 0xf1, 0xf3, 0x80, 0xbf, 4 },
    { 0xf4, 0xf4, 0x80, 0x8f, 4 },
};

static const sequence_form *sequence_form_of(uint8_t first)
{
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        if (first >= sequences[i].first_least && first <= sequences[i].first_greatest)
            return &sequences[i];
    }
    return NULL;
}

size_t ap_utf8_character_length(const uint8_t *bytes, size_t left)
{
    const sequence_form *expected = sequence_form_of(bytes[0]);
    if (expected == NULL || expected->bytes > left)
        return 0;
    if (expected->bytes == 1)
        return 1;
    if (bytes[1] < expected->second_least || bytes[1] > expected->second_greatest)
        return 0;
    for (size_t i = 2; i < expected->bytes; i++) {
        if (bytes[i] < 0x80 || bytes[i] > 0xbf)
            return 0;
    }
    return expected->bytes;
}

size_t ap_utf8_valid_prefix_length(ap_view view)
{
    size_t at = 0;
    while (at < view.size) {
        size_t bytes = ap_utf8_character_length(view.bytes + at, view.size - at);
        if (bytes == 0)
            break;
        at += bytes;
    }
    return at;
}

bool ap_is_control_character(const uint8_t *bytes, size_t length)
{
    if (length == 1)
        return *bytes < 0x20 || *bytes == 0x7f;
    return length == 2 && bytes[0] == 0xc2 && bytes[1] < 0xa0;
}

uint32_t ap_decode_utf8_character(const uint8_t *bytes, size_t length)
{
    uint32_t character = length == 1 ? bytes[0] : bytes[0] & (0x7fU >> length);
    for (size_t i = 1; i < length; i++)
        character = character << 6 | (bytes[i] & 0x3fU);
    return character;
}

/* The hidden characters: Default_Ignorable_Code_Point, Bidi_Control, Zl and Zp of Unicode 15, and U+FFF9
   to U+FFFB. In ascending order. */
static const struct {
    uint32_t first, last;
} hidden[] = {
    { 0xad, 0xad },       /* soft hyphen */
    { 0x34f, 0x34f },     /* combining grapheme joiner */
    { 0x61c, 0x61c },     /* Arabic letter mark */
    { 0x115f, 0x1160 },   /* Hangul fillers */
    { 0x17b4, 0x17b5 },   /* Khmer inherent vowels */
    { 0x180b, 0x180f },   /* Mongolian selectors and separator */
    { 0x200b, 0x200f },   /* zero width, direction marks */
    { 0x2028, 0x202e },   /* separators, embeddings, overrides */
    { 0x2060, 0x206f },   /* joiners, isolates, invisible operators */
    { 0x3164, 0x3164 },   /* Hangul filler */
    { 0xfe00, 0xfe0f },   /* variation selectors */
    { 0xfeff, 0xfeff },   /* byte order mark */
    { 0xffa0, 0xffa0 },   /* halfwidth Hangul filler */
    { 0xfff0, 0xfffb },   /* unassigned ignorables, interlinear marks */
    { 0x1bca0, 0x1bca3 }, /* shorthand controls */
    { 0x1d173, 0x1d17a }, /* musical controls */
    { 0xe0000, 0xe0fff }, /* tags, variation selectors */
};

bool ap_is_hidden_character(const uint8_t *bytes, size_t length)
{
    if (length < 2)
        return false;
    const uint32_t character = ap_decode_utf8_character(bytes, length);
    size_t i = 0;
    while (i < sizeof hidden / sizeof *hidden && hidden[i].last < character)
        i++;
    return i < sizeof hidden / sizeof *hidden && hidden[i].first <= character;
}

size_t ap_put_hidden_as_u_escape(const uint8_t *bytes, size_t length, char text[AP_HIDDEN_BYTES])
{
    return (size_t)snprintf(
        text, AP_HIDDEN_BYTES, "\\u{%x}", (unsigned)ap_decode_utf8_character(bytes, length));
}
