/* Text in XML and HTML. */
#ifndef AP_MARKUP_TEXT_H
#define AP_MARKUP_TEXT_H

#include "core/base/batch.h"

/* Writes text of any bytes, for people, as content or as the value of an attribute: markup as references, hidden characters
   (ap_is_hidden) as \u{202e}, and U+FFFD for what is not UTF-8, for controls but tab and ends of line, and for characters that
   XML 1.0 cannot hold. Errors stay with the stream. */
void ap_put_markup(FILE *stream, const char *text);

/* The same into a batch. */
void ap_batch_markup(ap_batch *batch, const char *text);

/* The same for a name by which a program finds a file: a hidden character is a reference, &#x202e;, which is the character to
   who parses it. */
void ap_batch_markup_exact(ap_batch *batch, const char *text);

#endif
