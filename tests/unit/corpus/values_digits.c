/* Numbers of nine digits are those of the C library. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "corpus/cases/nine_digits.h"

static void as_printf(double value)
{
    char text[AP_NINE_DIGITS_ROOM], wanted[AP_NINE_DIGITS_ROOM];
    snprintf(wanted, sizeof wanted, "%.9g", value);
    const size_t length = ap_put_nine_digits(value, text);
    cr_assert(length == strlen(wanted) && strcmp(text, wanted) == 0, "%a: %s, not %s", value, text, wanted);
}

static void both_signs(double value)
{
    as_printf(value);
    as_printf(-value);
}

Test(nine_digits, edges)
{
    static const double values[] = { 0, 1, 0.5, 9.5, 1e-4, 1e-5, 1e8, 1e9, 999999999, 999999999.5,
        999999998.5, 99999999.95, 0.99999999949, 0.9999999995, 0.00099999999995, 123456789, 12345678.25, 0.1,
        1e300, 5e-324, 1.5e-4, 2147483648.0, 100000000.5, 100000001.5 };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        both_signs(values[i]);
        both_signs(nextafter(values[i], 0));
        both_signs(nextafter(values[i], INFINITY));
    }
    for (int power = -6; power <= 10; power++) {
        both_signs(pow(10, power));
        both_signs(nextafter(pow(10, power), 0));
        both_signs(pow(10, power) * (1 - 5e-10));
    }
}

/* Halves of the last digit go to the even one. */
Test(nine_digits, ties)
{
    for (uint64_t whole = 100000000; whole < 100020000; whole += 7) {
        both_signs((double)whole + 0.5);
        both_signs(((double)whole + 0.5) / 1024);
        both_signs((double)(whole * 5) / 64);
    }
}

Test(nine_digits, any)
{
    uint64_t state = 1;
    for (int i = 0; i < 300000; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const double part = (double)(state >> 11) / (double)(UINT64_C(1) << 53);
        both_signs(ldexp(part, (int)(state % 48) - 15));
        both_signs((double)(float)ldexp(part, (int)(state % 48) - 15));
    }
}
