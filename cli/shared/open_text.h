/* Opens lists and reports that are read line by line, and reads short files as a whole. */
#ifndef AP_OPEN_TEXT_H
#define AP_OPEN_TEXT_H

#include <stddef.h>
#include <stdio.h>

#include "cli/options/cli.h"

/* Opens a file, a pipe, a terminal or /dev/null for reading. Other devices are refused: /dev/zero has no end, and no line end
   either, so a reader of lines would use up all memory. Returns NULL with *why set, which stays valid as strerror's text does. */
FILE *cli_open_text(const char *path, const char **why);

/* Reads all of an open file of at most `most` bytes into *text, with a NUL after it, which the caller frees. NULL; or why that
   cannot be: a text that stays, one of these or strerror's. */
const char *cli_read_text(int file, size_t most, char **text, size_t *size);
extern const char cli_no_room_to_read[], cli_not_to_read[], cli_too_long_to_read[];

/* Returns why a file cannot be read, for an errno; and the exit code for such a text: CLI_INTERNAL for cli_no_room_to_read. */
const char *cli_unread_why(int error);
cli_exit cli_unread_code(const char *why);

#endif
