/* Writes text as XML and HTML. */
#ifndef AP_MARKUP_TEXT_H
#define AP_MARKUP_TEXT_H

#include "core/base/batch.h"

/* Writes text of any bytes for people to read, as element content or attribute value. Markup characters
   become references; a hidden character (ap_is_hidden_character) is escaped by its code point, such as \u{202e}. Each byte of
   invalid UTF-8, controls other than tab, LF and CR, and characters that XML 1.0 cannot represent become U+FFFD. Write errors
   are left to ferror(stream). */
void ap_put_markup(FILE *stream, const char *text);

/* Adds text to a batch in the form that ap_put_markup writes. */
void ap_batch_markup(ap_batch *batch, const char *text);

/* Adds a name that programs use to find a file, as ap_batch_markup does, but with hidden characters as
   references (&#x202e;), so that a parser gets the exact name. */
void ap_batch_markup_exact(ap_batch *batch, const char *text);

#endif
