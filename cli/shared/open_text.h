/* Opens files that are read line by line, and reads short files completely. */
#ifndef AP_OPEN_TEXT_H
#define AP_OPEN_TEXT_H

#include <stddef.h>
#include <stdio.h>

#include "cli/options/cli.h"

/* Opens a file, a pipe, a terminal or /dev/null for reading. Refuses other devices: for example, /dev/zero has neither
   an end nor line ends, so that reading one line would use up all memory. Returns NULL with the reason in *why, a text
   that is valid until the next call of strerror. */
FILE *cli_open_text_file(const char *path, const char **why);

/* Reads an open file of at most `most` bytes into *text, ended by a NUL, and sets *size; the caller frees *text.
   Returns NULL on success, or why reading failed: one of the texts declared below, or a text of strerror. */
const char *cli_read_text_and_keep_file_open(int file, size_t most, char **text, size_t *size);
extern const char cli_no_room_to_read[], cli_not_to_read[], cli_too_long_to_read[];

/* cli_read_error_text returns the reason that cli_read_text_and_keep_file_open gives for an errno. cli_exit_of_read_error
   returns the exit code for such a reason: CLI_INTERNAL for cli_no_room_to_read, otherwise CLI_UNREADABLE. */
const char *cli_read_error_text(int error);
cli_exit cli_exit_of_read_error(const char *why);

#endif
