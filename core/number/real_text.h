/* Writes numbers for people and other programs: in the form of printf's %g, with the fewest digits that read
   back. */
#ifndef AP_REAL_TEXT_H
#define AP_REAL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { AP_REAL_TEXT_BYTES = 64 /* bytes of room for any number */ };

/* Writes the first of %.6g to %.9g (if `is_float32`: the value is a float32), or of %.15g to %.17g, that reads
   back to the same number, without a terminator; returns its length. NaN and infinities are written as printf
   writes them. The whole room may be overwritten. */
size_t ap_real_text(double value, bool is_float32, char text[AP_REAL_TEXT_BYTES]);

/* Returns true for a float32 from 1e-4 to less than 1e6, and for its negative: ap_float_text and ap_real_text give it the same
   text, without an exponent. */
static inline bool ap_are_float_texts_equal(float value)
{
    const double magnitude = value < 0 ? -(double)value : (double)value;
    return magnitude >= 1e-4 && magnitude < 1e6;
}

#endif
