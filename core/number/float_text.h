/* Writes float32 as short decimal numbers. */
#ifndef AP_FLOAT_TEXT_H
#define AP_FLOAT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { AP_FLOAT_TEXT_BYTES = 64 /* bytes of room for any float32: the longest text takes 48 */ };

/* Writes the shortest decimal that reads back to the identical float32; if several are shortest, the nearest.
   Below 2^32, the text has no exponent, no point in an integer, and a zero before the point; -0 is
   "-0". Large numbers are written so that every known reader of .md5anim reads the same value: from 2^32 on
   with a point ("5000000000.0"), from 2^64 on with an exponent ("1.8446744e19"). The value must be finite.
   Returns the number of bytes written, without a terminator. The whole room may be overwritten. */
size_t ap_float_text(float value, char text[AP_FLOAT_TEXT_BYTES]);

/* Writes a float32 as ap_float_text does, but with an exponent if more than 15 digits would follow the point ("1.2345678e-12"):
   Assimp ignores digits after the first 15. */
size_t ap_float_text_with_exponent(float value, char text[AP_FLOAT_TEXT_BYTES]);

/* Returns true if the text of ap_float_text_with_exponent may differ from that of ap_float_text. */
static inline bool ap_is_small_enough_for_exponent(float value)
{
    return value < 1e-6F && value > -1e-6F && value != 0;
}

enum { AP_FLOAT_DECIMALS = 10 /* most digits after the point that ap_float_text_with_decimals writes */ };

/* Writes the value with `decimals` digits (1 to AP_FLOAT_DECIMALS) after the point, rounded exactly, with
   ties to the even digit, as an exact printf does for %.Nf. Zeros, and numbers rounded to zero, keep their
   sign. The value must be finite. Returns the number of bytes written. The whole room may be overwritten. */
size_t ap_float_text_with_decimals(float value, int decimals, char text[AP_FLOAT_TEXT_BYTES]);

#endif
