/* Holds the text of a configuration, or of a file with rules that a configuration names, and finds the lines of its values. */
#ifndef AP_CONFIG_TEXT_H
#define AP_CONFIG_TEXT_H

#include <stddef.h>

enum { CLI_CONFIG_MOST_BYTES = 1 << 20 };

/* A text in memory. Initialise with zeros. */
typedef struct cli_config_text {
    char *bytes;    /* the text, in which NULs end the values; the settings point into this text */
    char *original; /* unchanged copy of the text */
    size_t size_bytes;
} cli_config_text;

/* Reads an open file. Returns NULL, or the reason of a failure, for which cli_exit_of_read_error returns the exit code. */
const char *cli_config_text_read(cli_config_text *text, int file);

/* Copies another text as it was read, without the NULs that end its values. Returns NULL, or cli_no_room_to_read. */
const char *cli_config_text_copy(cli_config_text *text, const cli_config_text *from);

/* Returns the line number of a value; 0 if the value is not part of the text. */
size_t cli_config_text_line(const cli_config_text *text, const char *value);

void cli_config_text_free(cli_config_text *text);

#endif
