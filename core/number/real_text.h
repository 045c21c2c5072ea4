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

#endif
