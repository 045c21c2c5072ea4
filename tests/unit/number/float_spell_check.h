/* Compares numbers converted together with ap_float_text. Shared by a unit test and the sweep over all numbers. */
#ifndef FLOAT_SPELL_CHECK_H
#define FLOAT_SPELL_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/number/float_spell.h"

enum { FLOAT_SPELL_MOST = 64 };

/* Converts up to FLOAT_SPELL_MOST numbers together. Their texts are separated by a blank, or by a comma and a
   blank if `count` is odd. Returns the text of all numbers if it is wrong, NULL if it is right. */
static inline const char *text_of_floats_if_wrong(const float *values, size_t count, bool no_simd)
{
    static ap_digits_of_float spelled[FLOAT_SPELL_MOST];
    static char text[FLOAT_SPELL_MOST * (2 + AP_FLOAT_TEXT_BYTES) + 1], wanted[sizeof text];
    const bool commas = count % 2 != 0;
    size_t length = 0;
    memset(spelled, 0x5a, sizeof spelled);
    ap_find_float_digits_if_avx2(values, count, no_simd, spelled);
    const size_t size = (size_t)(ap_put_floats_by_digits(values, spelled, count, commas, text) - text);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && commas)
            wanted[length++] = ',';
        if (i > 0)
            wanted[length++] = ' ';
        length += ap_float_text(values[i], wanted + length);
    }
    text[size] = wanted[length] = '\0';
    return size == length && memcmp(text, wanted, size) == 0 ? NULL : text;
}

#endif
