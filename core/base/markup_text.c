#include "core/base/markup_text.h"

#include <stdbool.h>
#include <string.h>

#include "core/base/utf8.h"

/* Returns true for invalid UTF-8 (length 0), for a character that XML 1.0 cannot represent, and for a
   control character other than tab, LF and CR. */
static bool must_become_replacement_character(const uint8_t *at, size_t length)
{
    if (length == 0)
        return true;
    if (ap_is_control_character(at, length))
        return *at != '\t' && *at != '\n' && *at != '\r';
    return length == 3 && at[0] == 0xef && at[1] == 0xbf && at[2] >= 0xbe; /* U+FFFE, U+FFFF */
}

static const char *markup_entity_of(char letter)
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
    case '\r': /* an XML reader takes a literal CR for an end of line */
        return "&#13;";
    default:
        return NULL;
    }
}

/* Writes a hidden character by its code point: as the reference &#x202e; if `hidden_as_reference`, otherwise as \u{202e}. */
static void put_hidden_character(ap_batch *batch, const uint8_t *at, size_t length, bool hidden_as_reference)
{
    char text[AP_HIDDEN_BYTES];
    if (hidden_as_reference) {
        ap_batch_text(batch, "&#x");
        ap_batch_hex(batch, ap_decode_utf8_character(at, length), 1);
        ap_batch_byte(batch, ';');
    } else {
        ap_batch_bytes(batch, text, ap_put_hidden_as_u_escape(at, length, text));
    }
}

/* Writes one character, or one byte that is not valid UTF-8. Returns the number of bytes consumed. */
static size_t put_character(ap_batch *batch, const uint8_t *at, size_t left, bool hidden_as_reference)
{
    const size_t length = ap_utf8_character_length(at, left);
    const char *escaped = markup_entity_of((char)*at);
    if (must_become_replacement_character(at, length))
        ap_batch_text(batch, "\xef\xbf\xbd");
    else if (escaped != NULL)
        ap_batch_text(batch, escaped);
    else if (ap_is_hidden_character(at, length))
        put_hidden_character(batch, at, length, hidden_as_reference);
    else
        ap_batch_short_text(batch, (const char *)at, length);
    return length > 0 ? length : 1;
}

static void put_text(ap_batch *batch, const char *text, bool hidden_as_reference)
{
    const uint8_t *at = (const uint8_t *)text;
    for (size_t left = strlen(text), done; left > 0; at += done, left -= done) {
        done = ap_batch_plain_prefix(batch, at, left, "&<>\"'");
        if (done < left)
            done += put_character(batch, at + done, left - done, hidden_as_reference);
    }
}

void ap_batch_markup(ap_batch *batch, const char *text)
{
    put_text(batch, text, false);
}

void ap_batch_markup_exact(ap_batch *batch, const char *text)
{
    put_text(batch, text, true);
}

void ap_put_markup(FILE *stream, const char *text)
{
    ap_batch batch;
    ap_batch_init(&batch, stream);
    ap_batch_markup(&batch, text);
    ap_batch_flush(&batch);
}
