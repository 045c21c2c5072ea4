/* A number as id Tech 4's reader works it out (idLexer and idToken::NumberValue), in its own arithmetic:
   digits without a point or exponent are added up modulo 2^32; all others as a double, decimals one by one,
   each worth a tenth of the one before, and a power of ten by as many multiplications. Written from
   shared/formats/readers.md; shares nothing with core/. */
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

/* After the e. */
static inline double id_times_power(double value, const char *text)
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

static inline double id_real(const char *text)
{
    double value = 0, worth = 0.1;
    for (; id_is_digit(*text); text++)
        value = value * 10 + (*text - '0');
    if (*text == '.') {
        for (text++; id_is_digit(*text); text++, worth *= 0.1)
            value += (*text - '0') * worth;
    }
    return *text == 'e' ? id_times_power(value, text + 1) : value;
}

/* Of a text that the reader takes whole: a sign, digits, a point and an exponent. A leading zero without a
   point after it would make the number octal: NAN, as for no number at all. */
static inline float id_number(const char *text)
{
    const bool negative = *text == '-';
    text += negative;
    uint32_t whole = 0;
    double value = NAN;
    if (strpbrk(text, ".e") != NULL && (*text != '0' || text[1] == '.')) {
        value = id_real(text);
    } else if (id_is_digit(*text) && (*text != '0' || text[1] == '\0')) {
        for (; id_is_digit(*text); text++)
            whole = whole * 10 + (uint32_t)(*text - '0');
        value = whole;
    }
    return negative ? -(float)value : (float)value;
}

#endif
