/* Writes the values of core/text/text_io.h as text. When filling, the value is first requested from the
   filler. All functions with a result return false once the writer has failed, or when the filler has no
   value. */
#ifndef AP_TEXT_PUT_H
#define AP_TEXT_PUT_H

#include "core/text/text_io.h"

bool ap_put_text_string(ap_text *text, const char *name, ap_view *string);
bool ap_put_text_integer(ap_text *text, const char *name, ap_text_integer *value);
bool ap_put_text_number(ap_text *text, const char *name, ap_text_number *value);
bool ap_put_text_mark(ap_text *text, const char *mark); /* writes a brace or parenthesis */

/* Write the indent before an entry, the end of an entry, the end of a line, the empty line before a section,
   and the brace and line end at the end of a section. */
void ap_put_text_indent(ap_text *text);
void ap_put_text_entry_end(ap_text *text);
void ap_put_text_line_end(ap_text *text);
void ap_put_text_section_gap_unless_dense(ap_text *text);
void ap_put_text_close_brace(ap_text *text);

#endif
