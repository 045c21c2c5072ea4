#include "core/number/float_spell.h"

#include <string.h>

#include "core/base/bytes.h"
#include "core/number/float_spell_avx2.h"
#include "core/number/number_run_avx2.h"

#define P(n) n
static const uint8_t places[256] = { [0] = 8, [AP_LEAST_SPELLED_EXPONENT] = AP_SPELLED_PLACES };
#undef P

enum { DIGITS = 8, MOST_PLACES = 16 };

/* Indexed by the number of decimal places: how many of the lowest bits to shift out of `fraction`, which has eight bytes, so that
   the digits of these places remain; and the number of zeros between the point and the eight digits if there are more places. */
static const struct {
    uint8_t cut, zeros;
} fronts[MOST_PLACES + 1] = { { 56, 0 }, { 56, 0 }, { 48, 0 }, { 40, 0 }, { 32, 0 }, { 24, 0 }, { 16, 0 },
    { 8, 0 }, { 0, 0 }, { 0, 1 }, { 0, 2 }, { 0, 3 }, { 0, 4 }, { 0, 5 }, { 0, 6 }, { 0, 7 }, { 0, 8 } };

void ap_find_float_digits_if_avx2(
    const float *values, size_t count, bool no_simd, ap_digits_of_float *spelled)
{
    const size_t fours = count - count % AP_SPELLED_TOGETHER;
    float rest[AP_SPELLED_TOGETHER] = { 0 };
    if (no_simd || !ap_can_use_avx2()) {
        for (size_t i = 0; i < count; i++)
            spelled[i].integer = AP_NOT_SPELLED;
        return;
    }
    ap_find_float_digits_avx2(values, fours, spelled);
    if (fours == count)
        return;
    memcpy(rest, values + fours, (count - fours) * sizeof *rest);
    ap_find_float_digits_avx2(rest, AP_SPELLED_TOGETHER, spelled + fours);
}

/* Writes a number without branches. Also writes bytes after the end of the number: a later write overwrites them, or they are
   after the end of the text. */
static inline char *put_number(uint32_t bits, const ap_digits_of_float *spelled, char *text)
{
    const uint64_t ascii = UINT64_C(0x3030303030303030), digits = spelled->fraction & ~AP_NINTH_DIGIT;
    /* number of bits of spelled->integer that are leading zeros */
    const unsigned front = (unsigned)__builtin_ctzll(spelled->integer | UINT64_C(1) << 56) & 56;
    const ptrdiff_t place = places[bits >> 23 & 0xff];
    /* number of zeros at the end of the digits after the point */
    const ptrdiff_t zeros = digits == 0 ? DIGITS : __builtin_clzll(digits) / 8;
    const ptrdiff_t count = place - zeros;
    *text = '-';
    text += bits >> 31;
    ap_store_u64((uint8_t *)text, (spelled->integer | ascii) >> front, false);
    text += DIGITS - front / 8;
    char *last = text + 1 + fronts[place].zeros; /* start of the eight digits after the point */
    ap_store_u64((uint8_t *)text + 1, ascii, false);
    last[-1] = (char)('0' + (spelled->fraction >> 60));
    *text = '.';
    ap_store_u64((uint8_t *)last, (digits | ascii) >> fronts[place].cut, false);
    return text + (count > 0 ? count + 1 : 0);
}

char *ap_put_floats_by_digits(
    const float *values, const ap_digits_of_float *spelled, size_t count, bool commas, char *text)
{
    for (size_t i = 0; i < count; i++) {
        if (__builtin_expect(spelled[i].integer == AP_NOT_SPELLED, 0))
            text += ap_float_text(values[i], text);
        else
            text = put_number(ap_bits_of_float(values[i]), &spelled[i], text);
        *text = ',';
        text += commas;
        *text++ = ' ';
    }
    return count == 0 ? text : text - 1 - commas;
}
