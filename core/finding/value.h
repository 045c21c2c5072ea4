/* Values to show, such as the expected and found value of a finding, converted to text only where they are shown. */
#ifndef AP_VALUE_H
#define AP_VALUE_H

#include <stdint.h>

#include "core/base/span.h"

typedef enum ap_value_kind {
    AP_VALUE_NONE,
    AP_VALUE_INTEGER,
    AP_VALUE_SIZE,
    AP_VALUE_BYTE_COUNT, /* "3 bytes" */
    AP_VALUE_HEX,        /* a number in base 16 with `digits` digits */
    AP_VALUE_FLOAT,      /* shortest digits that read back to the same float32 */
    AP_VALUE_DOUBLE,     /* shortest digits that read back to the same float64 */
    AP_VALUE_TEXT,       /* static text */
    AP_VALUE_BYTES,      /* bytes of the input: quoted, escaped, cut if long */
} ap_value_kind;

typedef struct ap_value {
    const char *prefix; /* words before the value, such as "at most"; NULL for no words */
    ap_value_kind kind;
    union {
        int64_t integer;
        uint64_t size;
        uint64_t bits; /* value of an AP_VALUE_HEX */
        double real;
        const char *text;
        ap_view view;
    } as;
    unsigned digits;
} ap_value;

static inline ap_value ap_no_value(void)
{
    return (ap_value){ .kind = AP_VALUE_NONE };
}

static inline ap_value ap_integer(int64_t integer)
{
    return (ap_value){ .kind = AP_VALUE_INTEGER, .as = { .integer = integer } };
}

static inline ap_value ap_size(uint64_t size)
{
    return (ap_value){ .kind = AP_VALUE_SIZE, .as = { .size = size } };
}

static inline ap_value ap_byte_count(uint64_t size)
{
    return (ap_value){ .kind = AP_VALUE_BYTE_COUNT, .as = { .size = size } };
}

static inline ap_value ap_hex(uint64_t bits, unsigned digits)
{
    return (ap_value){ .kind = AP_VALUE_HEX, .as = { .bits = bits }, .digits = digits };
}

static inline ap_value ap_float(float real)
{
    return (ap_value){ .kind = AP_VALUE_FLOAT, .as = { .real = (double)real } };
}

static inline ap_value ap_double(double real)
{
    return (ap_value){ .kind = AP_VALUE_DOUBLE, .as = { .real = real } };
}

static inline ap_value ap_text_value(const char *text)
{
    return (ap_value){ .kind = AP_VALUE_TEXT, .as = { .text = text } };
}

static inline ap_value ap_bytes(ap_view view)
{
    return (ap_value){ .kind = AP_VALUE_BYTES, .as = { .view = view } };
}

/* Returns the value with words before it: ap_value_with_prefix("at most", ap_integer(3)). */
static inline ap_value ap_value_with_prefix(const char *prefix, ap_value value)
{
    value.prefix = prefix;
    return value;
}

/* Writes the value as printable text with a terminator, cut to `size` bytes (at least 1). The text is
   ASCII except for quoted bytes of the input. Returns the length written, without the terminator. */
size_t ap_value_text(ap_value value, char *text, size_t size);

/* Writes bytes of an input in double quotes, for messages and terminals: printable UTF-8 unchanged, quotes, backslashes and other
   bytes as escapes (ap_escape_character). Quotes the characters that begin in the first 64 bytes and fit into the room; adds
   "..." if there are more. Returns the length written, without the terminator. */
size_t ap_quote(ap_view view, char *text, size_t size);

/* Writes bytes like ap_quote, but escapes everything except printable ASCII. */
size_t ap_quote_ascii(ap_view view, char *text, size_t size);

#endif
