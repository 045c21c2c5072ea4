/* Powers of ten of 128 bits, for writing float32 and float64 and reading float64. */
#ifndef AP_POWERS_OF_TEN_H
#define AP_POWERS_OF_TEN_H

#include <stdint.h>

/* high x 2^64 + low */
typedef struct ap_uint128 {
    uint64_t high, low;
} ap_uint128;

enum {
    AP_FIRST_POWER = -31,
    AP_LEAST_POWER = -27, /* smallest power that reading and writing float64 need */
    AP_GREATEST_POWER = 48
};

/* 10^AP_FIRST_POWER and the following powers, each scaled by a power of two to 128 bits and rounded up.
   Powers from 10^0 on are exact. */
extern const ap_uint128 ap_powers_of_ten[AP_GREATEST_POWER - AP_FIRST_POWER + 1];

static inline ap_uint128 ap_uint128_product(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ const unsigned __int128 whole = (unsigned __int128)a * b;
    return (ap_uint128){ (uint64_t)(whole >> 64), (uint64_t)whole };
#else
    const uint64_t low = (uint64_t)(uint32_t)a * (uint32_t)b, middle = (a >> 32) * (uint32_t)b;
    const uint64_t carried = (low >> 32) + (uint32_t)middle + (uint64_t)(uint32_t)a * (b >> 32);
    return (ap_uint128){ (a >> 32) * (b >> 32) + (middle >> 32) + (carried >> 32), a * b };
#endif
}

#endif
