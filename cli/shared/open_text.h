/* Opens files that are read line by line, and reads short files completely. */
#ifndef AP_OPEN_TEXT_H
#define AP_OPEN_TEXT_H

#include <stddef.h>
#include <stdio.h>

#include "cli/options/cli.h"

/* Opens a file, a pipe, a terminal or /dev/null for reading. Refuses other devices: /dev/zero has no end
   and no line end, so that a line would use up all memory. Returns NULL with the reason in *why, valid as
   long as a text of strerror. */
FILE *cli_open_text(const char *path, const char **why);

/* Reads an open file of at most `most` bytes into *text, ended by a NUL; the caller frees it. Returns
   NULL, or the reason of a failure: one of the texts below, or a text of strerror. */
const char *cli_read_text(int file, size_t most, char **text, size_t *size);
extern const char cli_no_room_to_read[], cli_not_to_read[], cli_too_long_to_read[];

/* cli_read_error_text returns the reason for an errno. cli_read_error_exit returns the exit code for a reason:
   CLI_INTERNAL for cli_no_room_to_read, otherwise CLI_UNREADABLE. */
const char *cli_read_error_text(int error);
cli_exit cli_read_error_exit(const char *why);

#endif
