/* Checks and decodes UTF-8 (RFC 3629). */
#ifndef AP_UTF8_H
#define AP_UTF8_H

#include "core/base/span.h"

/* Returns the length of the well-formed character at `bytes`, 1 to 4 bytes; 0 if the bytes are malformed.
   `left`: readable bytes, at least 1. */
size_t ap_utf8_character_length(const uint8_t *bytes, size_t left);

/* Returns true if a well-formed character is a C0 control, DEL or a C1 control. */
bool ap_is_control_character(const uint8_t *bytes, size_t length);

/* Returns true for a continuation byte. In malformed UTF-8, such a byte may belong to no character. */
static inline bool ap_is_utf8_continuation(uint8_t byte)
{
    return (byte & 0xc0) == 0x80;
}

/* Returns the code point of a well-formed character. */
uint32_t ap_decode_utf8_character(const uint8_t *bytes, size_t length);

/* Returns true if a well-formed character is invisible, or changes the direction or the line of the text
   after it: the default ignorable code points of Unicode, its bidirectional controls, line and paragraph
   separators, and the marks of interlinear text. Writers of names and tokens for people escape such
   characters. */
bool ap_is_hidden_character(const uint8_t *bytes, size_t length);

enum { AP_HIDDEN_BYTES = 16 };

/* Writes the escape of a hidden character, such as "\u{202e}", and a terminator. Returns the length of the escape. */
size_t ap_put_hidden_as_u_escape(const uint8_t *bytes, size_t length, char text[AP_HIDDEN_BYTES]);

/* Returns the length in bytes of the longest well-formed prefix: no overlong form, no surrogate, no
   character above U+10FFFF, no truncated sequence. Returns view.size if all bytes are well-formed. */
size_t ap_utf8_valid_prefix_length(ap_view view);

#endif
