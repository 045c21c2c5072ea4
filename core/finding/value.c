#include "core/finding/value.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/base/digits.h"
#include "core/base/terminal_text.h"
#include "core/number/real_text.h"

enum { QUOTED_BYTES = 64 /* of the input, shown of a long name */, ESCAPE_BYTES = 4 /* \xNN */ };

/* One byte as printable ASCII; returns how many characters that takes. */
static size_t escape(uint8_t byte, char out[ESCAPE_BYTES + 1])
{
    if (byte == '"' || byte == '\\')
        return (size_t)snprintf(out, ESCAPE_BYTES + 1, "\\%c", byte);
    if (byte >= 0x20 && byte < 0x7f)
        return (size_t)snprintf(out, ESCAPE_BYTES + 1, "%c", byte);
    if (byte == '\n' || byte == '\t' || byte == '\r')
        return (size_t)snprintf(out, ESCAPE_BYTES + 1, "\\%c", byte == '\n' ? 'n' : byte == '\t' ? 't' : 'r');
    return (size_t)snprintf(out, ESCAPE_BYTES + 1, "\\x%02x", byte);
}

static size_t quote(ap_view view, char *text, size_t size, bool ascii)
{
    static const char ending[] = "\"...";
    char piece[ESCAPE_BYTES + 1];
    size_t used = 0;
    size_t shown = 0;
    if (size <= sizeof ending + 1) {
        text[0] = '\0';
        return 0;
    }
    text[used++] = '"';
    while (shown < view.size && shown < QUOTED_BYTES && used + ESCAPE_BYTES + sizeof ending <= size) {
        const size_t character = ascii ? 0 : ap_printable(view.bytes + shown, view.size - shown);
        const bool as_it_is = character > 1; /* no longer than an escape */
        size_t length = as_it_is ? character : escape(view.bytes[shown], piece);
        memcpy(text + used, as_it_is ? (const char *)view.bytes + shown : piece, length);
        shown += as_it_is ? character : 1;
        used += length;
    }
    used += (size_t)snprintf(text + used, size - used, "%s", shown < view.size ? ending : "\"");
    return used;
}

size_t ap_quote(ap_view view, char *text, size_t size)
{
    return quote(view, text, size, false);
}

size_t ap_quote_ascii(ap_view view, char *text, size_t size)
{
    return quote(view, text, size, true);
}

static size_t print_text(char *text, size_t size, const char *printed, size_t length)
{
    const size_t shown = length < size ? length : size - 1;
    memcpy(text, printed, shown);
    text[shown] = '\0';
    return length;
}

/* The length of the whole, which may be more than the size. */
static size_t print_real(char *text, size_t size, double real, bool single)
{
    char printed[AP_REAL_TEXT_BYTES];
    return print_text(text, size, printed, ap_real_text(real, single, printed));
}

static size_t print_integer(char *text, size_t size, bool minus, uint64_t magnitude)
{
    char printed[1 + AP_DIGITS_ROOM] = "-";
    return print_text(text, size, printed, minus + ap_put_digits(printed + minus, magnitude));
}

static size_t print_value(ap_value value, char *text, size_t size)
{
    switch (value.kind) {
    case AP_VALUE_NONE:
        text[0] = '\0';
        return 0;
    case AP_VALUE_INTEGER:
        return print_integer(text, size, value.as.integer < 0,
            value.as.integer < 0 ? 0 - (uint64_t)value.as.integer : (uint64_t)value.as.integer);
    case AP_VALUE_SIZE:
        return print_integer(text, size, false, value.as.size);
    case AP_VALUE_BYTE_COUNT:
        return (size_t)snprintf(
            text, size, "%" PRIu64 " byte%s", value.as.size, value.as.size == 1 ? "" : "s");
    case AP_VALUE_HEX:
        return (size_t)snprintf(text, size, "0x%0*" PRIx64, (int)value.digits, value.as.bits);
    case AP_VALUE_FLOAT:
        return print_real(text, size, value.as.real, true);
    case AP_VALUE_DOUBLE:
        return print_real(text, size, value.as.real, false);
    case AP_VALUE_TEXT:
        return print_text(text, size, value.as.text, strlen(value.as.text));
    case AP_VALUE_BYTES:
        return ap_quote(value.as.view, text, size);
    }
    return 0;
}

size_t ap_value_text(ap_value value, char *text, size_t size)
{
    size_t used = 0;
    if (value.prefix != NULL) {
        const size_t length = print_text(text, size, value.prefix, strlen(value.prefix));
        used = length < size ? length : size - 1;
        if (used < size - 1)
            text[used++] = ' ';
    }
    const size_t length = print_value(value, text + used, size - used);
    return length < size - used ? used + length : size - 1;
}
