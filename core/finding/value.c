#include "core/finding/value.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/base/terminal_text.h"
#include "core/base/utf8.h"
#include "core/number/real_text.h"

enum {
    QUOTED_BYTES = 64, /* a character of the input that begins after this many bytes is not quoted */
    LEAST_ROOM = 4     /* bytes that must be free for one more character: the length of most escapes */
};

/* Writes the first character of the `left` bytes at `at`, or the first byte if the bytes are not valid UTF-8, escaped if needed,
   and sets *taken to the bytes consumed. Returns the length written. With `ascii`, escapes each byte that is not printable ASCII.
   */
static size_t put_character_or_its_escape(
    const uint8_t *at, size_t left, bool ascii, char escaped[AP_ESCAPE_BYTES], size_t *taken)
{
    const size_t length = ascii ? 0 : ap_utf8_character_length(at, left);
    const bool hidden = length > 1 && ap_is_hidden_character(at, length);
    const bool printable = ascii ? *at >= 0x20 && *at < 0x7f : ap_printable_character_length(at, left) > 0;
    *taken = hidden || (printable && length > 1) ? length : 1;
    if (*at == '"')
        return (size_t)snprintf(escaped, AP_ESCAPE_BYTES, "\\\"");
    if (*at == '\\' || !printable)
        return ap_escape_character(at, *taken, escaped);
    memcpy(escaped, at, *taken);
    return *taken;
}

static size_t quote_bytes(ap_view view, char *text, size_t size, bool ascii)
{
    static const char suffix[] = "\"...";
    char escaped[AP_ESCAPE_BYTES];
    size_t used = 0, shown = 0, taken;
    if (size <= sizeof suffix + 1) {
        text[0] = '\0';
        return 0;
    }
    text[used++] = '"';
    while (shown < view.size && shown < QUOTED_BYTES) {
        const size_t length =
            put_character_or_its_escape(view.bytes + shown, view.size - shown, ascii, escaped, &taken);
        if (used + (length < LEAST_ROOM ? LEAST_ROOM : length) + sizeof suffix > size)
            break;
        memcpy(text + used, escaped, length);
        shown += taken;
        used += length;
    }
    used += (size_t)snprintf(text + used, size - used, "%s", shown < view.size ? suffix : "\"");
    return used;
}

size_t ap_quote(ap_view view, char *text, size_t size)
{
    return quote_bytes(view, text, size, false);
}

size_t ap_quote_ascii(ap_view view, char *text, size_t size)
{
    return quote_bytes(view, text, size, true);
}

/* Writes `length` bytes, cut to `size` bytes with a terminator. Returns `length`, which may exceed `size`. */
static size_t snprint_bytes(char *text, size_t size, const char *bytes, size_t length)
{
    const size_t fits = length < size ? length : size - 1;
    memcpy(text, bytes, fits);
    text[fits] = '\0';
    return length;
}

static size_t snprint_text(char *text, size_t size, const char *shown)
{
    return snprint_bytes(text, size, shown, strlen(shown));
}

static size_t snprint_real(char *text, size_t size, double real, bool is_float32)
{
    char shown[AP_REAL_TEXT_BYTES];
    return snprint_bytes(text, size, shown, ap_real_text(real, is_float32, shown));
}

static size_t snprint_value(ap_value value, char *text, size_t size)
{
    switch (value.kind) {
    case AP_VALUE_NONE:
        text[0] = '\0';
        return 0;
    case AP_VALUE_INTEGER:
        return (size_t)snprintf(text, size, "%" PRId64, value.as.integer);
    case AP_VALUE_SIZE:
        return (size_t)snprintf(text, size, "%" PRIu64, value.as.size);
    case AP_VALUE_BYTE_COUNT:
        return (size_t)snprintf(
            text, size, "%" PRIu64 " byte%s", value.as.size, value.as.size == 1 ? "" : "s");
    case AP_VALUE_HEX:
        return (size_t)snprintf(text, size, "0x%0*" PRIx64, (int)value.digits, value.as.bits);
    case AP_VALUE_FLOAT:
        return snprint_real(text, size, value.as.real, true);
    case AP_VALUE_DOUBLE:
        return snprint_real(text, size, value.as.real, false);
    case AP_VALUE_TEXT:
        return snprint_text(text, size, value.as.text);
    case AP_VALUE_BYTES:
        return ap_quote(value.as.view, text, size);
    }
    return 0;
}

size_t ap_value_text(ap_value value, char *text, size_t size)
{
    size_t used = 0;
    if (value.prefix != NULL) {
        const size_t length = snprint_text(text, size, value.prefix);
        used = length < size ? length : size - 1;
        if (used < size - 1)
            text[used++] = ' ';
    }
    const size_t length = snprint_value(value, text + used, size - used);
    return length < size - used ? used + length : size - 1;
}
