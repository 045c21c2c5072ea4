/* Opens lists and reports that are read line by line. */
#ifndef AP_OPEN_TEXT_H
#define AP_OPEN_TEXT_H

#include <stdio.h>

/* Opens a file, a pipe, a terminal or /dev/null for reading. Other devices are refused: /dev/zero has no end, and no line end
   either, so a reader of lines would use up all memory. Returns NULL with *why set, which stays valid as strerror's text does. */
FILE *cli_open_text(const char *path, const char **why);

#endif
