/* Text in XML and HTML. */
#ifndef AP_MARKUP_TEXT_H
#define AP_MARKUP_TEXT_H

#include "core/base/batch.h"

/* Writes text of any bytes as content or as the value of an attribute: markup as references, and U+FFFD for
   what is not UTF-8, for controls but tab and ends of line, and for characters that XML 1.0 cannot hold. Errors stay with the stream. */
void ap_put_markup(FILE *stream, const char *text);

/* The same into a batch. */
void ap_batch_markup(ap_batch *batch, const char *text);

#endif
