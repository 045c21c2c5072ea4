/* Visits numbers at the edges of float32. */
#ifndef FLOAT_EDGES_H
#define FLOAT_EDGES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/bytes.h"

/* Calls `visit` with the bits of numbers around zero, powers of two, powers of ten, and the greatest float32. Some bits are of no
   finite number. */
static inline void visit_edge_floats(void (*visit)(void *context, uint32_t bits), void *context)
{
    enum { NEIGHBOURS = 40 };
    for (uint32_t exponent = 0; exponent <= 0xff; exponent++) {
        for (uint32_t i = 0; i <= 2 * NEIGHBOURS; i++) {
            const uint32_t bits = (exponent << 23) - NEIGHBOURS + i;
            visit(context, bits & INT32_MAX);
            visit(context, bits | UINT32_C(1) << 31);
        }
    }
    for (int power = -45; power <= 38; power++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", power);
        const uint32_t bits = ap_bits_of_float(strtof(text, NULL));
        for (uint32_t i = 0; i <= 2 * NEIGHBOURS; i++)
            visit(context, (bits - NEIGHBOURS + i) & INT32_MAX);
    }
}

#endif
