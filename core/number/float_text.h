/* Decimal numbers in text, written as short as they can be. */
#ifndef AP_FLOAT_TEXT_H
#define AP_FLOAT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { AP_FLOAT_TEXT_BYTES = 64 /* more than the longest takes, 48 */ };

/* Writes the shortest decimal that reads back to the very same float32, of several the nearest: digits and a
   point, no exponent; no point in an integer; a zero before a point; -0 as "-0". Large numbers are
   written so that every known reader of .md5anim reads them alike: from 2^32 on with a point
   ("5000000000.0"), from 2^64 on with an exponent ("1.8446744e19"). The value must be finite. Returns how
   many bytes it wrote; there is no terminator. All of the room may be written to. */
size_t ap_float_text(float value, char text[AP_FLOAT_TEXT_BYTES]);

/* As ap_float_text, but with an exponent where more than 15 digits would follow the point ("1.2345678e-12"): Assimp reads
   no more of them, and all of these. */
size_t ap_float_token(float value, char text[AP_FLOAT_TEXT_BYTES]);

/* Returns true if the text of ap_float_token may differ from that of ap_float_text. */
static inline bool ap_may_need_exponent(float value)
{
    return value < 1e-6F && value > -1e-6F && value != 0;
}

enum { AP_FLOAT_DECIMALS = 10 /* most digits after the point */ };

/* Writes the value with that many digits (1 to AP_FLOAT_DECIMALS) after the point, exactly rounded, a half
   to the even digit, as printf's %.Nf does wherever it is exact; zeros and what is rounded to zero keep their
   sign. Otherwise as ap_float_text. */
size_t ap_float_fixed(float value, int decimals, char text[AP_FLOAT_TEXT_BYTES]);

#endif
