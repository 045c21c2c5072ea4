/* Converts whole numbers to digits without the C library's printf, which is too slow for the listings of a
   file's fields. */
#ifndef AP_DIGITS_H
#define AP_DIGITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/base/bytes.h"

enum { AP_DIGITS_ROOM = 24 /* bytes of room for a number: a 64-bit number has at most 20 digits */ };

/* Returns the eight digits of a number below 10^8, with leading zeros, as one byte (0 to 9) each; the
   first digit is the lowest byte. All digits are computed at once: groups of four digits are divided into
   pairs, and pairs into digits. */
static inline uint64_t ap_split_eight_digits(uint32_t number)
{
    uint64_t all = number / 10000 | (uint64_t)(number % 10000) << 32;
    const uint64_t hundreds = (all * 10486 >> 20) & UINT64_C(0x0000007f0000007f);
    all = hundreds | (all - 100 * hundreds) << 16;
    const uint64_t tens = (all * 103 >> 10) & UINT64_C(0x000f000f000f000f);
    return tens | (all - 10 * tens) << 8;
}

/* Stores eight digits (bytes 0 to 9) as ASCII text, AP_NUMBER_ROOM bytes without a terminator. */
static inline void ap_store_digits(char *text, uint64_t digits)
{
    ap_store_u64((uint8_t *)text, digits | UINT64_C(0x3030303030303030), false);
}

/* Writes a number without leading zeros. `text` needs AP_DIGITS_ROOM bytes. Returns the number of digits;
   writes no terminator. */
static inline size_t ap_put_digits(char *text, uint64_t number)
{
    size_t length = 0;
    if (number >= 100000000) {
        length = ap_put_digits(text, number / 100000000);
        ap_store_digits(text + length, ap_split_eight_digits((uint32_t)(number % 100000000)));
        return length + 8;
    }
    const uint64_t digits = ap_split_eight_digits((uint32_t)number);
    const unsigned zeros = digits == 0 ? 7 : (unsigned)__builtin_ctzll(digits) / 8;
    ap_store_u64((uint8_t *)text, (digits | UINT64_C(0x3030303030303030)) >> 8 * zeros, false);
    return 8 - zeros;
}

/* Writes a number like ap_put_digits, after a minus if it is negative. Returns the length of the text. */
static inline size_t ap_put_integer(char *text, int64_t number)
{
    text[0] = '-';
    return number < 0 ? 1 + ap_put_digits(text + 1, 0 - (uint64_t)number)
                      : ap_put_digits(text, (uint64_t)number);
}

/* Writes a byte as two lower-case digits in base 16, without a terminator. */
static inline void ap_put_hex_byte(char *text, uint8_t byte)
{
    static const char digits[] = "0123456789abcdef";
    text[0] = digits[byte >> 4];
    text[1] = digits[byte & 15];
}

/* Returns the eight digits of a number in base 16 as ASCII, one byte each; the first digit is the lowest byte. */
static inline uint64_t ap_eight_hex_digits(uint32_t number)
{
    uint64_t all = number >> 16 | (uint64_t)(number & 0xffff) << 32;
    all = (all >> 8 | all << 16) & UINT64_C(0x00ff00ff00ff00ff);
    all = (all >> 4 | all << 8) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    const uint64_t letters = (all + UINT64_C(0x0606060606060606)) >> 4 & UINT64_C(0x0101010101010101);
    return all + UINT64_C(0x3030303030303030) + letters * ('a' - '0' - 10);
}

#endif
