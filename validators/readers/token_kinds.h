/* Names the kinds of tokens that parsers of numbers and words read differently. */
#ifndef AP_TOKEN_KINDS_H
#define AP_TOKEN_KINDS_H

#include <stdbool.h>

#include "core/base/span.h"

/* Return true for an ASCII letter, for a digit in base 10, and for a space, tab, LF or CR. */
bool ap_is_text_letter(uint8_t byte);
bool ap_is_text_digit(uint8_t byte);
bool ap_is_text_blank(uint8_t byte);

/* Returns how parsers of numbers see a token: "integer" (digits after a sign, if any), "zeros" (an integer with leading zeros),
   "fraction" (with a point, and an exponent or none), "exponent" (one without a point), "open" (an exponent without digits),
   "broken" (a point after an exponent), "hex", "nan" (or an infinity),
   "word", "suffix" (text follows a number), "comma" (such a text with a comma), "split" (a blank is between sign and digits),
   "bare" (only signs and points), "string" (it begins with a quotation mark), "punctuation" (a brace, bracket or parenthesis),
   "foreign" (not ASCII), "end" (nothing), or "other". */
const char *ap_kind_of_token(ap_view token);

#endif
