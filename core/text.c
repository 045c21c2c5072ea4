#include "core/text.h"

#include <stdbool.h>
#include <string.h>

#include "core/utf8.h"

/* Characters that are sent as they are: not the control characters (C0, DEL, C1), nor those that change the
   direction of what follows or hide in it. */
static bool printable(const uint8_t *at, size_t length)
{
    if (length == 0)
        return false;
    if (length == 1)
        return at[0] >= 0x20 && at[0] != 0x7f;
    if (length == 2)
        return !(at[0] == 0xc2 && at[1] < 0xa0);
    if (length == 3 && at[0] == 0xe2 && at[1] == 0x80) /* U+2000 to U+203F */
        return !(at[2] >= 0x8b && at[2] <= 0x8f) && !(at[2] >= 0xa8 && at[2] <= 0xae);
    if (length == 3 && at[0] == 0xe2 && at[1] == 0x81) /* U+2060 to U+206F: joiners, isolates */
        return at[2] < 0xa0 || at[2] > 0xaf;
    return !(length == 3 && at[0] == 0xef && at[1] == 0xbb && at[2] == 0xbf); /* U+FEFF */
}

static void put_escape(FILE *stream, uint8_t byte)
{
    if (byte == '\n' || byte == '\r' || byte == '\t')
        fprintf(stream, "\\%c", byte == '\n' ? 'n' : byte == '\r' ? 'r' : 't');
    else if (byte == '\\')
        fputs("\\\\", stream);
    else
        fprintf(stream, "\\x%02x", byte);
}

static void put(FILE *stream, const char *text, bool double_backslash)
{
    const uint8_t *at = (const uint8_t *)text;
    size_t left = strlen(text);
    while (left > 0) {
        size_t length = ap_utf8_length(at, left);
        if (printable(at, length) && !(double_backslash && *at == '\\')) {
            fwrite(at, 1, length, stream);
        } else {
            length = length == 0 ? 1 : length;
            for (size_t i = 0; i < length; i++)
                put_escape(stream, at[i]);
        }
        at += length;
        left -= length;
    }
}

void ap_put_name(FILE *stream, const char *name)
{
    put(stream, name, true);
}

void ap_put_text(FILE *stream, const char *text)
{
    put(stream, text, false);
}
