/* Writes text as roff, the language of manual pages. */
#ifndef AP_ROFF_TEXT_H
#define AP_ROFF_TEXT_H

#include <stdio.h>

#include "core/base/span.h"

/* Writes plain text so that no character is taken for an escape. A hyphen stays an ASCII hyphen, so that
   readers can copy options. The text must not contain an end of line; if the text
   begins a line of the roff source, its first character must not be a point or an apostrophe. */
void ap_put_roff_within_line(FILE *stream, ap_view text);

/* Writes text of several lines, and ends the last line. An end of line starts a new line on the page, an
   empty line a new paragraph. No line is taken for a roff request. */
void ap_put_roff(FILE *stream, const char *text);

#endif
