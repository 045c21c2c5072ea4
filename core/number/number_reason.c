#include "core/number/number_reason.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

static bool contains(ap_view word, const char *text)
{
    return memmem(word.bytes, word.size, text, strlen(text)) != NULL;
}

static bool starts_with_ignoring_case(ap_view word, const char *text)
{
    const size_t length = strlen(text);
    return word.size >= length && strncasecmp((const char *)word.bytes, text, length) == 0;
}

static bool is_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

static size_t count_bytes_equal_to(ap_view word, char letter)
{
    size_t count = 0;
    for (size_t i = 0; i < word.size; i++)
        count += word.bytes[i] == (uint8_t)letter;
    return count;
}

/* Explains words that printf of C, or of Windows, writes for an infinity or a NaN; NULL for other words. `digits` is the word
   without its sign. */
static const char *explain_infinity_or_nan(ap_view word, ap_view digits)
{
    if (starts_with_ignoring_case(digits, "nan") || contains(word, "#IND") || contains(word, "#QNAN")
        || contains(word, "#SNAN"))
        return "the exporter divided zero by zero, or took a root of less than zero";
    if (starts_with_ignoring_case(digits, "inf") || contains(word, "#INF"))
        return "the exporter divided by zero";
    return NULL;
}

static const char *explain_sign(ap_view word)
{
    if (word.bytes[0] == '+')
        return "a plus sign is not allowed";
    if (starts_with_ignoring_case(word, "\xe2\x88\x92") || starts_with_ignoring_case(word, "\xe2\x80\x93"))
        return "its minus sign is a dash; it must be the - of the keyboard";
    if (word.bytes[0] == '-' && word.size > 1 && word.bytes[1] <= ' ')
        return "the sign must touch the digits";
    return NULL;
}

static const char *explain_digits(ap_view digits)
{
    const uint8_t last = digits.bytes[digits.size - 1];
    if (starts_with_ignoring_case(digits, "0x"))
        return "it is hexadecimal";
    if (count_bytes_equal_to(digits, '.') > 1 || count_bytes_equal_to(digits, ',') > 1)
        return "it has more than one point or comma";
    if (contains(digits, "E"))
        return "its exponent must begin with a small e";
    if (last == 'f' || last == 'F')
        return "the f at its end is not part of a number";
    if (digits.size > 1 && digits.bytes[0] == '0' && (is_digit(digits.bytes[1]) || digits.bytes[1] == 'e'))
        return "some readers read a number with a leading zero as octal";
    return NULL;
}

const char *ap_number_reason(ap_view word)
{
    const bool is_signed = word.size > 1 && (word.bytes[0] == '-' || word.bytes[0] == '+');
    const ap_view digits = { word.bytes + is_signed, word.size - is_signed };
    const char *reason = explain_infinity_or_nan(word, digits);
    if (reason == NULL)
        reason = explain_sign(word);
    if (reason == NULL && (is_digit(digits.bytes[0]) || digits.bytes[0] == '.'))
        reason = explain_digits(digits);
    return reason;
}
