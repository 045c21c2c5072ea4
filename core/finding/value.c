#include "core/finding/value.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/terminal_text.h"
#include "core/number/float_text.h"

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

/* Most numbers of files: %g gives them no exponent, and then its shortest digits are those of ap_float_text,
   which takes a twentieth of the time. */
static bool is_common(double real)
{
    return fabs(real) >= 1e-4 && fabs(real) < 1e6;
}

static int print_common(char *text, size_t size, float real)
{
    char digits[AP_FLOAT_TEXT_BYTES];
    return snprintf(text, size, "%.*s", (int)ap_float_text(real, digits), digits);
}

/* The shortest of %.6g to %.17g that reads back to the same number. */
static int print_real(char *text, size_t size, double real, bool single)
{
    if (single && is_common(real))
        return print_common(text, size, (float)real);
    for (int digits = single ? 6 : 15; digits < (single ? 9 : 17); digits++) {
        int length = snprintf(text, size, "%.*g", digits, real);
        double back = strtod(text, NULL);
        if (single ? (float)back == (float)real : back == real)
            return length;
    }
    return snprintf(text, size, "%.*g", single ? 9 : 17, real);
}

static int print_value(ap_value value, char *text, size_t size)
{
    switch (value.kind) {
    case AP_VALUE_NONE:
        return snprintf(text, size, "%s", "");
    case AP_VALUE_INTEGER:
        return snprintf(text, size, "%" PRId64, value.as.integer);
    case AP_VALUE_SIZE:
        return snprintf(text, size, "%" PRIu64, value.as.size);
    case AP_VALUE_BYTE_COUNT:
        return snprintf(text, size, "%" PRIu64 " byte%s", value.as.size, value.as.size == 1 ? "" : "s");
    case AP_VALUE_HEX:
        return snprintf(text, size, "0x%0*" PRIx64, (int)value.digits, value.as.bits);
    case AP_VALUE_FLOAT:
        return print_real(text, size, value.as.real, true);
    case AP_VALUE_DOUBLE:
        return print_real(text, size, value.as.real, false);
    case AP_VALUE_TEXT:
        return snprintf(text, size, "%s", value.as.text);
    case AP_VALUE_BYTES:
        return (int)ap_quote(value.as.view, text, size);
    }
    return 0;
}

size_t ap_value_text(ap_value value, char *text, size_t size)
{
    size_t used = 0;
    if (value.prefix != NULL) {
        int length = snprintf(text, size, "%s ", value.prefix);
        used = (size_t)length < size ? (size_t)length : size - 1;
    }
    int length = print_value(value, text + used, size - used);
    return (size_t)length < size - used ? used + (size_t)length : size - 1;
}
