#include "core/json/json_scan.h"

#include <string.h>

#include "core/base/bytes.h"
#include "core/base/utf8.h"

enum { REPLACEMENT = 0xfffd };

static bool is_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

/* Returns the value of four digits in base 16 at `at`; -1 if there are not four such digits. */
static int32_t read_four_hex_digits(ap_view text, size_t at)
{
    int32_t value = 0;
    if (text.size - at < 4)
        return -1;
    for (size_t i = at; i < at + 4; i++) {
        const uint8_t byte = text.bytes[i], letter = byte | 0x20;
        if (!is_digit(byte) && (letter < 'a' || letter > 'f'))
            return -1;
        value = value << 4 | (is_digit(byte) ? byte - '0' : letter - 'a' + 10);
    }
    return value;
}

static bool is_high_surrogate(int32_t unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}

static bool is_low_surrogate(int32_t unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

/* Returns the length of the escape with its backslash at `at`; 0 if the escape is invalid. If `loose`, half of a surrogate pair
   is valid. */
static size_t escape_length(ap_view text, size_t at, bool loose)
{
    if (text.size - at < 2)
        return 0;
    if (text.bytes[at + 1] != 'u')
        return memchr("\"\\/bfnrt", text.bytes[at + 1], 8) != NULL ? 2 : 0;
    const int32_t unit = read_four_hex_digits(text, at + 2);
    if (unit < 0 || (is_low_surrogate(unit) && !loose))
        return 0;
    if (!is_high_surrogate(unit))
        return 6;
    const bool pair = text.size - at >= 12 && text.bytes[at + 6] == '\\' && text.bytes[at + 7] == 'u'
                      && is_low_surrogate(read_four_hex_digits(text, at + 8));
    return pair ? 12 : loose ? 6 : 0;
}

size_t ap_json_string_end_or_fault(ap_view text, size_t at, bool loose, const char **reason)
{
    for (at++; at < text.size && text.bytes[at] != '"';) {
        const uint8_t byte = text.bytes[at];
        size_t length = 1;
        if (byte >= 0x20 && byte < 0x80 && byte != '\\') {
            at++;
            continue;
        }
        *reason = "a character of the string is not UTF-8";
        if (byte == '\\') {
            *reason = "the string has a backslash that does not begin a JSON escape";
            length = escape_length(text, at, loose);
        } else if (byte < 0x20) {
            *reason = "the string has a control character that is not escaped";
            length = 0;
        } else if (!loose) {
            length = ap_utf8_character_length(text.bytes + at, text.size - at);
        }
        if (length == 0)
            return at;
        at += length;
    }
    *reason = at < text.size ? NULL : "the text ends inside a string";
    return at < text.size ? at + 1 : at;
}

/* Returns the end of the digits at `at`. Tests eight bytes at once: in `other`, the high bit of a byte is set if the byte is not
   a digit. A carry may falsify the bits after the first such byte, which are not used. */
static size_t digits_end(ap_view text, size_t at)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    for (; text.size - at >= sizeof(uint64_t); at += sizeof(uint64_t)) {
        const uint64_t digits = ap_load_u64(text.bytes + at, false) ^ ones * '0';
        const uint64_t other = ((digits + ones * (0x80 - 10)) | digits) & (ones * 0x80);
        if (other != 0)
            return at + (size_t)__builtin_ctzll(other) / 8;
    }
    while (at < text.size && is_digit(text.bytes[at]))
        at++;
    return at;
}

size_t ap_json_number_end_or_fault(ap_view text, size_t at, const char **reason)
{
    *reason = "a digit of the number is missing";
    if (text.bytes[at] == '-')
        at++;
    size_t end = digits_end(text, at);
    if (end == at)
        return at;
    if (text.bytes[at] == '0' && end > at + 1) {
        *reason = "the number begins with a zero that JSON does not allow";
        return at;
    }
    if (end < text.size && text.bytes[end] == '.') {
        at = end + 1;
        end = digits_end(text, at);
        if (end == at)
            return at;
    }
    if (end < text.size && (text.bytes[end] | 0x20) == 'e') {
        at = end + 1;
        at += at < text.size && (text.bytes[at] == '+' || text.bytes[at] == '-');
        end = digits_end(text, at);
        if (end == at)
            return at;
    }
    *reason = NULL;
    return end;
}

static size_t encode_utf8(uint32_t character, uint8_t *bytes)
{
    if (character < 0x80) {
        bytes[0] = (uint8_t)character;
        return 1;
    }
    const size_t length = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--) {
        bytes[i] = (uint8_t)(0x80 | (character & 0x3f));
        character >>= 6;
    }
    bytes[0] = (uint8_t)(0xf0U << (4 - length) | character);
    return length;
}

/* Returns the character of a valid escape. */
static uint32_t escaped_character(ap_view text, size_t at, size_t length)
{
    static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
    const uint8_t letter = text.bytes[at + 1];
    if (length == 2) {
        const char *found = strchr(letters, letter);
        return found != NULL ? (uint32_t)meant[found - letters] : letter;
    }
    const uint32_t unit = (uint32_t)read_four_hex_digits(text, at + 2);
    if (length == 6)
        return is_high_surrogate((int32_t)unit) || is_low_surrogate((int32_t)unit) ? REPLACEMENT : unit;
    return 0x10000 + ((unit - 0xd800) << 10) + ((uint32_t)read_four_hex_digits(text, at + 8) - 0xdc00);
}

/* Decodes the byte or the escape at `*at`, and moves `*at` past it. Returns the number of decoded bytes,
   at most 4. */
static size_t decode_byte_or_escape(ap_view text, size_t *at, uint8_t *bytes)
{
    if (text.bytes[*at] != '\\') {
        *bytes = text.bytes[(*at)++];
        return 1;
    }
    const size_t length = escape_length(text, *at, true);
    const uint32_t character = escaped_character(text, *at, length);
    *at += length;
    return encode_utf8(character, bytes);
}

size_t ap_json_decode_string_bytes(ap_view text, size_t at, uint8_t *bytes)
{
    size_t used = 0;
    for (at++; text.bytes[at] != '"';)
        used += decode_byte_or_escape(text, &at, bytes + used);
    return used;
}

bool ap_json_string_decodes_to(ap_view text, size_t at, ap_view bytes)
{
    size_t same = 0;
    for (at++; text.bytes[at] != '"';) {
        uint8_t one[4];
        const size_t length = decode_byte_or_escape(text, &at, one);
        if (length > bytes.size - same || memcmp(one, bytes.bytes + same, length) != 0)
            return false;
        same += length;
    }
    return same == bytes.size;
}
