/* Rewrites numbers of a text file in other spellings of the same float32, and changes the commandline. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/number/float_text.h"
#include "core/number/number.h"
#include "corpus/equivalent/equivalent_work.h"

/* NUMBER_BYTES: more than the longest exact value takes, with sign, 39 digits, point and MOST_DECIMALS; MOST_DECIMALS: most
   digits after the point of the exact value of a float32: those of 2^-149 */
enum { NUMBER_BYTES = 320, MOST_DECIMALS = 149 };

/* Writes another spelling of a number to `text`, and returns the length of the spelling; 0 if there is no other spelling. */
typedef size_t number_writer(ap_view number, float value, char text[NUMBER_BYTES]);

static bool is_float_field(const ap_listed_field *field)
{
    return field->type == AP_TYPE_TEXT && field->role == AP_ROLE_NUMBER && field->record_steps > 0;
}

/* Replaces about half of the numbers by other spellings. Drops a spelling that is read as another float32. Returns false if no
   number was changed, or when out of memory. */
static bool rewrite_half_of_numbers(ap_equivalent_work *work, number_writer *spell)
{
    char text[NUMBER_BYTES];
    for (size_t i = 0; i < work->fields.count; i++) {
        const ap_listed_field *field = &work->fields.items[i];
        if (!is_float_field(field) || !ap_choose_one_in(work->choices, 2))
            continue;
        const ap_view number = ap_equivalent_field_bytes(work, field);
        const ap_number read = ap_parse_float(number);
        const size_t bytes = read.fault != AP_NUMBER_FINE || number.size > NUMBER_BYTES / 4
                                 ? 0
                                 : spell(number, read.value, text);
        const ap_number again = ap_parse_float((ap_view){ (const uint8_t *)text, bytes });
        if (bytes == 0 || again.fault != AP_NUMBER_FINE
            || ap_bits_of_float(again.value) != ap_bits_of_float(read.value)
            || (bytes == number.size && memcmp(text, number.bytes, bytes) == 0))
            continue;
        if (!ap_equivalent_replace_by_text(work, field->span, text, bytes))
            return false;
    }
    return work->edit_count > 0;
}

static bool has_byte(ap_view number, char byte)
{
    return memchr(number.bytes, byte, number.size) != NULL;
}

static size_t add_zeros(ap_view number, float value, char text[NUMBER_BYTES])
{
    (void)value;
    if (has_byte(number, 'e'))
        return 0;
    memcpy(text, number.bytes, number.size);
    const char *zeros = has_byte(number, '.') ? "000" : ".000";
    memcpy(text + number.size, zeros, strlen(zeros));
    return number.size + strlen(zeros);
}

bool ap_equivalent_add_trailing_zeros(ap_equivalent_work *work)
{
    return rewrite_half_of_numbers(work, add_zeros);
}

static size_t write_shortest(ap_view number, float value, char text[NUMBER_BYTES])
{
    (void)number;
    return ap_float_text(value, text);
}

bool ap_equivalent_write_shortest(ap_equivalent_work *work)
{
    return rewrite_half_of_numbers(work, write_shortest);
}

static size_t write_with_exponent(ap_view number, float value, char text[NUMBER_BYTES])
{
    (void)number;
    return (size_t)snprintf(text, NUMBER_BYTES, "%.8e", (double)value);
}

bool ap_equivalent_write_exponents(ap_equivalent_work *work)
{
    return rewrite_half_of_numbers(work, write_with_exponent);
}

/* Writes the exact value of the float32, without zeros at its end, except one right after the point. */
static size_t write_all_digits(ap_view number, float value, char text[NUMBER_BYTES])
{
    (void)number;
    size_t bytes = (size_t)snprintf(text, NUMBER_BYTES, "%.*f", MOST_DECIMALS, (double)value);
    while (bytes > 2 && text[bytes - 1] == '0' && text[bytes - 2] != '.')
        bytes--;
    return bytes;
}

bool ap_equivalent_write_all_digits(ap_equivalent_work *work)
{
    return rewrite_half_of_numbers(work, write_all_digits);
}

static size_t drop_zero_before_point(ap_view number, float value, char text[NUMBER_BYTES])
{
    (void)value;
    const size_t sign = number.bytes[0] == '-';
    if (number.size < sign + 3 || number.bytes[sign] != '0' || number.bytes[sign + 1] != '.')
        return 0;
    memcpy(text, number.bytes, sign);
    memcpy(text + sign, number.bytes + sign + 1, number.size - sign - 1);
    return number.size - 1;
}

bool ap_equivalent_drop_leading_zero(ap_equivalent_work *work)
{
    return rewrite_half_of_numbers(work, drop_zero_before_point);
}

static size_t write_bare_point(ap_view number, float value, char text[NUMBER_BYTES])
{
    (void)value;
    if (has_byte(number, 'e'))
        return 0;
    size_t bytes = number.size;
    while (has_byte(number, '.') && bytes > 0 && number.bytes[bytes - 1] == '0')
        bytes--;
    if (has_byte(number, '.') && number.bytes[bytes - 1] != '.')
        return 0;
    memcpy(text, number.bytes, bytes);
    if (!has_byte(number, '.'))
        text[bytes++] = '.';
    return bytes;
}

bool ap_equivalent_write_bare_points(ap_equivalent_work *work)
{
    return rewrite_half_of_numbers(work, write_bare_point);
}

bool ap_equivalent_change_commandline(ap_equivalent_work *work)
{
    static const char *const texts[] = { "\"\"", "\"made again\"", "\"exported, then checked\"" };
    for (size_t i = 0; i < work->fields.count; i++) {
        const ap_listed_field *field = &work->fields.items[i];
        if (field->last.name == NULL || strcmp(field->last.name, "commandline") != 0)
            continue;
        const char *text = texts[ap_choose_below(work->choices, 3)];
        const ap_view now = ap_equivalent_field_bytes(work, field);
        if (now.size == strlen(text) && memcmp(now.bytes, text, now.size) == 0)
            return false;
        return ap_equivalent_replace_by_text(work, field->span, text, strlen(text));
    }
    return false;
}
