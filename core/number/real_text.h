/* Numbers as people and other programs are shown them: as printf's %g has them, in the fewest digits that read back. */
#ifndef AP_REAL_TEXT_H
#define AP_REAL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { AP_REAL_TEXT_BYTES = 64 /* more than the longest takes */ };

/* Writes the first of %.6g to %.9g (`single`: the value is a float32), or of %.15g to %.17g, that reads back to the same
   number, without a terminator; returns its length. NaN and infinities are as printf has them. All of the room may be
   written to. */
size_t ap_real_text(double value, bool single, char text[AP_REAL_TEXT_BYTES]);

/* Whether that is what ap_float_text writes of a float32: what %g gives no exponent in six digits, and is not zero. */
static inline bool ap_is_plain_single(float value)
{
    const double magnitude = value < 0 ? -(double)value : (double)value;
    return magnitude >= 1e-4 && magnitude < 1e6;
}

#endif
