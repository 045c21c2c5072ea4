#include "validators/readers/token_kinds.h"

#include <string.h>

bool ap_is_text_letter(uint8_t byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

bool ap_is_text_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

bool ap_is_text_blank(uint8_t byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

static bool is_one_of(uint8_t byte, const char *characters)
{
    return byte != '\0' && strchr(characters, byte) != NULL;
}

/* Returns the view without its first bytes. */
static ap_view without_first_bytes(ap_view view, size_t first)
{
    return (ap_view){ view.bytes + first, view.size - first };
}

static size_t count_leading_digits(ap_view view)
{
    size_t digits = 0;
    while (digits < view.size && ap_is_text_digit(view.bytes[digits]))
        digits++;
    return digits;
}

/* Returns the number of bytes of the digits at the start of the view, with at most one point before, between or after them; 0 if
   there is no digit. Sets *point to true if there is a point, and else to false. */
static size_t count_decimal_bytes(ap_view view, bool *point)
{
    const size_t before = count_leading_digits(view);
    *point = before < view.size && view.bytes[before] == '.';
    if (!*point)
        return before;
    const size_t after = count_leading_digits(without_first_bytes(view, before + 1));
    return before + after == 0 ? 0 : before + 1 + after;
}

/* Returns the number of bytes of an exponent at the start of the view; 0 if the view begins with something else. */
static size_t count_exponent_bytes(ap_view view)
{
    if (view.size < 2 || (view.bytes[0] != 'e' && view.bytes[0] != 'E'))
        return 0;
    const size_t sign = is_one_of(view.bytes[1], "+-") ? 2 : 1;
    const size_t digits = count_leading_digits(without_first_bytes(view, sign));
    return digits == 0 ? 0 : sign + digits;
}

/* Returns true for e or E, and perhaps a sign, without digits. The view has at least one byte. */
static bool is_exponent_without_digits(ap_view view)
{
    return view.size < 3 && is_one_of(view.bytes[0], "eE")
           && (view.size == 1 || is_one_of(view.bytes[1], "+-"));
}

static bool has_byte_of(ap_view view, const char *characters)
{
    for (size_t i = 0; i < view.size; i++) {
        if (is_one_of(view.bytes[i], characters))
            return true;
    }
    return false;
}

/* Returns true for nan, inf and infinity, in letters of any case. */
static bool is_nan_or_infinity(ap_view view)
{
    static const char *const names[] = { "nan", "inf", "infinity" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t at = 0;
        while (at < view.size && names[i][at] == (char)(view.bytes[at] | ' '))
            at++;
        if (at == view.size && names[i][at] == '\0')
            return true;
    }
    return false;
}

/* Returns the kind of a token that begins like a number, with `after` its bytes after the sign. */
static const char *kind_of_number_like_token(ap_view token, ap_view after)
{
    bool point;
    const size_t decimal = count_decimal_bytes(after, &point);
    if (after.size > 1 && after.bytes[0] == '0' && is_one_of(after.bytes[1], "xX"))
        return "hex";
    if (decimal > 0 && decimal + count_exponent_bytes(without_first_bytes(after, decimal)) == after.size) {
        if (point)
            return "fraction";
        if (decimal < after.size)
            return "exponent";
        return decimal > 1 && after.bytes[0] == '0' ? "zeros" : "integer";
    }
    if (decimal == 0)
        return "other";
    if (is_exponent_without_digits(without_first_bytes(after, decimal)))
        return "open";
    const ap_view rest =
        without_first_bytes(after, decimal + count_exponent_bytes(without_first_bytes(after, decimal)));
    if (!point && decimal + rest.size < after.size && rest.bytes[0] == '.')
        return "broken";
    return ap_is_text_digit(after.bytes[0]) && has_byte_of(token, ",") ? "comma" : "suffix";
}

static bool has_only_signs_and_points(ap_view token)
{
    for (size_t i = 0; i < token.size; i++) {
        if (!is_one_of(token.bytes[i], "+-."))
            return false;
    }
    return true;
}

static bool is_ascii(ap_view view)
{
    for (size_t i = 0; i < view.size; i++) {
        if (view.bytes[i] >= 0x80)
            return false;
    }
    return true;
}

const char *ap_kind_of_token(ap_view token)
{
    if (token.size == 0)
        return "end";
    const uint8_t first = token.bytes[0];
    const ap_view after = without_first_bytes(token, is_one_of(first, "+-"));
    if (first == '"')
        return "string";
    if (is_one_of(first, "(){}[]"))
        return "punctuation";
    if (!is_ascii(token))
        return "foreign";
    if (after.size < token.size && after.size > 0 && ap_is_text_blank(after.bytes[0]))
        return "split";
    if (has_only_signs_and_points(token))
        return "bare";
    if (is_nan_or_infinity(after))
        return "nan";
    if (ap_is_text_letter(first) || first == '_')
        return "word";
    return kind_of_number_like_token(token, after);
}
