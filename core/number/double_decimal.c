/* As core/number/float_text.c has it for float32: Raffaello Giulietti's Schubfach, with powers of ten of 128 bits. */
#include "core/number/double_decimal.h"

#include "core/base/bytes.h"

enum {
    SIGNIFICAND_BITS = 52,
    EXPONENT_BIAS = 1023 + SIGNIFICAND_BITS,
    LEAST_POWER = -16, /* of ten in the table */
    GREATEST_POWER = 48
};

typedef struct wide {
    uint64_t high, low;
} wide;

/* 10^LEAST_POWER and so on, each scaled by a power of two to 128 bits, rounded up. */
static const wide powers_of_ten[] = { { UINT64_C(0xe69594bec44de15b), UINT64_C(0x4c2ebe687989a9b4) },
    { UINT64_C(0x901d7cf73ab0acd9), UINT64_C(0x0f9d37014bf60a11) },
    { UINT64_C(0xb424dc35095cd80f), UINT64_C(0x538484c19ef38c95) },
    { UINT64_C(0xe12e13424bb40e13), UINT64_C(0x2865a5f206b06fba) },
    { UINT64_C(0x8cbccc096f5088cb), UINT64_C(0xf93f87b7442e45d4) },
    { UINT64_C(0xafebff0bcb24aafe), UINT64_C(0xf78f69a51539d749) },
    { UINT64_C(0xdbe6fecebdedd5be), UINT64_C(0xb573440e5a884d1c) },
    { UINT64_C(0x89705f4136b4a597), UINT64_C(0x31680a88f8953031) },
    { UINT64_C(0xabcc77118461cefc), UINT64_C(0xfdc20d2b36ba7c3e) },
    { UINT64_C(0xd6bf94d5e57a42bc), UINT64_C(0x3d32907604691b4d) },
    { UINT64_C(0x8637bd05af6c69b5), UINT64_C(0xa63f9a49c2c1b110) },
    { UINT64_C(0xa7c5ac471b478423), UINT64_C(0x0fcf80dc33721d54) },
    { UINT64_C(0xd1b71758e219652b), UINT64_C(0xd3c36113404ea4a9) },
    { UINT64_C(0x83126e978d4fdf3b), UINT64_C(0x645a1cac083126ea) },
    { UINT64_C(0xa3d70a3d70a3d70a), UINT64_C(0x3d70a3d70a3d70a4) },
    { UINT64_C(0xcccccccccccccccc), UINT64_C(0xcccccccccccccccd) },
    { UINT64_C(0x8000000000000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xa000000000000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xc800000000000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xfa00000000000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0x9c40000000000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xc350000000000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xf424000000000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0x9896800000000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xbebc200000000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xee6b280000000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0x9502f90000000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xba43b74000000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xe8d4a51000000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0x9184e72a00000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xb5e620f480000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xe35fa931a0000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0x8e1bc9bf04000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xb1a2bc2ec5000000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xde0b6b3a76400000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0x8ac7230489e80000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xad78ebc5ac620000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xd8d726b7177a8000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0x878678326eac9000), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xa968163f0a57b400), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xd3c21bcecceda100), UINT64_C(0x0000000000000000) },
    { UINT64_C(0x84595161401484a0), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xa56fa5b99019a5c8), UINT64_C(0x0000000000000000) },
    { UINT64_C(0xcecb8f27f4200f3a), UINT64_C(0x0000000000000000) },
    { UINT64_C(0x813f3978f8940984), UINT64_C(0x4000000000000000) },
    { UINT64_C(0xa18f07d736b90be5), UINT64_C(0x5000000000000000) },
    { UINT64_C(0xc9f2c9cd04674ede), UINT64_C(0xa400000000000000) },
    { UINT64_C(0xfc6f7c4045812296), UINT64_C(0x4d00000000000000) },
    { UINT64_C(0x9dc5ada82b70b59d), UINT64_C(0xf020000000000000) },
    { UINT64_C(0xc5371912364ce305), UINT64_C(0x6c28000000000000) },
    { UINT64_C(0xf684df56c3e01bc6), UINT64_C(0xc732000000000000) },
    { UINT64_C(0x9a130b963a6c115c), UINT64_C(0x3c7f400000000000) },
    { UINT64_C(0xc097ce7bc90715b3), UINT64_C(0x4b9f100000000000) },
    { UINT64_C(0xf0bdc21abb48db20), UINT64_C(0x1e86d40000000000) },
    { UINT64_C(0x96769950b50d88f4), UINT64_C(0x1314448000000000) },
    { UINT64_C(0xbc143fa4e250eb31), UINT64_C(0x17d955a000000000) },
    { UINT64_C(0xeb194f8e1ae525fd), UINT64_C(0x5dcfab0800000000) },
    { UINT64_C(0x92efd1b8d0cf37be), UINT64_C(0x5aa1cae500000000) },
    { UINT64_C(0xb7abc627050305ad), UINT64_C(0xf14a3d9e40000000) },
    { UINT64_C(0xe596b7b0c643c719), UINT64_C(0x6d9ccd05d0000000) },
    { UINT64_C(0x8f7e32ce7bea5c6f), UINT64_C(0xe4820023a2000000) },
    { UINT64_C(0xb35dbf821ae4f38b), UINT64_C(0xdda2802c8a800000) },
    { UINT64_C(0xe0352f62a19e306e), UINT64_C(0xd50b2037ad200000) },
    { UINT64_C(0x8c213d9da502de45), UINT64_C(0x4526f422cc340000) },
    { UINT64_C(0xaf298d050e4395d6), UINT64_C(0x9670b12b7f410000) } };

_Static_assert(
    sizeof powers_of_ten / sizeof *powers_of_ten == GREATEST_POWER - LEAST_POWER + 1, "a row a power");

static wide product(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ const unsigned __int128 whole = (unsigned __int128)a * b;
    return (wide){ (uint64_t)(whole >> 64), (uint64_t)whole };
#else
    const uint64_t low = (uint64_t)(uint32_t)a * (uint32_t)b, middle = (a >> 32) * (uint32_t)b;
    const uint64_t carried = (low >> 32) + (uint32_t)middle + (uint64_t)(uint32_t)a * (b >> 32);
    return (wide){ (a >> 32) * (b >> 32) + (middle >> 32) + (carried >> 32), a * b };
#endif
}

/* The product's bits above the 128th; the last one says whether anything but rounding was cut off. */
static uint64_t scaled(wide power_of_ten, uint64_t factor)
{
    const wide upper = product(power_of_ten.high, factor);
    const uint64_t middle = upper.low + product(power_of_ten.low, factor).high;
    return (upper.high + (middle < upper.low)) | (middle > 1);
}

/* Of significand x 2^power, whose neighbours are equally far away; scale is 10^-ten. */
static ap_decimal shortest(uint64_t significand, int32_t shift, wide scale, int32_t ten)
{
    const uint64_t four = 4 * significand, odd = significand & 1;
    const uint64_t low = scaled(scale, (four - 2) << shift) + odd;
    const uint64_t middle = scaled(scale, four << shift);
    const uint64_t high = scaled(scale, (four + 2) << shift) - odd;
    const uint64_t digits = middle / 4, fewer = digits / 10;
    const bool fewer_low_in = low <= 40 * fewer, fewer_high_in = 40 * fewer + 40 <= high;
    const bool low_in = low <= 4 * digits, high_in = 4 * digits + 4 <= high;
    const uint64_t half = 4 * digits + 2;
    const bool nearer_high = (middle > half) | ((middle == half) & digits);
    const bool shorter = fewer_low_in != fewer_high_in;
    const bool up = low_in != high_in ? high_in : nearer_high;
    return (ap_decimal){ shorter ? fewer + fewer_high_in : digits + up, ten + shorter };
}

bool ap_double_decimal(double magnitude, ap_decimal *decimal)
{
    const uint64_t bits = ap_bits_of_double(magnitude);
    const uint64_t fraction = bits & ((UINT64_C(1) << SIGNIFICAND_BITS) - 1);
    const int32_t exponent = (int32_t)(bits >> SIGNIFICAND_BITS & 0x7ff);
    const int32_t power = exponent - EXPONENT_BIAS;
    const int32_t ten = power * 1262611 >> 22; /* the greatest that is no longer than the interval */
    const uint64_t significand = fraction | UINT64_C(1) << SIGNIFICAND_BITS;
    if (exponent == 0 || fraction == 0 || -ten < LEAST_POWER || -ten > GREATEST_POWER)
        return false;
    if (power <= 0 && power >= -SIGNIFICAND_BITS && (significand & ((UINT64_C(1) << -power) - 1)) == 0)
        *decimal = (ap_decimal){ significand >> -power, 0 };
    else
        *decimal =
            shortest(significand, power + (-ten * 1741647 >> 19) + 1, powers_of_ten[-ten - LEAST_POWER], ten);
    return true;
}
