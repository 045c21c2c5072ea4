#include "cli/config/config_text.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shared/open_text.h"

static void index_lines(cli_config_text *text)
{
    uint32_t lines = 0;
    for (size_t at = 0; at < text->size_bytes; at++) {
        if (at % CLI_CONFIG_STRETCH == 0)
            text->lines_before[at / CLI_CONFIG_STRETCH] = lines;
        lines += text->original[at] == '\n';
    }
    if (text->size_bytes % CLI_CONFIG_STRETCH == 0)
        text->lines_before[text->size_bytes / CLI_CONFIG_STRETCH] = lines;
}

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
    index_lines(text);
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
    memcpy(text->lines_before, from->lines_before, sizeof text->lines_before);
    return NULL;
}

size_t cli_config_text_line(const cli_config_text *text, const char *value)
{
    if (text->original == NULL || (uintptr_t)value < (uintptr_t)text->bytes
        || (uintptr_t)value > (uintptr_t)text->bytes + text->size_bytes)
        return 0;
    const size_t offset = (size_t)(value - text->bytes), stretch = offset / CLI_CONFIG_STRETCH;
    size_t line = 1 + (size_t)text->lines_before[stretch];
    for (const char *at = text->original + stretch * CLI_CONFIG_STRETCH; at < text->original + offset; at++)
        line += *at == '\n';
    return line;
}

void cli_config_text_free(cli_config_text *text)
{
    free(text->bytes);
    free(text->original);
}
