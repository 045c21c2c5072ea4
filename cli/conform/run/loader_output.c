/* Converts the output of a loader to UTF-8 text for reports. */
#include <stdio.h>
#include <string.h>

#include "cli/conform/run/loader_process.h"
#include "core/base/utf8.h"

static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */

const char *cli_bytes_as_utf8(const char *bytes, size_t count, ap_arena *arena)
{
    char *text = ap_alloc(arena, count * (sizeof replacement - 1) + 1), *to = text;
    for (size_t i = 0; text != NULL && i < count;) {
        const uint8_t *at = (const uint8_t *)bytes + i;
        const size_t length = ap_utf8_character_length(at, count - i);
        const bool control = length == 1 && *at < 0x20 && *at != '\n' && *at != '\t';
        const bool return_line = *at == '\r' && i + 1 < count && bytes[i + 1] == '\n';
        if (length > 0 && !control)
            to = mempcpy(to, at, length);
        else if (!return_line)
            to = stpcpy(to, replacement);
        i += length > 0 ? length : 1;
    }
    return text;
}

const char *cli_output_as_text(const cli_child *child, size_t limit, size_t *left_out, ap_arena *arena)
{
    enum { NOTICE_BYTES = 64 };
    char text[sizeof child->kept + NOTICE_BYTES];
    const size_t count = child->kept_size < limit ? child->kept_size : limit;
    const size_t head = count < CLI_HEAD_BYTES ? count : CLI_HEAD_BYTES;
    *left_out = child->printed - count;
    if (*left_out == 0)
        return cli_bytes_as_utf8(child->kept, count, arena);
    char *to = mempcpy(text, child->kept, head);
    to += snprintf(to, NOTICE_BYTES, "\n[... %zu bytes left out ...]\n", *left_out);
    to = mempcpy(to, child->kept + head, count - head);
    return cli_bytes_as_utf8(text, (size_t)(to - text), arena);
}
