/* Loads and stores numbers in unaligned bytes. Other files learn the byte order of the machine only from AP_MACHINE_IS_BIG.
   Code that does not check floats passes them on as bits, so that NaN payloads are preserved. `make prove`
   proves the contracts, the comments that begin with @ (docs/evidence/proofs.md). */
#ifndef AP_BYTES_H
#define AP_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* 1 on a big-endian machine, 0 on a little-endian one */
#define AP_MACHINE_IS_BIG (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

/*@ requires \valid_read(at + (0 .. 3));
    assigns \nothing; */
static inline uint32_t ap_load_u32(const uint8_t *at, bool big_endian)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return big_endian != AP_MACHINE_IS_BIG ? __builtin_bswap32(value) : value;
}

/*@ requires \valid_read(at + (0 .. 7));
    assigns \nothing; */
static inline uint64_t ap_load_u64(const uint8_t *at, bool big_endian)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return big_endian != AP_MACHINE_IS_BIG ? __builtin_bswap64(value) : value;
}

/*@ requires \valid(at + (0 .. 3));
    assigns at[0 .. 3]; */
static inline void ap_store_u32(uint8_t *at, uint32_t value, bool big_endian)
{
    if (big_endian != AP_MACHINE_IS_BIG)
        value = __builtin_bswap32(value);
    memcpy(at, &value, sizeof value);
}

/*@ requires \valid(at + (0 .. 7));
    assigns at[0 .. 7]; */
static inline void ap_store_u64(uint8_t *at, uint64_t value, bool big_endian)
{
    if (big_endian != AP_MACHINE_IS_BIG)
        value = __builtin_bswap64(value);
    memcpy(at, &value, sizeof value);
}

enum { AP_NUMBER_ROOM = 8 };

/* Stores the lowest `size` bytes of a number, 1 to 8 bytes. Always writes AP_NUMBER_ROOM bytes, which
   needs no branch; the bytes after `size` have no meaning, and the next store overwrites them. */
/*@ requires 1 <= size <= 8 && \valid(at + (0 .. AP_NUMBER_ROOM - 1));
    assigns at[0 .. AP_NUMBER_ROOM - 1]; */
static inline void ap_store_number_padded_to_8(uint8_t *at, uint64_t value, size_t size, bool big_endian)
{
    ap_store_u64(at, big_endian ? value << (8 * (sizeof value - size)) : value, big_endian);
}

/*@ requires \valid_read(at + (0 .. 3));
    assigns \nothing; */
static inline int32_t ap_load_i32(const uint8_t *at, bool big_endian)
{
    uint32_t bits = ap_load_u32(at, big_endian);
    int32_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

//@ assigns \nothing;
static inline float ap_float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

//@ assigns \nothing;
static inline double ap_double_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

//@ assigns \nothing;
static inline uint32_t ap_bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

//@ assigns \nothing;
static inline uint64_t ap_bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/*@ requires \valid_read(at + (0 .. 3));
    assigns \nothing; */
static inline float ap_load_f32(const uint8_t *at, bool big_endian)
{
    return ap_float_of_bits(ap_load_u32(at, big_endian));
}

/*@ requires \valid_read(at + (0 .. 7));
    assigns \nothing; */
static inline double ap_load_f64(const uint8_t *at, bool big_endian)
{
    return ap_double_of_bits(ap_load_u64(at, big_endian));
}

/* Masks of the exponent bits of a float32 and a float64. All exponent bits are set in a NaN and in an infinity. Compilers
   vectorise a test of these bits. */
#define AP_F32_EXPONENT UINT32_C(0x7f800000)
#define AP_F64_EXPONENT UINT64_C(0x7ff0000000000000)

//@ assigns \nothing;
static inline bool ap_are_f32_bits_finite(uint32_t bits)
{
    return (bits & AP_F32_EXPONENT) != AP_F32_EXPONENT;
}

//@ assigns \nothing;
static inline bool ap_are_f64_bits_finite(uint64_t bits)
{
    return (bits & AP_F64_EXPONENT) != AP_F64_EXPONENT;
}

#ifndef __FRAMAC__
/* Prefetches the byte that is `bytes_ahead` bytes after `at`. Processors prefetch within a page of 4 KB by themselves, but not
   beyond its end. The address may be after the end of the input: a prefetch cannot fault. */
static inline void ap_prefetch_byte(const void *at, size_t bytes_ahead)
{
    __builtin_prefetch((const void *)((uintptr_t)at + bytes_ahead)); // NOLINT(performance-no-int-to-ptr)
}
#endif

#endif
