/* Expects id Tech 4's reader to read an equal float32 from the texts of ap_float_text and ap_float_text_with_exponent. Shared by
   a unit test and the sweep over a million numbers. */
#ifndef ID_NUMBER_CHECK_H
#define ID_NUMBER_CHECK_H

#include "core/base/bytes.h"
#include "core/number/float_text.h"
#include "tests/unit/number/id_number.h"

enum { ID_TEXT_BYTES = AP_FLOAT_TEXT_BYTES + 1 };

/* Returns the bits, changed to a finite number if they are not finite. */
static inline uint32_t id_finite_bits_of(uint32_t bits)
{
    return ap_are_f32_bits_finite(bits) ? bits : bits ^ UINT32_C(1) << 30;
}

static inline bool does_id_read_same_number(uint32_t bits, char text[ID_TEXT_BYTES])
{
    text[ap_float_text_with_exponent(ap_float_of_bits(bits), text)] = '\0';
    if (ap_bits_of_float(id_number(text)) != bits)
        return false;
    text[ap_float_text(ap_float_of_bits(bits), text)] = '\0';
    return ap_bits_of_float(id_number(text)) == bits;
}

#endif
