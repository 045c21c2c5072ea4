/* Reads a number like id Tech 4's reader (idLexer and idToken::NumberValue), in the arithmetic of that reader. Digits without a
   point or exponent are summed up modulo 2^32. Other numbers are doubles: each decimal is worth a tenth of the one before, and a
   power of ten is a product of tens. Written from shared/formats/readers.md, without code of core/. */
#ifndef ID_NUMBER_H
#define ID_NUMBER_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline bool id_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Multiplies by the power of ten after the e. */
static inline double id_multiply_by_power_of_ten(double value, const char *text)
{
    const bool down = *text == '-';
    unsigned power = 0;
    double factor = 1;
    text += down || *text == '+';
    for (; id_is_digit(*text); text++)
        power = power * 10 + (unsigned)(*text - '0');
    for (unsigned i = 0; i < power; i++)
        factor *= 10;
    return down ? value / factor : value * factor;
}

static inline double id_parse_decimal(const char *text)
{
    double value = 0, worth = 0.1;
    for (; id_is_digit(*text); text++)
        value = value * 10 + (*text - '0');
    if (*text == '.') {
        for (text++; id_is_digit(*text); text++, worth *= 0.1)
            value += (*text - '0') * worth;
    }
    return *text == 'e' ? id_multiply_by_power_of_ten(value, text + 1) : value;
}

/* Reads a sign, digits, a point and an exponent. A leading zero without a point would make the number octal: returns NAN then,
   and if there is no number. */
static inline float id_number(const char *text)
{
    const bool negative = *text == '-';
    text += negative;
    uint32_t whole = 0;
    double value = NAN;
    if (strpbrk(text, ".e") != NULL && (*text != '0' || text[1] == '.')) {
        value = id_parse_decimal(text);
    } else if (id_is_digit(*text) && (*text != '0' || text[1] == '\0')) {
        for (; id_is_digit(*text); text++)
            whole = whole * 10 + (uint32_t)(*text - '0');
        value = whole;
    }
    return negative ? -(float)value : (float)value;
}

#endif
