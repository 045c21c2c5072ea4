/* Text in XML and HTML. */
#ifndef AP_MARKUP_TEXT_H
#define AP_MARKUP_TEXT_H

#include <stdio.h>

/* Writes text of any bytes as content or as the value of an attribute: markup as references, and U+FFFD for
   what is not UTF-8, for controls but tab and ends of line, and for characters that XML 1.0 cannot hold. Errors stay with the stream. */
void ap_put_markup(FILE *stream, const char *text);

#endif
