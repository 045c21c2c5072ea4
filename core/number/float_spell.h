/* Many float32 spelled together, as core/number/float_text.h spells each. */
#ifndef AP_FLOAT_SPELL_H
#define AP_FLOAT_SPELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/number/float_text.h"

/* The digits of a number, a byte each, the first one lowest. What they are to ap_put_spelled is in float_spell_avx2.h. */
typedef struct ap_spelled {
    uint64_t whole, behind; /* before the point, and behind it */
} ap_spelled;

enum { AP_SPELLED_TOGETHER = 4 };

/* Finds the digits of finite numbers. There is room for `count` of them, rounded up to AP_SPELLED_TOGETHER. `no_simd`:
   without AVX2, for tests; what is put is the same. */
void ap_spell_floats(const float *values, size_t count, bool no_simd, ap_spelled *spelled);

/* Writes the numbers, of which these are the digits, with a space between them, after a comma where `commas`, each as
   ap_float_text does. There is room for 2 + AP_FLOAT_TEXT_BYTES for each, all of which may be written to. Returns the end
   of the last. */
char *ap_put_spelled(const float *values, const ap_spelled *spelled, size_t count, bool commas, char *text);

#endif
