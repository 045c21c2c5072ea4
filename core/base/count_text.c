#include "core/base/count_text.h"

#include <string.h>

#include "core/base/span.h"

/* Reads the decimal digits at the start of the text, and sets *end to the character after the last digit.
   Returns false if there is no digit or if the number overflows. */
static bool parse_digits(const char *text, size_t *number, const char **end)
{
    size_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        if (__builtin_mul_overflow(value, (size_t)10, &value)
            || __builtin_add_overflow(value, (size_t)(*at - '0'), &value))
            return false;
    }
    *number = value;
    *end = at;
    return at > text;
}

bool ap_parse_count(const char *text, size_t *count)
{
    const char *end;
    size_t value;
    if (!parse_digits(text, &value, &end) || *end != '\0')
        return false;
    *count = value;
    return true;
}

bool ap_parse_byte_count(const char *text, size_t *bytes)
{
    static const char suffixes[] = "KMGT";
    const char *end;
    size_t value;
    if (!parse_digits(text, &value, &end))
        return false;
    if (*end != '\0') {
        const char *suffix = strchr(suffixes, *end);
        if (suffix == NULL || end[1] != '\0')
            return false;
        value = ap_saturating_size_product(value, (size_t)1 << (10 * (suffix - suffixes + 1)));
    }
    if (value == SIZE_MAX)
        return false;
    *bytes = value;
    return true;
}
