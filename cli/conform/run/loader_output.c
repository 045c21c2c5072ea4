/* What a loader printed, made fit for reports. */
#include <stdio.h>
#include <string.h>

#include "cli/conform/run/loader_process.h"
#include "core/base/utf8.h"

static const char unknown[] = "\xef\xbf\xbd"; /* U+FFFD */

/* Copies bytes as UTF-8, with U+FFFD for each that is none, and for controls but tab and end of line. */
static char *copy_readable(char *to, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count;) {
        const uint8_t *at = (const uint8_t *)bytes + i;
        const size_t length = ap_utf8_length(at, count - i);
        const bool control = length == 1 && *at < 0x20 && *at != '\n' && *at != '\t';
        const bool return_line = *at == '\r' && i + 1 < count && bytes[i + 1] == '\n';
        if (length > 0 && !control)
            to = mempcpy(to, at, length);
        else if (!return_line)
            to = stpcpy(to, unknown);
        i += length > 0 ? length : 1;
    }
    return to;
}

const char *cli_readable(const char *bytes, size_t count, ap_arena *arena)
{
    char *text = ap_alloc(arena, count * (sizeof unknown - 1) + 1);
    if (text != NULL)
        *copy_readable(text, bytes, count) = '\0';
    return text;
}

const char *cli_child_output(const cli_child *child, size_t limit, size_t *left_out, ap_arena *arena)
{
    enum { WORST = sizeof unknown - 1, NOTICE_BYTES = 64 };
    const size_t count = child->kept_size < limit ? child->kept_size : limit;
    const size_t head = count < CLI_HEAD_BYTES ? count : CLI_HEAD_BYTES;
    *left_out = child->printed - count;
    char *text = ap_alloc(arena, count * WORST + NOTICE_BYTES);
    if (text == NULL)
        return NULL;
    char *to = copy_readable(text, child->kept, head);
    if (*left_out > 0)
        to += snprintf(to, NOTICE_BYTES, "\n[... %zu bytes left out ...]\n", *left_out);
    to = copy_readable(to, child->kept + head, count - head);
    *to = '\0';
    return text;
}
