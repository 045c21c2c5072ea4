/* UTF-8 by RFC 3629. */
#ifndef AP_UTF8_H
#define AP_UTF8_H

#include "core/base/span.h"

/* How many bytes the well-formed character at `bytes` takes, 1 to 4; 0 when there is none. `left` is how many
   bytes there are, at least 1. */
size_t ap_utf8_length(const uint8_t *bytes, size_t left);

/* Whether a well-formed character is a control of C0, DEL or a control of C1. */
bool ap_is_control(const uint8_t *bytes, size_t length);

/* The code point of a well-formed character. */
uint32_t ap_utf8_character(const uint8_t *bytes, size_t length);

/* Returns true if a well-formed character is invisible, or changes the direction or the line of the text after it: the
   default ignorable code points of Unicode, its bidirectional controls, line and paragraph separators, and the marks of
   interlinear text. Writers of names and tokens for people put an escape in its place. */
bool ap_is_hidden(const uint8_t *bytes, size_t length);

enum { AP_HIDDEN_BYTES = 16 };

/* Writes such a character as "\u{202e}", with a terminator; returns the length. */
size_t ap_hidden_text(const uint8_t *bytes, size_t length, char text[AP_HIDDEN_BYTES]);

/* How many bytes from the start are well-formed UTF-8: no overlong form, no surrogate, nothing above
   U+10FFFF, no cut sequence. Equal to view.size when all are. */
size_t ap_utf8_valid_bytes(ap_view view);

#endif
