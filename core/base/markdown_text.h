/* Writes plain text as Markdown. */
#ifndef AP_MARKDOWN_TEXT_H
#define AP_MARKDOWN_TEXT_H

#include <stdio.h>

/* Writes plain text so that no character is taken for markup, in a table or outside. Writes a control
   character, such as an end of line, and each byte of invalid UTF-8 as a blank. Escapes a hidden character
   (ap_is_hidden_character) by its code point, such as \u{202e}. */
void ap_put_markdown(FILE *stream, const char *text);

#endif
