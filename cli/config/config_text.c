#include "cli/config/config_text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/open_text.h"

const char *cli_config_text_read(cli_config_text *text, int file)
{
    const char *why =
        cli_read_text_and_keep_file_open(file, CLI_CONFIG_MOST_BYTES, &text->bytes, &text->size_bytes);
    if (why == NULL) {
        text->original = malloc(text->size_bytes + 1);
        why = text->original == NULL ? cli_no_room_to_read : NULL;
    }
    if (why != NULL)
        return why == cli_too_long_to_read ? "larger than 1 MiB, the limit for a configuration" : why;
    memcpy(text->original, text->bytes, text->size_bytes + 1);
    return NULL;
}

const char *cli_config_text_copy(cli_config_text *text, const cli_config_text *from)
{
    text->size_bytes = from->size_bytes;
    text->bytes = malloc(from->size_bytes + 1);
    text->original = malloc(from->size_bytes + 1);
    if (text->bytes == NULL || text->original == NULL)
        return cli_no_room_to_read;
    memcpy(text->bytes, from->original, from->size_bytes + 1);
    memcpy(text->original, from->original, from->size_bytes + 1);
    return NULL;
}

size_t cli_config_text_line(const cli_config_text *text, const char *value)
{
    if (text->original == NULL || (uintptr_t)value < (uintptr_t)text->bytes
        || (uintptr_t)value > (uintptr_t)text->bytes + text->size_bytes)
        return 0;
    const char *end = text->original + (value - text->bytes);
    size_t line = 1;
    for (const char *at = text->original; at < end; at++)
        line += *at == '\n';
    return line;
}

void cli_config_text_free(cli_config_text *text)
{
    free(text->bytes);
    free(text->original);
}
