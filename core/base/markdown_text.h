/* Writes plain text as Markdown. */
#ifndef AP_MARKDOWN_TEXT_H
#define AP_MARKDOWN_TEXT_H

#include <stdio.h>

/* Writes plain text so that no character is taken for markup, in a table or outside. Writes a control
   character, such as an end of line, as a blank, and a hidden character (ap_is_hidden_character) as \u{202e}. */
void ap_put_markdown(FILE *stream, const char *text);

#endif
