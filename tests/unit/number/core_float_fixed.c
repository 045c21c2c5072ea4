/* ap_float_fixed against the C library, which rounds exactly, too. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/number/float_text.h"
#include "tests/unit/support/test_chance.h"
#include "tests/unit/support/test_sample.h"

enum { SAMPLE = 300000 };

static void check(uint32_t bits, int decimals)
{
    char mine[AP_FLOAT_TEXT_BYTES], theirs[128];
    const float value = ap_float_of_bits(bits);
    if (!ap_f32_bits_finite(bits))
        return;
    const size_t length = ap_float_fixed(value, decimals, mine);
    const size_t wanted = (size_t)snprintf(theirs, sizeof theirs, "%.*f", decimals, (double)value);
    cr_assert(
        length == wanted && memcmp(mine, theirs, length) == 0, "%.*s, not %s", (int)length, mine, theirs);
}

Test(core_float_fixed, sample)
{
    chance random = { 3 };
    for (int i = 0, all = (int)test_share(SAMPLE); i < all; i++) {
        const uint32_t bits = (uint32_t)(chance_next(&random) >> 32);
        check(bits, 1 + i % AP_FLOAT_DECIMALS);
        check((bits & 0x80ffffff) | 0x3e000000, 1 + i % AP_FLOAT_DECIMALS); /* 0.125 to 0.5 */
    }
}

/* Halves of the last digit, the ends of the range, both zeros. */
Test(core_float_fixed, edges)
{
    for (int decimals = 1; decimals <= AP_FLOAT_DECIMALS; decimals++) {
        for (int i = -4000; i <= 4000; i++)
            check(ap_bits_of_float((float)i / 64), decimals);
        for (uint32_t exponent = 0; exponent < 0xff; exponent++) {
            for (uint32_t i = 0; i < 3; i++) {
                check((exponent << 23) + i, decimals);
                check((UINT32_C(1) << 31) + (exponent << 23) + 0x7fffff - i, decimals);
            }
        }
    }
}
