/* The writing half of core/text/text_io.h: what its primitives do to a text that is written. When filling,
   the value is first requested from the filler. All return false once the writer has failed, or when the filler has no value. */
#ifndef AP_TEXT_PUT_H
#define AP_TEXT_PUT_H

#include "core/text/text_io.h"

bool ap_put_text_string(ap_text *text, const char *name, ap_view *string);
bool ap_put_text_integer(ap_text *text, const char *name, ap_text_integer *value);
bool ap_put_text_number(ap_text *text, const char *name, ap_text_number *value);
bool ap_put_text_mark(ap_text *text, const char *mark); /* a brace or parenthesis */

/* What is before an entry, after it, after the brace that opens a section, and before a section; and the brace
   at its end, with its line. */
void ap_put_text_indent(ap_text *text);
void ap_put_text_entry_end(ap_text *text);
void ap_put_text_line_end(ap_text *text);
void ap_put_text_section_gap(ap_text *text);
void ap_put_text_close(ap_text *text);

#endif
