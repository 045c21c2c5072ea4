/* Numbers in unaligned bytes. Floats travel as bits where they are not judged, so that NaN payloads live. */
#ifndef AP_BYTES_H
#define AP_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the readers take the machine's byte order for little-endian"
#endif

static inline uint32_t ap_load_u32(const uint8_t *at, bool swap)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return swap ? __builtin_bswap32(value) : value;
}

static inline uint64_t ap_load_u64(const uint8_t *at, bool swap)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return swap ? __builtin_bswap64(value) : value;
}

static inline int32_t ap_load_i32(const uint8_t *at, bool swap)
{
    uint32_t bits = ap_load_u32(at, swap);
    int32_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float ap_float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline double ap_double_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t ap_bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline uint64_t ap_bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float ap_load_f32(const uint8_t *at, bool swap)
{
    return ap_float_of_bits(ap_load_u32(at, swap));
}

static inline double ap_load_f64(const uint8_t *at, bool swap)
{
    return ap_double_of_bits(ap_load_u64(at, swap));
}

/* All exponent bits set: a NaN or an infinity. A test on bits, since compilers vectorise it. */
#define AP_F32_EXPONENT UINT32_C(0x7f800000)
#define AP_F64_EXPONENT UINT64_C(0x7ff0000000000000)

static inline bool ap_f32_bits_finite(uint32_t bits)
{
    return (bits & AP_F32_EXPONENT) != AP_F32_EXPONENT;
}

static inline bool ap_f64_bits_finite(uint64_t bits)
{
    return (bits & AP_F64_EXPONENT) != AP_F64_EXPONENT;
}

#endif
