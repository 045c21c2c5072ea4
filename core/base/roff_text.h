/* Text in roff, the language of manual pages. */
#ifndef AP_ROFF_TEXT_H
#define AP_ROFF_TEXT_H

#include <stdio.h>

#include "core/base/span.h"

/* Writes plain text so that nothing in it is taken for an escape; a hyphen stays the ASCII one, so that options can be copied.
   The caller sees to it that the text does not begin a line with a point or an apostrophe, and has no end of line. */
void ap_put_roff_words(FILE *stream, ap_view text);

/* Writes text of lines, and ends the last: an end of line begins a new line on the page; an empty line, a paragraph. Nothing in
   it is taken for a request. */
void ap_put_roff(FILE *stream, const char *text);

#endif
