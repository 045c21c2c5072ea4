#include "core/base/markup_text.h"

#include <stdbool.h>
#include <string.h>

#include "core/base/utf8.h"

/* Characters that XML 1.0 has no way to write, and controls that nothing needs. */
static bool unwritable(const uint8_t *at, size_t length)
{
    if (length == 0)
        return true;
    if (ap_is_control(at, length))
        return *at != '\t' && *at != '\n' && *at != '\r';
    return length == 3 && at[0] == 0xef && at[1] == 0xbf && at[2] >= 0xbe; /* U+FFFE, U+FFFF */
}

static const char *reference(char letter)
{
    switch (letter) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    case '\r': /* as it is, a reader takes it for an end of line */
        return "&#13;";
    default:
        return NULL;
    }
}

/* How many bytes there are before the first that may not stand for itself. */
static size_t plain_bytes(const char *text, size_t left)
{
    size_t length = 0;
    while (length < left && text[length] >= ' ' && text[length] < 0x7f && reference(text[length]) == NULL)
        length++;
    return length;
}

void ap_put_markup(FILE *stream, const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        const size_t plain = plain_bytes(text, left);
        fwrite(text, 1, plain, stream);
        text += plain;
        left -= plain;
        if (left == 0)
            return;
        const size_t length = ap_utf8_length((const uint8_t *)text, left);
        const char *in_place = reference(*text);
        if (unwritable((const uint8_t *)text, length))
            fputs("\xef\xbf\xbd", stream);
        else if (in_place != NULL)
            fputs(in_place, stream);
        else
            fwrite(text, 1, length, stream);
        text += length > 0 ? length : 1;
        left -= length > 0 ? length : 1;
    }
}
