/* ap_float_text_with_decimals rounds exactly, ties to even; AP_FLOAT_TEXT_BYTES suffice for the longest text. */
#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#include "core/number/float_text.h"

Test(core_float_fixed, fixed_decimals_are_rounded_to_even)
{
    static const struct {
        float value;
        int decimals;
        const char *text;
    } rows[] = { { 0, 1, "0.0" }, { -0.0F, 2, "-0.00" }, { 0.5F, 1, "0.5" }, { 0.125F, 2, "0.12" },
        { 0.375F, 2, "0.38" }, { -0.0625F, 3, "-0.062" }, { 1e-9F, 6, "0.000000" },
        { -1e-9F, 6, "-0.000000" }, { 0.1F, 10, "0.1000000015" }, { 16777216, 1, "16777216.0" },
        { 999999.9375F, 3, "999999.938" },
        { -FLT_MAX, AP_FLOAT_DECIMALS, "-340282346638528859811704183484516925440.0000000000" },
        { FLT_TRUE_MIN, AP_FLOAT_DECIMALS, "0.0000000000" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[AP_FLOAT_TEXT_BYTES];
        const size_t length = ap_float_text_with_decimals(rows[i].value, rows[i].decimals, text);
        cr_expect(length == strlen(rows[i].text) && memcmp(text, rows[i].text, length) == 0,
            "got %.*s, expected %s", (int)length, text, rows[i].text);
    }
}
