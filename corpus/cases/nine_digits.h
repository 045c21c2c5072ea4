/* float64 as text of nine digits. */
#ifndef AP_NINE_DIGITS_H
#define AP_NINE_DIGITS_H

#include <stddef.h>

enum { AP_NINE_DIGITS_ROOM = 40 };

/* Writes what printf's %.9g does, and a terminator; returns the length. The value is finite. All of the room may be
   written to. */
size_t ap_put_nine_digits(double value, char text[AP_NINE_DIGITS_ROOM]);

#endif
