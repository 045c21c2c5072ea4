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

/* One character, or one byte that is none; returns how many bytes it took. */
static size_t put_character(ap_batch *batch, const uint8_t *at, size_t left)
{
    const size_t length = ap_utf8_length(at, left);
    const char *in_place = reference((char)*at);
    if (unwritable(at, length))
        ap_batch_text(batch, "\xef\xbf\xbd");
    else if (in_place != NULL)
        ap_batch_text(batch, in_place);
    else
        ap_batch_short(batch, (const char *)at, length);
    return length > 0 ? length : 1;
}

void ap_batch_markup(ap_batch *batch, const char *text)
{
    const uint8_t *at = (const uint8_t *)text;
    for (size_t left = strlen(text), done; left > 0; at += done, left -= done) {
        done = ap_batch_plain(batch, at, left, "&<>\"'");
        if (done < left)
            done += put_character(batch, at + done, left - done);
    }
}

void ap_put_markup(FILE *stream, const char *text)
{
    ap_batch batch;
    ap_batch_init(&batch, stream);
    ap_batch_markup(&batch, text);
    ap_batch_write(&batch);
}
