/* Text in Markdown. */
#ifndef AP_MARKDOWN_H
#define AP_MARKDOWN_H

#include <stdio.h>

/* Writes plain text so that nothing in it is taken for markup, in a table or outside; a control
   character, such as an end of line, as a blank. */
void cli_put_plain(FILE *stream, const char *text);

#endif
